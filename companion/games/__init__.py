"""The games, found by themselves: every package in this folder that has a ``GAME`` is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.rules.errors import RuleError
from companion.rules.fields import plain
from companion.rules.game import Game
from companion.rules.text import T


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game by its id, in the order of their folders' names."""
    found: dict[str, Game[Any]] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            game: Game[Any] = importlib.import_module(f"{__name__}.{module.name}").GAME
            found[game.id] = game
    return found


def game_by_id(name: str) -> Game[Any]:
    """The game with that id. Raises a RuleError that names those there are."""
    games = all_games()
    if name not in games:
        raise RuleError(T("there is no game {game}; there are {games}", game=plain(name), games=list(games)))
    return games[name]
