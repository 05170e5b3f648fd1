"""All that pages are built from can be read and hit on its own, on a phone and on a table screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .components import KINDS, WIDTHS, shown
from .kinds import SCREEN
from .opened import JUDGES, THEMES, judge
from .windows import windows_of

FRAMED = """() => ["h1", "button", ".small-card.ringed:not(.nobody)", ".small-card.nobody.ringed"].filter((which) => {
  const one = document.querySelector(which);
  one.focus();
  return getComputedStyle(one).outlineStyle !== "none";
})"""
"""Which of these have a frame: a headline and a button to which somebody goes by keyboard, the card of the side that
has won last, and the empty one where nobody has."""
LINES = """() => [...document.querySelectorAll(".heaps li > span:last-child")].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((line) => line.top)).size;
})"""
"""In how many lines it stands what a heap on the table is."""


@pytest.mark.parametrize("kind", KINDS)
def test_each_component_can_be_read_and_hit_in_both_themes(browser_program: Browser, kind: str) -> None:
    looks_like = {"viewport": SCREEN, "reduced_motion": "reduce", "color_scheme": THEMES[0]}
    window = windows_of(browser_program).take(looks_like, JUDGES)
    page = window.page
    found: list[str] = []
    with shown(page, kind):
        page.evaluate("judges()")
        for width in WIDTHS:
            window.measures(width, 900)
            found += [f"{width} px: {fault}" for fault in judge(page, False, 1)[0]]
        page.keyboard.press("Tab")
        assert page.evaluate(FRAMED) == ["button", ".small-card.ringed:not(.nobody)"]
        assert max(page.evaluate(LINES), default=1) <= 2
    windows_of(browser_program).give_back(window)
    assert not found, "\n".join(found)
