"""What lies in the data folder: whose it is, what is copied when, and what a damaged or emptied file costs."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from faults.house import NAMES, NOTE, STOP_HERE, House, game_in
from playing import Play
from worked import run

from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.play import judge_entry
from companion.games import game_by_id
from companion.record import record as records
from companion.record.record import UNDO
from companion.storage.backups import KEEP, backups
from companion.storage.data_file import restore_file, restore_latest_backup
from companion.storage.store import Stale, Store, StoreError
from companion.table import Tables

GAME = game_by_id("saboteur")


# --- an emptied file


LOST = r"\. To bring back .*: companion restore --data .*\n.*: companion restore --empty --data "


@pytest.mark.parametrize("left", ["empty", "missing"])
def test_lost_file_beside_backups_of_games_is_not_begun_anew_in_silence(tmp_path: Path, left: str) -> None:
    with closing(Store(tmp_path)) as store:
        game = game_in(store, 3)
        store.backup()
    file = tmp_path / "companion.db"

    def lose() -> None:
        file.unlink()
        if left == "empty":
            file.touch()

    lose()
    for _ in range(2):
        with pytest.raises(StoreError, match=f"is {left}{LOST}"):
            Store(tmp_path)
        assert file.exists() == (left == "empty")
    exported = run("export", "ACDE", "--data", str(tmp_path))
    assert (exported.exit_code, exported.stdout) == (2, "")
    assert "companion restore" in exported.stderr
    assert run("restore", "--data", str(tmp_path)).exit_code == 0
    with closing(Store(tmp_path)) as store:
        assert len(store.journal.read(game.id).entries) == 3
    lose()
    begun = run("restore", "--empty", "--data", str(tmp_path))
    assert (begun.exit_code, str(tmp_path) in begun.stdout) == (0, True)
    with closing(Store(tmp_path)) as store:
        assert store.tables.all() == []
        store.backup()
    assert len(backups(tmp_path)) == 1, "it stays"


def test_no_start_begins_anew_after_damage_or_moves_the_file(tmp_path: Path) -> None:
    """A service is started again at once, and nobody reads what it said."""
    file = tmp_path / "companion.db"
    file.write_bytes(b"zzz" * 9999)
    for _ in range(3):
        with pytest.raises(StoreError, match=f"is damaged{LOST}"):
            Store(tmp_path)
    assert file.read_bytes() == b"zzz" * 9999
    restore_file(tmp_path, None)
    (aside,) = tmp_path.glob("companion-replaced-*.db")
    assert aside.read_bytes() == b"zzz" * 9999
    Store(tmp_path).close()


OLDER = "CREATE TABLE meta (key); CREATE TABLE entries (game_id, body); INSERT INTO meta VALUES (1)"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (OLDER, "an older version .* companion restore --empty --data"),
        ("PRAGMA user_version = 9999", "a newer version"),
    ],
    ids=["older", "newer"],
)
def test_file_of_another_version_is_refused_and_not_touched(tmp_path: Path, made: str, said: str) -> None:
    file = tmp_path / "companion.db"
    with closing(sqlite3.connect(file)) as conn:
        conn.executescript(made)
    before = file.read_bytes()
    for open_it in (Store, partial(Store, to_read=True)):
        with pytest.raises(StoreError, match=said):
            open_it(tmp_path)
    with pytest.raises(StoreError, match="version of Companion"):
        restore_file(tmp_path, file)
    assert file.read_bytes() == before
    assert list(tmp_path.glob("*.db*")) == [file]


def test_emptied_file_without_backups_is_begun(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.backup()
    assert not backups(tmp_path), "nothing was played"
    (tmp_path / "companion.db").write_bytes(b"")
    Store(tmp_path).close()


def test_a_file_torn_in_the_middle_is_not_opened_and_what_can_be_read_is_exported(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        game = game_in(store, 2000)
        code = store.tables.get(game.table_id).code
    file = tmp_path / "companion.db"
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :: 7] = b"\xff" * len(content[len(content) // 2 :: 7])
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged"):
        Store(tmp_path)
    exported = run("export", code, "--data", str(tmp_path))
    assert len(json.loads(exported.stdout)["entries"]) > 300
    assert "is damaged" in exported.stderr


# --- backups


def started(folder: Path, minute: int, play: int = 0) -> list[Path]:
    """A start in that minute, with so many entries made; the backups afterwards."""
    moment = datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minute)
    with patch("companion.clock.now", moment.timestamp), closing(Store(folder)) as store:
        store.backup()
        if play:
            game_in(store, play)
    return backups(folder)


def test_starts_with_nothing_played_leave_the_copies_of_games_alone(tmp_path: Path) -> None:
    for minute in range(6):
        full = started(tmp_path, minute, play=2)
    restore_file(tmp_path, None)
    for minute in range(10, 16):
        assert started(tmp_path, minute) == full


def test_the_last_ten_copies_stay(tmp_path: Path) -> None:
    found: list[Path] = []
    for minute in range(KEEP + 4):
        before, found = found, started(tmp_path, minute, play=1)
    assert found[1:] == before[: KEEP - 1]
    assert len(found) == KEEP


def test_only_a_sound_file_is_copied_and_restored(tmp_path: Path) -> None:
    """An entry, or what a game was begun with, that is not as it was written pushes no good copy out."""
    with closing(Store(tmp_path)) as store:
        game = game_in(store, 3)
        store.backup()
    (good,) = backups(tmp_path)
    with closing(Store(tmp_path)) as store:
        for sql in (
            "UPDATE entries SET drawn = 'by' WHERE seq = 2",
            "UPDATE games SET seat_ids = '[2,1]'",
            "DELETE FROM entries WHERE seq = 1",
        ):
            with closing(sqlite3.connect(tmp_path / "companion.db")) as conn, conn:
                conn.execute(sql)
            with pytest.raises(StoreError, match="Couldn't make a backup: the data file is damaged"):
                store.backup()
        assert backups(tmp_path) == [good]
    shutil.copy(tmp_path / "companion.db", tmp_path / "backups" / "companion-20990101T000000Z.db")
    assert restore_latest_backup(tmp_path) == good
    with closing(Store(tmp_path)) as store:
        assert len(store.journal.read(game.id).entries) == 3


def test_what_a_killed_backup_or_restore_has_left_goes_at_the_next_start(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        game_in(store, 3)
        store.backup()
    (tmp_path / "games").mkdir()
    (good,) = backups(tmp_path)
    left = [
        tmp_path / "backups" / f"{good.name}.unfinished",
        tmp_path / "group.db.unfinished",
        *(tmp_path / f"companion-restoring.db{end}" for end in ("", "-wal", "-shm")),
        tmp_path / "games" / "harbour.part",
    ]
    for file in left:
        file.write_text("half")
    kept = tmp_path / "games" / "harbour.toml"
    kept.write_text("whole")
    with closing(Store(tmp_path, to_read=True)):
        assert all(file.exists() for file in left), "who only reads deletes nothing"
    Store(tmp_path).close()
    assert [file for file in left if file.exists()] == []
    assert kept.exists()
    assert good.exists()


# --- whose host it is


def key_of(folder: Path) -> str:
    with closing(Store(folder)) as store:
        return store.host_key


def test_a_folder_keeps_its_host_key_whatever_is_restored(tmp_path: Path) -> None:
    """Who made the copy is no host here."""
    here, there, new = (tmp_path / name for name in ("here", "there", "new"))
    with closing(Store(there)) as store:
        game_in(store, 3)
        theirs = store.host_key
        store.write_copy(tmp_path / "copy.db")
    with closing(Store(here)) as store:
        game_in(store, 3)
        ours = store.host_key
        store.backup()
    restore_file(here, tmp_path / "copy.db")
    assert key_of(here) == ours
    (here / "companion.db").write_bytes(b"torn" * 999)
    restore_file(here, tmp_path / "copy.db")
    assert key_of(here) == ours, "its own backup has it"
    restore_latest_backup(here)
    assert key_of(here) == ours
    restore_file(new, tmp_path / "copy.db")
    assert key_of(new) not in ("", ours, theirs)
    (there / "companion.db").unlink()
    restore_file(there, tmp_path / "copy.db")
    assert key_of(there) not in ("", theirs), "nothing says that it was this folder's"


# --- whose files they are

modes = pytest.mark.skipif(os.name != "posix", reason="the system has no modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def lax() -> Iterator[None]:
    """New files are everybody's."""
    before = os.umask(0)
    yield
    os.umask(before)


