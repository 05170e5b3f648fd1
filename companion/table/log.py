"""The log of a game, for people: a sentence for each entry; and how the game went over time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from companion.kept.store import NoteRow
from companion.record.record import AMEND, UNDO, Listener, Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.state import SETUP
from companion.rules.text import T, Text, sentences
from companion.table.turn_log import TurnLog
from companion.told.taught import Taught

LOG = 104
"""Lines that the longest log shows."""
BACK = T("{name} is back at the new address.")
"""A note of the table; it keeps the address, too."""


def device_of(seat: int | None) -> str:
    """The journal's name for the sender of an entry: the phone of a seat, or (None) the table device."""
    return "table" if seat is None else f"seat-{seat}"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. ``undo`` and ``redo`` are the numbers to cancel; ``live`` is false for what was undone;
    ``instead`` is what it really was, where something took its place (nothing: an empty tuple).
    ``sound`` is what is heard of it, if anything; ``also`` counts the entries before it that stand in the same line.
    ``seat`` is the seat it is about, where the sentence names it."""

    text: Text
    number: int | None = None
    live: bool = True
    undo: int | None = None
    redo: int | None = None
    sound: str = ""
    instead: tuple[Text, ...] | None = None
    also: int = 0
    seat: int | None = None

    @property
    def stands(self) -> Text:
        """The line as it reads now that it has been put right."""
        if self.instead is None:
            return self.text
        return sentences(self.instead) if self.instead else T("It did not happen: {what}", what=self.text)


class Log(Listener):
    """Kept by a record, entry by entry. ``deal`` is the number of the last deal, -1 before the first; ``new`` are the
    names of those to whom the game is new."""

    def __init__(self, game: Game[Any], new: Collection[str] = ()) -> None:
        self.game = game
        self.taught = Taught(game, new)
        self.deal = -1
        self.turns = TurnLog(game)
        self._texts: dict[int, Text] = {}
        self._sounds: dict[int, str] = {}
        self._seats: dict[int, int | None] = {}
        self._instead: dict[int, tuple[Text, ...]] = {}
        self._tallies: dict[int, list[int]] = {}
        self.groups: dict[int, tuple[int, ...]] = {}
        """By the entry that ended it, the entries of a turn that are one thing: one line, taken back together."""
        self.moments: dict[int, str] = {}
        """The status in which each entry was made, as it was folded last."""

    def copy(self) -> Log:
        """One that goes on by itself. Lines and sentences are shared."""
        other = copy(self)
        other.taught = self.taught.copy()
        other.turns, other._tallies = self.turns.copy(), self._tallies.copy()
        other._texts, other._sounds, other._seats = self._texts.copy(), self._sounds.copy(), self._seats.copy()
        other._instead, other.groups, other.moments = self._instead.copy(), self.groups.copy(), self.moments.copy()
        return other

    def made(self, number: int, entry: Entry, state: Any) -> None:
        """Entry ``number`` was made in ``state``."""
        text = self.game.sentence(state, entry)
        right = self.game.moves[entry["kind"]].puts_right(state, entry)
        self._texts[number] = _with_who(text, entry, state) if right else text
        self.moments[number] = state.status
        self._sounds[number] = self.game.sounds(entry)
        self._seats[number] = named_seat(self._texts[number], entry, state)
        if entry["kind"] == "deal":
            self.deal = number
        self.turns.made(number, entry, state)
        self.taught.made(entry, state)
        self._gather(number, entry)
        self._count(state)

    def _gather(self, number: int, entry: Entry) -> None:
        """A turn whose entries follow each other and can be taken back is one line."""
        turn = self.turns.last.get(entry.get("by", -1))
        self.groups.pop(number, None)
        if turn is None or turn.end != number or turn.card == number:
            return
        group, made_of = tuple(range(turn.card, number + 1)), self.turns.made_of[turn.seat]
        follow = tuple(dict.fromkeys(one for one, _ in made_of)) == group
        if follow and all(self.game.undoable(kind) for _, kind in made_of):
            self.groups[number] = group

    def replaced(self, number: int, entry: Entry | None, state: Any) -> None:
        """In the place of entry ``number`` this one was made in ``state``; or, if it is None, nothing."""
        before = self._instead.get(number, ())
        self._instead[number] = before if entry is None else (*before, self.game.sentence(state, entry))
        if entry is not None:
            self.turns.made(number, entry, state)
        self.taught.made(entry, state)
        self._count(state)

    def _count(self, state: Any) -> None:
        if state.status != SETUP:
            self._tallies[self.game.moment(state)] = self.game.tally(state)

    def restart(self) -> None:
        """An undo has the log written anew; what was undone keeps its sentence."""
        self._tallies = {}
        self._instead = {}
        self.deal = -1
        self.turns.restart()
        self.taught.restart()

    def tallies(self, state: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """(turn or round, a number for each seat) over the game; empty while it may not be told."""
        if not self.game.may_plot(state):
            return ()
        found = {**self._tallies, self.game.moment(state): self.game.tally(state)}
        later = len(state.seats)  # some may have sat down later
        return tuple((moment, (*tally, *[0] * (later - len(tally)))) for moment, tally in sorted(found.items()))

    def lines(self, record: Record, notes: Sequence[NoteRow]) -> list[LogLine]:
        """The newest entries, and the ``notes`` that were made between them, newest first."""
        lines = self._newest(record)
        oldest = lines[-1].number if len(lines) >= LOG else None
        notes = [note for note in notes if oldest is None or (note.seq or 0) > oldest]
        if not notes:
            return lines
        placed = [(line.number or 0, 0, line) for line in lines]
        placed += [((note.seq or 0) - 1, -note.id, LogLine(Text(note.message, note.values))) for note in notes]
        return [line for _, _, line in sorted(placed, key=lambda one: (-one[0], one[1]))]

    def _newest(self, record: Record) -> list[LogLine]:
        live, entries = record.live(), record.entries
        undos: dict[int, int] = {}
        lines: list[LogLine] = []
        number = len(live) - 1
        while number >= 0 and len(lines) < LOG:
            entry = entries[number]
            if entry["kind"] == UNDO:
                if live[number]:
                    undos[entry["entry"]] = number
            elif entry["kind"] != AMEND:
                undoable = live[number] and self.game.undoable(entry["kind"])
                lines.append(self._line(number, live[number], number if undoable else None, undos.get(number)))
                number -= self._also(number, live)
            number -= 1
        return lines

    def _also(self, number: int, live: Sequence[bool]) -> int:
        """How many entries before it stand in its line: all of its turn, if they count or none does."""
        group = self.groups.get(number, ())
        return len(group) - 1 if group and len({live[one] for one in group}) == 1 else 0

    def _text(self, number: int) -> Text:
        """The sentence of an entry; for the end of a turn those of all that was done in it."""
        group = self.groups.get(number)
        return sentences([self._texts[one] for one in group[:-1]]) if group else self._texts[number]

    def _really(self, number: int) -> tuple[Text, ...] | None:
        """The sentences that took its place, for a turn told as one those of its entries; None: nothing was amended."""
        group = self.groups.get(number)
        if group is None:
            return self._instead.get(number)
        if not any(one in self._instead for one in group):
            return None
        done = [text for one in group[:-1] for text in self._instead.get(one, (self._texts[one],))]
        return (*done, *self._instead.get(number, ())[:-1])

    def _line(self, number: int, live: bool, undo: int | None, redo: int | None) -> LogLine:
        also = len(self.groups.get(number, (number,))) - 1
        seat, sound = self._seats[self.groups.get(number, (number,))[0]], self._sounds[number]
        return LogLine(self._text(number), number, live, undo, redo, sound, self._really(number), also, seat)


def told_together(notes: Sequence[NoteRow]) -> list[NoteRow]:
    """The notes, newest first; of all who have come back at one new address one alone, in the place of the last."""
    found: dict[object, list[NoteRow]] = {}
    for note in notes:
        found.setdefault(note.values.get("address") if note.message == BACK.message else note.id, []).append(note)
    return [same[0] if len(same) == 1 else _all_back(same) for same in found.values()]


def _all_back(notes: Sequence[NoteRow]) -> NoteRow:
    names = list(dict.fromkeys(note.values["name"] for note in reversed(notes)))
    text = T("{n} are back at the new address: {names}.", n=len(names), names=names)
    return replace(notes[0], message=text.message, values=dict(text.values))


def named_seat(text: Text, entry: Entry, state: Any) -> int | None:
    """The seat that the entry is about; None where the sentence keeps it to itself."""
    seat = entry.get("by", entry.get("seat"))
    return seat if seat is not None and _names(text, state.seats[seat].name) else None


def _names(value: Any, name: str) -> bool:
    """The name stands in a place of the sentence: its letters alone may stand anywhere."""
    if isinstance(value, Text):
        return any(_names(one, name) for one in value.values.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return any(_names(one, name) for one in value)
    return bool(value == name)


def _with_who(text: Text, entry: Entry, state: Any) -> Text:
    """Adds the name of the seat that says so: anybody may read that of what lies before it."""
    name = next((seat.name for n, seat in enumerate(state.seats) if entry.get("device") == device_of(n)), None)
    return T("{what} So says {name}.", what=text, name=name) if name else text
