"""Entries that the app makes by itself, and how a tap is written: into record, journal and list of taps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion import clock
from companion.kept.store import TapRow
from companion.record import chance
from companion.rules.asking import Entry
from companion.table.at import At


def add(at: At, entry: Entry, drawn: Sequence[str] = ()) -> None:
    """Add an entry to the record, with what chance decides."""
    record = at.record
    move = record.game.moves.get(entry["kind"])
    entry = move.settle_hidden(record.state, entry) if move is not None else entry
    filled, fields = chance.fill_in(record, dict(entry), at.dice.shuffle)
    record.append(filled, fields or drawn)


def keep_tap(at: At, first: int, action: str, device: str) -> None:
    """Write the entries from ``first`` on as one tap."""
    made = at.record.entries[first:]
    at.store.journal.append(at.game_row.id, first, made, action, clock.moment(), device, at.record.drawn)
    at.taps = (*at.taps, TapRow(first, len(made), device))


def find_owed(at: At, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
    """Return an entry that the app has to make now; none while cards turn up that come before it."""
    return None if at.face_down else at.record.game.make_automatic(at.record.state, typed)


def enter_owed(at: At, typed: Mapping[int, Mapping[str, Any]] | None = None) -> None:
    """Enter all that the app owes the table, each as a tap of its own."""
    while entry := find_owed(at, typed or {}):
        first = len(at.record.entries)
        add(at, entry)
        keep_tap(at, first, f"app:{first}", "app")
