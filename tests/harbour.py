"""A table of Harbour Lights (``example_game``) in memory: for the rules that all games share."""

from typing import Any

from example_game import GAME, KEEPER, WRECKER, WRECKERS

from companion.engine.actions import Entry
from companion.engine.play import judge_entry
from companion.engine.setup import start_game

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta")


def lobby(players: int = 3, **options: Any) -> Any:
    """The state before the first deal."""
    return start_game(GAME, NAMES[:players], options)


def deal(players: int = 3, first: int = 0, **more: Any) -> Entry:
    """The last seats are the wreckers; a keeper is set aside."""
    wreckers = WRECKERS[players]
    cards = [KEEPER] * (players - wreckers) + [WRECKER] * wreckers
    return {"kind": "deal", "cards": cards, "aside": [KEEPER], "first": first, **more}


def dealt(players: int = 3, first: int = 0, **options: Any) -> Any:
    """The state after the deal: four cards in each hand, the first seat is on turn."""
    state = lobby(players, **options)
    if state.dealt_by_hand:
        return enter(state, {"kind": "deal", "first": first})
    return enter(state, deal(players, first))


def enter(state: Any, *entries: Entry) -> Any:
    """The same state after these entries, each of which is judged first."""
    for entry in entries:
        judge_entry(GAME, state, entry)
        GAME.fold(state, entry)
    return state


def plays(by: int, kind: str = "signal", **fields: Any) -> Entry:
    return {"kind": kind, "by": by, **fields}


def turn(by: int, kind: str = "signal", **fields: Any) -> list[Entry]:
    """A card, and the end of the turn."""
    return [plays(by, kind, **fields), plays(by, "end-turn")]
