"""The turn in one tap: what ends it, what happened on the way, and what is put into it afterwards."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from companion.rules import asking
from companion.rules.asking import Action, AnyOf, Choice, Entry, Field, Flag, Number, OneOf, SomeOf
from companion.rules.game import Game
from companion.rules.move import open_to, same
from companion.rules.state import PLAYING
from companion.rules.text import T, Text

END, PLAY, WAY = asking.END, asking.PLAY, asking.WAY
ONE_MORE = T("one more")


def with_outcomes(game: Game[Any], state: Any, action: Action) -> Action:
    """The action with the outcome of each answer, in the words that the log will have: computed of what everybody may
    know."""
    tile = action.tile
    if action.closed or action.secret or tile is None or not tile.asks:
        return action
    field = next((field for field in action.fields if isinstance(field, SomeOf)), None)
    if field is None:
        return action
    noted = tuple(choice._replace(note=_outcome(game, state, action, field, choice)) for choice in field.choices)
    fields = (replace(field, choices=noted) if one is field else one for one in action.fields)
    return replace(action, fields=tuple(fields))


def _outcome(game: Game[Any], state: Any, action: Action, field: Field, choice: Choice) -> Text | None:
    """Of two sentences the second."""
    if choice.closed:
        return None
    then = game.sentence(state, {**action.base, field.name: [choice.value]}).values.get("then")
    return then if isinstance(then, Text) else None


def on_the_way(game: Game[Any], state: Any, seat: int) -> tuple[Action, ...]:
    """Actions that may follow on the way once a card has been played: marked first, it is entered with the card's own
    tap. What can be done now already, where cards are not counted, has a button of its own."""
    turn = state.turn
    if END not in game.moves or turn is None or turn.seat != seat or turn.played:
        return ()
    now = [one.base for one in _ways(game, state, seat)]
    later = _ways(game, _with_turn(state, replace(turn, played=True)), seat)
    return tuple(one for one in later if one.base not in now)


def made_possible(
    game: Game[Any], state: Any, seat: int, actions: Sequence[Action]
) -> tuple[tuple[Action, tuple[Entry, ...]], ...]:
    """What may follow on the way only after something else that is marked: each with the entries that make it
    possible, of the cards among these ``actions`` and of what else happens on the way."""
    way = on_the_way(game, state, seat)
    if not way:
        return ()
    known = [one.base for one in (*way, *_ways(game, state, seat))]
    played = _with_turn(state, replace(state.turn, played=True))
    found: dict[str, tuple[Action, tuple[Entry, ...]]] = {}
    for before, entry in (*((state, one) for one in _shown(actions)), *((played, one) for one in _each(way))):
        if game.moves[entry["kind"]].leads_on:
            then = copy.deepcopy(before)
            game.fold(then, entry)
            for one in _ways(game, then, seat):
                if one.base not in known:
                    key = repr(one.base)
                    found[key] = one, (*found.get(key, (one, ()))[1], entry)
    return tuple(found.values())


def _shown(actions: Sequence[Action]) -> Iterator[Entry]:
    """Each card as it is, and with each thing that it may show."""
    for action in actions:
        if action.group == PLAY and not action.closed:
            if all(one.optional for one in action.asked):
                yield action.base
            yield from (
                {**action.base, one.name: True} for one in action.asked if isinstance(one, Flag) and not one.closed
            )


def _each(way: Sequence[Action]) -> Iterator[Entry]:
    """Each with each answer to what it has to ask."""
    for action in way:
        asked = [one for one in action.asked if isinstance(one, OneOf) and not one.optional]
        for values in product(*([c.value for c in one.choices if not c.closed] for one in asked)):
            yield {**action.base, **{one.name: value for one, value in zip(asked, values, strict=True)}}


def _ways(game: Game[Any], state: Any, seat: int) -> tuple[Action, ...]:
    moves = (move for move in game.moves.values() if move.seated and move.group == WAY)
    return tuple(one for move in open_to(moves, state, seat) for one in move.actions(state, seat) if not one.closed)


def _with_turn(state: Any, turn: Any) -> Any:
    then = copy.copy(state)
    then.turn = turn
    return then


@dataclass(frozen=True)
class Turn:
    """The last turn of a seat that is over: the number of the entry that was its card, what counts in its place, the
    number of the entry that ended it (the same one in games whose turn is one entry), and the turn as it stood then."""

    seat: int
    card: int
    played: Entry
    end: int
    happened: tuple[Entry, ...]
    stood: Any


def added(game: Game[Any], state: Any, turn: Turn) -> tuple[Action, ...]:
    """Actions that can be put into a turn that is over, without undoing it: those on the way, and what the card did
    besides: that first where more is to be said of it than that it was laid. Asked of what everybody may see now; the
    record has the last word."""
    if state.status != PLAYING:
        return ()
    then = _with_turn(state, turn.stood)
    ways = () if turn.end == turn.card else _ways(game, then, turn.seat)
    besides = _besides(game, then, turn)
    laid = bool(game.guide.tiles) and turn.played["kind"] == game.guide.tiles[0].key
    asked = _besides(game, then, turn, asked=True)
    return (*ways, *besides, *asked) if laid and turn.end != turn.card else (*besides, *ways, *asked)


def _besides(game: Game[Any], state: Any, turn: Turn, asked: bool = False) -> tuple[Action, ...]:
    """Actions by which the card did more than was said: the ways of its move that say all it said and more, what could
    have been ticked, and one more of what is counted; ``asked``: of what was asked with the card's tap, and of nothing
    else."""
    move = game.moves.get(turn.played["kind"])
    if move is None or not game.amendable(move.kind):
        return ()
    said = {name: value for name, value in turn.played.items() if name not in ("kind", "by")}
    found = []
    for action in move.actions(state, turn.seat):
        if action.closed or not all(same(action.fixed.get(name, value), value) for name, value in said.items()):
            continue
        more = [name for name in action.fixed if name not in said]
        if more and all(name in action.fixed for name in said):
            found += [] if asked else [action]
        elif not more:
            told = action.tile is not None and action.tile.asks
            for field in action.asked:
                if isinstance(field, SomeOf):
                    found += _one_more(action, field, said) if told == asked else []
                elif not asked and (one := _more(action, field, said)):
                    found.append(one)
    return tuple(found)


def _one_more(action: Action, field: SomeOf, said: Entry) -> list[Action]:
    before = said.get(field.name, [])
    label = T("{what}: {name}")
    return [
        replace(
            action,
            label=label.filled(what=field.label, name=one.label),
            fields=(),
            fixed={**said, **action.fixed, field.name: [*before, one.value]},
        )
        for one in field.choices
        if not one.closed and (isinstance(field, AnyOf) or one.value not in before)
    ]


def _more(action: Action, field: Field, said: Entry) -> Action | None:
    """The action with one thing more in that field; None where there is nothing more to say."""
    base = {**said, **action.fixed}
    base.pop(field.name, None)
    if isinstance(field, Flag) and not field.closed and not said.get(field.name):
        return replace(action, label=field.label, fields=(), fixed={**base, field.name: True})
    if (
        isinstance(field, OneOf)
        and field.optional
        and field.name not in said
        and any(not c.closed for c in field.choices)
    ):
        return replace(action, label=field.label, fields=(replace(field, optional=False),), fixed=base)
    if isinstance(field, Number):
        # What went with a card does not lie there any more: as many can still go as lie there now.
        before = said.get(field.name, field.low)
        most = field.high + before if field.optional else field.high
        label = field.label if field.optional and field.name not in said else ONE_MORE
        return (
            replace(action, label=label, fields=(), fixed={**base, field.name: before + 1}) if before < most else None
        )
    return None


def name_of(game: Game[Any], entry: Entry) -> Text:
    """The entry in a word or two."""
    tile = game.guide.of_entry(entry)
    return tile.name if tile else game.moves[entry["kind"]].label
