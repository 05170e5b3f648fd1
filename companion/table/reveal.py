"""The pace at which a score is revealed: how long each beat is shown, and how far the reveal has come.

A beat is one of the cards to reveal, the breath before the last of them, a whole round's result, or a step of what
comes after.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from companion.engine.display import RevealStep
from companion.engine.score_story import list_steps
from companion.record.record import Record
from companion.storage.store import GameRow, RevealProgress

CARD = 2.2
TWIST = 2.8
STEP = 2.5
LINE = 0.35
LONGEST = 4.0
"""Seconds for a card, for one that is not what it seemed, for a step of up to ``FEW`` lines, for each line more, and
for the longest."""
FEW = 3
BREATH_SECONDS = 1.0
"""Seconds of the breath, in which it is dark."""
SLIP_SECONDS = 3.0
"""Seconds from the end of play to the first beat, in which a slip can be undone."""
WHOLE = 25.0
FIVE = 5
MORE = 2.5
"""Seconds to the winner at most with up to five players, and for each one more."""


def count_beats(steps: Sequence[RevealStep]) -> int:
    """Count the beats that these steps take."""
    return sum(step.beats for step in steps)


class RevealedPart(NamedTuple):
    """The revealed part of a score: a number of whole steps, and a number of cards of the next one.

    ``breath``: it is dark, and the last of those cards comes next.
    """

    steps: int = 0
    cards: int = 0
    breath: bool = False


def count_revealed(steps: Sequence[RevealStep], beats: int) -> RevealedPart:
    """Return how much of the score these beats reveal."""
    whole = 0
    for step in steps:
        if beats < (step.beats or 1):
            cards = len(step.turning)
            breath = step.has_breath and beats == cards
            return RevealedPart(whole, beats - breath, breath)
        beats -= step.beats
        whole += 1
    return RevealedPart(whole)


def time_beats(steps: Sequence[RevealStep], people: int) -> list[float]:
    """Return for how many seconds each beat is shown; the last one stays.

    They depend on what has been revealed by then, and on how many there are, and on nothing that is still to come.
    """
    found: list[float] = []
    for step in steps:
        cards = [TWIST if line.card and line.card.twist else CARD for line in step.turning]
        whole = LONGEST if step.picture else min(STEP + LINE * max(0, len(step.lines) - FEW), LONGEST)
        if step.has_breath:
            cards.insert(-1, BREATH_SECONDS)
        found += cards or [whole] * step.beats
    rest = WHOLE + MORE * max(0, people - FIVE)
    waits = len(found) - 1
    for beat in range(waits):
        found[beat] = min(found[beat], rest / (waits - beat))
        rest -= found[beat]
    return found


def time_next_beat(show: RevealProgress, steps: Sequence[RevealStep], people: int) -> float:
    """Return when the next beat comes; never if the reveal is paused or nothing is left."""
    if show.since is None or show.beats >= count_beats(steps):
        return inf
    return show.since - show.ran + [SLIP_SECONDS, *time_beats(steps, people)][show.beats]


def set_beats(show: RevealProgress, steps: Sequence[RevealStep], beats: int, since: float | None) -> RevealProgress:
    """Return the progress with that many beats revealed, the last one at that moment; None: it is paused.

    After the last one it never goes on.
    """
    return RevealProgress(show.round, beats, since if beats < count_beats(steps) else None)


def catch_up(show: RevealProgress, steps: Sequence[RevealStep], people: int, now: float) -> RevealProgress:
    """Return the progress at the moment ``now``."""
    while (next := time_next_beat(show, steps, people)) <= now:
        show = set_beats(show, steps, show.beats + 1, next)
    return show


def is_told(row: GameRow, record: Record, now: float) -> bool:
    """Return whether the whole score of the last round has been revealed by ``now``."""
    steps = list_steps(record.game, record.state)
    if row.show.round != record.state.round:
        return not steps
    return catch_up(row.show, steps, len(record.state.names), now).beats >= count_beats(steps)
