"""The book in a real browser: nothing sticks out, targets are large."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .driver import Table

DEAL = {"cards": ["gold-digger", "gold-digger", "saboteur", "gold-digger"], "aside": ["gold-digger"]}
ROUND: list[dict[str, Any]] = [
    {"kind": "deal", **DEAL, "first": 1},
    {"kind": "discard", "by": 1},
    {"kind": "end", "reason": "agreed"},
]
RECORD = {
    "format": "companion-record-1",
    "game": "saboteur",
    "options": {},
    "players": ["Anna", "Ben", "Cleo", "Dora"],
    "entries": [{**entry, "at": f"2026-01-02T19:{n:02}:00+00:00"} for n, entry in enumerate(ROUND * 3)],
}
LEAST = 44
SMALL = """(targets, least) => targets
  .filter(target => target.checkVisibility({visibilityProperty: true}))
  .map(target => [target.getBoundingClientRect(), target])
  .filter(([box]) => box.width && (box.width < least - .5 || box.height < least - .5))
  .map(([box, target]) => `${target.outerHTML.slice(0, 80)}: ${box.width} × ${box.height}`)"""
BUTTONS = "button:not(.link), a.button, summary, select, .people a, .evenings a, .boxes-played a"


def sticks_out(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "screen"])
def test_the_book_is_read(dealt: Callable[..., Table], size: tuple[int, int]) -> None:
    table = dealt(RECORD)
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    root = re.match(r"https?://[^/]+", page.url)
    assert root
    page.goto(f"{root[0]}/book")
    for place in (".evenings a", ".results a", ".figures a"):
        assert not sticks_out(page), page.url
        assert page.locator(BUTTONS).evaluate_all(SMALL, LEAST) == [], page.url
        if place == ".results a":
            page.emulate_media(media="print")
            expect(page.locator(place).first).to_be_visible()
            expect(page.locator(":is(.button, .path, .foot):visible")).to_have_count(0)
            page.emulate_media(media="screen")
        with page.expect_navigation():
            page.locator(place).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Saboteur")
