"""The games, found by themselves.

Every folder in here whose package has a ``GAME`` is one, and every package that is installed with an entry point in the
group ``companion.games``; and every file in a folder that is read from.

A game is all in its folder: what it declares, its drawings (``icons.svg``), its translations (``locale``), its worked
cases (``cases``). A game in one file is all in its file: of each that was played the text is kept with the data, so one
that has changed since, or is there no more, is found by its id all the same.
"""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from inspect import getfile
from pathlib import Path
from typing import Any

from companion.engine.fields import write_plain
from companion.engine.game import Game
from companion.engine.text import RuleError, T

_log = logging.getLogger(__name__)

GROUP = "companion.games"
"""Installed packages name their games in this group of entry points: modules with a ``GAME``."""
FILE_GAMES = "companion.toml_games"
"""The package of games in one file. Nothing else names it, and without it the program has the games in Python alone."""
MOST_BYTES = 64 * 1024
"""The length of the longest file with a game."""


@cache
def all_games() -> dict[str, Game]:
    """Find every game in Python, by its id, in the order of their folders' names.

    A package that is no game is named in the log and left out; one from outside may fail in any way.
    """
    games: dict[str, Game] = {}
    for name in _packages():
        _add(games, name, importlib.import_module(name))
    for entry in sorted(entry_points(group=GROUP)):
        try:
            _add(games, entry.value, entry.load())
        except (Exception, SystemExit):
            _log.warning("The game in %s can't be loaded and is left out.", entry.value, exc_info=True)
    return games


def _add(games: dict[str, Game], name: str, module: Any) -> None:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        _log.warning("%s is no game: it has to define GAME, an instance of a subclass of Game.", name)
    elif game.id in games:
        _log.warning("The game in %s is left out: there is a game called %s already.", name, game.id)
    elif not hasattr(module, "__path__"):
        _log.warning("The game in %s is left out: it has to be a package, a folder with an __init__.py.", name)
    else:
        games[game.id] = game


def _packages() -> Iterator[str]:
    """Yield the folders in here that hold Python, in the order of their names."""
    for place in __path__:
        for folder in sorted(Path(place).iterdir()):
            if any(folder.glob("*.py")):
                yield f"{__name__}.{folder.name}"


def is_added(game: Game) -> bool:
    """Tell whether the game was installed, or stands in a file: it is none of the box."""
    return list_folders().get(game.id, Path()).parent != Path(__file__).parent


def list_folders() -> dict[str, Path]:
    """Return the folder of every game by its id."""
    return {id: Path(getfile(type(game))).parent for id, game in all_games().items()}


# -- games in one file ----------------------------------------------------------------------------------------------
class Source:
    """Where games come from that are not in Python. This one has none; that of files is ``toml_games.files.SOURCE``."""

    def read_from(self, folders: Iterable[Path]) -> None:
        """Have files in these folders be games, too, beside those that come with the program."""

    def list_offered(self) -> dict[str, Game]:
        """Return the games that can be dealt now, by their id."""
        return {}

    def find(self, id: str) -> Game | None:
        """Return the game with that id, one that is offered no more too."""
        return None

    def read(self, id: str, text: str) -> Game | None:
        """Return the game in a text that a record carries. Raises a RuleError for a text that is not that game."""
        return None

    def remember(self, id: str, text: str) -> None:
        """Note that a game with this id was played; it is read when somebody asks for it."""

    def is_id(self, id: str) -> bool:
        """Tell whether a game may have had that id."""
        return False


def has_file_games() -> bool:
    return find_spec(FILE_GAMES) is not None


def import_file_games(part: str) -> Any:
    """Import a part of the package of games in one file (``files``, ``pages``, ``command``); None if it is not there.

    It builds on everything else, pages and commands too, so it is imported when it is needed and by its name alone.
    """
    return importlib.import_module(f"{FILE_GAMES}.{part}") if has_file_games() else None


@cache
def _source() -> Source:
    files = import_file_games("files")
    source: Source = files.SOURCE if files else Source()
    return source


def read_from(folders: Iterable[Path]) -> None:
    """Have files in these folders be games, too, beside those that come with the program."""
    _source().read_from(folders)


def remember(id: str, text: str) -> None:
    """Note that a game with this id was played; it is read when somebody asks for it."""
    _source().remember(id, text)


def is_file_id(name: str) -> bool:
    """Tell whether the file of a game may be called so, before its dot."""
    return re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) is not None and name not in _KEPT


_KEPT = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that some system keeps for itself."""


def list_offered() -> dict[str, Game]:
    """Return all games that can be dealt now, by their id: those in Python, then those in files."""
    return {**all_games(), **_source().list_offered()}


def find_game(id: str) -> Game | None:
    """Return the game with that id, one that is offered no more too; None where there is none."""
    return all_games().get(id) or _source().find(id)


def is_id(id: str) -> bool:
    """Tell whether a game has that id, or a file may have had it."""
    return id in all_games() or _source().is_id(id)


def find_newest_id(id: str) -> str:
    """Return the id that this game has now: a file that was changed since is another game of the same name."""
    name, dot, _ = id.partition(".")
    return next((one for one in list_offered() if one.partition(".")[0] == name), id) if dot else id


def game_by_id(name: str, file: str = "") -> Game:
    """Return the game with that id; ``file`` is the text it is read from, where a record carries it.

    Raises a RuleError that names those there are.
    """
    found = _source().read(name, file) if file else None
    if found is not None:
        return found
    game = find_game(name)
    if game is None:
        raise RuleError(
            T("there's no game called {game}; available: {games}", game=write_plain(name), games=list(all_games()))
        )
    return game
