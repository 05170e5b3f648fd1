"""The JSON Schema of a record, from the moves' own fields: ``python tests/record_schema.py`` writes it anew."""

import json
from collections.abc import Iterable
from functools import reduce
from typing import Any

import games_in_files
from built import ROOT
from jsonschema import Draft202012Validator
from playing import Play

from companion.games import all_games, game_of_file, list_folders
from companion.record.record import UNDO
from companion.rules.asking import (
    Field,
    Flag,
    ListOf,
    Lying,
    Name,
    Number,
    OneOf,
    Seats,
    ShortText,
    SomeOf,
    Things,
    Values,
)
from companion.rules.facts import MOST
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.putting_right import SetFacts

FILE = ROOT / "docs" / "record.schema.json"
GAMES = ROOT / "companion" / "games"
FILES = [file.read_text(encoding="utf-8") for file in (*games_in_files.BUNDLED, *games_in_files.FILES)]
FILES.append(next(text for text in FILES if "chosen" in text).partition("[[ends]]")[0])
"""Games in one file: what there may be in one, at least once."""
HEAD = json.loads(FILE.read_text(encoding="utf-8"))
"""As it was written last: what no game changes stays as it stands there."""
VALID = Draft202012Validator(HEAD)

Schema = dict[str, Any]
TEXT, SEAT, INDEX = {"type": "string"}, {"$ref": "#/$defs/seat"}, {"type": "integer", "minimum": 0}
WORD, FLAG = {**TEXT, "minLength": 1}, {"type": "boolean"}
MADE = {"at": TEXT, "device": TEXT}
"""When and by what an entry was made: told for people, read by no rule."""


def boxes() -> list[Game]:
    """The games that come along."""
    return [game for id, game in all_games().items() if list_folders()[id].parent == GAMES]


# -- a field ----------------------------------------------------------------------------------------------------------
def of_field(field: Field, state: Any) -> Schema:
    """What may stand in it at any time: which of its choices are open is for the rules to say."""
    if isinstance(field, (OneOf, SomeOf)):
        called = {str(choice.label) for choice in field.choices} & {*state.names}
        values = [SEAT if called and type(one.value) is int else of_value(one.value) for one in field.choices]
        return either(values) if isinstance(field, OneOf) else _list(values)
    if isinstance(field, ListOf):
        return _list(of_field(one, state) for one in field.each)
    if isinstance(field, Things):
        each = {one.name: of_field(one, state) for one in field.each}
        return _list([_object(each, {field.once} if field.some else each)])
    if isinstance(field, Number):
        return INDEX if field.low >= 0 else {**INDEX, "minimum": -MOST, "maximum": MOST}
    if type(field) is Field:
        return {}
    kinds: dict[type, Schema] = {Flag: FLAG, Name: WORD, ShortText: TEXT, Values: TEXT}
    return kinds[type(field)]


def of_ask(ask: Field, state: Any) -> Schema:
    """What a move asks for, whatever there is to choose from now."""
    if not isinstance(ask.among, (Seats, Lying)):
        return of_field(ask.at(state, 0), state)
    one = SEAT if isinstance(ask.among, Seats) else either(map(of_value, ask.among.pieces))
    return _list([one]) if isinstance(ask, SomeOf) else one


def of_value(value: Any) -> Schema:
    if isinstance(value, list):
        return _list(map(of_value, value))
    kinds: dict[type, Schema] = {str: WORD, bool: FLAG, int: INDEX}
    return kinds.get(type(value), {"type": "null"})


def _list(each: Iterable[Schema]) -> Schema:
    return {"type": "array", "items": either(each)}


def _object(each: Schema, needed: Iterable[str]) -> Schema:
    properties = dict(sorted(each.items()))
    return {"type": "object", "required": sorted(needed), "properties": properties, "additionalProperties": False}


def either(found: Iterable[Schema]) -> Schema:
    """A schema for all of them: lists and objects are merged; none of none."""
    return reduce(_merged, found, {})


def _merged(one: Schema, other: Schema) -> Schema:
    if not one or not other or one == other:
        return one or other
    if one.get("type") == other.get("type") == "array":
        return _list([one["items"], other["items"]])
    if one.get("type") == other.get("type") == "object":
        ours, theirs = one["properties"], other["properties"]
        each = {name: _merged(ours.get(name, {}), theirs.get(name, {})) for name in {**ours, **theirs}}
        return _object(each, {*one["required"]} & {*other["required"]})
    every = {json.dumps(each): each for one in (one, other) for each in one.get("anyOf", [one])}
    return {"anyOf": [every[key] for key in sorted(every)]}


