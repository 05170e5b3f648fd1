"""The plot of a game: a line for each person over the turns; ``templates/parts/plot.html`` draws it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 24, 114, 8, 20
NAME = 13
"""The height of a name at the end of its line: as many fit one below the other as there are players at most."""
LETTERS = 12
"""Of a name that fit there, beside its number."""
FITS = 17
"""Of several names in one label."""


@dataclass(frozen=True)
class Line:
    """One person: the points of the line, and at its end, ``y`` high, the last value and the name as far as it fits."""

    of: Any
    points: str
    y: int
    value: int
    name: str


@dataclass(frozen=True)
class Still:
    """Several whose value never changed: one line ``height`` high, and one label for all of them, ``y`` high, with
    their names where these fit."""

    of: Sequence[Any]
    height: int
    y: int
    value: int
    names: str


@dataclass(frozen=True)
class Plot:
    """``heard`` says the whole of it with the last values, ``grid`` are values with their heights. ``still`` are those
    who have no line of their own."""

    heard: str
    grid: Sequence[tuple[int, int]]
    lines: Sequence[Line]
    still: Sequence[Still] = ()
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def plot_of(tallies: Sequence[tuple[int, Sequence[int]]], people: Sequence[Any], label: str) -> Plot | None:
    """``tallies`` are (turn, one value for each seat). Lines differ by dashes as well, and carry the names. None where
    there is no line to draw."""
    if len(tallies) < 2:
        return None
    last = max(turn for turn, _ in tallies) or 1
    high = max(1, max(value for _, values in tallies for value in values))
    low = min(0, min(value for _, values in tallies for value in values))
    final, names = tallies[-1][1], [one.name for one in people]
    told = ", ".join(f"{name} {value}" for name, value in zip(names, final, strict=True))
    brief = brief_names(names)
    moved = [seat for seat in range(len(names)) if len({values[seat] for _, values in tallies}) > 1]
    rest = {value: [seat for seat, end in enumerate(final) if end == value and seat not in moved] for value in final}
    together = {value: seats for value, seats in rest.items() if len(seats) > 1}
    alone = [seat for seat in range(len(names)) if not any(seat in seats for seats in together.values())]
    ends = _spread([_y(value, high, low) for value in (*(final[seat] for seat in alone), *together)])
    lines, still = [], []
    for seat, end in zip(alone, ends, strict=False):
        points = " ".join(f"{_x(turn, last)},{_y(values[seat], high, low)}" for turn, values in _thin(tallies, seat))
        lines.append(Line(people[seat], points, end, final[seat], brief[seat]))
    for (value, seats), end in zip(together.items(), ends[len(alone) :], strict=True):
        said = ", ".join(brief[seat] for seat in seats)
        names_shown = said if len(said) <= FITS else ""
        still.append(Still([people[seat] for seat in seats], _y(value, high, low), end, value, names_shown))
    return Plot(f"{label}: {told}", [(value, _y(value, high, low)) for value in _ticks(low, high)], lines, still)


def brief_names(names: Sequence[str]) -> list[str]:
    """The names, cut where they are long: at the end, or in the middle where the ends tell them apart, or else with
    the number of the seat."""
    brief = [_cut(name, LETTERS - 1) for name in names]
    for tail in (LETTERS // 2 - 1, LETTERS - 3):
        twice = [one for one in brief if brief.count(one) > 1]
        brief = [
            _cut(name, LETTERS - 1 - tail, tail) if one in twice else one
            for name, one in zip(names, brief, strict=True)
        ]
    return [f"{one[: LETTERS - 3]}{n}." if brief.count(one) > 1 else one for n, one in enumerate(brief, start=1)]


def _cut(name: str, head: int, tail: int = 0) -> str:
    start, end = name[:head].rstrip(" -"), name[len(name) - tail :].lstrip(" -")
    return name if len(name) <= LETTERS else f"{start}…{end}"


def _x(turn: int, last: int) -> int:
    return LEFT + (WIDTH - LEFT - RIGHT) * turn // last


def _y(value: int, high: int, low: int) -> int:
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) // (high - low)


def _ticks(low: int, high: int) -> list[int]:
    step = max(1, (high - low + 3) // 4)
    return list(range(low, high + 1, step))


def _thin(tallies: Sequence[tuple[int, Sequence[int]]], seat: int) -> list[tuple[int, Sequence[int]]]:
    """Only the points where the seat's line bends."""
    kept = [
        tallies[i]
        for i in range(1, len(tallies) - 1)
        if not tallies[i - 1][1][seat] == tallies[i][1][seat] == tallies[i + 1][1][seat]
    ]
    return [tallies[0], *kept, tallies[-1]]


def _spread(ends: list[int]) -> list[int]:
    """The ends of the lines moved apart, so that the names can be read."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    placed = list(ends)
    edge = TOP - NAME
    for seat in order:
        edge = placed[seat] = max(ends[seat], edge + NAME)
    edge = HEIGHT - 4 + NAME
    for seat in reversed(order):
        edge = placed[seat] = min(placed[seat], edge - NAME)
    return placed
