"""Tap to last screen at several sizes and rates: the program, the floor and boardgame.io in turn, in the same run."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import boardgame, delivery, tables
from .child import Child, companion, floor
from .delivery import Outcome, Table, play
from .figures import Report

PROGRAM, FLOOR, OTHER = "companion", "floor", "boardgame.io"
RATES = (1, 10, 50)
LIMIT = 50.0
"""Milliseconds that the last screen may take, in one of a hundred taps."""
SLOWEST, FASTEST = 10.0, 500.0
STEP = 1.35


@dataclass(frozen=True)
class Effort:
    """How often, and how long: ``runs`` of each figure, ``seconds`` and at least ``taps`` taps a run."""

    runs: int
    seconds: float
    taps: int

    def count(self, rate: float) -> int:
        return max(self.taps, round(self.seconds * rate))


@dataclass
class Side:
    """One server with all its tables and screens connected."""

    name: str
    child: Child
    tables: Sequence[Table]

    async def measure(self, rate: float, effort: Effort) -> Outcome:
        return await play(self.tables, rate, effort.count(rate), self.child.cpu)

    def close(self) -> None:
        for table in self.tables:
            table.close()


def size_name(count: int) -> str:
    return f"{count:,} table{'s' if count > 1 else ''}, {count * tables.SCREENS:,} screens"


async def compare(report: Report, folder: Path, count: int, effort: Effort, other: Path | None, top: bool) -> None:
    """All rates with ``count`` tables; with ``top`` the highest rate too."""
    size = size_name(count)
    with contextlib.ExitStack() as stack:
        sides = [await _program(report, stack, folder, count, size)]
        warm = await sides[0].measure(10, Effort(1, 1, 13))
        _bytes(report, sides[0], size)
        room = resource.getrlimit(resource.RLIMIT_NOFILE)[0] // (count * (tables.SCREENS + 1))
        if room > 1:
            sides.append(await _floor(stack, folder, sides[0], sum(warm.bytes) // len(warm.bytes), count))
        if room > 2 and other:
            sides.append(await _other(report, stack, other, count, size))
        if room <= 2:
            report.note(f"{size}: this process may not open enough files to connect to every server at once")
        for run in range(effort.runs):
            for rate in RATES:
                for side in sides:
                    _write(report, f"{size}, {rate} taps/s", side.name, await side.measure(rate, effort))
            if top:
                for side in sides:
                    if side.name != FLOOR:
                        report.add(
                            f"{size}: highest taps/s, at most one in a hundred over {LIMIT:.0f} ms, {side.name}",
                            "taps/s",
                            await _highest(side),
                        )
            print(f"  {size}: run {run + 1} of {effort.runs}", flush=True)
        report.add(f"{size}: memory after all that, {PROGRAM}", "MB", sides[0].child.memory())


async def _program(report: Report, stack: contextlib.ExitStack, folder: Path, count: int, size: str) -> Side:
    made = tables.make(folder / "data", count)
    child = stack.enter_context(companion(folder / "data"))
    before = child.memory()
    opened = await delivery.open_all(made, child.port)
    held = child.memory()
    report.add(f"{size}: memory with all streams open, {PROGRAM}", "MB", held)
    if count > 1:
        report.add(
            f"{size}: memory of one stream with its share of the table", "kB", (held - before) / count / 13 * 1e3
        )
    side = Side(PROGRAM, child, opened)
    stack.callback(side.close)
    return side


async def _floor(stack: contextlib.ExitStack, folder: Path, program: Side, size: int, count: int) -> Side:
    child = stack.enter_context(floor(folder, size))
    made = [table.made for table in program.tables if isinstance(table, delivery.WebTable)]
    side = Side(FLOOR, child, await delivery.open_all(made, child.port))
    stack.callback(side.close)
    return side


async def _other(report: Report, stack: contextlib.ExitStack, folder: Path, count: int, size: str) -> Side:
    child = stack.enter_context(boardgame.started(folder))
    side = Side(OTHER, child, await boardgame.open_all(count, child.port))
    report.add(f"{size}: memory with all streams open, {OTHER}", "MB", child.memory())
    stack.callback(side.close)
    return side


def _bytes(report: Report, side: Side, size: str) -> None:
    """What a change costs each screen. The last screen of a table is the table screen."""
    phones = [size for table in side.tables for screen in table.screens[:-1] for _, _, size in screen.seen[1:]]
    shown = [size for table in side.tables for _, _, size in table.screens[-1].seen[1:]]
    report.add(f"{size}: bytes of a change, phone, on average", "kB", sum(phones) / len(phones) / 1e3)
    report.add(f"{size}: bytes of a change, phone, at most", "kB", max(phones) / 1e3)
    report.add(f"{size}: bytes of a change, table screen, at most", "kB", max(shown) / 1e3)


def _write(report: Report, what: str, name: str, outcome: Outcome) -> None:
    report.add(f"{what}: p50, {name}", "ms", outcome.p50())
    report.add(f"{what}: p99, {name}", "ms", outcome.p99())
    report.add(f"{what}: processor a delivery, {name}", "µs", outcome.cpu_each())
    report.add(f"{what}: missed, {name}", "", outcome.missed)
    report.add(f"{what}: later than 1 s, {name}", "", outcome.late)


async def _highest(side: Side) -> float:
    """The highest rate of a ladder at which the last screen has all but one in a hundred taps within the limit, for two
    seconds and a hundred taps at least. One slow tap alone, a pause of the collector, does not end it."""
    rate, held = SLOWEST, 0.0
    while rate <= FASTEST:
        outcome = await side.measure(rate, Effort(1, 2, 100))
        if outcome.missed or outcome.slow(LIMIT) * 100 > len(outcome.last):
            return held
        held, rate = rate, rate * STEP
    return held


def slow_disk(
    report: Report, folder: Path, count: int, rates: Sequence[float], effort: Effort, env: Mapping[str, str]
) -> None:
    """The program and the floor where every sync takes 20 ms longer."""
    made = tables.make(folder / "data", count)

    async def measured() -> None:
        with companion(folder / "data", env) as one, floor(folder, 1000, env) as other:
            for name, child in ((PROGRAM, one), (FLOOR, other)):
                side = Side(name, child, await delivery.open_all(made, child.port))
                for _ in range(effort.runs):
                    for rate in rates:
                        outcome = await side.measure(rate, effort)
                        _write(report, f"slow disk, {size_name(count)}, {rate} taps/s", name, outcome)
                side.close()

    asyncio.run(measured())
