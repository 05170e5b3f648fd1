"""A person over the turns of a round, as lanes of inline SVG that CSS colours: what others thought, and what could be
known."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import Any

from markupsafe import Markup

from companion.minds import Moment, Strip
from companion.rules.text import Text

HIGH = 100
"""The height of a lane."""


def thought(strip: Strip, others: int) -> Markup:
    """Upwards how many of the ``others`` thought "with us", downwards how many "against us"."""
    each = Fraction(HIGH, 2 * max(1, others))
    boxes = [
        box
        for one in strip.moments
        for box in (
            _box("with", one, HIGH // 2 - one.trusted * each, one.trusted * each),
            _box("against", one, Fraction(HIGH // 2), one.suspected * each),
        )
    ]
    return _lane(strip, [*boxes, _line("middle", 0, _turns(strip), HIGH // 2)])


def known(strip: Strip) -> Markup:
    """Between the least and the greatest chance that others could give to the true side, and a mark for each turn from
    which somebody could have been sure."""
    boxes = [
        _box("odds", one, HIGH * (1 - one.most), max(HIGH * (one.most - one.least), Fraction(4)))
        for one in strip.moments
    ]
    sure = [
        Markup('<line class="sure" x1="{0}" x2="{0}" y1="0" y2="{1}"/>').format(_before(text.values["n"]), HIGH)
        for text in strip.sure
    ]
    return _lane(strip, [*boxes, *sure])


def true(strip: Strip) -> list[tuple[int, int, Text]]:
    """From which turn to which the person had which card."""
    held = (list(moments) for _, moments in groupby(strip.moments, key=lambda one: one.card))
    return [(moments[0].first, moments[-1].last, moments[0].card) for moments in held]


def _before(turn: Any) -> int:
    """Where a turn begins."""
    return int(turn) - 1


def _turns(strip: Strip) -> int:
    return max(one.last for one in strip.moments)


def _lane(strip: Strip, parts: list[Markup]) -> Markup:
    first = strip.moments[0].first - 1
    head = Markup('<svg class="lane" viewBox="{} 0 {} {}" preserveAspectRatio="none" aria-hidden="true">')
    return Markup("").join([head.format(first, _turns(strip) - first, HIGH), *parts, Markup("</svg>")])


def _box(name: str, one: Moment, top: Fraction, high: Fraction) -> Markup:
    """The turns of a moment, as wide as they are many."""
    if not high:
        return Markup("")
    box = Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>')
    top = min(top, HIGH - high)
    return box.format(name, one.first - 1, round(float(top), 2), one.last - one.first + 1, round(float(high), 2))


def _line(name: str, left: int, right: int, at: int) -> Markup:
    return Markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(name, left, right, at, at)
