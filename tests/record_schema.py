"""The JSON Schema of a record: ``python -m tests.record_schema`` writes docs/record.schema.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.games import all_games, folders
from companion.record.record import AMEND, FORMAT, UNDO
from companion.rules.asking import Field, Flag, Number, OneOf
from companion.rules.game import Game

FILE = Path(__file__).parent.parent / "docs" / "record.schema.json"
GAMES = Path(__file__).parent.parent / "companion" / "games"

SEAT = {"$ref": "#/$defs/seat"}
COUNT = {"type": "integer", "minimum": 0}
CHANGE = {"type": "integer", "minimum": -199, "maximum": 199}
WORD = {"type": "string", "minLength": 1}
FLAG = {"type": "boolean"}
WORDS = {"type": "array", "items": WORD}
SEATS = {"type": "array", "items": SEAT}
BY = {"by": SEAT}
NOBODY = {"anyOf": [SEAT, {"type": "null"}]}
HOW = {"enum": ["turns", "timers", "nothing"]}
Properties = dict[str, Any]

KINDS: dict[str, tuple[Properties, tuple[str, ...]]] = {
    # what every game has
    "deal": (
        {"first": SEAT, "cards": WORDS, "aside": WORDS, "clans": WORDS, "without": SEATS, "follow": HOW},
        ("first",),
    ),
    "follow": ({"how": HOW, "active": SEAT, "upkeep": FLAG}, ("how",)),
    "turn": (BY, ("by",)),
    "facts": (
        {
            "seats": {"type": "array", "items": {"type": "object"}},
            "cards": WORDS,
            "finder": NOBODY,
            "connector": NOBODY,
            "nuggets": {"type": "array", "items": COUNT},
            "broken": SEATS,
            "trapped": SEATS,
            "blue_way": FLAG,
            "green_way": FLAG,
            "crystals": COUNT,
            "thefts": {"type": "array", "items": {"type": "array", "items": SEAT, "minItems": 2, "maxItems": 2}},
        },
        (),
    ),
    "reveal": (BY, ("by",)),
    "end-turn": (BY, ("by",)),
    "correct": (
        {
            "seat": SEAT,
            "gold": CHANGE,
            "treasures": CHANGE,
            "hand": CHANGE,
            "deck": CHANGE,
            "active": SEAT,
            "upkeep": FLAG,
            "note": {"type": "string"},
        },
        (),
    ),
    "set": ({"seat": SEAT, "seats": {"type": "array", "items": {"type": "object", "required": ["seat"]}}}, ()),
    "retire": ({"seat": SEAT}, ("seat",)),
    "return": ({"seat": SEAT}, ("seat",)),
    "join": ({"name": WORD}, ("name",)),
    "identities": ({"cards": WORDS}, ("cards",)),
    "end": ({"reason": WORD}, ("reason",)),
    "stop": ({}, ()),
    UNDO: ({"entry": COUNT}, ("entry",)),
    # cards and ways
    "play-path": (
        {**BY, "gold_vein": FLAG, "goal": WORD, "goals": WORDS, "blue_way": FLAG, "green_way": FLAG},
        ("by",),
    ),
    "rockfall": ({**BY, "gold_vein": FLAG, "web": WORD, "webs": WORDS}, ("by",)),
    "discard": ({**BY, "count": COUNT}, ("by",)),
    "pass": (BY, ("by",)),
    "map": (BY, ("by",)),
    "break": ({**BY, "to": SEAT, "tool": WORD}, ("by", "to", "tool")),
    "repair": ({**BY, "to": SEAT, "tool": WORD}, ("by", "to", "tool")),
    "secret-information": ({**BY, "look": {"enum": ["goal", "card"]}, "seat": SEAT}, ("by", "look")),
    "swap-cards": ({**BY, "with": SEAT}, ("by", "with")),
    "spiderweb": ({**BY, "marker": WORD}, ("by", "marker")),
    "chop-web": ({**BY, "marker": WORD}, ("by", "marker")),
    "boots": ({**BY, "to": SEAT}, ("by", "to")),
    "battle-axe": ({**BY, "to": SEAT}, ("by", "to")),
    "creature": ({**BY, "creature": WORD, "attacks": SEATS, "axe": SEAT}, ("by", "creature")),
    "meet": ({**BY, "creature": WORD, "axe": FLAG}, ("by", "creature")),
    "bridge": (BY, ("by",)),
    "tunnel": (BY, ("by",)),
    "take-gold": (BY, ("by",)),
    "reveal-goal": ({**BY, "goal": WORD}, ("by", "goal")),
    "leave": (BY, ("by",)),
    "tool": ({**BY, "tool": WORD}, ("by", "tool")),
    "look": ({**BY, "look": {"enum": ["mine", "treasure", "card"]}, "seat": SEAT}, ("by", "look")),
    "trap": (BY, ("by",)),
    "troll": (BY, ("by",)),
    "thunderstorm": ({**BY, "troll": SEAT, "trap": FLAG, "trolls": SEATS, "traps": COUNT}, ("by",)),
    "cross-trap": (BY, ("by",)),
    "reveal-mine": ({**BY, "mine": WORD}, ("by", "mine")),
    "take-treasure": ({**BY, "treasure": WORD}, ("by", "treasure")),
    "trapped": ({**BY, "to": SEAT}, ("by", "to")),
    "free": ({**BY, "to": SEAT}, ("by", "to")),
    "theft": (BY, ("by",)),
    "hands-off": ({**BY, "to": SEAT}, ("by", "to")),
    "swap-hands": ({**BY, "with": SEAT}, ("by", "with")),
    "inspect": ({**BY, "seat": SEAT}, ("by", "seat")),
    "swap-hats": ({**BY, "to": SEAT, "drawn": WORD}, ("by", "to")),
    "cast-off": ({**BY, "what": WORD}, ("by", "what")),
    # after the play
    "treasures": ({"values": {"type": "array", "items": {"type": "array", "items": COUNT}}}, ("values",)),
    "nuggets": ({"cards": {"type": "array", "items": COUNT}}, ("cards",)),
    "pick": ({**BY, "card": COUNT}, ("by", "card")),
    "take": ({**BY, "gold": COUNT}, ("by", "gold")),
    "crystals": ({"count": COUNT}, ("count",)),
    "steal": ({**BY, "from": NOBODY}, ("by", "from")),
}
"""The fields of each kind of entry beside its kind, and those that it needs."""
INDICES = {"type": "array", "items": COUNT}
IN_FILES: dict[str, tuple[Properties, tuple[str, ...]]] = {
    "deal": (
        {
            "chosen": SEATS,
            "spent": {"type": "array", "items": INDICES},
            "draw": {"type": "array", "items": INDICES},
            "cards": WORDS,
            "aside": WORDS,
            "without": SEATS,
        },
        (),
    ),
    "out": ({"seat": SEAT}, ("seat",)),
    "night": ({}, ()),
    "clock": ({"clock": COUNT, "seconds": COUNT, "stands": FLAG}, ("clock", "seconds")),
    "ask": ({"look": COUNT, "seat": SEAT}, ("look",)),
    "night-ask": ({"look": COUNT}, ("look",)),
    "point": ({**BY, "seat": SEAT}, ("by", "seat")),
    "go-on": ({}, ()),
    "ends": ({"end": COUNT, "seat": SEAT, "sides": WORDS, "won": SEATS}, ()),
    **{kind: KINDS[kind] for kind in ("correct", "retire", "return", "join", "identities", "stop", UNDO)},
}
"""The same for games in one file."""
OF_A_FILE = r"^[a-z][a-z0-9-]{0,39}\.[0-9a-f]{12}$"
"""The id of such a game: the file's name, and the beginning of its SHA-256."""
OPEN = ("set", "follow")
"""Kinds with fields of their own in every game: absolute values, named as ``companion replay`` prints them."""


