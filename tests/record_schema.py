"""The JSON Schema of a record, from the moves' own fields: ``python tests/record_schema.py`` writes it again."""

import json
from collections.abc import Iterable
from typing import Any

import games_in_files
from built import ROOT, need_games
from jsonschema import Draft202012Validator
from playing import Play

from companion.engine.corrections import SetFacts
from companion.engine.fields import Field, Flag, IntList, NameField, Number, OneOf, SeatChoices, ShortText
from companion.engine.game import Game
from companion.engine.move import Move
from companion.engine.round_facts import list_tracking_modes
from companion.engine.setup import list_option_fields
from companion.games import all_games, list_folders
from companion.record.record import UNDO
from companion.toml_games.files import game_of_file

FILE = ROOT / "docs" / "record.schema.json"
GAMES = ROOT / "companion" / "games"
FILES = [file.read_text(encoding="utf-8") for file in (*games_in_files.BUNDLED, *games_in_files.FILES)]
FILES.append(next(text for text in FILES if "chosen" in text).partition("[[ends]]")[0])
"""Games in one file: what there can be in one, at least once."""
HEAD = json.loads(FILE.read_text(encoding="utf-8"))
"""As it was written last: what no game changes stays as it is there."""
VALID = Draft202012Validator(HEAD)

Schema = dict[str, Any]
Types = set[str]
"""Names of JSON's types; where there are none, anything."""
JSON = {str: "string", bool: "boolean", int: "integer", list: "array", type(None): "null"}
FIELDS = {Flag: "boolean", Number: "integer", NameField: "string", ShortText: "string", IntList: "string"}
SEAT, TEXT = {"$ref": "#/$defs/seat"}, {"type": "string"}


def boxes() -> list[Game]:
    """The games that come along."""
    return [game for id, game in all_games().items() if list_folders()[id].parent == GAMES]


# -- the entries ------------------------------------------------------------------------------------------------------
def of_field(field: Field) -> Types:
    """What can be in it at any time: the rules say which of its choices are open."""
    if type(field) is Field:
        return set()
    if not isinstance(field, OneOf):
        return {next((type for kind, type in FIELDS.items() if isinstance(field, kind)), "array")}
    if field.among is not None:
        return {"integer" if isinstance(field.among, SeatChoices) else "string"}
    return {JSON[type(choice.value)] for choice in field.choices}


def of_move(move: Move, state: Any) -> tuple[dict[str, Types], set[str]] | None:
    """What can be in its entries, with what chance decides, and what has to; None if it is not open."""
    by = 0 if move.seated else -1
    own = move.fields(state, by)
    ways = [(one.fixed, (*own, *one.asks)) for one in move.buttons or move.list_variants(state, by)]
    if type(move).list_variants is not Move.list_variants and all(one.closed for one in move.actions(state, by)):
        return None
    each = {name: {JSON[type(value)]} for fixed, _ in ways for name, value in fixed.items()}
    fields = [*own, *(one for _, more in ways for one in more), *move.asked.values()]
    if isinstance(move, SetFacts):
        fields += [one.field(state) for one in (*move.of_table.values(), *move.of_seat.values())]
    for one in fields:
        each[one.name] = each.get(one.name, set()) | of_field(one)
    named = [{*fixed, *(one.name for one in more if not one.optional)} for fixed, more in ways]
    return each, set.intersection(*named)


def entries(games: Iterable[Game]) -> Schema:
    """By kind the form of an entry, as the moves declare it and ask for it right after a deal, by app or hand."""
    found: dict[str, dict[str, Types]] = {UNDO: {"entry": {"integer"}}}
    needed = {UNDO: {"entry"}}
    for game in games:
        counted = (
            {"count_cards": True} if any(field.name == "count_cards" for field in list_option_fields(game)) else {}
        )
        for options in (counted, {"dealing": "cards"}):
            state = Play(game, game.most, options).run(1).state
            for kind, move in game.moves.items():
                if {*move.allowed_tracking} & {*list_tracking_modes(game)} and (form := of_move(move, state)):
                    each, always = found.setdefault(kind, {}), form[1] | ({"by"} if move.seated else set())
                    each |= {name: types | each.get(name, set()) for name, types in form[0].items()}
                    needed[kind] = needed.get(kind, always) & always
    return {kind: _entry(kind, found[kind], needed[kind]) for kind in sorted(found)}


def _entry(kind: str, each: dict[str, Types], needed: set[str]) -> Schema:
    properties: Schema = {name: {"type": sorted(types)} if types else {} for name, types in sorted(each.items())}
    properties |= {name: SEAT for name in ("by", "seat") if name in {*each, *needed}}
    return {
        "type": "object",
        "required": sorted({"kind", *needed}),
        "properties": {"kind": {"const": kind}, **properties, "at": TEXT, "device": TEXT},
        "additionalProperties": False,
    }


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
            "properties": {field.name: _option(field) for field in list_option_fields(game)},
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
    if isinstance(field, Number):
        return {"type": "integer", "minimum": field.low, "maximum": field.high}
    return {"type": "boolean"}


def _any(prefix: str, kinds: Iterable[str]) -> Schema:
    """An entry of one of the kinds."""
    return {"anyOf": [{"$ref": f"#/$defs/{prefix}-{kind}"} for kind in sorted(kinds)]}


def written() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    need_games()
    FILE.write_text(written(), encoding="utf-8")
