"""One bad byte stops one table: it says what is wrong, what can still be read gets out, and every other table goes on."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browser.program import Program
from click.testing import Result
from flask import Flask
from sizes import size
from worked import run

from companion.engine.text import Text
from companion.storage.backups import backups, is_good
from companion.storage.checksums import ENTRY, find_damaged
from companion.storage.data_file import restore_latest_backup
from companion.storage.schema import connect, migrate
from companion.storage.store import GameRow, Store, StoreError
from companion.table import Tables
from companion.web.app import create_app

from .house import House

ENTRIES = 6
BAD = 3
"""The entry that is damaged."""


def played(folder: Path, game: str = "saboteur", tables: int = 2) -> list[str]:
    """Tables with a game under way, the codes in order."""
    codes = []
    for number in range(tables):
        with House(folder) as at:
            at.deals(game)
            for note in range(1, ENTRIES):
                at.acts({"kind": "correct", "note": f"{number} {note} ü"})
            codes.append(at.code)
            at.store.backup()
    return codes


def harmed(folder: Path, code: str, sql: str, as_written: bool = False) -> None:
    """Changes what is on the disk; ``:game`` and ``:table`` are those of the table. ``as_written``: with checksums to
    match."""
    with closing(connect(folder / "companion.db")) as conn:
        (table,) = conn.execute("SELECT id FROM tables WHERE code = ?", (code,)).fetchone()
        (game,) = conn.execute("SELECT id FROM games WHERE table_id = ?", (table,)).fetchone()
        sql = sql.replace(":game", str(game)).replace(":table", str(table))
        assert conn.execute(sql).rowcount == 1
        if as_written:
            conn.execute(f"UPDATE entries SET checksum = {ENTRY} WHERE game_id = {game}")


def game_at(store: Store, code: str) -> GameRow:
    row = store.tables.by_code(code)
    game = row and store.games.current(row.id)
    assert game
    return game


NOT_AS_WRITTEN = "the start of the game has been changed"
KINDS = {
    "isn't JSON": (
        "UPDATE entries SET body = 'zzz' WHERE game_id = :game AND seq = 3",
        f"entry {BAD} has been changed",
        BAD,
    ),
    "another seat": (
        "UPDATE entries SET body = json_set(body, '$.by', 7) WHERE game_id = :game AND seq = 3",
        f"entry {BAD} has been changed",
        BAD,
    ),
    "missing entry": ("DELETE FROM entries WHERE game_id = :game AND seq = 3", "entry 3 is missing", BAD),
    "missing deal": ("DELETE FROM entries WHERE game_id = :game AND seq = 0", "entry 0 is missing", 0),
    "another game": ("UPDATE games SET game = 'dark-cave' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
    "options that are no JSON": ("UPDATE games SET options = '{' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
    "players that are no list": ("UPDATE games SET players = '{}' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
    "cards for other seats": ("UPDATE games SET seat_ids = '[2,1,3,4]' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
}
AS_WRITTEN = {
    "unknown kind": (
        "UPDATE entries SET body = json_set(body, '$.kind', 'zzz') WHERE game_id = :game AND seq = 3",
        "entry 3: there is no such kind of entry",
        BAD,
    ),
    "no undo": (
        "UPDATE entries SET body = json_set(body, '$.kind', 'undo', '$.entry', json('[]')) WHERE game_id = :game AND seq = 3",
        "entry 3: it can't be played there",
        BAD,
    ),
    "a deal without cards": (
        "UPDATE entries SET body = json_remove(body, '$.cards') WHERE game_id = :game AND seq = 0",
        "entry 0: it can't be played there",
        0,
    ),
}
"""What this version can't play, and was written so."""


def exported(folder: Path, code: str, entries: int, *more: str) -> Result:
    """What ``companion export`` says of that table, with that many entries."""
    found = run("export", code, *more, "--data", str(folder))
    assert (found.exit_code, len(json.loads(found.stdout)["entries"])) == (0, entries)
    return found


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Flask, Store]]:
    with closing(Store(folder)) as store:
        yield create_app(store), store


