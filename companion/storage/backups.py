"""Backups: copies of the data file in the folder ``backups``, the last ten.

A damaged file is never copied, so that no good backup makes room for a bad one. Each backup carries the files of added
games too, in its table ``meta``.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from companion import clock
from companion.engine.text import TN, Text
from companion.games import MOST_BYTES, is_file_id
from companion.storage.checksums import find_damaged
from companion.storage.disk_errors import CorruptFileError, StoreError
from companion.storage.schema import as_this_version, check, connect, need_this_version

FOLDER = "backups"
HOST_KEY = "host_key"
"""The key in ``meta`` of the secret that makes a browser the host."""
MARK = "forgetting"
"""The key in ``meta`` of the mark that older copies still name someone who was forgotten. The mark is in no copy."""
GAMES = "games"
"""The folder of games in one file that were added."""
KEEP = 10
"""How many backups are saved."""
_STAMP = "%Y%m%dT%H%M%SZ"


def now() -> datetime:
    return datetime.fromtimestamp(clock.now(), UTC)


def stamp(moment: datetime) -> str:
    """Write a moment as part of a file name; stamps sort by time."""
    return moment.strftime(_STAMP)


def backups(folder: Path) -> list[Path]:
    """List the backups, newest first: their names sort by time."""
    return sorted((folder / FOLDER).glob("companion-*.db"), reverse=True)


def copy_to_backup(db: Database, folder: Path) -> None:
    """Copy the data file into a new backup, unless nothing was played yet, and delete the oldest backups.

    Raises ``CorruptFileError`` for a damaged file, and leaves the backups alone then.
    """
    if not db.execute("SELECT 1 FROM entries LIMIT 1").fetchone():
        return
    check_all(db)
    path = _next_name(folder)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    write_copy(db, folder, path)
    for old in backups(folder)[KEEP:]:
        old.unlink()


def write_copy(db: Database, folder: Path, file: Path) -> None:
    """Copy the data file, and the folder's games, into ``file``, which appears once it is complete."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        db.execute("VACUUM INTO ?", (str(unfinished),))
        with contextlib.closing(connect(unfinished)) as copy:
            copy.execute("DELETE FROM meta WHERE key = ?", (MARK,))
            _take_files(copy, folder)
        to_disk(unfinished)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _take_files(copy: Database, folder: Path) -> None:
    """Put the folder's game files into the copy."""
    for file in (folder / GAMES).glob("*.toml"):
        with contextlib.suppress(OSError, UnicodeError):
            if file.stat().st_size <= MOST_BYTES:
                copy.execute(
                    "INSERT OR REPLACE INTO meta VALUES ('game ' || ?, ?)", (file.stem, file.read_bytes().decode())
                )


def put_back_files(db: Database, folder: Path) -> None:
    """Move the game files of a copy into the folder; a file that is in the folder already stays as it is."""
    for name, text in db.execute("SELECT substr(key, 6), value FROM meta WHERE key LIKE 'game %'").fetchall():
        file = folder / GAMES / f"{name}.toml"
        if is_file_id(name) and not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(text.encode())
    db.execute("DELETE FROM meta WHERE key LIKE 'game %'")


def find_newest_good(folder: Path) -> Path | None:
    """Return the newest backup without damage."""
    return next(filter(is_good, backups(folder)), None)


def read_made_at(backup: Path) -> datetime:
    """Return when a backup was made."""
    with contextlib.suppress(ValueError):
        return datetime.strptime(backup.stem.removeprefix("companion-"), _STAMP).replace(tzinfo=UTC)
    return datetime.fromtimestamp(backup.stat().st_mtime, UTC)


def age(backup: Path) -> Text:
    """Return how long ago a backup was made."""
    minutes = max(0, (now() - read_made_at(backup)) // timedelta(minutes=1))
    if minutes < 120:
        return TN("{n} minute", "{n} minutes", minutes)
    if minutes < 48 * 60:
        return TN("{n} hour", "{n} hours", minutes // 60)
    return TN("{n} day", "{n} days", minutes // (24 * 60))


def _next_name(folder: Path) -> Path:
    """Make a name that sorts after all others, even if the clock was set back: the last name is the newest backup."""
    moment = now()
    for newest in backups(folder)[:1]:
        moment = max(moment, read_made_at(newest) + timedelta(seconds=1))
    return folder / FOLDER / f"companion-{stamp(moment)}.db"


def is_good(backup: Path) -> bool:
    """Return whether a file is of this version or an older one, and undamaged."""
    try:
        with contextlib.closing(open_readonly(backup)) as db:
            need_this_version(db)
            check_all(db)
    except (sqlite3.DatabaseError, StoreError, ValueError):  # bytes that are no text are damage, too
        return False
    return True


def open_readonly(backup: Path) -> Database:
    """Open a backup for reading, without creating journal files next to it."""
    return connect(f"{backup.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def check_all(db: Database) -> None:
    """Raise ``CorruptFileError`` for a damaged file, or for a damaged game in it."""
    check(db)
    with contextlib.ExitStack() as at_end:
        now = as_this_version(db)
        if now is not db:
            at_end.callback(now.close)
        damaged = find_damaged(now)
    for game in damaged[:1]:
        raise CorruptFileError(f"game {game} is not as it was written", game)


def to_disk(path: Path) -> None:
    """Wait until the file's content is on disk."""
    with path.open("rb+") as handle:
        os.fsync(handle.fileno())
