"""Measure everything, or the parts that are named, and print one table."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from companion.server.serve import raise_file_limit

from . import calls, delivery, growth, loading
from .child import ROOT
from .figures import Report

RESULT = ROOT / "instance" / "bench.json"
PARTS = {
    "start": loading.start,
    "load": loading.first_load,
    "tap": delivery.measure,
    "growth": growth.measure,
    "calls": calls.measure,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python .ci/bench", description="How fast the program is.")
    parser.add_argument("parts", nargs="*", help=f"what to measure (default: all): {', '.join(PARTS)}")
    parser.add_argument("--runs", type=int, default=5, help="runs of each figure (default: 5)")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    raise_file_limit()
    report = Report()
    for part in given.parts or PARTS:
        print(f"{part} …", flush=True)
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            PARTS[part](report, Path(folder), max(1, given.runs))
    report.write(RESULT)
    print(f"\n{report.table()}\n\nEvery run: {RESULT}")
