"""Errors of the disk, as sentences for the people at the table.

``data_file`` and ``table`` decide what happens when a disk is full or broken.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from companion.engine.text import T, Text


class StoreError(Exception):
    """Something could not be read or written; ``text`` says what, and what people can do.

    If a damaged game is the reason, ``game`` is its id.
    """

    def __init__(self, text: Text, game: int | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.game = game


class CorruptFileError(sqlite3.DatabaseError):
    """The file can be opened, but a check finds damage; ``game`` is the damaged game's id if it is in one game."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    def __init__(self, what: str, game: int | None = None) -> None:
        super().__init__(what)
        self.game = game


class BusyError(sqlite3.OperationalError):
    """Another program reads the file, so an operation that doesn't wait was not done."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


_REASONS = {
    sqlite3.SQLITE_FULL: T("the disk is full"),
    sqlite3.SQLITE_READONLY: T("the data folder can't be written to"),
    sqlite3.SQLITE_CANTOPEN: T("the data file can't be opened"),
    sqlite3.SQLITE_PERM: T("the data folder can't be written to"),
    sqlite3.SQLITE_IOERR: T("the disk reports an error"),
    sqlite3.SQLITE_BUSY: T("another program is using the data file"),
    sqlite3.SQLITE_LOCKED: T("another program is using the data file"),
    sqlite3.SQLITE_CORRUPT: T("the data file is damaged"),
    sqlite3.SQLITE_NOTADB: T("the data file is damaged"),
}


@contextlib.contextmanager
def as_store_error(what: Text) -> Iterator[None]:
    """Turn an error of the disk into a ``StoreError`` that starts with ``what``; programming errors stay as they are.

    SQLite quotes names from its list of tables in its errors. If such a name is damaged, Python can't decode the error
    itself, which counts as damage too.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise StoreError(_write(what, _REASONS[sqlite3.SQLITE_CORRUPT])) from error
    except (sqlite3.DatabaseError, OSError) as error:
        disk = error.strerror or type(error).__name__ if isinstance(error, OSError) else None
        if (reason := disk or _REASONS.get(_code(error))) is None:
            raise
        raise StoreError(_write(what, reason), getattr(error, "game", None)) from error


def _write(what: Text, reason: Text | str) -> Text:
    return T("{what}: {reason}. Fix that and try again.", what=what, reason=reason)


def is_damage(error: Exception) -> bool:
    """Return whether the file itself is damaged, rather than its disk or its permissions being the problem.

    An error message that can't be decoded quotes a damaged name in the file, so it is damage too.
    """
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def is_failing(error: sqlite3.OperationalError) -> bool:
    """Return whether the disk can no longer be reached."""
    return _code(error) == sqlite3.SQLITE_IOERR


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