def boxes() -> list[Game[Any]]:
    """The games that come along."""
    return [game for id, game in all_games().items() if folders()[id].parent == GAMES]


def schema() -> dict[str, Any]:
    """The whole schema."""
    games = boxes()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "companion-record-1.schema.json",
        "title": "Companion record",
        "description": "One game at one table: who sat there and everything that was entered, in order. docs/record.md"
        " says what it means.",
        "type": "object",
        "required": ["format", "game", "players", "entries"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "game": {"anyOf": [{"enum": [game.id for game in games]}, {"type": "string", "pattern": OF_A_FILE}]},
            "file": {"description": "The text that the game is read from, where it is a game in one file.", **WORD},
            "options": {"type": "object"},
            "players": {
                "description": "In clockwise order; a seat is its index. Those at the first deal.",
                "type": "array",
                "items": WORD,
                "minItems": 2,
                "maxItems": 12,
            },
            "entries": {"type": "array"},
        },
        "allOf": [*(_of_game(game) for game in games), OF_FILES],
        "$defs": {
            "seat": {"type": "integer", "minimum": 0, "maximum": 11},
            **{f"entry-{kind}": _entry(kind, KINDS) for kind in KINDS},
            **{f"entries-{game.id}": {"anyOf": [*_refs(game), _amend(_refs(game))]} for game in games},
            **{f"in-file-{kind}": _entry(kind, IN_FILES) for kind in IN_FILES},
            "entries-in-file": {"anyOf": [*REFS_IN_FILE, _amend(REFS_IN_FILE)]},
        },
    }


