"""The data file: one process opens it, it is brought up to date, checked and copied.

Its shape is a list of steps that are applied once and never edited afterwards. A new step is one more
function, and its name joins ``STEPS``: a file that has been through a step not named there was made by a
newer version.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.rules.text import T, Text

FILE = "companion.db"
LOCK = "companion.lock"
BACKUPS = "backups"
_STAMP = "%Y%m%dT%H%M%SZ"

_HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What the systems answer when another process has the lock."""

MIGRATIONS = Migrations("companion")
STEPS = ("0001_journal",)


@MIGRATIONS(name="0001_journal")
def journal(db: Database) -> None:
    """Tables, seats, games and their journal.

    ``entries`` holds the batch's action id and length on the first entry of a batch only, so that a repeated
    tap can be answered with the numbers it got the first time.
    """
    db.executescript("""
        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            address TEXT
        );
        CREATE TABLE seats (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            phone INTEGER NOT NULL,
            token_hash TEXT UNIQUE,
            pin TEXT NOT NULL,
            removed INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX seats_of_table ON seats(table_id, position);
        CREATE TABLE seat_links (
            secret_hash TEXT PRIMARY KEY,
            seat_id INTEGER NOT NULL REFERENCES seats(id),
            expires REAL NOT NULL,
            used INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            number INTEGER NOT NULL,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            players TEXT NOT NULL,
            seat_ids TEXT NOT NULL,
            shown INTEGER NOT NULL DEFAULT 0,
            created TEXT NOT NULL,
            over INTEGER NOT NULL DEFAULT 0,
            UNIQUE (table_id, number)
        );
        CREATE TABLE entries (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            by_seat INTEGER,
            body TEXT NOT NULL,
            at TEXT NOT NULL,
            device TEXT NOT NULL,
            action_id TEXT,
            batch INTEGER,
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX action_once ON entries(game_id, action_id) WHERE action_id IS NOT NULL;
        CREATE TABLE looked (
            game_id INTEGER NOT NULL REFERENCES games(id),
            what TEXT NOT NULL,
            seat INTEGER NOT NULL,
            PRIMARY KEY (game_id, what, seat)
        ) WITHOUT ROWID;
        CREATE TABLE typed (
            game_id INTEGER NOT NULL REFERENCES games(id),
            round INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY (game_id, round, seat)
        ) WITHOUT ROWID;
        CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER REFERENCES games(id),
            seq INTEGER,
            message TEXT NOT NULL,
            "values" TEXT NOT NULL,
            at TEXT NOT NULL
        );
        CREATE INDEX notes_of_table ON notes(table_id, id);
    """)


def from_the_future(db: Database) -> list[str]:
    """The steps a file has been through that this version does not know; empty for a file we can read."""
    return [step.name for step in MIGRATIONS.applied(db) if step.name not in STEPS]


class StoreError(Exception):
    """Something could not be read or written; ``text`` says what, and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def stamp(moment: datetime) -> str:
    """A moment as part of a file name; stamps sort by time."""
    return moment.astimezone(UTC).strftime(_STAMP)


def moment_of(backup: Path) -> datetime:
    """The moment in a backup's name. Raises a ValueError where there is none."""
    return datetime.strptime(backup.stem.removeprefix("companion-"), _STAMP).replace(tzinfo=UTC)


_REASONS = {
    sqlite3.SQLITE_FULL: T("the disk is full"),
    sqlite3.SQLITE_READONLY: T("the data folder cannot be written to"),
    sqlite3.SQLITE_CANTOPEN: T("the data file cannot be opened"),
    sqlite3.SQLITE_PERM: T("the data folder cannot be written to"),
    sqlite3.SQLITE_IOERR: T("the disk reports an error"),
    sqlite3.SQLITE_BUSY: T("another program holds the data file"),
    sqlite3.SQLITE_LOCKED: T("another program holds the data file"),
    sqlite3.SQLITE_CORRUPT: T("the data file is damaged"),
    sqlite3.SQLITE_NOTADB: T("the data file is damaged"),
}


@contextlib.contextmanager
def in_words(what: Text) -> Iterator[None]:
    """Turns what the disk can do to us into a sentence; an error of our own making stays what it is."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        reason = _REASONS.get(_code(error))
        if reason is None:
            raise
        raise _refusal(what, reason) from error
    except OSError as error:
        raise _refusal(what, error.strerror or type(error).__name__) from error


def _refusal(what: Text, reason: Text | str) -> StoreError:
    return StoreError(T("{what}: {reason}. Mend that and try again.", what=what, reason=reason))


def _code(error: sqlite3.DatabaseError) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def take_folder(folder: Path) -> IO[str]:
    """The folder's lock file, locked until it is closed (by us, or by the system when the process ends)."""
    with in_words(T("The data folder cannot be used")):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = (folder / LOCK).open("a+", encoding="utf-8")
    try:
        _lock(handle)
    except OSError as error:
        if error.errno not in _HELD:
            handle.close()
            raise _refusal(T("The data folder cannot be locked"), error.strerror or "") from error
        handle.seek(0)
        address = handle.read(200).strip()
        handle.close()
        where = T("at {address}", address=address) if address else T("in another window")
        raise StoreError(
            T(
                "These data ({folder}) are in use by a companion {where}. Stop that one first.",
                folder=str(folder),
                where=where,
            )
        ) from error
    handle.truncate(0)
    return handle


