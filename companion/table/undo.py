"""Undo and redo of the newest tap as a whole: which tap that is, what it was, and why its seat can't undo it.

The command is ``commands.play.undo_tap``; ``record`` says what an undo does to the record.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from companion.engine.text import T, Text
from companion.engine.visibility import OWN
from companion.record.record import Record
from companion.storage.store import TapRow
from companion.table.snapshot import SHOWN, TOLD, TableState, seats_that_saw

SEEN = T("A card has been seen since then, so only the table screen can undo this.")


class UndoableTap(NamedTuple):
    """A tap that can be undone, or redone.

    The number of its first entry, what it started with, and which device sent it. ``asks``: cards were shown because of
    it. ``why``: the reason why its own seat can't undo it. ``short``: what the move is called on a button; None if that
    is secret.
    """

    tap: int
    text: Text
    device: str
    asks: bool = False
    why: Text | None = None
    short: Text | None = None


def tap_of(table: TableState, number: int) -> TapRow | None:
    """Return the tap that has entry ``number``, or None if there is no such entry."""
    place = bisect_right(table.taps, number, key=lambda tap: tap.first) - 1
    return table.taps[place] if place >= 0 and number in table.taps[place].numbers else None


def find_newest(table: TableState) -> TapRow | None:
    """Return the newest tap that counts."""
    return tap_of(table, table.record.newest)


def find_newest_undo(table: TableState) -> TapRow | None:
    """Return the newest undo, as long as nothing but undos came since."""
    undos = table.record.undos
    return tap_of(table, undos[-1]) if undos else None


def list_standing(record: Record, tap: TapRow) -> list[int]:
    """Return the entries of the tap that count, or those that an undo still undoes, newest first."""
    return [number for number in reversed(tap.numbers) if record.live[number]]


def find_undo(table: TableState) -> UndoableTap | None:
    """Return the tap that Undo undoes now."""
    tap = find_newest(table)
    record = table.record
    if tap is None:
        return None
    deals = any(record.entries[number]["kind"] == "deal" for number in tap.numbers)
    why = SEEN if has_shown(table, tap) else None
    asks = deals or _has_told_end(table)
    text = table.log.say(record, tap.numbers[:1])
    return UndoableTap(tap.first, text, tap.device, asks, why, _name_move(record, tap.first))


def find_redo(table: TableState) -> UndoableTap | None:
    """Return the tap that Redo brings back now."""
    tap = find_newest_undo(table)
    record = table.record
    if tap is None:
        return None
    first = record.entries[list_standing(record, tap)[0]]["entry"]
    return UndoableTap(tap.first, table.log.say(record, [first]), tap.device, short=_name_move(record, first))


def _name_move(record: Record, number: int) -> Text | None:
    """Return the short word for the move of entry ``number``; None if only the seat may know its choices."""
    entry = record.entries[number]
    move = record.game.moves[entry["kind"]]
    if move.secret:
        return None
    tile = record.game.guide.of_entry(entry)
    return tile.name if tile else move.short or move.label


def has_shown(table: TableState, tap: TapRow) -> bool:
    """Return whether the tap is a look, or because of it a card has come before someone's eyes, or all have since."""
    record = table.record
    moves = ((number, record.game.moves[record.entries[number]["kind"]]) for number in tap.numbers)
    return tap.first < max(seats_that_saw(table, SHOWN), default=0) or any(
        not move.undoable or move.is_visible_to_next(record.state) or seats_that_saw(table, name_because_of(number))
        for number, move in moves
    )


def _has_told_end(table: TableState) -> bool:
    """Return whether the end, as it is or as last undone, has shown cards that only their owners knew."""
    return -1 in seats_that_saw(table, TOLD) and (not table.state.playing or bool(table.record.undos))


def name_marks(table: TableState, seat: int, key: str) -> list[str]:
    """Return the seat's look-marks: at what an entry lets it see, and at its own card."""
    record = table.record
    made = [(number, record.game.moves[entry["kind"]].list_opened(entry)) for number, entry in record.list_counting()]
    opened = [name_because_of(number) for number, seen in made if number > table.log.deal and (seat, key) in seen]
    return [*opened[-1:], *([OWN] if key == OWN else [])]


def name_because_of(number: int) -> str:
    """Name the look-mark of what entry ``number`` made secret again."""
    return f"entry:{number}"
