"""Who is forgotten is in no file, whatever breaks off in the middle of it, and whoever taps meanwhile."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults.house import House
from faults.test_disk import full_disk
from flask.testing import FlaskClient
from sizes import SEED, size

from companion.engine.text import T
from companion.engine.visibility import OWN
from companion.storage import backups as copying
from companion.storage.backups import MARK, backups
from companion.storage.data_file import restore_file
from companion.storage.store import Store, StoreError
from companion.table.commands import rounds, seating
from companion.table.snapshot import seats_that_saw

RACES = size("RACES", 1, 60)
NAME, OTHERS = "Quirinus", ("Ben", "Cleo", "Dora")


class Killed(BaseException):
    """The process is gone at this moment."""


def everything(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()).lower()


def has_mark(store: Store) -> bool:
    return store.get_meta(MARK) is not None


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Someone has played and still sits there; a backup and a file that was set aside have the name."""
    with House(tmp_path / "data", (NAME, *OTHERS)) as found:
        found.deals("dark-cave")
        found.ends()
        aside = found.store.folder / "companion-replaced-20260102T030405Z.db"
        aside.write_bytes(backups(found.store.folder)[0].read_bytes())
        assert b"quirinus" in everything(found.store.folder)
        yield found


def person(house: House, name: str = NAME) -> str:
    return next(f"/book/person/{one.id}" for one in house.hall.read_book().people.values() if one.name == name)


def forgets(house: House, name: str = NAME, client: FlaskClient | None = None) -> Any:
    return (client or house.host).post(f"{person(house, name)}/forget", data={"sure": "1"}, buffered=True)


def starts_again(house: House) -> None:
    """The process is gone; another one has the folder."""
    house.store.close()
    house.store = Store(house.store.folder)


# -- broken off -------------------------------------------------------------------------------------------------------
def dies(*_: object, **__: object) -> None:
    raise Killed


