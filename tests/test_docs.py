"""The documentation says what is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games import all_games, folders
from companion.rules.game import Game

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_two_commands_stand_at_the_top_of_the_readme() -> None:
    commands = re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert commands[0].startswith("pip install . && companion")
    assert commands[1].startswith('pip install -e ".[test]" && pytest')


@pytest.mark.parametrize("command", main.commands)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`companion {command}" in README


@pytest.mark.parametrize("option", [opt for param in main.params for opt in param.opts if opt not in ("--version",)])
def test_every_option_of_the_start_is_in_the_readme(option: str) -> None:
    assert f"`{option}`" in README


BOXES = [game for id, game in all_games().items() if folders()[id].parent == ROOT / "companion" / "games"]


def test_the_table_of_the_readme_has_the_games_and_no_others() -> None:
    table = README.partition("| game | players | rounds |\n|---|---|---|\n")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert [re.split(r" \(|, ", name)[0] for name, _, _ in rows] == [str(game.title) for game in BOXES]
    assert [players for _, players, _ in rows] == [f"{game.least}–{game.most}" for game in BOXES]
    assert [rounds for _, _, rounds in rows] == [rounds_of(game) for game in BOXES]


def rounds_of(game: Game[Any]) -> str:
    """How many rounds it has, and whether the host may choose more."""
    state = game.start([f"P{n}" for n in range(game.least)])
    more = game.longer_options(state) is not None
    return f"{game.rounds(state)} or more" if more else f"{game.rounds(state)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("path", re.findall(r"`((?:companion|templates|static|tests|\.ci|rules|web)/[\w./]+)`", README))
def test_every_path_in_the_readme_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_changelog_has_a_place_for_what_is_not_released() -> None:
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_licence_is_the_one_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
