"""A table of Saboteur (2004) in memory."""

from typing import Any

from companion.engine.actions import Entry
from companion.engine.setup import make_default_options
from companion.games.saboteur import GAME
from companion.games.saboteur.state import dwarf_cards
from companion.record.record import Record

D = "gold-digger"
S = "saboteur"
X = "selfish-dwarf"
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan")
FIVE = ("gold-digger", "saboteur", "gold-digger", "gold-digger", "saboteur")
AGREED: Entry = {"kind": "end", "reason": "agreed"}
FOUND: Entry = {"kind": "play-path", "by": 0, "goal": "treasure"}
DRAWN: Entry = {"kind": "nuggets", "cards": [1, 2, 3, 1, 2]}


def deal(*cards: str, first: int = 0, **options: Any) -> Entry:
    aside = dwarf_cards(len(cards), {**make_default_options(GAME), **options})
    aside.subtract(cards)
    return {"kind": "deal", "cards": list(cards), "aside": sorted(aside.elements()), "first": first}


def played(*entries: Entry, players: int = 5, **options: Any) -> Record:
    return Record.load(GAME, NAMES[:players], options, entries)


def pick(by: int, card: int) -> Entry:
    return {"kind": "pick", "by": by, "card": card}


def picked(*cards: int) -> list[Entry]:
    """A whole round in which Anna reaches the treasure; Anna, Dora, Cleo, Anna and Dora pick ``cards``."""
    return [deal(*FIVE), FOUND, DRAWN, *(pick(by, card) for by, card in zip((0, 3, 2, 0, 3), cards, strict=True))]
