"""Everything that a page opens: its sheets, panels and menus, found by what opens them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = (Path(__file__).parent / "opened.js").read_text(encoding="utf-8")


PAGE = "page"
ALIKE = 3
"""Of what differs in a number only, lines of the log say, so many are opened."""


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
