"""A checksum beside every row that is no entry, so that a bit that turned over on the disk is noticed.

Triggers of the one connection that writes keep them. Entries and outcomes carry their own. Whoever writes a row with
another program deletes its checksum; it gets one at the next start.
"""

from __future__ import annotations

import sqlite3
import zlib

from companion.kept.disk_errors import UnsoundError

TABLE = "checks"
_SCHEMA = "sqlite_master"
_OWN = (TABLE, "entries", "outcomes")


class _Letters(bytes):
    """A text as it lies on the disk, whatever its letters."""


def verify(conn: sqlite3.Connection) -> None:
    """Raises ``UnsoundError`` for a row that is not as it was written, or one that has gone by itself."""
    if TABLE not in (names := _tables(conn, every=True)):
        return
    text, conn.text_factory = conn.text_factory, _Letters
    try:
        kept = {(_text(name), bytes(key)): sum for name, key, sum in conn.execute(f"SELECT * FROM {TABLE}")}
        if kept.pop((_SCHEMA, b""), schema := _schema(conn)) != schema:
            raise UnsoundError("the list of tables is not as it was written")
        for name in names:
            for key, sum in _rows(conn, name) if name not in _OWN else ():
                if kept.pop((name, key), sum) != sum:
                    raise UnsoundError(f"a row of {name} is not as it was written")
    finally:
        conn.text_factory = text
    if kept:
        raise UnsoundError(f"a row of {next(iter(kept))[0]} has gone")


def forget(conn: sqlite3.Connection) -> None:
    """The rows are about to be others: none has a checksum until the next ``keep``."""
    if TABLE in _tables(conn, every=True):
        conn.execute(f"DELETE FROM {TABLE}")


def keep(conn: sqlite3.Connection) -> None:
    """From now on every row that this connection writes has its checksum, and so has every row that has none yet."""
    conn.create_function("row_key", -1, lambda *values: _joined(values), deterministic=True)
    conn.create_function("row_sum", -1, lambda *values: zlib.crc32(_joined(values)), deterministic=True)
    for name in _tables(conn):
        columns, keys = _columns(conn, name)

        def of(row: str, what: list[str]) -> str:
            return ", ".join(f'{row}."{column}"' for column in what)

        def put(row: str, columns: list[str] = columns, keys: list[str] = keys, name: str = name) -> str:
            return f"'{name}', row_key({of(row, keys)}), row_sum({of(row, columns)})"

        new = f"INSERT OR REPLACE INTO {TABLE} VALUES ({put('NEW')});"
        old = f"DELETE FROM {TABLE} WHERE name = '{name}' AND key = row_key({of('OLD', keys)});"
        for event, does in (("INSERT", new), ("UPDATE", old + new), ("DELETE", old)):
            conn.execute(f'CREATE TEMP TRIGGER "check_{name}_{event}" AFTER {event} ON main."{name}" BEGIN {does} END')
    text, conn.text_factory = conn.text_factory, _Letters
    try:
        there = {(_text(name), bytes(key)) for name, key in conn.execute(f"SELECT name, key FROM {TABLE}")}
        rows = [(name, key, sum) for name in _tables(conn) for key, sum in _rows(conn, name)]
        missing = [row for row in (*rows, (_SCHEMA, b"", _schema(conn))) if row[:2] not in there]
        if missing:
            conn.execute("BEGIN IMMEDIATE")
            conn.executemany(f"INSERT INTO {TABLE} VALUES (?, ?, ?)", missing)
            conn.execute("COMMIT")
    finally:
        conn.text_factory = text


def _schema(conn: sqlite3.Connection) -> int:
    """The checksum of what the file says of its own tables."""
    rows = conn.execute("SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY name").fetchall()
    return zlib.crc32(b"\x1e".join(map(_joined, rows)))


def _tables(conn: sqlite3.Connection, every: bool = False) -> list[str]:
    found = conn.execute("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [name for (raw,) in found if (name := _text(raw)) not in _OWN or every]


def _columns(conn: sqlite3.Connection, table: str) -> tuple[list[str], list[str]]:
    """All columns, and those that tell one row from another."""
    found = [(_text(name), key) for _, name, _, _, _, key in conn.execute(f'PRAGMA main.table_info("{table}")')]
    return [name for name, _ in found], [name for name, key in found if key] or ["rowid"]


def _rows(conn: sqlite3.Connection, table: str) -> list[tuple[bytes, int]]:
    columns, keys = _columns(conn, table)
    asked = ", ".join(f'"{column}"' for column in [*keys, *columns])
    found = conn.execute(f'SELECT {asked} FROM main."{table}"').fetchall()
    return [(_joined(row[: len(keys)]), zlib.crc32(_joined(row[len(keys) :]))) for row in found]


def _joined(values: tuple[object, ...]) -> bytes:
    return b"\x1f".join(_bytes(value) for value in values)


def _bytes(value: object) -> bytes:
    if isinstance(value, str):
        return b"t" + value.encode("utf-8", "surrogatepass")
    if isinstance(value, bytes):
        return (b"t" if isinstance(value, _Letters) else b"b") + value
    return repr(value).encode()


def _text(name: str | bytes) -> str:
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else name
