"""Copies of the data file in the folder ``backups``: which there are, which stay, how much each holds. Each carries the
files of games that were added, in ``meta``."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.games import FILE_ID
from companion.kept.disk_errors import UnsoundError
from companion.roles.source import MOST_BYTES

FOLDER = "backups"
GAMES = "games"
"""The folder of games in one file that were added."""
_FILES = "files of games"
_STAMP = "%Y%m%dT%H%M%SZ"


def stamp(moment: datetime) -> str:
    """A moment as part of a file name; stamps sort by time."""
    return moment.astimezone(UTC).strftime(_STAMP)


def backups(folder: Path) -> list[Path]:
    """The backups, newest first: their names sort by time."""
    return sorted((folder / FOLDER).glob("companion-*.db"), reverse=True)


def copy_to_backup(conn: sqlite3.Connection, folder: Path, now: datetime, keep: int) -> Path:
    """Copies all that is in the data file; the path of the copy.

    The newest ``keep`` copies stay, and of the older ones those that hold more than this one. Where nothing has been
    played yet and a copy holds games, there is nothing to copy: the newest is returned.
    """
    entries = _entries(conn)
    kept = backups(folder)
    if not entries and any(map(entries_in, kept)):
        return kept[0]
    path = _next_name(folder, now)
    unfinished = path.with_suffix(".unfinished")
    path.parent.mkdir(mode=0o700, exist_ok=True)
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    conn.execute("VACUUM INTO ?", (str(unfinished),))
    with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
        _take_files(copy, folder)
    to_disk(unfinished)
    unfinished.replace(path)
    for old in backups(folder)[keep:]:
        if entries_in(old) <= entries:
            old.unlink()
    return path


def copy_to_file(conn: sqlite3.Connection, folder: Path, file: Path) -> None:
    """Copies all that is in the data file, and the folder's games, into another one, which appears when it is whole."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        with contextlib.closing(sqlite3.connect(unfinished)) as copy:
            conn.backup(copy)
            # One file is all of it: the copy of a file with a log beside it would ask for one too.
            copy.execute("PRAGMA journal_mode = DELETE")
            _take_files(copy, folder)
            copy.commit()
        to_disk(unfinished)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _take_files(copy: sqlite3.Connection, folder: Path) -> None:
    """The copy gets the files of games that lie in the folder."""
    found = {}
    for file in sorted((folder / GAMES).glob("*.toml")):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if FILE_ID.fullmatch(file.stem) and file.stat().st_size <= MOST_BYTES:
                found[file.stem] = file.read_bytes().decode()
    if found:
        copy.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_FILES, json.dumps(found)))


def put_back_files(conn: sqlite3.Connection, folder: Path) -> None:
    """Writes the games of a copy into the folder, but none over one that lies there; the copy has them no more."""
    row = conn.execute("SELECT value FROM meta WHERE key = ?", (_FILES,)).fetchone()
    for name, text in json.loads(row[0]).items() if row else ():
        file = folder / GAMES / f"{name}.toml"
        if FILE_ID.fullmatch(name) and not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(text.encode())
    conn.execute("DELETE FROM meta WHERE key = ?", (_FILES,))


def is_ours(file: Path) -> bool:
    """True for a file of the companion's."""
    try:
        with contextlib.closing(_look_into(file)) as conn:
            found = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.DatabaseError:
        return False
    return {"tables", "seats", "games", "entries", "meta"} <= {name for (name,) in found}


def _next_name(folder: Path, moment: datetime) -> Path:
    """A name behind those of all others, also after the clock was put back: the last name is the newest copy."""
    for newest in backups(folder)[:1]:
        with contextlib.suppress(ValueError):
            of_newest = datetime.strptime(newest.stem.removeprefix("companion-"), _STAMP).replace(tzinfo=UTC)
            moment = max(moment, of_newest + timedelta(seconds=1))
    return folder / FOLDER / f"companion-{stamp(moment)}.db"


def entries_in(backup: Path) -> int:
    """How many entries a backup holds; 0 for one that can't be read."""
    try:
        with contextlib.closing(_look_into(backup)) as conn:
            return _entries(conn)
    except sqlite3.DatabaseError:
        return 0


def _entries(conn: sqlite3.Connection) -> int:
    return int(conn.execute("SELECT COUNT(*) FROM entries").fetchone()[0])


def is_sound(backup: Path) -> bool:
    """True for a file that opens and in which SQLite finds no fault."""
    try:
        with contextlib.closing(_look_into(backup)) as conn:
            check(conn)
    except sqlite3.DatabaseError:
        return False
    return True


def _look_into(backup: Path) -> sqlite3.Connection:
    # Nothing else opens a backup, and so no file is made beside it.
    return sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def check(conn: sqlite3.Connection) -> None:
    """SQLite's own check of the file. Raises ``UnsoundError`` for the first fault."""
    found = conn.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise UnsoundError(found)


def to_disk(path: Path) -> None:
    """Returns when the file's content is on disk."""
    with path.open("rb+") as handle:
        os.fsync(handle.fileno())