@pytest.fixture(scope="module")
def two_tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder with a game under way at each, and their codes."""
    folder = tmp_path_factory.mktemp("two")
    return folder, played(folder)


@pytest.mark.parametrize("name", [*KINDS, *AS_WRITTEN])
def test_damaged_table_says_what_is_wrong_and_the_others_go_on(
    tmp_path: Path, two_tables: tuple[Path, list[str]], caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """In the terminal once; whether it is the one on the QR code or not."""
    every = {**KINDS, **AS_WRITTEN}
    sql, what, left = every[name]
    folder, codes = two_tables
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    bad, good = codes[:: -1 if list(every).index(name) % 2 else 1]
    harmed(tmp_path, bad, sql, as_written=name in AS_WRITTEN)
    with opened(tmp_path) as (app, store):
        caplog.clear()
        host, phone = app.test_client(), app.test_client()
        assert host.get(f"/host/{store.host_key}").headers["Location"] == f"/{good}/table"
        for path in (*PAGES, "/stream/watch"):
            answer = host.get(f"/{bad}{path}", buffered=True)
            assert answer.status_code == 503, path
            told = answer.text.replace("&#39;", "'")
            assert what in told, told
            assert f"companion export {bad}" in told
            assert "companion restore" in told
            assert not any(card in told for card in ("digger", "saboteur-", "loyal"))
        assert host.post(f"/{bad}/host/act", data={"entries": "[]"}).status_code == 503
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        assert what in caplog.records[0].getMessage()
        assert host.get("/").status_code == 200
        assert phone.get(f"/find?code={good}").status_code == 303
        entry = json.dumps([{"kind": "correct", "note": "on"}])
        assert host.post(f"/{good}/host/act", data={"entries": entry}).status_code == 200
        assert "on" in host.get(f"/{good}/watch").text
    found = exported(tmp_path, bad, left)
    assert what in found.stderr
    assert f"{left} entries" in found.stderr
    if left < ENTRIES:
        again = run("import", "-", "--data", str(tmp_path), text=found.stdout)
        assert again.exit_code == 0, again.stderr
        assert f"{left} entries" in again.stdout


def test_what_stands_beside_the_record_stops_nobody(tmp_path: Path) -> None:
    """Notes, names and typed values that can't be read are shown as such, or asked for again."""
    (code,) = played(tmp_path, tables=1)
    with closing(Store(tmp_path)) as store:
        game = game_at(store, code)
        store.journal.note(game.table_id, game.id, 1, Text("Dealt afresh.", {}))
        store.journal.note(game.table_id, game.id, 1, Text("{name} sat down", {"name": "Anna"}))
        store.games.save(replace(game, typed={"1.0": {"gold": [1]}}))
    with closing(connect(tmp_path / "companion.db")) as conn:
        conn.execute("UPDATE notes SET \"values\" = '{' WHERE message = 'Dealt afresh.'")
        conn.execute("UPDATE notes SET message = '{nam' WHERE message = '{name} sat down'")
        conn.execute("UPDATE games SET typed = 'zzz', looks = '[', draft = '7'")
        conn.execute("UPDATE people SET name = CAST(X'41FF42' AS TEXT) WHERE id = 1")
        conn.execute("UPDATE tables SET chosen = '{\"game\"', next_deal = '[', clock = '7'")
    with opened(tmp_path) as (app, store):
        host = app.test_client()
        assert host.get(f"/{code}/watch").status_code == 200
        assert game_at(store, code).typed == {}
        host.get(f"/host/{store.host_key}")
        log = host.get(f"/{code}/host/panel/log").text
        assert log.count("(a note that can&#39;t be read any more)") == 2


def list_tables() -> list[str]:
    """The tables of a new file."""
    with closing(connect(":memory:")) as new:
        migrate(new)
        return new.table_names()


TABLES = list_tables()
FLIPS = size("FLIPS", 8, 2000)
SENTENCES = ("companion restore", "a newer version", "an older version")


