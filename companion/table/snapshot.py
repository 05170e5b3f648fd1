"""A table as one value: its rows in the store, its seats, and the record of its game.

A command gets a copy and changes that (``table.Table.run``). ``views`` compute from it what pages show; the commands
are in ``commands``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random, SystemRandom
from typing import Any, NamedTuple, NoReturn

from companion import clock
from companion.clock import Clock
from companion.engine.display import RevealStep, Secret
from companion.engine.fields import fold_name
from companion.engine.game import Game
from companion.engine.score_story import list_opening_steps, list_steps
from companion.engine.setup import complete_options
from companion.engine.state import SETUP
from companion.engine.text import T, Text
from companion.engine.views import list_held_secrets
from companion.engine.visibility import OWN
from companion.games import all_games, find_game, game_by_id
from companion.record.record import Record
from companion.storage.store import ChosenGame, GameRow, NoteRow, RevealProgress, SeatRow, Store, TableRow, TapRow
from companion.table import reveal
from companion.table.loading import game_of, read_choice, restore
from companion.table.log import Log
from companion.table.refusals import Refused

NOTES = 60
"""How many of the newest notes are kept in memory."""
TOLD = "told"
ASKED = "asked"
SHOWN = "shown"
"""Keys of ``GameRow.looks``, next to ``OWN`` and the keys of secrets.

