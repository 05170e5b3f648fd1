"""Taking back and bringing back: the newest tap, whole; what it was, and why its seat may not.

The command itself is ``playing.undo``; what an undo does to the record is the record's.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from companion.kept.store import TapRow
from companion.record.record import Record
from companion.rules.seeing import OWN
from companion.rules.text import T, Text
from companion.table.at import SHOWN, TOLD, At, find_who_looked

SEEN = T("You have seen a card since: the table can take this back.")


class Back(NamedTuple):
    """A tap that can be taken back, or brought back.

    The number of its first entry, what it began with, and which device sent it. ``asks``: cards were shown because of
    it. ``why``: its own seat may not take it back.
    """

    tap: int
    text: Text
    device: str
    asks: bool = False
    why: Text | None = None


def tap_of(at: At, number: int) -> TapRow | None:
    """Return the tap that has entry ``number``, or None where there is no such entry."""
    place = bisect_right(at.taps, number, key=lambda tap: tap.first) - 1
    return at.taps[place] if place >= 0 and number in at.taps[place].numbers else None


def find_newest(at: At) -> TapRow | None:
    """Return the newest tap that counts."""
    return tap_of(at, at.record.newest)


def find_undone(at: At) -> TapRow | None:
    """Return the newest undo, as long as nothing but undos came since."""
    undos = at.record.undos
    return tap_of(at, undos[-1]) if undos else None


def list_standing(record: Record, tap: TapRow) -> list[int]:
    """Return the entries of the tap that count, or of an undo what it still takes back, newest first."""
    return [number for number in reversed(tap.numbers) if record.live[number]]


def find_undo(at: At) -> Back | None:
    """Return the tap that Undo takes back now."""
    tap, record = find_newest(at), at.record
    if tap is None:
        return None
    deals = any(record.entries[number]["kind"] == "deal" for number in tap.numbers)
    why = SEEN if has_shown(at, tap) else None
    return Back(tap.first, at.log.say(record, tap.numbers[:1]), tap.device, deals or _has_told_end(at), why)


def find_redo(at: At) -> Back | None:
    """Return the tap that Redo brings back now."""
    tap, record = find_undone(at), at.record
    if tap is None:
        return None
    first = record.entries[list_standing(record, tap)[0]]["entry"]
    return Back(tap.first, at.log.say(record, [first]), tap.device)


def has_shown(at: At, tap: TapRow) -> bool:
    """Tell whether the tap is a look, or because of it a card has come before somebody's eyes, or all have since."""
    record = at.record
    moves = ((number, record.game.moves[record.entries[number]["kind"]]) for number in tap.numbers)
    return tap.first < max(find_who_looked(at, SHOWN), default=0) or any(
        not move.undoable or move.is_handed_on(record.state) or find_who_looked(at, name_because_of(number))
        for number, move in moves
    )


def _has_told_end(at: At) -> bool:
    """Tell whether the end, as it stands or as it was taken back last, has shown cards that only their owners knew."""
    return -1 in find_who_looked(at, TOLD) and (not at.state.playing or bool(at.record.undos))


def name_marks(at: At, seat: int, key: str) -> list[str]:
    """Return the marks of a look of that seat: because of which entry it sees what it sees, and at its own card."""
    record = at.record
    made = [(number, record.game.moves[one["kind"]].list_opened(one)) for number, one in record.list_counting()]
    opened = [name_because_of(number) for number, seen in made if number > at.log.deal and (seat, key) in seen]
    return [*opened[-1:], *([OWN] if key == OWN else [])]


def name_because_of(number: int) -> str:
    """Name the mark of who has looked at what entry ``number`` made anew."""
    return f"entry:{number}"
