"""Chance: an entry is judged, then filled in with what is drawn, then folded.

What has been drawn stays drawn (RECORD.md, "Chance"): taking an entry back and making it again is no second try. What
is drawn anew has a label that no other draw of the game has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.record.record import EntryError, Record, is_undo, live_entries, what_counts
from companion.rules.asking import Entry
from companion.rules.move import IGNORED, Shuffle
from companion.rules.state import PLAYING
from companion.rules.text import RuleError

DEAL, FIRST = "deal", "first"
"""Kinds of draws: a deal, and the lot on whom it falls to begin."""


class Drawn(NamedTuple):
    """That entry number ``entry`` was drawn under ``label``: game, round, kind, and which one of that kind. A lot fell
    on ``fell_on`` ``among`` these."""

    entry: int
    label: str
    among: tuple[str, ...] = ()
    fell_on: str = ""

    @property
    def kind(self) -> str:
        """The kind of thing drawn, as its label says."""
        return self.label.split("/")[2]

    @property
    def round(self) -> int:
        return int(self.label.split("/")[1])

    @property
    def deal(self) -> str:
        """Names the deal, where that is what was drawn: game, round, deal."""
        game, number, _, count = self.label.split("/")
        return f"{game}/{number}/{count}"


class Drawing:
    """Draws for one game at a table, the ``game``-th there. ``made`` is what was drawn before, ``shuffle`` gives what
    mixes a list for a label and the deal that it belongs to (game, round, deal). ``deal`` names the one that comes."""

    def __init__(
        self, game: int, made: Sequence[Drawn], shuffle: Callable[[str, str], Shuffle], deal: str = ""
    ) -> None:
        self.game, self.made, self.shuffle, self.deal = game, list(made), shuffle, deal

    def fill_in(self, record: Record, entry: Entry) -> tuple[Entry, list[Drawn]]:
        """The entry with what chance decides, and as what that was drawn; a deal without ``first`` has the lot decide
        who begins. Raises an EntryError when it is not possible now: nothing is drawn then."""
        move = record.game.moves.get(entry["kind"])
        if move is None or not move.drawn:
            return entry, []
        number, state, by_lot = len(record.entries), record.state, is_by_lot(record, entry)
        judge_bare(record, entry)
        among = _among(record, entry) if by_lot else []
        before = repeated(record, entry)
        if before is not None:
            given, kept = record.entries[before], (*move.drawn, *(("first",) if by_lot else ()))
            again = (one for one in self.made if one.entry == before and one.kind == entry["kind"])
            drawn = [Drawn(number, one.label) for one in again]
            return {**entry, **{name: given[name] for name in kept if name in given}}, drawn
        deals = entry["kind"] == DEAL
        drawn, of = [], self.deal if deals else self.dealt(record)
        round_number = state.round + (deals and state.status != PLAYING)
        if by_lot:
            label = self.label(round_number, FIRST)
            self.shuffle(label, of)(among)
            names = tuple(state.seats[seat].name for seat in sorted(among))
            drawn.append(Drawn(number, label, names, state.seats[among[0]].name))
            entry = {**entry, "first": among[0]}
        label = self.label(round_number, entry["kind"])
        filled = move.outcome(state, entry, self.shuffle(label, of))
        if any(name in filled for name in move.drawn) or (deals and self.deal):
            drawn.append(Drawn(number, label))
        return filled, drawn

    def label(self, round_number: int, kind: str) -> str:
        """The label of the next draw of that kind that repeats none; of a deal that has a name, that one."""
        head = f"{self.game}/{round_number}/{kind}/"
        if self.deal and kind in (DEAL, FIRST):
            return head + self.deal.rpartition("/")[2]
        return f"{head}{1 + len({one.label for one in self.made if one.label.startswith(head)})}"

    def dealt(self, record: Record, before: int | None = None) -> str:
        """Names the deal that the cards on the table come from; those that lay there ``before`` that entry."""
        live = record.live()[:before]
        dealt = (one for one in reversed(self.made) if one.kind == DEAL and one.entry < len(live) and live[one.entry])
        return next((one.deal for one in dealt), "")


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