``TOLD``: all cards were revealed with the score (recorded for seat -1, the table). ``ASKED``: this seat's phone is
asking its player to reveal the card. ``SHOWN`` holds no seat, but the number of entries when the score last revealed a
card that only its owner knew. Under ``OWN``, -1 means that the host started play early."""


class Stage(StrEnum):
    """Where a table is.

    ``LOOKING``: not everyone has looked at their card. ``SCORING``: play is over; cards are being revealed, or
    something still has to be entered.
    """

    LOBBY = "lobby"
    LOOKING = "looking"
    PLAYING = "playing"
    SCORING = "scoring"
    ROUND_OVER = "round-over"
    OVER = "over"


class CurrentGame(NamedTuple):
    """The game under way, or over: its row in the data file, and its record."""

    row: GameRow
    record: Record


@dataclass
class TableState:
    """The in-memory state of one table. Commands receive a copy and modify that; readers see an unchanging snapshot.

    ``store`` is where a command writes, within a transaction. ``dice`` are the system's chance; tests have their own.
    ``dealt`` is the game under way or over; asking for its row, record or state without one raises. ``notes`` are the
    newest of the table's own log, ``taps`` those that made the entries, in their order.
    """

    store: Store
    row: TableRow
    seats: tuple[SeatRow, ...]
    dice: Random = field(default_factory=SystemRandom)
    current_game: CurrentGame | None = None
    log: Log = field(init=False)
    notes: tuple[NoteRow, ...] = ()
    taps: tuple[TapRow, ...] = ()
    unsaved: bool = False
    """The game's row has changed only in memory; it is written with the next change."""
    evening: Any = field(default=None, compare=False, repr=False)
    """The games of tonight as ``history`` has read them for this table; None: they have to be read again."""

    def __copy__(self) -> TableState:
        """Return a copy that can be changed while this one stays. Entries are not folded again for it."""
        copied = replace(self)
        copied.log = self.log.copy()
        copied.current_game = copied.current_game and copied.current_game._replace(
            record=copied.record.copy(copied.log)
        )
        return copied

    # -- a change -----------------------------------------------------------------------------------------------
    def update_table(self, /, **values: Any) -> None:
        """Change fields of the table's row, and save it."""
        self.row = replace(self.row, **values)
        self.store.tables.save(self.row)

    def update_game(self, **values: Any) -> None:
        """Change fields of the game's row, and save it."""
        self.current_game = CurrentGame(replace(self.game_row, **values), self.record)
        if not self.unsaved:
            self.store.games.save(self.game_row)

    def load_game(self, row: GameRow | None) -> None:
        """Make a game, or none, the one that is played from now on."""
        self.current_game = None
        self.taps = ()
        if row is None:
            self.log = Log(self.game)
        else:
            self.log = Log(game_of(row), [seat.name for seat in self.seats if seat.new_to == row.game])
            read = self.store.journal.read(row.id)
            self.current_game = CurrentGame(row, restore(row, read, self.log))
            self.taps = tuple(read.taps)
        ensure_seats_of_joined(self)
        if self.current_game and (since := self.game_row.show.since) is not None:
            # A reveal that started in the future goes on from now: this computer's clock was wrong.
            shown = replace(self.game_row.show, since=min(since, clock.steady()))
            self.current_game = self.current_game._replace(row=replace(self.game_row, show=shown))

    # -- the game -----------------------------------------------------------------------------------------------
    @property
    def chosen(self) -> ChosenGame:
        """The game and options for the next deal, and whether people can take seats."""
        chosen = self.row.chosen
        if chosen is not None and find_game(chosen.game) is None:
            chosen = None  # its file is there no more
        return chosen or ChosenGame(next(iter(all_games())), {}, True)

    @property
    def game(self) -> Game:
        """The game that is played, or chosen for the next deal."""
        return game_by_id(self.chosen.game) if self.chosen.open or self.current_game is None else self.record.game

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of that game."""
        if self.chosen.open or self.current_game is None:
            return complete_options(self.game, self.chosen.options)
        options: Mapping[str, Any] = self.record.state.options
        return options

    @property
    def game_row(self) -> GameRow:
        """The row of the game under way or over in the data file."""
        return (self.current_game or _refuse_undealt()).row

    @property
    def record(self) -> Record:
        """The record of that game."""
        return (self.current_game or _refuse_undealt()).record

    @property
    def state(self) -> Any:
        """The state of that game; while cards are revealed before anything is paid, the one when play was over."""
        state = (self.current_game or _refuse_undealt()).record.state
        return state.unscored if self.face_down else state

    @property
    def face_down(self) -> bool:
        """Play is over, and some cards that come before all pay aren't revealed yet: nobody knows more."""
        state = self.current_game and self.current_game.record.state
        if not state or state.unscored is None:
            return False
        return self.show.beats < reveal.count_beats(list_opening_steps(self.record.game, state.unscored))

    def find_known_state(self, seat: int) -> Any:
        """Return the state in which that seat looks at what is its own: pay is revealed with the score."""
        state = self.record.state
        is_told = self.show.beats or (self.ended and self.told)
        if is_told or state.unscored is None or seat >= len(state.unscored.seats):
            return state
        return state.unscored

    @property
    def stage(self) -> Stage:
        """Where the table is. Whether all of a score has been revealed is another question (``told``)."""
        state = self.current_game and self.current_game.record.state
        if self.chosen.open or state is None or state.status == SETUP:
            return Stage.LOBBY
        if self.face_down:
            return Stage.SCORING
        if state.playing and state.fresh and not state.dealt_by_hand:
            seats = seats_that_saw(self, OWN)
            if -1 not in seats and not seats.issuperset(state.players):
                return Stage.LOOKING
        return Stage(state.status)

    @property
    def takes_entries(self) -> bool:
        """Play has started, and no cards have to be revealed first."""
        return self.stage not in (Stage.LOBBY, Stage.LOOKING) and not self.face_down

    @property
    def stamp(self) -> str:
        """Version token for optimistic locking: "12.40" is game 12 after 40 entries. Every form sends it back."""
        if self.current_game is None:
            return "0.0"
        return f"{self.game_row.id}.{len(self.record.entries)}"

    @property
    def shown_in_strip(self) -> Hashable:
        """All that the strip of tonight is made from: if it differs, the game night has to be read again."""
        show = self.game_row.show if self.current_game else None
        return self.stamp, show, self.chosen.open, self.seats

    @property
    def seat_ids(self) -> tuple[int, ...]:
        """The ids of the game's seats in the order of their numbers; empty if there is no game."""
        if self.current_game is None:
            return ()
        row = self.game_row
        seats = self.state.seats
        return (*row.seat_ids, *[row.joined[fold_name(seat.name)] for seat in seats[len(row.seat_ids) :]])

    # -- the score ----------------------------------------------------------------------------------------------
    @property
    def show(self) -> RevealProgress:
        """How far this round's score has been revealed."""
        told = self.game_row.show
        now = self.record.state.round
        return told if told.round == now else RevealProgress(now)

    @property
    def ended(self) -> Stage | None:
        """``ROUND_OVER`` or ``OVER`` when that has ended, also in the lobby after it; None while a round is played."""
        is_scored = self.current_game is not None and self.state.scored
        return Stage(self.state.status) if is_scored else None

    @property
    def steps(self) -> tuple[RevealStep, ...]:
        """The story of the score of a round that is over, or what comes before it; nothing while one is played."""
        game = self.record.game
        state = self.record.state
        if self.ended:
            return tuple(list_steps(game, state))
        return () if state.unscored is None else tuple(list_opening_steps(game, state.unscored))

    @property
    def told(self) -> bool:
        """The whole score of a finished round has been revealed, or a round is being played."""
        return self.show.beats >= reveal.count_beats(self.steps)


