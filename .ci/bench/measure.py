"""Measure everything, or the parts that are named, and print one table."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.server.serve import raise_file_limit

from . import boardgame, book, growth, loading, pixel, slow, trace
from .child import ROOT, set_apart
from .figures import Report
from .sizes import EVENINGS, SLOW, Effort, compare

RESULT = ROOT / "instance" / "bench.json"
PARTS = (
    "start",
    "load",
    "readable",
    "pixel",
    "growth",
    "memory",
    "idle",
    "kept",
    "delivery",
    "slow",
    "trace",
    "book",
)


def main() -> None:
    given = _arguments()
    raise_file_limit()
    given.json.parent.mkdir(exist_ok=True)
    report = Report()
    effort = Effort(1, 5) if given.quick else Effort(max(given.runs, 1), 40)
    folder = Path(tempfile.mkdtemp(prefix="companion-bench-"))
    try:
        for part in given.parts or PARTS:
            print(f"{part} …", flush=True)
            _measure(part, report, folder, effort, given)
            report.write(given.json)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print()
    print(report.table())
    print(f"\nEvery run: {given.json}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python .ci/bench", description="How fast the program is.")
    parser.add_argument("parts", nargs="*", help=f"what to measure (default: all): {', '.join(PARTS)}")
    parser.add_argument("--runs", type=int, default=5, help="runs of each figure (default: 5)")
    parser.add_argument("--quick", action="store_true", help="one short run of each figure, for trying out")
    parser.add_argument("--taps", type=int, default=60, help="taps in each cell of pixel (default: 60)")
    parser.add_argument("--apart", action="store_true", help="servers on one processor, browsers on the others")
    parser.add_argument("--alone", action="store_true", help="leave boardgame.io out")
    parser.add_argument(
        "--json", type=Path, default=RESULT, help="where every run is written (default: instance/bench.json)"
    )
    given = parser.parse_args()
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if given.apart:
        try:
            set_apart()
        except OSError as error:
            parser.error(str(error))
    return given


def _measure(part: str, report: Report, folder: Path, effort: Effort, given: argparse.Namespace) -> None:
    here = folder / part
    here.mkdir()
    parts: dict[str, Callable[[], None]] = {
        "start": lambda: loading.start(report, here, effort.runs * 2),
        "load": lambda: loading.first_load(report, here),
        "readable": lambda: loading.readable(report, here, effort.runs),
        "pixel": lambda: pixel.measure(report, here, min(given.taps, 5) if given.quick else given.taps, given.alone),
        "growth": lambda: growth.actions(report, here, effort.runs),
        "memory": lambda: growth.memory(report, here, effort.runs),
        "idle": lambda: growth.idle(report, here, effort.runs),
        "kept": lambda: growth.kept(report, here, 0.02 if given.quick else 1),
        "delivery": lambda: _delivery(report, here, effort, given),
        "slow": lambda: _slow(report, here, effort),
        "trace": lambda: trace.tap(report, here),
        "book": lambda: book.measure(report, here, effort.runs),
    }
    parts[part]()


def _delivery(report: Report, folder: Path, effort: Effort, given: argparse.Namespace) -> None:
    other = None
    if not given.alone:
        (folder / "other").mkdir()
        other = boardgame.installed(folder / "other")
        if other is None:
            report.note("boardgame.io is not compared: it takes Node and an npm that can fetch it")
    for count, rates in EVENINGS:
        place = folder / str(count)
        place.mkdir()
        asyncio.run(compare(report, place, count, rates, effort, other))


def _slow(report: Report, folder: Path, effort: Effort) -> None:
    env = slow.environment(folder)
    if env is None:
        report.note("no slow disk: it takes a C compiler (cc)")
        return
    asyncio.run(compare(report, folder, *SLOW, effort, None, "slow disk, ", env))


if __name__ == "__main__":
    main()
