"""What takes pictures of whole evenings runs to its end, whatever is asked of it."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from sizes import LARGE

from . import shots, stage_shots
from .program import Program

pytestmark = pytest.mark.browser
PLAYERS = list(stage_shots.PLAYERS) if LARGE else [3]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the sweeps are short one picture of ten is taken, and the files of the others are empty."""
    takes, taken = Page.screenshot, count()

    def screenshot(page: Page, *, path: Path | None = None, **how: Any) -> bytes:
        if LARGE or path is None or next(taken) % 10 == 0:
            return takes(page, path=path, **how)
        path.touch()
        return b""

    monkeypatch.setattr(Page, "screenshot", screenshot)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_screen(browser_program: Browser, program: Program, tmp_path: Path, players: int) -> None:
    stage_shots.photograph(program, browser_program, tmp_path, players, stage_shots.SIZES[:1])
    assert list(tmp_path.glob("table-*-winners-*.png"))


@pytest.mark.skipif(not LARGE, reason="the same moments as above")
def test_the_pictures_of_the_documents(browser_program: Browser, tmp_path: Path) -> None:
    for players in sorted({players for players, _ in stage_shots.DOCS}):
        shots.table_story(tmp_path, browser_program, players, documents=True)
    shots.evening(tmp_path, browser_program)
    assert len(list(tmp_path.glob("*.jpg"))) == len(stage_shots.DOCS) + 5
