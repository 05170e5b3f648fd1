"""All that pages are built from can be read and hit on its own, on a phone and on a table screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .components import KINDS, WIDTHS, shown
from .kinds import SCREEN
from .opened import JUDGES, THEMES, judge
from .windows import windows_of


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
    windows_of(browser_program).give_back(window)
    assert not found, "\n".join(found)
