"""What has been measured: each figure with all its runs, as one table and as JSON."""

from __future__ import annotations

import json
import math
import os
import platform
import statistics
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that is not below ``share`` (0 … 1) of all; infinite where there is none."""
    ordered = sorted(values) or [math.inf]
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def shown(number: float) -> str:
    """Three digits that count, and no more than that."""
    return f"{number:,.0f}" if number == 0 or abs(number) >= 100 else f"{number:.{2 if abs(number) < 10 else 1}f}"


class Report:
    """All figures in the order in which they were first measured."""

    def __init__(self) -> None:
        self.figures: dict[tuple[str, str], list[float]] = {}

    def add(self, name: str, unit: str, value: float) -> None:
        """One run's value."""
        self.figures.setdefault((name, unit), []).append(value)

    def table(self) -> str:
        rows = [f"{'figure':58} {'unit':>5} {'min':>9} {'median':>9} {'max':>9} runs"]
        for (name, unit), runs in self.figures.items():
            numbers = (min(runs), statistics.median(runs), max(runs))
            rows.append(f"{name:58} {unit:>5} {' '.join(f'{shown(n):>9}' for n in numbers)} {len(runs):4}")
        return "\n".join(rows)

    def write(self, path: Path) -> None:
        """Every run, as JSON."""
        data = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores",
            "figures": {name: {"unit": unit, "runs": runs} for (name, unit), runs in self.figures.items()},
        }
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
