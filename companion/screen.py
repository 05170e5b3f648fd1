"""What one viewer's page shows: built under the table's lock from views, immutable from then on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion import doors
from companion.games import game_by_id
from companion.rules import lately
from companion.rules.action import Action, Quick
from companion.rules.board import Board, Plot, Secret, Step
from companion.rules.dealing import Deal
from companion.rules.errors import RuleError
from companion.rules.fields import Field
from companion.rules.game import Game
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.rules.text import Text
from companion.rules.view import Viewer as RuleViewer

if TYPE_CHECKING:
    from companion.record import Record
    from companion.table import Table


COLOURS = 12
"""Colours that seats can be told apart by."""


@dataclass(frozen=True)
class Viewer:
    """Who looks: a seat (``seat`` is its number in the game, None for one who waits for the next), or the host.

    ``shares`` are the ids of the other seats on the same phone."""

    seat_id: int | None = None
    seat: int | None = None
    host: bool = False
    shares: tuple[int, ...] = ()


@dataclass
class Chosen:
    """The game and options for the next deal; ``open``: people may take seats and the host may change it."""

    game: str
    options: dict[str, Any]
    open: bool


@dataclass(frozen=True, eq=False)
class LogLine:
    """One line of the log. ``undo`` and ``redo`` are the numbers to cancel; ``live`` is false for what was undone;
    ``instead`` is what it really was, where something took its place (nothing: an empty tuple).
    ``sound`` is what is heard of it, if anything.

    One is only the same as itself: a table keeps its lines, and comparing them costs nothing."""

    text: Text
    number: int | None = None
    live: bool = True
    undo: int | None = None
    redo: int | None = None
    sound: str = ""
    instead: tuple[Text, ...] | None = None


@dataclass(frozen=True)
class Place:
    """A seat at the table: who, with a phone or without, and whether it has looked at its card.

    ``number`` is the seat's number in the game under way, None for who came later. ``colour`` (0 to 11) and ``figure``
    (a drawing; "": not chosen) are what it is known by."""

    id: int
    name: str
    phone: bool
    number: int | None
    looked: bool = False
    colour: int = 0
    figure: str = ""


@dataclass(frozen=True)
class Done:
    """A seat's last turn in words, to be taken back (``undo``: the entry that ended it) or added to."""

    what: tuple[Text, ...]
    number: int
    more: tuple[Action, ...] = ()
    undo: int | None = None
    mends: int = 0


@dataclass(frozen=True)
class Doing:
    """What a seat may do now: its buttons. ``undo`` is the entry it may take back, ``way`` what may happen on the way
    once a card is played, ``done`` its last turn."""

    seat: int
    name: str
    actions: tuple[Action, ...] = ()
    quick: tuple[Quick, ...] = ()
    undo: int | None = None
    secret: bool = False
    way: tuple[Action, ...] = ()
    done: Done | None = None

    @property
    def settles(self) -> bool:
        """Whether play is over and something is still to be said."""
        return any(action.group == "settle" for action in self.actions)

    @property
    def idle(self) -> bool:
        return not self.actions and not self.quick

    @property
    def open(self) -> bool:
        """Whether the host may act for the seat: not all it can do is its own secret."""
        return bool(self.quick) or any(not action.secret for action in self.actions)


@dataclass(frozen=True)
class Told:
    """A reminder for the table: whose, and what to do."""

    seat: int
    name: str
    text: Text


