"""The last turn of every seat, kept while the record is told, so that it can be shown, taken back and added to as one
thing."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from companion.record.record import AMEND, UNDO, Record
from companion.rules import lately
from companion.rules.asking import Action, Entry
from companion.rules.game import Game
from companion.rules.state import PLAYING
from companion.rules.text import RuleError, T


class TurnLog:
    """Hears what a ``Log`` hears. ``last``: each seat's turn that is over; ``made_of``: number and kind of its
    entries."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.last: dict[int, lately.Turn] = {}
        self.made_of: dict[int, list[tuple[int, str]]] = {}
        self._card: tuple[int, Entry] | None = None
        self._happened: list[Entry] = []
        self._kinds: list[tuple[int, str]] = []

    def copy(self) -> TurnLog:
        """One that goes on by itself."""
        other = copy(self)
        other.last, other.made_of = self.last.copy(), self.made_of.copy()
        other._happened, other._kinds = self._happened[:], self._kinds[:]
        return other

    def restart(self) -> None:
        self.last, self.made_of, self._card, self._happened, self._kinds = {}, {}, None, [], []

    def made(self, number: int, entry: Entry, state: Any) -> None:
        """Entry ``number`` counts, made in ``state``."""
        kind, by = entry["kind"], entry.get("by")
        move = self.game.moves.get(kind)
        if kind == "deal":
            self.restart()
        if by is None or move is None or state.turn is None or state.turn.seat != by:
            return
        self._kinds.append((number, kind))
        if kind == lately.END:
            if self._card:
                card, played = self._card
                self.made_of[by] = self._kinds
                self.last[by] = lately.Turn(by, card, played, number, tuple(self._happened), state.turn)
            self._card, self._happened, self._kinds = None, [], []
        elif move.group == lately.PLAY:
            self._card, self._happened, self._kinds = (number, entry), [], [(number, kind)]
            if lately.END not in self.game.moves:
                self.last[by] = lately.Turn(by, number, entry, number, (), state.turn)
        elif move.group != "end":
            self._happened.append(entry)


def mends(record: Record, turn: lately.Turn) -> int:
    """How often something was put into the turn: a page that has seen fewer was sent before."""
    later = (number for number in range(turn.end + 1, len(record.entries)) if record.live()[number])
    found = (record.entries[number] for number in later)
    return sum(entry["kind"] == AMEND and turn.card <= entry["entry"] <= turn.end for entry in found)


def is_last(record: Record, turn: lately.Turn) -> bool:
    """Nothing that counts came after the turn but what was put into it."""
    entries, live = record.entries, record.live()
    for number in range(len(entries) - 1, turn.end, -1):
        entry = entries[number]
        if not live[number] or entry["kind"] == UNDO:
            continue
        if entry["kind"] != AMEND or not turn.card <= entry["entry"] <= turn.end:
            return False
    return True


def check_offered(offered: Sequence[Action], entry: Entry) -> None:
    """Raise for an entry that can't be put into a turn that is over."""
    if not any(_fits(one, entry) for one in offered):
        raise RuleError(T("this can't be put into that turn any more"))


def amend(record: Record, turn: lately.Turn, entry: Entry) -> Entry:
    """The amend that puts ``entry`` into a turn that is over. Raises where it could not have been done then."""
    where = turn.card if entry["kind"] == turn.played["kind"] else turn.end
    by = record.amended().get(where)
    stands = [dict(one) for one in record.entries[by]["as"]] if by is not None else [record.entries[where]]
    stands = [{k: v for k, v in one.items() if k not in ("at", "device")} for one in stands]
    if where == turn.end and turn.end != turn.card:
        listed = [*stands[:-1], entry, stands[-1]]
        if _ends_the_round(record, where, [*stands[:-1], entry]):
            listed = listed[:-1]
    else:
        listed = [entry if one["kind"] == entry["kind"] else one for one in stands]
    return {"kind": AMEND, "entry": where, "as": listed}


def _fits(action: Action, entry: Entry) -> bool:
    if any(entry.get(name) != value for name, value in action.base.items()):
        return False
    fields = {field.name: field for field in action.fields}
    if not set(entry) <= {*action.base, *fields}:
        return False
    for name, field in fields.items():
        if name in entry:
            field.check(entry[name])
        elif not field.optional:
            raise RuleError(T("the field {field} is missing", field=field.named))
    return True


def _ends_the_round(record: Record, number: int, entries: Sequence[Entry]) -> bool:
    """Play is over after these entries in the place of that one."""
    state = record.before(number)
    for entry in entries:
        record.game.judge(state, entry)
        record.game.fold(state, entry)
    return bool(state.status != PLAYING)
