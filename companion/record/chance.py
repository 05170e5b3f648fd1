"""Chance: an entry is judged, then filled in with what is drawn, then folded.

What has been drawn stays drawn (RECORD.md, "Chance"): the next draw of its kind gives what was taken back, so that
taking back is no second try.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.record.record import DEAL, EntryError, Record, is_undo
from companion.rules.asking import Entry
from companion.rules.move import IGNORED, Shuffle
from companion.rules.state import PLAYING
from companion.rules.text import RuleError

LOT = ("first",)
"""What the lot decides of a deal: who begins."""


def fill_in(record: Record, entry: Entry, shuffle: Shuffle) -> tuple[Entry, tuple[str, ...]]:
    """Return the entry with what chance decides, and which fields that are; the lot begins a deal without ``first``.

    Raises an EntryError when it is not possible now: nothing is drawn then.
    """
    move = record.game.moves.get(entry["kind"])
    if move is None or not move.drawn:
        return entry, ()
    try:
        move.judge(record.state, _add_first(record, entry), drawn=False)
    except RuleError as error:
        raise EntryError(len(record.entries), entry, record.players, error.text) from None
    again = find_given_again(record, entry)
    filled = {**entry, "first": _lot(record, entry, shuffle)} if _is_by_lot(record, entry) else entry
    if again is None:
        filled = move.outcome(record.state, filled, shuffle)
    else:
        filled = {**filled, **_outcome(record, again, move.drawn)}
    return filled, tuple(name for name in filled if name not in entry)


def find_given_again(record: Record, entry: Entry) -> int | None:
    """Find the entry that was taken back and whose outcome is this one's now; None where it is drawn anew."""
    move, state = record.game.moves[entry["kind"]], record.state
    for number in reversed(_draws(record, entry["kind"], move.drawn, _round(record, entry))):
        others = record.entries[number].get("without", []) != entry.get("without", [])
        if entry["kind"] == DEAL and (state.fresh or others):
            continue  # directly after a deal a card was seen by the wrong person
        try:
            move.judge(state, _add_first(record, {**entry, **_outcome(record, number, move.drawn)}))
        except RuleError:
            continue  # cards that are not there any more, or nothing that chance had decided
        return number
    return None


def count_deals(record: Record, round_number: int) -> int:
    """Count the deals that round has had; one that was made again counts once.

    By public fields alone: whether two had the same cards is told to nobody.
    """
    asked, found = list[Entry](), 0
    for number, entry in enumerate(record.entries):
        if entry["kind"] == DEAL and record.rounds[number] == round_number:
            asked.append(_find_asked(record, number))
            # One that is made where no other counts any more is made again.
            begins = number == 0 or record.rounds[number - 1] < round_number
            found += not (begins and asked[-1] in asked[:-1])
    return found


def _find_asked(record: Record, number: int) -> Entry:
    """For whom the cards of a deal are."""
    left = {*record.game.moves[DEAL].drawn, *IGNORED, *LOT, "follow"}
    asked = {name: value for name, value in record.entries[number].items() if name not in left}
    return asked if record.state.by_hand or number in record.drawn else {"number": number}


@dataclass
class Again:
    """Mixes cards for what a page of facts leaves out; what was drawn for it before in this round lies on top again."""

    record: Record
    kind: str
    shuffle: Shuffle
    used: bool = False

    def __call__(self, cards: list[Any]) -> None:
        self.used = True
        self.shuffle(cards)
        top: list[Any] = []
        for card in self._before():
            if card in cards:
                cards.remove(card)
                top.insert(0, card)
        cards[:0] = top

    def _before(self) -> list[Any]:
        """List earlier outcomes: told ones first, the last drawn one last."""
        entries, rounds = self.record.entries, self.record.rounds
        made = (number for number in self.record.drawn if entries[number]["kind"] == self.kind)
        last = max((number for number in made if rounds[number] == self.record.state.round), default=None)
        return [] if last is None else [card for name in self.record.drawn[last] for card in entries[last][name]]


def _is_by_lot(record: Record, entry: Entry) -> bool:
    """Tell whether the lot decides who begins in that deal."""
    return entry["kind"] == DEAL and "first" not in entry and record.game.in_turns


def _add_first(record: Record, entry: Entry) -> Entry:
    """Return the entry as it can be judged before the lot is drawn."""
    return {**entry, "first": next(iter(_list_among(record, entry)), 0)} if _is_by_lot(record, entry) else entry


def _list_among(record: Record, entry: Entry) -> list[int]:
    return [seat for seat in range(len(record.state.seats)) if seat not in entry.get("without", ())]


def _lot(record: Record, entry: Entry, shuffle: Shuffle) -> int:
    """Draw who begins: on whom the lot has fallen before, among the same seats."""
    among = _list_among(record, entry)
    for number in reversed(_draws(record, DEAL, LOT, _round(record, entry))):
        before = record.entries[number]
        same = before.get("without", []) == entry.get("without", [])
        if same and len(before.get("cards", among)) == len(among) and LOT[0] in record.drawn.get(number, ()):
            return int(before[LOT[0]])
    shuffle(among)
    return among[0]


def _round(record: Record, entry: Entry) -> int:
    """Return the round that the entry is made in, or starts."""
    state = record.state
    return int(state.round + (entry["kind"] == DEAL and state.status != PLAYING))


def _outcome(record: Record, number: int, names: Sequence[str]) -> Entry:
    """Return the fields that chance has decided in that entry."""
    drawn = record.drawn.get(number, ())
    return {name: record.entries[number][name] for name in names if name in drawn}


def _draws(record: Record, kind: str, names: Sequence[str], round_number: int) -> list[int]:
    """List the entries of that kind in the round whose outcome was taken back and that none has given since.

    They are numbers; the one whose undo is the newest stands last.
    """
    back, live = list[int](), record.live
    for number, entry in enumerate(record.entries):
        made = entry["entry"] if is_undo(entry) else number
        if record.entries[made]["kind"] != kind or record.rounds[made] != round_number:
            continue
        if is_undo(entry):
            back += [made] if live[number] else []
            continue
        outcome = _outcome(record, made, names)
        given = next((one for one in reversed(back) if _outcome(record, one, names) == outcome), None)
        if given is not None:
            back.remove(given)
    return back
