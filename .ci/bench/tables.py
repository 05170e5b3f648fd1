"""Tables as people would have set them up, made through the program's own classes before it is started."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.storage.store import Store
from companion.table import Table, Tables
from companion.table.commands import rounds, seating

GAME = "saboteur-2"
SEATS = 12
SCREENS = SEATS + 1
"""Twelve phones and the table screen."""


@dataclass(frozen=True)
class Made:
    """A table with a game under way: its code, one cookie for each phone, the host's, and how to go on tapping.

    ``entries`` is the journal's length; the seat on turn is ``(entries - 1) % SEATS`` after the deal, for every tap is
    a quiet turn of one entry. Cards are not counted, so that such a game never ends.
    """

    code: str
    game: int
    cookies: tuple[str, ...]
    host: str
    entries: int
    quiet: dict[str, Any]

    def tap(self, number: int) -> tuple[str, dict[str, str]]:
        """The cookie and the form of the tap ``number`` (from 0) after those already made."""
        length = self.entries + number
        seat = (length - 1) % SEATS
        entries = json.dumps([{**self.quiet, "by": seat}])
        return self.cookies[seat], {"stamp": f"{self.game}.{length}", "entries": entries}


def make(folder: Path, tables: int, taps: int = 0) -> list[Made]:
    """``tables`` tables in a new data folder, ``taps`` quiet turns played at each."""
    store = Store(folder)
    # Nobody waits for these tables yet, so they need not be on disk one by one.
    store._db.conn.execute("PRAGMA synchronous=OFF")
    try:
        every = Tables(store)
        return [_one(store, every.create(), taps) for _ in range(tables)]
    finally:
        store.close()


def _one(store: Store, table: Table, taps: int) -> Made:
    cookies = [f"seat_{table.code}={table.run(seating.join, f'Player {n + 1}')[1]}" for n in range(SEATS)]
    table.run(rounds.choose, GAME, {"count_cards": False})
    table.run(rounds.deal, 0)
    table.run(rounds.start_early)
    row, record = table.state.game_row, table.state.record
    quiet = record.offer.actions[0][0].base
    played = [{**quiet, "by": number % SEATS} for number in range(taps)]
    with store.journal.transaction():
        for number, entry in enumerate(played):
            store.journal.append(row.id, 1 + number, [entry], f"setup:{number}", "", f"seat-{entry['by']}")
    return Made(table.code, row.id, tuple(cookies), f"host={store.host_key}", 1 + taps, dict(quiet))
