"""The outcome of a game, folded from its record: who was on which side in each round, and who has won. Pure.

The store saves it next to the game, because folding every record for each page would take too long; ``history`` has the
totals over several outcomes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from companion.clock import HOUR
from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.score_story import list_steps
from companion.engine.scoring import RoundResult
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.verdict import count_worth, find_winners, list_round_results
from companion.record.record import EntryListener, Record
from companion.table.reveal import count_beats

FORMAT = 7
"""The version of the outcomes. Raise it when they are computed differently: then all are computed again."""
_SPACE = UUID("6f1d7a5e-7e1c-5c0a-9d55-3c0b8a5d2e11")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a whole game for a seat.

    ``role`` is the last role ("": the seat sat out, or nobody knows). ``rank`` is shared in a tie (0: nobody has won).
    """

    seat: int
    name: str
    role: str
    side: str
    points: int
    rank: int
    won: bool


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game that is over.

    ``play_id`` stays the same when its record is imported elsewhere. ``started`` and ``ended`` are in seconds since
    1970. ``several``: the game has more than one round. ``told``: its whole score has been revealed. A game that was
    stopped before a round was scored has no ``rounds``, and counts for nobody.
    """

    game: str
    play_id: str
    options: Mapping[str, Any]
    over_by: str
    started: float
    ended: float
    results: tuple[Result, ...]
    rounds: tuple[RoundResult, ...]
    several: bool = False
    told: bool = True

    @property
    def has_sides(self) -> bool:
        """True if sides won its rounds or lost them; otherwise only points decided."""
        return any(result.side for result in self.rounds)

    def rounds_of(self, seat: int) -> list[RoundResult]:
        return [result for result in self.rounds if result.seat == seat]


def outcome_from(kept: Mapping[str, Any]) -> Outcome:
    """Read an outcome that ``asdict`` and JSON wrote. Raises ``TypeError`` or ``KeyError`` for anything else."""
    results = tuple(Result(**row) for row in kept["results"])
    rounds = tuple(RoundResult(**row) for row in kept["rounds"])
    return Outcome(**{**kept, "results": results, "rounds": rounds})


class Results(EntryListener):
    """A listener to a record that collects the results of its rounds for the history.

    ``beats`` is the number of beats that the reveal of the last collected round had.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.restart()

    def restart(self) -> None:
        self.rounds: list[RoundResult] = []
        self.last = -1
        self.beats = 0

    def on_entry(self, number: int, entry: Entry, state: Any) -> None:
        """Collect the results of a round when the next one is dealt: until then its score can still be corrected."""
        if state.status != OVER:
            self.last = number
        if entry["kind"] in ("deal", "stop") and state.status == ROUND_OVER:
            self.rounds += list_round_results(self.game, state)
            self.beats = count_beats(list_steps(self.game, state))

    def _results(self, state: Any) -> tuple[Result, ...]:
        if state.score is not None and all(result.round < state.round for result in self.rounds):
            self.rounds += list_round_results(self.game, state)
        points = count_worth(self.game, state)
        won = set(find_winners(self.game, state)) if self.rounds else set()
        placed = points if self.game.most_wins else [int(seat in won) for seat in range(len(points))]
        found = []
        for seat, own in enumerate(state.seats):
            side = self.game.sides[own.card].id if own.card else ""
            rank = 1 + sum(other > placed[seat] for other in placed) if won else 0
            found.append(Result(seat, own.name, own.card or "", side, points[seat], rank, seat in won))
        return tuple(found)

    def outcome(self, record: Record, created: float, ahead: int = 0) -> Outcome:
        """Return the outcome of a game that is over; ``created`` is its start if no entry has a time.

        ``ahead``: by how many seconds the true time was ahead of the clock that dated its entries.
        """
        state = record.state
        times = _put_right([seconds(entry.get("at")) for entry in record.entries], ahead)
        started = next((time for time in times if time is not None), created + ahead)
        ended = times[self.last] if times else None
        return Outcome(
            self.game.id,
            str(uuid5(_SPACE, json.dumps([self.game.id, record.entries[:1]], sort_keys=True))),
            dict(state.options),
            "stopped" if state.stopped else state.over_by or "",
            started,
            max(started, ended or started),
            self._results(state),
            tuple(self.rounds),
            self.game.rounds(state) > 1,
        )


def _put_right(times: Sequence[float | None], ahead: int) -> Sequence[float | None]:
    """Return the true times of entries, if the clock that dated them was ``ahead`` seconds late.

    If it jumps by that much between two entries, it was corrected meanwhile: the times after that are true already.
    """
    found: list[float | None] = []
    left = ahead
    before = None
    for time in times:
        if time is not None:
            if before is not None and abs(time - before - left) < HOUR / 2:
                left = 0
            before = time
        found.append(None if time is None else time + left)
    return found


def seconds(at: Any) -> float | None:
    """Turn a time of the journal into seconds since 1970; None if it is none."""
    try:
        moment = datetime.fromisoformat(at)
    except (ValueError, TypeError):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