@modes
@pytest.mark.usefixtures("lax")
def test_data_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Store(folder)) as store:
        game_in(store, 3)
        store.backup()
        store.announce("http://192.168.0.7:5000")
        found = modes_in(folder)
        assert {"companion.db", "companion.db-wal", "companion.db-shm", "companion.lock"} <= found.keys()
        assert set(found.values()) == {0o600}
        assert (mode(folder), mode(folder / "backups")) == (0o700, 0o700)
    (folder / "companion.db").write_bytes(b"torn" * 5000)
    with pytest.raises(StoreError):
        Store(folder)
    restore_latest_backup(folder)
    assert set(modes_in(folder).values()) == {0o600}


@modes
@pytest.mark.usefixtures("lax")
def test_data_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with closing(Store(folder)) as store:
        game_in(store, 3)
        store.backup()
        shutil.copytree(folder, tmp_path / "old")
    old = tmp_path / "old"
    for path in (old, *old.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    with closing(Store(old)):
        assert set(modes_in(old).values()) == {0o600}
        assert (mode(old), mode(old / "backups")) == (0o700, 0o700)


@modes
def test_folder_that_holds_other_things_too_is_left_to_its_people(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "holidays.txt").write_text("")
    (tmp_path / "holidays.txt").chmod(0o644)
    with closing(Store(tmp_path)):
        assert mode(tmp_path) == 0o755
        assert mode(tmp_path / "holidays.txt") == 0o644
        assert mode(tmp_path / "companion.db") == 0o600


# --- the write-ahead log


def without_log(folder: Path, copy: Path) -> Store:
    """What is left where the log is lost."""
    copy.mkdir()
    shutil.copy(folder / "companion.db", copy)
    return Store(copy)


@pytest.mark.parametrize("game", ["saboteur", "dark-cave"])
def test_lost_log_costs_no_seat_and_a_round_at_most(tmp_path: Path, game: str) -> None:
    with House(tmp_path / "data", (), NAMES) as house:
        house.deals(game)
        row = house.table.state.game_row
        with closing(without_log(tmp_path / "data", tmp_path / "dealt")) as copy:
            assert [seat.name for seat in copy.seats.of(house.table.state.row.id)] == [*NAMES]
            assert copy.journal.read(row.id).entries[0]["kind"] == "deal"
        house.acts(STOP_HERE)
        with closing(without_log(tmp_path / "data", tmp_path / "copy")) as copy:
            assert copy.journal.read(row.id).entries == house.entries()
            assert copy.games.get(row.id).over == (game == "dark-cave")


def test_log_is_moved_without_waiting_for_who_reads(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        game = game_in(store, 3)
        with closing(Store(tmp_path, to_read=True)) as reader:
            reader._db.conn.execute("BEGIN")
            assert len(reader.journal.read(game.id).entries) == 3
            store.journal.append(game.id, 3, [NOTE], "one", "", "")
            store.checkpoint()
            assert len(store.journal.read(game.id).entries) == 4
        store.checkpoint()
        assert (tmp_path / "companion.db-wal").stat().st_size == 0


# --- reading in


def imported(folder: Path, record: dict[str, Any]) -> str:
    """``companion import``: the code of the table, or the sentence of a refusal."""
    result = run("import", "-", "--data", str(folder), text=json.dumps(record))
    if result.exit_code == 0:
        return result.stdout.split()[1].rstrip(":")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr


def played(**changes: Any) -> dict[str, Any]:
    return {**Play(GAME, 4, {}, 1).run(12).record.to_json(), **changes}


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


def test_names_are_judged_like_typed_ones(tmp_path: Path) -> None:
    """Which are refused: test_names.py."""
    for second, told in (("anna", "there's already a anna at this table"), ("Ben\u202e", "that can't be shown")):
        assert told in imported(tmp_path, played(players=["Anna", second, "Cleo", "Dora"]))
    with closing(Store(tmp_path)) as store:
        assert store.tables.all() == []


def test_imported_game_waits_while_another_is_played(tmp_path: Path) -> None:
    first = imported(tmp_path, played())
    with closing(Store(tmp_path)) as store:
        assert Tables(store).find_newest().code == first, "nothing else is there"
    with House(tmp_path, (), NAMES) as house:
        house.deals("saboteur")
        assert house.hall.tables.find_newest().code == house.code
    second = imported(tmp_path, played())
    with House(tmp_path, ()) as again:
        assert again.code == house.code
        again.acts(STOP_HERE)
        assert again.hall.tables.find_newest().code == house.code, "there are two more rounds"
        again.store.games.save(replace(again.table.state.game_row, over=True))
        assert again.hall.tables.find_newest().code == second


def test_import_judges_each_entry_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the entries are taken back."""
    play = Play(GAME, 4, {}, 1)
    play.step()
    entries: list[Entry] = list(play.record.entries)
    for number in range(300):
        entries += [{"kind": "correct", "note": str(number)}, {"kind": UNDO, "entry": len(entries)}]
    judged = list[Entry]()

    def count(game: Game, state: object, entry: Entry) -> None:
        judged.append(entry)
        judge_entry(game, state, entry)

    monkeypatch.setattr("companion.record.record.judge_entry", count)
    imported(tmp_path, {**play.record.to_json(), "entries": entries})
    assert judged == [entry for entry in entries if not records.is_undo(entry)]


def test_journal_is_filled_once(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        game = game_in(store, 1)
        with pytest.raises(Stale):
            store.journal.append_record(game.id, [NOTE])
