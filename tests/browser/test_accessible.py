"""Every kind of page, by default each in one theme: axe finds nothing, no target is too small, nothing is wider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from sizes import LARGE, SEED

from .kinds import House, house

pytestmark = pytest.mark.browser

LEAST = 44
Theme = Literal["dark", "light"]
THEMES: tuple[Theme, Theme] = ("dark", "light")
WCAG = {"resultTypes": ["violations"]}
COLOURS = {**WCAG, "runOnly": ["color-contrast"]}
TARGETS = "a[href], button, summary, select, label:has(input), input:not([type=hidden], [type=radio], [type=checkbox])"
SMALL = """([targets, least]) => {
const inSentence = (link) => {
  const around = link.closest("p, small, li");
  return around !== null && around.textContent.trim() !== link.textContent.trim();
};
return [...document.querySelectorAll(targets)]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !(one.matches("a") && inSentence(one)))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box, one]) => box.width > 2 && (box.width < least - .5 || box.height < least - .5))
  .map(([box, one]) => `${one.outerHTML.slice(0, 90)}: ${Math.round(box.width)} × ${Math.round(box.height)}`)}"""
DRAWN = "getComputedStyle(document.documentElement).opacity === '1'"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def rooms(browser_program: Browser, tmp_path: Path) -> Iterator[House]:
    with house(tmp_path / "data") as found:
        yield found


def in_turn(number: int) -> tuple[Theme, ...]:
    """The themes in which so many-th a page is judged: one, or both where the sweeps are long."""
    return THEMES if LARGE else (THEMES[number % 2],)


def complaints(page: Page, axe: Axe, themes: Sequence[Theme] = THEMES) -> list[str]:
    """What is wrong with this page, in a line each."""
    assert page.evaluate(DRAWN), "mark the test as one that sees what is drawn"
    page.evaluate(axe.axe_script)
    found: list[str] = []
    for number, theme in enumerate(themes):
        page.emulate_media(color_scheme=theme)
        found += told(page, COLOURS if number else WCAG)
    small: list[str] = page.evaluate(SMALL, [TARGETS, LEAST])
    wide = page.evaluate(WIDER)
    return found + small + ([f"{wide} pixels wider than the page"] if wide > 0 else [])


def told(page: Page, options: Mapping[str, Any]) -> list[str]:
    violations = page.evaluate("options => axe.run(document, options).then(found => found.violations)", options)
    return [
        f"{rule['id']}: {node['html'][:140]} ({node['any'][0]['message'] if node['any'] else rule['help']})"
        for rule in violations
        for node in rule["nodes"]
    ]


@pytest.mark.long
def test_every_page_of_a_phone_can_be_used_by_everybody(browser_program: Browser, rooms: House) -> None:
    context = browser_program.new_context(
        viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, locale="en-GB", reduced_motion="reduce"
    )
    page, axe, found = context.new_page(), Axe(), {}
    kinds = [one for one in rooms.kinds() if not one.alike]
    for number, kind in enumerate(kinds if LARGE else kinds[SEED % 3 :: 3]):
        rooms.shows(page, kind)
        if wrong := complaints(page, axe, in_turn(number)):
            found[kind.name] = wrong
    context.close()
    assert found == {}