# -- the entries ------------------------------------------------------------------------------------------------------
def entries(games: Iterable[Game]) -> Schema:
    """By kind the form of an entry, as the moves declare it and ask for it right after a deal, by app or hand."""
    kinds = {UNDO: _entry(UNDO, {"entry": INDEX}, {"entry"})}
    for game in games:
        counted = {"count_cards": True} if any(field.name == "count_cards" for field in game.options()) else {}
        for options in (counted, {"dealing": "cards"}):
            state = Play(game, game.most, options).run(1).state
            for kind, move in game.moves.items():
                if {*move.follows} & {*game.follows}:
                    kinds[kind] = _merged(kinds.get(kind, {}), of_move(move, state))
    return {kind: form for kind, form in sorted(kinds.items()) if form}


def of_move(move: Move, state: Any) -> Schema:
    """The form of its entries, with what chance decides."""
    by = 0 if move.seated else -1
    own = tuple(move.fields(state, by))
    ways = [(one.fixed, (*own, *(ask.at(state, by) for ask in one.asks))) for one in move.buttons]
    ways += [(one.fixed, one.fields) for one in move.actions(state, by) if not one.closed]
    if not ways and type(move).actions is not Move.actions:
        return {}
    ways = ways or [({}, own)]
    fields = {one.name: one for _, found in (({}, own), *ways) for one in found}
    lies = {**move.of_table, **move.of_seat} if isinstance(move, SetFacts) else {}
    each = {name: SEAT if name == "seat" else of_value(value) for fixed, _ in ways for name, value in fixed.items()}
    each |= {name: of_field(one, state) for name, one in fields.items()}
    each |= {name: of_ask(one, state) for name, one in move.asked.items()}
    each |= {name: of_field(one.field(state), state) for name, one in lies.items()}
    needed = set.intersection(*({*fixed, *(one.name for one in more if not one.optional)} for fixed, more in ways))
    if move.seated:
        each, needed = each | {"by": SEAT}, needed | {"by"}
    return _entry(move.kind, each, needed)


def _entry(kind: str, each: Schema, needed: Iterable[str]) -> Schema:
    return _object({"kind": {"const": kind}, **each, **MADE}, {"kind", *needed})


# -- the whole --------------------------------------------------------------------------------------------------------
def schema() -> Schema:
    """The whole schema."""
    games = boxes()
    own, in_files = entries(games), entries(game_of_file("file", text) for text in FILES)
    game_ids = {"anyOf": [{"enum": [game.id for game in games]}, HEAD["properties"]["game"]["anyOf"][-1]]}
    return {
        **HEAD,
        "properties": {**HEAD["properties"], "game": game_ids},
        "allOf": [*map(_of_game, games), HEAD["allOf"][-1]],
        "$defs": {
            "seat": HEAD["$defs"]["seat"],
            **{f"entry-{kind}": form for kind, form in own.items()},
            **{f"entries-{game.id}": _any("entry", own.keys() & {*game.moves, UNDO}) for game in games},
            **{f"in-file-{kind}": form for kind, form in in_files.items()},
            "entries-in-file": _any("in-file", in_files),
        },
    }


def _of_game(game: Game) -> Schema:
    then = {
        "options": {
            "properties": {field.name: _option(field) for field in game.options()},
            "additionalProperties": False,
        },
        "players": {"minItems": game.least, "maxItems": game.most},
        "entries": {"items": {"$ref": f"#/$defs/entries-{game.id}"}},
    }
    return {"if": {"properties": {"game": {"const": game.id}}}, "then": {"properties": then}}


def _option(field: Field) -> Schema:
    """An option has the same values in every game."""
    if isinstance(field, OneOf):
        return {"enum": [choice.value for choice in field.choices]}
    return {"type": "integer", "minimum": field.low, "maximum": field.high} if isinstance(field, Number) else FLAG


def _any(prefix: str, kinds: Iterable[str]) -> Schema:
    """An entry of one of the kinds."""
    return {"anyOf": [{"$ref": f"#/$defs/{prefix}-{kind}"} for kind in sorted(kinds)]}


def written() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
