"""Everything that a page opens: its sheets, panels and menus, found by what opens them; and what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCRIPT = (Path(__file__).parent / "opened.js").read_text(encoding="utf-8")
PAGE = "page"
ALIKE = 3
"""Of what differs in a number only, lines of the log say, so many are opened."""
Size = tuple[int, int]
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
AXE = "only => axe.run({resultTypes: ['violations'], preload: false, ...only}).then(found => found.violations)"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""All that axe asks of a theme; the rest holds for a page in any."""
DRAWN = "getComputedStyle(document.documentElement).opacity === '1'"
OPACITY = "one => document.documentElement.style.opacity = one"
FONT = "size => document.documentElement.style.fontSize = size"
"""As who needs large words has them, with a window that is as large as before: queries of the media don't answer."""


def judge(page: Page, sizes: Sequence[Size], enlarges: bool, most: int) -> tuple[list[str], list[Any]]:
    """Return what is wrong with a page that is open, a line each that says where; and the forms that it would send.

    It is seen with words twice as large, where it ``enlarges`` them, in each of these sizes, and by axe in each theme;
    then comes whatever it opens, or so many of these.
    """
    assert page.evaluate(DRAWN), "mark the test as one that sees what is drawn"
    page.evaluate(SCRIPT)
    found: list[str] = []
    if enlarges:
        page.evaluate(FONT, "200%")
        faults = page.evaluate("opened.fits()") + page.evaluate("opened.faults()")
        found += [f"twice as large: {fault}" for fault in faults]
        page.evaluate(FONT, "")
    found += fits(page, sizes)
    page.evaluate(Axe().axe_script)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found += [
            f"{theme}: {rule['id']}: {node['html'][:140]} {node['any'][:1]}"
            for rule in page.evaluate(AXE, {} if theme == THEMES[0] else COLOURS)
            for node in rule["nodes"]
        ]
    forms: list[Any] = []
    for name in islice(everything(page), most):
        found += [f"{name}: {fault}" for fault in page.evaluate("opened.faults()")]
        forms += page.evaluate("opened.forms()")
    return found, forms


def fits(page: Page, sizes: Sequence[Size]) -> list[str]:
    """Return where the page does not stand in windows of these sizes; it is laid out, and need not be drawn."""
    page.evaluate(OPACITY, "0")
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} × {height}: {fault}" for fault in page.evaluate("opened.fits()")]
    page.evaluate(OPACITY, "")
    return found


def everything(page: Page) -> Iterator[str]:
    """Open the page itself, then each thing that it opens, and what that opens, one after the other; its name."""
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
