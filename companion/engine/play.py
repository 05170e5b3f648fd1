"""What can be entered now, and what is said of it: entries are judged, buttons are listed, lines of the log written.

Each kind of entry is a ``Move`` of the game, which does these things for itself; here is what all of them need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from companion.engine.actions import END, Action, ButtonGroup, Entry, Offer
from companion.engine.game import Game
from companion.engine.move import Move, list_open
from companion.engine.state import EVERY_TURN, PLAYING, SCORING
from companion.engine.text import RuleError, T, Text

MoveT = TypeVar("MoveT", bound=Move)


# -- entries ----------------------------------------------------------------------------------------------------------
def judge_entry(game: Game, state: Any, entry: Entry) -> None:
    """Raise a RuleError for an entry that is not possible now."""
    move = game.moves.get(entry["kind"])
    if move is None:
        raise RuleError(T("unknown kind of entry in {game}", game=game.title))
    move.judge(state, entry)


def find_move(game: Game, kind: type[MoveT]) -> MoveT:
    """Return this game's move of a class or a subclass of it."""
    found = game.moves[kind.kind]
    assert isinstance(found, kind)
    return found


# -- buttons ----------------------------------------------------------------------------------------------------------
def list_actions(game: Game, state: Any, seat: int) -> list[Action]:
    """Return the buttons of a seat now; greyed ones have the reason."""
    moves = [move for move in game.moves.values() if move.seated]
    return [act for move in list_open(moves, state, seat) for act in move.actions(state, seat)]


def list_table_actions(game: Game, state: Any, *groups: ButtonGroup) -> list[Action]:
    """Return the buttons of the table (the host) now, or those of some ``groups``."""
    found = [move for move in game.moves.values() if not move.seated and move.button]
    moves = [move for move in found if not groups or move.group in groups]
    return [act for move in list_open(moves, state, -1) for act in move.actions(state, -1)]


def make_offer(game: Game, state: Any) -> Offer:
    """Return all that seats can do now, and the seats for which the table waits.

    These are the seat on turn; if nobody is on turn, all that have an open button, or something to type after play;
    nobody if turns aren't tracked.
    """
    if state.status not in (PLAYING, SCORING):
        return Offer({}, ())
    asked = state.players if state.turn is None else [state.turn.seat]
    found = {seat: tuple(list_actions(game, state, seat)) for seat in asked}

    def acts(seat: int) -> bool:
        types = state.status == SCORING and bool(game.list_private_fields(state, seat))
        return types or any(not action.closed for action in found[seat])

    waits = state.status == SCORING or state.tracking == EVERY_TURN
    acting = tuple(seat for seat in asked if waits and (state.turn or acts(seat)))
    return Offer(found, acting)


# -- what is said -----------------------------------------------------------------------------------------------------
def order_tap(game: Game, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a tap in the order in which they happen, in whatever order they were marked.

    First the card, then events along the way, then what ends the movement, then the end of the turn.
    """
    kinds = [kind for kind, move in game.moves.items() if move.ends_movement]
    last = [*kinds, END]
    first, *others = entries
    if not any(entry["kind"] in kinds for entry in others):
        return [first, *others]
    return [first, *sorted(others, key=lambda entry: entry["kind"] in last and 1 + last.index(entry["kind"]))]


def list_deck_announcements(game: Game, state: Any) -> list[Text]:
    """Return the sentences that the whole table should hear now; they hold only what everyone knows."""
    return game.deck_rules.list_announced(state) if game.deck_rules else []


def name_round(game: Game, state: Any) -> Text | None:
    """Return "Round 2 of 3"; None in a game of one round."""
    rounds = game.rounds(state)
    return T("Round {n} of {rounds}", n=state.round, rounds=rounds) if rounds > 1 and state.round else None


def write_entry(game: Game, state: Any, entry: Entry) -> Text:
    """Write the entry for the log, as everyone can read it; ``state`` is the one before it."""
    return game.moves[entry["kind"]].sentence(state, entry)
