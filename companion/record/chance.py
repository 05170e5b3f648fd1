"""Chance: fills in the fields of an entry that a draw decides, before the record takes the entry.

An undone draw comes up again: the next entry of its kind in that round gets the same outcome, so that an undo is no
second try (``docs/record.md``). What is drawn from which cards is up to the move (``Move.outcome``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine.actions import Entry
from companion.engine.move import IGNORED, Shuffle
from companion.engine.text import RuleError
from companion.record.record import DEAL, EntryError, Record, is_undo

LOT = "first"
"""The field of a deal that is drawn at random: who goes first."""


def draw(record: Record, entry: Entry, shuffle: Shuffle) -> tuple[Entry, tuple[str, ...]]:
    """Return the entry with what chance decides, and the names of those fields.

    Raises an EntryError when the entry is not possible now; nothing is drawn then.
    """
    move = record.game.moves.get(entry["kind"])
    if move is None or not move.random_fields:
        return entry, ()
    try:
        move.judge(record.state, entry, drawn=False)
    except RuleError as error:
        raise EntryError(len(record.entries), entry, record.players, error.text) from None
    again = find_given_again(record, entry)
    given = entry if again is None else _reuse_outcome(record, again, entry)
    filled = {**move.outcome(record.state, given, shuffle), **given}
    return filled, tuple(name for name in filled if name not in entry)


# -- outcomes that come again ---------------------------------------------------------------------------------------
def find_given_again(record: Record, entry: Entry) -> int | None:
    """Return the number of the entry whose outcome this one gets again; None if it is drawn again."""
    move = record.game.moves[entry["kind"]]
    state = record.state
    taken_back = reversed(_list_taken_back(record, entry["kind"]))
    # A deal with a random first player comes before one whose first player was named: the draw comes up again.
    for number in sorted(taken_back, key=lambda one: LOT not in record.drawn.get(one, ())):
        others = record.entries[number].get("without", []) != entry.get("without", [])
        if entry["kind"] == DEAL and (state.fresh or others):
            continue  # a deal right after a deal is made because someone saw a card: that one must change
        given = _reuse_outcome(record, number, entry)
        try:
            move.judge(state, {**move.outcome(state, given, lambda items: None), **given})
        except RuleError:
            continue  # those cards are gone by now, or chance had nothing to decide
        return number
    return None


def _reuse_outcome(record: Record, number: int, entry: Entry) -> Entry:
    """Return the entry with what chance has decided in entry ``number``; what it says itself stays."""
    return {**entry, **_read_outcome(record, number), **entry}


def _list_taken_back(record: Record, kind: str) -> list[int]:
    """List the entries of that kind in this round that were undone, and whose outcome no later entry has got since.

    For a deal it is the round that it starts. The one that was undone last comes last.
    """
    found = list[int]()
    round_number = record.state.round + (kind == DEAL and not record.state.playing)
    for number, entry in enumerate(record.entries):
        made = entry["entry"] if is_undo(entry) else number
        if record.entries[made]["kind"] != kind or record.rounds[made] != round_number:
            continue
        if is_undo(entry):
            found += [made] if record.live[number] else []
            continue
        outcome = _read_outcome(record, made)
        given = next((undone for undone in reversed(found) if _read_outcome(record, undone) == outcome), None)
        if given is not None:
            found.remove(given)
    return found


def _read_outcome(record: Record, number: int) -> Entry:
    """Return the fields that chance has decided in entry ``number``."""
    return {name: record.entries[number][name] for name in record.drawn.get(number, ())}


@dataclass
class RepeatedShuffle:
    """A shuffle that repeats the round's last draw of this ``kind``: re-entering results is no second chance."""

    record: Record
    kind: str
    shuffle: Shuffle
    used: bool = False

    def __call__(self, cards: list[Any]) -> None:
        self.used = True
        self.shuffle(cards)
        top: list[Any] = []
        entries = self.record.entries
        rounds = self.record.rounds
        drawn = self.record.drawn
        here = self.kind, self.record.state.round
        made = [number for number in drawn if (entries[number]["kind"], rounds[number]) == here]
        last = [card for number in made[-1:] for name in drawn[number] for card in entries[number][name]]
        for card in last:
            if card in cards:
                cards.remove(card)
                top.insert(0, card)
        cards[:0] = top


# -- deals that the log counts --------------------------------------------------------------------------------------
def count_deals(record: Record) -> int:
    """Count the deals of this round. One that was undone and made again alike counts once.

    Only fields that everyone knows are compared: nobody learns whether two deals had the same cards. The number
    is more than a word in the log: whether it is above one says if a deal is a redeal at all, and it is the only trace
    of games that were undone whole, whose logs nobody sees again (docs/security.md promises it).
    """
    asked = list[Entry]()
    count = 0
    round_number = record.state.round
    for number, entry in enumerate(record.entries):
        if entry["kind"] == DEAL and record.rounds[number] == round_number:
            asked.append(_list_public_fields(record, number))
            starts_round = number == 0 or record.rounds[number - 1] < round_number
            count += not (starts_round and asked[-1] in asked[:-1])
    return count


def _list_public_fields(record: Record, number: int) -> Entry:
    """Return for whom a deal is; one of cards that someone named, not chance, is like no other."""
    hidden = {*record.game.moves[DEAL].random_fields, *IGNORED, LOT, "follow"}
    asked = {name: value for name, value in record.entries[number].items() if name not in hidden}
    return asked if record.state.dealt_by_hand or number in record.drawn else {"number": number}
