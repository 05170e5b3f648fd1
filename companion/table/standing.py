"""What stands at a table, in memory as on disk: how it is loaded, changed as a whole or not at all, and told."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion import clock
from companion.games import game_by_id
from companion.record import Record
from companion.rules import lately
from companion.rules.board import Step
from companion.rules.fields import same_name
from companion.rules.game import Game
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING, SETUP
from companion.rules.text import T, Text
from companion.store import GameRow, NoteRow, SeatingRow, Store, StoreError, TableRow
from companion.table import turn_log, undoing
from companion.table.coming import Again, Coming, again, without
from companion.table.dice import Dice
from companion.table.loading import game_of, load_record, read_choice
from companion.table.log import Log, LogLine
from companion.table.now import DONE, LOBBY, LOOK, PLAY, Chosen, Ended, Now
from companion.table.past import Past
from companion.table.refused import Refused
from companion.table.retelling import Retelling, retelling_of

NOTES = 60

_log = logging.getLogger(__name__)


class Standing:
    """The seats of a table, the game that is played there, and what happened; ``Table`` adds what people do.

    What is handed out is immutable or a copy. Errors are RuleErrors and StoreErrors with a sentence.
    """

    def __init__(self, store: Store, row: TableRow, announce: Callable[[], None]) -> None:
        self.store = store
        self.row = row
        self.code = row.code
        self._announce = announce
        self._lock = threading.RLock()
        self.game_row: GameRow | None = None
        self.record: Record | None = None
        self._game_log: Log | None = None
        self._under_way = False
        self.dice = Dice(store, row.id)
        self._read()

    # -- loading ------------------------------------------------------------------------------------------------
    def _read(self) -> None:
        """What is on disk is the truth."""
        self.seats: list[SeatingRow] = self.store.seats(self.row.id)
        self.chosen = Chosen(*read_choice(self.store, self.row.id))
        self.worn: dict[str, list[Any]] = json.loads(self.store.get_meta(f"worn:{self.row.id}") or "{}")
        """Colour and figure by seat id, of those who have chosen."""
        self.turned = int(self.store.get_meta(f"turned:{self.row.id}") or 0)
        self.marks_thoughts = self.store.get_meta(f"thoughts:{self.row.id}") == "1"
        """Whether phones offer to mark what one thinks of others."""
        self.coming = Coming.read(self.store.get_meta(f"coming:{self.row.id}"))
        self._notes: list[NoteRow] | None = None
        self._load(self.store.current_game(self.row.id))
        self.dice.read()
        kept = self.store.get_meta(f"clock:{self.row.id}")
        self.clock = clock.Clock.read(kept).follow(self._turn(), clock.now())

    def _load(self, row: GameRow | None) -> None:
        log = record = None
        if row is not None:
            log = Log(game_of(row))
            record = load_record(self.store, row, log)
        self.game_row, self.record, self._game_log = row, record, log
        self.dice.load(row)
        self._looks: dict[str, frozenset[int]] = {}
        self._retelling = Retelling()
        self._pasts: dict[int, Past | None] = {}
        self._now: Now | None = None
        kept = self.store.get_meta(f"joined:{row.id}") if row is not None else None
        self._joined: dict[str, int] = json.loads(kept or "{}")
        """The seats of those who sat down after the first deal, by the name that the record has for them."""
        self._give_chairs()

    @property
    def playing(self) -> tuple[GameRow, Record]:
        """The game under way or over; raises when nothing has been dealt at this table yet."""
        if self.game_row is None or self.record is None:
            raise Refused(T("nothing has been dealt yet"))
        return self.game_row, self.record

    def read_again(self) -> None:
        """What stands on the disk was changed from outside."""
        with self._lock:
            self.row = self.store.table(self.row.id)
            self._read()
        self._announce()

    # -- who sits where -----------------------------------------------------------------------------------------
    @property
    def seat_ids(self) -> tuple[int, ...]:
        """The ids of the seats of the game, by their number in it."""
        row, record = self.playing
        later = record.state.names[len(row.seat_ids) :]
        return (*row.seat_ids, *(self._joined[same_name(name)] for name in later))

    @property
    def sitting(self) -> tuple[object, ...]:
        """What says who sits where: other objects as soon as somebody does who did not."""
        later = len(self.record.state.seats) if self.record else 0
        return self.seats, self.game_row, self._joined, later

    def _give_chair(self, name: str, seat_id: int) -> None:
        """That seat is the one of whom the record calls so."""
        self._joined = {**self._joined, same_name(name): seat_id}
        self.store.set_meta(f"joined:{self.playing[0].id}", json.dumps(self._joined))

    def _give_chairs(self) -> None:
        """Whoever sits in the game has a seat at the table: an undo may bring back somebody whose seat was removed, and
        a record that was read in has no more than names."""
        if self.game_row is None or self.record is None:
            return
        ids = {same_name(seat.name): seat.id for seat in self.seats if seat.id not in self.game_row.seat_ids}
        for name in self.record.state.names[len(self.game_row.seat_ids) :]:
            if self._joined.get(same_name(name)) not in ids.values():
                found = ids.get(same_name(name)) or self.store.add_seat(self.row.id, name.strip(), False)[0].id
                self._give_chair(name, found)
                self.seats = self.store.seats(self.row.id)

    # -- the next deal ------------------------------------------------------------------------------------------
    @property
    def _coming(self) -> Coming:
        """What has been settled for the next deal."""
        of = f"{self.game_row.id if self.game_row else 0}."
        of += "lobby" if self.phase() == LOBBY or self.record is None else str(self.record.state.round)
        return self.coming if self.coming.of == of else Coming(of)

    def _without(self) -> tuple[int, ...]:
        """The seats that the next deal leaves out."""
        return without(self.playing[1].state, self.seat_ids, self._coming)

    def _again(self) -> Again:
        """The same game once more."""
        record = self.playing[1]
        return again(record.state, record.entries[self._deal_number]["first"], self.seat_ids, self.seats)

    # -- a change -----------------------------------------------------------------------------------------------
    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Hold the lock; the whole change is on disk before it is announced, or memory and disk are as before."""
        with self._lock:
            if self._under_way:
                yield  # a part of a larger change
                return
            before, ended = self._compared(), self._ended()
            self._under_way = True
            try:
                with self.store.whole():
                    yield
                    self._follow_turn()
                    self.dice.promise(over=self._ended() == 2 and self.told())
            except BaseException:
                self._looks = {}
                if self._compared() != before:
                    self._read()
                raise
            finally:
                self._now = None
                self._under_way = False
            if self._ended() > ended:
                self._secure()
        self._announce()

    def _compared(self) -> tuple[Any, ...]:
        """The values compared to find out whether a failed change has to be read back."""
        entries = len(self.record.entries) if self.record else None
        kept = self.chosen, self.worn, self.clock, self.coming, self.dice.compared()
        return self.seats, self.game_row, entries, *kept

    def _ended(self) -> int:
        """0 while a round is played, 1 when it is over, 2 when the game is."""
        if self.record is None or self.record.state.status not in (ROUND_OVER, OVER):
            return 0
        return 2 if self.record.state.status == OVER else 1

    def _secure(self) -> None:
        """What has been played to its end is made safe against what happens to the disk later; it is saved with or
        without this."""
        try:
            self.store.checkpoint()
            if self._ended() == 2:
                self.store.backup()
        except StoreError as error:
            _log.warning("%s", error)

    def note(self, text: Text) -> None:
        """Add a line to the table's own log, beside the record."""
        game = self.game_row
        seq = len(self.record.entries) if self.record else None
        self.store.note(self.row.id, game.id if game else None, seq, text.message, dict(text.values), clock.moment())
        self._notes = None

    def _follow_turn(self) -> None:
        self._set_clock(self.clock.follow(self._turn(), clock.now()))

    def _turn(self) -> str:
        """Names the turn that runs, "" where none does."""
        if self.game_row is None or self.record is None or self.record.state.turn is None or self.phase() != PLAY:
            return ""
        return f"{self.game_row.id}.{self.record.state.round}.{self.record.state.number}"

    def _set_clock(self, new: clock.Clock, always: bool = False) -> None:
        """A clock nobody wants is not worth writing down."""
        if new != self.clock and (new.wanted or always):
            self.store.set_meta(f"clock:{self.row.id}", new.written())
        self.clock = new

    # -- how it stands ------------------------------------------------------------------------------------------
    def phase(self) -> str:
        """``lobby`` (people take seats), ``look`` (dealt, not all have looked), ``play``, or ``done`` (over)."""
        with self._lock:
            if self.chosen.open or self.record is None or self.record.state.status == SETUP:
                return LOBBY
            if self.record.state.status == OVER:
                return DONE
            return PLAY if self._has_begun() else LOOK

    def _has_begun(self) -> bool:
        """Whether play has begun: everybody has looked, the host said so, or something has been entered already."""
        state = self.playing[1].state
        if state.by_hand or not state.fresh:
            return True
        looked = self._looked(self._own_card)
        return -1 in looked or looked.issuperset(state.players)

    @property
    def _deal_number(self) -> int:
        """The number of the last deal; -1 where there was none."""
        return self._game_log.deal if self._game_log else -1

    @property
    def _own_card(self) -> str:
        """The mark of who has looked at their card of the last deal; -1 looks where the host let play begin."""
        return f"card:{self._deal_number}"

    def _looked(self, mark: str) -> frozenset[int]:
        """The seats that have looked at what has that mark; read from the disk once."""
        if mark not in self._looks:
            self._looks[mark] = frozenset(self.store.looked(self.playing[0].id, mark))
        return self._looks[mark]

    def _mark_looked(self, seat: int, mark: str) -> None:
        self.store.mark_looked(self.playing[0].id, seat, mark)
        self._looks[mark] = self._looked(mark) | {seat}

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
        return self._turns().get(seat) if state.status == PLAYING and state.running.seat != seat else None

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

    def steps_told(self) -> int:
        """How many steps of this round's score have been told."""
        row, record = self.playing
        return row.score_steps if row.score_round == record.state.round else 0

    def cards_up(self) -> int:
        """How many cards have turned up of the step that comes next: they are told one at a time."""
        row, record = self.playing
        kept = self.store.get_meta(f"cards:{row.id}")
        of_round, step, cards = json.loads(kept) if kept else (0, 0, 0)
        return int(cards) if [of_round, step] == [record.state.round, self.steps_told()] else 0

    def told(self) -> bool:
        """Whether the score of a finished round has been told; true while a round is played."""
        return self.steps_told() >= len(self._steps())

    def _steps(self) -> tuple[Step, ...]:
        """The score of a round that is over, step by step; nothing while one is played."""
        record = self.playing[1]
        return tuple(record.game.steps(record.state)) if self._ended() else ()

    def stamp(self) -> str:
        """Names the state a page was made of: the game and the length of its journal."""
        if self.game_row is None or self.record is None:
            return "0.0"
        return f"{self.game_row.id}.{len(self.record.entries)}"

    def game(self) -> Game[Any]:
        """The game that is played, or chosen for the next deal."""
        return game_by_id(self.chosen.game) if self.chosen.open or self.record is None else self.record.game

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
            "worn": self.worn,
            "turned": self.turned,
            "marks_thoughts": self.marks_thoughts,
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
