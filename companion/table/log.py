"""The log of a game, for people: a sentence for each entry; and how the game went over time.

A move writes the sentence of its entries (``Move.sentence``); the log of the terminal is another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from heapq import merge
from operator import itemgetter
from typing import Any, NamedTuple

from companion.engine.actions import END, ButtonGroup, Entry
from companion.engine.game import Game
from companion.engine.scoring import RoundResult
from companion.engine.state import ROUND_OVER, SETUP
from companion.engine.text import T, Text, join_sentences
from companion.engine.tracking import FACTS
from companion.engine.verdict import list_round_results
from companion.record.record import EntryListener, Record, is_undo
from companion.storage.store import NoteRow, TapRow
from companion.table.tutorial import Tutorial

LOG = 104
RECENT = 6
"""The number of lines in the longest log, and of the newest ones, which a page may not have shown yet."""
ON_PAPER = "on-paper"
"""The sender of a game that was played without the app."""
BACK = T("{name} is back at the new address.")
"""A note of the table; it has the address, too."""


def device_name(seat: int | None) -> str:
    """Return the journal's name for the sender of an entry: the phone of a seat, or (None) the table device."""
    return "table" if seat is None else f"seat-{seat}"


class LogLine(NamedTuple):
    """One line of the log: a tap, by the ``number`` of its last entry, or a note.

    ``live`` is false for what was undone. ``sound`` is its sound, if any, ``seat`` the seat it is about, if the
    sentence names it; ``round``: it says how a round came out; ``ends``: it is nothing but the end of a turn.
    """

    text: Text
    number: int | None = None
    live: bool = True
    sound: str = ""
    seat: int | None = None
    round: bool = False
    offline: bool = False
    """A game played without the app was entered, as happens in the lobby."""
    ends: bool = False


class LastCard(NamedTuple):
    """A card that was played: its drawing, and its name."""

    icon: str
    what: Text


