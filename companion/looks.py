"""Colours and figures by which people are told apart: one each, at the table, in the plot and in the book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from companion.rules.board import Board

COLOURS = 12
FIGURES = (
    *("anvil", "hammer", "saw", "spade", "wrench", "wheelbarrow"),
    *("bat", "cat", "dog", "fox", "hedgehog", "mole", "raven", "squirrel"),
    *("candle", "moon", "star", "torch"),
)
"""Tools, animals and lights, none of them the picture of a role."""
_STEP = 7
"""Neighbours have figures that are not alike."""
_T = TypeVar("_T")


class Look(NamedTuple):
    """The colour (0 to 11) and the figure that somebody is known by."""

    colour: int
    figure: str


def look_at(place: int) -> Look:
    """The look of that place, where nobody has chosen anything."""
    return Look(place % COLOURS, FIGURES[place * _STEP % len(FIGURES)])


def looks_of(chosen: Sequence[tuple[int | None, str | None]]) -> list[Look]:
    """The looks of people beside each other, none like another one: as they have chosen, the first of two who have
    chosen the same; for the others the next that is free."""
    colours = _given([colour for colour, _ in chosen], range(COLOURS), 1)
    figures = _given([figure or None for _, figure in chosen], FIGURES, _STEP)
    return [Look(*look) for look in zip(colours, figures, strict=True)]


def _given(chosen: Sequence[_T | None], all: Sequence[_T], step: int) -> list[_T]:
    found: list[_T | None] = []
    for one in chosen:
        found.append(one if one in all and one not in found else None)
    for place, own in enumerate(found):
        if own is None:
            in_order = (all[(place * step + more) % len(all)] for more in range(len(all)))
            found[place] = next((one for one in in_order if one not in found), all[place * step % len(all)])
    return [one for one in found if one is not None]


def dressed(board: Board, looks: Sequence[Look]) -> Board:
    """The board with everybody's look on it."""
    rows = (row._replace(colour=look.colour, figure=look.figure) for row, look in zip(board.seats, looks, strict=True))
    return replace(board, seats=tuple(rows))
