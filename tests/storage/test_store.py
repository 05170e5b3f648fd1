"""The journal keeps what it acknowledged, once and whole, and says clearly when it cannot."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from faults.house import game_in
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.text import T
from companion.storage import data_file, schema
from companion.storage.store import (
    CODE_LETTERS,
    GameRow,
    LinkError,
    RoundDraft,
    SeatRow,
    Stale,
    Store,
    StoreError,
    TableRow,
    digest,
)

AT = "2026-01-02T20:00:00+00:00"
TURN = {"kind": "end-turn", "by": 1}


@pytest.fixture
def table(store: Store) -> TableRow:
    return store.tables.create("ACDE")


@pytest.fixture
def game(store: Store, table: TableRow) -> GameRow:
    return store.games.new(table.id, "dark-cave", {"count_cards": True}, ["Anna", "Ben"], [1, 2])


def add(store: Store, game: GameRow, seq: int, action_id: str, *entries: Mapping[str, object]) -> None:
    store.journal.append(game.id, seq, entries or (TURN,), action_id, AT, "phone")


def names(store: Store, table: TableRow) -> list[str]:
    return [seat.name for seat in store.seats.of(table.id)]


# --- the journal


def test_action_ids_of_other_games_do_not_matter(store: Store, table: TableRow, game: GameRow) -> None:
    other = store.games.new(table.id, "dark-cave", {}, ["Anna"], [1])
    add(store, game, 0, "tap")
    assert (store.journal.has(game.id, "tap"), store.journal.has(other.id, "tap")) == (True, False)
    add(store, other, 0, "tap")
    assert store.journal.has(other.id, "tap")


def test_journal_of_no_game_is_refused(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        store.journal.append(99, 0, [TURN], "one", AT, "phone")


@given(taps=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(1, 3))))
def test_journal_is_what_a_plain_list_would_be(
    tmp_path_factory: pytest.TempPathFactory, taps: list[tuple[int, int, int]]
) -> None:
    with closing(Store(tmp_path_factory.mktemp("data"))) as store:
        game = game_in(store)
        plain: list[str] = []
        seen: set[str] = set()
        for action, seq, size in taps:
            entries = [{"kind": f"{action}-{i}"} for i in range(size)]
            assert store.journal.has(game.id, str(action)) == (str(action) in seen)
            if seq != len(plain):
                with pytest.raises(Stale):
                    add(store, game, seq, str(action), *entries)
            elif str(action) in seen:
                with pytest.raises(sqlite3.IntegrityError):
                    add(store, game, seq, str(action), *entries)
            else:
                add(store, game, seq, str(action), *entries)
                seen.add(str(action))
                plain += [entry["kind"] for entry in entries]
        assert [entry["kind"] for entry in store.journal.read(game.id).entries] == plain


# --- the file


def test_every_write_is_synchronised_with_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_file, "migrate", schema.migrate)  # as outside of tests
    with closing(Store(tmp_path)) as store:
        found = [store._db.conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert found == ["wal", 2]


def test_folder_is_free_again_after_close(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with closing(Store(tmp_path)) as store, pytest.raises(StoreError, match="in another window"):
        Store(store.folder)


def test_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="Couldn't use the data folder: "):
        Store(tmp_path / "file" / "data")


def test_file_that_cannot_be_written_is_said(store: Store, game: GameRow) -> None:
    store._db.conn.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match="Couldn't save: the data folder can't be written to"):
        add(store, game, 0, "tap")


# --- tables, seats, links


def test_key_is_made_once_and_kept(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        key = store.host_key
        assert len(key) >= 22
        store.set_meta("language", "de")
    with closing(Store(tmp_path)) as store:
        assert store.host_key == key
        assert store.get_meta("language") == "de"
        assert store.get_meta("nothing") is None


def test_codes_are_easy_to_read_and_found_however_typed(store: Store) -> None:
    assert not set("0O1ILB8S5Z2") & set(CODE_LETTERS)
    table = store.tables.create(store.tables.new_code())
    assert len(table.code) == 4
    assert store.tables.by_code(f" {table.code.lower()} ") == table
    assert store.tables.by_code("----") is None
    store.tables.save(replace(table, address="192.168.0.7"))
    assert [found.address for found in store.tables.all()] == ["192.168.0.7"]


def test_missing_things_are_said(store: Store) -> None:
    for ask in (
        store.tables.get,
        store.seats.get,
        store.games.get,
        store.seats.release,
        store.seats.remove,
        store.seats.claim,
    ):
        with pytest.raises(StoreError, match="This is gone"):
            ask(99)


def test_seats_are_ordered_clockwise(store: Store, table: TableRow) -> None:
    anna, ben, cleo, dora = (store.seats.add(table.id, name, phone=False)[0] for name in ("A", "B", "C", "D"))
    assert names(store, table) == ["A", "B", "C", "D"]
    store.seats.order([cleo.id, ben.id, dora.id, anna.id])
    assert names(store, table) == ["C", "B", "D", "A"]
    store.seats.remove(ben.id)
    store.seats.rename(dora.id, "Dora")
    assert names(store, table) == ["C", "Dora", "A"]
    store.seats.remove(cleo.id)
    store.seats.add(table.id, "E", phone=False)
    assert names(store, table) == ["Dora", "A", "E"], "a new seat is the last one, also where some have gone"
    assert store.seats.get(ben.id).name == "B"


def holder(store: Store, table: TableRow, token: str) -> SeatRow | None:
    """The seat that a phone with that token holds."""
    return next((seat for seat in store.seats.of(table.id) if seat.token_hash == digest(token)), None)


def test_seat_without_a_phone_opens_to_nobody(store: Store, table: TableRow) -> None:
    seat, token = store.seats.add(table.id, "Anna", phone=False)
    assert (token, seat.phone) == ("", False)
    assert holder(store, table, "") is None
    taken = store.seats.claim(seat.id)
    assert holder(store, table, taken) is not None
    store.seats.release(seat.id)
    assert holder(store, table, taken) is None


def test_removed_seat_opens_to_nobody(store: Store, table: TableRow) -> None:
    seat, token = store.seats.add(table.id, "Anna", phone=True)
    link = store.seats.make_link(seat.id)
    store.seats.remove(seat.id)
    assert holder(store, table, token) is None
    with pytest.raises(LinkError):
        store.seats.use_link(link)


def test_no_secret_lies_in_the_file_or_in_a_printed_seat(store: Store, table: TableRow) -> None:
    seat, token = store.seats.add(table.id, "Anna", phone=True)
    link = store.seats.make_link(seat.id)
    dump = "\n".join(store._db.conn.iterdump())
    assert "Anna" in dump
    assert token not in dump
    assert link not in dump


# --- games and happenings


def test_games_of_a_table_are_numbered(store: Store, table: TableRow, game: GameRow) -> None:
    other = store.tables.create("FGHJ")
    assert store.games.current(other.id) is None
    again = store.games.new(table.id, "saboteur", {}, ["Ben", "Anna"], [2, 1])
    assert (game.number, again.number) == (1, 2)
    assert store.games.current(table.id) == again
    assert store.games.of(table.id) == [game, again]


def test_happenings_are_those_of_the_table(store: Store, table: TableRow) -> None:
    for text in (T("First."), T("Last.")):
        store.journal.note(table.id, None, None, text)
    store.journal.note(store.tables.create("FGHJ").id, None, None, T("Elsewhere."))
    assert [note.text.message for note in store.journal.notes(table.id, limit=1)] == ["Last."]


def test_what_seats_have_looked_at_and_typed_is_kept(store: Store, game: GameRow) -> None:
    own = replace(game, looks={"card:0": frozenset({0, 1})}, typed={"1.0": {"gold": 2}}, draft=RoundDraft(changed=[]))
    store.games.save(own)
    assert store.games.get(game.id) == own