class Log(EntryListener):
    """The log of a record, which writes it entry by entry.

    ``deal`` is the number of the last deal, -1 before the first; ``did`` is the card that each seat has played last in
    this round, None where that is secret; ``new`` are the names of those to whom the game is new; ``rounds`` are the
    results of the rounds before this one.
    """

    def __init__(self, game: Game, new: Collection[str] = ()) -> None:
        self.game = game
        self.taught = Tutorial(game, new)
        self.deal = -1
        self.did: dict[int, LastCard | None] = {}
        self.rounds: tuple[RoundResult, ...] = ()
        self._last_played: int | None = None
        self._ended: dict[int, str] = {}
        self._said: dict[int, LogLine] = {}
        self._tallies: dict[int, list[int]] = {}

    def copy(self) -> Log:
        """Return a copy that grows on its own; lines and sentences are shared."""
        other = copy(self)
        other.taught = self.taught.copy()
        other.did = self.did.copy()
        other._tallies = self._tallies.copy()
        other._said = self._said.copy()
        other._ended = self._ended.copy()
        return other

    def on_entry(self, number: int, entry: Entry, state: Any) -> None:
        """Note entry ``number``, made in ``state``."""
        move = self.game.moves[entry["kind"]]
        text = move.sentence(state, entry)
        if move.is_correction(state, entry):
            # Anyone can read who says so: it is about what is in front of that seat.
            says = [seat.name for n, seat in enumerate(state.seats) if entry.get("device") == device_name(n)]
            text = T("{what} Entered by {name}.", what=text, name=says[0]) if says else text
        kind = entry["kind"]
        sound = move.name_sound(entry)
        seat = find_named_seat(text, entry, state)
        self._said[number] = LogLine(text, number, True, sound, seat, kind == FACTS, kind == END)
        if kind == "deal":
            self.deal = number
            self.did = {}
            if state.status == ROUND_OVER:
                self.rounds += tuple(list_round_results(self.game, state))
        self._note_end(state)
        if state.playing:
            self._last_played = number
        if move.group == ButtonGroup.PLAY and state.turn is not None and state.turn.seat == entry.get("by"):
            tile = self.game.guide.of_entry(entry)
            card = LastCard(tile.icon, tile.name) if tile else LastCard(move.icon, move.label)
            self.did[entry["by"]] = None if move.secret else card
        self.taught.on_entry(entry, state)
        if state.status != SETUP:
            self._tallies[find_moment(self.game, state)] = self.game.tally(state)

    def _note_end(self, state: Any) -> None:
        """Note why play is over by now, at the entry that has ended it."""
        if self._last_played is not None and not state.playing:
            self._ended[self._last_played] = state.over_by or ""
            self._last_played = None

    def restart(self) -> None:
        """Reset before a replay. Sentences of undone entries are kept."""
        self._tallies = {}
        self.deal = -1
        self.did = {}
        self.rounds = ()
        self._last_played = None
        self._ended = {}
        self.taught.restart()

    def list_tallies(self, state: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return (turn or round, a number for each seat) over the game; empty while it can't be shown."""
        if not self.game.may_plot(state):
            return ()
        found = {**self._tallies, find_moment(self.game, state): self.game.tally(state)}
        later = len(state.seats)  # some may have joined later
        return tuple((moment, (*tally, *[0] * (later - len(tally)))) for moment, tally in sorted(found.items()))

    def make_lines(self, record: Record, taps: Sequence[TapRow], notes: Sequence[NoteRow]) -> Iterator[LogLine]:
        """Yield the ``taps``, and the ``notes`` that were made between them, newest first."""
        made = (tap for tap in reversed(taps) if not is_undo(record.entries[tap.first]))
        placed = ((-tap.numbers[-1], self._make_line(record, tap)) for tap in made)
        noted = ((1 - (note.seq or 0), LogLine(note.text)) for note in notes)
        return (line for _, line in merge(noted, placed, key=itemgetter(0)))

    def say(self, record: Record, numbers: Sequence[int]) -> Text:
        """Join the sentences of these entries; the end of a turn adds nothing to what was done in it."""
        done = [number for number in numbers if record.entries[number]["kind"] != END]
        return join_sentences([self._said[number].text for number in done or numbers])

    def _make_line(self, record: Record, tap: TapRow) -> LogLine:
        numbers = tap.numbers
        sound = next(filter(None, (self._said[number].sound for number in numbers)), "")
        text = self.say(record, numbers)
        offline = tap.device == ON_PAPER
        if offline:
            text = T("Saved to history: {game}, played without the app.", game=self.game.title)
        live = record.live[tap.first]
        ended = next((one for number in numbers if live and (one := self._say_end(record, number))), None)
        text = join_sentences([text, ended]) if ended else text
        return self._said[tap.first]._replace(text=text, number=numbers[-1], live=live, sound=sound, offline=offline)

    def _say_end(self, record: Record, number: int) -> Text | None:
        """Say why play is over, if that entry ended it; an end that the table enters says so itself."""
        over_by = record.state.over_by if number == self._last_played else self._ended.get(number)
        why = self.game.endings.get(over_by or "")
        if why is None or not self.game.moves[record.entries[number]["kind"]].seated:
            return None
        one = self.game.rounds(record.state) == 1
        text = T("The game is over. {why}") if one else T("The round is over. {why}")
        return text.fill(why=why)


def find_moment(game: Game, state: Any) -> int:
    """Return the state's position on the plot's time axis: the turn, or with several rounds how many are finished."""
    if game.rounds(state) == 1:
        return int(state.number)
    return int(state.round if state.scored else state.round - 1)


def merge_notes(notes: Sequence[NoteRow]) -> list[NoteRow]:
    """Return the notes, newest first.

    Of all notes on people who rejoined at one new address, only the last one stays.
    """
    found: dict[object, list[NoteRow]] = {}
    for note in notes:
        back = note.text.message == BACK.message
        found.setdefault(note.text.values.get("address") if back else note.id, []).append(note)
    return [same[0] if len(same) == 1 else _merge_all_back(same) for same in found.values()]


def _merge_all_back(notes: Sequence[NoteRow]) -> NoteRow:
    names = list(dict.fromkeys(note.text.values["name"] for note in reversed(notes)))
    text = T("{n} are back at the new address: {names}.", n=len(names), names=names)
    return notes[0]._replace(text=text)


def find_named_seat(text: Text, entry: Entry, state: Any) -> int | None:
    """Return the seat that the entry is about; None if the sentence doesn't say it."""
    seat = entry.get("by", entry.get("seat"))
    return seat if seat is not None and _has_name(text, state.seats[seat].name) else None


def _has_name(value: Any, name: str) -> bool:
    """Return whether the name fills a placeholder of the sentence: its letters may appear anywhere."""
    if isinstance(value, Text):
        return any(_has_name(part, name) for part in value.values.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return any(_has_name(part, name) for part in value)
    return bool(value == name)
