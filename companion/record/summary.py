"""The summary of a game that is over: who looked at whose card, who played against whom, how each round came out.

It is made only when the game is over, because it knows every card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.scoring import Side
from companion.engine.setup import start_game
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.verdict import count_worth, find_round_winners, find_winners
from companion.record.record import Record

DEAL = "deal"
SET = "set"
NAMED = ("to", "attacks", "with")
"""Fields of an entry that name those at whom it is played."""
HOSTILE = "against"
"""The group of tiles that are played against someone."""
Numbers = tuple[int, ...]
"""Seats, or what each has."""


class PeekEvent(NamedTuple):
    """In this turn someone looked at the card of another ``seat``."""

    turn: int
    by: int
    seat: int


class Attack(NamedTuple):
    """A card was played against another ``seat``."""

    by: int
    seat: int


@dataclass
class RoundSummary:
    """One round, as it was when the next one was dealt.

    ``sides`` are those of the cards at its end, empty while one is not known; ``exchanged`` are the seats that had more
    than one card. ``scored``: it was played to its end, with ``won`` and ``thefts`` (thief and victim). ``had`` is what
    each had after it. ``followed``: every card that was played is an entry.
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
    looks: tuple[PeekEvent, ...] = ()
    attacks: tuple[Attack, ...] = ()
    followed: bool = True


class GameSummary(NamedTuple):
    """A whole game. ``worth`` is what each seat has at the end; ``most_wins``: whoever has most has won."""

    names: list[str]
    rounds: tuple[RoundSummary, ...] = ()
    worth: Numbers = ()
    winners: Numbers = ()
    most_wins: bool = True


def summarise(record: Record) -> GameSummary:
    """Tell a record whose last round has been scored, or that was stopped."""
    game = record.game
    state = start_game(record.game, record.players, record.given_options)
    rounds = list[RoundSummary]()
    now = RoundSummary()
    for _, entry in record.list_counting():
        if entry["kind"] == DEAL:
            rounds += _end(now, game, state)
            now = RoundSummary()
        _go_on(now, game, state, entry)
    rounds += _end(now, game, state)
    won = tuple(find_winners(game, state)) if any(summary.scored for summary in rounds) else ()
    return GameSummary(list(state.names), tuple(rounds), tuple(count_worth(game, state)), won, game.most_wins)


def _go_on(now: RoundSummary, game: Game, state: Any, entry: Entry) -> None:
    """Note an entry of the round, and fold it."""
    move = game.moves[entry["kind"]]
    by = entry.get("by")
    if state.playing:
        now.followed = now.followed and entry["kind"] != SET and "active" not in entry
        if move.exchanges:
            now.exchanged |= {entry[move.exchanges]}
        if by is not None and move.looks_at in entry:
            now.looks += (PeekEvent(state.number, by, entry[move.looks_at]),)
        tile = game.guide.of_entry(entry)
        if by is not None and tile is not None and tile.group == HOSTILE:
            named = [entry[name] for name in NAMED if name in entry]
            seats = [seat for value in named for seat in (value if isinstance(value, list) else [value])]
            now.attacks += tuple(Attack(by, seat) for seat in seats if seat != by)
    game.fold(state, entry)


def _end(now: RoundSummary, game: Game, state: Any) -> list[RoundSummary]:
    """Return the round, if it is over, with how it came out; corrections since then included."""
    if state.status not in (ROUND_OVER, OVER):
        return []
    now.number = state.round
    now.players = tuple(state.players)
    now.had = tuple(game.tally(state))
    cards = {seat: state.seats[seat].card for seat in now.players}
    if all(cards.values()):
        now.sides = {seat: game.sides[card] for seat, card in cards.items()}
    now.scored = state.score is not None and not state.stopped
    if now.scored:
        now.won = tuple(find_round_winners(game, state))
        now.thefts = tuple((theft[0], theft[1]) for theft in getattr(state, "thefts", ()))
    now.out = frozenset(getattr(state, "out", ()))
    now.followed = now.followed and not state.gaps
    return [now]
