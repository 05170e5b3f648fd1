"""Records are read in as tables at which they were played: each as a whole, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games import game_by_id
from companion.kept.store import Chosen, Store, TableRow
from companion.record.record import Record, parse, read_record
from companion.rules.asking import Entry
from companion.table import Tables, seating


def read(text: str) -> Record:
    """The record in a text. Raises a RuleError, or an EntryError that names the entry."""
    return read_record(parse(text), game_by_id)


def imported(
    store: Store,
    record: Record,
    players: list[str],
    options: dict[str, Any],
    entries: list[Entry],
) -> TableRow:
    """A new table at which this game has been played: all of it, or nothing."""
    game = record.game
    with store.transaction():
        table = Tables(store).create(imported=True)
        # The names are judged like those that people type.
        seats = [table.do(seating.add_seat, name) for name in players]
        options, names, ids = game.complete(options), [seat.name for seat in seats], [seat.id for seat in seats]
        row = store.journal.new_game(table.at.row.id, game.id, options, names, ids, game.file)
        store.journal.append_record(row.id, entries)
        store.tables.save(replace(table.at.row, chosen=Chosen(game.id, options, not entries)))
        return table.at.row
