"""What stands at a table: of the game, of the turns that are over, and all of it together as a Now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules import lately
from companion.rules.asking import same_name
from companion.rules.state import OVER, SCORING
from companion.rules.text import Text
from companion.store import NextDeal, SeatingRow
from companion.table import turn_log, undoing
from companion.table.changing import Changing
from companion.table.coming import Again, again, without
from companion.table.log import LogLine
from companion.table.now import LOBBY, LOOK, Ended, Now
from companion.table.retelling import Retelling, retelling_of

NOTES = 60
"""Notes that are kept at hand, the newest ones."""


class Standing(Changing):
    """How a table stands; ``Table`` adds what people do.

    What is handed out is immutable or a copy. Errors are RuleErrors and StoreErrors with a sentence.
    """

    @property
    def _coming(self) -> NextDeal:
        """What has been settled for the next deal."""
        of = f"{self.game_row.id if self.game_row else 0}."
        of += "lobby" if self.phase() == LOBBY or self.record is None else str(self.record.state.round)
        kept = self.row.next_deal
        return kept if kept.of == of else NextDeal(of)

    def _without(self) -> tuple[int, ...]:
        """The seats that the next deal leaves out."""
        return without(self.playing[1].state, self.seat_ids, self._coming)

    def _again(self) -> Again:
        """The same game once more."""
        record = self.playing[1]
        return again(record.state, record.entries[self._deal_number].get("first", 0), self.seat_ids, self.seats)

    def _typed(self) -> Mapping[int, Mapping[str, Any]]:
        """What seats have typed for themselves; the disk is asked only while something can be typed."""
        row, record = self.playing
        state, fields = record.state, record.game.private_fields
        if not any(fields(state, seat) for seat in range(len(state.seats))):
            return {}
        return self.store.typed(row.id, state.round)

    def owes(self) -> bool:
        """Whether the app has something to enter by itself, which an undo took back."""
        record = self.playing[1]
        return record.game.automatic(record.state, self._typed()) is not None

    def undoable_by(self, seat: int) -> int | None:
        """The number of the last entry that counts, if this seat made it and it can be taken back: nobody has looked at
        anything because of it. A turn that is over goes as a whole, with what was put into it."""
        return self._undoable().get(seat)

    def _undoable(self) -> Mapping[int, int]:
        """The same by seat."""
        _, record = self.playing
        for seat, turn in self._turns().items():
            if record.live()[turn.end] and turn_log.is_last(record, turn):
                line = self._game_log.groups.get(turn.end, ()) if self._game_log else ()
                stays = any(undoing.stays(record, number, self._looked) for number in line or (turn.end,))
                return {} if stays else {seat: turn.end}
        return undoing.own_last(record, self._looked)

    def last_turn(self, seat: int) -> lately.Turn | None:
        """The seat's last turn, from its end until its next one begins."""
        state = self.playing[1].state
        return self._turns().get(seat) if state.turn is not None and state.turn.seat != seat else None

    def _turns(self) -> Mapping[int, lately.Turn]:
        """The last turn that is over, by seat."""
        return self._game_log.turns.last if self._game_log else {}

    def _ended_turns(self) -> dict[int, Ended]:
        """The same until the next one begins, with what pages ask of it."""
        _, record = self.playing
        found = {seat: turn for seat in self._turns() if (turn := self.last_turn(seat))}
        return {
            seat: Ended(turn, turn_log.is_last(record, turn), turn_log.mends(record, turn))
            for seat, turn in found.items()
        }

    def cards_up(self) -> int:
        """How many cards have turned up of the step that comes next: they are told one at a time."""
        row, record = self.playing
        return row.score_cards if row.score_round == record.state.round else 0

    def log(self) -> list[LogLine]:
        """What happened, newest first: entries as sentences, and the table's own notes between them."""
        game = self.game_row.id if self.game_row else None
        if self._notes is None:
            self._notes = self.store.notes(self.row.id, NOTES)
        notes = [note for note in self._notes if note.game_id == game]
        if self.record is None or self._game_log is None:
            return [LogLine(Text(note.message, note.values)) for note in notes]
        return self._game_log.lines(self.record, notes)

    def now(self) -> Now:
        """How the table stands, put together once a change; to be called, and its state read, under the lock."""
        if self._now is None:
            self._now = self._make_now()
        return self._now

    def _retold(self) -> Retelling:
        """What is told of the last game, which is over; made once as long as its record stays as it is."""
        if self._retelling.length != len(self.playing[1].entries):
            self._retelling = retelling_of(self.playing[1], self.store.marks(self.playing[0].id))
        return self._retelling

    def _make_now(self) -> Now:
        phase = self.phase()
        base: dict[str, Any] = {
            "code": self.code,
            "stamp": self.stamp(),
            "phase": phase,
            "chosen": self.chosen,
            "game": self.game(),
            "seats": tuple(self.seats),
            "log": tuple(self.log()),
            "turned": self.row.turned,
            "marks_thoughts": self.row.thoughts,
            "coming": self._coming,
            "promised": self.dice.promised_next,
        }
        if phase == LOBBY:
            return Now(**base, last=missing(self.seats, self.store.last_players()))
        record = self.playing[1]
        game, state, steps, typed = record.game, record.state, self._steps(), self._typed()
        retold = self._retold() if state.status == OVER and self.told() else Retelling()
        return Now(
            **base,
            highlights=retold.highlights,
            was_marked=retold.was_marked,
            state=state,
            seat_ids=self.seat_ids,
            again=self._again() if state.status == OVER else None,
            looked=self._looked(self._own_card) if phase == LOOK else frozenset(),
            steps=steps,
            steps_told=min(self.steps_told(), len(steps)),
            cards_up=self.cards_up() if steps else 0,
            tallies=self._game_log.tallies(state) if self._game_log else (),
            typed=typed,
            undoable={} if phase == LOOK else self._undoable(),
            ended={} if phase == LOOK else self._ended_turns(),
            owes=state.status == SCORING and game.automatic(state, typed) is not None,
        )


def missing(seats: Iterable[SeatingRow], names: Iterable[str]) -> tuple[str, ...]:
    """Who of them has no seat."""
    here = {same_name(seat.name) for seat in seats}
    return tuple(name for name in names if same_name(name) not in here)
