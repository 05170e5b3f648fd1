"""Where games in one file are found: folders with ``*.toml``, and the texts of games that were played.

A file that has changed is another game, with another id. The text of each game that was played is saved with the data,
so that a game under way keeps its rules.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from companion.engine.fields import write_plain
from companion.engine.game import Game
from companion.engine.text import RuleError, T
from companion.games import MOST_BYTES, Source, all_games, is_file_id
from companion.toml_games.game import RoleGame
from companion.toml_games.parser import MistakesError

_log = logging.getLogger(__name__)

_ID_OF_FILE = re.compile(r"[a-z][a-z0-9-]{0,39}\.[0-9a-f]{12}")
BUNDLED = Path(__file__).parent / "games"
_read_from = [BUNDLED]
_texts: dict[str, tuple[str, str]] = {}
"""The name and the text of every game in one file that this process has read, by the game's id."""


class FileGames(Source):
    """The games in one file, as a source for ``companion.games``."""

    def read_from(self, folders: Iterable[Path]) -> None:
        _read_from[:] = [BUNDLED, *folders]

    def list_offered(self) -> dict[str, Game]:
        """Return the games in the folders. A file that is no game is left out with a line in the log."""
        games: dict[str, Game] = {}
        for file in list_files().values():
            if game := _read_file(file, *_state_of(file)):
                _texts.setdefault(game.id, (game.name, game.file))
                games[game.id] = game
        return games

    def find(self, id: str) -> Game | None:
        if id not in _texts:
            return self.list_offered().get(id)
        try:
            return _game_of_file(*_texts[id])
        except MistakesError:
            return None

    def read(self, id: str, text: str) -> Game:
        try:
            game = game_of_file(id.partition(".")[0], text)
        except MistakesError as error:
            raise RuleError(T("the game file isn't valid: {why}", why=str(error.mistakes[0]))) from None
        if game.id != id:
            raise RuleError(T("this file doesn't match the game {game}", game=write_plain(id)))
        return game

    def remember(self, id: str, text: str) -> None:
        _texts.setdefault(id, (id.partition(".")[0], text))

    def is_id(self, id: str) -> bool:
        return _ID_OF_FILE.fullmatch(id) is not None


SOURCE = FileGames()


def game_of_file(name: str, text: str) -> RoleGame:
    """Read the game in a text; from then on it is found by its id. Raises ``MistakesError`` if the text is no game."""
    game = _game_of_file(name, text)
    _texts[game.id] = name, text
    return game


@lru_cache(2**6)
def _game_of_file(name: str, text: str) -> RoleGame:
    return RoleGame(name, text)


def list_files() -> dict[str, Path]:
    """Return the files in all folders by their name; of files with the same name the first counts."""
    found: dict[str, Path] = {}
    for folder in _read_from:
        for file in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
            if file.is_file() and is_file_id(file.stem) and file.stem not in all_games():
                found.setdefault(file.stem, file)
    return found


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
