"""Forgetting people: their names go from the one table that has them, and from what people wrote."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Iterable
from typing import Any

from companion.kept.checksums import of_entry, rows
from companion.names import folded

SHORT = 4
"""Letters from which on an ending may stand behind a name in what people wrote."""


def forget_in(conn: sqlite3.Connection, names: Collection[str]) -> None:
    """The people of these folded names are "Somebody" with their number from now on, wherever they stand; whole or not
    at all, and what the names stood in is overwritten."""
    conn.execute("PRAGMA secure_delete = ON")
    conn.execute("BEGIN IMMEDIATE")
    try:
        for key in names:
            conn.execute("UPDATE people SET name = 'Somebody ' || id, key = NULL, figure = NULL WHERE key = ?", (key,))
        conn.execute("DELETE FROM outcomes")  # made anew at the next look at the book
        _empty_notes(conn, names)
        conn.execute("COMMIT")
    except BaseException:
        conn.execute("ROLLBACK")
        raise
    conn.execute("VACUUM")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _empty_notes(conn: sqlite3.Connection, names: Collection[str]) -> None:
    for entry in list(rows(conn, "SELECT * FROM entries")):
        body, checksum = entry["body"], entry["checksum"]
        if checksum != of_entry(entry):  # a damaged one stays damaged, without anything that may be a name
            emptied = _said_in(body, names, '""')
        elif '"note"' in body:
            emptied = json.dumps(_without(json.loads(body), names), separators=(",", ":"))
            checksum = of_entry({**entry, "body": emptied})
        else:
            continue
        values = emptied, checksum, entry["game_id"], entry["seq"]
        conn.execute("UPDATE entries SET body = ?, checksum = ? WHERE game_id = ? AND seq = ?", values)
    for id, text in conn.execute('SELECT id, "values" FROM notes').fetchall():
        told = _said_in(text, names, "{}")
        conn.execute('UPDATE notes SET "values" = ? WHERE id = ?', (told, id))


def _without(entry: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    """The entry; a note in which one of the names stands is empty."""
    note = entry.get("note")
    return {**entry, "note": ""} if isinstance(note, str) and _stand_in(names, note) else entry


def _said_in(text: str, names: Collection[str], unread: str) -> str:
    """JSON without what somebody wrote with one of the names in it; ``unread`` for what can't be read."""
    try:
        return json.dumps(_said(json.loads(text), names), separators=(",", ":"))
    except ValueError:
        return unread


def _said(value: Any, names: Collection[str]) -> Any:
    """A value of a line of the log; what somebody wrote with one of the names in it is empty."""
    if isinstance(value, str):
        return "" if _stand_in(names, value) else value
    if isinstance(value, dict):
        return {key: _said(one, names) for key, one in value.items()}
    return [_said(one, names) for one in value] if isinstance(value, list) else value


def _stand_in(names: Iterable[str], text: str) -> bool:
    """One of the names stands in what somebody wrote: as the beginning of a word with at most three letters behind it,
    a short one as the whole word, or with an s after an apostrophe."""
    plain = folded(text)
    return any(re.search(_in_words(name), plain) for name in names)


def _in_words(name: str) -> str:
    ending = r"\w{0,3}" if len(name) >= SHORT else r"(['’]s)?"
    return rf"(?<!\w){re.escape(name)}{ending}(?!\w)"