def _refuse_undealt() -> NoReturn:
    raise Refused(T("nothing has been dealt yet"))


def load_table(store: Store, table_id: int) -> TableState:
    """Read a table from the disk. Raises Damaged."""
    row = store.tables.get(table_id)
    game = store.games.current(table_id)
    if game and game.damaged:
        game = None
    row = replace(row, chosen=read_choice(row, game))
    notes = tuple(store.journal.notes(table_id, NOTES))
    table = TableState(store, row, tuple(store.seats.of(table_id)), notes=notes)
    table.load_game(game)
    table.row = replace(row, clock=clock_of(table))
    return table


def clock_of(table: TableState) -> Clock:
    """Return the timer that the game started last; a new one runs from now on."""
    running = table.record.game.night_script(table.state).countdown if table.current_game else None
    if running is None:
        return Clock()
    of = f"{table.game_row.id}.{running.number}"
    kept = table.row.clock
    now = clock.steady()
    return kept if kept.of == of and kept.since <= now else Clock(of, now)


def list_secrets(table: TableState, seat: int) -> list[Secret]:
    """Return the secrets that a seat can hold to look at now.

    If it can look at only one of several (``one_of``), the others are left out once it has chosen.
    """
    found = list_held_secrets(table.record.game, table.find_known_state(seat), seat)
    seen = {secret.key for secret in found if seat in seats_that_saw(table, secret.key)}
    chosen = {secret.one_of for secret in found if secret.key in seen} - {""}
    return [secret for secret in found if secret.one_of not in chosen or secret.key in seen]


def seats_that_saw(table: TableState, mark: str) -> frozenset[int]:
    """Return the seats that have looked, since the last deal, at the secret with that mark."""
    return table.game_row.looks.get(f"{mark}:{table.log.deal}", frozenset()) if table.current_game else frozenset()


def mark_looked(table: TableState, seat: int, mark: str, looked: bool = True) -> None:
    """Keep that a seat has looked at the secret with that mark, or has not."""
    seats = seats_that_saw(table, mark)
    table.update_game(
        looks={**table.game_row.looks, f"{mark}:{table.log.deal}": seats | {seat} if looked else seats - {seat}}
    )


def mark_shown(table: TableState) -> None:
    """Keep that by now the end has shown cards that only their owners knew."""
    mark_looked(table, -1, TOLD)
    table.update_game(
        looks={**table.game_row.looks, f"{SHOWN}:{table.log.deal}": frozenset({len(table.record.entries)})}
    )


def note(table: TableState, text: Text) -> None:
    """Add a line to the table's own log, which everyone reads."""
    game, seq = (table.game_row.id, len(table.record.entries)) if table.current_game else (None, None)
    table.store.journal.note(table.row.id, game, seq, text)
    table.notes = tuple(table.store.journal.notes(table.row.id, NOTES))


def ensure_seats_of_joined(table: TableState) -> None:
    """Give a seat to everyone who joined during the game: that of the same name.

    An undo can bring back someone whose seat was removed, and an imported record has only names.
    """
    if table.current_game is None:
        return
    for seat in table.state.seats[len(table.game_row.seat_ids) :]:
        name = fold_name(seat.name)
        ids = {fold_name(seat.name): seat.id for seat in table.seats}
        joined = table.game_row.joined
        found = ids.get(name, joined.get(name))
        if found not in ids.values():
            found = table.store.seats.add(table.row.id, seat.name.strip(), False)[0].id
            read_seats(table)
        if joined.get(name) != found:
            table.update_game(joined={**joined, name: found})


def mark_experienced(table: TableState) -> None:
    """Note that the game is no longer new to all who have played it until a round was scored."""
    for seat in table.seats if table.current_game and table.game_row.over and table.game_row.show.round else ():
        if seat.new_to == table.game_row.game and seat.id in table.seat_ids:
            table.store.seats.change(seat.id, new_to="")
    read_seats(table)


def read_seats(table: TableState) -> None:
    """Read the seats as the store has them now."""
    table.seats = tuple(table.store.seats.of(table.row.id))


def seats_face_down(table: TableState) -> frozenset[int]:
    """Return the seats whose card only its owner knows: it was dealt to a phone, and nobody has revealed it."""
    state = table.state
    seats = () if state.dealt_by_hand else ((seat, state.seats[seat]) for seat in state.players)
    return frozenset(seat for seat, own in seats if own.card is not None and not own.revealed)
