"""Runs a command in this process, and reads what it said."""

from typing import Any

import pytest
from click.testing import Result
from playing import Play
from worked import run

from companion.cli.main import main
from companion.engine.game import Game
from companion.games import all_games

GAMES = list(all_games().values())
COMMANDS = list(main.commands)
every_game = pytest.mark.parametrize("game", GAMES)


def refused(*arguments: str, text: str | None = None) -> str:
    """The one sentence of a command that could not be done."""
    result = run(*arguments, text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def one_line(*arguments: str, text: str | None = None) -> str:
    told = refused(*arguments, text=text)
    assert told.count("\n") == 1
    return told


def played(game: Game = GAMES[0], entries: int = 40) -> dict[str, Any]:
    """A record of this game."""
    return Play(game, game.least, {}, 1, busy=0.1).run(entries).record.to_json()


def code_of(result: Result) -> str:
    """The code of the table that an import made."""
    assert result.exit_code == 0, result.stderr
    return result.stdout.split()[1].rstrip(":")
