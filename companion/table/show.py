"""The telling of a round's score, which goes on by itself: how long each beat of it stands, and how far it has come.

A beat is one of the cards that turn up, what a whole round came to, or a step of what comes after.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from companion.kept.store import GameRow, Show
from companion.record.record import Record
from companion.rules.board import Step

CARD, TWIST, STEP, LINE, LONGEST = 2.2, 2.8, 2.5, 0.35, 4.0
"""Seconds for a card, for one that is not what it seemed, for a step of up to ``FEW`` lines, for each line more, and
for the longest."""
FEW = 3
BREATH = 3.0
"""Seconds from the end of play to the first beat."""
WHOLE, FIVE, MORE = 25.0, 5, 2.5
"""Seconds to the winner at most where up to five play, and for each one more."""


def count_beats(steps: Sequence[Step]) -> int:
    """Count the beats that it takes to tell these steps."""
    return sum(step.beats for step in steps)


class Told(NamedTuple):
    """The part of a score that has been told: so many whole steps, and so many cards of the next one."""

    steps: int = 0
    cards: int = 0


def count_told(steps: Sequence[Step], beats: int) -> Told:
    """Return how much so many beats tell."""
    whole = 0
    for step in steps:
        if beats < (step.beats or 1):
            return Told(whole, beats)
        beats -= step.beats
        whole += 1
    return Told(whole)


def time_beats(steps: Sequence[Step], people: int) -> list[float]:
    """Return the seconds for which each beat stands; the last one stays.

    They depend on what has been told by then, and on how many there are, and on nothing that is still to be told.
    """
    found: list[float] = []
    for step in steps:
        cards = [TWIST if line.card and line.card.twist else CARD for line in step.turning]
        whole = LONGEST if step.picture else min(STEP + LINE * max(0, len(step.lines) - FEW), LONGEST)
        found += cards or [whole] * step.beats
    rest, waits = WHOLE + MORE * max(0, people - FIVE), len(found) - 1
    for beat in range(waits):
        found[beat] = min(found[beat], rest / (waits - beat))
        rest -= found[beat]
    return found


def time_next_beat(show: Show, steps: Sequence[Step], people: int) -> float:
    """Return when the next beat comes; never, where it stands still or nothing is left."""
    if show.since is None or show.beats >= count_beats(steps):
        return inf
    return show.since - show.ran + [BREATH, *time_beats(steps, people)][show.beats]


def set_beats(show: Show, steps: Sequence[Step], beats: int, since: float | None) -> Show:
    """Return the show with so many beats told, the last one from then on; None: it stands still.

    After the last of all nothing goes on.
    """
    return Show(show.round, beats, since if beats < count_beats(steps) else None)


def catch_up(show: Show, steps: Sequence[Step], people: int, now: float) -> Show:
    """Return the show as far as it has come by ``now``."""
    while (next := time_next_beat(show, steps, people)) <= now:
        show = set_beats(show, steps, show.beats + 1, next)
    return show


def is_told(row: GameRow, record: Record, now: float) -> bool:
    """Tell whether the whole score of the last round has been told by ``now``."""
    steps = record.game.steps(record.state)
    if row.show.round != record.state.round:
        return not steps
    return catch_up(row.show, steps, len(record.state.names), now).beats >= count_beats(steps)