def at_the_first_copy(house: House, patch: pytest.MonkeyPatch) -> None:
    unlink = Path.unlink

    def delete(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".db":
            raise Killed
        unlink(path, missing_ok)

    patch.setattr(Path, "unlink", delete)


def before_the_mark_goes(house: House, patch: pytest.MonkeyPatch) -> None:
    def delete(copies: list[Path]) -> None:
        for copy in copies:
            copy.unlink()
        raise Killed

    patch.setattr("companion.storage.people._delete", delete)


PLACES: dict[str, Callable[[House, pytest.MonkeyPatch], None]] = {
    "before the file is written anew": lambda house, patch: patch.setattr(house.store, "overwrite", dies),
    "before the backup": lambda house, patch: patch.setattr(house.store, "backup", dies),
    "in the backup": lambda house, patch: patch.setattr(copying, "_take_files", dies),
    "before the backup has its name": lambda house, patch: patch.setattr(copying, "to_disk", dies),
    "at the first older copy": at_the_first_copy,
    "before the mark goes": before_the_mark_goes,
}


@pytest.mark.parametrize("place", PLACES)
def test_forgetting_that_was_killed_is_finished_by_the_next_start(
    house: House, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    PLACES[place](house, monkeypatch)
    with pytest.raises(Killed):
        forgets(house)
    monkeypatch.undo()
    assert [seat.name for seat in house.table.state.seats if seat.name == NAME] == [], (
        "tables are read anew all the same"
    )
    assert has_mark(house.store)
    starts_again(house)
    assert b"quirinus" not in everything(house.store.folder)
    assert backups(house.store.folder)
    assert not has_mark(house.store)


def test_forgetting_says_which_copy_it_cannot_delete_and_deletes_it_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (older,), unlink = backups(house.store.folder), Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path == older:
            raise PermissionError(1, "Operation not permitted")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    page = forgets(house)
    assert (page.status_code, "Couldn't delete an older copy: Operation not permitted" in unescape(page.text)) == (
        200,
        True,
    )
    assert not list(house.store.folder.glob("companion-replaced-*")), "what can be deleted is"
    newest, left = backups(house.store.folder)
    assert (left, b"quirinus" in newest.read_bytes().lower()) == (older, False)
    house.table.run(rounds.open_lobby)
    house.begins()
    house.ends()
    kept = len(backups(house.store.folder))
    starts_again(house)
    assert has_mark(house.store), "a start does not fail for it"
    assert len(backups(house.store.folder)) == kept + 1, "later copies stay"
    monkeypatch.undo()
    starts_again(house)
    assert b"quirinus" not in everything(house.store.folder)
    assert len(backups(house.store.folder)) == kept + 1
    assert not has_mark(house.store)


def test_forgetting_on_a_full_disk_is_finished_by_the_next_start(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older copies go, so that there is room."""

    def full() -> None:
        raise StoreError(T("Couldn't forget this person: the disk is full. Fix that and try again."))

    monkeypatch.setattr(house.store, "overwrite", full)
    page = forgets(house)
    assert page.status_code == 200
    assert "the disk is full" in page.text
    assert "Companion tries again each time it starts." in page.text
    assert backups(house.store.folder) == []
    assert has_mark(house.store)
    assert NAME not in house.shown()
    starts_again(house)
    assert b"quirinus" not in everything(house.store.folder)


def test_forgetting_while_another_program_reads_is_finished_by_the_next_start(house: House) -> None:
    with closing(Store(house.store.folder, to_read=True)) as reader:
        reader._db.conn.execute("BEGIN")
        assert reader.people.of(NAME)
        house.store._db.execute("PRAGMA busy_timeout = 0")
        assert "another program is using the data file" in forgets(house).text
    starts_again(house)
    assert b"quirinus" not in everything(house.store.folder)


def test_mark_of_forgetting_is_in_no_copy_and_in_no_restored_file(house: House, tmp_path: Path) -> None:
    house.store.set_meta(MARK, "x")
    house.store.backup()
    house.store.write_copy(tmp_path / "copy.db")
    (tmp_path / "aside").mkdir()
    (tmp_path / "aside" / "companion.db").write_bytes((tmp_path / "copy.db").read_bytes())
    with closing(Store(tmp_path / "aside")) as store:
        store.set_meta(MARK, "x")
    restore_file(tmp_path / "new", tmp_path / "aside" / "companion.db")
    for file in (backups(house.store.folder)[0], tmp_path / "copy.db", tmp_path / "new" / "companion.db"):
        with closing(Store(file, to_read=True)) as store:
            assert not has_mark(store)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_forgetting_that_is_killed_at_any_moment_is_done_or_not_begun(house: House) -> None:
    random = Random(SEED)
    folder = house.store.folder
    house.store.close()
    saved = {path: path.read_bytes() for path in folder.rglob("*.db")}
    for _ in range(size("KILLS", 3, 100)):
        for path in [*folder.glob("companion*.db*"), *folder.glob("backups/*")]:
            path.unlink()
        for path, content in saved.items():
            path.write_bytes(content)
        if (child := os.fork()) == 0:
            with suppress(BaseException), closing(Store(folder)) as store:
                threading.Timer(random.uniform(0, 0.05), os._exit, [9]).start()
                store.people.forget({"quirinus"})
                store.people.finish_forgetting()
            os._exit(0)
        os.waitpid(child, 0)
        with closing(Store(folder)) as store:
            forgotten = store.people.of(NAME) is None
            assert not has_mark(store)
        assert forgotten == (b"quirinus" not in everything(folder))
        assert backups(folder)
    house.store = Store(folder)


# -- whoever taps meanwhile -------------------------------------------------------------------------------------------
def adds_a_seat(house: House) -> None:
    house.table.run(seating.add_seat, "Zoe")


def deals(house: House) -> None:
    house.table.run(rounds.open_lobby)
    house.begins()


def swaps_chairs(house: House) -> None:
    house.table.run(seating.place_seat, house.table.state.seats[0].id, 2)


def looks_into_the_book(house: House) -> None:
    house.hall.read_book()


def removes_the_seat(house: House) -> None:
    house.table.run(seating.remove_seat, house.table.state.seats[0].id)


@pytest.mark.parametrize("seed", range(SEED, SEED + RACES))
@pytest.mark.parametrize("tap", [adds_a_seat, deals, swaps_chairs, looks_into_the_book, removes_the_seat])
def test_forgetting_during_a_tap_leaves_no_name(house: House, tap: Callable[[House], None], seed: int) -> None:
    """Each on its own device; a game that started before it was asked says no."""
    random, gate = Random(seed), threading.Barrier(2)
    page, status = person(house), []

    def forget() -> None:
        gate.wait(10)
        status.append(house.host.post(f"{page}/forget", data={"sure": "1"}, buffered=True).status_code)

    def taps() -> None:
        gate.wait(10)
        threading.Event().wait(random.uniform(0, 0.02))
        with suppress(Exception):
            tap(house)

    threads = [threading.Thread(target=one) for one in (forget, taps)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    if status == [422]:
        assert tap is deals
        return
    assert status == [303]
    house.hall.read_book()
    house.store.checkpoint()
    assert b"quirinus" not in everything(house.store.folder)
    assert all(row.name != NAME for row in house.store.people.all().values())
    assert NAME not in str(house.table.state.seats)


def test_forgetting_holds_all_tables_until_they_are_read_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap that comes just after the name was taken out of the file waits for the table that knows it no more."""
    forget, done, seen = house.store.people.forget, threading.Event(), list[str]()

    def tap() -> None:
        house.table.run(lambda at: seen.extend(seat.name for seat in at.seats))
        done.set()

    def and_a_tap(keys: set[str]) -> None:
        forget(keys)
        threading.Thread(target=tap, daemon=True).start()
        assert not done.wait(0.05)

    monkeypatch.setattr(house.store.people, "forget", and_a_tap)
    assert forgets(house).status_code == 303
    assert done.wait(10)
    assert NAME not in seen


def test_table_that_cannot_be_read_anew_after_forgetting_takes_no_tap(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError(T("Not read: the disk reports an error. Fix that and try again."))

    with monkeypatch.context() as broken:
        broken.setattr("companion.table.table.load_table", full)
        assert forgets(house).status_code == 303
        with pytest.raises(StoreError):
            house.table.run(seating.add_seat, "Zoe")
        with pytest.raises(StoreError):
            house.table.run_even_unsaved(seating.add_seat, "Zoe")
    house.table.run(seating.add_seat, "Zoe")
    assert NAME not in str(house.table.state.seats)
    assert b"quirinus" not in everything(house.store.folder)


# -- what could not be saved ------------------------------------------------------------------------------------------
def test_rename_keeps_a_look_that_could_not_be_saved(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.table.run(rounds.open_lobby)
    house.begins()
    path = f"{person(house, 'Ben')}/name"
    with monkeypatch.context() as broken:
        broken.setattr(house.store.games, "save", full_disk)
        assert house.post(house.phones[1], "look", key="card").status_code == 200
        looked = seats_that_saw(house.table.state, OWN)
        refused = house.host.post(path, data={"name": "Benno"})
        assert (refused.status_code, "Couldn't save: the disk is full." in unescape(refused.text)) == (503, True)
    assert 1 in looked
    assert house.host.post(path, data={"name": "Benno"}).status_code == 303
    assert seats_that_saw(house.table.state, OWN) == looked
    house.restarts()
    assert seats_that_saw(house.table.state, OWN) == looked
    assert house.table.state.seats[1].name == "Benno"
