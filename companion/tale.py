"""What happened in a game that is over, as those ask who tell of it: deeds, rounds, and what could be known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.known import DEAL, History, history_of
from companion.record import Record, what_counts
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.state import OVER, ROUND_OVER
from companion.rules.text import Text

TARGETS = ("to", "attacks", "with")
"""Fields of an entry that name those at whom it is played."""
Gold = tuple[int, ...]
"""What each seat has."""


@dataclass(frozen=True)
class Deed:
    """An entry that a seat made: ``what`` in a word or two, at whom it was played, at whose card it looked, and what
    each seat had before and after it."""

    by: int
    what: Text
    turn: int = 0
    round: int = 1
    targets: tuple[int, ...] = ()
    looked: int | None = None
    before: Gold = ()
    after: Gold = ()


@dataclass(frozen=True)
class Found:
    """From this turn on ``viewer`` could be sure of the card of ``about``."""

    viewer: int
    about: int
    turn: int


@dataclass(frozen=True)
class Round:
    """One round: how each seat dug by its last card, the cards in words, who won, what it brought, who robbed whom, who
    left when (seat and turn), whose card was exchanged, who could be sure of whom before the end."""

    number: int = 1
    turns: int = 0
    digs: Mapping[int, str] = field(default_factory=dict)
    cards: Mapping[int, Text] = field(default_factory=dict)
    won: tuple[int, ...] = ()
    gains: Gold = ()
    thefts: tuple[tuple[int, int], ...] = ()
    out: tuple[tuple[int, int], ...] = ()
    exchanged: tuple[int, ...] = ()
    found: tuple[Found, ...] = ()


@dataclass(frozen=True)
class Tale:
    """A whole game. ``worth`` is what each seat has at the end; ``most_wins``: whoever has most has won; ``back``: how
    many entries were taken back."""

    names: Sequence[str]
    rounds: tuple[Round, ...] = ()
    deeds: tuple[Deed, ...] = ()
    worth: Gold = ()
    winners: tuple[int, ...] = ()
    most_wins: bool = True
    back: int = 0


def tale_of(record: Record, history: History | None = None) -> Tale:
    """The tale of a record whose last round has been scored, or that was stopped."""
    told = _Telling(record, history or history_of(record))
    game, state = record.game, record.state
    scored = state.score is not None
    return Tale(
        list(state.names),
        tuple(told.rounds),
        tuple(told.deeds),
        tuple(game.worth(state)) if scored else tuple(game.tally(state)),
        tuple(game.won(state)) if scored else (),
        game.most_wins,
        sum(not live for live in record.live()),
    )


class _Telling:
    def __init__(self, record: Record, history: History) -> None:
        self.game: Game[Any] = record.game
        self.history = history
        self.rounds: list[Round] = []
        self.deeds: list[Deed] = []
        self._out: dict[int, int] = {}
        self._exchanged: list[int] = []
        self._began = 0
        state = self.game.start(record.players, record.given_options)
        for number, entries in what_counts(record.entries, record.live()):
            for entry in entries:
                was, before, turn = state.status, self._gold(state), state.number
                self.game.fold(state, entry)
                self._deed(state, entry, before, turn)
                if entry["kind"] == DEAL:
                    self._began, self._out, self._exchanged = number, {}, []
                if state.status in (ROUND_OVER, OVER) and was not in (ROUND_OVER, OVER):
                    self._close(state, number, turn)

    def _gold(self, state: Any) -> Gold:
        return tuple(getattr(seat, "gold", 0) for seat in state.seats)

    def _deed(self, state: Any, entry: Entry, before: Gold, turn: int) -> None:
        move = self.game.moves[entry["kind"]]
        for seat in self.game.out_of(state):
            self._out.setdefault(seat, turn)
        if (exchanged := move.exchanges(entry)) is not None:
            self._exchanged.append(exchanged)
        by = entry.get("by")
        if by is None:
            return
        named = [entry[name] for name in TARGETS if name in entry]
        seats = tuple(seat for one in named for seat in (one if isinstance(one, list) else [one]) if seat != by)
        looked = move.looks_at(entry)
        after = self._gold(state)
        self.deeds.append(Deed(by, move.label, turn, state.round, seats, looked, before, after))

    def _close(self, state: Any, end: int, turn: int) -> None:
        game = self.game
        cards = {seat: state.seats[seat].card for seat in state.players if state.seats[seat].card}
        scored = state.score is not None and not state.stopped
        turns = {known.entry: known.turn for known in self.history.entries if not known.over}
        found = [one for one in self.history.sure if self._began <= one.entry <= end and one.entry in turns]
        self.rounds.append(
            Round(
                state.round,
                turn,
                {seat: game.side(card).digs for seat, card in cards.items()},
                {seat: game.roles[card].label for seat, card in cards.items()},
                tuple(game.won_round(state)) if scored else (),
                tuple(game.gains(state)) if scored else (),
                tuple((one[0], one[1]) for one in game.robberies(state)) if scored else (),
                tuple(self._out.items()),
                tuple(self._exchanged),
                tuple(Found(one.viewer, one.about, turns[one.entry]) for one in found),
            )
        )
