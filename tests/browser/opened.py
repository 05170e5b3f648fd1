"""Everything that a page opens: its sheets, panels and menus, found by what opens them; and what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCRIPT = (Path(__file__).parent / "opened.js").read_text(encoding="utf-8")


PAGE = "page"
ALIKE = 3
"""Of what differs in a number only, lines of the log say, so many are opened."""


LEAST = 44
Theme = Literal["dark", "light"]
THEMES: tuple[Theme, Theme] = ("dark", "light")
WCAG = {"resultTypes": ["violations"]}
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


def complaints(page: Page, *themes: Theme) -> list[str]:
    """What axe finds in these themes, targets that are too small, and by how much it is too wide; in a line each."""
    assert page.evaluate(DRAWN), "mark the test as one that sees what is drawn"
    page.evaluate(Axe().axe_script)
    found: list[str] = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        for rule in page.evaluate("options => axe.run(document, options).then(found => found.violations)", WCAG):
            found += [f"{theme}: {rule['id']}: {node['html'][:140]} {node['any'][:1]}" for node in rule["nodes"]]
    small: list[str] = page.evaluate(SMALL, [TARGETS, LEAST])
    wide = page.evaluate(WIDER)
    return found + small + ([f"{wide} pixels wider than the page"] if wide > 0 else [])


def everything(page: Page) -> Iterator[str]:
    """The page itself, then each thing that it opens, and what that opens, one after the other; its name."""
    page.evaluate(SCRIPT)
    yield PAGE
    yield from _inside(page, Counter(), ())


def _inside(page: Page, seen: Counter[str], path: tuple[str, ...]) -> Iterator[str]:
    for key in page.evaluate("within => opened.keys(within)", path[-1] if path else ""):
        kind = re.sub(r"\d+", "n", key)
        if seen[key] or seen[kind] == ALIKE:
            continue
        seen.update({key, kind})
        how = page.evaluate("key => opened.open(key)", key)
        if not how:  # what was opened from here has closed it
            for step in path:
                page.evaluate("key => opened.open(key)", step)
            how = page.evaluate("key => opened.open(key)", key)
        assert how != "never", f"{page.url}: {key} does not open"
        if how:
            yield " ".join((*path, key))
            yield from _inside(page, seen, (*path, key))
            page.evaluate("key => opened.close(key)", key)
