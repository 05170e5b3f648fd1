"""Looks that distinguish people, an icon and its colour together: at the table, in the plot and in the history.

The drawings themselves are in ``static``; clans and sides have other colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.display import Board

FIGURES = (
    *("anvil", "cat", "candle", "spade", "hedgehog", "torch"),
    *("bat", "squirrel", "saw", "fox", "star", "wheelbarrow"),
)
"""Tools, animals and lights, none of them the picture of a role; neighbours are not alike."""


class Avatar(NamedTuple):
    """Someone's look: the icon (``figure``), and the number of the ``colour`` (0 to 11) that it always has."""

    colour: int
    figure: str


def default_avatar(place: int) -> Avatar:
    """Return the look of that seat if nobody has chosen anything."""
    number = place % len(FIGURES)
    return Avatar(number, FIGURES[number])


def avatar_of(figure: str) -> Avatar:
    """Return the look with that icon."""
    return Avatar(FIGURES.index(figure), figure)


def assign_avatars(chosen: Sequence[str | None]) -> list[Avatar]:
    """Give people who sit together their looks, all different.

    Those who have chosen an icon get it, the first if two chose the same; the others get the next free one.
    """
    found: list[str | None] = []
    for figure in chosen:
        found.append(figure if figure in FIGURES and figure not in found else None)
    for place, own in enumerate(found):
        if own is None:
            in_order = (default_avatar(place + more).figure for more in range(len(FIGURES)))
            found[place] = next((figure for figure in in_order if figure not in found), default_avatar(place).figure)
    return [avatar_of(figure) for figure in found if figure is not None]


def with_avatars(board: Board, looks: Sequence[Avatar]) -> Board:
    """Return the board with everyone's look on it."""
    rows = (row._replace(colour=look.colour, figure=look.figure) for row, look in zip(board.seats, looks, strict=True))
    return board._replace(seats=tuple(rows))
