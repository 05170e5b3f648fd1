"""The turn in one tap: what may happen on the way.

Which moves may be made is asked of the moves; how tiles and marks look is ``web.tiles``'.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.asking import END, PLAY, WAY, Action, Entry, Flag
from companion.rules.game import Game
from companion.rules.move import list_open


def list_on_the_way(game: Game, state: Any, seat: int) -> tuple[Action, ...]:
    """Return the actions that may follow on the way once a card has been played.

    Marked first, one is entered with the card's own tap. What can be done now already, where cards are not counted, has
    a button of its own.
    """
    turn = state.turn
    if END not in game.moves or turn is None or turn.seat != seat or turn.played:
        return ()
    now = [one.base for one in _list_ways(game, state, seat)]
    later = _list_ways(game, _set_turn(state, replace(turn, played=True)), seat)
    return tuple(one for one in later if one.base not in now)


def find_made_possible(
    game: Game, state: Any, seat: int, actions: Sequence[Action]
) -> tuple[tuple[Action, tuple[Entry, ...]], ...]:
    """Find the actions that may follow on the way only after something else that is marked.

    Each comes with the entries that make it possible, of the cards among these ``actions`` and of what else happens on
    the way.
    """
    way = list_on_the_way(game, state, seat)
    if not way:
        return ()
    known = [one.base for one in (*way, *_list_ways(game, state, seat))]
    played = _set_turn(state, replace(state.turn, played=True))
    found: dict[str, tuple[Action, tuple[Entry, ...]]] = {}
    marked = [(played, entry) for action in way for _, entry in action.list_answers()]
    for before, entry in (*((state, one) for one in _list_shown(actions)), *marked):
        if game.moves[entry["kind"]].leads_on:
            then = copy.deepcopy(before)
            game.fold(then, entry)
            for one in _list_ways(game, then, seat):
                if one.base not in known:
                    key = repr(one.base)
                    found[key] = one, (*found.get(key, (one, ()))[1], entry)
    return tuple(found.values())


def _list_shown(actions: Sequence[Action]) -> Iterator[Entry]:
    """Yield each card as it is, and with each thing that it may show."""
    for action in actions:
        if action.group == PLAY and not action.closed:
            if all(one.optional for one in action.asked):
                yield action.base
            yield from (
                {**action.base, one.name: True} for one in action.asked if isinstance(one, Flag) and not one.closed
            )


def _list_ways(game: Game, state: Any, seat: int) -> tuple[Action, ...]:
    moves = (move for move in game.moves.values() if move.seated and move.group == WAY)
    return tuple(one for move in list_open(moves, state, seat) for one in move.actions(state, seat) if not one.closed)


def _set_turn(state: Any, turn: Any) -> Any:
    then = copy.copy(state)
    then.turn = turn
    return then
