"""What is in the data folder: whose it is, what is copied when, and what a damaged or emptied file costs."""

import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from faults.house import NAMES, NOTE, STOP_HERE, House, game_in
from worked import run

from companion.storage import data_file, schema
from companion.storage.backups import backups
from companion.storage.data_file import restore_file, restore_latest_backup
from companion.storage.store import GameRow, Store, StoreError

# --- an emptied file


LOST = r"\. To bring back .*: companion restore --data .*\n.*: companion restore --empty --data "


@pytest.mark.parametrize("left", ["empty", "missing"])
def test_store_refuses_an_empty_or_missing_file_beside_backups(tmp_path: Path, left: str) -> None:
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


def test_store_refuses_a_damaged_file_and_leaves_it_where_it_is(tmp_path: Path) -> None:
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
def test_store_refuses_a_file_of_another_version_and_leaves_it_alone(tmp_path: Path, made: str, said: str) -> None:
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


def test_store_begins_an_empty_file_where_there_are_no_backups(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        store.backup()
    assert not backups(tmp_path), "nothing was played"
    (tmp_path / "companion.db").write_bytes(b"")
    Store(tmp_path).close()


def test_export_reads_what_is_left_of_a_file_torn_in_the_middle(tmp_path: Path) -> None:
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


def test_store_sweeps_away_what_a_killed_backup_or_restore_has_left(tmp_path: Path) -> None:
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


def test_restore_file_keeps_the_host_key_of_the_folder(tmp_path: Path) -> None:
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
    """New files are everyone's."""
    before = os.umask(0)
    yield
    os.umask(before)


@modes
@pytest.mark.usefixtures("lax")
def test_keep_private_lets_nobody_but_the_owner_read(tmp_path: Path) -> None:
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
def test_keep_private_closes_files_that_others_could_read(tmp_path: Path) -> None:
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
def test_keep_private_leaves_a_folder_that_holds_other_things(tmp_path: Path) -> None:
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
def test_lost_write_ahead_log_costs_no_seat_and_a_round_at_most(tmp_path: Path, game: str) -> None:
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


def test_checkpoint_waits_for_nobody_who_reads(tmp_path: Path) -> None:
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


def test_transaction_is_synchronised_with_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_file, "migrate", schema.migrate)  # as outside of tests
    with closing(Store(tmp_path)) as store:
        found = [store._db.conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert found == ["wal", 2]


def test_close_frees_the_folder(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with closing(Store(tmp_path)) as store, pytest.raises(StoreError, match="in another window"):
        Store(store.folder)


def test_lock_folder_says_that_a_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="Couldn't use the data folder: "):
        Store(tmp_path / "file" / "data")


def test_transaction_says_that_a_file_cannot_be_written(store: Store, game: GameRow) -> None:
    store._db.conn.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match="Couldn't save: the data folder can't be written to"):
        store.journal.append(game.id, 0, [NOTE], "tap", "", "")
