"""One table at play: load, decide, append, announce. Everything a page may show of it comes out as a ``Screen``."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

from companion import chance, clock, doors, names, turn_log, undoing
from companion.doors import Refused
from companion.games import all_games, game_by_id
from companion.loading import cannot_be_opened, game_of, load_record, read_choice
from companion.record import UNDO, EntryError, Record
from companion.rules import lately
from companion.rules.action import Entry
from companion.rules.errors import RuleError
from companion.rules.game import Game
from companion.rules.guide import Role
from companion.rules.held import OWN, PEEK
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SETUP
from companion.rules.text import T, Text
from companion.screen import Chosen, LogLine, Quiet, Screen, Viewer, make_screen, quiet_page
from companion.store import Damaged, GameRow, NoteRow, SeatingRow, Stale, Store, StoreError, TableRow, digest
from companion.story import Story

LOOK, LOBBY, PLAY, DONE = "look", "lobby", "play", "done"
NOTES = 60

_log = logging.getLogger(__name__)


class Tables:
    """All tables of this process, each loaded at first touch. ``announce(code)`` is called after every change."""

    def __init__(self, store: Store, announce: Callable[[str], None] = lambda code: None) -> None:
        self.store = store
        self.announce = announce
        self._tables: dict[str, Table] = {}
        self._damaged: dict[str, Damaged] = {}
        self._lock = threading.Lock()

    def get(self, code: str) -> Table | None:
        """The table with that code, however it is written. Raises ``Damaged`` for one whose data can't be read."""
        code = code.upper()
        with self._lock:
            if code in self._damaged:
                raise Damaged(self._damaged[code].text)
            if code not in self._tables:
                row = self.store.table_by_code(code)
                if row is None:
                    return None
                try:
                    self._tables[code] = Table(self.store, row, lambda: self.announce(code))
                except Damaged as damage:
                    self._damaged[code] = cannot_be_opened(row, damage)
                    raise self._damaged[code] from damage
            return self._tables[code]

    def played_at(self, codes: Iterable[str]) -> bool:
        """Whether a game is under way at one of these tables."""
        found = (self.get(code) for code in codes)
        return any(table is not None and table.phase() in (LOOK, PLAY) for table in found)

    def newest(self) -> Table:
        """The table that people come to: the one made last that can be opened, or the first one where there is none.
        One that was read in from a record waits while another is played."""
        rows = self.store.tables()
        if self.store.is_played():
            rows.sort(key=lambda row: not row.imported)
        for row in reversed(rows):
            with suppress(Damaged):
                if found := self.get(row.code):
                    return found
        return self.create()

    def create(self, imported: bool = False) -> Table:
        """A new table without seats."""
        table = self.get(self.store.create_table(self.store.new_code(), imported).code)
        assert table is not None
        return table


