"""A game from the disk: as it was left, as far as it can be read, and what is wrong with the rest.

What is said of damage tells nothing of what was written: everybody at the table reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion.games import game_by_id, is_id, known_game
from companion.kept.store import Chosen, Damaged, GameRow, Store, TableRow
from companion.record.record import AMEND, UNDO, EntryError, Listener, Record
from companion.rules.asking import Entry, plain
from companion.rules.game import Game
from companion.rules.text import RuleError, T

_log = logging.getLogger(__name__)


def game_of(row: GameRow) -> Game[Any]:
    """The rules of the game that was played. Raises ``Damaged`` where what stands there is no game."""
    if row.damage:
        raise Damaged(row.damage)
    try:
        return game_by_id(row.game, row.file)
    except RuleError:
        raise Damaged(T("this version knows no game {game}", game=plain(row.game))) from None


def load_record(store: Store, row: GameRow, listener: Listener | None = None) -> Record:
    """The game as it was left. Raises ``Damaged``."""
    return _restored(row, store.journal.entries(row.id), listener, store.journal.drawn(row.id))


def readable_entries(store: Store, row: GameRow) -> tuple[list[Entry], Damaged | None]:
    """The entries up to the first that can't be read or played, and what is wrong with that one."""
    entries, damage = store.journal.readable_entries(row.id)
    try:
        _restored(row, entries)
    except Damaged as found:
        return entries[: found.entry], found
    return entries, damage


def _restored(
    row: GameRow,
    entries: list[Entry],
    listener: Listener | None = None,
    drawn: Mapping[int, tuple[str, ...]] | None = None,
) -> Record:
    game = game_of(row)
    try:
        record = Record(game, row.players, row.options, listener)
    except Exception as error:
        raise Damaged(T("the game's options can't be read")) from error
    try:
        record.restore(entries, drawn)
    except EntryError as error:
        kind = entries[error.number].get("kind")
        why = (
            T("there is no such kind of entry")
            if kind not in {*game.moves, UNDO, AMEND}
            else T("it can't be played there")
        )
        raise Damaged(T("entry {n}: {why}", n=error.number, why=why), error.number) from error
    except Exception as error:
        raise Damaged(T("its entries can't be played one after the other")) from error
    return record


def readable_choice(row: TableRow, dealt: GameRow | None) -> Chosen | None:
    """What is chosen for the next deal; where that can't be read, what was dealt last."""
    with suppress(RuleError):
        if row.chosen and (game := known_game(row.chosen.game)):
            game.complete(row.chosen.options)
        if row.chosen and is_id(row.chosen.game):
            return row.chosen
    return Chosen(dealt.game, dealt.options, False) if dealt else None


def cannot_be_opened(row: TableRow, damage: Damaged) -> Damaged:
    """The damage, said to the people at that table with what helps; it stands in the terminal too."""
    text = T(
        "Table {code} can't be opened, for its data are damaged: {what}. The other tables go on. On the machine of the"
        " companion, “companion export {code}” writes what can still be read, and “companion restore” brings the newest"
        " backup back when the companion has been stopped.",
        code=row.code,
        what=damage.text,
    )
    _log.error("%s", text)
    return Damaged(text, damage.entry)
