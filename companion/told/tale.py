"""The tale of a game that is over: deeds and rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.record.record import Record, is_change, what_counts
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.state import OVER, PLAYING, ROUND_OVER
from companion.rules.text import Text

DEAL, SET = "deal", "set"
NAMED = ("to", "attacks", "with")
"""Fields of an entry that name those at whom it is played."""
HOSTILE = "against"
"""The group of tiles that are played against somebody."""
Gold = tuple[int, ...]
"""What each seat has."""


@dataclass(frozen=True)
class Deed:
    """An entry that a seat made: ``what`` in a word or two, whom it ``named``, which of them it was played against
    (``targets``), at whose card it looked, what each seat had before and after it, and whether that was its price."""

    by: int
    what: Text
    turn: int = 0
    round: int = 1
    named: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    looked: int | None = None
    before: Gold = ()
    after: Gold = ()
    pays: bool = False


@dataclass(frozen=True)
class Round:
    """One round, as it stood when the next one was dealt.

    ``digs`` is how each seat dug by its last card, ``sides`` for whom; both empty while a card is not known. ``own``
    counts the turns that each seat has played. ``had`` is what each had after it, ``gains`` what it brought. ``out``:
    who left, in order, and in which turn (None: that was put right later). ``whole``: each card that was played is an
    entry. ``stopped``: it was not played to its end.
    """

    number: int = 1
    turns: int = 0
    digs: Mapping[int, str] = field(default_factory=dict)
    sides: Mapping[int, str] = field(default_factory=dict)
    own: Mapping[int, int] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    gains: Gold = ()
    had: Gold = ()
    thefts: tuple[tuple[int, int], ...] = ()
    out: tuple[tuple[int, int | None], ...] = ()
    exchanged: tuple[int, ...] = ()
    whole: bool = True
    stopped: bool = False


@dataclass(frozen=True)
class Tale:
    """A whole game. ``rounds`` are those of which every turn was followed; ``others`` counts those of which not: where
    there are any no ``deeds`` are told. ``worth`` is what each seat has at the end; ``most_wins``: whoever has most has
    won; ``back``: how many entries were taken back. ``retold``: the highlights that suit the game (None: all)."""

    names: Sequence[str]
    rounds: tuple[Round, ...] = ()
    deeds: tuple[Deed, ...] = ()
    worth: Gold = ()
    winners: tuple[int, ...] = ()
    most_wins: bool = True
    back: int = 0
    others: int = 0
    retold: frozenset[str] | None = None

    @property
    def many(self) -> bool:
        """More than one round was played."""
        return len(self.rounds) + self.others > 1

    @property
    def all(self) -> Sequence[Round]:
        """All rounds, where each of them was followed; none otherwise."""
        return () if self.others else self.rounds


def tale_of(record: Record) -> Tale:
    """The tale of a record whose last round has been scored, or that was stopped."""
    told = _Telling(record)
    game, state = record.game, record.state
    scored = state.score is not None
    pairs = zip(record.entries, record.live(), strict=True)
    return Tale(
        list(state.names),
        tuple(told.rounds),
        () if told.others else tuple(told.deeds),
        tuple(game.worth(state)) if scored else tuple(game.tally(state)),
        tuple(game.won(state)) if scored else (),
        game.most_wins,
        sum(not counts and not is_change(entry) for entry, counts in pairs),
        told.others,
        game.retold,
    )


class _Telling:
    """The record folded once more, with an eye on what is told of it."""

    def __init__(self, record: Record) -> None:
        self.game: Game[Any] = record.game
        self.rounds: list[Round] = []
        self.deeds: list[Deed] = []
        self.others = 0
        state = self.game.start(record.players, record.given_options)
        self._begin(-1)
        for number, entries in what_counts(record.entries, record.live()):
            for entry in entries:
                if entry["kind"] == DEAL:
                    self._close(state)
                    self._begin(number)
                self._fold(state, entry)
        self._close(state)

    def _begin(self, number: int) -> None:
        self._began, self._turns, self._whole = number, 0, True
        self._out: dict[int, int | None] = {}
        self._exchanged: list[int] = []
        self._own: set[tuple[int, int]] = set()

    def _gold(self, state: Any) -> Gold:
        return tuple(getattr(seat, "gold", 0) for seat in state.seats)

    def _fold(self, state: Any, entry: Entry) -> None:
        move, before, by = self.game.moves[entry["kind"]], self._gold(state), entry.get("by")
        was, turn, out = state.status, state.number, list(self.game.out_of(state))
        self.game.fold(state, entry)
        if PLAYING in (was, state.status):
            self._turns = turn if was == PLAYING else state.number
            self._whole = (
                self._whole and getattr(state, "counted", True) and entry["kind"] != SET and "active" not in entry
            )
        self._leaving(out, list(self.game.out_of(state)), None if by is None else turn)
        if (exchanged := move.exchanges(entry)) is not None:
            self._exchanged.append(exchanged)
        if by is None:
            return
        if was == PLAYING:
            self._own.add((by, turn))
        named = [entry[name] for name in NAMED if name in entry]
        seats = tuple(seat for one in named for seat in (one if isinstance(one, list) else [one]) if seat != by)
        tile = self.game.guide.of_entry(entry)
        against = seats if tile is not None and tile.group == HOSTILE else ()
        looked, after = move.looks_at(entry), self._gold(state)
        told = Deed(by, move.label, turn, state.round, seats, against, looked, before, after, move.pays)
        self.deeds.append(told)

    def _leaving(self, before: list[int], after: list[int], turn: int | None) -> None:
        """Notes who is out since when. What was put right names nobody's turn, and turns that no longer go with the
        order of leaving are forgotten."""
        if before == after:
            return
        stayed = [seat for seat in before if seat in after]
        in_order = after[: len(stayed)] == stayed
        self._out = {seat: self._out.get(seat, turn) if in_order else None for seat in after}

    def _close(self, state: Any) -> None:
        """The round is over, and what was put right since then has been."""
        if state.status not in (ROUND_OVER, OVER) or self._began < 0:
            return
        if state.gaps:
            self.others += 1
            return
        game, players = self.game, tuple(state.players)
        cards = {seat: state.seats[seat].card for seat in players}
        known = cards if all(cards.values()) else {}
        scored = state.score is not None and not state.stopped
        sides = {seat: game.side(card) for seat, card in known.items()}
        own = Counter(seat for seat, _ in self._own)
        self.rounds.append(
            Round(
                number=state.round,
                turns=self._turns,
                digs={seat: side.digs for seat, side in sides.items()},
                sides={seat: side.id for seat, side in sides.items()},
                own=own,
                players=players,
                won=tuple(game.won_round(state)) if scored else (),
                gains=tuple(game.gains(state)) if scored else (),
                had=tuple(game.tally(state)),
                thefts=tuple((one[0], one[1]) for one in game.robberies(state)) if scored else (),
                out=tuple(self._out.items()),
                exchanged=tuple(self._exchanged),
                whole=self._whole,
                stopped=not scored,
            )
        )
