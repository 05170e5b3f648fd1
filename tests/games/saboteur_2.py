"""A table of Saboteur 2 in memory."""

from typing import Any

from companion.engine.actions import Action, Entry
from companion.engine.play import list_actions
from companion.engine.setup import make_default_options
from companion.games.saboteur_2 import GAME
from companion.record.record import Record

BLUE = "blue-digger"
GREEN = "green-digger"
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kira", "Lars")
FOUR = (BLUE, GREEN, "boss", "saboteur")
AGREED: Entry = {"kind": "end", "reason": "agreed"}
NO_CRYSTALS: Entry = {"kind": "crystals", "count": 0}


def deal(*cards: str, first: int = 0) -> Entry:
    (aside,) = GAME.prepare(len(cards), make_default_options(GAME))
    aside.subtract(cards)
    return {"kind": "deal", "cards": list(cards), "aside": sorted(aside.elements()), "first": first}


def played(*entries: Entry, players: int = 4, **options: Any) -> Record:
    return Record.load(GAME, NAMES[:players], options, entries)


def act(kind: str, by: int, **fields: Any) -> Entry:
    return {"kind": kind, "by": by, **fields}


def found(by: int, blue: bool, green: bool) -> Entry:
    return act("play-path", by, goal="treasure", blue_way=blue, green_way=green)


def button(record: Record, seat: int, kind: str) -> Action:
    (action,) = (action for action in list_actions(GAME, record.state, seat) if action.kind == kind)
    return action
