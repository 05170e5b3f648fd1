"""What people think of each other in a game, marked and noted down for themselves alone."""

from __future__ import annotations

from dataclasses import dataclass

from companion.minds import Minds, minds_of, sentences
from companion.record import Record
from companion.rules.state import PLAYING
from companion.rules.text import T, Text
from companion.table.looking_back import LookingBack
from companion.table.now import PLAY
from companion.table.past import Past
from companion.table.refused import Refused
from companion.thought import LONGEST_NOTE, MARKS, Mark, standing


@dataclass(frozen=True)
class Thinking:
    """What one seat thinks, for its own page alone: by seat the name and the mark, and its note. ``open``: it can be
    changed now."""

    about: tuple[tuple[int, str, str], ...]
    note: str
    open: bool


class ThinkingTable(LookingBack):
    """A table that keeps what people think. A mark is no change of the table: nothing is announced, and everybody
    else's page stays at its version."""

    def offer_thoughts(self, on: bool) -> None:
        """Phones offer to mark what one thinks of others, or not."""
        with self._changing():
            self._set(thoughts=on)

    def thinking(self, seat: int) -> Thinking:
        """What that seat has marked since the last deal, and written down in this game."""
        with self._lock:
            row, record = self.playing
            found = standing(self.store.marks(row.id), seat, self._deal_number)
            others = [one for one in self._marked(record) if one != seat]
            about = tuple((one, record.state.names[one], found.get(one, "")) for one in others)
            return Thinking(about, self.store.own_note(row.id, seat), self._open_to_thoughts(record))

    def think(self, seat: int, about: int, mark: str) -> None:
        """From now on the seat thinks so of another one."""
        with self._lock:
            row, record = self.playing
            self._need_open(record)
            if about == seat or about not in self._marked(record) or mark not in MARKS:
                raise Refused(T("this can't be marked: load the page again"), 422)
            self.store.keep_mark(row.id, Mark(seat, about, len(record.entries), mark))

    def note_down(self, seat: int, note: str) -> None:
        """The seat writes something down for itself."""
        with self._lock:
            row, record = self.playing
            self._need_open(record)
            if len(note) > LONGEST_NOTE:
                raise Refused(T("a note has {most} characters at most", most=LONGEST_NOTE), 422)
            self.store.keep_own_note(row.id, seat, note)

    def minds(self, number: int | None = None) -> tuple[Past, list[Text], Minds]:
        """What was thought of whom in the ``number``-th game of the table (None: the newest), when it is over and told:
        in sentences, and turn by turn."""
        try:
            past = self.past(number)
        except Refused:
            past = None
        if past and past.minds is None:
            past.minds = minds_of(past.record, self.store.marks(past.id), past.history)
        if past is None or past.minds is None or not past.minds.strips:
            raise Refused(T("what was thought is shown when a game is over and told, if somebody marked anything"))
        return past, sentences(past.minds, past.record.state.names), past.minds

    def _marked(self, record: Record) -> list[int]:
        """The seats that have a card in this round."""
        return list(record.state.players)

    def _open_to_thoughts(self, record: Record) -> bool:
        return self.row.thoughts and self.phase() == PLAY and record.state.status == PLAYING

    def _need_open(self, record: Record) -> None:
        if not self._open_to_thoughts(record):
            raise Refused(T("what you think can be marked while a round is played, where the table has it switched on"))
