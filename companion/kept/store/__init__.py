"""The store: tables, seats, games and their entries in one SQLite file. It knows no rules of a game."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

from sqlite_utils import Database

from companion.games import remember
from companion.kept.data_file import (
    DataFile,
    begin_anew,
    open_to_read,
    restore_file,
    restore_latest_backup,
    running_at,
)
from companion.kept.disk_errors import StoreError
from companion.kept.store.journal import Journal, Stale
from companion.kept.store.people import PEOPLE_FORGOTTEN, People, key_of, resolved
from companion.kept.store.private import Private
from companion.kept.store.rows import (
    Chosen,
    Damaged,
    Draft,
    GameHead,
    GameRow,
    NextDeal,
    NoteRow,
    OutcomeRow,
    PersonRow,
    SeatingRow,
    Show,
    TableRow,
    TapRow,
)
from companion.kept.store.seating import CODE_LETTERS, LINK_SECONDS, LinkError, SeatRows, TableRows, digest
from companion.kept.writing import Executor, in_place

__all__ = [
    "CODE_LETTERS",
    "Chosen",
    "LINK_SECONDS",
    "PEOPLE_FORGOTTEN",
    "Damaged",
    "GameHead",
    "Draft",
    "GameRow",
    "LinkError",
    "NextDeal",
    "NoteRow",
    "OutcomeRow",
    "PersonRow",
    "SeatingRow",
    "Show",
    "Stale",
    "Store",
    "StoreError",
    "TableRow",
    "TapRow",
    "begin_anew",
    "digest",
    "key_of",
    "resolved",
    "restore_file",
    "restore_latest_backup",
    "running_at",
]


class Store(DataFile):
    """All that a data folder holds, for the one process that has it open."""

    _host_key: str | None = None
    tables: TableRows
    seats: SeatRows
    journal: Journal
    private: Private
    people: People

    def _use(self, db: Database, on_disk: Database, executor: Executor = in_place) -> None:
        super()._use(db, on_disk, executor)
        self.tables, self.seats, self.journal = TableRows(self), SeatRows(self), Journal(self)
        self.private, self.people = Private(self), People(self)
        with contextlib.suppress(StoreError):  # of a damaged file can still be read what it is opened for
            for id, text in self.journal.files().items():
                remember(id, text)

    @classmethod
    def to_read(cls, folder: Path) -> Store:
        """The data for reading only: also while a running companion has the folder."""
        return cls._of(folder, open_to_read(folder))

    def get_meta(self, key: str) -> str | None:
        """A value kept under ``key``, if there is one."""
        with self.read() as db:
            row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Keeps ``value`` under ``key``, in place of the one before."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def host_key(self) -> str:
        """The secret that makes a browser the host; made once."""
        if self._host_key is None and (kept := self.get_meta("host_key")):
            self._host_key = kept
        if self._host_key is None:
            with self.transaction() as db:
                db.execute("INSERT OR IGNORE INTO meta VALUES ('host_key', ?)", (secrets.token_urlsafe(16),))
            self._host_key = str(self.get_meta("host_key"))
        return self._host_key
