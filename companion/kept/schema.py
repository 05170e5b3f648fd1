"""The tables of the data file: one schema. A step from it will be written when it first changes after a release.

All but two are STRICT: what lies in them is found by SQLite's own check where it is not even of its column's kind.
Games and entries carry checksums instead, so that a bad one stops its own table and no other.
"""

from __future__ import annotations

import shlex
import sqlite3
import zlib
from functools import cache
from pathlib import Path

from sqlite_utils import Database

from companion.kept.disk_errors import StoreError, UnsoundError
from companion.rules.text import T

VERSION = 1
"""The version of the schema, which the data file names."""
SCHEMA = """
    BEGIN;
    CREATE TABLE meta (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        address TEXT,
        imported INTEGER NOT NULL DEFAULT 0,
        chosen TEXT,
        next_deal TEXT,
        clock TEXT,
        follow TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE seats (
        id INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL REFERENCES tables(id),
        position INTEGER NOT NULL,
        person INTEGER NOT NULL REFERENCES people(id),
        phone INTEGER NOT NULL,
        token_hash TEXT UNIQUE,
        link_hash TEXT UNIQUE,
        link_until REAL,
        removed INTEGER NOT NULL DEFAULT 0,
        new_to TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL REFERENCES tables(id),
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        players TEXT NOT NULL,
        seat_ids TEXT NOT NULL,
        joined TEXT NOT NULL,
        file TEXT NOT NULL,
        damaged INTEGER NOT NULL DEFAULT 0,
        checksum INTEGER NOT NULL,
        created TEXT NOT NULL,
        ahead INTEGER NOT NULL DEFAULT 0,
        over INTEGER NOT NULL DEFAULT 0,
        left_out INTEGER NOT NULL DEFAULT 0,
        draft TEXT NOT NULL DEFAULT '{}',
        looks TEXT NOT NULL DEFAULT '{}',
        typed TEXT NOT NULL DEFAULT '{}',
        show TEXT NOT NULL DEFAULT '{}',
        UNIQUE (table_id, number)
    );
    -- A tap's id and how many entries it has (batch) stand on its first entry.
    CREATE TABLE entries (
        game_id INTEGER NOT NULL REFERENCES games(id),
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        action_id TEXT,
        batch INTEGER,
        drawn TEXT NOT NULL DEFAULT '',
        checksum INTEGER NOT NULL,
        PRIMARY KEY (game_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE notes (
        id INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL REFERENCES tables(id),
        game_id INTEGER REFERENCES games(id),
        seq INTEGER,
        message TEXT NOT NULL,
        "values" TEXT NOT NULL
    ) STRICT;
    -- The one place of names. The key is the folded name, none of who was forgotten.
    CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        key TEXT UNIQUE,
        name TEXT NOT NULL,
        same_as INTEGER REFERENCES people(id),
        figure TEXT
    ) STRICT;
    -- Everybody by number: who it is (one), the key of that person, what that person is called and wears.
    CREATE VIEW called AS
        SELECT people.id, one.id AS one, one.key, one.name, one.figure
        FROM people JOIN people AS one ON one.id = COALESCE(people.same_as, people.id);
    -- Who played in which game; seat is NULL where somebody sat down later.
    CREATE VIEW played AS
        SELECT games.id AS game_id, each.key AS seat, called.*
        FROM games, json_each(iif(json_valid(players), players, '[]')) AS each JOIN called ON called.id = each.value
        UNION ALL SELECT games.id, NULL, called.*
        FROM games, json_each(iif(json_valid(joined), joined, '{}')) AS each JOIN called ON called.id = each.key;
    CREATE TABLE outcomes (
        game_id INTEGER PRIMARY KEY REFERENCES games(id),
        mark TEXT NOT NULL,
        outcome TEXT NOT NULL
    ) STRICT;
    CREATE INDEX seats_of_table ON seats(table_id, position);
    CREATE UNIQUE INDEX action_once ON entries(game_id, action_id) WHERE action_id IS NOT NULL;
    CREATE INDEX notes_of_table ON notes(table_id, id);
    PRAGMA user_version = 1;
    COMMIT;
"""


def connect(place: str | Path, uri: bool = False) -> Database:
    """Open a data file. A letter in it that can't be read is shown as one: it stops nobody."""
    conn = sqlite3.connect(place, timeout=5, isolation_level=None, check_same_thread=False, uri=uri)
    conn.create_function("crc", 1, zlib.crc32)
    conn.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return Database(conn, execute_plugins=False)


def create(db: Database) -> None:
    """Make the tables of a file that has none yet."""
    if not _version(db) and not _structure(db):
        db.executescript(SCHEMA)


def need_this_version(db: Database, folder: Path | None = None) -> None:
    """Raise a ``StoreError`` for the file of another version; reads alone. That of a data folder says what to do."""
    version = _version(db)
    if version > VERSION:
        raise StoreError(
            T("These data were made by a newer version of the companion. Install that one. Nothing was changed.")
        )
    if version or all(name != "entries" for _, name, *_ in _structure(db)):
        return
    if folder is None:
        raise StoreError(
            T("The file was made by an older version of the companion, which this one can't read. Nothing was changed.")
        )
    raise StoreError(
        T(
            "These data were made by an older version of the companion, which this one can't read. Nothing was"
            " changed: install that version to go on with them, or put them aside and begin without any game, with:"
            " companion restore --empty --data {folder}",
            folder=shlex.quote(str(folder)),
        )
    )


def check(db: Database) -> None:
    """Have SQLite check the file, and check its list of tables. Raises UnsoundError."""
    found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise UnsoundError(found)
    check_tables(db)


def check_tables(db: Database) -> None:
    """Raise ``UnsoundError`` where the file's list of tables is not as it was written."""
    if _structure(db) != _read_wanted():
        raise UnsoundError("the list of tables is not as it was written")


def _version(db: Database) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _structure(db: Database) -> list[tuple[str, ...]]:
    return db.execute("SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY type, name").fetchall()


@cache
def _read_wanted() -> list[tuple[str, ...]]:
    db = connect(":memory:")
    db.executescript(SCHEMA)
    return _structure(db)
