"""The JSON Schema of a game in one file: ``python tests/role_schema.py`` writes docs/game.schema.json.

It is made from the dataclasses that a file becomes, and knows what goes where. What one value says of another (names,
spans, sums) only ``companion check`` sees.
"""

import json
from typing import Annotated, Any, Literal, get_args, get_origin

from built import ROOT, need_games

from companion.toml_games import definition, readers
from companion.toml_games.readers import keys_of

FILE = ROOT / "docs" / "game.schema.json"

Schema = dict[str, Any]
STRING = {"type": "string"}
STRINGS = {"type": "array", "items": STRING}
SPAN = f"^{readers.SPAN.pattern}$"
ID = {**STRING, "pattern": f"^{readers.ID.pattern}$"}
WORDS = {**STRING, "maxLength": readers.MOST_TEXT, "pattern": r"\S"}
PLAIN = {**WORDS, "not": {"pattern": readers.PLACE.pattern}}


def text(words: Schema) -> Schema:
    """A string, or strings by language."""
    languages = {"patternProperties": {f"^(?:{readers.LANGUAGE.pattern})$": words}, "additionalProperties": False}
    return {
        "anyOf": [words, {"type": "object", "required": ["en"], "maxProperties": readers.MOST_LANGUAGES, **languages}]
    }


def table(of: Any) -> Schema:
    keys = keys_of(of)
    needed = [name for name, one in keys.items() if one.default is one.empty]
    closed = {
        "type": "object",
        "properties": {name: kind(one.annotation) for name, one in keys.items()},
        "additionalProperties": False,
    }
    return {**closed, "required": needed} if needed else closed


def kind(hint: Any) -> Schema:
    """The schema of that type, as ``kinds.read_value`` reads it."""
    origin, of = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return annotated(of[1], of[0])
    if type(None) in of:
        return kind(of[0])
    if origin is Literal:
        return {"type": "boolean"} if True in of else {"enum": list(of)}
    if origin is tuple:
        return {"type": "array", "items": kind(of[0])}
    if origin is None:
        return table(hint)
    return {"type": "object", "propertyNames": kind(of[0]), "additionalProperties": kind(of[1])}


def annotated(by: Any, hint: Any) -> Schema:
    match by:
        case readers.TextReader(places):
            return {"$ref": f"#/$defs/{'told' if places else 'text'}"}
        case readers.Length(least, most):
            read = kind(hint)
            limits = ("minItems", "maxItems") if read["type"] == "array" else ("minProperties", "maxProperties")
            return {**read, **({limits[0]: least} if least else {}), limits[1]: most}
        case readers.IntRange(least, most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case readers.NameOf():
            return STRING
        case readers.ID:
            return ID
        case readers.read_players:
            numbers = {"type": "integer", "minimum": readers.FEWEST, "maximum": readers.MOST}
            return {"type": "array", "items": numbers, "minItems": 2, "maxItems": 2}
        case readers.read_span:
            return {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {**STRING, "pattern": SPAN}]}
        case readers.PerPlayerCount(one):
            spans = {"type": "object", "propertyNames": {"pattern": SPAN}, "additionalProperties": kind(one)}
            return {"anyOf": [kind(one), spans]}
        case readers.read_cards:
            return STRINGS
        case readers.read_asked:
            return {"anyOf": [STRINGS, {"const": readers.NAMED}]}
        case readers.read_drawn:
            return {"anyOf": [kind(readers.Things), kind(readers.Pairs)]}
        case definition.read_winners:
            return {"anyOf": [STRINGS, table(definition.WinsTable)]}
    raise TypeError(by)


def schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game in one file",
        "description": "A hidden-role game as a TOML file. What names and numbers of cards have to be beyond this,"
        " companion check says.",
        **table(definition.TomlFile),
        "$defs": {"text": text(PLAIN), "told": text(WORDS)},
    }


def written() -> str:
    return f"{json.dumps(schema(), indent=1, ensure_ascii=False)}\n"


if __name__ == "__main__":
    need_games()
    FILE.write_text(written(), encoding="utf-8")
