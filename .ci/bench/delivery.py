"""Tap to last screen: taps at a steady rate, and when each screen of the table has each of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .figures import percentile
from .tables import Made
from .wire import Finger, Screen, get, post

LATE = 1.0
PATIENCE = 5.0
TOGETHER = 40
"""Streams that are opened at the same time."""


class Table(Protocol):
    """A table under test, whatever server plays it. Versions count its taps; ``first`` is the one that stood first."""

    screens: list[Screen]
    first: int
    tapped: list[float]

    def tap(self) -> None: ...
    def answered(self) -> list[float]: ...
    def refused(self) -> list[str]: ...
    def close(self) -> None: ...


class WebTable:
    """A table of the program, or of the floor, that answers the same requests."""

    def __init__(self, made: Made, port: int, gzip: bool = True) -> None:
        self.made = made
        self.port = port
        self.gzip = gzip
        self.screens: list[Screen] = []
        self.first = 0
        self.tapped: list[float] = []
        self.finger = Finger()

    async def open(self, turn: asyncio.Semaphore) -> None:
        loop = asyncio.get_running_loop()
        code = self.made.code
        paths = [(f"/{code}/stream/phone", cookie) for cookie in self.made.cookies]
        for path, cookie in [*paths, (f"/{code}/stream/table", self.made.host)]:
            async with turn:
                request = get(path, self.port, cookie, self.gzip)
                _, screen = await loop.create_connection(lambda r=request: Screen(r), "127.0.0.1", self.port)  # type: ignore[misc]
                self.screens.append(screen)
                await asyncio.wait_for(screen.opened, 60)
        await loop.create_connection(lambda: self.finger, "127.0.0.1", self.port)
        self.first = self.screens[0].seen[-1][0]

    def tap(self) -> None:
        cookie, fields = self.made.tap(len(self.tapped))
        request = post(f"/{self.made.code}/act", self.port, cookie, fields, self.gzip)
        self.tapped.append(time.perf_counter())
        self.finger.send(request)

    def answered(self) -> list[float]:
        return self.finger.answered

    def refused(self) -> list[str]:
        return self.finger.refused

    def close(self) -> None:
        self.finger.close()
        for screen in self.screens:
            screen.close()


async def open_all(made: Sequence[Made], port: int, gzip: bool = True) -> list[WebTable]:
    """All tables with all their screens connected."""
    turn = asyncio.Semaphore(TOGETHER)
    tables = [WebTable(one, port, gzip) for one in made]
    await asyncio.gather(*(table.open(turn) for table in tables))
    return tables


@dataclass
class Outcome:
    """What one run gave: seconds from each tap to its answer and its last screen, bytes of each delivery, and what went
    wrong."""

    answers: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    missed: int = 0
    late: int = 0
    deliveries: int = 0
    cpu: float = 0.0

    def answer(self, share: int) -> float:
        """Milliseconds until that share (0 … 100) of all taps was answered."""
        return percentile(self.answers, share / 100) * 1000

    def last_screen(self, share: int) -> float:
        """Milliseconds until the last screen had it."""
        return percentile(self.last, share / 100) * 1000

    def cpu_each(self) -> float:
        """Microseconds of the server's processor for each screen brought up to date."""
        return self.cpu / max(1, self.deliveries) * 1e6


async def play(tables: Sequence[Table], rate: float, taps: int, cpu: Callable[[], float]) -> Outcome:
    """``taps`` taps, ``rate`` a second, in turn at all tables; waits until every screen has them, or for five seconds.

    The taps keep their pace whether the server follows or not.
    """
    before = [len(table.tapped) for table in tables]
    marks = [[len(screen.seen) for screen in table.screens] for table in tables]
    used = cpu()
    start = time.perf_counter()
    for number in range(taps):
        wait = start + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        tables[number % len(tables)].tap()
    await _settled(tables)
    outcome = Outcome(cpu=cpu() - used)
    for table, since, seen in zip(tables, before, marks, strict=True):
        if table.refused():
            raise RuntimeError(f"a tap was refused: {table.refused()[0]}")
        _judge(table, since, seen, outcome)
        answered = zip(table.tapped[since:], table.answered()[since:], strict=False)
        outcome.answers += [at - sent for sent, at in answered]
    return outcome


async def _settled(tables: Sequence[Table]) -> None:
    end = time.perf_counter() + PATIENCE
    while time.perf_counter() < end:
        if all(s.seen[-1][0] >= t.first + len(t.tapped) for t in tables for s in t.screens):
            return
        await asyncio.sleep(0.01)


def _judge(table: Table, since: int, marks: Sequence[int], outcome: Outcome) -> None:
    """When each screen had each tap: with its own state, or with a newer one that stands for it."""
    arrivals: list[list[float]] = [[] for _ in table.tapped[since:]]
    for screen, mark in zip(table.screens, marks, strict=True):
        events = screen.seen[mark:]
        outcome.deliveries += len(events)
        outcome.bytes += [size for _, _, size in events]
        position = 0
        for number, times in enumerate(arrivals, since + 1):
            while position < len(events) and events[position][0] < table.first + number:
                position += 1
            if position < len(events):
                times.append(events[position][1])
    for sent, times in zip(table.tapped[since:], arrivals, strict=True):
        outcome.missed += len(table.screens) - len(times)
        outcome.late += sum(1 for at in times if at - sent > LATE)
        if times:
            outcome.last.append(max(times) - sent)
