"""What takes the pictures of the documents runs to its end, whatever is asked of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from sizes import LARGE

from . import shots

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.drawn
def test_the_pictures_of_the_documents(browser_program: Browser, tmp_path: Path) -> None:
    """Where the sweeps are short those of twelve alone."""
    for story in (shots.twelve, *((shots.evening,) if LARGE else ())):
        story(tmp_path, browser_program)
    missing = {one.name for one in PICTURES.glob("*.jpg")} - {one.name for one in tmp_path.glob("*.jpg")}
    assert "table-twelve.jpg" not in missing
    assert not (missing and LARGE)
