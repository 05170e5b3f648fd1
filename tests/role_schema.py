"""The JSON Schema of a game in one file: ``python -m tests.role_schema`` writes docs/game.schema.json.

It is made from the dataclasses that a file becomes, and knows what stands where. What one place says of another (names,
spans, sums) only ``companion check`` sees.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.roles import form, kinds
from companion.roles.kinds import keys_of

FILE = Path(__file__).parent.parent / "docs" / "game.schema.json"

Schema = dict[str, Any]
STRING = {"type": "string"}
STRINGS = {"type": "array", "items": STRING}
SPAN = f"^{kinds.SPAN.pattern}$"
ID = {**STRING, "pattern": f"^(?!(?:{'|'.join(kinds.RESERVED)})$){kinds.ID.pattern}$"}
WORDS = {**STRING, "maxLength": kinds.MOST_TEXT, "pattern": r"\S"}
PLAIN = {**WORDS, "not": {"pattern": kinds.PLACE.pattern}}


def text(words: Schema) -> Schema:
    """A string, or strings by language."""
    languages = {"patternProperties": {f"^(?:{kinds.LANGUAGE.pattern})$": words}, "additionalProperties": False}
    return {
        "anyOf": [words, {"type": "object", "required": ["en"], "maxProperties": kinds.MOST_LANGUAGES, **languages}]
    }


def table(of: Any) -> Schema:
    keys = keys_of(of)
    needed = [name for name, one in keys.items() if one.needed]
    closed = {
        "type": "object",
        "properties": {name: kind(one.kind) for name, one in keys.items()},
        "additionalProperties": False,
    }
    return {**closed, "required": needed} if needed else closed


def array(of: Schema, least: int | None = None, most: int | None = None) -> Schema:
    limits = {"minItems": least, "maxItems": most}
    return {"type": "array", "items": of, **{name: limit for name, limit in limits.items() if limit is not None}}


def kind(one: Any) -> Schema:
    match one:
        case kinds.Text(places):
            return {"$ref": f"#/$defs/{'told' if places else 'text'}"}
        case kinds.List(of, _, most, least):
            return array(kind(of), least or None, most)
        case kinds.Whole(least, most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case kinds.Flag():
            return {"type": "boolean"}
        case kinds.OneOf(words):
            return {"enum": list(words)}
        case kinds.Known():
            return STRING
        case kinds.ID:
            return ID
        case kinds.Players():
            return array(kind(kinds.Whole(kinds.FEWEST, kinds.MOST)), 2, 2)
        case kinds.Span():
            return {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {**STRING, "pattern": SPAN}]}
        case kinds.BySpan(of):
            spans = {"type": "object", "propertyNames": {"pattern": SPAN}, "additionalProperties": kind(of)}
            return {"anyOf": [kind(of), spans]}
        case kinds.Cards(named):
            return {"anyOf": [STRINGS, {"const": kinds.NAMED}]} if named else STRINGS
        case kinds.Drawn():
            return {"anyOf": [array(each, 1) for each in (kind(kinds.Text()), array(kind(kinds.Text()), 2, 2))]}
        case kinds.Table(of):
            return table(of)
        case kinds.By(key, of, most):
            closed = {"type": "object", "propertyNames": kind(key), "additionalProperties": kind(of)}
            return {**closed, "minProperties": 1, "maxProperties": most} if most == form.MOST_CARDS else closed
        case kinds.Many(of, most):
            return array(table(of), most=most)
        case form.Winners():
            return {"anyOf": [STRINGS, table(form.Wins)]}
    raise TypeError(one)


def schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game in one file",
        "description": "A hidden-role game as a TOML file. What names and numbers of cards have to be beyond this,"
        " companion-table check says.",
        **table(form.Form),
        "$defs": {"text": text(PLAIN), "told": text(WORDS)},
    }


def written() -> str:
    return f"{json.dumps(schema(), indent=1, ensure_ascii=False)}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
