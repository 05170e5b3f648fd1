"""What is copied when, how long it stays, and which copy is a good one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from faults.house import game_in

from companion.games import MOST_BYTES
from companion.storage.backups import (
    FOLDER,
    GAMES,
    KEEP,
    age,
    backups,
    is_good,
    put_back_files,
    read_made_at,
    stamp,
)
from companion.storage.data_file import restore_file, restore_latest_backup
from companion.storage.schema import connect
from companion.storage.store import Store, StoreError


def started(folder: Path, minute: int, play: int = 0) -> list[Path]:
    """A start in that minute, with that many entries made; the backups afterwards."""
    moment = datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minute)
    with patch("companion.clock.now", moment.timestamp), closing(Store(folder)) as store:
        store.backup()
        if play:
            game_in(store, play)
    return backups(folder)


def test_backup_copies_nothing_where_nothing_was_played(tmp_path: Path) -> None:
    for minute in range(6):
        full = started(tmp_path, minute, play=2)
    restore_file(tmp_path, None)
    for minute in range(10, 16):
        assert started(tmp_path, minute) == full


def test_backup_keeps_the_last_ten_copies(tmp_path: Path) -> None:
    found: list[Path] = []
    for minute in range(KEEP + 4):
        before, found = found, started(tmp_path, minute, play=1)
    assert found[1:] == before[: KEEP - 1]
    assert len(found) == KEEP


def test_backup_and_restore_refuse_a_damaged_file(tmp_path: Path) -> None:
    """An entry, or a game's start, that is not as it was written pushes no good copy out."""
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


def test_backup_made_after_the_clock_was_set_back_is_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten copies from tomorrow do not push today's out."""
    moments = [datetime(2026, 1, 2, tzinfo=UTC) + timedelta(seconds=n) for n in range(40)]
    times = iter([*moments[:14], *(moment - timedelta(days=1) for moment in moments[14:])])
    monkeypatch.setattr("companion.clock.now", lambda: next(times).timestamp())
    with closing(Store(tmp_path)) as store:
        game_in(store, 1)
        for number in range(13):
            store.set_meta("number", str(number))
            store.backup()
    newest = backups(tmp_path)[0]
    (tmp_path / "companion.db").unlink()
    assert restore_latest_backup(tmp_path) == newest
    with closing(Store(tmp_path)) as store:
        assert store.get_meta("number") == "12"


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (timedelta(0), "0 minutes"),
        (timedelta(seconds=119), "1 minute"),
        (timedelta(minutes=119), "119 minutes"),
        (timedelta(minutes=120), "2 hours"),
        (timedelta(hours=47, minutes=59), "47 hours"),
        (timedelta(hours=48), "2 days"),
        (timedelta(hours=-5), "0 minutes"),
    ],
)
def test_age_counts_minutes_then_hours_then_days(passed: timedelta, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    monkeypatch.setattr("companion.clock.now", (made + passed).timestamp)
    assert str(age(Path("companion-20260102T030405Z.db"))) == said


def test_read_made_at_asks_the_file_where_its_name_says_no_time(tmp_path: Path) -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert read_made_at(Path(f"companion-{stamp(moment)}.db")) == moment
    file = tmp_path / "companion-mine.db"
    file.touch()
    os.utime(file, (moment.timestamp(), moment.timestamp()))
    assert read_made_at(file) == moment


def test_backups_are_listed_newest_first(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    for name in ("companion-20260102T030405Z.db", "companion-20251231T000000Z.db", "notes.txt", "companion-x.db-wal"):
        (tmp_path / FOLDER / name).touch()
    assert [path.name[:18] for path in backups(tmp_path)] == ["companion-20260102", "companion-20251231"]


def test_write_copy_that_fails_leaves_no_file(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.backups.to_disk", Mock(side_effect=OSError(28, "No space left on device")))
    before = {*tmp_path.iterdir()}
    with pytest.raises(StoreError, match="No space left"):
        store.write_copy(tmp_path / "copy.db")
    assert {*tmp_path.iterdir()} == before


def test_write_copy_takes_the_games_that_were_added_and_put_back_files_brings_them(
    store: Store, tmp_path: Path
) -> None:
    added = tmp_path / GAMES
    added.mkdir()
    (added / "village.toml").write_bytes(b"[game]\r\n")
    (added / "large.toml").write_bytes(b"#" * (MOST_BYTES + 1))
    (added / "torn.toml").write_bytes(b"\xff")
    store.write_copy(tmp_path / "copy.db")
    there = tmp_path / "there"
    there.mkdir()
    with closing(connect(tmp_path / "copy.db")) as copy:
        copy.execute("INSERT INTO meta VALUES ('game ../up', 'x')")
        put_back_files(copy, there)
        assert not copy.execute("SELECT key FROM meta WHERE key LIKE 'game %'").fetchall()
    assert {path.name: path.read_bytes() for path in there.rglob("*.toml")} == {"village.toml": b"[game]\r\n"}


def test_is_good_refuses_bytes_that_are_no_data_file(tmp_path: Path) -> None:
    for content in (b"", b"no database", b"SQLite format 3\x00" + b"\xff" * 500):
        (tmp_path / "x.db").write_bytes(content)
        assert not is_good(tmp_path / "x.db")


def test_write_copy_is_on_disk_before_it_has_its_name(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = []
    monkeypatch.setattr("os.fsync", lambda handle: named.append((tmp_path / "copy.db").exists()))
    store.write_copy(tmp_path / "copy.db")
    assert named == [False]
    assert (tmp_path / "copy.db").exists()
