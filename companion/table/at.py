"""A table as one value: its rows in the store, its seats, and the record of its game.

A command gets a copy and changes that (``table.Table.do``). What pages are made of is worked out of it in ``now``; the
commands stand in the modules beside this one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Any, NamedTuple, NoReturn

from companion import clock
from companion.clock import Clock
from companion.games import all_games, find_game, game_by_id
from companion.kept.store import Chosen, GameRow, NoteRow, SeatingRow, Show, Store, TableRow, TapRow
from companion.record.record import Record
from companion.rules.asking import fold_name
from companion.rules.board import Secret, Step
from companion.rules.game import Game
from companion.rules.seeing import OWN
from companion.rules.state import OVER, ROUND_OVER, SETUP
from companion.rules.text import RuleError, T, Text
from companion.table import show
from companion.table.loading import game_of, read_choice, restore
from companion.table.log import Log

LOOK, LOBBY, PLAY, REVEAL, DONE = "look", "lobby", "play", "reveal", "done"
NOTES = 60
"""The newest notes, which are kept in memory."""
TOLD, ASKED, SHOWN = "told", "asked", "shown"
"""Marks, beside ``OWN`` and the keys of secrets: of the cards of all, told with the end, at which -1 looks for all,
and of whose phones are asked to turn up their card. At ``OWN`` -1 looks where the host let play begin. At ``SHOWN``
stands no seat, but how many entries there were when the end last showed a card that only its owner knew."""


class Playing(NamedTuple):
    """The game under way, or over: its row in the data file, and its record."""

    row: GameRow
    record: Record


class Refused(RuleError):
    """Something that the table does not allow now, with the HTTP status of the answer."""

    def __init__(self, text: Text, status: int = 409) -> None:
        super().__init__(text)
        self.status = status


@dataclass
class At:
    """A table between two changes, or within one. Only a command changes it, and only its own copy.

    ``store`` is where a command writes, within a transaction. ``dice`` are the system's chance; tests have their own.
    ``dealt`` is the game under way or over; who asks for its row, record or state where there is none is refused.
    ``notes`` are the newest of the table's own log, ``taps`` those that made the entries, in their order.
    """

    store: Store
    row: TableRow
    seats: tuple[SeatingRow, ...]
    dice: Random = field(default_factory=SystemRandom)
    dealt: Playing | None = None
    log: Log = field(init=False)
    notes: tuple[NoteRow, ...] = ()
    taps: tuple[TapRow, ...] = ()
    unsaved: bool = False
    """The game's row has changed in memory alone; it is written with the next change."""

    def __copy__(self) -> At:
        """Return a copy that can be changed while this one stays. Entries are not folded again for it."""
        at = replace(self)
        at.log = self.log.copy()
        at.dealt = at.dealt and at.dealt._replace(record=at.record.copy(at.log))
        return at

    # -- a change -----------------------------------------------------------------------------------------------
    def set(self, /, **values: Any) -> None:
        """Change fields of the table's row, and save it."""
        self.row = replace(self.row, **values)
        self.store.tables.save(self.row)

    def set_game(self, **values: Any) -> None:
        """Change fields of the game's row, and save it."""
        self.dealt = Playing(replace(self.game_row, **values), self.record)
        if not self.unsaved:
            self.store.games.save(self.game_row)

    def load_game(self, row: GameRow | None) -> None:
        """Make a game, or none, the one that is played from now on."""
        self.dealt, self.taps = None, ()
        if row is None:
            self.log = Log(self.game)
        else:
            self.log = Log(game_of(row), [seat.name for seat in self.seats if seat.new_to == row.game])
            read = self.store.journal.read(row.id)
            self.dealt, self.taps = Playing(row, restore(row, read, self.log)), tuple(read.taps)
        give_chairs(self)
        if self.dealt and (since := self.game_row.show.since) is not None:
            # What was told from a moment in the future on goes on from now: this machine's clock was wrong.
            shown = replace(self.game_row.show, since=min(since, clock.steady()))
            self.dealt = self.dealt._replace(row=replace(self.game_row, show=shown))

    # -- the game -----------------------------------------------------------------------------------------------
    @property
    def chosen(self) -> Chosen:
        """The game and options for the next deal, and whether people may take seats."""
        chosen = self.row.chosen
        if chosen is not None and find_game(chosen.game) is None:
            chosen = None  # its file is there no more
        return chosen or Chosen(next(iter(all_games())), {}, True)

    @property
    def game(self) -> Game:
        """The game that is played, or chosen for the next deal."""
        return game_by_id(self.chosen.game) if self.chosen.open or self.dealt is None else self.record.game

    @property
    def game_row(self) -> GameRow:
        """The row of the game under way or over in the data file."""
        return (self.dealt or _refuse_undealt()).row

    @property
    def record(self) -> Record:
        """The record of that game."""
        return (self.dealt or _refuse_undealt()).record

    @property
    def state(self) -> Any:
        """The state of that game; while cards turn up before anything is paid, the one when the play was over."""
        state = (self.dealt or _refuse_undealt()).record.state
        return state.unscored if self.face_down else state

    @property
    def face_down(self) -> bool:
        """The play is over, and not all of the cards have turned up that come before all pay: nobody knows more."""
        state = self.dealt and self.dealt.record.state
        if not state or state.unscored is None:
            return False
        return self.show.beats < show.count_beats(self.record.game.list_opening(state.unscored))

    def find_known_state(self, seat: int) -> Any:
        """Return the state by which that seat looks at what is its own: pay is told with the score."""
        state = self.record.state
        is_told = self.show.beats or (self.ended and self.told)
        if is_told or state.unscored is None or seat >= len(state.unscored.seats):
            return state
        return state.unscored

    @property
    def phase(self) -> str:
        """LOBBY (people sit down), LOOK (dealt, not all have looked), PLAY, REVEAL (the cards come first), DONE."""
        state = self.dealt and self.dealt.record.state
        if self.chosen.open or state is None or state.status == SETUP:
            return LOBBY
        if self.face_down:
            return REVEAL
        if state.status == OVER:
            return DONE
        if state.by_hand or not state.fresh:
            return PLAY
        seats = find_who_looked(self, OWN)
        return PLAY if -1 in seats or seats.issuperset(state.players) else LOOK

    @property
    def stamp(self) -> str:
        """The name of this state, which every page sends back: "12.40" is game 12 after 40 entries."""
        if self.dealt is None:
            return "0.0"
        return f"{self.game_row.id}.{len(self.record.entries)}"

    @property
    def seat_ids(self) -> tuple[int, ...]:
        """The ids of the game's seats in the order of their numbers; empty where there is no game."""
        if self.dealt is None:
            return ()
        row, seats = self.game_row, self.state.seats
        return (*row.seat_ids, *[row.joined[fold_name(seat.name)] for seat in seats[len(row.seat_ids) :]])

    # -- the score ----------------------------------------------------------------------------------------------
    @property
    def show(self) -> Show:
        """How far this round's score has been told."""
        told, now = self.game_row.show, self.record.state.round
        return told if told.round == now else Show(now)

    @property
    def ended(self) -> str:
        """``ROUND_OVER`` or ``OVER`` when that has ended, "" while a round is played."""
        status = self.state.status if self.dealt else ""
        return status if status in (ROUND_OVER, OVER) else ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The story of the score of a round that is over, or what comes before it; nothing while one is played."""
        game, state = self.record.game, self.record.state
        if self.ended:
            return tuple(game.steps(state))
        return () if state.unscored is None else tuple(game.list_opening(state.unscored))

    @property
    def told(self) -> bool:
        """All that there is of the score of a finished round has been told, or a round is played."""
        return self.show.beats >= show.count_beats(self.steps)


def _refuse_undealt() -> NoReturn:
    raise Refused(T("nothing has been dealt yet"))


def load_table(store: Store, table_id: int) -> At:
    """Read a table from the disk. Raises Damaged."""
    row, game = store.tables.get(table_id), store.games.current(table_id)
    if game and game.damaged:
        game = None
    row = replace(row, chosen=read_choice(row, game))
    notes = tuple(store.journal.notes(table_id, NOTES))
    at = At(store, row, tuple(store.seats.of(table_id)), notes=notes)
    at.load_game(game)
    at.row = replace(row, clock=clock_of(at))
    return at


def clock_of(at: At) -> Clock:
    """Return the clock that the game started last; one that is new runs from now on."""
    running = at.record.game.aloud(at.state).countdown if at.dealt else None
    if running is None:
        return Clock()
    of = f"{at.game_row.id}.{running.number}"
    kept, now = at.row.clock, clock.steady()
    return kept if kept.of == of and kept.since <= now else Clock(of, now)


def list_secrets(at: At, seat: int) -> list[Secret]:
    """Return the secrets that a seat may hold to look at now.

    Of several of which it may look at only one (``one_of``), those it has not chosen are left out once it has.
    """
    found = at.record.game.list_secrets(at.find_known_state(seat), seat)
    seen = {one.key for one in found if seat in find_who_looked(at, one.key)}
    chosen = {one.one_of for one in found if one.key in seen} - {""}
    return [one for one in found if one.one_of not in chosen or one.key in seen]


def find_who_looked(at: At, mark: str) -> frozenset[int]:
    """Return the seats that have looked, since the last deal, at the secret with that mark."""
    return at.game_row.looks.get(f"{mark}:{at.log.deal}", frozenset()) if at.dealt else frozenset()


def mark_looked(at: At, seat: int, mark: str, looked: bool = True) -> None:
    """Keep that a seat has looked at the secret with that mark, or has not."""
    seats = find_who_looked(at, mark)
    at.set_game(looks={**at.game_row.looks, f"{mark}:{at.log.deal}": seats | {seat} if looked else seats - {seat}})


def mark_shown(at: At) -> None:
    """Keep that by now the end has shown cards that only their owners knew."""
    mark_looked(at, -1, TOLD)
    at.set_game(looks={**at.game_row.looks, f"{SHOWN}:{at.log.deal}": frozenset({len(at.record.entries)})})


def note(at: At, text: Text) -> None:
    """Add a line to the table's own log, which everybody reads."""
    game, seq = (at.game_row.id, len(at.record.entries)) if at.dealt else (None, None)
    at.store.journal.note(at.row.id, game, seq, text)
    at.notes = tuple(at.store.journal.notes(at.row.id, NOTES))


