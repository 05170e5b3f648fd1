"""The outcome of a game, folded from its record: who dug for whom, what each round brought, who has won. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from companion.record.record import Listener, Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.scoring import WITH
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SETUP

FORMAT = 4
"""Raised whenever outcomes come out otherwise than before, badges of a game too: all are computed anew then."""
LONGEST_TURN = 30 * 60
"""Seconds. What is longer was a break, and counts as nobody's turn."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round for a seat that played in it. ``role`` is what it was at the end, ``side`` the side of that role
    and ``digs`` how it digs; ``total`` is what the seat had when the next round was dealt. ``seen``: somebody could
    look at its card, or it was turned up before the score."""

    round: int
    seat: int
    name: str
    role: str
    side: str
    digs: str
    gain: int
    total: int
    won: bool
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The whole game for a seat. ``role`` is the final one ("": it sat out, or nobody knows), ``rank`` is shared in a
    tie (0: nobody has won), ``rounds`` counts those scored in which it played, ``seconds`` is how long its ``turns``
    took."""

    seat: int
    name: str
    role: str
    side: str
    digs: str
    score: int
    rank: int
    won: bool
    rounds: int
    turns: int = 0
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Robbery:
    """1 gold changed hands in a round."""

    round: int
    thief: int
    victim: int


@dataclass(frozen=True)
class Outcome:
    """A game that is over. ``started`` and ``ended`` in seconds since 1970, None where the record does not say;
    ``first`` began, ``first_out`` left first (None: nobody). ``tallies`` is the plot: where on its axis, and a number
    for each seat; empty where nobody followed it. ``feats`` are badges that the game itself earned: id and seat.
    ``gaps`` are the rounds of which not every turn was followed: of these no turns are told."""

    game: str
    options: Mapping[str, Any]
    over_by: str
    first: int
    started: float | None
    ended: float | None
    results: tuple[Result, ...]
    rounds: tuple[RoundResult, ...]
    robberies: tuple[Robbery, ...] = ()
    first_out: int | None = None
    tallies: tuple[tuple[int, tuple[int, ...]], ...] = ()
    feats: tuple[tuple[str, int], ...] = ()
    gaps: tuple[int, ...] = ()

    @property
    def counts(self) -> bool:
        """False for a game that was stopped before anything was scored: it says nothing of anybody."""
        return bool(self.rounds)

    @cached_property
    def by_round(self) -> Mapping[int, Sequence[RoundResult]]:
        found: dict[int, list[RoundResult]] = {}
        for one in self.rounds:
            found.setdefault(one.round, []).append(one)
        return found

    def rounds_of(self, seat: int) -> list[RoundResult]:
        return [one for one in self.rounds if one.seat == seat]


def outcome_from(kept: Mapping[str, Any]) -> Outcome:
    """The outcome as ``asdict`` and JSON left it. Raises ``ValueError``, ``TypeError`` or ``KeyError`` for anything
    else."""
    return Outcome(
        **{
            **kept,
            "results": tuple(Result(**one) for one in kept["results"]),
            "rounds": tuple(RoundResult(**one) for one in kept["rounds"]),
            "robberies": tuple(Robbery(**one) for one in kept["robberies"]),
            "tallies": tuple((moment, tuple(tally)) for moment, tally in kept["tallies"]),
            "feats": tuple((feat, seat) for feat, seat in kept["feats"]),
            "gaps": tuple(kept.get("gaps", ())),
        }
    )


@dataclass
class _Clock:
    """How long turns take, by the times of the entries: ``took`` by round and seat. Of rounds with ``gaps`` nothing is
    told."""

    took: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    gaps: set[int] = field(default_factory=set)
    running: tuple[int, int, int] | None = None
    since: float | None = None
    last: float | None = None

    def tick(self, state: Any, at: float | None) -> None:
        """An entry is made ``at`` that time; the turn in ``state`` began with the entry before, or with the deal."""
        if state.gaps:
            self.gaps.add(state.round)
        turn = state.turn and (state.round, state.turn.number, state.turn.seat)
        if turn != self.running:
            self._close(self.last)
            self.running, self.since = turn, self.last
        self.last = at if at is not None else self.last

    def _close(self, until: float | None) -> None:
        if self.running is None or self.since is None or until is None:
            return
        took, (number, _, seat) = until - self.since, self.running
        if 0 <= took <= LONGEST_TURN:
            self.took.setdefault((number, seat), []).append(took)

    def of(self, seat: int) -> list[float]:
        """How long each turn of the seat took."""
        several = (took for (number, own), took in self.took.items() if own == seat and number not in self.gaps)
        return [one for took in several for one in took]