def test_no_flipped_bit_is_a_traceback_or_moves_the_file(tmp_path: Path) -> None:
    """Any bit of the data file, after a clean stop: a sentence that says what to do at each start, a game that is said
    to be bad, or something besides the games that reads differently."""
    played(tmp_path / "whole")
    with closing(Store(tmp_path / "whole")) as store:
        store.backup()
        written = games_of(store)
    good = (tmp_path / "whole" / "companion.db").read_bytes()
    random = Random(size("SEED", 1, 1))
    used = [at for at, byte in enumerate(good) if byte]
    for number in range(FLIPS):
        folder = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "whole" / "backups", folder / "backups")
        flipped, at, bit = bytearray(good), random.choice(used), random.randrange(8)
        flipped[at] ^= 1 << bit
        (folder / "companion.db").write_bytes(flipped)
        for _ in range(3):
            try:
                with closing(Store(folder)) as store:
                    with suppress(StoreError):
                        store.backup()
                    assert games_of(store) == written or list(find_damaged(store._db)), (at, bit)
            except StoreError as error:
                assert any(sentence in str(error) for sentence in SENTENCES)  # noqa: PT017 - either is fine
                assert (folder / "companion.db").read_bytes() == flipped
        restore_latest_backup(folder)
        with closing(Store(folder)) as store:
            assert games_of(store) == written, (at, bit)
        shutil.rmtree(folder)


def games_of(store: Store) -> list[object]:
    """What every game was started with, except names, and its entries: a changed letter in a name is found by
    nothing."""
    found = [game for table in store.tables.all() for game in store.games.of(table.id)]
    heads = [(game.table_id, game.number, game.options, len(game.players), game.seat_ids) for game in found]
    return [(head, store.journal.read(game.id)) for head, game in zip(heads, found, strict=True)]


def touched(folder: Path) -> list[str]:
    """Two tables under way, with something in every table of the file; the codes in order."""
    codes = played(folder)
    with (
        closing(Store(folder)) as store,
        closing(connect(folder / "companion.db")) as conn,
    ):
        for row in store.tables.all():
            game = game_at(store, row.code)
            seat = store.seats.of(row.id)[0]
            store.seats.make_link(seat.id)
            store.journal.note(row.id, game.id, 1, Text("{name} sat down", {"name": "Anna"}))
            store.games.save(replace(game, typed={"1.0": {"gold": 1}}))
            store.people.keep_outcomes({game.id: ("x", "{}")})
        store.people.leave_out(1)
        empty = [name for name in TABLES if not conn.execute(f"SELECT 1 FROM {name}").fetchone()]
        assert empty == []
        store.backup()
    return codes


def flipped_in(value: object, random: Random) -> object:
    """The value with a bit turned over."""
    if isinstance(value, str) and value:
        changed = bytearray(value.encode())
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        return bytes(changed)
    return value ^ (1 << random.randrange(8)) if isinstance(value, int) else None


