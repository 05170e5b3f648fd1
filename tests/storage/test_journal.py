"""The journal keeps what it acknowledged, once and whole, and the notes with it."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from faults.house import NOTE, game_in
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.text import T
from companion.storage.journal import GAP
from companion.storage.store import GameRow, Stale, Store, TableRow

AT = "2026-01-02T20:00:00+00:00"
TURN = {"kind": "end-turn", "by": 1}


def add(store: Store, game: GameRow, seq: int, action_id: str, *entries: Mapping[str, object]) -> None:
    store.journal.append(game.id, seq, entries or (TURN,), action_id, AT, "phone")


def test_has_asks_for_taps_of_this_game_alone(store: Store, table: TableRow, game: GameRow) -> None:
    other = store.games.new(table.id, "dark-cave", {}, ["Anna"], [1])
    add(store, game, 0, "tap")
    assert (store.journal.has(game.id, "tap"), store.journal.has(other.id, "tap")) == (True, False)
    add(store, other, 0, "tap")
    assert store.journal.has(other.id, "tap")


def test_append_refuses_entries_of_no_game(store: Store) -> None:
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


def test_notes_are_those_of_the_table(store: Store, table: TableRow) -> None:
    for text in (T("First."), T("Last.")):
        store.journal.note(table.id, None, None, text)
    store.journal.note(store.tables.create("FGHJ").id, None, None, T("Elsewhere."))
    assert [note.text.message for note in store.journal.notes(table.id, limit=1)] == ["Last."]


def test_append_record_refuses_a_journal_that_has_entries(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        game = game_in(store, 1)
        with pytest.raises(Stale):
            store.journal.append_record(game.id, [NOTE])


def entry(kind: str, at: str = "", device: str = "") -> dict[str, str]:
    given = {"kind": kind, "at": at, "device": device}
    return {name: text for name, text in given.items() if text}


@pytest.mark.parametrize(
    ("entries", "taps"),
    [
        ([entry("a", "7", "phone"), entry("b", "7", "phone"), entry("c", "8", "phone")], [2, 1]),
        ([entry("a", "7", "phone"), entry("b", "7", "tablet")], [1, 1]),
        ([entry("a", "7", "phone"), entry("b", "9", "app"), entry("c", "9", "app")], [3]),
        ([entry("a"), entry("b")], [1, 1]),
        ([entry("a", "7", "phone"), entry("deal", "7", "phone")], [1, 1]),
        ([entry("deal", "7", "phone"), entry("a", "7", "phone")], [2]),
        ([entry("a", "7", "phone"), entry("undo", "7", "phone")], [1, 1]),
        ([entry("undo", "7", "phone"), entry("undo", "7", "phone")], [2]),
    ],
)
def test_append_record_finds_the_taps_by_time_and_device(
    store: Store, game: GameRow, entries: list[dict[str, str]], taps: list[int]
) -> None:
    store.journal.append_record(game.id, entries)
    assert [tap.many for tap in store.journal.read(game.id).taps] == taps


def test_append_saves_what_chance_filled_and_the_own_time_of_an_entry(store: Store, game: GameRow) -> None:
    own = {"kind": "nuggets", "at": "2020-01-01T00:00:00+00:00", "device": "box"}
    store.journal.append(game.id, 0, [TURN, own], "tap", AT, "phone", {1: ("nuggets", "first")})
    read = store.journal.read(game.id)
    assert read.entries == [{**TURN, "at": AT, "device": "phone"}, own]
    assert read.drawn == {1: ("nuggets", "first")}
    assert [(tap.first, tap.many, tap.device) for tap in read.taps] == [(0, 2, "phone")]


def test_append_writes_nothing_after_the_journal_has_grown(store: Store, game: GameRow) -> None:
    add(store, game, 0, "first")
    for seq in (0, 2):
        with pytest.raises(Stale):
            add(store, game, seq, "second")
    assert len(store.journal.read(game.id).entries) == 1


def test_who_joins_is_called_in_the_journal_as_they_are_now(store: Store, game: GameRow) -> None:
    add(store, game, 0, "tap", {"kind": "join", "name": "Cleo"})
    store.people.rename("cleo", "Cleopatra")
    assert store.journal.read(game.id).entries[0]["name"] == "Cleopatra"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE entries SET body = '{}' WHERE seq = 2", "entry 2 has been changed"),
        ("DELETE FROM entries WHERE seq = 2", "entry 2 is missing"),
    ],
)
def test_read_stops_at_a_damaged_entry_and_salvage_goes_on_after_it(
    store: Store, game: GameRow, change: str, said: str
) -> None:
    for seq in range(5):
        add(store, game, seq, str(seq), {"kind": str(seq)})
    with store.transaction() as db:
        db.execute(change)
    read = store.journal.read(game.id)
    assert [found["kind"] for found in read.entries] == ["0", "1"]
    assert read.damage
    assert (str(read.damage), read.damage.entry) == (said, 2)
    salvaged = [found and found["kind"] for found in store.journal.salvage(game.id)]
    assert salvaged == ["0", "1", None, "3", "4"]


def test_salvage_gives_up_after_a_gap_that_is_too_long(store: Store, game: GameRow) -> None:
    for seq in range(2):
        add(store, game, seq, str(seq), {"kind": str(seq)})
    with store.transaction() as db:
        db.execute("UPDATE entries SET seq = ? WHERE seq = 1", (GAP + 5,))
    assert [found and found["kind"] for found in store.journal.salvage(game.id)] == ["0"]


def test_notes_have_people_as_they_are_called_now(store: Store, table: TableRow) -> None:
    store.seats.add(table.id, "Anna", phone=False)
    store.journal.note(table.id, None, None, T("{name} has joined.", name="Anna"))
    store.people.rename("anna", "Annabelle")
    (note,) = store.journal.notes(table.id, limit=9)
    assert str(note.text) == "Annabelle has joined."


def test_notes_say_that_one_cannot_be_read_any_more(store: Store, table: TableRow) -> None:
    for text in ("First.", "Second."):
        store.journal.note(table.id, None, None, T(text))
    with store.transaction() as db:
        db.execute("UPDATE notes SET \"values\" = '{torn' WHERE id = 1")
    assert [str(note.text) for note in store.journal.notes(table.id, 9)] == [
        "Second.",
        "(a note that can't be read any more)",
    ]
