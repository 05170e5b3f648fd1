"""The table screen holds what it promises: one screen, nothing over anything, sizes for three metres, each change told
once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from .driver import Table

NAMES = (
    *("Anna", "Benedikt", "Cleo", "Dana", "Emil", "Friederike"),
    *("Gustav", "Hanna", "Ines", "Johannes", "Katharina", "Leo"),
)
SIZES = ((1280, 800), (1920, 1080), (3840, 2160))
PARTS = (".plate", ".middle h1", ".todo li", ".heaps", ".goals", ".footline", ".corner", ".topline", ".machinebar")
BOXES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].map((one, n) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [`${part} ${n}`, left, top, right, bottom];
}))
"""
CUT = """
() => [...document.querySelectorAll(".plate .name, .todo li, .middle h1, .stock li, .corner p")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)
"""
SMALLEST = """
() => [...document.querySelectorAll(".plate .name, .plate small, .plate b, .todo li, .stock li, .logline, .when")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize) / innerWidth)
"""


def plays(table: Table, game: str, players: int) -> None:
    """So many without phones, dealt, and play has begun."""
    for name in NAMES[:players]:
        posts(table, "seats", name=name)
    posts(table, "choose", game=game)
    posts(table, "deal", **{"j:first": "0"})
    posts(table, "start")
    table.is_headed("Anna's turn")


def posts(table: Table, what: str, **form: Any) -> None:
    answer = table.context.request.post(f"{table.program.url}/{table.program.code}/host/{what}", form=form)
    assert answer.ok, answer.text()


def acts(table: Table, **entry: Any) -> None:
    posts(table, "act", entries=json.dumps([entry]), stamp="")


def overlapping(boxes: list[tuple[str, float, float, float, float]]) -> list[tuple[str, str]]:
    found = []
    for place, (one, left, top, right, bottom) in enumerate(boxes):
        for other, left_2, top_2, right_2, bottom_2 in boxes[place + 1 :]:
            beside = right <= left_2 + 1 or right_2 <= left + 1 or bottom <= top_2 + 1 or bottom_2 <= top + 1
            if not beside:
                found.append((one, other))
    return found


@pytest.mark.parametrize(("game", "players"), [("dark-cave", 2), ("dark-cave", 6), ("saboteur-2", 12)])
def test_one_screen_nothing_over_anything(table: Table, game: str, players: int) -> None:
    plays(table, game, players)
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        page = table.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert page == [width, height], "no scrolling"
        assert overlapping(table.page.evaluate(BOXES, PARTS)) == []
        assert table.page.evaluate(CUT) == []
        assert min(table.page.evaluate(SMALLEST)) >= 0.013, "readable at three metres"
        headline = table.page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
        assert headline >= 0.055 * height


def test_it_is_read_in_the_order_of_the_table(table: Table) -> None:
    plays(table, "dark-cave", 6)
    order = "[...document.querySelectorAll('.middle h1, .plate .name')].map((one) => one.textContent.trim())"
    assert table.page.evaluate(order) == ["Anna's turn", *NAMES[:6]]
    posts(table, "turn/1")
    expect(table.page.locator(".plate .name").first).to_have_text("Friederike")
    assert table.page.evaluate(order) == ["Anna's turn", "Friederike", *NAMES[:5]]


def test_each_change_of_a_token_is_told_once(table: Table) -> None:
    plays(table, "dark-cave", 3)
    told = table.page.evaluate_handle(
        """() => {
          const told = [];
          const heard = document.getElementById("heard");
          new MutationObserver(() => told.push(heard.textContent)).observe(heard, { childList: true });
          return told;
        }"""
    )
    acts(table, kind="spiderweb", by=0, marker="circle")
    table.shows_of("Anna", "● web of Anna, showing 2")
    acts(table, kind="end-turn", by=0)
    table.is_headed("Benedikt's turn")
    acts(table, kind="boots", by=1, to=2)
    table.shows_of("Cleo", "boots")
    assert told.json_value() == ["● web of Anna, showing 2.", "Cleo: boots."]


def test_a_chair_is_moved_by_keys_and_by_the_pointer(table: Table) -> None:
    for name in NAMES[:4]:
        posts(table, "seats", name=name)
    names = table.page.locator(".chair .name")
    expect(names).to_have_text(list(NAMES[:4]))
    table.page.locator("button.chair", has_text="Anna").focus()
    table.page.keyboard.press("ArrowRight")
    expect(names).to_have_text(["Benedikt", "Anna", "Cleo", "Dana"])
    table.page.locator("button.chair", has_text="Dana").drag_to(table.page.locator("button.chair", has_text="Benedikt"))
    expect(names).to_have_text(["Dana", "Benedikt", "Anna", "Cleo"])
