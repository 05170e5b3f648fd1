"""What grows with a game: opening its table, a tap at its end, and the memory that it takes."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from . import tables
from .child import Child
from .figures import Report, percentile

LENGTHS = (1, 100, 1_000, 10_000)
TAPS = 20
MANY, ENTRIES = 60, 200


def measure(report: Report, folder: Path, runs: int) -> None:
    _actions(report, folder, runs)
    _memory(report, folder / "memory", runs)


def _actions(report: Report, folder: Path, runs: int) -> None:
    """A tap with no other screen connected, where the journal has so many entries; and the first page there."""
    made = {length: tables.make(folder / f"{length}", 1, length - 1)[0] for length in LENGTHS}
    # The newest table is loaded at the start, so it has to be another one than the one that is measured.
    other = {length: tables.make(folder / f"{length}", 1)[0] for length in LENGTHS}
    for run in range(runs):
        for length, table in made.items():
            with Child(folder / f"{length}") as child:
                # The first page of a process loads much that has nothing to do with the table.
                child.ask(f"/{other[length].code}", other[length].cookies[0])
                opened = child.ask(f"/{table.code}", table.cookies[0])
                assert opened.status == 200
                report.add(f"opening a table with {length:,} entries", "ms", opened.seconds * 1e3)
                used = child.cpu()
                seconds = [_tap(table, child, run * TAPS + number) for number in range(TAPS)]
                report.add(f"a tap at entry {length:,}: until its answer", "ms", percentile(seconds, 0.5) * 1e3)
                report.add(f"a tap at entry {length:,}: processor", "ms", (child.cpu() - used) / TAPS * 1e3)


def _tap(table: tables.Made, child: Child, number: int) -> float:
    """Seconds from the tap to its answer."""
    cookie, fields = table.tap(number)
    more = {
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
        "Origin": f"http://127.0.0.1:{child.port}",
    }
    answer = child.ask(f"/{table.code}/act", cookie, urlencode(fields), more)
    assert answer.status == 200, answer.body
    return answer.seconds


def _memory(report: Report, folder: Path, runs: int) -> None:
    """What a table takes that somebody has opened, without a stream."""
    first, *others = tables.make(folder, MANY, ENTRIES - 1)
    for _ in range(runs):
        with Child(folder) as child:
            child.ask(f"/{first.code}", first.cookies[0])
            before = child.memory()
            for table in others:
                child.ask(f"/{table.code}", table.cookies[0])
            each = (child.memory() - before) / len(others) * 1e3
            report.add(f"memory of one more table with {ENTRIES} entries", "kB", each)
