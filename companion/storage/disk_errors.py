"""Errors of the disk, in sentences for the people at the table.

What is done about a full or broken disk is said where it is written to: ``data_file`` and ``table``.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from companion.engine.text import T, Text


class StoreError(Exception):
    """An error that something could not be read or written; ``text`` says what, and what to do.

    ``game`` is the id of the game that is damaged, where it is for that.
    """

    def __init__(self, text: Text, game: int | None = None) -> None:
        super().__init__(str(text))
        self.text = text
        self.game = game


class CorruptFileError(sqlite3.DatabaseError):
    """The file opens, and a check finds a fault in it, in a ``game`` perhaps."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    def __init__(self, what: str, game: int | None = None) -> None:
        super().__init__(what)
        self.game = game


class BusyError(sqlite3.OperationalError):
    """Another program reads the file, and what is to be done waits for nobody."""

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
    """Turn an error of the disk into a ``StoreError`` that begins with ``what``; our own mistakes stay as they are.

    SQLite tells of a name in its list of tables; where that is no text any more, Python can't even read what it tells.
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
    """Tell whether the file itself is wrong, not its disk or its rights.

    That it says of its own tables what can't be read is damage too.
    """
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def is_failing(error: sqlite3.OperationalError) -> bool:
    """Tell whether the disk can't be reached any more."""
    return _code(error) == sqlite3.SQLITE_IOERR


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
