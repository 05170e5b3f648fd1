"""The journal on disk: tables, seats, games and their entries in one SQLite file.

One process owns a data folder, with one connection behind one lock. An action is acknowledged only when it is
on disk: every write is one immediate transaction with WAL and ``synchronous=FULL``. Errors are ``StoreError``
with a sentence for the people at the table; nothing here knows the rules of a game.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from companion.migrations import (
    BACKUPS,
    StoreError,
    backups,
    in_words,
    moment_of,
    open_file,
    open_to_read,
    restore_latest_backup,
    running_at,
    stamp,
    take_folder,
    to_disk,
)
from companion.rules.text import T, Text

__all__ = [
    "CODE_LETTERS",
    "LINK_SECONDS",
    "Game",
    "LinkError",
    "Note",
    "Seat",
    "Stale",
    "Store",
    "StoreError",
    "Table",
    "digest",
    "restore_latest_backup",
    "running_at",
]

LINK_SECONDS = 120
CODE_LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"
"""No two of these are taken for one another when read aloud or from a screen."""

_DAY = 24 * 60 * 60


class Stale(StoreError):
    """The journal has moved on since the page was made; nothing was written. ``seq`` is its length now."""

    def __init__(self, seq: int) -> None:
        super().__init__(T("Something else was entered meanwhile. Nothing was changed: look again."))
        self.seq = seq


class LinkError(StoreError):
    """A seat link that opens nothing. ``kind`` is ``"used"``, ``"expired"`` or ``"unknown"``."""

    def __init__(self, kind: str, text: Text) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True)
class Table:
    """A table people sit at. ``code`` is typed to join; ``address`` the host chose for its QR codes."""

    id: int
    code: str
    created: str
    address: str | None


@dataclass(frozen=True)
class Seat:
    """A seat at a table. ``phone``: a phone holds it; only the hash of that phone's token is kept."""

    id: int
    table_id: int
    position: int
    name: str
    phone: bool
    token_hash: str | None = field(repr=False)
    pin: str = field(repr=False)
    removed: bool


@dataclass(frozen=True)
class Game:
    """One game played at a table, the ``number``-th there.

    ``players`` and ``seat_ids`` are in seat order as of the game's start; ``shown`` says which steps of the
    score have been told.
    """

    id: int
    table_id: int
    number: int
    game: str
    options: dict[str, Any]
    players: list[str]
    seat_ids: list[int]
    shown: int
    created: str
    over: bool


@dataclass(frozen=True)
class Note:
    """Something that happened at the table beside the record. ``message`` and ``values`` make a ``Text``."""

    id: int
    game_id: int | None
    seq: int | None
    message: str
    values: dict[str, Any]
    at: str


_TABLE = "SELECT id, code, created, address FROM tables "
_SEAT = "SELECT id, table_id, position, name, phone, token_hash, pin, removed FROM seats "
_SEATS_OF = _SEAT + "WHERE table_id = ? AND NOT removed ORDER BY position, id"
_GAME = "SELECT id, table_id, number, game, options, players, seat_ids, shown, created, over FROM games "
_NOTE = 'SELECT id, game_id, seq, message, "values", at FROM notes '


