"""A table with the host's browser, for games in one file."""

from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from faults.house import House

from companion.table.commands import rounds
from companion.toml_games.game import RoleGame

from .tables import NAMES


class AtTable(House):
    """A table with the host's browser, and players without phones."""

    def __init__(self, folder: Path, game: RoleGame, players: int) -> None:
        super().__init__(folder, (), NAMES[:players])
        self.table.run(rounds.choose, game.id, {})

    def posts(self, where: str, **data: str) -> tuple[int, str]:
        answer = self.post(self.host, f"host/{where}", **data)
        return answer.status_code, unescape(answer.text)


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Callable[[RoleGame, int], AtTable]]:
    made: list[AtTable] = []

    def at_table(game: RoleGame, players: int) -> AtTable:
        made.append(AtTable(tmp_path / str(len(made)), game, players))
        return made[-1]

    yield at_table
    for one in made:
        one.close()
