"""Look-ahead: which step-2 actions become possible once a card is played, so that one tap can send both.

A phone offers them as marks above its tiles (``web.render.tiles``). The moves themselves say what is possible.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.actions import END, Action, ButtonGroup, Entry
from companion.engine.fields import Flag
from companion.engine.game import Game
from companion.engine.move import list_open

Ways = tuple[Action, ...]
"""Actions for events along the way."""
Unlocked = tuple[Action, tuple[Entry, ...]]
"""An action that is possible only after something else was chosen, and the entries each of which makes it possible."""


def look_ahead(game: Game, state: Any, seat: int, actions: Sequence[Action]) -> tuple[Ways, tuple[Unlocked, ...]]:
    """Return the actions for events along the way that become possible once a card of these ``actions`` is played.

    Marked first, one is entered with the card's own tap. What can be done now already, where cards are not counted, has
    a button of its own. The second are those that become possible only after something else that is marked: each comes
    with the entries that make it possible, of the cards and of other events along the way.
    """
    turn = state.turn
    if END not in game.moves or turn is None or turn.seat != seat or turn.played:
        return (), ()
    known = [action.base for action in actions if not action.closed]
    played = copy.copy(state)
    played.turn = replace(turn, played=True)
    ways = _list_new(game, played, seat, known)
    if not ways:
        return (), ()
    known += [action.base for action in ways]
    # What can be chosen first, each with the state that it is entered in.
    choices = [(state, entry) for entry in _list_shown(actions)]
    for action in ways:
        choices += [(played, entry) for _, entry in action.list_answers()]
    unlocked: list[Unlocked] = []
    for before, entry in choices:
        if not game.moves[entry["kind"]].leads_on:
            continue
        after = copy.deepcopy(before)
        game.fold(after, entry)
        for action in _list_new(game, after, seat, known):
            _add_unlocked(unlocked, action, entry)
    return ways, tuple(unlocked)


def _add_unlocked(unlocked: list[Unlocked], action: Action, entry: Entry) -> None:
    """Note that the entry makes the action possible; others can do so, too."""
    for number, (other, entries) in enumerate(unlocked):
        if other.base == action.base:
            unlocked[number] = (action, (*entries, entry))
            return
    unlocked.append((action, (entry,)))


def _list_shown(actions: Sequence[Action]) -> Iterator[Entry]:
    """Yield each card as it is, and with each thing that it can show."""
    for action in actions:
        if action.group == ButtonGroup.PLAY and not action.closed:
            if all(field.optional for field in action.asked):
                yield action.base
            yield from (
                {**action.base, field.name: True}
                for field in action.asked
                if isinstance(field, Flag) and not field.closed
            )


def _list_new(game: Game, state: Any, seat: int, known: Sequence[Entry]) -> Ways:
    moves = [move for move in game.moves.values() if move.seated and move.group == ButtonGroup.WAY]
    found = [
        action for move in list_open(moves, state, seat) for action in move.actions(state, seat) if not action.closed
    ]
    return tuple([action for action in found if action.base not in known])
