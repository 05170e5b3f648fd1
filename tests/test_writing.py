"""One sync for all that waits; what is not on disk is not there for anybody."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from slow_disk import Doing, SlowDisk

from companion.disk_errors import StoreError
from companion.rules.text import T
from companion.store import Store
from companion.writing import MOST

FULL = "Not saved: the disk is full. Mend that and try again."


@pytest.fixture
def disk(store: Store) -> Iterator[SlowDisk]:
    found = SlowDisk(store)
    yield found
    found.is_quick()


def keeps(store: Store, key: str, value: str = "1") -> Doing[None]:
    return Doing(store.set_meta, key, value)


def waiting(store: Store, disk: SlowDisk, *keys: str) -> list[Doing[None]]:
    """Writes that come one after the other while the disk works."""
    found = []
    for number, key in enumerate(keys, 1):
        found.append(keeps(store, key))
        disk.is_waited_for(number)
    return found


def test_all_who_come_while_the_disk_works_are_saved_together(store: Store, disk: SlowDisk) -> None:
    first = keeps(store, "first")
    done = disk.is_asked()
    later = waiting(store, disk, "a", "b", "c")
    done.works()
    first.result()
    disk.works()
    for one in later:
        one.result()
    assert disk.commits == 2
    assert [store.get_meta(key) for key in ("first", "a", "b", "c")] == ["1"] * 4


def test_write_is_not_over_before_it_is_on_disk(store: Store, disk: SlowDisk) -> None:
    one = keeps(store, "key")
    done = disk.is_asked()
    assert not one.is_over
    assert store.get_meta("key") is None, "nobody reads it before"
    done.works()
    one.result()
    assert store.get_meta("key") == "1"


def test_who_writes_reads_what_they_have_written(store: Store, disk: SlowDisk) -> None:
    def write() -> tuple[str | None, str | None]:
        meanwhile: list[str | None] = []
        with store.whole(lambda done: meanwhile.append(store.get_meta("key"))):
            store.set_meta("key", "1")
            within = store.get_meta("key")
        return within, meanwhile[0]

    one = Doing(write)
    disk.works()
    assert one.result() == ("1", "1"), "within, and while the disk works"


def test_part_that_is_refused_takes_no_other_with_it(store: Store, disk: SlowDisk) -> None:
    def refused() -> None:
        with store.whole():
            store.set_meta("refused", "1")
            raise StoreError(T("no"))

    first = keeps(store, "first")
    done = disk.is_asked()
    (before,) = waiting(store, disk, "before")
    wrong = Doing(refused)
    disk.is_waited_for(2)
    after = keeps(store, "after")
    disk.is_waited_for(3)
    done.works()
    disk.works()
    first.result()
    before.result()
    after.result()
    with pytest.raises(StoreError, match="no"):
        wrong.result()
    assert disk.commits == 2
    assert [store.get_meta(key) for key in ("before", "refused", "after")] == ["1", None, "1"]


def test_commit_that_fails_is_said_to_all_who_were_in_it_and_to_nobody_else(store: Store, disk: SlowDisk) -> None:
    first = keeps(store, "first")
    done = disk.is_asked()
    later = waiting(store, disk, "a", "b")
    done.works()
    first.result()
    done = disk.is_asked()
    heals = keeps(store, "heals")
    disk.is_waited_for(1)
    done.fails()
    for one in later:
        with pytest.raises(StoreError, match=FULL):
            one.result()
    disk.works()
    heals.result()
    assert [store.get_meta(key) for key in ("first", "a", "b", "heals")] == ["1", None, None, "1"]


def test_what_changes_nothing_waits_for_no_disk(store: Store, disk: SlowDisk) -> None:
    with store.whole():
        assert store.get_meta("key") is None
    assert disk.commits == 0


def test_nobody_waits_for_ever_where_others_come_and_come(store: Store, disk: SlowDisk) -> None:
    first = keeps(store, "first")
    done = disk.is_asked()
    many = waiting(store, disk, *(f"key {number}" for number in range(MOST + 1)))
    done.works()
    first.result()
    disk.works()
    for one in many[:MOST]:
        one.result()
    assert not many[MOST].is_over
    disk.works()
    many[MOST].result()
    assert disk.commits == 3


def test_copy_is_made_of_what_is_saved(store: Store, disk: SlowDisk) -> None:
    """Also of what was written and waits for others; and while it is made others are served."""
    first = keeps(store, "first")
    done = disk.is_asked()
    (later,) = waiting(store, disk, "later")
    copy = Doing(store.backup)
    disk.is_waited_for(2)
    done.works()
    first.result()
    later.result()
    made = disk.is_asked()
    assert store.get_meta("later") == "1"
    made.works()
    with contextlib.closing(Store.to_read(store.folder)) as reader:
        assert reader.get_meta("later") == "1"
    assert copy.result().is_file()


def test_folder_is_let_go_when_all_who_wait_have_written(store: Store, disk: SlowDisk) -> None:
    first = keeps(store, "first")
    done = disk.is_asked()
    (later,) = waiting(store, disk, "later")
    closing = Doing(store.close)
    disk.is_waited_for(2)
    done.works()
    first.result()
    later.result()
    closing.result()
    with contextlib.closing(Store(store.folder)) as again:
        assert again.get_meta("later") == "1"
