"""The turn in one tap: what may happen on the way.

Which moves may be made is asked of the moves; how tiles and marks look is ``web.tiles``'.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.actions import END, PLAY, WAY, Action, Entry
from companion.engine.fields import Flag
from companion.engine.game import Game
from companion.engine.move import list_open

Ways = tuple[Action, ...]
"""Actions on what may happen on the way."""


def look_ahead(
    game: Game, state: Any, seat: int, actions: Sequence[Action]
) -> tuple[Ways, tuple[tuple[Action, tuple[Entry, ...]], ...]]:
    """Return the actions that may follow on the way once a card of these ``actions`` has been played.

    Marked first, one is entered with the card's own tap. What can be done now already, where cards are not counted, has
    a button of its own. The second are those that may follow only after something else that is marked: each comes with
    the entries that make it possible, of the cards and of what else happens on the way.
    """
    turn = state.turn
    if END not in game.moves or turn is None or turn.seat != seat or turn.played:
        return (), ()
    known = [one.base for one in actions if not one.closed]
    played = copy.copy(state)
    played.turn = replace(turn, played=True)
    way = _list_new(game, played, seat, known)
    if not way:
        return (), ()
    known += [one.base for one in way]
    found: dict[str, tuple[Action, tuple[Entry, ...]]] = {}
    marked = [(played, entry) for action in way for _, entry in action.list_answers()]
    for before, entry in (*[(state, one) for one in _list_shown(actions)], *marked):
        if game.moves[entry["kind"]].leads_on:
            then = copy.deepcopy(before)
            game.fold(then, entry)
            for one in _list_new(game, then, seat, known):
                key = repr(one.base)
                found[key] = one, (*found.get(key, (one, ()))[1], entry)
    return way, tuple(found.values())


def _list_shown(actions: Sequence[Action]) -> Iterator[Entry]:
    """Yield each card as it is, and with each thing that it may show."""
    for action in actions:
        if action.group == PLAY and not action.closed:
            if all(one.optional for one in action.asked):
                yield action.base
            yield from (
                {**action.base, one.name: True} for one in action.asked if isinstance(one, Flag) and not one.closed
            )


def _list_new(game: Game, state: Any, seat: int, known: Sequence[Entry]) -> Ways:
    moves = [move for move in game.moves.values() if move.seated and move.group == WAY]
    found = [one for move in list_open(moves, state, seat) for one in move.actions(state, seat) if not one.closed]
    return tuple([one for one in found if one.base not in known])
