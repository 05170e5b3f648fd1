"""Errors of the disk become sentences; programming errors stay what they are."""

import sqlite3

import pytest

from companion.engine.text import T
from companion.storage.disk_errors import (
    BusyError,
    CorruptFileError,
    StoreError,
    as_store_error,
    is_damage,
    is_failing,
)


def error_of(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


NO_TEXT = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (error_of(sqlite3.SQLITE_FULL), "the disk is full"),
        (error_of(sqlite3.SQLITE_READONLY), "the data folder can't be written to"),
        (error_of(sqlite3.SQLITE_READONLY_DIRECTORY), "the data folder can't be written to"),
        (error_of(sqlite3.SQLITE_CANTOPEN), "the data file can't be opened"),
        (error_of(sqlite3.SQLITE_IOERR_WRITE), "the disk reports an error"),
        (error_of(sqlite3.SQLITE_LOCKED), "another program is using the data file"),
        (BusyError(), "another program is using the data file"),
        (CorruptFileError("page 3 is never used"), "the data file is damaged"),
        (error_of(sqlite3.SQLITE_NOTADB), "the data file is damaged"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (TimeoutError(), "TimeoutError"),
        (NO_TEXT, "the data file is damaged"),
    ],
)
def test_as_store_error_says_what_failed_and_why(error: Exception, reason: str) -> None:
    with pytest.raises(StoreError) as raised, as_store_error(T("Couldn't save")):
        raise error
    assert str(raised.value.text) == f"Couldn't save: {reason}. Fix that and try again."
    assert raised.value.__cause__ is error


@pytest.mark.parametrize(
    "error", [error_of(sqlite3.SQLITE_ERROR), sqlite3.IntegrityError("unique"), ValueError("a number"), KeyError("x")]
)
def test_as_store_error_leaves_an_error_of_the_program_alone(error: Exception) -> None:
    with pytest.raises(type(error)) as raised, as_store_error(T("Couldn't save")):
        raise error
    assert raised.value is error


def test_as_store_error_names_the_damaged_game() -> None:
    with pytest.raises(StoreError) as raised, as_store_error(T("Couldn't save")):
        raise CorruptFileError("game 7 is not as it was written", 7)
    assert raised.value.game == 7


@pytest.mark.parametrize(
    ("error", "damage", "failing"),
    [
        (error_of(sqlite3.SQLITE_CORRUPT), True, False),
        (error_of(sqlite3.SQLITE_CORRUPT_INDEX), True, False),
        (error_of(sqlite3.SQLITE_NOTADB), True, False),
        (NO_TEXT, True, False),
        (error_of(sqlite3.SQLITE_IOERR), False, True),
        (error_of(sqlite3.SQLITE_IOERR_READ), False, True),
        (error_of(sqlite3.SQLITE_FULL), False, False),
        (error_of(sqlite3.SQLITE_READONLY), False, False),
        (BusyError(), False, False),
    ],
)
def test_is_damage_and_is_failing_tell_a_bad_file_from_a_bad_disk(
    error: sqlite3.OperationalError, damage: bool, failing: bool
) -> None:
    assert (is_damage(error), is_failing(error)) == (damage, failing)
