"""Entries that the app adds automatically, and how a tap is written: into record, journal and list of taps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion import clock
from companion.engine.actions import Entry
from companion.record import chance
from companion.storage.store import TapRow
from companion.table.snapshot import TableState


def add(table: TableState, entry: Entry, drawn: Sequence[str] = ()) -> None:
    """Add an entry to the record, with what chance decides."""
    record = table.record
    filled, fields = chance.draw(record, dict(entry), table.dice.shuffle)
    record.append(filled, fields or drawn)


def keep_tap(table: TableState, first: int, action: str, device: str) -> None:
    """Write the entries from ``first`` on as one tap."""
    made = table.record.entries[first:]
    table.store.journal.append(table.game_row.id, first, made, action, clock.moment(), device, table.record.drawn)
    table.taps = (*table.taps, TapRow(first, len(made), device))


def find_owed(table: TableState, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
    """Return an entry that the app has to make now; none while cards are revealed that come before it."""
    return None if table.face_down else table.record.game.make_automatic(table.record.state, typed)


def enter_owed(table: TableState, typed: Mapping[int, Mapping[str, Any]] | None = None) -> None:
    """Enter all that the app owes the table, each as a tap of its own."""
    while entry := find_owed(table, typed or {}):
        first = len(table.record.entries)
        add(table, entry)
        keep_tap(table, first, f"app:{first}", "app")
