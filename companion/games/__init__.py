"""The games, found by themselves: every folder in here whose package has a ``GAME`` is one.

A game is all in its folder: what it declares, its drawings (``icons.svg``), its translations (``locale``), its worked
cases (``cases``).
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.asking import plain
from companion.rules.game import Game
from companion.rules.text import RuleError, T

_log = logging.getLogger(__name__)

BESIDE: list[str] = []
"""Packages of games that lie elsewhere. To be added before the games are looked for the first time."""


@cache
def _found() -> dict[str, tuple[Game[Any], Path]]:
    """Every game with its folder. A folder without a ``GAME`` is named in the log and left out."""
    games: dict[str, tuple[Game[Any], Path]] = {}
    for name in (*_packages(), *BESIDE):
        package = importlib.import_module(name)
        if not hasattr(package, "GAME"):
            _log.warning("%s is no game: its __init__.py has to define GAME, an instance of a subclass of Game.", name)
            continue
        games[package.GAME.id] = package.GAME, Path(package.__path__[0])
    return games


def _packages() -> Iterator[str]:
    """The folders in here that hold Python, in the order of their names."""
    for place in __path__:
        for folder in sorted(Path(place).iterdir()):
            if any(folder.glob("*.py")):
                yield f"{__name__}.{folder.name}"


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game by its id, in the order of their folders' names."""
    return {id: game for id, (game, _) in _found().items()}


def folders() -> dict[str, Path]:
    """The folder of every game by its id."""
    return {id: folder for id, (_, folder) in _found().items()}


def game_by_id(name: str) -> Game[Any]:
    """The game with that id. Raises a RuleError that names those there are."""
    games = all_games()
    if name not in games:
        raise RuleError(T("there is no game {game}; there are {games}", game=plain(name), games=list(games)))
    return games[name]
