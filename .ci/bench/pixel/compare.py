"""The programs in turn, in one run."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import Browser

from ..figures import Report
from . import load, pages, table
from .chromium import Screen, opened
from .programs import LIMIT, SEATS, Limit, Product, Program, React
from .rounds import PLAN, SHOWN, play
from .table import Cells

PRESSES = {"pressed for 80 ms": 0.08, "not pressed": 0.0}
"""Seconds that a finger lies on the glass. The clock begins when it is lifted."""
WARM = 1
"""Rounds before the first that is measured: scripts are compiled, everything has been drawn once."""


async def everything(report: Report, folder: Path, taps: int, browser: Browser, other: Path | None) -> None:
    """Tap to pixel in all programs, interleaved, and the first load of those that have one worth the name."""
    async with contextlib.AsyncExitStack() as stack:
        programs = await _programs(stack, folder, browser, other)
        await load.measure(report, browser, [one for one in programs if one.name != LIMIT], max(1, min(taps // 6, 10)))
        screens = {one.name: {seat: await opened(browser, one, seat) for seat in SHOWN} for one in programs}
        cells = await _play(programs, screens, taps)
    for how, measured in cells.items():
        table.write(report, measured, [one.name for one in programs], how)


async def _programs(
    stack: contextlib.AsyncExitStack, folder: Path, browser: Browser, other: Path | None
) -> list[Program]:
    idle = [seat for seat in range(SEATS) if seat not in SHOWN]
    product = Product(folder)
    stack.callback(product.close)
    await product.connect(idle)
    programs: list[Program] = [product]
    if other:
        programs.append(React(other, await pages.build(other, folder / "pages", product, browser, list(SHOWN))))
        stack.callback(programs[-1].close)
    programs.append(Limit(folder))
    stack.callback(programs[-1].close)
    for program in programs[1:]:
        await program.connect(idle)
    return programs


async def _play(
    programs: Sequence[Program], screens: Mapping[str, Mapping[int | None, Screen]], taps: int
) -> dict[str, Cells]:
    cells: dict[str, Cells] = {how: {} for how in PRESSES}
    for number in range(-WARM, taps):
        for how, plan, program in itertools.product(PRESSES, PLAN, programs):
            found = await play(program, screens[program.name], plan, PRESSES[how])
            for one in found if number >= 0 else ():
                cells[how].setdefault((one.rate, one.kind, program.name), []).append(one)
        if number >= 0:
            print(f"  pixel: tap {number + 1} of {taps}", end="\r", flush=True)
    print()
    return cells
