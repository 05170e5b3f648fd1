"""Everything that a page opens: its sheets, panels and menus, found by what opens them; and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .windows import Window

SCRIPT = (Path(__file__).parent / "opened.js").read_text(encoding="utf-8")
JUDGES = f"window.judges = () => {{ {Axe().axe_script}\n{SCRIPT} }}"
"""What windows of pages that are judged run in each page: it is compiled for the first one alone."""
PAGE = "page"
Size = tuple[int, int]
Theme = Literal["dark", "light"]
THEMES: tuple[Theme, ...] = ("dark", "light")
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""All that axe asks of a theme; the rest holds for a page in any."""
NEXT = "() => walk.next().then(({ value }) => value)"


def judge(page: Page, enlarges: bool, most: int, themes: Sequence[Theme] = THEMES) -> tuple[list[str], list[Any]]:
    """Return what is wrong with a page in which its ``judges`` are, and where; and the forms that it would send.

    It is seen with words twice as large, where it ``enlarges`` them, in each theme, and by axe in these; then comes
    whatever it opens, or that many of these.
    """
    found: list[str] = page.evaluate("opened.large()") if enlarges else []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        asked = ({} if theme == themes[0] else COLOURS) if theme in themes else None
        found += [f"{theme}: {fault}" for fault in page.evaluate("asked => opened.colours(asked)", asked)]
    faults, forms = page.evaluate("most => opened.judge(most)", most)
    return found + faults, forms


def fits(window: Window, sizes: Sequence[Size]) -> list[str]:
    """Return where the page does not fit windows of these sizes."""
    found = []
    for width, height in sizes:
        window.measures(width, height)
        found += [f"{width} × {height}: {fault}" for fault in window.page.evaluate("opened.fits()")]
    return found


def everything(page: Page) -> Iterator[str]:
    """Open the page itself, then each thing that it opens, and what that opens, one after the other; its name."""
    page.evaluate(SCRIPT)
    page.evaluate("() => { window.walk = opened.walk(); }")
    while name := page.evaluate(NEXT):
        yield name
