"""A score that explains itself: each line has who, how much and why, and every total is the sum of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.board import Line, Step
from companion.rules.text import T, Text


@dataclass(frozen=True)
class Score:
    """The score of a round, computed while it is told: ``result`` as the record prints it, ``steps`` the story that it
    was taken from, ``gains`` what each seat got."""

    result: Mapping[str, Any]
    steps: tuple[Step, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """What there is to say after a round: ``history`` is what each round brought each seat, ``totals`` what each has.

    ``over``: it was the last one. ``live``: at a table, where nobody knows yet what the others have.
    """

    names: Sequence[Any]
    history: Sequence[Sequence[int]]
    totals: Sequence[int]
    over: bool
    live: bool


def total(lines: Iterable[Line]) -> int:
    """The sum of the lines."""
    return sum(line.amount or 0 for line in lines)


def most(totals: Sequence[int]) -> list[int]:
    """All seats with the most: ties share the win."""
    return [seat for seat, own in enumerate(totals) if own == max(totals)]


def wins(names: Sequence[Any], seats: Iterable[int], amounts: Sequence[int] | None = None) -> list[Line]:
    """A crown for each who has won."""
    return [
        Line(T("{name} wins!", name=names[seat]), amounts[seat] if amounts else None, seat, "crown") for seat in seats
    ]


def ended(text: Text | None) -> tuple[Line, ...]:
    """How play ended, where there is something to say."""
    return () if text is None else (Line(text),)


def with_end(steps: Iterable[Step]) -> list[Step]:
    """The steps with the last one marked as such."""
    open_ones = [replace(step, final=False) for step in steps]
    return [*open_ones[:-1], *(replace(step, final=True) for step in open_ones[-1:])]


def numbered(steps: Iterable[Step], number: int) -> list[Step]:
    """The steps of one of several rounds, with its number before each title."""
    return [replace(step, title=T("Round {n}: {title}", n=number, title=step.title)) for step in steps]
