"""What was measured as two tables (each cell with its goals; where its time goes), and every tap in the JSON."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence

from ..figures import Report, percentile, shown
from .marks import PARTS
from .programs import LIMIT, PRODUCT, REACT, SEATS
from .rounds import KINDS, SHOWN, SLOW, Measured

Cells = dict[tuple[int, str, str], list[Measured]]
"""The taps of each cell: throttle, kind of page, program."""

GOALS = {REACT: 1.0, LIMIT: 2.0}
SHARES = {"p50": 0.5, "p95": 0.95}
HOW = (
    f"{SEATS + 1} screens, {len(SHOWN)} of them pages in Chromium, the others bare streams. One page at a time is"
    " throttled, and only around its tap: an idle throttled page spins."
)


def write(report: Report, cells: Cells, names: Sequence[str], how: str) -> None:
    """Everything into the report, of buttons that were tapped like that."""
    for (rate, kind, name), measured in cells.items():
        _details(report, f"tap to pixel {rate}×, {kind}, {name}, {how}", measured)
    for rate, kind in _pages():
        for share in SHARES:
            for name in names:
                whole = percentile(totals(cells[rate, kind, name]), SHARES[share])
                report.add(f"{_name(rate, kind, name, share)}, {how}", "ms", whole, detail=True)
    both = (*_against(report, cells, names, how), "", *_split(cells, names), "")
    report.tables += ["", f"Buttons {how}. {HOW}", "", *both]


def totals(measured: Sequence[Measured]) -> list[float]:
    """Milliseconds from the finger to the paint of all taps that were painted."""
    return [one.tap.total for one in measured if one.tap]


def ratio(
    cells: Mapping[tuple[int, str, str], Sequence[Measured]], rate: int, kind: str, other: str, share: str
) -> float:
    """How many times as long as with ``other`` the product takes."""
    own, others = (percentile(totals(cells[rate, kind, name]), SHARES[share]) for name in (PRODUCT, other))
    return own / others


def _name(rate: int, kind: str, name: str, share: str) -> str:
    return f"tap to pixel {rate}×, {kind}: {share}, {name}"


def _pages() -> Iterator[tuple[int, str]]:
    return ((rate, kind) for rate in (1, SLOW) for kind in KINDS)


def _details(report: Report, what: str, measured: Sequence[Measured]) -> None:
    for one in measured:
        report.add(f"{what}: main thread", "ms", one.busy, detail=True)
        if one.tap is None:
            continue
        report.add(f"{what}: each tap", "ms", one.tap.total, detail=True)
        report.add(f"{what}: changed again after the paint", "", one.tap.again, detail=True)
        for part, words in PARTS.items():
            report.add(f"{what}: {words}", "ms", one.tap.parts[part], detail=True)


def _against(report: Report, cells: Cells, names: Sequence[str], how: str) -> Iterator[str]:
    """Each kind of page: p50 / p95 of all programs, and the product's as multiples of the others' beside the goals."""
    others = [name for name in names if name in GOALS]
    goals = [f"to {name} (goal ≤ {GOALS[name]:.1f})" for name in others]
    yield from _head("tap to pixel, ms, p50 / p95", *names, *goals, "missed")
    for rate, kind in _pages():
        row = []
        for name in names:
            whole = totals(cells[rate, kind, name])
            row.append(" / ".join(shown(percentile(whole, share)) for share in SHARES.values()))
        for other in others:
            times = {share: ratio(cells, rate, kind, other, share) for share in SHARES}
            for share, value in times.items():
                report.add(f"{_name(rate, kind, PRODUCT, share)}, {how}, to {other}", "×", value, detail=True)
            row.append(" / ".join(f"{value:.2f}" for value in times.values()))
        row.append(str(sum(one.tap is None for name in names for one in cells[rate, kind, name])))
        yield _row(f"{rate}×, {kind}", *row)


def _split(cells: Cells, names: Sequence[str]) -> Iterator[str]:
    """Where the time goes: medians, which do not quite add up."""
    yield from _head("where it goes, ms, medians", *PARTS.values(), "main thread until it rests", "drawn again")
    for rate, kind in _pages():
        for name in names:
            taps = [one.tap for one in cells[rate, kind, name] if one.tap]
            if not taps:
                continue
            parts = [shown(statistics.median(tap.parts[part] for tap in taps)) for part in PARTS]
            busy = shown(statistics.median(one.busy for one in cells[rate, kind, name]))
            again = shown(statistics.mean(tap.again for tap in taps))
            yield _row(f"{rate}×, {kind}: {name}", *parts, busy, again)


def _head(*words: str) -> tuple[str, str]:
    return _row(*words), _row(*("---" for _ in words))


def _row(*words: str) -> str:
    return f"| {' | '.join(words)} |"
