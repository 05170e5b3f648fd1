"""Where games in one file are found, and the texts of games that were played."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from record_schema import VALID

from companion.engine.text import RuleError
from companion.games import game_by_id
from companion.record.record import read_record
from companion.toml_games.files import BUNDLED, SOURCE, game_of_file, list_files
from companion.toml_games.parser import MistakesError

from .quest import QUEST, changed
from .tables import FIVE, VILLAGE, dealt, plays


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose files are games, too."""
    SOURCE.read_from([tmp_path])
    yield tmp_path
    SOURCE.read_from([])


def test_game_of_file_has_an_id_of_its_name_and_its_text() -> None:
    one = game_of_file("quest", QUEST)
    other = game_of_file("quest", changed("Merlin", "Merlyn"))
    assert one.id.startswith("quest.")
    assert one.id != other.id
    assert SOURCE.is_id(one.id)
    assert SOURCE.find(one.id) is one
    assert game_of_file("quest", QUEST) is one
    with pytest.raises(MistakesError):
        game_of_file("quest", "[game]")


@pytest.mark.parametrize("id", ["quest", "quest.0123", "Quest.0123456789ab", "saboteur", "quest.0123456789ab.x"])
def test_is_id_refuses_what_no_game_in_a_file_could_have_had(id: str) -> None:
    assert not SOURCE.is_id(id)


def test_list_files_has_those_of_the_folder_but_no_name_twice(folder: Path) -> None:
    bundled = {file.stem for file in BUNDLED.glob("*.toml")}
    for name in ("mine", "spies", "saboteur", "Not-a-name", "con"):
        (folder / f"{name}.toml").write_text(QUEST)
    (folder / "notes.txt").write_text("x")
    (folder / "folder.toml").mkdir()
    found = list_files()
    assert set(found) == {*bundled, "mine"}
    assert found["spies"].parent == BUNDLED, "of files with the same name the first counts"


def test_list_offered_leaves_out_a_file_that_is_no_game_and_names_it(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "mine.toml").write_text(QUEST)
    (folder / "broken.toml").write_text("[game]\n")
    with caplog.at_level(logging.WARNING):
        names = {id.partition(".")[0] for id in SOURCE.list_offered()}
    assert "mine" in names
    assert "broken" not in names
    (said,) = (record.getMessage() for record in caplog.records if "broken" in record.getMessage())
    assert "broken.toml is no game, and is left out: line 1: " in said


def test_list_offered_reads_a_file_again_once_it_has_changed(folder: Path) -> None:
    file = folder / "mine.toml"
    file.write_text(QUEST)
    (before,) = (id for id in SOURCE.list_offered() if id.startswith("mine."))
    file.write_text(changed("Merlin", "Merlin the wise"))
    (after,) = (id for id in SOURCE.list_offered() if id.startswith("mine."))
    assert before != after
    found = SOURCE.find(before)
    assert found is not None
    assert found.file == QUEST, "a game under way keeps its rules"


def test_read_refuses_a_text_that_is_no_game_or_another_one() -> None:
    game = game_of_file("quest", QUEST)
    assert SOURCE.read(game.id, QUEST) is game
    with pytest.raises(RuleError, match="this file doesn't match the game"):
        SOURCE.read(game.id, changed("Merlin", "Merlyn"))
    with pytest.raises(RuleError, match="the game file isn't valid: line 1: "):
        SOURCE.read(game.id, "[game]\n")


def test_remember_finds_a_game_whose_file_is_gone() -> None:
    text = changed("Merlin", "Remembered")
    id = game_of_file("gone", text).id
    SOURCE.remember(id, text)
    found = SOURCE.find(id)
    assert found is not None
    assert found.file == text
    SOURCE.remember("gone.0123456789ab", "[game]")
    assert SOURCE.find("gone.0123456789ab") is None, "what is no game any more is nothing"


def test_read_record_carries_the_file_and_is_replayed_without_it() -> None:
    changed = VILLAGE.file.replace("It's night.", "It's dark.")
    game = game_of_file("village", changed)
    record = plays(dealt(game, FIVE), {"kind": "night"}, {"kind": "ends", "end": 0})
    data = json.loads(json.dumps(record.to_json()))
    assert data["file"] == changed
    assert list(VALID.iter_errors(data)) == []
    assert list(VALID.iter_errors({**data, "entries": [{"kind": "out"}]})) != []
    assert read_record(data, game_by_id).state == record.state
    with pytest.raises(RuleError, match="doesn't match the game"):
        read_record({**data, "file": VILLAGE.file}, game_by_id)
    with pytest.raises(RuleError, match="game file isn't valid: line"):
        read_record({**data, "file": "[game]\n"}, game_by_id)
