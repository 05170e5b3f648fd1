"""The telling of a round's score, which goes on by itself: how long each beat of it stands, and how far it has come.

A beat is one of the cards that turn up, what a whole round came to, or a step of what comes after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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


def beats_of(steps: Sequence[Step]) -> int:
    """How many beats it takes to tell these."""
    return sum(step.beats for step in steps)


def told_of(row: GameRow, steps: Sequence[Step]) -> int:
    """How many beats of these have been told, in the round for which they are kept."""
    return beats_of(steps[: row.score_steps]) + row.score_cards


def at_beat(row: GameRow, steps: Sequence[Step], beat: int) -> GameRow:
    """The row with so many beats told."""
    whole = 0
    for step in steps:
        if beat < (step.beats or 1):
            break
        beat -= step.beats
        whole += 1
    return replace(row, score_steps=whole, score_cards=beat if whole < len(steps) else 0)


def paces(steps: Sequence[Step], people: int) -> list[float]:
    """The seconds for which each beat stands; the last one stays. They depend on what has been told by then, and on how
    many there are, and on nothing that is still to be told."""
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


def due(row: GameRow, steps: Sequence[Step], people: int) -> float | None:
    """When the next beat comes; None where it stands still, or nothing is left to be told."""
    told = told_of(row, steps)
    if row.show is None or row.show.since is None or told >= beats_of(steps):
        return None
    return row.show.since - row.show.ran + [BREATH, *paces(steps, people)][told]


def shown(row: GameRow, steps: Sequence[Step], beat: int, since: float | None) -> GameRow:
    """The row with that beat shown from then on; None: it stands still. After the last one nothing goes on."""
    return replace(at_beat(row, steps, beat), show=Show(since if beat < beats_of(steps) else None))


def gone_on(row: GameRow, steps: Sequence[Step], people: int, now: float) -> GameRow:
    """The row as far as the telling has come by ``now``."""
    while (next := due(row, steps, people)) is not None and next <= now:
        row = shown(row, steps, told_of(row, steps) + 1, next)
    return row


def is_told(row: GameRow, record: Record, now: float) -> bool:
    """The whole score of the last round has been told by ``now``."""
    steps = record.game.steps(record.state)
    if row.score_round != record.state.round:
        return not steps
    return gone_on(row, steps, len(record.state.names), now).score_steps >= len(steps)


def taken_up(row: GameRow, now: float) -> GameRow:
    """The row as it is loaded: a show that began in the future goes on from now (this machine's clock was wrong)."""
    if row.show is None or row.show.since is None or row.show.since <= now:
        return row
    return replace(row, show=replace(row.show, since=now))
