"""What the app draws: an entry is judged, then chance fills it in, then it is folded.

What has been drawn stays drawn (RECORD.md, "Chance"): taking an entry back and making it again is no second try. What
is drawn anew has a label that no other draw of the game has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.record import EntryError, Record, is_undo, live_entries, what_counts
from companion.rules.asking import Entry
from companion.rules.move import IGNORED, Shuffle
from companion.rules.state import PLAYING
from companion.rules.text import RuleError

DEAL, FIRST = "deal", "first"
"""Kinds of draws: a deal, and the lot on whom it falls to begin the next one, which is drawn before it."""


class Drawn(NamedTuple):
    """That entry number ``entry`` was drawn under ``label``: game, round, kind, and which one of that kind. Of a lot
    ``entry`` is the number of the next one, and the lot fell on ``fell_on`` ``among`` these."""

    entry: int
    label: str
    among: tuple[str, ...] = ()
    fell_on: str = ""

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
        """The entry with what chance decides, and as what that was drawn. Raises an EntryError when it is not possible
        now: nothing is drawn then."""
        move = record.game.moves.get(entry["kind"])
        if move is None or not move.drawn:
            return entry, []
        try:
            move.judge(record.state, entry, drawn=False)
        except RuleError as error:
            raise EntryError(len(record.entries), entry, record.players, error.text) from None
        before = repeated(record, entry)
        if before is not None:
            given = record.entries[before]
            again = (one for one in self.made if one.entry == before and one.kind == entry["kind"])
            drawn = [Drawn(len(record.entries), one.label) for one in again]
            return {**entry, **{name: given[name] for name in move.drawn if name in given}}, drawn
        state = record.state
        begins = entry["kind"] == DEAL and state.status != PLAYING
        label = self.label(state.round + begins, entry["kind"])
        filled = move.outcome(state, entry, self.shuffle(label))
        return filled, [Drawn(len(record.entries), label)] if any(name in filled for name in move.drawn) else []

    def lot(self, round_number: int, entry: int, names: Sequence[str]) -> tuple[int, Drawn]:
        """On whom of them the lot falls to begin that round, as a place in the list; to be drawn before that entry."""
        label = self.label(round_number, FIRST)
        places = list(range(len(names)))
        self.shuffle(label)(places)
        return places[0], Drawn(entry, label, tuple(names), names[places[0]])

    def label(self, round_number: int, kind: str) -> str:
        """The label of the next draw of that kind that repeats none."""
        head = f"{self.game}/{round_number}/{kind}/"
        return f"{head}{1 + len({one.label for one in self.made if one.label.startswith(head)})}"


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