def give_chairs(at: At) -> None:
    """Give a seat to everybody who has sat down in the game: that of the same name.

    An undo may bring back somebody whose seat was removed, and a record that was read in has no more than names.
    """
    if at.dealt is None:
        return
    for seat in at.state.seats[len(at.game_row.seat_ids) :]:
        name, ids = fold_name(seat.name), {fold_name(one.name): one.id for one in at.seats}
        joined = at.game_row.joined
        found = ids.get(name, joined.get(name))
        if found not in ids.values():
            found = at.store.seats.add(at.row.id, seat.name.strip(), False)[0].id
            read_seats(at)
        if joined.get(name) != found:
            at.set_game(joined={**joined, name: found})


def end_being_new(at: At) -> None:
    """Note that the game is new no more to all who have played it until a round was scored."""
    for seat in at.seats if at.dealt and at.game_row.over and at.game_row.show.round else ():
        if seat.new_to == at.game_row.game and seat.id in at.seat_ids:
            at.store.seats.change(seat.id, new_to="")
    read_seats(at)


def read_seats(at: At) -> None:
    """Read the seats as the store has them now."""
    at.seats = tuple(at.store.seats.of(at.row.id))


def find_covered(at: At) -> frozenset[int]:
    """Return the seats whose card only its owner knows: it was dealt to a phone, and nobody has turned it up."""
    state = at.state
    seats = () if state.by_hand else ((seat, state.seats[seat]) for seat in state.players)
    return frozenset(seat for seat, own in seats if own.card is not None and not own.revealed)
