"""The data of version 0.1.0 (tests/data/0.1.0) can be opened by every later version: games, people, history, backups, a
game under way."""

import json
import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path

import first_release
import pytest
from faults.house import House
from first_release import FORGOTTEN, HERE, TOLD, holds
from playing import quiet_turn
from worked import run

from companion.storage.backups import backups, is_good
from companion.storage.data_file import restore_latest_backup
from companion.storage.store import Store
from companion.table.commands import play

HOLDS = json.loads(TOLD.read_text(encoding="utf-8"))
UNDER_WAY = HOLDS["games"][-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(HERE, tmp_path / "data")


def test_first_release_opens_with_every_table_game_and_person(folder: Path) -> None:
    with closing(Store(folder)) as store:
        assert holds(store) == HOLDS
        assert FORGOTTEN not in str(HOLDS)
    assert any(name.startswith("Somebody ") for name in UNDER_WAY["players"] + HOLDS["games"][-2]["players"])


def test_first_release_goes_on_with_the_game_under_way(folder: Path) -> None:
    with House(folder, ()) as house:
        assert (house.code, house.state.status) == (UNDER_WAY["table"], "playing")
        before = len(house.entries())
        assert before == UNDER_WAY["entries"]
        tap = quiet_turn(house.table.state.record, house.state.turn.seat)
        house.table.run(play.act, tap, "table", "")
        assert len(house.entries()) > before
        house.undoes()
        house.ends()
        assert house.state.status == "over"
        assert all(name in house.shown() for name in UNDER_WAY["players"])
        house.hall.forget({"anna"})
        assert "Anna" not in house.shown()


def test_first_release_has_its_history(folder: Path) -> None:
    with House(folder, ()) as house:
        book = house.hall.read_book()
        games = Counter(play.outcome.game.partition(".")[0] for play in book.plays)
        played = Counter(
            game["game"] for game in HOLDS["games"][1:] if game["status"] == "over"
        )  # the first is left out
        assert games == played
        assert {"Anna", "Ben", "Cleo", "Dorothea"} <= {person.name for person in book.people.values()}
        for path in ("/book", *(f"/book/evening/{evening.id}" for evening in book.evenings)):
            assert house.get(house.host, path).status_code == 200


def test_first_release_restores_its_backup_with_the_added_game(folder: Path) -> None:
    (backup,) = backups(folder)
    assert is_good(backup)
    (folder / "companion.db").write_bytes(b"torn" * 9999)
    assert restore_latest_backup(folder) == backup
    assert (folder / "games" / "tonight.toml").is_file()
    with closing(Store(folder)) as store:
        assert holds(store) == HOLDS


def test_first_release_is_read_without_being_changed(folder: Path) -> None:
    files = [folder / "companion.db", *backups(folder)]
    before = [file.read_bytes() for file in files]
    for file in files:
        exported = json.loads(run("export", UNDER_WAY["table"], "--data", str(file)).stdout)
        assert len(exported["entries"]) == UNDER_WAY["entries"]
    assert [file.read_bytes() for file in files] == before


def test_first_release_can_be_made_anew(tmp_path: Path) -> None:
    """Until 0.1.0 is released."""
    first_release.make(tmp_path / "made")
    told = json.loads((tmp_path / "made" / TOLD.name).read_text(encoding="utf-8"))
    assert [game["game"] for game in told["games"]] == [game["game"] for game in HOLDS["games"]]
    assert is_good(*backups(tmp_path / "made"))
