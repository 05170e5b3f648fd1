"""A game that was played without the app, told round by round afterwards.

Its record, the telling of the newest round, and the table that keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion import clock
from companion.kept.store import Chosen, GameRow, SeatingRow, Show, Store, TableRow
from companion.record.record import Record
from companion.rules.asking import Entry, fold_name
from companion.rules.cards import clan_of
from companion.rules.following import FACTS
from companion.rules.game import Game
from companion.rules.state import NOTHING
from companion.table import show
from companion.table.at import At, Playing
from companion.table.log import ON_PAPER, Log
from companion.table.rounds import need_no_game, open_lobby


class Paper(NamedTuple):
    """A game as it was told.

    ``rounds`` are the facts of each, ``before`` is what everybody had before the first one. ``whole``: no further round
    is told.
    """

    game: Game
    names: Sequence[str]
    options: Mapping[str, Any]
    rounds: Sequence[Mapping[str, Any]] = ()
    before: Sequence[int] = ()
    whole: bool = False

    @staticmethod
    def can_take(game: Game) -> bool:
        """Tell whether rounds of this game can be told so."""
        return bool(game.sheet) and NOTHING in game.follows

    @property
    def most(self) -> int:
        """As many rounds as it can have."""
        return next((field.high for field in self.game.options() if field.name == "rounds"), 1)  # type: ignore[attr-defined]

    @property
    def asks_before(self) -> bool:
        """The gold of before matters to how the round came out."""
        return any(part.known for part in self.game.facts_sheet.parts)

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
        game, state = self.game, record.state
        deal: Entry = {"kind": "deal", "follow": NOTHING}
        if game.in_turns:
            deal["first"] = 0
        if game.clans:
            cards = game.facts_sheet.read_told(state, told)[game.facts_sheet.cards]
            deal["clans"] = [clan_of(card) for card in cards]
        had = self.before if state.round == 0 and self.asks_before else ()
        count = next((one.name for one in game.counts if one.after), "")
        mended = [{"kind": "correct", "seat": seat, count: n} for seat, n in enumerate(had) if n]
        return [deal, *mended, {**told, "kind": FACTS}]


def make_table(store: Store, paper: Paper, beat: int) -> At:
    """Make a table, nowhere kept, at which that game is played and so many beats of its newest round have been told."""
    log, ids = Log(paper.game), list(range(1, len(paper.names) + 1))
    record = paper.make_record(log)
    seats = [SeatingRow(id, 0, name, False, None) for id, name in zip(ids, paper.names, strict=True)]
    options = record.state.options
    row = TableRow(0, "", None, False, Chosen(paper.game.id, options, False))
    shown = Show(record.state.round, min(beat, show.count_beats(paper.game.steps(record.state))))
    game = GameRow(0, 0, 1, paper.game.id, options, record.players, ids, "", show=shown)
    at = At(store, row, tuple(seats), dealt=Playing(game, record))
    at.log = log
    return at


def keep(at: At, paper: Paper, mark: str) -> None:
    """Put the game into the book as one that was played at this table; what has that ``mark`` is kept once.

    Its names are such that people can have them, each another one.
    """
    if any(at.store.journal.has(row.id, mark) for row in at.store.games.of(at.row.id)):
        return
    need_no_game(at)
    record = paper.make_record()
    seats = {fold_name(seat.name): seat.id for seat in at.seats}
    ids = [seats.get(fold_name(name), 0) for name in paper.names]
    row = at.store.games.new(at.row.id, paper.game.id, record.state.options, record.players, ids)
    at.store.journal.append(row.id, 0, record.entries, mark, clock.moment(), ON_PAPER)
    steps = paper.game.steps(record.state)
    row = replace(row, over=True, show=Show(record.state.round, show.count_beats(steps)))
    at.store.games.save(row)
    at.load_game(row)
    open_lobby(at)
