"""All that pages are built from can be read and hit by itself, on a phone and on a table screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .components import KINDS, WIDTHS, shown
from .opened import SCRIPT, THEMES, complaints


@pytest.mark.drawn
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_each_component_can_be_read_and_hit_in_both_themes(browser_program: Browser, kind: str, width: int) -> None:
    page = browser_program.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    with shown(page, kind):
        found = complaints(page, *THEMES)
        page.evaluate(SCRIPT)
        found += page.evaluate("opened.faults()")
    page.close()
    assert not found, "\n".join(found)
