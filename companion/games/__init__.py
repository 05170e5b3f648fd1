"""The games, found by themselves: every folder in here whose package has a ``GAME`` is one, and every package that is
installed with an entry point in the group ``companion.games``.

A game is all in its folder: what it declares, its drawings (``icons.svg``), its translations (``locale``), its worked
cases (``cases``).
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from companion.rules.asking import plain
from companion.rules.game import Game
from companion.rules.text import RuleError, T

_log = logging.getLogger(__name__)

GROUP = "companion.games"
"""Installed packages name their games in this group of entry points: modules with a ``GAME``."""


@cache
def _found() -> dict[str, tuple[Game[Any], Path]]:
    """Every game with its folder. What is no game is named in the log and left out; a package from outside may fail
    in any way."""
    games: dict[str, tuple[Game[Any], Path]] = {}
    for name in _packages():
        _add(games, name, importlib.import_module(name))
    for entry in sorted(entry_points(group=GROUP)):
        try:
            _add(games, entry.value, entry.load())
        except Exception:
            _log.warning("The game in %s can't be loaded and is left out.", entry.value, exc_info=True)
    return games


def _add(games: dict[str, tuple[Game[Any], Path]], name: str, module: Any) -> None:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        _log.warning("%s is no game: its __init__.py has to define GAME, an instance of a subclass of Game.", name)
    elif game.id in games:
        _log.warning("The game in %s is left out: there is a game called %s already.", name, game.id)
    elif not hasattr(module, "__path__"):
        _log.warning("The game in %s is left out: it has to be a package, a folder with an __init__.py.", name)
    else:
        games[game.id] = game, Path(module.__path__[0])


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
