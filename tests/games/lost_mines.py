"""A table of The Lost Mines in memory."""

from typing import Any

from companion.engine.actions import Entry
from companion.engine.play import write_entry
from companion.engine.setup import start_game
from companion.games.lost_mines import GAME
from companion.record.record import Record

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida")


THREE = ("yellow-loyal", "blue-loyal", "yellow-selfish")


AGREED: Entry = {"kind": "end", "reason": "agreed"}


def deal(*cards: str, first: int = 0) -> Entry:
    (aside,) = GAME.prepare(len(cards), {})
    aside.subtract(cards)
    return {"kind": "deal", "cards": list(cards), "aside": sorted(aside.elements()), "first": first}


def played(*entries: Entry, players: int = 3, **options: Any) -> Record:
    return Record.load(GAME, NAMES[:players], options, entries)


def turn(by: int, *more: Entry, card: str = "play-path") -> list[Entry]:
    """A whole turn: a card, what else happens, the end."""
    return [{"kind": card, "by": by}, *({**one, "by": by} for one in more), {"kind": "end-turn", "by": by}]


def mine(name: str) -> Entry:
    return {"kind": "reveal-mine", "mine": name}


def take(name: str) -> Entry:
    return {"kind": "take-treasure", "treasure": name}


def two_taken() -> list[Entry]:
    """A round in which Anna and Cleo take a treasure each, Ben meets the dragon, and the table stops."""
    return [
        *turn(0, mine("gold"), take("gold")),
        *turn(1, mine("dragon")),
        *turn(2, mine("silver"), take("silver")),
        AGREED,
    ]


def sentences(record: Record) -> list[str]:
    told: list[str] = []
    state = start_game(GAME, record.players, record.given_options)
    for entry in record.entries:
        told.append(str(write_entry(GAME, state, entry)))
        GAME.fold(state, entry)
    return told
