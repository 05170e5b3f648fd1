"""Taps, round after round: every seat taps once, and some of those taps are measured on the pages that are open."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from .chromium import Screen
from .marks import Tap, tap
from .programs import Program

SLOW = 4
"""How much slower a phone is than this machine."""
KINDS = ("tapping", "next", "waiting", "table screen")
SHOWN: tuple[int | None, ...] = (0, 1, 2, None)
"""The seats whose phones are pages; None is the table screen."""
LEAD = 0.1
"""Seconds that a page has been throttled before the finger is lifted; without it the first milliseconds are not."""
BETWEEN = 0.15


@dataclass(frozen=True)
class Shot:
    """What is measured when a seat taps: pages by their seats, as which kind, with which throttle."""

    rate: int
    pages: Mapping[int | None, str]


FAST: Mapping[int, Shot] = {0: Shot(1, {0: "tapping", 1: "next", 2: "waiting", None: "table screen"})}
PLAN: tuple[Mapping[int, Shot], ...] = (
    {
        0: Shot(SLOW, {1: "next"}),
        1: Shot(SLOW, {1: "tapping"}),
        2: Shot(SLOW, {1: "waiting"}),
    },
    {**FAST, 1: Shot(SLOW, {None: "table screen"})},
)
"""Two rounds, by the seat that taps: then every cell has one tap. One page at a time is throttled."""


@dataclass(frozen=True)
class Measured:
    """One cell of one tap; ``busy``: milliseconds of processor of that page's main thread until it was at rest."""

    rate: int
    kind: str
    tap: Tap | None
    busy: float


async def play(
    program: Program, screens: Mapping[int | None, Screen], plan: Mapping[int, Shot], press: float
) -> list[Measured]:
    """One round, from seat 0's tap to the last seat's; fingers lie on the glass for ``press`` seconds."""
    found = []
    for _ in range(len(program.idle) + len(screens) - 1):
        shot = plan.get(program.turn)
        if shot:
            found += await _measured(program, screens, shot, press)
        else:
            await program.tap()
    return found


async def _measured(program: Program, screens: Mapping[int | None, Screen], shot: Shot, press: float) -> list[Measured]:
    finger = screens[program.turn]
    for screen in screens.values():
        await screen.settled()
    point = await finger.at()
    for screen in screens.values():
        await screen.arm()
    pages = {seat: screens[seat] for seat in shot.pages}
    before = {seat: await page.busy() for seat, page in pages.items()}
    if shot.rate > 1:
        await asyncio.gather(*(page.throttle(shot.rate) for page in pages.values()))
        await asyncio.sleep(LEAD)
    await finger.tap(point, press)
    painted = await asyncio.gather(*(page.painted() for page in pages.values()), return_exceptions=True)
    await asyncio.sleep(BETWEEN)
    if shot.rate > 1:
        await asyncio.gather(*(page.throttle(1) for page in pages.values()))
    await program.tapped()
    touched = await finger.seen()
    found = []
    for (seat, page), error in zip(pages.items(), painted, strict=True):
        seen = None if error else tap(touched, await page.seen())
        found.append(Measured(shot.rate, shot.pages[seat], seen, await page.busy() - before[seat]))
    return found
