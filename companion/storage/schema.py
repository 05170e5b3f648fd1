"""The tables of the data file, and the steps that update a file of an older version.

A new file is created by the same steps. ``user_version`` says which steps a file has taken; the table in which
sqlite-utils lists them is rebuilt from that number. A check compares a file with the tables of its own version: their
columns, types, keys and indexes, not the SQL text that created them.

All tables but two are STRICT, so SQLite's own check finds a value of the wrong type. Games and entries have checksums
instead: a damaged one stops only its own table of people.
"""

# ruff: noqa: S608 - only the name of a table is put into the SQL.

from __future__ import annotations

import re
import shlex
import sqlite3
import zlib
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.engine.text import T
from companion.storage.disk_errors import CorruptFileError, StoreError

VERSION = 1
"""The version of the schema: the number of the last step. The data file has it in ``user_version``."""
STEPS = Migrations("companion")
"""The steps, each named after the version that it leads to. Released steps are never changed; new ones are added."""
_FIRST = """
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
    -- A tap's id and how many entries it has (batch) are on its first entry.
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
    -- The only table with names. The key is the folded name, or NULL for people who were forgotten.
    CREATE TABLE people (
        id INTEGER PRIMARY KEY,
        key TEXT UNIQUE,
        name TEXT NOT NULL,
        same_as INTEGER REFERENCES people(id),
        figure TEXT
    ) STRICT;
    -- Everyone by number: who it is (one), that person's key, name and icon.
    CREATE VIEW called AS
        SELECT people.id, one.id AS one, one.key, one.name, one.figure
        FROM people JOIN people AS one ON one.id = COALESCE(people.same_as, people.id);
    -- Who played in which game; seat is NULL for those who joined later.
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
"""


@STEPS(name="1")
def begin(db: Database) -> None:
    """Create the tables of version 0.1.0."""
    for statement in _FIRST.split(";\n"):
        db.execute(statement)


def connect(place: str | Path, uri: bool = False) -> Database:
    """Open a data file. Bytes in it that are no text are read with a replacement character, so that nothing fails."""
    conn = sqlite3.connect(place, timeout=5, isolation_level=None, check_same_thread=False, uri=uri)
    conn.create_function("crc", 1, zlib.crc32)
    conn.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return Database(conn, execute_plugins=False)


def migrate(db: Database) -> None:
    """Create the tables of an empty file, or update one of an older version: all steps or none."""
    version = read_version(db)
    if version == VERSION or (not version and _list_names(db)):
        return
    with db.atomic():
        db.execute(f"DROP TABLE IF EXISTS {STEPS.migrations_table}")
        STEPS.ensure_migrations_table(db)
        taken = [{"migration_set": STEPS.name, "name": str(step)} for step in range(1, version + 1)]
        db.table(STEPS.migrations_table).insert_all(taken)
        STEPS.apply(db)
        db.execute(f"PRAGMA user_version = {VERSION}")


def is_older(db: Database) -> bool:
    """Return whether the file is of an older version, which ``migrate`` can update."""
    return 0 < read_version(db) < VERSION


def as_this_version(db: Database) -> Database:
    """Return the data in the tables of this version: the file itself, or an updated copy in memory of an older one."""
    if not is_older(db):
        return db
    copy = connect(":memory:")
    db.conn.backup(copy.conn)
    migrate(copy)
    return copy


def need_this_version(db: Database, folder: Path | None = None) -> None:
    """Raise a ``StoreError`` for a file of another version, without writing; with ``folder`` it says what to do."""
    version = read_version(db)
    if version < 0:
        raise CorruptFileError("there is no such version")
    if version > VERSION:
        raise StoreError(
            T("This data was made by a newer version of Companion. Install that version. Nothing was changed.")
        )
    if version or "entries" not in _list_names(db):
        return
    if folder is None:
        raise StoreError(
            T("This file was made by an older version of Companion that this version can't read. Nothing was changed.")
        )
    raise StoreError(
        T(
            "This data was made by an older version of Companion that this one can't read. Nothing was "
            "changed. Install that version to keep using the data, or set it aside and start with no games: "
            "companion restore --empty --data {folder}",
            folder=shlex.quote(str(folder)),
        )
    )


def check(db: Database) -> None:
    """Let SQLite check the file, and check its list of tables. Raises ``CorruptFileError`` for a damaged file."""
    found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise CorruptFileError(found)
    check_tables(db)


def check_tables(db: Database) -> None:
    """Raise ``CorruptFileError`` unless the file has the tables of its version."""
    version = read_version(db)
    damaged = db.execute(_LEFT_OUT).fetchone()
    if damaged or not version or _read_structure(db) != _read_wanted(version):
        raise CorruptFileError("the list of tables is not as it was written")


def read_version(db: Database) -> int:
    """Return the version of the schema that the file has; 0 for an empty file."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _list_names(db: Database) -> list[str]:
    """List the tables, views and indexes."""
    return [name for (name,) in db.execute("SELECT name FROM main.sqlite_master")]


_OURS = f"""
    WITH ours AS (
        SELECT name, type, wr, strict FROM pragma_table_list
        WHERE schema = 'main' AND name NOT IN ('sqlite_schema', '{STEPS.migrations_table}')
    )
"""
_STRUCTURE = (
    "SELECT * FROM ours ORDER BY name",
    "SELECT ours.name, one.* FROM ours, pragma_table_xinfo(ours.name) AS one ORDER BY ours.name, one.cid",
    "SELECT ours.name, one.* FROM ours, pragma_foreign_key_list(ours.name) AS one ORDER BY ours.name, one.id, one.seq",
    """SELECT ours.name, one.name, one."unique", one.origin, one.partial, part.name, part.desc, part.coll, part.key
        FROM ours, pragma_index_list(ours.name) AS one, pragma_index_xinfo(one.name) AS part
        ORDER BY one.name, part.seqno""",
)
_IN_WORDS = f"""
    SELECT type, name, sql FROM main.sqlite_master
    WHERE type <> 'table' AND sql NOT NULL AND tbl_name <> '{STEPS.migrations_table}' ORDER BY type, name
"""
_LEFT_OUT = """
    SELECT 1 FROM main.sqlite_master
    WHERE type NOT IN ('table', 'index', 'view') OR typeof(sql) NOT IN ('text', 'null') OR substr(sql, 1, 3) <> 'CRE'
"""
"""What SQLite reads and leaves out of a copy: it copies what begins with these letters."""
_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)


def _read_structure(db: Database) -> list[tuple[Any, ...]]:
    """Read the structure of the tables: their columns, types, keys and indexes.

    For views and partial indexes SQLite has only the SQL text; it is compared without comments.
    """
    found = [row for query in _STRUCTURE for row in db.execute(_OURS + query).fetchall()]
    for kind, name, sql in db.execute(_IN_WORDS).fetchall():
        words = " ".join(_COMMENT.sub(" ", sql).split())
        found.append((kind, name, words.partition(" WHERE ")[2] if kind == "index" else words))
    return found


@cache
def _read_wanted(version: int) -> list[tuple[Any, ...]]:
    """Read the structure that a new file of that version has."""
    with closing(connect(":memory:")) as db:
        STEPS.apply(db, stop_before=str(version + 1))
        return _read_structure(db)
