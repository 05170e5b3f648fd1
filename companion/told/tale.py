"""The tale of a game that is over: who looked at whose card, who played against whom, how each round came out.

It is told only when the game is over, for it knows every card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.record.record import Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.scoring import Side
from companion.rules.state import OVER, ROUND_OVER

DEAL, SET = "deal", "set"
NAMED = ("to", "attacks", "with")
"""Fields of an entry that name those at whom it is played."""
HOSTILE = "against"
"""The group of tiles that are played against somebody."""
Numbers = tuple[int, ...]
"""Seats, or what each has."""


class Look(NamedTuple):
    """In this turn somebody looked at the card of another ``seat``."""

    turn: int
    by: int
    seat: int


class Attack(NamedTuple):
    """A card was played against another ``seat``."""

    by: int
    seat: int


@dataclass(frozen=True)
class Round:
    """One round, as it stood when the next one was dealt.

    ``sides`` are those of the cards at its end, empty while one is not known; ``exchanged`` are the seats that had more
    than one. ``scored``: it was played to its end, with ``won`` and ``thefts`` (thief and victim). ``had`` is what each
    had after it. ``followed``: every card that was played is an entry.
    """

    number: int = 1
    players: Numbers = ()
    sides: Mapping[int, Side] = field(default_factory=dict)
    exchanged: frozenset[int] = frozenset()
    scored: bool = True
    won: Numbers = ()
    thefts: tuple[tuple[int, int], ...] = ()
    had: Numbers = ()
    out: frozenset[int] = frozenset()
    looks: tuple[Look, ...] = ()
    attacks: tuple[Attack, ...] = ()
    followed: bool = True


class Tale(NamedTuple):
    """A whole game. ``worth`` is what each seat has at the end; ``most_wins``: whoever has most has won."""

    names: list[str]
    rounds: tuple[Round, ...] = ()
    worth: Numbers = ()
    winners: Numbers = ()
    most_wins: bool = True


def tale_of(record: Record) -> Tale:
    """Tell a record whose last round has been scored, or that was stopped."""
    game, state = record.game, record.game.start(record.players, record.given_options)
    rounds: list[Round] = []
    now = _Playing(game)
    for _, entry in record.list_counting():
        if entry["kind"] == DEAL:
            rounds += now.end(state)
            now = _Playing(game)
        now.go_on(state, entry)
    rounds += now.end(state)
    won = tuple(game.find_winners(state)) if any(one.scored for one in rounds) else ()
    return Tale(list(state.names), tuple(rounds), tuple(game.count_worth(state)), won, game.most_wins)


class _Playing:
    """A round that is played, entry by entry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.looks: list[Look] = []
        self.attacks: list[Attack] = []
        self.exchanged: set[int] = set()
        self.followed = True

    def go_on(self, state: Any, entry: Entry) -> None:
        move, by = self.game.moves[entry["kind"]], entry.get("by")
        if state.playing:
            self.followed = self.followed and entry["kind"] != SET and "active" not in entry
            if move.exchanges:
                self.exchanged.add(entry[move.exchanges])
            if by is not None and move.looks_at in entry:
                self.looks.append(Look(state.number, by, entry[move.looks_at]))
            tile = self.game.guide.of_entry(entry)
            if by is not None and tile is not None and tile.group == HOSTILE:
                named = [entry[name] for name in NAMED if name in entry]
                seats = [seat for one in named for seat in (one if isinstance(one, list) else [one])]
                self.attacks += [Attack(by, seat) for seat in seats if seat != by]
        self.game.fold(state, entry)

    def end(self, state: Any) -> list[Round]:
        """Return the round, if it is over; what was put right since then has been."""
        if state.status not in (ROUND_OVER, OVER):
            return []
        game, scored = self.game, state.score is not None and not state.stopped
        cards = {seat: state.seats[seat].card for seat in state.players}
        return [
            Round(
                state.round,
                tuple(state.players),
                {seat: game.sides[card] for seat, card in cards.items()} if all(cards.values()) else {},
                frozenset(self.exchanged),
                scored,
                tuple(game.find_round_winners(state)) if scored else (),
                tuple((one[0], one[1]) for one in getattr(state, "thefts", ())) if scored else (),
                tuple(game.tally(state)),
                frozenset(getattr(state, "out", ())),
                tuple(self.looks),
                tuple(self.attacks),
                self.followed and not state.gaps,
            )
        ]
