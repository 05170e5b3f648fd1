"""Chance: an entry is judged, then filled in with what is drawn, then folded.

What has been drawn stays drawn (RECORD.md, "Chance"): taking an entry back and making it again is no second try.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.record.record import DEAL, EntryError, Record, is_undo, live_entries, what_counts
from companion.rules.asking import Entry
from companion.rules.move import IGNORED, Shuffle
from companion.rules.text import RuleError


def fill_in(record: Record, entry: Entry, shuffle: Shuffle) -> Entry:
    """The entry with what chance decides; a deal without ``first`` has the lot decide who begins. Raises an EntryError
    when it is not possible now: nothing is drawn then."""
    move = record.game.moves.get(entry["kind"])
    if move is None or not move.drawn:
        return entry
    by_lot = is_by_lot(record, entry)
    judge_bare(record, entry)
    before = repeated(record, entry)
    if before is not None:
        given, kept = record.entries[before], (*move.drawn, *(("first",) if by_lot else ()))
        return {**entry, **{name: given[name] for name in kept if name in given}}
    if by_lot:
        among = _among(record, entry)
        shuffle(among)
        entry = {**entry, "first": among[0]}
    return move.outcome(record.state, entry, shuffle)


def is_by_lot(record: Record, entry: Entry) -> bool:
    """True for a deal in which the lot decides who begins."""
    return entry["kind"] == DEAL and "first" not in entry and record.game.in_turns


def _among(record: Record, entry: Entry) -> list[int]:
    return [seat for seat in range(len(record.state.seats)) if seat not in entry.get("without", ())]


def judge_bare(record: Record, entry: Entry) -> None:
    """Raise an EntryError where the entry is not possible, whatever will be drawn for it."""
    judged = {**entry, "first": next(iter(_among(record, entry)), 0)} if is_by_lot(record, entry) else entry
    try:
        record.game.moves[entry["kind"]].judge(record.state, judged, drawn=False)
    except RuleError as error:
        raise EntryError(len(record.entries), entry, record.players, error.text) from None


def repeated(record: Record, entry: Entry) -> int | None:
    """The number of the newest entry of that kind that was taken back and had been made in this very place."""
    live, move = record.live(), record.game.moves[entry["kind"]]
    here: list[Entry] | None = None
    for number in range(len(live) - 1, -1, -1):
        before = record.entries[number]
        if live[number] or before["kind"] != entry["kind"] or move.draws_anew(record.state, before, entry):
            continue
        here = _folded(record.entries, live) if here is None else here
        if any(place == here for place in _places(record, number)):
            return number
    return None


def _places(record: Record, number: int) -> Iterator[list[Entry]]:
    """The entries folded before that one when it was made, and when it was taken back."""
    for later in range(number, len(record.entries)):
        entry = record.entries[later]
        if later == number or (is_undo(entry) and entry["entry"] == number):
            before = record.entries[:later]
            yield _folded(before, live_entries(before), number)


def _folded(entries: Sequence[Entry], live: Sequence[bool], end: int | None = None) -> list[Entry]:
    """The live entries (before number ``end``), without what no rule looks at."""
    counting = (one for number, list in what_counts(entries, live) if end is None or number < end for one in list)
    return [{name: value for name, value in entry.items() if name not in IGNORED} for entry in counting]
