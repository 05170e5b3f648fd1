"""A data folder that an earlier version wrote opens, the same entry for entry, and is played on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playing import Play

from companion.games import game_by_id
from companion.kept.store import Store
from companion.record.record import Record
from companion.rules.state import OVER
from companion.table import Refused, Table, Tables, dealing, ending, playing
from companion.table.now import cards_up
from companion.web.app import create_app

DATA = Path(__file__).parent / "data"
WROTE = (DATA / "first_schema.sql").read_text(encoding="utf-8")
STATES: dict[str, dict[str, Any]] = json.loads((DATA / "first_schema.json").read_text(encoding="utf-8"))
"""The state that each game was in, by the table's code and the game's number there."""
CODES = sorted({name.split()[0] for name in STATES})


def written(folder: Path, dump: str) -> Path:
    with closing(sqlite3.connect(folder / "companion.db")) as conn:
        conn.executescript(dump)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path, WROTE)


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with closing(Store(folder)) as opened:
        yield opened


def of_then(sql: str, dump: str = WROTE) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.executescript(dump)
        return conn.execute(sql).fetchall()


def now(store: Store, sql: str) -> list[tuple[Any, ...]]:
    return store._db.conn.execute(sql).fetchall()


def within(then: Any, later: Any) -> bool:
    """Whether all that was there then is there now; later versions may tell more."""
    if isinstance(then, dict):
        return all(key in later and within(value, later[key]) for key, value in then.items())
    if isinstance(then, list):
        return len(then) == len(later) and all(map(within, then, later))
    return bool(then == later)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT game_id, seq, kind, by_seat, body, at, device, action_id, batch FROM entries ORDER BY game_id, seq",
        "SELECT id, table_id, number, game, options, players, seat_ids, created, over FROM games ORDER BY id",
        "SELECT id, table_id, position, name, phone, token_hash, pin, removed FROM seats ORDER BY id",
        "SELECT id, code, created, address FROM tables ORDER BY id",
        "SELECT secret_hash, seat_id, expires, used FROM seat_links",
        "SELECT game_id, what, seat FROM looked ORDER BY 1, 2, 3",
        'SELECT game_id, round, seat, "values" FROM typed ORDER BY 1, 2, 3',
        'SELECT id, table_id, game_id, seq, message, "values", at FROM notes ORDER BY id',
    ],
)
def test_every_row_is_as_it_was(store: Store, sql: str) -> None:
    assert now(store, sql) == of_then(sql) != []


def test_a_table_that_has_dealt_has_followed_every_turn(store: Store) -> None:
    dealt = {table for (table,) in now(store, "SELECT DISTINCT table_id FROM games")}
    assert dealt
    assert all(row.follow == ("turns" if row.id in dealt else "") for row in store.tables.all())


def test_choices_that_stood_in_meta_are_columns(store: Store) -> None:
    then = {key: json.loads(value) for key, value in of_then("SELECT key, value FROM meta")}
    assert {f"chosen:{table.id}": asdict(table.chosen) for table in store.tables.all() if table.chosen} == then != {}
    assert now(store, "SELECT key FROM meta") == []


def all_are_in_the_states_of_then(store: Store, then: dict[str, dict[str, Any]]) -> None:
    found = {}
    for table in store.tables.all():
        for row in store.journal.games(table.id):
            record = Record.load(game_by_id(row.game), row.players, row.options, store.journal.entries(row.id))
            found[f"{table.code} {row.number}"] = record.game.snapshot(record.state)
    assert found.keys() == then.keys()
    assert [name for name, was in then.items() if not within(was, json.loads(json.dumps(found[name])))] == []


def test_every_game_is_in_the_state_it_was_in(store: Store) -> None:
    all_are_in_the_states_of_then(store, STATES)


def test_it_is_read_without_being_changed(folder: Path) -> None:
    """What only wants to read, such as an export, need not be the first to open it."""
    file = (folder / "companion.db").read_bytes()
    with closing(Store.to_read(folder)) as store:
        assert [
            len(store.journal.entries(row.id)) for table in store.tables.all() for row in store.journal.games(table.id)
        ] == [count for (count,) in of_then("SELECT COUNT(*) FROM entries GROUP BY game_id ORDER BY game_id")]
    assert (folder / "companion.db").read_bytes() == file


def test_as_many_steps_of_a_score_are_told_as_had_been(store: Store) -> None:
    """A round ago, in the round just played, and in a game of which nothing has been told yet."""
    tables = Tables(store)
    assert {code: table.at.steps_told for code in ("QRTU", "FGHJ", "KMNP") if (table := tables.get(code))} == {
        "QRTU": 0,
        "FGHJ": 2,
        "KMNP": 0,
    }


def go_on(table: Table, steps: int) -> None:
    """Tap what is offered, as the phones do."""
    record = table.at.playing[1]
    play = Play(record.game, len(record.players), {}, 1)
    for _ in range(steps):
        play.record = table.at.playing[1]
        if play.state.status == OVER:
            return
        tap = play.choose()
        if tap.typed is not None and tap.seat is not None:
            table.do(playing.type_privately, tap.seat, tap.typed)
        elif tap.entries[0]["kind"] == "deal":
            while table.at.steps_told < len(play.game.steps(play.state)):
                table.do(ending.show_next)
            table.do(dealing.deal, 0)
            table.do(dealing.start_early)
        else:
            table.do(playing.act, list(tap.entries), f"seat-{tap.entries[0].get('by')}", table.at.stamp)


@pytest.mark.parametrize("code", CODES)
def test_every_table_is_played_on(folder: Path, code: str) -> None:
    with closing(Store(folder)) as store:
        client = create_app(store).test_client()
        client.get(f"/host/{store.host_key()}")
        tables = Tables(store)
        table = tables.get(code)
        assert table
        for path in ("table", "watch", "live/table"):
            assert client.get(f"/{code}/{path}").status_code == 200
        before = store.journal.entries(table.at.playing[0].id)
        go_on(table, 12)
        last = len(table.at.playing[1].entries) - 1
        with suppress(Refused):
            table.do(playing.undo, last, "table", table.at.stamp)
        entries, state = (
            store.journal.entries(table.at.playing[0].id),
            table.at.playing[1].game.snapshot(table.at.playing[1].state),
        )
        assert entries[: len(before)] == before
        assert len(entries) > len(before)
    with closing(Store(folder)) as store:
        again = Tables(store).get(code)
        assert again
        assert again.at.playing[1].game.snapshot(again.at.playing[1].state) == state


NEWEST = (DATA / "newest_schema.sql").read_text(encoding="utf-8")
NEWEST_STATES: dict[str, dict[str, Any]] = json.loads((DATA / "newest_schema.json").read_text(encoding="utf-8"))
KEPT = ("tables", "seats", "games", "entries", "notes", "looked", "marks", "own_notes")


@pytest.fixture
def newest(tmp_path: Path) -> Path:
    return written(tmp_path, NEWEST)


@pytest.mark.parametrize("kept", KEPT)
def test_a_folder_of_november_2026_opens_row_for_row(newest: Path, kept: str) -> None:
    columns = ", ".join(f'"{name}"' for _, name, *_ in of_then(f"PRAGMA table_info({kept})", NEWEST))
    every = f"SELECT {columns} FROM {kept}"  # noqa: S608 - the names above
    then = of_then(every, NEWEST)
    with closing(Store(newest)) as store:
        later = now(store, every)
    assert then
    assert [row for row in then if row not in later] == []


def test_a_folder_of_november_2026_is_in_the_states_it_was_in_and_goes_on(newest: Path) -> None:
    with closing(Store(newest)) as store:
        all_are_in_the_states_of_then(store, NEWEST_STATES)
        tables = Tables(store)
        for code in {name.split()[0] for name in NEWEST_STATES}:
            found = tables.get(code)
            assert found
            before = len(found.at.playing[1].entries)
            with suppress(Refused):
                found.do(dealing.start_early)
            go_on(found, 1)
            assert len(found.at.playing[1].entries) > before


IN_META = (DATA / "settings_in_meta.sql").read_text(encoding="utf-8")


def test_what_a_table_had_under_keys_stands_in_its_rows(tmp_path: Path) -> None:
    """Two tables of the last schema that had keys in ``meta``: between two rounds, and a score half told."""
    with closing(Store(written(tmp_path, IN_META))) as store:
        tables = Tables(store)
        codes = [row.code for row in store.tables.all()]
        between, half = (tables.get(code) for code in codes)
        assert between
        assert half
        everybody = between.now.everybody
        chosen = [(seat.name, seat.colour, seat.figure) for seat in between.at.seats if seat.figure]
        assert chosen == [("Anna", 7, "fox"), ("Cleo", 3, "owl")]
        assert [place.plays_on for place in everybody.places] == [True, False, True, True]
        assert everybody.turned == 2
        assert between.at.seat_ids == (1, 2, 3, 4), "who sat down later has the seat of then"
        assert (between.at.row.clock.shown, between.at.row.clock.ask) == (True, 5)
        assert (half.at.steps_told, cards_up(half.at)) == (0, 1)
        assert now(store, "SELECT key FROM meta") == []
