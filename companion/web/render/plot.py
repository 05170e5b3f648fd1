"""The plot of a game: a line for each person over the turns; ``templates/parts/looks.html`` draws it.

The game says whether a plot can be shown, and its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engine.text import write_number

WIDTH = 356
HEIGHT = 230
LEFT = 28
RIGHT = 152
TOP = 10
BOTTOM = 26
NAME = 17
"""The height of a name at the end of its line: as many fit one below the other as there are players at most."""
LETTER_BELOW = 9
"""How far the letters of a name reach below its middle."""
LETTERS = 12
"""How many letters of a name fit next to its number."""


class PlotLine(NamedTuple):
    """The line of one person: its points, and at its end, at height ``y``, the last value and the name, perhaps cut.

    The icon next to it distinguishes people whose names start alike.
    """

    of: Any
    points: str
    y: int
    value: int
    name: str


class Plot(NamedTuple):
    """A plot. ``heard`` says the whole of it with the last values, ``grid`` are values with their heights."""

    heard: str
    grid: Sequence[tuple[int, int]]
    lines: Sequence[PlotLine]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def make_plot(tallies: Sequence[tuple[int, Sequence[int]]], people: Sequence[Any], label: str) -> Plot:
    """Make the plot of ``tallies``: (turn, one value for each seat), two at least. Lines differ by dashes as well."""
    last, final = tallies[-1]
    values = [value for _, row in tallies for value in row]
    low = min(0, *values)
    high = max(1, *values)

    def height(value: int) -> int:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) // (high - low)

    ends = _spread([height(value) for value in final])
    lines = []
    for seat, (person, y) in enumerate(zip(people, ends, strict=True)):
        points = ((LEFT + (WIDTH - LEFT - RIGHT) * turn // last, height(row[seat])) for turn, row in tallies)
        name = person.name if len(person.name) <= LETTERS else f"{person.name[: LETTERS - 1].rstrip(' -')}…"
        lines.append(PlotLine(person, " ".join(f"{x},{y}" for x, y in points), y, final[seat], name))
    told = ", ".join(f"{person.name} {write_number(value)}" for person, value in zip(people, final, strict=True))
    ticks = range(low, high + 1, max(1, (high - low + 3) // 4))
    return Plot(f"{label}: {told}", [(value, height(value)) for value in ticks], lines)


def _spread(ends: list[int]) -> list[int]:
    """Move the ends of the lines apart, so that the names can be read."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    placed = list(ends)
    edge = TOP - NAME
    for seat in order:
        edge = placed[seat] = max(ends[seat], edge + NAME)
    edge = HEIGHT - LETTER_BELOW + NAME
    for seat in reversed(order):
        edge = placed[seat] = min(placed[seat], edge - NAME)
    return placed