class Results(Listener):
    """Listens to a record and keeps what the book wants of it. ``times`` are those of its entries, by number."""

    def __init__(self, game: Game[Any], times: Sequence[float | None]) -> None:
        self.game, self.times = game, times
        self.restart()

    def restart(self) -> None:
        self.rounds: list[RoundResult] = []
        self.robberies: list[Robbery] = []
        self.feats: list[tuple[str, int]] = []
        self.first = 0
        self.captured = 0
        self.ended = -1
        self._clock = _Clock()
        self._seen: set[int] = set()
        self._tallies: dict[int, list[int]] = {}

    # -- hearing ------------------------------------------------------------------------------------------------
    def made(self, number: int, entry: Entry, state: Any) -> None:
        """Entry ``number`` was made in ``state``."""
        self._hear(number, state)
        if entry["kind"] != "deal":
            return
        if state.status == ROUND_OVER:
            self._capture(state)
        if state.round == 0 or (state.fresh and state.round == 1):
            self.first = entry.get("first", -1)
        self._seen = set()

    def replaced(self, number: int, entry: Entry | None, state: Any) -> None:
        self._hear(number, state)

    def _hear(self, number: int, state: Any) -> None:
        self._clock.tick(state, self.times[number])
        if state.status == OVER:
            return
        self.ended = number
        if state.status == PLAYING:
            self._seen |= {peek.target for peek in state.peeks}
            self._seen |= {seat for seat in state.players if state.seats[seat].revealed}
        if state.status != SETUP:
            self._tallies[self.game.moment(state)] = self.game.tally(state)

    def _capture(self, state: Any) -> None:
        """A round has been scored, and its score stands."""
        game, number = self.game, state.round
        gains, worth, won = game.gains(state), game.worth(state), set(game.won_round(state))
        self.captured = number
        for seat in state.players:
            own = state.seats[seat]
            side, digs = side_of(game, own.card)
            self.rounds.append(
                RoundResult(
                    number, seat, own.name, own.card or "", side, digs, gains[seat], worth[seat], seat in won,
                    seat in self._seen,
                )
            )  # fmt: skip
        self.robberies += [Robbery(number, thief, victim) for thief, victim in game.robberies(state)]
        self.feats += [(f"{game.id}.{feat.id}", seat) for feat in game.feats for seat in feat.by(state)]

    # -- the whole ----------------------------------------------------------------------------------------------
    def outcome(self, state: Any) -> Outcome:
        """The results, with ``state`` as the end of the game."""
        if state.score is not None and self.captured < state.round:
            self._capture(state)
        self._clock.tick(state, None)
        return Outcome(
            self.game.id,
            dict(state.options),
            "stopped" if state.stopped else state.over_by or "",
            self.first,
            next((time for time in self.times if time is not None), None),
            self.times[self.ended] if 0 <= self.ended < len(self.times) else None,
            tuple(self._results(state)),
            tuple(self.rounds),
            tuple(self.robberies),
            next(iter(self.game.out_of(state)), None),
            self._plot(state),
            tuple(self.feats),
            tuple(sorted(self._clock.gaps)),
        )

    def _results(self, state: Any) -> list[Result]:
        worth = self.game.worth(state)
        won = set(self.game.won(state)) if self.rounds else set()
        placed = worth if self.game.most_wins else [int(seat in won) for seat in range(len(worth))]
        found = []
        for seat, own in enumerate(state.seats):
            side, digs = side_of(self.game, own.card)
            rank = 1 + sum(other > placed[seat] for other in placed) if won else 0
            rounds = sum(one.seat == seat for one in self.rounds)
            turns = self._clock.of(seat)
            took = len(turns), round(sum(turns))
            found.append(
                Result(seat, own.name, own.card or "", side, digs, worth[seat], rank, seat in won, rounds, *took)
            )
        return found

    def _plot(self, state: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
        if state.gaps and self.game.rounds(state) == 1:
            return ()
        seats = len(state.seats)  # some may have sat down later
        found = {**self._tallies, self.game.moment(state): self.game.tally(state)}
        return tuple((moment, (*tally, *[0] * (seats - len(tally)))) for moment, tally in sorted(found.items()))


def side_of(game: Game[Any], card: str | None) -> tuple[str, str]:
    """The side of a card and how it digs; nothing where the card is not known."""
    if not card:
        return "", WITH
    side = game.side(card)
    return side.id, side.digs


Finish = Callable[[Record], bool]


def outcome_of(
    game: Game[Any], players: Sequence[str], options: Mapping[str, Any], entries: Sequence[Entry], may: Finish
) -> Outcome | None:
    """The outcome of a game by its journal; None where it is not over, or ``may`` says that it is not to be told yet.
    Raises for a journal that can't be folded."""
    listener = Results(game, [seconds(entry.get("at")) for entry in entries])
    record = Record(game, players, options, listener)
    record.restore(entries)
    if record.state.status != OVER or not may(record):
        return None
    return listener.outcome(record.state)


def seconds(at: Any) -> float | None:
    """A moment of the journal in seconds since 1970; None for what is none."""
    try:
        moment = datetime.fromisoformat(at)
    except (ValueError, TypeError):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
