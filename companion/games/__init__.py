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
from functools import cache, lru_cache
from importlib.metadata import entry_points
from inspect import getfile
from pathlib import Path
from typing import Any

from companion import toml_games
from companion.engine.fields import write_plain
from companion.engine.game import Game
from companion.engine.text import RuleError, T
from companion.toml_games.game import RoleGame
from companion.toml_games.parser import MOST_BYTES, MistakesError

_log = logging.getLogger(__name__)

GROUP = "companion.games"
"""Installed packages name their games in this group of entry points: modules with a ``GAME``."""


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
_KEPT = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
"""Names that some system keeps for itself."""
_ID_OF_FILE = re.compile(r"[a-z][a-z0-9-]{0,39}\.[0-9a-f]{12}")
BUNDLED = Path(toml_games.__file__).parent / "games"
_read_from = [BUNDLED]
_texts: dict[str, tuple[str, str]] = {}
"""The name and the text of every game in one file that was ever met here, by its id."""


def read_from(folders: Iterable[Path]) -> None:
    """Have files in these folders be games, too, beside those that come with the program."""
    _read_from[:] = [BUNDLED, *folders]


def game_of_file(name: str, text: str) -> RoleGame:
    """Read the game in a text, which is found by its id from now on. Raises ``MistakesError`` for what is no game."""
    game = _game_of_file(name, text)
    _texts[game.id] = name, text
    return game


@lru_cache(2**6)
def _game_of_file(name: str, text: str) -> RoleGame:
    return RoleGame(name, text)


def remember(id: str, text: str) -> None:
    """Note that a game with this id was played; it is read when somebody asks for it."""
    _texts.setdefault(id, (id.partition(".")[0], text))


def is_file_id(name: str) -> bool:
    """Tell whether the file of a game may be called so, before its dot."""
    return re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) is not None and name not in _KEPT


def list_files() -> dict[str, Path]:
    """Return the files in the folders that are read from, by their name; the first of a name counts."""
    found: dict[str, Path] = {}
    for folder in _read_from:
        for file in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
            if file.is_file() and is_file_id(file.stem) and file.stem not in all_games():
                found.setdefault(file.stem, file)
    return found


def list_offered() -> dict[str, Game]:
    """Return all games that can be dealt now, by their id: those in Python, then those in files.

    A file that is no game is named in the log and left out.
    """
    games = dict(all_games())
    for file in list_files().values():
        if game := _read_file(file, *_state_of(file)):
            _texts.setdefault(game.id, (game.name, game.file))
            games[game.id] = game
    return games


def _state_of(file: Path) -> tuple[float, int]:
    try:
        stat = file.stat()
    except OSError:
        return 0.0, -1
    return stat.st_mtime, stat.st_size


@lru_cache(2**10)
def _read_file(file: Path, changed: float, size: int) -> RoleGame | None:
    """Read the game in the file as it was at this time."""
    try:
        with file.open("rb") as opened:
            return RoleGame(file.stem, opened.read(MOST_BYTES + 1).decode())
    except (MistakesError, OSError, UnicodeDecodeError) as error:
        _log.warning("%s is no game, and is left out: %s", file, str(error).partition("\n")[0])
        return None


def find_game(id: str) -> Game | None:
    """Return the game with that id, one that is offered no more too; None where there is none."""
    if id in all_games() or id not in _texts:
        return all_games().get(id) or list_offered().get(id)
    try:
        return _game_of_file(*_texts[id])
    except MistakesError:
        return None


def is_id(id: str) -> bool:
    """Tell whether a game has that id, or a file may have had it."""
    return id in all_games() or _ID_OF_FILE.fullmatch(id) is not None


def find_newest_id(id: str) -> str:
    """Return the id that this game has now: a file that was changed since is another game of the same name."""
    name, dot, _ = id.partition(".")
    return next((one for one in list_offered() if one.partition(".")[0] == name), id) if dot else id


def game_by_id(name: str, file: str = "") -> Game:
    """Return the game with that id; ``file`` is the text it is read from, where a record carries it.

    Raises a RuleError that names those there are.
    """
    if file:
        try:
            found = game_of_file(name.partition(".")[0], file)
        except MistakesError as error:
            raise RuleError(T("the file of the game is no game: {why}", why=str(error.mistakes[0]))) from None
        if found.id != name:
            raise RuleError(T("the file is not that of the game {game}", game=write_plain(name)))
        return found
    game = find_game(name)
    if game is None:
        raise RuleError(
            T("there is no game {game}; there are {games}", game=write_plain(name), games=list(all_games()))
        )
    return game
