"""A table without a disk: for what a function of ``table`` decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import Mock

from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.visibility import OWN
from companion.games import game_by_id
from companion.record.record import Record
from companion.storage.store import ChosenGame, GameRow, SeatRow, TableRow
from companion.table import TableState
from companion.table.log import Log
from companion.table.snapshot import CurrentGame

NAMES = ("Anna", "Ben", "Cleo", "Dora")
DEAL: Entry = {
    "kind": "deal",
    "cards": ["gold-digger", "saboteur", "gold-digger", "gold-digger"],
    "aside": ["gold-digger"],
    "first": 0,
}
"""Of Saboteur, for four: Ben is the saboteur."""
CAVE: Entry = {
    "kind": "deal",
    "cards": ["yellow-loyal", "yellow-saboteur", "yellow-loyal", "yellow-saboteur"],
    "aside": [],
    "first": 0,
}
"""Of The Dark Cave, for four."""
AGREED: Entry = {"kind": "end", "reason": "agreed"}


def table_of(
    game: str | Game = "saboteur", *entries: Entry, names: Sequence[str] = NAMES, looked: bool = True, **options: Any
) -> TableState:
    """A table at which these entries were made, each a tap of its own; in the lobby without entries.

    ``looked``: play has begun. What it writes goes nowhere."""
    game = game if isinstance(game, Game) else game_by_id(game)
    seats = [SeatRow(number, 1, name, False, None) for number, name in enumerate(names, 1)]
    store: Any = Mock()
    store.journal.has.return_value = False
    store.journal.notes.return_value = []
    store.seats.of.return_value = seats
    row = TableRow(1, "ACDE", None, False, ChosenGame(game.id, options, open=not entries))
    table = TableState(store, row, tuple(seats), dice=Random(1))
    table.log = Log(game)
    if entries:
        record = Record(game, names, options, table.log)
        ids = [seat.id for seat in seats]
        table.current_game = CurrentGame(
            GameRow(7, 1, 1, game.id, dict(record.state.options), [*names], ids, ""), record
        )
        enter(table, *entries)
        if looked:
            marks = {f"{OWN}:{table.log.deal}": frozenset({-1})}
            table.current_game = CurrentGame(replace(table.game_row, looks=marks), record)
    return table


def enter(table: TableState, *entries: Entry, device: str = "table") -> None:
    """Each of these entries is made as a tap of its own, and nothing is checked."""
    from companion.table.commands import owed

    for entry in entries:
        first = len(table.record.entries)
        table.record.append(entry)
        owed.keep_tap(table, first, f"tap:{first}", device)