class Table:
    """One table: its seats, the game that is played, and what happened.

    Every method takes the table's lock; what they hand out is immutable or a copy. Errors are RuleErrors and
    StoreErrors with a sentence.
    """

    def __init__(self, store: Store, row: TableRow, announce: Callable[[], None]) -> None:
        self.store = store
        self.row = row
        self.code = row.code
        self._announce = announce
        self._lock = threading.RLock()
        self._shuffle = SystemRandom().shuffle
        self.seats: list[SeatingRow] = store.seats(row.id)
        self.chosen = self._read_choice()
        self.game_row: GameRow | None = None
        self.record: Record | None = None
        self._story: Story | None = None
        self._notes: list[NoteRow] | None = None
        self._made: dict[str, Any] = {}
        self._under_way = False
        self._load(store.current_game(row.id))
        self.clock = self._read_clock()

    # -- loading ------------------------------------------------------------------------------------------------
    def _load(self, row: GameRow | None) -> None:
        story = record = None
        if row is not None:
            story = Story(game_of(row))
            record = load_record(self.store, row, story)
        self.game_row, self.record, self._story = row, record, story

    @property
    def _deal_number(self) -> int:
        """The number of the last deal; -1 where there was none."""
        return self._story.deal if self._story else -1

    @property
    def playing(self) -> tuple[GameRow, Record]:
        """The game under way or over; raises when nothing has been dealt at this table yet."""
        if self.game_row is None or self.record is None:
            raise Refused(T("nothing has been dealt yet"))
        return self.game_row, self.record

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Hold the lock; the whole change is on disk before it is announced, or memory and disk are as before."""
        with self._lock:
            if self._under_way:
                yield  # a part of a larger change
                return
            before, ended = self._standing(), self._ended()
            self._under_way = True
            try:
                with self.store.whole():
                    yield
                    self._follow_turn()
            except BaseException:
                if self._standing() != before:
                    self._reload()
                raise
            finally:
                self._made = {}
                self._under_way = False
            if self._ended() > ended:
                self._secure()
        self._announce()

    def _standing(self) -> tuple[Any, ...]:
        """What a change leaves its traces in."""
        return self.seats, self.chosen, self.clock, self.game_row, len(self.record.entries) if self.record else None

    def _reload(self) -> None:
        """What is on disk is the truth."""
        self.seats = self.store.seats(self.row.id)
        self.chosen = self._read_choice()
        self._notes = None
        self._load(self.store.current_game(self.row.id))
        self.clock = self._read_clock()

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

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What several viewers see, made once a change; to be called under the table's lock."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def note(self, text: Text) -> None:
        """Add a line to the table's own log, beside the record."""
        game = self.game_row
        seq = len(self.record.entries) if self.record else None
        self.store.note(self.row.id, game.id if game else None, seq, text.message, dict(text.values), _now())
        self._notes = None

    # -- phases -------------------------------------------------------------------------------------------------
    def phase(self) -> str:
        """``lobby`` (people take seats), ``look`` (dealt, not all have looked), ``play``, or ``done`` (over)."""
        with self._lock:
            if self.chosen.open or self.record is None or self.record.state.status == SETUP:
                return LOBBY
            if self.record.state.status == OVER:
                return DONE
            return PLAY if self._let_go() else LOOK

    def _let_go(self) -> bool:
        """Whether play has begun: everybody has looked, the host said so, or something has been entered already."""
        state = self.playing[1].state
        if state.by_hand or not state.fresh:
            return True
        looked = self.looked()
        return -1 in looked or set(state.players) <= looked

    def looked(self) -> set[int]:
        """The seats that have looked at their card of the last deal; -1 where the host let play begin."""
        row = self.playing[0]
        return self.store.looked(row.id, f"card:{self._deal_number}")

    # -- seats --------------------------------------------------------------------------------------------------
    def join(self, name: str, once: str = "") -> tuple[SeatingRow, str]:
        """A phone takes a new seat under ``name``; the seat and the phone's token.

        ``once`` is the token that the page proposed: sent again, because the answer got lost, it is the same seat.
        Who comes while a game is played is announced to all.
        """
        with self._changing():
            if before := self.seat_by_token(once):
                return before, once
            seat, token = self.store.add_seat(self.row.id, self._checked_name(name), True, once)
            self.seats = self.store.seats(self.row.id)
            if self.phase() != LOBBY:
                self.note(T("{name} has sat down, and is in from the next game on.", name=seat.name))
            return seat, token

    def add_seat(self, name: str) -> SeatingRow:
        """A seat for a player without a phone."""
        with self._changing():
            seat, _ = self.store.add_seat(self.row.id, self._checked_name(name), False)
            self.seats = self.store.seats(self.row.id)
            return seat

    def rename_seat(self, seat_id: int, name: str) -> None:
        with self._changing():
            seat = self.seat(seat_id)
            self.store.rename_seat(seat_id, self._checked_name(name, besides=seat))
            self.seats = self.store.seats(self.row.id)

    def dress_seat(self, seat_id: int, colour: int, figure: str) -> None:
        """The colour and the figure that a seat has chosen to be known by."""
        with self._changing():
            worn = {**self.worn(), str(self.seat(seat_id).id): [colour, figure]}
            self.store.set_meta(f"worn:{self.row.id}", json.dumps(worn))

    def worn(self) -> dict[str, list[Any]]:
        """Colour and figure by seat id, of those who have chosen."""
        return dict(json.loads(self.store.get_meta(f"worn:{self.row.id}") or "{}"))

    def remove_seat(self, seat_id: int) -> None:
        """Take a seat away, before a game or when it plays no part in the one under way."""
        with self._changing():
            seat = self.seat(seat_id)
            if self.phase() != LOBBY and self._index(seat) is not None:
                raise Refused(T("{name} is in the game: end it first, or let {name} leave the table", name=seat.name))
            self.store.remove_seat(seat_id)
            self.seats = self.store.seats(self.row.id)

    def move_seat(self, seat_id: int, delta: int) -> None:
        """Put the seat one place earlier (-1) or later (+1) in clockwise order, for the next game."""
        with self._changing():
            self.seat(seat_id)
            self.store.move_seat(seat_id, delta)
            self.seats = self.store.seats(self.row.id)

    def take_seat(self, seat_id: int) -> str:
        """Another phone takes the seat over; the old one's access ends. Everybody reads it."""
        with self._changing():
            seat = self.seat(seat_id)
            token = self.store.claim_seat(seat_id)
            self.seats = self.store.seats(self.row.id)
            if seat.phone:
                self.note(T("{name}'s seat was taken over by another phone.", name=seat.name))
            else:
                self.note(T("{name} plays with a phone now.", name=seat.name))
            return token

    def take_by_link(self, secret: str, now: float) -> tuple[SeatingRow, str]:
        """The same by a single-use link, which is used up only when the seat is taken. Raises LinkError."""
        with self._changing():
            seat = self.seat(self.store.use_link(secret, now).id)
            return seat, self.take_seat(seat.id)

    def release_seat(self, seat_id: int) -> None:
        """The seat has no phone any more and looks on the table device. Everybody reads it."""
        with self._changing():
            seat = self.seat(seat_id)
            self.store.release_seat(seat_id)
            self.seats = self.store.seats(self.row.id)
            self.note(T("{name} plays without a phone from now on.", name=seat.name))

    def seat_link(self, seat_id: int, now: float) -> str:
        """The secret of a single-use link to the seat, good for two minutes."""
        with self._lock:
            return self.store.make_link(self.seat(seat_id).id, now)

    def seat(self, seat_id: int) -> SeatingRow:
        found = next((seat for seat in self.seats if seat.id == seat_id), None)
        if found is None:
            raise Refused(T("there is no such seat at this table"), 404)
        return found

    def seat_by_token(self, token: str) -> SeatingRow | None:
        """The seat that the phone with this token holds."""
        kept = digest(token)
        return next((seat for seat in self.seats if seat.token_hash == kept), None)

    def seat_by_pin(self, seat_id: int, pin: str) -> SeatingRow:
        """The seat, if that is its PIN."""
        seat = self.seat(seat_id)
        if not seat.pin or not secrets_equal(seat.pin, pin):
            raise Refused(T("this is not the PIN of {name}'s seat", name=seat.name), 403)
        return seat

    def tell_of_guesses(self, seat_id: int) -> None:
        """Everybody reads that somebody tries to get at a seat."""
        seat = next((seat for seat in self.seats if seat.id == seat_id), None)
        if seat:
            with self._changing():
                self.note(T("Wrong PINs were typed for {name}'s seat, one after the other.", name=seat.name))

    def _checked_name(self, name: str, besides: SeatingRow | None = None) -> str:
        """The name without surrounding space. Raises for one that nobody could tell apart or read."""
        try:
            name = names.checked(name, [seat.name for seat in self.seats if seat != besides])
        except RuleError as error:
            raise Refused(error.text, 422) from None
        if besides is None and len(self.seats) >= max(game.most for game in all_games().values()):
            raise Refused(T("this table is full: {n} players at most", n=len(self.seats)), 409)
        return name

    def _index(self, seat: SeatingRow) -> int | None:
        """The seat's number in the game under way; None for one who came later."""
        ids = self.game_row.seat_ids if self.game_row else []
        return ids.index(seat.id) if seat.id in ids else None

    def index_of(self, seat_id: int) -> int | None:
        with self._lock:
            return self._index(self.seat(seat_id))

    def pin_of(self, seat_id: int) -> str:
        return self.seat(seat_id).pin

    # -- choosing and dealing -----------------------------------------------------------------------------------
    def _read_choice(self) -> Chosen:
        return Chosen(*read_choice(self.store, self.row.id))

    def choose(self, game: str, options: Mapping[str, Any]) -> None:
        """The host picks the game and its options, for the next deal."""
        with self._changing():
            self._need_no_game()
            options = game_by_id(game).complete(options)
            self._set_choice(Chosen(game, dict(options), True))

    def _set_choice(self, chosen: Chosen) -> None:
        self.store.set_meta(f"chosen:{self.row.id}", json.dumps(chosen.__dict__))
        self.chosen = chosen

    def open_lobby(self) -> None:
        """Back to where seats and game are chosen. A game under way has to be over first."""
        with self._changing():
            self._need_no_game()
            self._set_choice(Chosen(self.chosen.game, self.chosen.options, True))

    def _need_no_game(self) -> None:
        if self.record is not None and self.record.state.status not in (SETUP, OVER):
            raise Refused(T("a game is being played: end it first"))

    def deal(self, first: int, stamp: str = "") -> None:
        """Deal: a new game from the lobby, the next round, or afresh directly after a deal."""
        with self._changing():
            self._need_current(stamp)
            if self.phase() == LOBBY:
                self._new_game()
            self._append([{"kind": "deal", "first": first}], "table", "")

    def deal_by_hand(self, first: int, backs: Mapping[str, Any], stamp: str = "") -> None:
        """The same with cards dealt by hand: ``backs`` are the public fields of the deal (clans), if any."""
        with self._changing():
            self._need_current(stamp)
            if self.phase() == LOBBY:
                self._new_game()
            self._append([{"kind": "deal", **backs, "first": first}], "table", "")

    def deals_by_hand(self) -> bool:
        """Whether the next deal comes out of the box."""
        if self.chosen.open or self.record is None:
            return bool(self.game().complete(self.chosen.options)["dealing"] == "cards")
        return bool(self.record.state.by_hand)

    def _new_game(self) -> None:
        game = game_by_id(self.chosen.game)
        names, ids = [seat.name for seat in self.seats], [seat.id for seat in self.seats]
        options = game.complete(self.chosen.options)
        game.start(names, options)
        self._set_choice(Chosen(game.id, options, False))
        if self._waits_for(game.id, names, ids, options):
            return  # its deal was taken back: that makes no new game, and no other cards
        self._load(self.store.new_game(self.row.id, game.id, options, names, ids))

    def _waits_for(self, *wanted: Any) -> bool:
        """Whether this very game lies there undealt."""
        row, record = self.game_row, self.record
        if row is None or record is None or record.state.status != SETUP:
            return False
        return (row.game, row.players, row.seat_ids, record.state.options) == wanted

    def again(self) -> None:
        """The same players, the same game, dealt at once; the next one in the circle begins."""
        with self._changing():
            _, record = self.playing
            if record.state.status != OVER:
                raise Refused(T("the game is not over yet"))
            first = (record.entries[self._deal_number]["first"] + 1) % len(record.players)
            self._set_choice(Chosen(record.game.id, record.state.options, False))
            self._new_game()
            if not record.state.by_hand:
                self._append([{"kind": "deal", "first": first % len(self.seats)}], "table", "")

    def deal_afresh(self, reason: str, stamp: str = "") -> None:
        """A fresh deal for everybody, because a card was seen by the wrong person; the reason is read by all."""
        with self._changing():
            self._need_current(stamp)
            _, record = self.playing
            if self._deal_number < 0:
                raise Refused(T("nothing has been dealt yet"))
            first = record.entries[self._deal_number]["first"]
            self._append([{"kind": "deal", "first": first}], "table", "")
            reason = " ".join(reason.split())[:120]
            self.note(T("Dealt afresh: {reason}", reason=reason) if reason else T("Dealt afresh."))

    def start_early(self) -> None:
        """The host lets play begin although not all have looked; everybody reads it."""
        with self._changing():
            row, _ = self.playing
            if self.phase() == LOOK:
                self.store.mark_looked(row.id, -1, f"card:{self._deal_number}")
                self.note(T("The host let play begin before everybody had looked."))

    # -- play ---------------------------------------------------------------------------------------------------
    def act(
        self,
        entries: Sequence[Entry],
        device: str,
        stamp: str,
        seat: int | None = None,
        way: Sequence[Entry] = (),
        ends: bool = False,
    ) -> None:
        """Enter one action (all ``entries`` or none). ``stamp`` is that of the page it was tapped on, ``seat`` whose
        page that is (None: the table's, in the open). ``way``: what was marked to have happened after it; ``ends``: the
        turn ends with the same tap, if the rules leave nothing to decide then.

        The same action tapped twice on one page is one entry. Raises Stale when the table has moved on.
        """
        with self._changing():
            if self.phase() not in (PLAY, DONE):
                raise Refused(T("play has not begun yet"))
            _, record = self.playing
            doors.check(record.game, record.state, entries, seat, self.told())
            if not self._late(entries, stamp):
                doors.check_together(record.game, record.state, entries, seat)
            self._check_way(entries[0], way)
            before = len(record.entries)
            self._append(entries, device, stamp)
            if len(self.playing[1].entries) > before:
                self._finish_turn(entries[0], way, device, ends)

    def _check_way(self, card: Entry, way: Sequence[Entry]) -> None:
        """Raise for what does not happen on the way. What may end a round, which hidden cards decide, comes last: after
        it nothing may be refused or not."""
        moves = self.playing[1].game.moves
        happened = [moves.get(entry["kind"]) for entry in way]
        if any(move is None or move.group != lately.WAY for move in happened) or any(
            entry.get("by") != card.get("by") for entry in way
        ):
            raise Refused(T("this is not what happens on the way"), 422)
        if any(move is not None and move.may_end_round for move in happened[:-1]):
            raise Refused(T("this comes last in a turn"), 422)

    def _finish_turn(self, card: Entry, way: Sequence[Entry], device: str, ends: bool) -> None:
        """What happened on the way, each by itself, and the end of the turn, where there is anything to end."""
        _, record = self.playing
        move, by = record.game.moves.get(card["kind"]), card.get("by")
        for entry in way:
            self._append([entry], device, "")
        turn = record.state.turn
        if not ends or move is None or turn is None or turn.seat != by:
            return
        if lately.ends_turn(record.game, card["kind"], card, move.group):
            self._append([{"kind": lately.END, "by": by}], device, "")

    def add(self, seat: int, entry: Entry, number: int, mends: int, device: str) -> None:
        """Put something that was forgotten into the seat's turn that is over, whose end is entry ``number``. ``mends``:
        how often that had been done on the page it was tapped on; a repeated tap adds nothing."""
        with self._changing():
            _, record = self.playing
            turn = self.last_turn(seat)
            if turn is None or turn.end != number:
                raise Refused(T("this turn is not your last one any more: look at the table again"))
            if turn_log.mends(record, turn) != mends:
                return
            late = record.game.moves.get(entry["kind"])
            if late is not None and late.may_end_round and not turn_log.is_last(record, turn):
                raise Refused(T("something was entered after that turn: undo it at the table screen first"))
            offered = lately.added(record.game, record.state, turn)
            self._append([turn_log.amend(record, turn, offered, entry)], device, "")

    def last_turn(self, seat: int) -> lately.Turn | None:
        """The seat's last turn, from its end until its next one begins."""
        record = self.record
        if record is None or self._story is None or record.state.status != PLAYING:
            return None
        turn = self._story.turns.last.get(seat)
        return None if turn is None or record.state.running.seat == seat else turn

    def mends(self, turn: lately.Turn) -> int:
        """How often something was put into that turn."""
        return turn_log.mends(self.playing[1], turn)

    def is_last(self, turn: lately.Turn) -> bool:
        """Whether nothing came after that turn."""
        return turn_log.is_last(self.playing[1], turn)

    def _append(self, entries: Sequence[Entry], device: str, stamp: str, asked: Sequence[Entry] | None = None) -> None:
        """``asked``: the entries of the form, where the app made others of them."""
        row, record = self.playing
        seq = len(record.entries)
        action = doors.action_id(device, stamp or self.stamp(), asked or entries)
        if self._late(entries, stamp):
            if self.store.numbers_of(row.id, action):
                return  # a repeated tap
            raise Stale(seq)
        written: list[Entry] = []
        for entry in entries:
            written.append(chance.drawn(record, dict(entry), self._shuffle))
            record.append(written[-1])
        self.store.append(row.id, seq, written, action, _now(), device)
        if entries[0]["kind"] != UNDO:
            self._automatic()
        self._after(record)

    def _moved_on(self, stamp: str) -> bool:
        """Whether the page with that stamp was made of an older state. A page without a stamp never was."""
        return bool(stamp) and stamp != self.stamp()

    def _need_current(self, stamp: str) -> None:
        """Raise Stale for what may not be done twice because the answer to the first tap got lost."""
        if self._moved_on(stamp):
            raise Stale(len(self.record.entries) if self.record else 0)

    def settle(self) -> None:
        """Enter what the app owes the table, after an undo took it back."""
        with self._changing():
            self._automatic()
            self._after(self.playing[1])

    def owes(self) -> bool:
        """Whether the app has something to enter by itself, which an undo took back."""
        row, record = self.playing
        typed = self.store.typed(row.id, record.state.round)
        return record.game.automatic(record.state, typed) is not None

    def _late(self, entries: Sequence[Entry], stamp: str) -> bool:
        """Whether the page with that stamp is too old for these entries: what several seats may make in any order needs
        only the same game."""
        row, record = self.playing
        moves = [record.game.moves.get(entry["kind"]) for entry in entries]
        parallel = all(move is not None and move.parallel for move in moves)
        return self._moved_on(stamp) and not (parallel and stamp.partition(".")[0] == str(row.id))

    def _automatic(self) -> None:
        """Enter what the app owes the table by itself."""
        row, record = self.playing
        while True:
            owed = record.game.automatic(record.state, self.store.typed(row.id, record.state.round))
            if owed is None:
                return
            seq = len(record.entries)
            entry = chance.drawn(record, owed, self._shuffle)
            record.append(entry)
            self.store.append(row.id, seq, [entry], f"app:{seq}", _now(), "app")

    def _after(self, record: Record) -> None:
        row, _ = self.playing
        over = record.state.status == OVER
        if over != row.over:
            self.store.set_over(row.id, over)
            self.game_row = self.store.game(row.id)

    def undo(self, number: int, device: str, stamp: str, seat: int | None = None) -> None:
        """Cancel entry ``number``; or, where that is an undo, bring back what it cancelled.

        A ``seat`` undoes its own entry and only while it is the last one; the host (None) any.
        """
        with self._changing():
            _, record = self.playing
            if not 0 <= number < len(record.entries):
                raise Refused(T("there is no such entry"), 404)
            entries = [{"kind": UNDO, "entry": number}]
            if self._moved_on(stamp):
                self._append(entries, device, stamp)
                return
            if seat is not None and self.undoable_by(seat) != number:
                raise Refused(T("only your own last entry can be undone; the table screen can undo the others"), 403)
            together = self._with_turn(number)
            for one in together:
                if why := undoing.refused(record, self._story.moments if self._story else {}, one):
                    raise Refused(why)
            undos = [{"kind": UNDO, "entry": one} for one in together]
            try:
                self._append(undos, device, stamp, entries)
            except EntryError:
                raise Refused(undoing.NOT_ANY_MORE) from None

    def _with_turn(self, number: int) -> list[int]:
        """The entries to cancel with this one: all of a turn that is told as one thing; for an undo of its end, all
        undos that took it back."""
        _, record = self.playing
        entries, live = record.entries, record.live()
        back = entries[number]["kind"] == UNDO
        end = entries[number]["entry"] if back else number
        group = self._story.groups.get(end, ()) if self._story else ()
        if not back:
            return [one for one in reversed(group) if live[one]] or [number]
        undos = {entry["entry"]: one for one, entry in enumerate(entries) if live[one] and entry["kind"] == UNDO}
        return [undos[one] for one in group if one in undos] or [number]

    def undoable_by(self, seat: int) -> int | None:
        """The number of the last entry that counts, if this seat made it and it can be taken back: nobody has looked at
        anything because of it. A turn that is over goes as a whole, with what was put into it."""
        row, record = self.playing
        turn = self._story.turns.last.get(seat) if self._story else None
        if turn and record.live()[turn.end] and turn_log.is_last(record, turn):
            return turn.end if turn_log.numbers(record, turn, lambda mark: self.store.looked(row.id, mark)) else None
        return undoing.own_last(record, seat, lambda mark: self.store.looked(row.id, mark))

    def type_privately(self, seat: int, values: Mapping[str, Any]) -> None:
        """Keep what a seat types for itself until the app needs it."""
        with self._changing():
            row, record = self.playing
            fields = {field.name: field for field in record.game.private_fields(record.state, seat)}
            if not fields:
                raise Refused(T("there is nothing to type now"))
            for name, value in values.items():
                if name not in fields:
                    raise Refused(T("unknown field {field}", field=name), 422)
                fields[name].check(value)
            self.store.set_typed(row.id, record.state.round, seat, values)
            self._automatic()
            self._after(record)

    def longer(self) -> None:
        """The host adds a round to a game that can be made longer."""
        with self._changing():
            row, record = self.playing
            options = record.game.longer_options(record.state)
            if options is None:
                raise Refused(T("no round can be added to this game now"))
            self.store.set_options(row.id, options)
            self.note(T("The host added a round."))
            self._load(self.store.game(row.id))

    # -- looking ------------------------------------------------------------------------------------------------
    def look(self, seat: int, key: str) -> Text:
        """What a seat may see in secret while it holds; the look at one's own card is counted."""
        with self._lock:
            row, record = self.playing
            content = record.game.reveal(record.state, seat, key)
            if content is None or self.chosen.open:
                raise Refused(T("there is nothing to look at here now"), 404)
            new = [m for m in undoing.marks(record, seat, key) if seat not in self.store.looked(row.id, m)]
            for mark in new:
                self.store.mark_looked(row.id, seat, mark)
            if new:
                self._follow_turn()
                self._made = {}
        if new:
            self._announce()
        return content

    def face(self, seat: int, key: str) -> Role:
        """The same as a page: the card in the hand with all that it has to tell, anything else in its words."""
        with self._lock:
            content = self.look(seat, key)
            _, record = self.playing
            whose = seat if key == OWN else None
            if key.startswith(PEEK):
                whose = int(key.removeprefix(PEEK))
            card = record.state.seats[whose].card if whose is not None else None
            role = record.game.role(record.state, whose, card) if whose is not None and card else None
            if role is None:
                return Role(content, words=content)
            return (
                replace(role, words=content)
                if whose == seat
                else Role(content, None, (), role.picture, role.clan, content)
            )

    # -- the clock ----------------------------------------------------------------------------------------------
    def set_clock(self, shown: bool, ask: int) -> None:
        """The clock is shown to all or hidden; the voice asks after so many minutes of a turn (0: never)."""
        with self._changing():
            self._set_clock(self.clock.set(shown, ask), always=True)

    def stop_clock(self, stop: bool) -> None:
        """The clock of this turn stands still, or goes on."""
        with self._changing():
            self._set_clock(self.clock.stop(clock.now()) if stop else self.clock.go_on(clock.now()))

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

    def _read_clock(self) -> clock.Clock:
        return clock.Clock.read(self.store.get_meta(f"clock:{self.row.id}")).follow(self._turn(), clock.now())

    # -- the end ------------------------------------------------------------------------------------------------
    def show_next(self, told: int | None = None) -> None:
        """Tell one more step of the score; nothing where no longer just ``told`` of them are (a repeated tap)."""
        with self._changing():
            row, record = self.playing
            steps = len(record.game.steps(record.state))
            if self.shown() < steps and told in (None, self.shown()):
                self.store.set_score_steps(row.id, record.state.round, self.shown() + 1)
                self.game_row = self.store.game(row.id)

    def shown(self) -> int:
        """How many steps of this round's score have been told."""
        row, record = self.playing
        return row.score_steps if row.score_round == record.state.round else 0

    def told(self) -> bool:
        """Whether the score of a finished round has been told; true while a round is played."""
        _, record = self.playing
        done = record.state.status in (ROUND_OVER, OVER)
        return not done or self.shown() >= len(record.game.steps(record.state))

    def exported(self) -> dict[str, Any]:
        """The record for download: only when the game is over, for before that it would tell."""
        with self._lock:
            row, record = self.playing
            if record.state.status != OVER or not self.told():
                raise Refused(T("the record can be downloaded when the game is over: before that it would tell"), 403)
            return record.to_json(self.store.entries(row.id))

    # -- what pages show ----------------------------------------------------------------------------------------
    def stamp(self) -> str:
        """Names the state a page was made of: the game and the length of its journal."""
        if self.game_row is None or self.record is None:
            return "0.0"
        return f"{self.game_row.id}.{len(self.record.entries)}"

    def screen(self, viewer: Viewer) -> Screen:
        """All that this viewer's page shows, and nothing it may not."""
        with self._lock:
            return make_screen(self, viewer)

    def quiet(self, viewer: Viewer) -> Quiet | None:
        """The viewer's cards and last turn, where its page has nothing else of its own; None where it has."""
        with self._lock:
            return quiet_page(self, viewer)

    def log(self) -> list[LogLine]:
        """What happened, newest first: entries as sentences, and the table's own notes between them."""
        game = self.game_row.id if self.game_row else None
        if self._notes is None:
            self._notes = self.store.notes(self.row.id, NOTES)
        notes = [note for note in self._notes if note.game_id == game]
        if self.record is None or self._story is None:
            return [LogLine(Text(note.message, note.values)) for note in notes]
        return self._story.log(self.record, notes)

    def tallies(self) -> list[tuple[int, list[int]]]:
        """(turn or round, a number for each seat) over the game, for the plot; empty while it may not be told."""
        _, record = self.playing
        return self._story.tallies(record.state) if self._story else []

    def game(self) -> Game[Any]:
        """The game that is played, or chosen for the next deal."""
        return game_by_id(self.chosen.game) if self.chosen.open or self.record is None else self.record.game

    def set_address(self, address: str) -> None:
        """The address the host chose for the QR codes."""
        with self._changing():
            self.store.set_address(self.row.id, address)
            self.row = self.store.table(self.row.id)


def secrets_equal(one: str, other: str) -> bool:
    """Compare without telling by the time it takes how much is right."""
    return hashlib.sha256(one.encode()).digest() == hashlib.sha256(other.encode()).digest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


__all__ = ["Refused", "Stale", "Table", "Tables"]
