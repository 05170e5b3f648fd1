"""Finding the games. There is no list: whoever adds a game adds a folder or a file, and edits nothing else.

A game is a folder in here whose package has a ``GAME``, or an installed package with an entry point in the group
``companion.games``, or a file in one of the folders with games in one file.

A game's folder holds everything about it: its code, its drawings (``icons.svg``), its translations (``locale``), its
worked cases (``cases``). The text of each game in one file that was played is saved with the data: so such a game is
found by its id even if its file has changed or is gone.
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
"""The group of entry points in which installed packages name their games: modules with a ``GAME``."""
FILE_GAMES = "companion.toml_games"
"""The package of games in one file. Only this line names it; without the package there are just the games in Python."""
MOST_BYTES = 64 * 1024
"""The most bytes that a file with a game can have."""


@cache
def all_games() -> dict[str, Game]:
    """Find all games in Python by their id, in the order of their folders' names.

    A package that is no game is left out with a line in the log; so is an installed one that raises an error.
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
    """Yield the packages in this folder in the order of their names."""
    for place in __path__:
        for folder in sorted(Path(place).iterdir()):
            if any(folder.glob("*.py")):
                yield f"{__name__}.{folder.name}"


def is_added(game: Game) -> bool:
    """Return whether the game was added: it was installed, or is in a file, and doesn't come with Companion."""
    return list_folders().get(game.id, Path()).parent != Path(__file__).parent


def list_folders() -> dict[str, Path]:
    """Return the folder of every game by its id."""
    return {id: Path(getfile(type(game))).parent for id, game in all_games().items()}


# -- games in one file ----------------------------------------------------------------------------------------------
class Source:
    """A source of games that are not in Python. This one is empty; ``toml_games.files.SOURCE`` is the one of files."""

    def read_from(self, folders: Iterable[Path]) -> None:
        """Add the games in these folders' files to those that come with Companion."""

    def list_offered(self) -> dict[str, Game]:
        """Return the games that can be dealt now, by their id."""
        return {}

    def find(self, id: str) -> Game | None:
        """Return the game with that id, even one that is no longer offered."""
        return None

    def read(self, id: str, text: str) -> Game | None:
        """Read a game from the text in a record. Raises a RuleError if the text is not the game with that id."""
        return None

    def remember(self, id: str, text: str) -> None:
        """Note that a game with this id was played; it is read when someone asks for it."""

    def is_id(self, id: str) -> bool:
        """Return whether this could be the id of a game."""
        return False


def has_file_games() -> bool:
    return find_spec(FILE_GAMES) is not None


def import_file_games(part: str) -> Any:
    """Import a module of the package of games in one file (``files``, ``pages``, ``command``); None without it.

    That package uses all the others, so no module can import it at the start: it is imported by name when needed.
    """
    return importlib.import_module(f"{FILE_GAMES}.{part}") if has_file_games() else None


@cache
def _source() -> Source:
    files = import_file_games("files")
    source: Source = files.SOURCE if files else Source()
    return source


def read_from(folders: Iterable[Path]) -> None:
    """Add the games in these folders' files to those that come with Companion."""
    _source().read_from(folders)


def remember(id: str, text: str) -> None:
    """Note that a game with this id was played; it is read when someone asks for it."""
    _source().remember(id, text)


def is_file_id(name: str) -> bool:
    """Return whether a game's file can have this name (without ``.toml``)."""
    return re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) is not None and name not in _KEPT


_KEPT = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that Windows reserves for devices."""


def list_offered() -> dict[str, Game]:
    """Return all games that can be dealt now by their id: those in Python, then those in files."""
    return {**all_games(), **_source().list_offered()}


def find_game(id: str) -> Game | None:
    """Return the game with that id, even one that is no longer offered; None if there is none."""
    return all_games().get(id) or _source().find(id)


def is_id(id: str) -> bool:
    """Return whether a game has that id, or a game in one file could have had it."""
    return id in all_games() or _source().is_id(id)


def find_newest_id(id: str) -> str:
    """Return the id that this game has now: when its file changes, it becomes another game with the same name."""
    name, dot, _ = id.partition(".")
    return next((offered for offered in list_offered() if offered.partition(".")[0] == name), id) if dot else id


def game_by_id(name: str, file: str = "") -> Game:
    """Return the game with that id; ``file`` is its text, if a record carries it.

    Raises a RuleError that lists all games if there is none with that id.
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
