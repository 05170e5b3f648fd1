"""The plot of a game: a line for each seat over the turns, as inline SVG that CSS colours."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 24, 104, 8, 20
NAME = 13
"""The height of a name at the end of its line: as many fit one below the other as there are players at most."""
LETTERS = 12
"""Of a name that fit there, beside its number."""


def plot_svg(tallies: Sequence[tuple[int, Sequence[int]]], names: Sequence[str], label: str, time: str) -> Markup:
    """``tallies`` are (turn, one value for each seat). Lines differ by dashes as well, and carry the names; who hears
    the plot hears them whole, with the last values."""
    if len(tallies) < 2:
        return Markup("")
    last = max(turn for turn, _ in tallies) or 1
    high = max(1, max(value for _, values in tallies for value in values))
    low = min(0, min(value for _, values in tallies for value in values))
    last_values = ", ".join(f"{name} {value}" for name, value in zip(names, tallies[-1][1], strict=True))
    heard, brief = f"{label}: {last_values}", brief_names(names)
    ends = _spread([_y(values, high, low) for values in tallies[-1][1]])
    parts = [
        Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, heard),
        *(_grid(value, high, low) for value in _ticks(low, high)),
        Markup('<text class="time" x="{}" y="{}">{}</text>').format((WIDTH - RIGHT + LEFT) // 2, HEIGHT - 4, time),
    ]
    for seat in range(len(names)):
        points = " ".join(f"{_x(turn, last)},{_y(values[seat], high, low)}" for turn, values in _thin(tallies, seat))
        parts.append(Markup('<polyline class="line s{}" points="{}"/>').format(seat, points))
        parts.append(
            Markup('<text class="who s{}" x="{}" y="{}">{} {}</text>').format(
                seat, WIDTH - RIGHT + 4, ends[seat] + 3, tallies[-1][1][seat], brief[seat]
            )
        )
    return Markup("").join([*parts, Markup("</svg>")])


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


def _grid(value: int, high: int, low: int) -> Markup:
    y = _y(value, high, low)
    line = Markup('<path class="grid" d="M{} {}H{}"/>').format(LEFT, y, WIDTH - RIGHT)
    return line + Markup('<text class="tick" x="{}" y="{}">{}</text>').format(LEFT - 4, y + 3, value)


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
