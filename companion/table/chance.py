"""What the app draws: an entry is judged, then chance fills it in, then it is folded.

What has been drawn stays drawn (RECORD.md, "Chance"): taking an entry back and making it again is no second try.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.record import EntryError, Record, is_undo, live_entries, what_counts
from companion.rules.action import Entry
from companion.rules.errors import RuleError
from companion.rules.move import IGNORED, Move, Shuffle


def drawn(record: Record, entry: Entry, shuffle: Shuffle) -> Entry:
    """The entry with what chance decides. Raises an EntryError when it is not possible now: nothing is drawn then."""
    move = record.game.moves.get(entry["kind"])
    if move is None or not move.drawn:
        return entry
    try:
        move.judge(record.state, entry, drawn=False)
    except RuleError as error:
        raise EntryError(len(record.entries), entry, record.players, error.text) from None
    before = _drawn_before(record, move, entry)
    if before is None:
        return move.outcome(record.state, entry, shuffle)
    return {**entry, **{name: before[name] for name in move.drawn if name in before}}


def _drawn_before(record: Record, move: Move[Any], entry: Entry) -> Entry | None:
    """The newest entry of that kind that was taken back and had been made in this very place."""
    live = record.live()
    here: list[Entry] | None = None
    for number in range(len(live) - 1, -1, -1):
        before = record.entries[number]
        if live[number] or before["kind"] != entry["kind"] or move.draws_anew(record.state, before, entry):
            continue
        here = _folded(record.entries, live) if here is None else here
        if any(place == here for place in _places(record, number)):
            return before
    return None


def _places(record: Record, number: int) -> Iterator[list[Entry]]:
    """What was folded before that entry when it was made, and when it was taken back."""
    for later in range(number, len(record.entries)):
        entry = record.entries[later]
        if later == number or (is_undo(entry) and entry["entry"] == number):
            before = record.entries[:later]
            yield _folded(before, live_entries(before), number)


def _folded(entries: Sequence[Entry], live: Sequence[bool], end: int | None = None) -> list[Entry]:
    """What counts of the entries (before number ``end``), without what no rule looks at."""
    counting = (one for number, list in what_counts(entries, live) if end is None or number < end for one in list)
    return [{name: value for name, value in entry.items() if name not in IGNORED} for entry in counting]
