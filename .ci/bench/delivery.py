"""Tap to last screen: taps at a steady rate, and when each of a table's 13 screens has each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from . import tables
from .child import Child
from .figures import Report, percentile
from .tables import Made
from .wire import Finger, Screen, get, post

EVENINGS = ((1, 2), (10, 5))
"""So many tables, and the taps a second at all of them together."""
WARM, TAPS = 13, 40
LATE, PATIENCE = 1.0, 5.0


class Table:
    """A table with all its screens connected. Versions count its taps; ``first`` is the one that stood first."""

    def __init__(self, made: Made, port: int) -> None:
        self.made = made
        self.port = port
        self.screens: list[Screen] = []
        self.first = 0
        self.tapped: list[float] = []
        self.finger = Finger()

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        code = self.made.code
        phones = [(f"/{code}/stream/phone", cookie) for cookie in self.made.cookies]
        for path, cookie in [*phones, (f"/{code}/stream/table", self.made.host)]:
            screen = Screen(get(path, self.port, cookie))
            await loop.create_connection(lambda s=screen: s, "127.0.0.1", self.port)  # type: ignore[misc]
            self.screens.append(screen)
            await asyncio.wait_for(screen.opened, 60)
        await loop.create_connection(lambda: self.finger, "127.0.0.1", self.port)
        self.first = self.screens[0].seen[-1][0]

    def tap(self) -> None:
        cookie, fields = self.made.tap(len(self.tapped))
        request = post(f"/{self.made.code}/act", self.port, cookie, fields)
        self.tapped.append(time.perf_counter())
        self.finger.send(request)

    def is_settled(self) -> bool:
        return all(screen.seen[-1][0] >= self.first + len(self.tapped) for screen in self.screens)

    def arrivals(self, number: int) -> list[float]:
        """When each screen had that tap (from 0): with its own state, or with a newer one that stands for it."""
        version = self.first + number + 1
        states = ([at for seen, at, _ in screen.seen if seen >= version] for screen in self.screens)
        return [times[0] for times in states if times]

    def close(self) -> None:
        self.finger.close()
        for screen in self.screens:
            screen.close()


def measure(report: Report, folder: Path, runs: int) -> None:
    for count, rate in EVENINGS:
        asyncio.run(_evening(report, folder / f"{count}", count, rate, runs))


async def _evening(report: Report, folder: Path, count: int, rate: int, runs: int) -> None:
    what = f"{count} table{'s' if count > 1 else ''}, {rate} taps/s"
    made = tables.make(folder, count)
    with Child(folder) as child:
        opened = [Table(one, child.port) for one in made]
        for table in opened:
            await table.open()
        await _play(opened, WARM * count, 10)
        _sizes(report, what, opened)
        for _ in range(runs):
            since = [len(table.tapped) for table in opened]
            used = child.cpu()
            await _play(opened, TAPS, rate)
            report.add(f"{what}: processor for a tap", "ms", (child.cpu() - used) / TAPS * 1e3)
            _judge(report, what, opened, since)
        for table in opened:
            table.close()


async def _play(opened: Sequence[Table], taps: int, rate: float) -> None:
    """Taps in turn at all tables, which keep their pace whether the server follows or not; returns when every screen
    has them, or after five seconds more."""
    start = time.perf_counter()
    for number in range(taps):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        opened[number % len(opened)].tap()
    end = time.perf_counter() + PATIENCE
    while time.perf_counter() < end and not all(table.is_settled() for table in opened):
        await asyncio.sleep(0.01)
    if refused := [one for table in opened for one in table.finger.refused]:
        raise RuntimeError(f"a tap was refused: {refused[0]}")


def _judge(report: Report, what: str, opened: Sequence[Table], since: Sequence[int]) -> None:
    """The taps from these numbers on."""
    answers, last = [], []
    missed = late = 0
    for table, first in zip(opened, since, strict=True):
        for number, sent in enumerate(table.tapped[first:], first):
            arrived = table.arrivals(number)
            missed += len(table.screens) - len(arrived)
            late += sum(at - sent > LATE for at in arrived)
            answers.append(table.finger.answered[number] - sent)
            last.append(max(arrived, default=float("inf")) - sent)
    for name, seconds in (("answer", answers), ("last screen", last)):
        for share in (50, 95):
            report.add(f"{what}: until the {name}, p{share}", "ms", percentile(seconds, share / 100) * 1e3)
    report.add(f"{what}: screens that missed a tap", "", missed)
    report.add(f"{what}: screens later than 1 s", "", late)


def _sizes(report: Report, what: str, opened: Sequence[Table]) -> None:
    """What a change costs each screen. The last screen of a table is the table screen."""
    phones = [size for table in opened for screen in table.screens[:-1] for _, _, size in screen.seen[1:]]
    shown = [size for table in opened for _, _, size in table.screens[-1].seen[1:]]
    report.add(f"{what}: bytes of a change, phone, on average", "kB", sum(phones) / len(phones) / 1e3)
    report.add(f"{what}: bytes of a change, table screen, on average", "kB", sum(shown) / len(shown) / 1e3)
