"""Games in one file: those that come with the program, and those of the tests."""

from pathlib import Path

from companion import games
from companion.roles.game import RoleGame

BUNDLED = sorted(games.BUNDLED.glob("*.toml"))
FILES = sorted((Path(__file__).parent / "role_files").glob("*.toml"))


def game_in(file: Path) -> RoleGame:
    return games.game_of_file(file.stem, file.read_text(encoding="utf-8"))
