"""Tables, their seats, and the links that pass a seat to another phone.

Of the secrets of seats and links only hashes are saved, so a copy of the file opens no seat. ``table.commands.seating``
decides who can join.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from companion import clock
from companion.clock import Clock
from companion.engine.text import T
from companion.storage.data_file import Repository
from companion.storage.disk_errors import StoreError
from companion.storage.person_ids import person_id
from companion.storage.rows import ChosenGame, NextDeal, SeatRow, TableRow, value

LINK_SECONDS = 120
CODE_LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"
"""The letters of table codes: no two of them are confused when read aloud or from a screen."""

_TABLE = "SELECT id, code, address, imported, chosen, next_deal, clock, follow FROM tables "
_SHOWING = """
    SELECT DISTINCT code FROM games JOIN tables ON tables.id = table_id
    WHERE iif(json_valid(show), json_extract(show, '$.since'), NULL) IS NOT NULL
"""
_SEAT = """
    SELECT seats.id AS id, table_id, COALESCE(name, '?') AS name, phone, token_hash, figure, new_to
    FROM seats LEFT JOIN called ON called.id = person
"""
_NEW_SEAT = """
    INSERT INTO seats (table_id, person, phone, token_hash, position)
    VALUES (?1, ?2, ?3, ?4, (SELECT COUNT(*) FROM seats WHERE table_id = ?1 AND NOT removed))
"""
_LINKED = "SELECT id FROM seats WHERE link_hash = ? AND link_until BETWEEN ? AND ?"
_SEATS_OF = _SEAT + "WHERE table_id = ? AND NOT removed ORDER BY position, seats.id"


class LinkError(StoreError):
    """The seat link has expired or was used already."""

    def __init__(self) -> None:
        super().__init__(T("This link has already been used or has expired. Ask the host for a new one."))


class TableRows(Repository):
    """The rows of tables with their settings."""

    def new_code(self) -> str:
        """Return four characters that no table has yet."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            if self.by_code(code) is None:
                return code

    def create(self, code: str, imported: bool = False) -> TableRow:
        """Make a new table without seats."""
        with self.transaction() as db:
            made = db.execute("INSERT INTO tables (code, imported) VALUES (?, ?)", (code, imported))
            return self.get(made.lastrowid)

    def get(self, table_id: int | None) -> TableRow:
        """Return the table with this id; it has to exist."""
        return _table(self._one(_TABLE + "WHERE id = ?", table_id))

    def all(self) -> list[TableRow]:
        """Return all tables, oldest first."""
        return [_table(row) for row in self._rows(_TABLE + "ORDER BY id")]

    def list_showing(self) -> list[str]:
        """Return the codes of the tables whose score was being revealed when it was last saved."""
        return [row["code"] for row in self._rows(_SHOWING)]

    def by_code(self, code: str) -> TableRow | None:
        """Return the table with this code, whatever its case and the blanks around it."""
        row = self._row(_TABLE + "WHERE code = ?", code.strip().upper())
        return _table(row) if row else None

    def save(self, row: TableRow) -> None:
        """Save the settings of a table."""
        values = {"address": row.address, "follow": row.follow}
        for name in ("chosen", "next_deal", "clock"):
            if one := getattr(row, name):
                values[name] = json.dumps(asdict(one))
        self._change("tables", row.id, **values)


class SeatRows(Repository):
    """The rows of seats, and of links that hand a seat to another phone."""

    def of(self, table_id: int) -> list[SeatRow]:
        """Return the seats of the table clockwise, without removed ones."""
        return [_seat(row) for row in self._rows(_SEATS_OF, table_id)]

    def get(self, seat_id: int | None) -> SeatRow:
        """Return the seat with this id, even a removed one; it has to exist."""
        return _seat(self._one(_SEAT + "WHERE seats.id = ?", seat_id))

    def add(self, table_id: int, name: str, phone: bool) -> tuple[SeatRow, str]:
        """Add a seat at the end, and return it with the token for its phone ("" without a phone)."""
        token = secrets.token_urlsafe(16) if phone else ""
        with self.transaction() as db:
            person = person_id(db, name, typed=True)
            kept = digest(token) if phone else None
            return self.get(db.execute(_NEW_SEAT, (table_id, person, phone, kept)).lastrowid), token

    def rename(self, seat_id: int, name: str) -> None:
        """Give the seat to the person with this name; games that have started keep their players."""
        with self.transaction() as db:
            self._change("seats", seat_id, person=person_id(db, name, typed=True))

    def change(self, seat_id: int, **values: str) -> None:
        """Save what a seat's player has said about themselves: the game that is ``new_to`` them ("" for none)."""
        self._change("seats", seat_id, **values)

    def remove(self, seat_id: int) -> None:
        """Remove the seat from the table; its phone and its links stop working."""
        with self.transaction():
            table_id = self.get(seat_id).table_id
            self._change("seats", seat_id, removed=True, phone=False, token_hash=None, link_hash=None)
            self.order([seat.id for seat in self.of(table_id)])

    def order(self, ids: Sequence[int]) -> None:
        """Put the seats into this order; it has to name each seat of the table once."""
        with self.transaction() as db:
            db.conn.executemany("UPDATE seats SET position = ? WHERE id = ?", list(enumerate(ids)))

    def claim(self, seat_id: int) -> str:
        """Make a token for the phone that takes the seat now; the phone that had it before loses it."""
        token = secrets.token_urlsafe(16)
        self._change("seats", seat_id, phone=True, token_hash=digest(token))
        return token

    def release(self, seat_id: int) -> None:
        """Take the seat away from its phone."""
        self._change("seats", seat_id, phone=False, token_hash=None)

    # --- links that hand a seat to another phone

    def make_link(self, seat_id: int) -> str:
        """Make the secret of a link to the seat. It works once, within two minutes; an older link stops working."""
        secret = secrets.token_urlsafe(16)
        self._change("seats", seat_id, link_hash=digest(secret), link_until=clock.now() + LINK_SECONDS)
        return secret

    def is_open(self, secret: str) -> bool:
        """Return whether the link with that secret still works."""
        return self._find_link(secret) is not None

    def _find_link(self, secret: str) -> dict[str, Any] | None:
        # If the clock was set back meanwhile, the link must not live longer for that.
        now = clock.now()
        latest = clock.now() + 2 * LINK_SECONDS
        return self._row(_LINKED, digest(secret), now, latest)

    def use_link(self, secret: str) -> SeatRow:
        """Return the seat the link leads to, and use the link up. Raises ``LinkError``."""
        with self.transaction():
            link = self._find_link(secret)
            if link is None:
                raise LinkError
            self._change("seats", link["id"], link_hash=None)
            return self.get(link["id"])


def digest(secret: str) -> str:
    """Hash a secret, so that it can be recognised but not read from the file."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _table(row: dict[str, Any]) -> TableRow:
    chosen = value(row["chosen"], ChosenGame, None)
    own = {"clock": value(row["clock"], Clock, Clock()), "next_deal": value(row["next_deal"], NextDeal, NextDeal())}
    return TableRow(**{**row, **own, "chosen": chosen, "imported": bool(row["imported"])})


def _seat(row: dict[str, Any]) -> SeatRow:
    return SeatRow(**{**row, "phone": bool(row["phone"])})
