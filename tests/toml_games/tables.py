"""Games in one file, dealt in memory."""

from collections import Counter
from typing import Any

import pytest
from games_in_files import BUNDLED, FILES, game_in

from companion.engine import dealing
from companion.engine.actions import Entry
from companion.engine.play import find_move
from companion.games import MOST_BYTES
from companion.record.record import EntryError, Record
from companion.toml_games import files
from companion.toml_games.game import RoleGame

from .quest import QUEST

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")
VILLAGE, SPIES, OUTSIDER = (game_in(files.BUNDLED / f"{name}.toml") for name in ("village", "spies", "outsider"))
FIVE = ["villager", "wolf", "seer", "villager", "villager"]
KNIGHTS = ["merlin", "percival", "assassin", "servant", "morgana"]
TELLER = (
    QUEST.replace("[cards.assassin]", '[cards.teller]\nside = "good"\nname = "Teller"\nchosen = true\n[cards.assassin]')
    .replace("cards = { merlin = 1", "cards = { teller = 1, merlin = 1")
    .replace("morgana = 1,", 'morgana = { "5" = 0, "6+" = 1 },')
)
LONG = VILLAGE.file + f'[[learns]]\nwho = ["seer"]\nsays = "{"Ж" * 200}"\n' * 10
LONG += "#\n" * ((MOST_BYTES - len(LONG.encode())) // 2)
"""As long as a file can be."""
EVERY = list(map(game_in, (*BUNDLED, *FILES)))
MOON = next(game for game in EVERY if game.name == "full_moon")
CHANCELLERY = next(game for game in EVERY if game.name == "chancellery")
SIX = ["wolf", "seer", "healer", "villager", "villager", "villager"]


def dealt(game: RoleGame, cards: list[str], **more: Any) -> Record:
    """The game with these cards before the players."""
    record = Record(game, NAMES[: len(cards)])
    deck = game.prepare(len(cards), {})[0]
    aside = sorted((deck - Counter(cards)).elements())
    draws = game.form.draw.values()
    drawn = {"draw": [4 % len(one.ways) for one in draws]} if draws else {}
    said = find_move(game, dealing.Deal).bind(record.state, (), ())
    record.append({"kind": "deal", **said, **more, "cards": cards, "aside": aside, **drawn})
    return record


def plays(record: Record, *entries: Entry) -> Record:
    for entry in entries:
        record.append(entry)
    return record


def countdown(record: Record) -> tuple[int, bool]:
    """To how much the timer is set, and that it is paused."""
    running = record.state.countdown
    return running.seconds, running.stands


def refused(record: Record, entry: Entry) -> str:
    before = list(record.entries)
    with pytest.raises(EntryError) as error:
        record.append(entry)
    assert record.entries == before
    return str(error.value)


def all_point(at: int = 1) -> list[Entry]:
    return [{"kind": "point", "by": seat, "seat": at if seat != at else 0} for seat in range(5)]
