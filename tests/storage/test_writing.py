"""One write at a time; what is not on disk is not there for anyone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.house import game_in
from slow_disk import Doing, SlowDisk
from sqlite_utils import Database

from companion.storage.backups import backups, copy_to_backup
from companion.storage.store import Store


@pytest.fixture
def disk(store: Store) -> Iterator[SlowDisk]:
    found = SlowDisk(store)
    yield found
    found.is_quick()


def keeps(store: Store, key: str) -> Doing[None]:
    return Doing(store.set_meta, key, "1")


def test_transaction_is_not_over_before_it_is_on_disk(store: Store, disk: SlowDisk) -> None:
    one = keeps(store, "key")
    done = disk.is_asked()
    assert not one.is_over
    assert store.get_meta("key") is None, "nobody reads it before"
    done.works()
    one.result()
    assert store.get_meta("key") == "1"


def test_transaction_waits_while_the_disk_works_for_another(store: Store, disk: SlowDisk) -> None:
    first = keeps(store, "first")
    done = disk.is_asked()
    later = [keeps(store, key) for key in ("a", "b")]
    done.works()
    first.result()
    for _ in later:
        disk.works()
    for one in later:
        one.result()
    assert [store.get_meta(key) for key in ("first", "a", "b")] == ["1"] * 3


def test_transaction_reads_what_it_has_written(store: Store) -> None:
    with store.transaction():
        store.set_meta("key", "1")
        assert store.get_meta("key") == "1"
        assert Doing(store.get_meta, "key").result() is None


def test_backup_lets_others_read_meanwhile(store: Store, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    def copies_slowly(db: Database, folder: Path) -> None:
        disk.wait()
        copy_to_backup(db, folder)

    monkeypatch.setattr("companion.storage.data_file.copy_to_backup", copies_slowly)
    first = keeps(store, "first")
    disk.works()
    first.result()
    game = Doing(game_in, store, 1)
    for _ in range(3):
        disk.works()
    game.result()
    copy = Doing(store.backup)
    made = disk.is_asked()
    assert store.get_meta("first") == "1"
    made.works()
    with contextlib.closing(Store(store.folder, to_read=True)) as reader:
        assert reader.get_meta("first") == "1"
    copy.result()
    assert len(backups(store.folder)) == 1


def test_close_waits_for_what_is_being_written(store: Store, disk: SlowDisk) -> None:
    one = keeps(store, "one")
    done = disk.is_asked()
    closing = Doing(store.close)
    assert not closing.is_over
    done.works()
    one.result()
    closing.result()
    with contextlib.closing(Store(store.folder)) as again:
        assert again.get_meta("one") == "1"
