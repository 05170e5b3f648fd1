"""Thoughts: marks that people make of each other on their phones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules.scoring import AGAINST, WITH

NOTHING = ""
MARKS = (WITH, AGAINST, NOTHING)
"""On the own side, not on it, or no mark."""
LONGEST_NOTE = 2000
"""Characters of a private note at most."""


class Mark(NamedTuple):
    """A thought of ``seat`` on the seat ``about`` from entry ``seq`` on: one of ``MARKS``."""

    seat: int
    about: int
    seq: int
    mark: str


def standing(marks: Iterable[Mark], seat: int, since: int) -> dict[int, str]:
    """A seat's newest mark of each other seat. Those from before the deal, entry ``since``, do not count."""
    return {one.about: one.mark for one in marks if one.seat == seat and one.seq > since}