REFS_IN_FILE = [{"$ref": f"#/$defs/in-file-{kind}"} for kind in IN_FILES]
OF_FILES = {
    "if": {"properties": {"game": {"pattern": OF_A_FILE}}},
    "then": {"required": ["file"], "properties": {"entries": {"items": {"$ref": "#/$defs/entries-in-file"}}}},
}


def _of_game(game: Game[Any]) -> dict[str, Any]:
    options = {field.name: _option(field) for field in game.options()}
    return {
        "if": {"properties": {"game": {"const": game.id}}},
        "then": {
            "properties": {
                "options": {"properties": options, "additionalProperties": False},
                "players": {"minItems": game.least, "maxItems": game.most},
                "entries": {"items": {"$ref": f"#/$defs/entries-{game.id}"}},
            }
        },
    }


def _option(field: Field) -> dict[str, Any]:
    if isinstance(field, Flag):
        return FLAG
    if isinstance(field, OneOf):
        return {"enum": [choice.value for choice in field.choices]}
    assert isinstance(field, Number)
    return {"type": "integer", "minimum": field.low, "maximum": field.high}


def _refs(game: Game[Any]) -> list[dict[str, Any]]:
    return [{"$ref": f"#/$defs/entry-{kind}"} for kind in KINDS if kind in game.moves or kind == UNDO]


def _entry(kind: str, kinds: dict[str, tuple[Properties, tuple[str, ...]]]) -> dict[str, Any]:
    fields, needed = kinds[kind]
    return {
        "type": "object",
        "required": ["kind", *needed],
        "properties": {"kind": {"const": kind}, **fields, **_made()},
        "additionalProperties": kind in OPEN,
    }


def _amend(refs: list[dict[str, Any]]) -> dict[str, Any]:
    listed = {"type": "array", "items": {"anyOf": refs}}
    return {
        "type": "object",
        "required": ["kind", "entry", "as"],
        "properties": {"kind": {"const": AMEND}, "entry": COUNT, "as": listed, **_made()},
        "additionalProperties": False,
    }


def _made() -> dict[str, Any]:
    """When and by what an entry was made: told for people, read by no rule."""
    return {"at": {"type": "string"}, "device": {"type": "string"}}


def written() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
