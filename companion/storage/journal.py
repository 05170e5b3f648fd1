"""The journal: the entries of each game, and notes on what else happened at the table.

The record knows what entries mean; here they are rows with a time, a device and a checksum.
"""

# ruff: noqa: S608 - only names of columns are put into the SQL.

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.text import T, Text
from companion.storage.checksums import ENTRY
from companion.storage.data_file import Repository
from companion.storage.disk_errors import StoreError
from companion.storage.person_ids import change_joined, ids_to_names, names_to_ids, person_id
from companion.storage.rows import Damaged, NoteRow, TapRow, to_json

GAP = 500
"""When entries are salvaged, at most this many can be missing in a row."""
_NOTE = 'SELECT id, game_id, seq, message, "values" FROM notes '
_NEW_NOTE = 'INSERT INTO notes (table_id, game_id, seq, message, "values") VALUES (?, ?, ?, ?, ?)'
_ENTRIES = f"SELECT *, checksum IS {ENTRY} AS sound FROM entries WHERE game_id = ? "
_INSERT = f"""
    INSERT INTO entries (game_id, seq, body, action_id, batch, drawn, checksum)
    SELECT *, {ENTRY} FROM (SELECT ? AS game_id, ? AS seq, ? AS body, ? AS action_id, ? AS batch, ? AS drawn)
"""


class Stale(StoreError):
    """The journal has grown since the page was made; nothing was written."""

    def __init__(self) -> None:
        super().__init__(T("Something else was entered in the meantime, so nothing was changed. Check and try again."))


class JournalRead(NamedTuple):
    """A journal up to the first entry that can't be read.

    It has the entries as they were made, with ``at`` and ``device``; the fields that chance filled, by the number of
    their entry; the taps that made the entries; and what is wrong with the next entry, if anything.
    """

    entries: list[dict[str, Any]]
    drawn: dict[int, tuple[str, ...]]
    taps: list[TapRow]
    damage: Damaged | None = None


class Journal(Repository):
    """The rows of entries and notes in the data file."""

    # --- entries

    def append(
        self,
        game_id: int,
        expected_seq: int,
        entries: Sequence[Mapping[str, Any]],
        action_id: str,
        at: str,
        device: str,
        drawn: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        """Write the entries of one tap; they are on disk when this returns.

        ``action_id`` is the id of the tap; a journal has each id once. If ``expected_seq`` is not the journal's
        length, it raises ``Stale`` and writes nothing. ``drawn`` holds the fields that chance filled, by the number of
        their entry. If an entry has a time and a device of its own, those are saved.
        """
        with self.transaction() as db:
            length = self._one("SELECT IFNULL(MAX(seq) + 1, 0) AS n FROM entries WHERE game_id = ?", game_id)
            if length["n"] != expected_seq:
                raise Stale
            for number, entry in enumerate(entries, expected_seq):
                first = (action_id, len(entries)) if number == expected_seq else (None, None)
                sent = {"at": str(entry.get("at", at)), "device": str(entry.get("device", device))}
                body = to_json({**change_joined(entry, lambda name: person_id(db, name)), **sent})
                fields = " ".join((drawn or {}).get(number, ()))
                db.execute(_INSERT, (game_id, number, body, *first, fields))

    def has(self, game_id: int, action_id: str) -> bool:
        """Return whether the tap with this id is in the journal already."""
        return self._row("SELECT 1 FROM entries WHERE game_id = ? AND action_id = ?", game_id, action_id) is not None

    def append_record(self, game_id: int, entries: Iterable[Mapping[str, Any]]) -> None:
        """Write the whole journal of a game that has none yet, from the entries of a record.

        Consecutive entries with the same time and device are one tap; an entry that the app made belongs to the tap
        before it.
        """
        with self.transaction():
            number = 0
            for tap in _taps(entries):
                self.append(game_id, number, tap, f"import:{number}", "", "import")
                number += len(tap)

    def read(self, game_id: int) -> JournalRead:
        """Return the journal up to the first damaged entry."""
        rows = self._rows(_ENTRIES + "ORDER BY seq", game_id)
        called = self._names()
        read = JournalRead([], {}, [])
        for number, row in enumerate(rows):
            if not row["sound"]:
                return read._replace(damage=Damaged(T("entry {n} has been changed", n=number), number))
            if row["seq"] != number:
                return read._replace(damage=Damaged(T("entry {n} is missing", n=number), number))
            read.entries.append(_whole(row, called))
            if row["drawn"]:
                read.drawn[number] = tuple(row["drawn"].split())
            if row["batch"]:
                read.taps.append(TapRow(number, row["batch"], read.entries[-1]["device"]))
        return read

    def salvage(self, game_id: int) -> list[dict[str, Any] | None]:
        """Return the entries up to the last readable one, even from a damaged file.

        None stands for a damaged or missing entry.
        """
        found: list[dict[str, Any] | None] = []
        called: dict[int, str] = {}
        with contextlib.suppress(StoreError):
            called = self._names()
        while found[-GAP:].count(None) < GAP:
            row = None
            with contextlib.suppress(StoreError):
                row = self._row(_ENTRIES + "AND seq = ?", game_id, len(found))
            found.append(_whole(row, called) if row and row["sound"] else None)
        return found[:-GAP]

    # --- what else happened

    def note(
        self,
        table_id: int,
        game_id: int | None,
        seq: int | None,
        text: Text,
    ) -> None:
        """Add a note to the table's log: a join, a takeover. ``seq`` is the entry that it belongs to, if any."""
        with self.transaction() as db:
            values = to_json(names_to_ids(text.values, self._names()))
            db.execute(_NEW_NOTE, (table_id, game_id, seq, text.message, values))

    def notes(self, table_id: int, limit: int) -> list[NoteRow]:
        """Return the last ``limit`` notes of the table, newest first."""
        called = self._names()
        rows = self._rows(_NOTE + "WHERE table_id = ? ORDER BY id DESC LIMIT ?", table_id, limit)
        return [_note(row, called) for row in rows]


def _whole(row: Mapping[str, Any], called: Mapping[int, str]) -> dict[str, Any]:
    """Return the entry as it was made, with its time and device."""
    return change_joined(json.loads(row["body"]), lambda person: called.get(person, "?"))


def _taps(entries: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Return the entries of a record, grouped by tap."""
    taps: list[list[Mapping[str, Any]]] = []
    for entry in entries:
        if not taps or not _is_going_on(taps[-1][-1], entry):
            taps.append([])
        taps[-1].append(entry)
    return taps


def _is_going_on(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether the entry belongs to the tap of the one ``before`` it."""
    kinds = {before["kind"], after["kind"]}
    if after["kind"] == "deal" or (len(kinds) > 1 and "undo" in kinds):
        return False
    alike = all(before.get(name) == after.get(name) for name in ("at", "device"))
    return after.get("device") == "app" or bool(after.get("at") and alike)


def _note(row: dict[str, Any], called: Mapping[int, str]) -> NoteRow:
    """Read a note; a damaged one becomes a note that says so, and nothing else fails."""
    message = row.pop("message")
    values = row.pop("values")
    try:
        text = Text(message, ids_to_names(json.loads(values), called))
        str(text)
    except (ValueError, TypeError, LookupError, AttributeError):
        text = T("(a note that can't be read any more)")
    return NoteRow(**row, text=text)
