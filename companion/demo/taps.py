"""What a person can tap who plays by themself: legal taps, made from the actions that also draw the buttons.

No round ends by choice with any of them, nothing is undone, and no result is entered: that is for the people who watch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from companion.engine.actions import END, Action, ButtonGroup, Entry
from companion.engine.fields import Field, FixedList, Flag, Number, OneOf, SomeOf
from companion.engine.game import Game
from companion.engine.play import judge_entry
from companion.engine.text import RuleError
from companion.record.record import UNDO

TRIES = 8
"""How often the fields of one action are filled again."""
ORDER = (ButtonGroup.PLAY, ButtonGroup.SETTLE, ButtonGroup.ANY, ButtonGroup.END, ButtonGroup.WAY)
"""The groups of actions, in the order of tapping. No others are tapped."""
CHOSEN = 3
"""The most that is chosen where any number can be."""


class NothingOpenError(Exception):
    """A field that has nothing to choose now, or that asks for words."""


def list_taps(game: Game, state: Any, actions: Sequence[Action], random: Random) -> Iterator[list[Entry]]:
    """Yield taps that the seat of these actions can try one after the other.

    A card comes before the end of the turn, and events along the way last. All fields together may not fit, so the game
    can still refuse one.
    """
    offered = [action for action in actions if _can_be_tapped(action)]
    random.shuffle(offered)
    offered.sort(key=lambda action: ORDER.index(action.group))
    for _ in range(TRIES):
        for action in offered:
            try:
                tap = _make_tap(action, random)
            except NothingOpenError:
                continue
            if not _ends_round(game, state, tap[0]):
                yield tap


def _can_be_tapped(action: Action) -> bool:
    return not action.closed and action.by is not None and action.kind != UNDO and action.group in ORDER


def _ends_round(game: Game, state: Any, entry: Entry) -> bool:
    """Return whether an entry that can end the round would end it; also true for one that isn't possible."""
    if not game.moves[entry["kind"]].may_end_round:
        return False
    after = deepcopy(state)
    try:
        judge_entry(game, after, entry)
    except RuleError:
        return True
    game.fold(after, entry)
    return not after.playing


def _make_tap(action: Action, random: Random) -> list[Entry]:
    """Make the entries of a tap on that action: it, and the end of the turn if that goes with it."""
    entry = action.base
    for field in action.asked:
        if not field.optional:
            entry[field.name] = choose_value(field, random)
    ending = [{"kind": END, "by": action.by}] if action.ends else []
    return [entry, *ending]


def choose_value(field: Field, random: Random) -> Any:
    """Choose a value that the field offers now. Raises where there is none."""
    if isinstance(field, FixedList):
        return [choose_value(each, random) for each in field.each]
    if isinstance(field, OneOf):
        return random.choice(_list_open(field))
    if isinstance(field, SomeOf):
        values = _list_open(field)
        return random.sample(values, random.randint(0, min(CHOSEN, len(values))))
    if isinstance(field, Flag):
        return False
    if isinstance(field, Number):
        return field.low if field.start is None else field.start
    raise NothingOpenError


def _list_open(field: OneOf | SomeOf) -> list[Any]:
    values = [choice.value for choice in field.choices if not choice.closed]
    if not values:
        raise NothingOpenError
    return values
