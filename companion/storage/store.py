"""The store: tables, seats, people, games and their entries in one SQLite file. It knows no rules of any game."""

from __future__ import annotations

import contextlib
import logging
import secrets
from functools import cached_property

from companion.games import remember
from companion.storage.backups import HOST_KEY
from companion.storage.data_file import DataFile, find_running
from companion.storage.disk_errors import StoreError
from companion.storage.games import GameRows
from companion.storage.journal import Journal, JournalRead, Stale
from companion.storage.people import Left, People
from companion.storage.person_ids import is_forgotten
from companion.storage.rows import (
    ChosenGame,
    Damaged,
    GameHead,
    GameRow,
    NextDeal,
    NoteRow,
    PersonRow,
    RevealProgress,
    RoundDraft,
    SeatRow,
    TableRow,
    TapRow,
)
from companion.storage.seats import CODE_LETTERS, LINK_SECONDS, LinkError, SeatRows, TableRows, digest

__all__ = [
    "CODE_LETTERS",
    "ChosenGame",
    "LINK_SECONDS",
    "Damaged",
    "GameHead",
    "RoundDraft",
    "GameRow",
    "Left",
    "LinkError",
    "NextDeal",
    "NoteRow",
    "PersonRow",
    "JournalRead",
    "SeatRow",
    "RevealProgress",
    "Stale",
    "Store",
    "StoreError",
    "TableRow",
    "TapRow",
    "digest",
    "is_forgotten",
    "find_running",
]


_log = logging.getLogger(__name__)


class Store(DataFile):
    """The content of a data folder, for the one process that has it open."""

    def _open_repositories(self) -> None:
        self.tables = TableRows(self)
        self.seats = SeatRows(self)
        self.games = GameRows(self)
        self.journal = Journal(self)
        self.people = People(self)
        with contextlib.suppress(StoreError):  # a damaged file is opened to read what is left of it
            for id, text in self.games.files().items():
                remember(id, text)
        if not self._to_read:
            self._finish_forgetting()

    def _finish_forgetting(self) -> None:
        """Finish forgetting people, if that was interrupted; if it fails again, people can still play."""
        left = None
        try:
            left = self.people.finish_forgetting()
        except (StoreError, OSError) as error:
            _log.warning("%s", error)
        if left and left.name_stays:
            _log.warning("%s", left.text)

    def get_meta(self, key: str) -> str | None:
        """Return the value saved under ``key``, if there is one."""
        with self.read() as db:
            row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Save ``value`` under ``key``; it replaces an earlier one."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    @cached_property
    def host_key(self) -> str:
        """Return the secret that makes a browser the host; it is created at the first call."""
        if self.get_meta(HOST_KEY) is None:
            self.set_meta(HOST_KEY, secrets.token_urlsafe(16))
        return str(self.get_meta(HOST_KEY))
