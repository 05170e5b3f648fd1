"""What has been measured: each figure with all its runs, as one table and as JSON."""

from __future__ import annotations

import json
import math
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is not below ``share`` (0 … 1) of all; infinite where there is none."""
    ordered = sorted(values) or [math.inf]
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@dataclass
class Figure:
    """One figure: its name, its unit and its value in each run."""

    name: str
    unit: str
    values: list[float] = field(default_factory=list)
    detail: bool = False

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def row(self) -> str:
        numbers = (min(self.values), self.median, max(self.values))
        return (
            f"{self.name:64} {self.unit:>8} " + " ".join(f"{shown(n):>10}" for n in numbers) + f" {len(self.values):4}"
        )


def shown(number: float) -> str:
    """Three digits that count, and no more than that."""
    if number == 0 or abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.{2 if abs(number) < 10 else 1}f}"


class Report:
    """All figures in the order in which they were first measured, and what could not be measured."""

    def __init__(self) -> None:
        self.figures: dict[str, Figure] = {}
        self.notes: list[str] = []
        self.tables: list[str] = []

    def add(self, name: str, unit: str, value: float, detail: bool = False) -> None:
        """One run's value. A ``detail`` stands in the JSON alone."""
        self.figures.setdefault(name, Figure(name, unit, detail=detail)).values.append(value)

    def note(self, sentence: str) -> None:
        """Something that was left out, and why."""
        if sentence not in self.notes:
            self.notes.append(sentence)
            print(f"! {sentence}", flush=True)

    def ratio(self, name: str, one: str, other: str) -> None:
        """How many times ``other`` the figure ``one`` is, run by run; nothing where one of them was not measured."""
        if one in self.figures and other in self.figures:
            for above, below in zip(self.figures[one].values, self.figures[other].values, strict=False):
                self.add(name, "×", above / below if below else math.nan)

    def table(self) -> str:
        """All figures but details, then what has a table of its own, then what was left out."""
        head = f"{'figure':72} {'unit':>7} {'min':>10} {'median':>10} {'max':>10} runs"
        rows = [figure.row() for figure in self.figures.values() if not figure.detail]
        return "\n".join([*([head, *rows] if rows else []), *self.tables, *self.notes])

    def write(self, path: Path) -> None:
        """The same as JSON, with every run."""
        data: dict[str, Any] = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "figures": {one.name: {"unit": one.unit, "runs": one.values} for one in self.figures.values()},
            "notes": self.notes,
        }
        path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    """Where it was measured."""
    return {"system": platform.platform(), "python": sys.version.split()[0], "cores": os.cpu_count(), "cpu": _cpu()}


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
