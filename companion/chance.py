"""What the app draws: an entry is judged, then chance fills it in, then it is folded.

What has been drawn stays drawn (RECORD.md, "Chance"): taking an entry back and making it again is no second try. What
is drawn anew has a label that no other draw of the game has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.record import EntryError, Record, is_undo, live_entries, what_counts
from companion.rules.action import Entry
from companion.rules.errors import RuleError
from companion.rules.move import IGNORED, Shuffle
from companion.rules.state import PLAYING

DEAL, FIRST = "deal", "first"
"""Kinds of draws beside those of the moves: who begins, drawn by lot before a deal."""


class Drawn(NamedTuple):
    """That entry number ``entry`` was drawn under ``label``: game, round, kind, and which one of that kind."""

    entry: int
    label: str

    @property
    def kind(self) -> str:
        """What was drawn."""
        return self.label.split("/")[2]


class Drawing:
    """Draws for one game at a table, the ``game``-th there. ``made`` is what was drawn before, ``shuffle`` gives for a
    label what mixes a list."""

    def __init__(self, game: int, made: Sequence[Drawn], shuffle: Callable[[str], Shuffle]) -> None:
        self.game, self.made, self.shuffle = game, list(made), shuffle

    def fill_in(self, record: Record, entry: Entry) -> tuple[Entry, list[Drawn]]:
        """The entry with what chance decides, and as what that was drawn: who begins, where a deal does not say, and
        what the move draws. Raises an EntryError when it is not possible now: nothing is drawn then."""
        move = record.game.moves.get(entry["kind"])
        if move is None or not move.drawn:
            return entry, []
        by_lot = entry["kind"] == DEAL and FIRST not in entry
        if by_lot:
            entry = {**entry, FIRST: _anybody(record, entry)}
        try:
            move.judge(record.state, entry, drawn=False)
        except RuleError as error:
            raise EntryError(len(record.entries), entry, record.players, error.text) from None
        before = repeated(record, entry)
        found: list[Drawn] = []
        if by_lot:
            entry = {**entry, FIRST: self._first(record, entry, before, found)}
        if before is not None:
            entry = {**entry, **{n: record.entries[before][n] for n in move.drawn if n in record.entries[before]}}
            return entry, found + self._again(record, before, entry["kind"])
        label = self.label(record, entry["kind"])
        filled = move.outcome(record.state, entry, self.shuffle(label))
        drawn = any(name in filled for name in move.drawn)
        return filled, [*found, Drawn(len(record.entries), label)] if drawn else found

    def _first(self, record: Record, entry: Entry, before: int | None, found: list[Drawn]) -> int:
        again = [] if before is None else self._again(record, before, FIRST)
        if before is not None and again:
            found += again
            return int(record.entries[before][FIRST])
        label = self.label(record, FIRST)
        found.append(Drawn(len(record.entries), label))
        return record.game.by_lot(record.state, self.shuffle(label), entry.get("without", ()))

    def _again(self, record: Record, before: int, kind: str) -> list[Drawn]:
        return [Drawn(len(record.entries), one.label) for one in self.made if one.entry == before and one.kind == kind]

    def label(self, record: Record, kind: str) -> str:
        """The label of the next draw of that kind that repeats none."""
        state = record.state
        dealt = kind in (DEAL, FIRST) and state.status != PLAYING
        head = f"{self.game}/{state.round + dealt}/{kind}/"
        return f"{head}{1 + len({one.label for one in self.made if one.label.startswith(head)})}"


def _anybody(record: Record, deal: Entry) -> int:
    """Somebody who may begin, as far as the deal's form goes."""
    given = deal.get("without")
    without = given if isinstance(given, list) else []
    return next((seat for seat in range(len(record.state.seats)) if seat not in without), 0)


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