def running_at(folder: Path) -> str | None:
    """The address of the companion that has the folder, as far as it has said it; None where none has."""
    path = folder / LOCK
    if not path.is_file():
        return None
    with path.open("a+", encoding="utf-8") as handle:
        try:
            _lock(handle)
        except OSError:
            handle.seek(0)
            return handle.read(200).strip()
    return None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: IO[str]) -> None:
        # Windows bars others from reading a locked byte; one far behind the address leaves that readable.
        handle.seek(1 << 20)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        handle.seek(0)
else:
    import fcntl

    def _lock(handle: IO[str]) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_file(folder: Path, now: datetime) -> Database:
    """The data file, sound and brought up to date."""
    path = folder / FILE
    with in_words(T("The data file cannot be opened")):
        conn = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            return _prepared(conn)
        except BaseException as error:
            conn.close()
            if isinstance(error, sqlite3.DatabaseError) and _damaged(error):
                raise _report_damage(folder, now) from error
            raise


def open_to_read(folder: Path) -> Database:
    """The data file for reading only, while another process may be writing to it."""
    path = folder / FILE
    if not path.is_file():
        raise StoreError(T("There are no data in {folder} yet.", folder=str(folder)))
    with in_words(T("The data file cannot be opened")):
        conn = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)
        conn.execute("PRAGMA query_only = ON")
        return Database(conn, execute_plugins=False)


def _prepared(conn: sqlite3.Connection) -> Database:
    # The first pragma reads the file: one that is no database fails here.
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA fullfsync = 1")
    conn.execute("PRAGMA foreign_keys = ON")
    _check(conn)
    db = Database(conn, execute_plugins=False)
    if from_the_future(db):
        raise StoreError(
            T("These data were made by a newer version of the companion. Install that one. Nothing was changed.")
        )
    MIGRATIONS.apply(db)
    return db


class _Damaged(sqlite3.DatabaseError):
    """The file opens, and its own check finds faults."""


def _check(conn: sqlite3.Connection) -> None:
    found = conn.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise _Damaged(found)


def _damaged(error: sqlite3.DatabaseError) -> bool:
    return isinstance(error, _Damaged) or _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _sound(path: Path) -> bool:
    with contextlib.closing(sqlite3.connect(path)) as conn:
        try:
            _check(conn)
        except sqlite3.DatabaseError:
            return False
    return True


def _report_damage(folder: Path, now: datetime) -> StoreError:
    aside = _put_aside(folder, "damaged", now)
    copies = backups(folder)
    if not copies:
        return StoreError(
            T(
                "The data file is damaged. It was kept as {file}; there is no backup."
                " Start again to begin with an empty one.",
                file=str(aside),
            )
        )
    return StoreError(
        T(
            "The data file is damaged. It was kept as {file}. Restore the newest backup, {backup}, with:"
            " companion restore --data {folder}\nOr start again to begin with an empty one.",
            file=str(aside),
            backup=str(copies[0]),
            folder=shlex.quote(str(folder)),
        )
    )


def _put_aside(folder: Path, why: str, now: datetime) -> Path:
    """Renames the data file, with the journal files that belong to it, so that nothing is lost."""
    aside = folder / f"companion-{why}-{stamp(now)}.db"
    number = 1
    while aside.exists():
        number += 1
        aside = folder / f"companion-{why}-{stamp(now)}-{number}.db"
    for end in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            (folder / f"{FILE}{end}").rename(f"{aside}{end}")
    return aside


def backups(folder: Path) -> list[Path]:
    """The backups, newest first: their names sort by time."""
    return sorted((folder / BACKUPS).glob("companion-*.db"), reverse=True)


def to_disk(path: Path) -> None:
    """Returns when the file's content is on disk."""
    with path.open("rb+") as handle:
        os.fsync(handle.fileno())


def restore_latest_backup(folder: Path) -> Path:
    """Puts the newest sound backup in place and returns its path; the file it replaces is kept beside it.

    Raises ``StoreError`` when there is none, or when a running companion has the folder.
    """
    with contextlib.closing(take_folder(folder)), in_words(T("Not restored")):
        for backup in backups(folder):
            if _sound(backup):
                copy = folder / "restoring.db"
                shutil.copyfile(backup, copy)
                to_disk(copy)
                _put_aside(folder, "replaced", datetime.now(UTC))
                copy.replace(folder / FILE)
                return backup
    raise StoreError(T("There is no backup in {folder} that can be read.", folder=str(folder / BACKUPS)))
