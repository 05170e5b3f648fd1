"""A table of The Dark Cave in memory."""

from typing import Any

from companion.engine.actions import Entry
from companion.engine.play import judge_entry, write_entry
from companion.games.dark_cave import GAME
from companion.record.record import Record

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
CARDS = ["yellow-loyal", "blue-loyal", "blue-saboteur", "yellow-loyal", "blue-loyal"]
ASIDE = ["yellow-loyal", "yellow-saboteur", "blue-loyal"]
DEAL: Entry = {"kind": "deal", "cards": CARDS, "aside": ASIDE, "first": 0}
BY_HAND: Entry = {"kind": "deal", "clans": ["yellow", "blue", "blue", "yellow", "blue"], "first": 0}
PATH: Entry = {"kind": "play-path", "by": 0}
FOUND: list[Entry] = [{"kind": "set", "goals": ["exit"]}, PATH]
"""The exit was found before, and Anna has played a card: she can leave."""


def played(*entries: Entry, deal: Entry = DEAL, **options: Any) -> Record:
    return Record.load(GAME, NAMES, options, [deal, *entries])


def said(record: Record, entry: Entry) -> str:
    """What the log says of the entry, were it made now."""
    judge_entry(record.game, record.state, entry)
    return str(write_entry(GAME, record.state, entry))


def turn(seat: int) -> list[Entry]:
    return [{"kind": "play-path", "by": seat}, {"kind": "end-turn", "by": seat}]