class Store:
    """The data folder, open for this process alone until ``close``.

    Raises ``StoreError`` when another process has it, when the file is damaged (it is put aside, never
    deleted) or was made by a newer version, and when the disk refuses. Safe to use from several threads.
    """

    def __init__(self, folder: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.folder = folder
        self._clock = clock
        self._lock = threading.RLock()
        with contextlib.ExitStack() as undo:
            lock_file = take_folder(folder)
            undo.callback(lock_file.close)
            self._lock_file: IO[str] | None = lock_file
            self._db = open_file(folder, clock())
            undo.pop_all()

    @classmethod
    def to_read(cls, folder: Path) -> Store:
        """The data for reading only: also while a running companion has the folder."""
        store = cls.__new__(cls)
        store.folder = folder
        store._clock = lambda: datetime.now(UTC)
        store._lock = threading.RLock()
        store._lock_file = None
        store._db = open_to_read(folder)
        return store

    def close(self) -> None:
        """Lets the folder go. What was acknowledged is on disk with or without this."""
        with self._lock:
            self._db.close()
            if self._lock_file:
                self._lock_file.close()

    def announce(self, address: str) -> None:
        """Leaves our address in the lock file, for the sentence that a second process on this folder gets."""
        assert self._lock_file is not None
        # On a full disk that sentence says a little less; nothing else hangs on it.
        with contextlib.suppress(OSError):
            self._lock_file.seek(0)
            self._lock_file.truncate()
            self._lock_file.write(address)
            self._lock_file.flush()

    @contextlib.contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """The one way to write: whole or not at all, and on disk when it returns."""
        conn = self._db.conn
        with self._lock, in_words(T("Not saved")):
            if _under_way(conn):
                yield conn
                return
            conn.execute("BEGIN IMMEDIATE")
            try:
                yield conn
                conn.execute("COMMIT")
            except BaseException:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def whole(self) -> Iterator[None]:
        """All that is written inside is on disk when this ends, or none of it is. Nothing inside may hide an error."""
        with self._write():
            yield

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock, in_words(T("Not read")):
            return self._db.conn.execute(sql, values).fetchall()

    def _change(self, sql: str, *values: object) -> None:
        """One update of one row that has to exist."""
        with self._write() as conn:
            if conn.execute(sql, values).rowcount != 1:
                raise StoreError(T("This is no longer there. Load the page again."))

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")

    # --- the process's own values

    def get_meta(self, key: str) -> str | None:
        """A value kept under ``key``, if there is one."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    def set_meta(self, key: str, value: str) -> None:
        """Keeps ``value`` under ``key``, in place of the one before."""
        with self._write() as conn:
            conn.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def host_key(self) -> str:
        """The secret that makes a browser the host; made once."""
        return self._made_once("host_key")

    def secret_key(self) -> str:
        """The secret that signs cookies; made once."""
        return self._made_once("secret_key")

    def _made_once(self, key: str) -> str:
        if value := self.get_meta(key):
            return value
        with self._write() as conn:
            conn.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (key, secrets.token_urlsafe(16)))
            return str(conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0])

    # --- tables

    def new_code(self) -> str:
        """Four characters that no table has yet."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            if self.table_by_code(code) is None:
                return code

    def create_table(self, code: str) -> Table:
        """A new table without seats."""
        with self._write() as conn:
            if conn.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone():
                raise StoreError(T("There is a table {code} already.", code=code))
            row = (code, self._now())
            new = conn.execute("INSERT INTO tables (code, created) VALUES (?, ?)", row).lastrowid
        return self.table(new)

    def table(self, table_id: int | None) -> Table:
        """The table with this id, which has to exist."""
        rows = self._rows(_TABLE + "WHERE id = ?", table_id)
        if not rows:
            raise StoreError(T("There is no such table."))
        return Table(*rows[0])

    def tables(self) -> list[Table]:
        """All tables, oldest first."""
        return [Table(*row) for row in self._rows(_TABLE + "ORDER BY id")]

    def table_by_code(self, code: str) -> Table | None:
        """The table with this code, however it was typed (case, blanks around it)."""
        rows = self._rows(_TABLE + "WHERE code = ?", code.strip().upper())
        return Table(*rows[0]) if rows else None

    def set_address(self, table_id: int, address: str | None) -> None:
        """The address that this table's QR codes carry; None lets the app choose."""
        self._change("UPDATE tables SET address = ? WHERE id = ?", address, table_id)

    # --- seats

    def seats(self, table_id: int) -> list[Seat]:
        """The seats at the table, clockwise; removed ones are not among them."""
        return [_seat(row) for row in self._rows(_SEATS_OF, table_id)]

    def seat(self, seat_id: int) -> Seat:
        """The seat with this id, removed or not, which has to exist."""
        rows = self._rows(_SEAT + "WHERE id = ?", seat_id)
        if not rows:
            raise StoreError(T("There is no such seat."))
        return _seat(rows[0])

    def add_seat(self, table_id: int, name: str, phone: bool, token: str = "") -> tuple[Seat, str]:
        """A new last seat, and the token for the phone that holds it ("" without a phone), made here if not given."""
        token = (token or secrets.token_urlsafe(16)) if phone else ""
        pin = f"{secrets.randbelow(10000):04}"
        with self._write() as conn:
            sql = "SELECT COALESCE(MAX(position) + 1, 0) FROM seats WHERE table_id = ? AND NOT removed"
            (position,) = conn.execute(sql, (table_id,)).fetchone()
            row = (table_id, position, name, phone, digest(token) if phone else None, pin)
            sql = "INSERT INTO seats (table_id, position, name, phone, token_hash, pin)"
            sql += " VALUES (?, ?, ?, ?, ?, ?)"
            new = conn.execute(sql, row).lastrowid
            seat = _seat(conn.execute(_SEAT + "WHERE id = ?", (new,)).fetchone())
        return seat, token

    def rename_seat(self, seat_id: int, name: str) -> None:
        """Gives the seat another name; games that have begun keep the old one."""
        self._change("UPDATE seats SET name = ? WHERE id = ?", name, seat_id)

    def remove_seat(self, seat_id: int) -> None:
        """Takes the seat from the table; its phone and its links open nothing any more."""
        with self._write() as conn:
            table_id = _table_of(conn, seat_id)
            conn.execute("UPDATE seats SET removed = 1, phone = 0, token_hash = NULL WHERE id = ?", (seat_id,))
            conn.execute("DELETE FROM seat_links WHERE seat_id = ?", (seat_id,))
            _number(conn, _ids(conn, table_id))

    def move_seat(self, seat_id: int, delta: int) -> None:
        """Moves the seat clockwise by ``delta`` places (back when negative), not beyond either end."""
        with self._write() as conn:
            ids = _ids(conn, _table_of(conn, seat_id))
            place = ids.index(seat_id)
            ids.insert(max(0, place + delta), ids.pop(place))
            _number(conn, ids)

    def order_seats(self, table_id: int, ids: Sequence[int]) -> None:
        """Puts the seats into this order: each seat of the table once, else nothing changes."""
        with self._write() as conn:
            if sorted(ids) != sorted(_ids(conn, table_id)):
                raise StoreError(T("The seats have changed meanwhile. Load the page again and order them then."))
            _number(conn, ids)

    def claim_seat(self, seat_id: int) -> str:
        """A token for the phone that takes the seat now; the phone that had it before is out."""
        token = secrets.token_urlsafe(16)
        with self._write() as conn:
            _table_of(conn, seat_id)
            conn.execute("UPDATE seats SET phone = 1, token_hash = ? WHERE id = ?", (digest(token), seat_id))
        return token

    def release_seat(self, seat_id: int) -> None:
        """No phone holds the seat any more."""
        self._change("UPDATE seats SET phone = 0, token_hash = NULL WHERE id = ?", seat_id)

    # --- links that hand a seat to another phone

    def make_link(self, seat_id: int, now: float) -> str:
        """The secret of a link to the seat, good once and for two minutes. ``now``: seconds since 1970."""
        secret = secrets.token_urlsafe(16)
        with self._write() as conn:
            _table_of(conn, seat_id)
            conn.execute("DELETE FROM seat_links WHERE expires < ?", (now - _DAY,))
            sql = "INSERT INTO seat_links (secret_hash, seat_id, expires) VALUES (?, ?, ?)"
            conn.execute(sql, (digest(secret), seat_id, now + LINK_SECONDS))
        return secret

    def use_link(self, secret: str, now: float) -> Seat:
        """The seat the link leads to; the link is used up. Raises ``LinkError``."""
        with self._write() as conn:
            sql = "SELECT seat_id, expires, used FROM seat_links WHERE secret_hash = ?"
            row = conn.execute(sql, (digest(secret),)).fetchone()
            if row is None:
                raise LinkError("unknown", T("This link leads to no seat. Ask the host for a new one."))
            seat_id, expires, used = row
            if used:
                raise LinkError("used", T("This link has been used already. Ask the host for a new one."))
            # Where the clock was put back meanwhile, the link must not live on for as long.
            if not 0 <= expires - now <= 2 * LINK_SECONDS:
                raise LinkError("expired", T("This link is too old. Ask the host for a new one."))
            conn.execute("UPDATE seat_links SET used = 1 WHERE secret_hash = ?", (digest(secret),))
            return _seat(conn.execute(_SEAT + "WHERE id = ?", (seat_id,)).fetchone())

    # --- games

    def new_game(
        self,
        table_id: int,
        game: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        seat_ids: Sequence[int],
    ) -> Game:
        """The table's next game, with an empty journal. ``players`` and ``seat_ids`` in seat order."""
        with self._write() as conn:
            sql = "SELECT COALESCE(MAX(number), 0) + 1 FROM games WHERE table_id = ?"
            (number,) = conn.execute(sql, (table_id,)).fetchone()
            lists = (_json(dict(options)), _json(list(players)), _json(list(seat_ids)))
            new = conn.execute(
                "INSERT INTO games (table_id, number, game, options, players, seat_ids, created)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (table_id, number, game, *lists, self._now()),
            ).lastrowid
            return _game(conn.execute(_GAME + "WHERE id = ?", (new,)).fetchone())

    def game(self, game_id: int) -> Game:
        """The game with this id, which has to exist."""
        rows = self._rows(_GAME + "WHERE id = ?", game_id)
        if not rows:
            raise StoreError(T("There is no such game."))
        return _game(rows[0])

    def current_game(self, table_id: int) -> Game | None:
        """The table's newest game, over or not."""
        sql = _GAME + "WHERE table_id = ? ORDER BY number DESC LIMIT 1"
        rows = self._rows(sql, table_id)
        return _game(rows[0]) if rows else None

    def games(self, table_id: int) -> list[Game]:
        """The table's games, oldest first."""
        sql = _GAME + "WHERE table_id = ? ORDER BY number"
        return [_game(row) for row in self._rows(sql, table_id)]

    def set_shown(self, game_id: int, shown: int) -> None:
        """How many steps of the score the screen has shown."""
        self._change("UPDATE games SET shown = ? WHERE id = ?", shown, game_id)

    def set_options(self, game_id: int, options: Mapping[str, Any]) -> None:
        """The options of a game under way have been changed (a round was added)."""
        self._change("UPDATE games SET options = ? WHERE id = ?", _json(dict(options)), game_id)

    def set_over(self, game_id: int, over: bool = True) -> None:
        """The game is over (or goes on after an undo)."""
        self._change("UPDATE games SET over = ? WHERE id = ?", over, game_id)

    # --- the journal

    def append(
        self,
        game_id: int,
        expected_seq: int,
        entries: Sequence[Mapping[str, Any]],
        action_id: str,
        at: str,
        device: str,
    ) -> list[int]:
        """Writes the entries of one action and returns their numbers, when they are on disk.

        An action id seen before returns the numbers it got then and writes nothing: a repeated tap is one
        entry. Otherwise ``expected_seq`` has to be the journal's length, or ``Stale`` is raised and nothing
        is written.
        """
        if not entries:
            raise ValueError("an action has at least one entry")
        with self._write() as conn:
            sql = "SELECT seq, batch FROM entries WHERE game_id = ? AND action_id = ?"
            if before := conn.execute(sql, (game_id, action_id)).fetchone():
                return list(range(before[0], before[0] + before[1]))
            (last,) = conn.execute("SELECT MAX(seq) FROM entries WHERE game_id = ?", (game_id,)).fetchone()
            length = 0 if last is None else last + 1
            if length != expected_seq:
                raise Stale(length)
            rows = [
                (game_id, length + i, entry["kind"], entry.get("by"), _json(dict(entry)), at, device)
                for i, entry in enumerate(entries)
            ]
            sql = "INSERT INTO entries (action_id, batch, game_id, seq, kind, by_seat, body, at, device)"
            sql += " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            conn.execute(sql, (action_id, len(rows), *rows[0]))
            conn.executemany(sql, [(None, None, *row) for row in rows[1:]])
        return list(range(length, length + len(rows)))

    def entries(self, game_id: int, since: int = 0) -> list[dict[str, Any]]:
        """The journal from number ``since`` on: each entry as it was given, with ``at`` and ``device``."""
        sql = "SELECT body, at, device FROM entries WHERE game_id = ? AND seq >= ? ORDER BY seq"
        return [
            {**json.loads(body), "at": at, "device": device} for body, at, device in self._rows(sql, game_id, since)
        ]

    # --- who has looked at what, and what else happened

    def mark_looked(self, game_id: int, seat: int, what: str) -> None:
        """The seat has looked at ``what``, such as ``"card:3"`` for its card of the deal that is entry 3."""
        with self._write() as conn:
            conn.execute("INSERT OR IGNORE INTO looked VALUES (?, ?, ?)", (game_id, what, seat))

    def looked(self, game_id: int, what: str) -> set[int]:
        """The seats that have looked at ``what``."""
        sql = "SELECT seat FROM looked WHERE game_id = ? AND what = ?"
        return {row[0] for row in self._rows(sql, game_id, what)}

    def set_typed(self, game_id: int, round_number: int, seat: int, values: Mapping[str, Any]) -> None:
        """Keeps what a seat has typed for itself in this round; what it typed before is replaced."""
        with self._write() as conn:
            sql = "INSERT OR REPLACE INTO typed VALUES (?, ?, ?, ?)"
            conn.execute(sql, (game_id, round_number, seat, _json(dict(values))))

    def typed(self, game_id: int, round_number: int) -> dict[int, dict[str, Any]]:
        """What each seat has typed for itself in this round."""
        sql = 'SELECT seat, "values" FROM typed WHERE game_id = ? AND round = ?'
        return {seat: json.loads(values) for seat, values in self._rows(sql, game_id, round_number)}

    def note(
        self,
        table_id: int,
        game_id: int | None,
        seq: int | None,
        message: str,
        values: Mapping[str, Any],
        at: str,
    ) -> None:
        """Adds to the table's own log: a join, a takeover. ``seq`` is the entry it goes with, if any."""
        with self._write() as conn:
            sql = 'INSERT INTO notes (table_id, game_id, seq, message, "values", at) VALUES (?, ?, ?, ?, ?, ?)'
            conn.execute(sql, (table_id, game_id, seq, message, _json(dict(values)), at))

    def notes(self, table_id: int, limit: int) -> list[Note]:
        """The last ``limit`` happenings at the table, newest first."""
        sql = _NOTE + "WHERE table_id = ? ORDER BY id DESC LIMIT ?"
        return [
            Note(note_id, game_id, seq, message, json.loads(values), at)
            for note_id, game_id, seq, message, values, at in self._rows(sql, table_id, limit)
        ]

    # --- backups

    def backup(self, keep: int = 5) -> Path:
        """Copies everything into ``backups/``, where the newest ``keep`` stay; the path of the new copy."""
        path = self._next_backup()
        unfinished = path.with_suffix(".unfinished")
        with self._lock, in_words(T("No backup made")):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            unfinished.unlink(missing_ok=True)
            self._db.conn.execute("VACUUM INTO ?", (str(unfinished),))
            to_disk(unfinished)
            unfinished.replace(path)
            for old in backups(self.folder)[keep:]:
                old.unlink()
        return path

    def _next_backup(self) -> Path:
        """A name behind those of all others, also after the clock was put back: the last name is the newest copy."""
        moment = self._clock()
        for newest in backups(self.folder)[:1]:
            with contextlib.suppress(ValueError):
                moment = max(moment, moment_of(newest) + timedelta(seconds=1))
        return self.folder / BACKUPS / f"companion-{stamp(moment)}.db"


def _seat(row: tuple[Any, ...]) -> Seat:
    seat_id, table_id, position, name, phone, token_hash, pin, removed = row
    return Seat(seat_id, table_id, position, name, bool(phone), token_hash, pin, bool(removed))


def _game(row: tuple[Any, ...]) -> Game:
    game_id, table_id, number, game, options, players, seat_ids, shown, created, over = row
    lists = json.loads(options), json.loads(players), json.loads(seat_ids)
    return Game(game_id, table_id, number, game, *lists, shown, created, bool(over))


def _ids(conn: sqlite3.Connection, table_id: int) -> list[int]:
    return [row[0] for row in conn.execute(_SEATS_OF, (table_id,))]


def _number(conn: sqlite3.Connection, ids: Sequence[int]) -> None:
    conn.executemany("UPDATE seats SET position = ? WHERE id = ?", list(enumerate(ids)))


def _table_of(conn: sqlite3.Connection, seat_id: int) -> int:
    """The table at which the seat stands; raises when it was removed meanwhile."""
    row = conn.execute("SELECT table_id FROM seats WHERE id = ? AND NOT removed", (seat_id,)).fetchone()
    if row is None:
        raise StoreError(T("This seat is no longer at the table."))
    return int(row[0])


def _under_way(conn: sqlite3.Connection) -> bool:
    """Whether a transaction is open: a write inside a larger one is part of it."""
    return conn.in_transaction


def digest(secret: str) -> str:
    """What is kept of a secret that only its holder is to know."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
