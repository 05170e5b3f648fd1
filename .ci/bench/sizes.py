"""Tap to last screen, as tables play: the program, the floor and boardgame.io in turn, in the same run."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import boardgame, delivery, tables
from .child import Child, companion, floor
from .delivery import Outcome, Table, play
from .figures import Report

PROGRAM, FLOOR, OTHER = "companion", "floor", "boardgame.io"
EVENINGS = ((1, (1, 2)), (10, (5,)))
"""So many tables, and the taps a second at all of them together."""
SLOW = (4, (4,))
"""The same where the disk is slow."""


@dataclass(frozen=True)
class Effort:
    """``runs`` of each figure, ``taps`` in each of them."""

    runs: int
    taps: int


@dataclass
class Side:
    """One server with all its tables and screens connected."""

    name: str
    child: Child
    tables: Sequence[Table]

    async def measure(self, rate: float, taps: int) -> Outcome:
        return await play(self.tables, rate, taps, self.child.cpu)

    def close(self) -> None:
        for table in self.tables:
            table.close()


async def compare(
    report: Report,
    folder: Path,
    count: int,
    rates: Sequence[float],
    effort: Effort,
    other: Path | None,
    disk: str = "",
    env: Mapping[str, str] | None = None,
) -> None:
    """All rates with ``count`` tables; boardgame.io too, where it is installed in ``other``."""
    size = f"{disk}{count} table{'s' if count > 1 else ''}, {count * tables.SCREENS} screens"
    made = tables.make(folder / "data", count)
    with contextlib.ExitStack() as stack:
        child = stack.enter_context(companion(folder / "data", env))
        sides = [Side(PROGRAM, child, await delivery.open_all(made, child.port))]
        stack.callback(sides[0].close)
        warm = await sides[0].measure(10, 13)
        _bytes(report, sides[0], size)
        child = stack.enter_context(floor(folder, sum(warm.bytes) // len(warm.bytes), env))
        sides.append(Side(FLOOR, child, await delivery.open_all(made, child.port)))
        stack.callback(sides[1].close)
        if other:
            child = stack.enter_context(boardgame.started(other))
            sides.append(Side(OTHER, child, await boardgame.open_all(count, child.port)))
            stack.callback(sides[2].close)
        for side in sides:
            report.add(f"{size}: memory with all streams open, {side.name}", "MB", side.child.memory())
        for run in range(effort.runs):
            for rate in rates:
                for side in sides:
                    _write(report, f"{size}, {rate} taps/s", side.name, await side.measure(rate, effort.taps))
            print(f"  {size}: run {run + 1} of {effort.runs}", flush=True)


def _bytes(report: Report, side: Side, size: str) -> None:
    """What a change costs each screen. The last screen of a table is the table screen."""
    phones = [size for table in side.tables for screen in table.screens[:-1] for _, _, size in screen.seen[1:]]
    shown = [size for table in side.tables for _, _, size in table.screens[-1].seen[1:]]
    report.add(f"{size}: bytes of a change, phone, on average", "kB", sum(phones) / len(phones) / 1e3)
    report.add(f"{size}: bytes of a change, phone, at most", "kB", max(phones) / 1e3)
    report.add(f"{size}: bytes of a change, table screen, at most", "kB", max(shown) / 1e3)


def _write(report: Report, what: str, name: str, outcome: Outcome) -> None:
    for share in (50, 95):
        if outcome.answers:
            report.add(f"{what}: until the answer, p{share}, {name}", "ms", outcome.answer(share))
        report.add(f"{what}: until the last screen, p{share}, {name}", "ms", outcome.last_screen(share))
    report.add(f"{what}: processor a delivery, {name}", "µs", outcome.cpu_each())
    report.add(f"{what}: missed, {name}", "", outcome.missed)
    report.add(f"{what}: later than 1 s, {name}", "", outcome.late)
