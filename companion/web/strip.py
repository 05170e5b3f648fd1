"""A person over the turns of a round as lanes: what others thought, and what could be known. The template
``pages/thoughts.html`` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from companion.rules.text import Text
from companion.told.minds import Moment, Strip

HIGH = 100
"""The height of a lane."""


class Box(NamedTuple):
    """A box over some turns; ``kind`` says how it looks."""

    kind: str
    x: int
    y: float
    width: int
    height: float


@dataclass(frozen=True)
class Lane:
    """Boxes from the turn before ``first`` on, ``width`` turns wide; ``sure`` are the turns at which a mark stands."""

    first: int
    width: int
    boxes: Sequence[Box]
    middle: bool = False
    sure: Sequence[int] = ()
    height: int = HIGH


def thought(strip: Strip, others: int) -> Lane:
    """Upwards how many of the ``others`` thought "with us", downwards how many "against us"."""
    each = Fraction(HIGH, 2 * max(1, others))
    boxes = []
    for one in strip.moments:
        boxes += _box("with", one, HIGH // 2 - one.trusted * each, one.trusted * each)
        boxes += _box("against", one, Fraction(HIGH // 2), one.suspected * each)
    return _lane(strip, boxes, middle=True)


def known(strip: Strip) -> Lane:
    """Between the least and the greatest chance that others could give to the true side, and a mark for each turn from
    which somebody could have been sure."""
    boxes = []
    for one in strip.moments:
        boxes += _box("odds", one, HIGH * (1 - one.most), max(HIGH * (one.most - one.least), Fraction(4)))
    return _lane(strip, boxes, sure=[int(text.values["n"]) - 1 for text in strip.sure])


def true(strip: Strip) -> list[tuple[int, int, Text]]:
    """From which turn to which the person had which card."""
    held = (list(moments) for _, moments in groupby(strip.moments, key=lambda one: one.card))
    return [(moments[0].first, moments[-1].last, moments[0].card) for moments in held]


def _lane(strip: Strip, boxes: list[Box], middle: bool = False, sure: Sequence[int] = ()) -> Lane:
    first = strip.moments[0].first - 1
    return Lane(first, max(one.last for one in strip.moments) - first, boxes, middle, sure)


def _box(kind: str, one: Moment, top: Fraction, high: Fraction) -> list[Box]:
    """The turns of a moment, as wide as they are many; none of no height."""
    if not high:
        return []
    top = min(top, HIGH - high)
    return [Box(kind, one.first - 1, round(float(top), 2), one.last - one.first + 1, round(float(high), 2))]
