"""Finding the games: in folders, in installed packages, in files."""

import importlib
import sys
from pathlib import Path

import pytest
from example_game import GAME
from games_in_files import BUNDLED

from companion import games
from companion.engine.text import RuleError
from companion.games import (
    Source,
    all_games,
    find_game,
    find_newest_id,
    game_by_id,
    import_file_games,
    is_added,
    is_file_id,
    is_id,
    list_folders,
    list_offered,
)


def test_list_folders_has_one_for_each_game() -> None:
    assert len(set(list_folders().values())) == len(all_games())


def test_all_games_leaves_out_a_folder_without_a_game_and_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("begun", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "begun" / "__init__.py").write_text('"""A game that has only been begun."""\n')
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert games.all_games.__wrapped__() == all_games()
    assert [record.getMessage() for record in caplog.records] == [
        "companion.games.begun is no game: it has to define GAME, an instance of a subclass of Game."
    ]


def test_all_games_leaves_out_an_installed_package_that_is_no_game_and_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("1 / 0\n")
    (tmp_path / "second_harbour").mkdir()
    (tmp_path / "second_harbour" / "__init__.py").write_text("from example_game import GAME\n")
    (tmp_path / "empty_game.py").write_text("GAME = None\n")
    installed = tmp_path / "others-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    entries = (
        "[companion.games]\nbroken = broken_game\nempty = empty_game\ngone = no_such_module\nzweite = second_harbour\n"
    )
    (installed / "entry_points.txt").write_text(entries)
    monkeypatch.setattr("sys.path", [*sys.path, str(tmp_path)])
    importlib.invalidate_caches()
    assert games.all_games.__wrapped__() == all_games()
    assert "harbour-lights" in all_games()
    assert sorted(record.getMessage() for record in caplog.records) == [
        "The game in broken_game can't be loaded and is left out.",
        "The game in no_such_module can't be loaded and is left out.",
        "The game in second_harbour is left out: there is a game called harbour-lights already.",
        "empty_game is no game: it has to define GAME, an instance of a subclass of Game.",
    ]


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("quest", True),
        ("q-2", True),
        ("a" * 40, True),
        ("a" * 41, False),
        ("2quest", False),
        ("Quest", False),
        ("qu est", False),
        ("", False),
        ("con", False),
        ("com1", False),
        ("com", True),
    ],
)
def test_is_file_id_by_what_every_disk_and_address_takes(name: str, fits: bool) -> None:
    assert is_file_id(name) == fits


def test_list_offered_has_games_in_python_first_then_those_in_files() -> None:
    offered = list(list_offered())
    in_python = list(all_games())
    assert offered[: len(in_python)] == in_python
    assert {one.partition(".")[0] for one in offered[len(in_python) :]} == {file.stem for file in BUNDLED}


def test_game_by_id_lists_the_games_where_there_is_none_of_that_id() -> None:
    assert game_by_id("saboteur") is all_games()["saboteur"]
    with pytest.raises(RuleError, match="there's no game called chess; available: dark-cave, "):
        game_by_id("chess")


def test_find_game_finds_games_of_both_kinds_and_else_nothing() -> None:
    for id in list_offered():
        found = find_game(id)
        assert found is not None
        assert found.id == id
    assert find_game("chess") is None


def test_is_id_takes_what_a_game_in_a_file_could_have_had() -> None:
    assert is_id("saboteur")
    assert is_id("quest.0123456789ab")
    assert not is_id("quest")
    assert not is_id("quest.0123")


def test_find_newest_id_of_a_file_that_has_changed() -> None:
    (spies,) = (id for id in list_offered() if id.startswith("spies."))
    assert find_newest_id("spies.0123456789ab") == spies
    assert find_newest_id("gone.0123456789ab") == "gone.0123456789ab"
    assert find_newest_id("saboteur") == "saboteur"


def test_is_added_tells_games_that_did_not_come_with_the_program() -> None:
    assert is_added(GAME)
    assert not is_added(all_games()["saboteur"])
    assert is_added(next(game for game in list_offered().values() if game.file))


def test_source_without_games_in_files_has_none() -> None:
    none = Source()
    assert (none.list_offered(), none.find("quest"), none.read("quest", "[game]"), none.is_id("quest")) == (
        {},
        None,
        None,
        False,
    )


def test_import_file_games_is_nothing_where_the_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert import_file_games("files").SOURCE
    monkeypatch.setattr(games, "FILE_GAMES", "companion.no_such_games")
    assert import_file_games("files") is None