PAGES = ("", "/table", "/watch", "/live/phone", "/live/table", "/live/watch", "/host/panel/log")
ROWS = size("ROWS", 1, 40)
COLUMNS = size("COLUMNS", 3, 99)
INDEXED = {"tables": ("id", "code"), "games": ("id", "table_id", "number"), "entries": ("game_id", "seq")}
"""What leads to a game: a bit that turns over there doesn't fit the index, and SQLite's own check says so."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder in which nothing is damaged, and the codes of its tables."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, touched(folder)


@pytest.mark.parametrize("table", sorted(TABLES))
def test_flipped_bits_stop_at_most_the_table_whose_game_they_hit(
    tmp_path: Path, whole: tuple[Path, list[str]], table: str
) -> None:
    """In columns of rows of each table: no page fails, the other table goes on, every intact entry is exported, and
    after three starts the newest sound backup is there."""
    sound, codes = whole
    with closing(Store(sound)) as store:
        good = [store.journal.read(game).entries for game in (1, 2)]
    random = Random(size("SEED", 1, 1))
    with closing(connect(sound / "companion.db")) as conn:
        rows = list(conn.query(f"SELECT * FROM {table}"))
    newest = backups(sound)[0]
    for row in random.sample(rows, min(ROWS, len(rows))):
        columns = [name for name in row if name not in INDEXED.get(table, ())]
        for column in random.sample(columns, min(COLUMNS, len(columns))):
            value = row[column]
            changed = flipped_in(value, random)
            folder = tmp_path / "flipped"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(sound, folder)
            if changed is None or not written(folder, table, row, column, changed):
                continue
            of = (table, column, value, changed)
            stopped = set()
            for start in range(3):
                with suppress(StoreError), closing(Store(folder)) as store:
                    with suppress(StoreError):
                        store.backup()
                    if start:
                        continue
                    host = create_app(store).test_client()
                    host.get(f"/host/{store.host_key}")
                    for code in codes:
                        answers = [host.get(f"/{code}{page}", buffered=True).status_code for page in PAGES]
                        assert 500 not in answers, (of, answers)
                        stopped |= {code} if 503 in answers else set()
                    assert host.get("/book").status_code in (200, 403), of
            assert len(stopped) <= 1, of
            assert not stopped or table in ("entries", "games"), of
            assert (folder / "backups" / newest.name).exists() or is_good(next(iter(backups(folder)))), of
            for code, entries in zip(codes, good, strict=True):
                found = run("export", code, "--data", str(folder))
                told = found.stdout + found.stderr
                missing = [entry for entry in entries if note_of(entry) not in told]
                assert len(missing) <= (table == "entries"), (of, found.stderr)


def note_of(entry: dict[str, Any]) -> str:
    return json.dumps(entry.get("note", entry["kind"]), ensure_ascii=False)


def written(folder: Path, table: str, row: dict[str, Any], column: str, changed: object) -> bool:
    """Whether the file takes that value there."""
    keys = [
        name
        for name in row
        if name in ("id", "game_id", "seq", "seat", "key", "secret_hash", "what", "round", "seat_id")
    ]
    where = " AND ".join(f'"{name}" IS ?' for name in keys)
    value = "CAST(? AS TEXT)" if isinstance(changed, bytes) else "?"
    with closing(connect(folder / "companion.db")) as conn:
        try:
            sql = f'UPDATE {table} SET "{column}" = {value} WHERE {where}'
            return conn.execute(sql, (changed, *(row[name] for name in keys))).rowcount == 1
        except sqlite3.IntegrityError:
            return False


def with_a_high_bit(file: Path, word: bytes = b") STRICT") -> None:
    """One letter in the list of tables is no letter any more."""
    content = bytearray(file.read_bytes())
    at = content.index(word) + len(word) - 1
    content[at] |= 0x80
    file.write_bytes(content)


def test_a_backup_whose_list_of_tables_is_no_text_is_passed_over(tmp_path: Path) -> None:
    """By a restore, and by a start with a damaged game, which says how old the newest good copy is."""
    bad, good = played(tmp_path)
    harmed(tmp_path, bad, KINDS["isn't JSON"][0])
    newest, sound = backups(tmp_path)
    with_a_high_bit(newest)
    assert (is_good(newest), is_good(sound)) == (False, True)
    with opened(tmp_path) as (app, _):
        assert app.test_client().get(f"/{bad}").status_code == 503
        assert app.test_client().get(f"/{good}").status_code == 200
    assert "is not a Companion backup" in run("restore", str(newest), "--data", str(tmp_path)).stderr
    with_a_high_bit(tmp_path / "companion.db")
    with pytest.raises(StoreError, match="is damaged"):
        Store(tmp_path)
    assert restore_latest_backup(tmp_path) == sound


@pytest.mark.parametrize("harm", ["type = 'tabLe'", "sql = 'cREATE' || substr(sql, 7)", "sql = CAST(sql AS BLOB)"])
@pytest.mark.parametrize("name", ["meta", "games", "outcomes", "notes_of_table", "_sqlite_migrations"])
def test_a_table_that_a_copy_would_leave_out_is_damage_and_no_backup_is_made(
    tmp_path: Path, name: str, harm: str
) -> None:
    """One bit is enough: SQLite reads the table as before."""
    played(tmp_path)
    before = backups(tmp_path)
    with closing(connect(tmp_path / "companion.db")) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        assert conn.execute(f"UPDATE sqlite_master SET {harm} WHERE name = ?", (name,)).rowcount == 1
    assert not is_good(tmp_path / "companion.db")
    with pytest.raises(StoreError, match="is damaged"), closing(Store(tmp_path)) as store:
        store.backup()
    assert backups(tmp_path) == before


def test_what_is_left_of_a_file_is_exported_whatever_its_list_of_tables_says(tmp_path: Path) -> None:
    code, _ = played(tmp_path)
    before = exported(tmp_path, code, ENTRIES).stdout
    with closing(connect(tmp_path / "companion.db")) as conn:
        conn.execute("DROP INDEX notes_of_table")
        conn.execute("ALTER TABLE notes RENAME TO nodes")
    with pytest.raises(StoreError, match="is damaged"):
        Store(tmp_path)
    assert exported(tmp_path, code, ENTRIES).stdout == before
    for harm in ("ALTER TABLE tables RENAME TO tafles", None):
        if harm:
            with closing(connect(tmp_path / "companion.db")) as conn:
                conn.execute(harm)
        else:
            with_a_high_bit(tmp_path / "companion.db")
        said = run("export", code, "--data", str(tmp_path))
        assert (said.exit_code, said.stdout) == (2, "")
        assert "the data file is damaged" in said.stderr


def test_only_the_table_there_is_is_damaged_and_a_new_one_is_made(
    tmp_path: Path,
) -> None:
    (code,) = played(tmp_path, tables=1)
    harmed(tmp_path, code, KINDS["isn't JSON"][0])
    with opened(tmp_path) as (app, store):
        assert Tables(store).find_newest().code != code
        assert app.test_client().get(f"/{code}").status_code == 503


def test_program_starts_beside_a_damaged_table_and_says_so_in_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    bad, good = reversed(played(folder))
    harmed(folder, bad, KINDS["isn't JSON"][0])
    with Program(folder) as program:
        assert program.code == good
        assert f"Table {bad} can't be opened" in program.errors()
        assert f"entry {BAD} has been changed" in program.errors()


def test_host_begins_a_new_game_with_the_same_people(tmp_path: Path) -> None:
    """The damaged one is marked so, and no longer stops the file from being copied; until then the table screens say
    so."""
    bad, good = played(tmp_path)
    harmed(tmp_path, bad, KINDS["isn't JSON"][0])
    with opened(tmp_path) as (app, store):
        host, stranger = app.test_client(), app.test_client()
        with pytest.raises(StoreError):
            store.backup()
        host.get(f"/host/{store.host_key}")
        assert f"Game 1 at table {bad} is damaged" in host.get(f"/{good}/table").text
        assert f"Game 1 at table {bad} is damaged" not in host.get(f"/{good}/watch").text
        assert "Start a new game here" in host.get(f"/{bad}/table").text
        assert "Start a new game here" not in stranger.get(f"/{bad}").text
        assert stranger.post(f"/damaged/{bad}/1").status_code == 403
        assert host.post(f"/damaged/{good}/1").status_code == 409
        assert host.post(f"/damaged/{bad}/7").status_code == 409
        copies = len(backups(tmp_path))
        assert host.post(f"/damaged/{bad}/1").headers["Location"] == f"/{bad}/table"
        assert len(backups(tmp_path)) == copies + 1
        assert "is damaged" not in host.get(f"/{good}/table").text
        lobby = host.get(f"/{bad}/table").text
        assert all(name in lobby for name in ("Anna", "Ben", "Cleo", "Dora"))
        assert host.post(f"/{bad}/host/deal", data={"first": "0"}).status_code == 200
        table = game_at(store, bad).table_id
        assert [(game.number, game.damaged) for game in store.games.of(table)] == [(1, True), (2, False)]
        assert [game["number"] for game in store.games.list_marked()] == [1]
        assert f"at table {bad}: part of it can't be read" in unescape(host.get("/book").text)
    exported(tmp_path / "companion.db", bad, BAD, "--game", "1")
