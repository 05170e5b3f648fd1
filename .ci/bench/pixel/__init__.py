"""Tap to pixel: from the finger to the paint, on the tapping phone, the next one, one that waits, the table screen."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from .. import boardgame
from ..child import ROOT
from ..figures import Report


def measure(report: Report, folder: Path, taps: int, alone: bool = False) -> None:
    """All cells with ``taps`` taps each, and the first load; what is missing on this machine is noted and left out."""
    sys.path.append(str(ROOT / "tests"))
    try:
        from browser.chromium import find
    except ImportError:
        report.note("no tap to pixel: playwright is not installed")
        return
    path = find(whole=True)
    if path is None:
        report.note("no tap to pixel: no Chromium here")
        return
    other = None if alone else _other(report, folder)
    asyncio.run(_measure(report, folder, taps, path, other))


def _other(report: Report, folder: Path) -> Path | None:
    from .pages import PACKAGES

    place = folder / "react"
    place.mkdir()
    found = boardgame.installed(place, *PACKAGES)
    if found is None:
        report.note("tap to pixel without boardgame.io + React: it takes Node and an npm that can fetch them")
    return found


async def _measure(report: Report, folder: Path, taps: int, path: str, other: Path | None) -> None:
    from browser.chromium import FLAGS
    from playwright.async_api import async_playwright

    from . import compare

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS, chromium_sandbox=False)
        try:
            await compare.everything(report, folder, taps, browser, other)
        finally:
            await browser.close()