@dataclass(frozen=True)
class Setup:
    """The lobby: what can be chosen, and what is to be prepared. ``problem`` says why it can't be dealt yet."""

    game: str
    options: dict[str, Any]
    fields: tuple[Field, ...]
    preparation: tuple[Text, ...]
    problem: Text | None
    deal_fields: tuple[Field, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The end of a game for one seat: ``won`` is None where a round alone is over; ``why`` in one line."""

    won: bool | None
    why: Text | None


@dataclass(frozen=True)
class Screen:
    """One page's content. Lists that don't concern the viewer are empty. ``turn`` is the round and the number of the
    turn that runs."""

    code: str
    phase: str
    stamp: str
    viewer: Viewer
    title: Text
    places: tuple[Place, ...]
    setup: Setup | None = None
    board: Board | None = None
    reminders: tuple[Told, ...] = ()
    turn: tuple[int, int] = (0, 0)
    own: Doing | None = None
    others: tuple[Doing, ...] = ()
    table_actions: tuple[Action, ...] = ()
    secrets: tuple[Secret, ...] = ()
    notices: tuple[Text, ...] = ()
    correction: Action | None = None
    private_fields: tuple[Field, ...] = ()
    typed: dict[str, Any] = field(default_factory=dict)
    log: tuple[LogLine, ...] = ()
    steps: tuple[Step, ...] = ()
    more_steps: int = 0
    tallies: tuple[tuple[int, tuple[int, ...]], ...] = ()
    plot: Plot | None = None
    round_over: bool = False
    over: bool = False
    proposed_first: int | None = None
    why_first: Text | None = None
    round_words: Text | None = None
    by_hand: bool = False
    can_be_longer: bool = False
    owes: bool = False
    fresh: bool = False
    deal_fields: tuple[Field, ...] = ()
    preparation: tuple[Text, ...] = ()
    acting: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()

    @property
    def looked(self) -> int:
        """How many seats have looked at their card."""
        return sum(place.looked for place in self.places if place.number is not None)

    def beside(self, seat_id: int | None) -> tuple[Place, ...]:
        """Who sits to the right and to the left of a seat: nobody while it is alone."""
        ids = [place.id for place in self.places]
        if seat_id not in ids or len(ids) < 2:
            return ()
        here = ids.index(seat_id)
        return self.places[here - 1], self.places[(here + 1) % len(ids)]

    @property
    def late(self) -> tuple[str, ...]:
        """Who waits for the next game."""
        return tuple(place.name for place in self.places if place.number is None)

    @property
    def phoneless(self) -> tuple[Place, ...]:
        """The places that look, or type, on the table device."""
        return tuple(place for place in self.in_game if place.number in self.hands) if self.hands else ()

    @property
    def verdict(self) -> Verdict | None:
        """What the end is for the viewer's seat, in the instant in which the table has told it."""
        if self.viewer.seat is None or not self.steps or self.more_steps:
            return None
        last = self.steps[-1]
        if self.over:
            won = any(line.icon == "crown" and line.seat == self.viewer.seat for line in last.lines)
            why = next((line.text for line in last.lines if line.icon != "crown"), None)
            return Verdict(won, why)
        mine = [line for step in self.steps for line in step.lines if line.seat == self.viewer.seat]
        return Verdict(None, mine[-1].text if mine else None)

    @property
    def next_seat(self) -> int | None:
        """Whose turn comes after the one that runs, unless something skips it."""
        active = self.board.active if self.board else None
        return None if active is None or self.phase != "play" else (active + 1) % len(self.in_game)

    @property
    def undo_text(self) -> Text | None:
        """What the viewer's seat may take back."""
        if self.own is None or self.own.undo is None:
            return None
        return next((line.text for line in self.log if line.number == self.own.undo), None)

    def offered(self, group: str) -> tuple[Action, ...]:
        """The table's actions of a group."""
        return tuple(action for action in self.table_actions if action.group == group)

    @property
    def kept(self) -> bool:
        """Whether all that the viewer may type for later has been typed."""
        try:
            for field in self.private_fields:
                field.check(self.typed.get(field.name))
        except RuleError:
            return False
        return bool(self.private_fields)

    @property
    def sharing(self) -> tuple[Place, ...]:
        """The other places on the viewer's phone."""
        return tuple(place for place in self.places if place.id in self.viewer.shares)

    @property
    def awaited(self) -> tuple[Place, ...]:
        """Those of them that have something to do now."""
        playing = [place for place in self.sharing if place.number is not None]
        if self.phase == "look":
            return tuple(place for place in playing if not place.looked)
        return tuple(place for place in playing if place.number in self.acting)

    @property
    def in_game(self) -> tuple[Place, ...]:
        """The places of the game under way, in seat order."""
        return tuple(sorted((p for p in self.places if p.number is not None), key=lambda p: p.number or 0))


def make_screen(table: Table, viewer: Viewer) -> Screen:
    """The screen of ``viewer``; to be called under the table's lock."""
    shared = table.once("shared", lambda: _shared(table))
    phase = shared["phase"]
    if phase == "lobby":
        return Screen(**shared, viewer=viewer, setup=_setup(table) if viewer.host else None)
    _, record = table.playing
    state = record.state
    acting = record.game.acting(state) if phase in ("play", "done") else []
    fields = () if viewer.seat is None else record.game.private_fields(state, viewer.seat)
    return Screen(
        **shared,
        viewer=viewer,
        own=None if viewer.seat is None or phase == "look" else _doing(table, record, viewer.seat, acting),
        others=tuple(_doing(table, record, seat, acting) for seat in acting) if viewer.host else (),
        acting=tuple(acting) if viewer.shares else (),
        hands=_hands(table, record) if viewer.host and phase != "look" else (),
        table_actions=tuple(_table_actions(record, table.told())) if viewer.host and phase != "look" else (),
        secrets=() if viewer.seat is None else tuple(record.game.secrets(state, viewer.seat)),
        correction=None if viewer.seat is None or phase == "look" else _correction(table, record, viewer.seat),
        notices=() if viewer.seat is None else tuple(record.game.notices(state, viewer.seat)),
        private_fields=fields,
        typed=_typed(table, viewer.seat) if fields else {},
        fresh=viewer.host and state.fresh and not state.by_hand,
        owes=viewer.host and state.status == SCORING and table.owes(),
        can_be_longer=viewer.host and record.game.longer_options(state) is not None,
        preparation=_next_preparation(record, viewer, phase),
        deal_fields=_deal_fields(record.game, state) if viewer.host and state.status == ROUND_OVER else (),
    )


@dataclass(frozen=True)
class Quiet:
    """What a seat has on its page while others play: its cards, and its last turn."""

    seat: int
    secrets: tuple[Secret, ...]
    done: Done | None


def quiet_page(table: Table, viewer: Viewer) -> Quiet | None:
    """What the viewer's seat has on its page, where that is nothing but cards and its last turn: most phones, often.
    None for any other; to be called under the table's lock."""
    shared = table.once("shared", lambda: _shared(table))
    seat = viewer.seat
    if seat is None or viewer.shares or shared["phase"] != "play" or shared["steps"] or shared["more_steps"]:
        return None
    game, state = table.playing[1].game, table.playing[1].state
    if seat in game.acting(state) or game.private_fields(state, seat):
        return None
    if game.notices(state, seat) or any(told.seat == seat for told in shared["reminders"]):
        return None
    undo = table.undoable_by(seat)
    last = done(table, table.playing[1], seat, undo)
    if undo is not None and (last is None or last.undo is None):
        return None
    return Quiet(seat, tuple(game.secrets(state, seat)), last)


def _hands(table: Table, record: Record) -> tuple[int, ...]:
    """The seats without a phone that have something to look at, or to type, on the table device."""
    state = record.state
    numbers = [table.index_of(seat.id) for seat in table.seats if not seat.phone]
    secret = (record.game.secrets, record.game.private_fields)
    return tuple(seat for seat in numbers if seat is not None and any(ask(state, seat) for ask in secret))


def _shared(table: Table) -> dict[str, Any]:
    """The part of a screen that is the same for everybody, as ``Screen`` takes it: made of nobody's own view."""
    phase = table.phase()
    head = {"code": table.code, "phase": phase, "stamp": table.stamp(), "title": table.game().title}
    base: dict[str, Any] = {**head, "log": tuple(table.log())}
    if phase == "lobby":
        return {**base, "places": _places(table, phase)}
    _, record = table.playing
    state = record.state
    steps = tuple(record.game.steps(state)) if state.status in (ROUND_OVER, OVER) else ()
    shown = min(table.shown(), len(steps))
    told = shown == len(steps)
    return {
        **base,
        "places": _places(table, phase),
        "board": record.game.board(record.game.view(state, RuleViewer(told=told))),
        "reminders": _reminders(record) if phase == "play" else (),
        "turn": (state.round, state.number),
        "steps": steps[:shown],
        "more_steps": len(steps) - shown,
        "tallies": tuple((number, tuple(tally)) for number, tally in table.tallies()) if told else (),
        "plot": record.game.plot() if told else None,
        "round_over": state.status == ROUND_OVER and told,
        "over": state.status == OVER and told,
        "proposed_first": record.game.proposed_first(state),
        "why_first": record.game.why_first(state),
        "round_words": record.game.round_words(state),
        "by_hand": state.by_hand,
    }


def _setup(table: Table) -> Setup:
    game = game_by_id(table.chosen.game)
    options = game.complete(table.chosen.options)
    players = len(table.seats)
    try:
        game.check_players(players)
        game.check_options(options, players)
    except RuleError as error:
        return Setup(game.id, options, game.offered_options(options, players), (), error.text)
    state = game.start([seat.name for seat in table.seats], options)
    preparation = tuple(game.preparation(players, options, 1))
    offered = game.offered_options(options, players)
    return Setup(game.id, options, offered, preparation, None, _deal_fields(game, state))


def _deal_fields(game: Game[Any], state: Any) -> tuple[Field, ...]:
    """What the host fills in for a deal: who begins, and the backs of cards dealt by hand."""
    deal = game.moves["deal"]
    assert isinstance(deal, Deal)
    return tuple(field for field in deal.offered(state) if not field.drawn and field.name != "without")


def _next_preparation(record: Record, viewer: Viewer, phase: str) -> tuple[Text, ...]:
    """What the table prepares: again while it looks at a new deal, and before the next round."""
    state = record.state
    if not viewer.host or (phase != "look" and state.status != ROUND_OVER):
        return ()
    number = state.round if phase == "look" else state.round + 1
    players = len(state.players) if phase == "look" else len(state.seats)
    return tuple(record.game.preparation(players, state.options, number))


def _places(table: Table, phase: str) -> tuple[Place, ...]:
    looked = table.looked() if phase == "look" else set()
    worn = table.worn()
    found = []
    for place, seat in enumerate(table.seats):
        number = None if phase == "lobby" else table.index_of(seat.id)
        colour, figure = worn.get(str(seat.id), (place % COLOURS, ""))
        found.append(Place(seat.id, seat.name, seat.phone, number, number in looked, colour, figure))
    return tuple(found)


def _reminders(record: Record) -> tuple[Told, ...]:
    """What is to be done at the start of the turn, and what the whole table should hear beside it."""
    state, game = record.state, record.game
    names, gone = state.names, [index for index, seat in enumerate(state.seats) if seat.retired]
    told = [Told(one["seat"], names[one["seat"]], game.reminder(one, names, gone)) for one in state.reminders]
    active = state.turn.seat if state.turn else 0
    return (*told, *(Told(active, names[active], text) for text in game.announced(state)))


def _doing(table: Table, record: Record, seat: int, acting: list[int]) -> Doing:
    """What the seat may do: found out once a change where it is its turn, for its phone and the table screen."""
    if seat in acting:
        doing: Doing = table.once(f"doing {seat}", lambda: _acting(table, record, seat))
        return doing
    undo = table.undoable_by(seat)
    return Doing(seat, record.state.seats[seat].name, undo=undo, done=done(table, record, seat, undo))


def done(table: Table, record: Record, seat: int, undo: int | None) -> Done | None:
    """The seat's last turn, until its next one."""
    turn = table.last_turn(seat)
    if turn is None:
        return None
    said = tuple(lately.name_of(record.game, entry) for entry in (turn.played, *turn.happened))
    more = lately.added(record.game, record.state, turn)
    if not table.is_last(turn):
        more = tuple(one for one in more if not record.game.moves[one.kind].may_end_round)
    return Done(said, turn.end, more, undo if undo == turn.end else None, table.mends(turn))


def _acting(table: Table, record: Record, seat: int) -> Doing:
    state = record.state
    quick = tuple(record.game.quick(state, seat))
    actions = tuple(record.game.actions(state, seat))
    typing = state.status == SCORING and record.game.private_fields(state, seat) != ()
    secret = typing or any(action.secret for action in actions)
    way = lately.on_the_way(record.game, state, seat)
    ending = lately.offered(record.game, state, actions)
    return Doing(seat, state.seats[seat].name, ending, quick, table.undoable_by(seat), secret, way)


def _table_actions(record: Record, told: bool) -> Iterator[Action]:
    """What the host is offered in a form; some kinds have their own pages, and secret counts are their seats' own."""
    for action in record.game.table_actions(record.state):
        offered = doors.open_correction(record.game, record.state, action, told)
        if offered and action.kind not in ("deal", "set", "join"):
            yield offered


def _correction(table: Table, record: Record, seat: int) -> Action | None:
    """What the seat alone may put right."""
    return doors.own_correction(record.game, record.state, seat, table.told())


def _typed(table: Table, seat: int | None) -> dict[str, Any]:
    row, record = table.playing
    if seat is None or record.state.status not in (PLAYING, SCORING):
        return {}
    return dict(table.store.typed(row.id, record.state.round).get(seat, {}))
