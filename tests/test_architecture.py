"""No game is known by name outside its own folder: adding one adds a folder and edits nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "companion" / "games"


def python_files() -> Iterator[Path]:
    return (path for path in (ROOT / "companion").rglob("*.py") if path.name != "__main__.py")


def folder_of(game: str) -> Path:
    return GAMES / game.replace("-", "_")


@pytest.mark.parametrize("game", all_games())
def test_python_names_no_game_outside_its_folder(game: str) -> None:
    def named(path: Path) -> list[int]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value == game]

    found = {
        str(path.relative_to(ROOT)): named(path)
        for path in python_files()
        if folder_of(game) not in path.parents and named(path)
    }
    roles = {"saboteur"}
    if game in roles:
        # The word is a role in other games too; comparing with it is for them to do.
        found = {path: lines for path, lines in found.items() if not path.startswith("companion/games/")}
        found.pop("companion/rules/dealing.py", None)
        found.pop("companion/web/icons.py", None)
    assert found == {}


@pytest.mark.parametrize("game", all_games())
def test_no_template_names_a_game(game: str) -> None:
    named = [path.name for path in (ROOT / "templates").rglob("*.html") if f'"{game}"' in path.read_text("utf-8")]
    assert named == []


def test_every_game_lives_in_a_folder_of_its_own() -> None:
    assert {folder_of(game).is_dir() for game in all_games()} == {True}
