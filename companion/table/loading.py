"""Loads a game from the disk: all entries that can be read, and what is wrong with the rest.

A description of damage quotes nothing that was written, because everyone at the table reads it.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from itertools import takewhile

from companion.engine.actions import Entry
from companion.engine.fields import write_plain
from companion.engine.game import Game
from companion.engine.setup import complete_options
from companion.engine.text import TN, RuleError, T, Text, join_sentences
from companion.games import find_game, game_by_id, is_id
from companion.record.record import UNDO, EntryListener, Record
from companion.storage.backups import age, find_newest_good
from companion.storage.store import ChosenGame, Damaged, GameRow, JournalRead, Store, StoreError, TableRow

_log = logging.getLogger(__name__)


def game_of(row: GameRow) -> Game:
    """Return the game that was played. Raises ``Damaged`` if the row names no game."""
    if not row.sound:
        raise Damaged(T("the start of the game has been changed"))
    try:
        return game_by_id(row.game, row.file)
    except RuleError:
        raise Damaged(T("this version doesn't know the game {game}", game=write_plain(row.game))) from None


def load_record(store: Store, row: GameRow, listener: EntryListener | None = None) -> Record:
    """Load the game as it was left. Raises ``Damaged``."""
    return restore(row, store.journal.read(row.id), listener)


def read_entries(store: Store, row: GameRow) -> tuple[list[Entry], Damaged | None]:
    """Return the entries up to the first that can't be read or played, and what is wrong with that one."""
    try:
        read = store.journal.read(row.id)
    except StoreError as error:  # the file is damaged
        found = takewhile(lambda one: one is not None, store.journal.salvage(row.id))
        read = JournalRead([entry for entry in found if entry], {}, [], Damaged(error.text))
    try:
        restore(row, read._replace(damage=None))
    except Damaged as wrong:
        return read.entries[: wrong.entry], wrong
    return read.entries, read.damage


def restore(row: GameRow, read: JournalRead, listener: EntryListener | None = None) -> Record:
    """Make the game of a journal that was read. Raises ``Damaged``."""
    if read.damage:
        raise read.damage
    entries = read.entries
    game = game_of(row)
    try:
        record = Record(game, row.players, row.options, listener)
    except Exception as error:
        raise Damaged(T("the game's options can't be read")) from error
    try:
        record.restore(entries, read.drawn)
    except Exception as error:
        number = len(record.entries)
        kind = entries[number].get("kind")
        why = T("there is no such kind of entry") if kind not in {*game.moves, UNDO} else T("it can't be played there")
        raise Damaged(T("entry {n}: {why}", n=number, why=why), number) from error
    return record


def read_choice(row: TableRow, dealt: GameRow | None) -> ChosenGame | None:
    """Return the choice for the next deal; if that can't be read, what was dealt last."""
    with suppress(RuleError):
        if row.chosen and (game := find_game(row.chosen.game)):
            complete_options(game, row.chosen.options)
        if row.chosen and is_id(row.chosen.game):
            return row.chosen
    return ChosenGame(dealt.game, dealt.options, False) if dealt else None


class TableDamaged(Damaged):
    """A table that can't be opened. ``number`` is that of its damaged game; ``left`` of its entries can be read."""

    def __init__(self, store: Store, row: TableRow, damage: Damaged) -> None:
        game = store.games.current(row.id)
        assert game is not None
        self.code = row.code
        self.number = game.number
        self.what = damage.text
        self.left = len(read_entries(store, game)[0])
        self.copy = find_newest_good(store.folder)
        super().__init__(self.now, damage.entry)
        _log.error("%s", self.now)

    @property
    def now(self) -> Text:
        """All that is said of it, with how old the newest sound copy is now."""
        return join_sentences([*self.told, self.ways])

    @property
    def told(self) -> list[Text]:
        """The damage, up to where the game can be read, and that the other tables go on."""
        return [
            T("Table {code} can't be opened because its game is damaged: {what}.", code=self.code, what=self.what),
            TN("One entry can still be read.", "{n} entries can still be read.", self.left),
            T("The other tables aren't affected."),
        ]

    @property
    def ways(self) -> Text:
        """The commands that help."""
        export = T("“companion export {code}” saves what can still be read.", code=self.code)
        if self.copy is None:
            return T("There's no good backup. On Companion's computer, {export}", export=export)
        return T(
            "The newest good backup (all tables) is {age} old. To bring it back, stop Companion and run "
            "“companion restore” on its computer. {export}",
            age=age(self.copy),
            export=export,
        )
