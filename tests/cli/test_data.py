"""Commands that import games, export the history, and move everything to another computer."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from games_in_files import game_in
from history_records import add, saboteur
from worked import run

from companion.engine.game import Game
from companion.storage.store import Store
from companion.toml_games.files import BUNDLED

from .commands import GAMES, code_of, every_game, one_line, played


@pytest.fixture
def folder(store: Store) -> str:
    add(store, saboteur())
    return str(store.folder)


def test_backup_and_restore_move_a_group_to_another_computer(folder: str, store: Store, tmp_path: Path) -> None:
    before = run("book", "--data", folder).stdout
    file, there = str(tmp_path / "group.db"), str(tmp_path / "there")
    for at, name, text in (folder, "ours", "[game]\r\n"), (folder, "both", "a = 1"), (there, "both", "a = 2"):
        (Path(at) / "games").mkdir(parents=True, exist_ok=True)
        (Path(at) / "games" / f"{name}.toml").write_bytes(text.encode())
    (Path(folder) / "games" / "Not an id.toml").write_text("x")
    assert run("backup", file, "--data", folder).exit_code == 0
    assert run("restore", file, "--data", there).stdout.startswith(f"Restored {file}.\n")
    assert run("book", "--data", there).stdout == before
    games = {one.name: one.read_bytes() for one in (Path(there) / "games").iterdir()}
    assert games == {"ours.toml": b"[game]\r\n", "both.toml": b"a = 2"}, (
        "added games come along, over none that is there"
    )
    with closing(sqlite3.connect(Path(there) / "companion.db")) as conn:
        assert not conn.execute("SELECT key FROM meta WHERE key LIKE 'game %'").fetchall()


def test_backup_refuses_a_file_that_exists(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "group.db"
    file.write_text("mine")
    result = run("backup", str(file), "--data", folder)
    assert result.exit_code == 2
    assert file.read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_restore_refuses_a_file_that_is_no_backup(content: bytes | None, store: Store, tmp_path: Path) -> None:
    add(store, saboteur())
    store.close()
    file = tmp_path / "odd.db"
    if content is None:
        with closing(sqlite3.connect(file)) as conn:
            conn.execute("CREATE TABLE other (id)")
    else:
        file.write_bytes(content)
    result = run("restore", str(file), "--data", str(store.folder))
    assert result.exit_code == 2
    assert "is not a Companion backup" in result.stderr
    with closing(Store(store.folder)) as again:
        assert len(again.tables.all()) == 1


def imported(folder: Path, record: dict[str, Any]) -> str:
    """``companion import``: the code of the table, or the sentence of a refusal."""
    result = run("import", "-", "--data", str(folder), text=json.dumps(record))
    if result.exit_code == 0:
        return result.stdout.split()[1].rstrip(":")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr


def test_import_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    program = """
import os, sys
from companion.storage import journal
whole, left = journal.to_json, [8]
def entry(value):
    left[0] -= 1
    return whole(value) if left[0] else os._exit(9)
journal.to_json = entry
from companion.cli.main import main
main(["import", "-", "--data", sys.argv[1]])
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    ended = subprocess.run(command, input=json.dumps(played()), text=True, check=False)
    assert ended.returncode == 9
    with closing(Store(tmp_path)) as store:
        assert store.tables.all() == []
        (left,) = store._db.execute("SELECT (SELECT COUNT(*) FROM seats) + (SELECT COUNT(*) FROM entries)").fetchone()
        assert left == 0


def test_import_judges_names_like_typed_ones(tmp_path: Path) -> None:
    """Which are refused: test_names.py."""
    for second, told in (("anna", "there's already a anna at this table"), ("Ben\u202e", "that can't be shown")):
        record = played()
        record["players"][:2] = ["Anna", second]
        assert told in imported(tmp_path, record)
    with closing(Store(tmp_path)) as store:
        assert store.tables.all() == []


@pytest.mark.parametrize("game", [*GAMES, game_in(BUNDLED / "outsider.toml")])
def test_export_gives_back_what_was_imported(game: Game, data: str) -> None:
    record = played(game)
    code = code_of(run("import", "-", "--data", data, text=json.dumps(record)))
    exported = json.loads(run("export", code.lower(), "--data", data).stdout)
    bare = [{k: v for k, v in entry.items() if k not in ("at", "device")} for entry in exported["entries"]]
    assert {**exported, "entries": bare} == record
    replays = [run("replay", "-", text=json.dumps(one)).stdout for one in (record, exported)]
    assert replays[0] == replays[1]
    again = code_of(run("import", "-", "--data", data, text=json.dumps(exported)))
    assert again != code
    assert json.loads(run("export", again, "--data", data).stdout) == exported


@every_game
def test_import_takes_a_record_without_entries(game: Game, data: str) -> None:
    record = {**played(game), "entries": []}
    code = code_of(run("import", "-", "--data", data, text=json.dumps(record)))
    assert json.loads(run("export", code, "--data", data).stdout)["entries"] == []


def test_import_refuses_an_impossible_record_and_makes_no_folder(data: str) -> None:
    record = played()
    record["entries"][3] = {"kind": "no-such-kind"}
    assert one_line("import", "-", "--data", data, text=json.dumps(record)).startswith("entry 3 (no-such-kind): ")
    assert not Path(data).exists()


def test_restore_that_is_refused_makes_no_folder(data: str, tmp_path: Path) -> None:
    other = tmp_path / "holiday.db"
    other.write_bytes(b"no backup")
    assert "There's no readable backup" in one_line("restore", "--data", data)
    one_line("restore", str(other), "--data", data)
    assert not Path(data).exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root writes into others' folders")
def test_files_that_root_writes_belong_to_the_owner_of_the_folder(data: str, file: str, tmp_path: Path) -> None:
    folder = Path(data)
    folder.mkdir()
    os.chown(folder, 12345, 12345)
    for command in (("import", file), ("backup", str(tmp_path / "x.db")), ("restore", str(tmp_path / "x.db"))):
        assert run(*command, "--data", data).exit_code == 0
        owners = {path.name: path.stat().st_uid for path in folder.rglob("*")}
        assert set(owners.values()) == {12345}, owners


def test_restore_refuses_empty_with_a_file(data: str, tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    assert "not both" in one_line("restore", str(tmp_path / "x.db"), "--empty", "--data", data)
    assert not Path(data).exists()
