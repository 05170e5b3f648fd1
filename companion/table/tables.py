"""All tables of one process.

It finds a table by its code, opens it once, and reads records in as new tables; one table is ``table``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

from companion.engine.text import T
from companion.record.record import Record
from companion.storage.store import ChosenGame, Damaged, GameRow, Store, StoreError, TableRow
from companion.table.commands import seating
from companion.table.loading import TableDamaged, load_record
from companion.table.refusals import Refused
from companion.table.snapshot import Stage
from companion.table.table import Table


class Tables:
    """The tables of this process, each loaded at first touch.

    ``publish`` gets the code of each table that has changed, as soon as that is on disk: it waits for nobody, and
    raises nothing.
    """

    def __init__(self, store: Store, publish: Callable[[str], object] = lambda code: None) -> None:
        self.store = store
        self._publish = publish
        self._tables: dict[str, Table] = {}
        self._damaged: dict[str, TableDamaged] = {}
        self._lock = threading.Lock()

    def get(self, code: str) -> Table | None:
        """Return the table with that code, however it is written.

        Raises ``Unopened`` for one whose game can't be read.
        """
        code = code.upper()
        with self._lock:
            if code in self._damaged:
                raise self._damaged[code]
            if code not in self._tables:
                row = self.store.tables.by_code(code)
                if row is None:
                    return None
                try:
                    self._tables[code] = Table(self.store, row, self._publish)
                except Damaged as damage:
                    self._damaged[code] = TableDamaged(self.store, row, damage)
                    raise self._damaged[code] from damage
            return self._tables[code]

    def is_played_at(self, codes: Iterable[str]) -> bool:
        """Return whether a game is under way at one of these tables."""
        found = (self.get(code) for code in codes)
        return any(table is not None and table.state.stage not in (Stage.LOBBY, Stage.OVER) for table in found)

    def find_newest(self) -> Table:
        """Return the table that people come to.

        That is the one made last that can be opened, or the first one if there is none. An imported one waits while
        another is played.
        """
        rows = self.store.tables.all()
        if self.store.games.is_played():
            rows.sort(key=lambda row: not row.imported)
        for row in reversed(rows):
            with suppress(Damaged):
                if found := self.get(row.code):
                    return found
        return self.create()

    def create(self, imported: bool = False) -> Table:
        """Make a new table without seats."""
        table = self.get(self.store.tables.create(self.store.tables.new_code(), imported).code)
        assert table is not None
        return table

    def abandon_damaged_game(self, code: str, number: int) -> None:
        """Mark a game as damaged: nothing reads it any more, and the people at its table start another one.

        It then no longer stops backups. Raises ``Refused`` for a game that is undamaged.
        """
        row = self.store.tables.by_code(code)
        games = {game.number: game for game in self.store.games.of(row.id)} if row else {}
        game = games.get(number)
        if row is None or game is None or game.damaged or not _is_damaged(self.store, game):
            raise Refused(T("this game is not damaged"))
        with self._lock, ExitStack() as at_end:
            if table := self._tables.get(row.code):
                at_end.enter_context(table.read_anew())
            with self.store.transaction():
                self.store.games.mark_damaged(game.id)
                if number == max(games) and row.chosen:
                    self.store.tables.save(replace(row, chosen=replace(row.chosen, open=True)))
            self._damaged.pop(row.code, None)
        with suppress(StoreError):
            self.store.backup()

    @contextmanager
    def read_anew(self) -> Iterator[None]:
        """Lock all tables while something else changes them on disk, and load them again in any case.

        They are locked in the order of their codes, before the disk is written to: no other device's tap comes between,
        and overwrites the change.
        """
        with self._lock, ExitStack() as at_end:
            for code in sorted(self._tables):
                at_end.enter_context(self._tables[code].read_anew())
            yield


def import_record(store: Store, record: Record) -> TableRow:
    """Make a new table at which the game of the record has been played: all of it, or nothing."""
    game = record.game
    options = record.state.options
    with store.transaction():
        table = Tables(store).create(imported=True)
        # The names are judged like those that people type, except for what people could once type.
        seats = [table.run(seating.add_seat, name, typed=False) for name in record.players]
        names = [seat.name for seat in seats]
        ids = [seat.id for seat in seats]
        row = store.games.new(table.state.row.id, game.id, options, names, ids, game.file)
        store.journal.append_record(row.id, record.entries)
        store.tables.save(replace(table.state.row, chosen=ChosenGame(game.id, options, not record.entries)))
        return table.state.row


def _is_damaged(store: Store, game: GameRow) -> bool:
    try:
        load_record(store, game)
    except Damaged:
        return True
    return False
