"""A game that was played without the app, entered round by round afterwards.

Here are its record, the reveal of the newest round, and the table that saves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion import clock
from companion.engine.actions import Entry
from companion.engine.clans import clan_of
from companion.engine.corrections import list_counts
from companion.engine.fields import fold_name
from companion.engine.game import Game
from companion.engine.round_facts import list_tracking_modes, require_sheet
from companion.engine.score_story import list_steps
from companion.engine.setup import list_option_fields
from companion.engine.state import RESULT_ONLY
from companion.engine.tracking import FACTS
from companion.record.record import Record
from companion.storage.store import ChosenGame, GameRow, RevealProgress, SeatRow, Store, TableRow
from companion.table import reveal
from companion.table.commands.rounds import open_lobby, require_no_game
from companion.table.log import ON_PAPER, Log
from companion.table.snapshot import CurrentGame, TableState


class OfflineGame(NamedTuple):
    """A game as it was entered.

    ``rounds`` are the facts of each, ``before`` is what everyone had before the first one. ``whole``: no further round
    is entered.
    """

    game: Game
    names: Sequence[str]
    options: Mapping[str, Any]
    rounds: Sequence[Mapping[str, Any]] = ()
    before: Sequence[int] = ()
    whole: bool = False

    @staticmethod
    def can_take(game: Game) -> bool:
        """Return whether rounds of this game can be entered like this."""
        return bool(game.sheet) and RESULT_ONLY in list_tracking_modes(game)

    @property
    def most(self) -> int:
        """As many rounds as it can have."""
        return next((field.high for field in list_option_fields(self.game) if field.name == "rounds"), 1)  # type: ignore[attr-defined]

    @property
    def asks_before(self) -> bool:
        """The gold of before matters to how the round came out."""
        return any(part.known for part in require_sheet(self.game).parts)

    def make_record(self, log: Log | None = None) -> Record:
        """Make the record of it. Raises a RuleError for what can't be."""
        options = {**self.options, "dealing": "cards"}
        if "rounds" in options:
            count = len(self.rounds)
            options["rounds"] = max(1, count) if self.whole else max(count, options["rounds"])
        record = Record(self.game, self.names, options, log)
        for told in self.rounds:
            for entry in self._make_entries(record, told):
                record.append(entry)
        return record

    def _make_entries(self, record: Record, told: Mapping[str, Any]) -> list[Entry]:
        game = self.game
        state = record.state
        deal: Entry = {"kind": "deal", "follow": RESULT_ONLY}
        if game.in_turns:
            deal["first"] = 0
        if game.clans:
            sheet = require_sheet(game)
            cards = sheet.read_entered(state, told)[sheet.cards]
            deal["clans"] = [clan_of(card) for card in cards]
        had = self.before if state.round == 0 and self.asks_before else ()
        count = next((count.name for count in list_counts(game) if count.after), "")
        mended = [{"kind": "correct", "seat": seat, count: n} for seat, n in enumerate(had) if n]
        return [deal, *mended, {**told, "kind": FACTS}]


def make_table(store: Store, paper: OfflineGame, beat: int) -> TableState:
    """Make a table, in memory only, with that game and the given number of beats of its newest round revealed."""
    log = Log(paper.game)
    ids = list(range(1, len(paper.names) + 1))
    record = paper.make_record(log)
    seats = [SeatRow(id, 0, name, False, None) for id, name in zip(ids, paper.names, strict=True)]
    options = record.state.options
    row = TableRow(0, "", None, False, ChosenGame(paper.game.id, options, False))
    shown = RevealProgress(record.state.round, min(beat, reveal.count_beats(list_steps(paper.game, record.state))))
    game = GameRow(0, 0, 1, paper.game.id, options, record.players, ids, "", show=shown)
    table = TableState(store, row, tuple(seats), current_game=CurrentGame(game, record))
    table.log = log
    return table


def save_to_history(table: TableState, paper: OfflineGame, mark: str) -> None:
    """Put the game into the history as one that was played at this table; a game with that ``mark`` is saved once.

    Its names are valid and all different.
    """
    if any(table.store.journal.has(row.id, mark) for row in table.store.games.of(table.row.id)):
        return
    require_no_game(table)
    record = paper.make_record()
    seats = {fold_name(seat.name): seat.id for seat in table.seats}
    ids = [seats.get(fold_name(name), 0) for name in paper.names]
    row = table.store.games.new(table.row.id, paper.game.id, record.state.options, record.players, ids)
    table.store.journal.append(row.id, 0, record.entries, mark, clock.moment(), ON_PAPER)
    steps = list_steps(paper.game, record.state)
    row = replace(row, over=True, show=RevealProgress(record.state.round, reveal.count_beats(steps)))
    table.store.games.save(row)
    table.load_game(row)
    open_lobby(table)
