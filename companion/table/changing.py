"""What is kept of a table, in memory as on disk: how it is loaded, changed as a whole or not at all, and told."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion import clock
from companion.clock import Clock
from companion.games import game_by_id
from companion.record import Record
from companion.rules.asking import same_name
from companion.rules.board import Step
from companion.rules.game import Game
from companion.rules.state import OVER, ROUND_OVER, SETUP
from companion.rules.text import T, Text
from companion.store import GameRow, NoteRow, SeatingRow, Store, StoreError, TableRow
from companion.table.audience import Audience
from companion.table.dice import Dice
from companion.table.loading import choice_of, game_of, load_record
from companion.table.log import Log
from companion.table.now import DONE, LOBBY, LOOK, PLAY, Now
from companion.table.past import Past
from companion.table.refused import Refused
from companion.table.retelling import Retelling
from companion.table.settled import Settled

_log = logging.getLogger(__name__)


class Changing:
    """The seats of a table, the game that is played there, and what happened; ``Standing`` says what that comes to."""

    row = Settled[TableRow]()
    seats = Settled[list[SeatingRow]]()

    def __init__(self, store: Store, row: TableRow, audience: Audience) -> None:
        self.store = store
        self.code = row.code
        self._audience = audience
        self._lock = threading.RLock()
        self.row = row
        self.game_row: GameRow | None = None
        self.record: Record | None = None
        self._game_log: Log | None = None
        self._under_way = False
        self.dice = Dice(store, row.id)
        self._read()

    # -- loading ------------------------------------------------------------------------------------------------
    def _read(self) -> None:
        """What is on disk is the truth."""
        self.seats = self.store.seats(self.row.id)
        self.row = self.store.table(self.row.id)
        self.chosen = choice_of(self.row)
        self._notes: list[NoteRow] | None = None
        self._load(self.store.current_game(self.row.id))
        self.dice.read()
        self.row = replace(self.row, clock=self.row.clock.follow(self._turn(), clock.now()))

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
        self._give_chairs()

    @property
    def playing(self) -> tuple[GameRow, Record]:
        """The game under way or over; raises when nothing has been dealt at this table yet."""
        if self.game_row is None or self.record is None:
            raise Refused(T("nothing has been dealt yet"))
        return self.game_row, self.record

    def settled(self) -> None:
        """Waits while a change is being saved: then it is on disk, or nobody will ever see it."""
        with self._lock:
            pass

    def read_again(self) -> None:
        """What stands on the disk was changed from outside."""
        with self._lock:
            self.row = self.store.table(self.row.id)
            self._read()
        self._audience.publish(self.code)

    # -- who sits where -----------------------------------------------------------------------------------------
    @property
    def seat_ids(self) -> tuple[int, ...]:
        """The ids of the seats of the game, by their number in it."""
        row, record = self.playing
        later = record.state.names[len(row.seat_ids) :]
        return (*row.seat_ids, *(row.joined[same_name(name)] for name in later))

    @property
    def sitting(self) -> tuple[object, ...]:
        """What says who sits where: other objects as soon as somebody does who did not."""
        seats = self.seats
        later = len(self.record.state.seats) if self.record else 0
        return seats, self.game_row, later

    def _give_chair(self, name: str, seat_id: int) -> None:
        """That seat is the one of whom the record calls so."""
        self._set_game(joined={**self.playing[0].joined, same_name(name): seat_id})

    def _set(self, **values: Any) -> None:
        """The table is set otherwise."""
        self.row = replace(self.row, **values)
        self.store.save_table(self.row)

    def _set_game(self, **values: Any) -> None:
        """The game has come further."""
        self.game_row = replace(self.playing[0], **values)
        self.store.save_game(self.game_row)

    def _give_chairs(self) -> None:
        """Whoever sits in the game has a seat at the table: an undo may bring back somebody whose seat was removed, and
        a record that was read in has no more than names."""
        if self.game_row is None or self.record is None:
            return
        ids = {same_name(seat.name): seat.id for seat in self.seats if seat.id not in self.game_row.seat_ids}
        for name in self.record.state.names[len(self.game_row.seat_ids) :]:
            if self.game_row.joined.get(same_name(name)) not in ids.values():
                found = ids.get(same_name(name)) or self.store.add_seat(self.row.id, name.strip(), False)[0].id
                self._give_chair(name, found)
                self.seats = self.store.seats(self.row.id)

    # -- a change -----------------------------------------------------------------------------------------------
    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Hold the lock; the whole change is on disk before anybody sees it, or memory and disk are as before."""
        with self._lock:
            if self._under_way:
                yield  # a part of a larger change
                return
            before, ended, game = self._compared(), self._ended(), self.game_row
            self._under_way = True
            try:
                with self.store.transaction():
                    yield
                    self._follow_turn()
                    self.dice.promise(over=self._ended() == 2 and self.told())
                    self._now = None
            except BaseException:
                self._now = None
                self._looks = {}
                if self._compared() != before:
                    self._read()
                raise
            finally:
                self._under_way = False
            has_ended = self._ended() if self._ended() > ended else 0
            has_begun = self.game_row and (game is None or game.id != self.game_row.id)
        self._audience.publish(self.code)
        time.sleep(0)  # who has waited for the table comes before who has it again at once
        if has_ended or has_begun:
            self._secure(has_ended)

    def _compared(self) -> tuple[Any, ...]:
        """The values compared to find out whether a failed change has to be read back."""
        entries = len(self.record.entries) if self.record else None
        return self.row, self.seats, self.game_row, self.chosen, entries, self.dice.compared()

    def _ended(self) -> int:
        """0 while a round is played, 1 when it is over, 2 when the game is."""
        if self.record is None or self.record.state.status not in (ROUND_OVER, OVER):
            return 0
        return 2 if self.record.state.status == OVER else 1

    def _secure(self, ended: int) -> None:
        """What has been played to its end, and who sits down to a game, is made safe against what happens to the disk
        later; it is saved with or without this."""
        try:
            self.store.checkpoint()
            if ended == 2:
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
        self._set_clock(self.row.clock.follow(self._turn(), clock.now()))

    def _turn(self) -> str:
        """Names the turn that runs, "" where none does."""
        if self.game_row is None or self.record is None or self.record.state.turn is None or self.phase() != PLAY:
            return ""
        return f"{self.game_row.id}.{self.record.state.round}.{self.record.state.number}"

    def _set_clock(self, new: Clock, always: bool = False) -> None:
        """A clock nobody wants is not worth writing down."""
        if new != self.row.clock and (new.wanted or always):
            self._set(clock=new)
        self.row = replace(self.row, clock=new)

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

    def steps_told(self) -> int:
        """How many steps of this round's score have been told."""
        row, record = self.playing
        return row.score_steps if row.score_round == record.state.round else 0

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
        with self._lock:
            return game_by_id(self.chosen.game) if self.chosen.open or self.record is None else self.record.game
