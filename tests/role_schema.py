"""The JSON Schema of a game in one file: ``python -m tests.role_schema`` writes docs/game.schema.json.

It is made from the tables of keys by which a file is read, and knows what stands where. What one place says of another
(names, spans, sums) only ``companion check`` sees.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.roles import reading as form

FILE = Path(__file__).parent.parent / "docs" / "game.schema.json"

Schema = dict[str, Any]
STRING = {"type": "string"}
PLACEHOLDER = r"\{[^{}]*\}"
SPAN = f"^{form.SPAN.pattern}$"
ID = f"^(?!(?:{'|'.join(form.RESERVED)})$){form.ID.pattern}$"
WORDS = {"type": "string", "maxLength": form.MOST_TEXT, "pattern": r"\S"}
PLAIN = {**WORDS, "not": {"pattern": PLACEHOLDER}}
NAMES = {"type": "array", "items": STRING}


def text(words: Schema) -> Schema:
    """A string, or strings by language."""
    languages = {"patternProperties": {f"^(?:{form.LANGUAGE.pattern})$": words}, "additionalProperties": False}
    return {"anyOf": [words, {"type": "object", "required": ["en"], **languages}]}


def keys(table: form.Keys) -> Schema:
    needed = [key for key, one in table.items() if one.needed]
    properties = {key: kind(one.kind) for key, one in table.items()}
    return {"type": "object", **closed(properties), **({"required": needed} if needed else {})}


def closed(properties: Schema) -> Schema:
    return {"properties": properties, "additionalProperties": False}


def by_id(table: Schema, most: int | None = None) -> Schema:
    more = {"maxProperties": most} if most else {}
    return {"type": "object", "propertyNames": {"pattern": ID}, "additionalProperties": table, **more}


def kind(one: form.Kind) -> Schema:
    match one:
        case form.Text(places):
            return {"$ref": f"#/$defs/{'told' if places else 'text'}"}
        case form.Lines(most):
            return {"type": "array", "maxItems": most, "items": {"$ref": "#/$defs/text"}}
        case form.Whole(least, most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case form.Flag():
            return {"type": "boolean"}
        case form.OneOf(words):
            return {"enum": list(words)}
        case form.Span():
            return {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"type": "string", "pattern": SPAN}]}
        case form.BySpan(of):
            spans = {"type": "object", "propertyNames": {"pattern": SPAN}, "additionalProperties": kind(of)}
            return {"anyOf": [kind(of), spans]}
        case form.Names() | form.Cards():
            return NAMES
        case form.Icon():
            return STRING
        case form.Later(what):
            return LATER[what]


LATER: dict[str, Schema] = {
    "players": {"type": "array", "minItems": 2, "maxItems": 2, "items": kind(form.Whole(form.FEWEST, form.MOST))},
    "side": STRING,
    "card": STRING,
    "counts": {"type": "object", "additionalProperties": kind(form.COUNT)},
    "draws": {
        "type": "array",
        "minItems": 1,
        "maxItems": form.MOST_DRAWN,
        "anyOf": [
            {"items": PLAIN},
            {"items": {"type": "array", "minItems": 2, "maxItems": 2, "items": PLAIN}},
        ],
    },
    "wins": {"anyOf": [NAMES, keys(form.WINS)]},
    "pays": {"type": "object", "additionalProperties": kind(form.POINTS)},
}


def schema() -> Schema:
    tables = {name: keys(table) for name, table in form.TABLES.items()}
    for name, most in form.LISTS.items():
        tables[name] = {"type": "array", "maxItems": most, "items": tables[name]}
    for name in ("sides", "cards", "draw"):
        tables[name] = by_id(tables[name], form.MOST_CARDS if name == "cards" else None)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game in one file",
        "description": "A hidden-role game as a TOML file. What names and numbers of cards have to be beyond this,"
        " companion-table check says.",
        "type": "object",
        "required": ["game", "cards", "deal"],
        **closed(tables),
        "$defs": {"text": text(PLAIN), "told": text(WORDS)},
    }


def written() -> str:
    return f"{json.dumps(schema(), indent=1, ensure_ascii=False)}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
