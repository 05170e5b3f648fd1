"""Views made of listed facts, the secrets held to look at, the board with its signs and its headline."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from companion.rules.asking import Pieces
from companion.rules.board import Badge, Board, SeatRow, Secret, Thing
from companion.rules.move import FOLLOWS, StateT
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING, TIMERS, TURNS, Reminder, State
from companion.rules.text import T, Text
from companion.rules.turns import Timer, Timers

# -- views ----------------------------------------------------------------------------------------------------------
View = dict[str, Any]


@dataclass(frozen=True)
class Viewer:
    """A seat (its number), or with ``seat`` None the table screen and everybody else.

    ``held``: what the seat may hold to look at is included (for a tool, never for a page or a stream).
    ``told``: the scoring of a finished round has been told so far that identities are on the table.
    ``all``: the whole truth, for replay alone.
    """

    seat: int | None = None
    held: bool = False
    told: bool = True
    all: bool = False


TABLE = Viewer()
TRUTH = Viewer(all=True)

Knows = Callable[[Any, Viewer, int], bool]
Value = Callable[[Any, int], Any]


def everybody(state: State[Any, Any], viewer: Viewer, seat: int) -> bool:
    """Known to all at any time."""
    return True


def told(state: State[Any, Any], viewer: Viewer, seat: int = -1) -> bool:
    """Known to all once the round is scored and its score has been told."""
    return viewer.told and state.status in (ROUND_OVER, OVER)


@dataclass(frozen=True)
class Shown:
    """A fact of a view that is more than an open attribute.

    ``value`` makes it of the state and the seat (-1: a fact of the table; default: the attribute of that name).
    ``known`` says who may see it, beside who holds it to look at; ``covered`` is what all others see (default: null).
    """

    name: str
    known: Knows = everybody
    value: Value | None = None
    covered: Callable[[Any, Viewer, int], Any] = lambda state, viewer, seat: None


def turned_up(state: State[Any, Any], viewer: Viewer, seat: int) -> bool:
    """Known to all once the card was turned up while the round was played, or the score is told."""
    return bool(state.seats[seat].revealed) or told(state, viewer)


CARD = Shown("card", told)
"""The role or clan card of a seat: secret until the score is told."""
HELD_CARD = Shown("card", lambda state, viewer, seat: told(state, viewer) or (viewer.held and viewer.seat == seat))
"""Likewise, and its owner's to hold and look at, also where it was dealt by hand."""
ASIDE = Shown("aside", told)
"""The set-aside cards, likewise."""
SCORE = Shown("score", told)

Facts = Sequence[str | Shown]
"""What a game lists: names of attributes that lie open, and facts with more to say."""
Seen = Iterable[tuple[str, int]]
"""Facts that a viewer may see for itself alone, by name and seat (-1: of the table)."""


def make_view(
    game: str, public: Facts, of_seat: Facts, state: State[Any, Any], viewer: Viewer, held: Seen = ()
) -> View:
    """The state as the viewer may know it: the common head, the listed facts of the table, and those of each seat.

    ``held`` are the covered facts that this viewer may see beside what everybody knows.
    """
    sees = frozenset(held)

    def at(thing: Any, facts: Facts, seat: int) -> View:
        """The listed facts of the state, or of one seat, as this viewer sees them."""
        found = {}
        for fact in facts:
            if isinstance(fact, str):
                found[fact] = as_json(getattr(thing, fact))
            elif viewer.all or (fact.name, seat) in sees or fact.known(state, viewer, seat):
                made = getattr(thing, fact.name) if fact.value is None else fact.value(state, seat)
                found[fact.name] = as_json(made)
            else:
                found[fact.name] = as_json(fact.covered(state, viewer, seat))
        return found

    seats = []
    for index, seat in enumerate(state.seats):
        sits_out = {"sits_out": True} if seat.sits_out and not seat.newcomer else {}
        seats.append({"name": seat.name, **at(seat, of_seat, index), **sits_out})
    head = {
        "game": game,
        "round": state.round,
        "status": state.status,
        "over_by": "stopped" if state.stopped else state.over_by,
        "turn": state.turn and state.turn.shown(),
        "reminders": [dict(reminder) for reminder in state.reminders],
        **({} if state.follow == TURNS else {"follow": state.follow}),
    }
    return {**head, **at(state, public, -1), "seats": seats}


def as_json(value: Any) -> Any:
    """A value as JSON has it, and a copy: nobody changes the state by a view."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [as_json(one) for one in value]
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return {key: as_json(one) for key, one in vars(value).items()}


# -- signs ----------------------------------------------------------------------------------------------------------
KEPT = (TURNS, TIMERS)
"""Where the table enters more than the deal and the score."""


@dataclass(frozen=True)
class Sign:
    """The ``fact`` of a seat, or of the table, as a small sign. ``label`` is filled with ``{n}`` where it is a number.

    A fact that is null, false, 0 or empty shows nothing, unless it is to be seen ``always`` (null never is). Of counts
    by group each is a sign, with ``{group}``; of a list of ``pieces`` each is one, with its own icon and its label in
    the place called ``names``. ``bars`` says of a seat what such a sign keeps it from, with ``{name}``.
    """

    fact: str
    icon: str
    label: Text
    tone: str = ""
    always: bool = False
    pieces: Pieces | None = None
    names: str = "piece"
    follows: Sequence[str] = FOLLOWS
    """How a round is followed of which it is known while it is played."""
    bars: Text | None = None

    def badges(self, facts: Mapping[str, Any]) -> list[Badge]:
        """The signs for the facts of a seat, or of the table."""
        value = facts[self.fact]
        if value is None or not (value or self.always):
            return []
        if isinstance(value, dict):
            return [self._badge(group, n) for group, n in value.items()]
        if self.pieces is not None:
            return [self._badge(id, True) for id in value]
        return [self._badge("", value)]

    def _badge(self, which: str, n: int | bool) -> Badge:
        """The sign for a count, of a group or of the whole, or for one piece."""
        if self.pieces is not None:
            piece = self.pieces[which]
            return Badge(piece.icon, self.label.filled(**{self.names: piece.label}), tone=self.tone, bars=self.bars)
        if isinstance(n, bool):
            return Badge(self.icon, self.label, tone=self.tone, bars=self.bars)
        filled = self.label.filled(group=which) if which else self.label.filled(n=n)
        return Badge(self.icon, filled, n, self.tone)


@dataclass(frozen=True)
class Lying:
    """Pieces in the list ``fact`` of the table that lie there to stay; ``icon`` is for those without one, ``count`` how
    many there are with those that lie face down."""

    fact: str
    pieces: Pieces
    icon: str = ""
    note: Text = T("turned up")  # noqa: RUF009 - a sentence is frozen
    count: int = 0

    def covered(self, view: Mapping[str, Any]) -> int:
        """How many lie face down."""
        return max(0, self.count - len(view[self.fact]))

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        """The things that lie, for the board."""
        found = (self.pieces[id] for id in view[self.fact])
        return [Thing(piece.icon or self.icon, piece.label, self.note) for piece in found]


def badges(signs: Sequence[Sign], facts: Mapping[str, Any]) -> tuple[Badge, ...]:
    """The signs of these facts, in the order in which they are listed."""
    return tuple(badge for sign in signs for badge in sign.badges(facts))


def _known(signs: Sequence[Sign], view: View) -> Sequence[Sign]:
    """The signs that say what is so: not those of what nobody enters."""
    how = view.get("follow", TURNS)
    return signs if how == TURNS or view["status"] != PLAYING else [one for one in signs if how in one.follows]


# -- what is held to look at ----------------------------------------------------------------------------------------
OWN, PEEK = "card", "peek-"
OWN_CARD, LET_GO = T("Your card"), T("Hold to look; let go to cover it.")
TURN_LONG = T("Hold to look; until your turn ends, on this phone alone.")


@dataclass(frozen=True)
class Held:
    """One thing to look at. ``content`` is shown while it is held, on that seat's phone alone, and travels in no page
    and no stream; ``opens`` names the covered fact of the view that is known by it, and its seat (-1: the table's)."""

    secret: Secret
    content: Text
    opens: tuple[str, int] | None = None


# -- the half of a game that people see -----------------------------------------------------------------------------
class Box(ABC):
    """The box of a game."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The game's name in records and addresses."""

    @property
    @abstractmethod
    def title(self) -> Text:
        """The name of the box."""

    @property
    @abstractmethod
    def roles(self) -> Pieces:
        """The secret cards that are dealt, by their id in the record."""


class Showing(Box, Generic[StateT]):
    """The part of a game that is seen.

    ``public`` and ``of_seat`` list the facts of a view, of the table and of each seat; what is not listed is seen by
    nobody. ``timers`` lie until their owner's turn starts. ``seat_signs``, ``table_signs`` and ``lying`` show facts on
    the board; ``gone`` is the fact that greys a seat's row, ``gone_words`` what such a seat reads above all;
    ``still`` says how many are not, nor barred from anything, with ``{n}`` and ``{all}``. ``skips`` tells that a turn
    is skipped, ``peek_hint`` how long another's card may be looked at.
    """

    timers: ClassVar[Timers] = ()
    seat_signs: ClassVar[tuple[Sign, ...]] = ()
    table_signs: ClassVar[tuple[Sign, ...]] = ()
    lying: ClassVar[tuple[Lying, ...]] = ()
    gone: ClassVar[str] = ""
    gone_words: ClassVar[Text | None] = None
    still: ClassVar[Text | None] = None
    skips: ClassVar[Text] = T("{name}'s turn is skipped.")
    peek_hint: ClassVar[Text] = TURN_LONG

    @property
    @abstractmethod
    def public(self) -> Facts:
        """The facts of the table that a view has."""

    @property
    @abstractmethod
    def of_seat(self) -> Facts:
        """The facts of each seat that a view has, after its name."""

    # -- views --------------------------------------------------------------------------------------------------
    def snapshot(self, state: StateT) -> View:
        """The whole truth, as ``companion replay`` prints it."""
        return make_view(self.id, self.public, self.of_seat, state, TRUTH)

    def view(self, state: StateT, viewer: Viewer) -> View:
        """The state as that viewer may know it, built by listing it: the keys of ``snapshot``."""
        held = self.held(state, viewer.seat) if viewer.held and viewer.seat is not None else ()
        seen = [one.opens for one in held if one.opens]
        return make_view(self.id, self.public, self.of_seat, state, viewer, seen)

    # -- secrets ------------------------------------------------------------------------------------------------
    def held(self, state: StateT, seat: int) -> list[Held]:
        """All that this seat may hold to look at now: its card, and those it may look at for a while; none of them with
        cards dealt by hand."""
        own = state.seats[seat]
        if state.by_hand or own.card is None:
            return []
        opens = (OWN, seat) if self.sees_own(own.card) else None
        found = [Held(Secret(OWN, OWN_CARD, LET_GO, own.clan), self.role_words(state, seat), opens)]
        for target in (peek.target for peek in state.peeks if peek.looker == seat):
            other = state.seats[target]
            if other.card is None:
                continue
            words = T("{name}: {card}", name=other.name, card=self.role_words(state, target))
            secret = Secret(f"{PEEK}{target}", T("{name}'s card", name=other.name), self.peek_hint, other.clan)
            found.append(Held(secret, words, (OWN, target)))
        return found

    def sees_own(self, card: str) -> bool:
        """The owner of that card is shown it."""
        return True

    def role_words(self, state: StateT, seat: int) -> Text:
        """The words that are read while the card of that seat is held."""
        return self.roles[state.seats[seat].card or ""].label

    def secrets(self, state: StateT, seat: int) -> list[Secret]:
        """The secrets that this seat may hold to look at now, without the contents."""
        return [one.secret for one in self.held(state, seat)]

    def reveal(self, state: StateT, seat: int, key: str) -> Text | None:
        """The content of one of ``secrets``, as a sentence; None if there is no such secret for this seat."""
        return next((one.content for one in self.held(state, seat) if one.secret.key == key), None)

    # -- the board ----------------------------------------------------------------------------------------------
    def board(self, view: View) -> Board:
        """The view as things to show. Takes a view, never a state: it can't tell what the view doesn't."""
        active = self.active(view)
        rows = tuple(self._row(view, index, index == active) for index in range(len(view["seats"])))
        counters = badges(_known(self.table_signs, view), view)
        covered = sum(one.covered(view) for one in self.lying)
        in_round = [row for row in rows if not view["seats"][row.seat].get("sits_out")]
        free = sum(not row.gone and not row.bars for row in in_round)
        said = self.still if self.still is not None and free < len(in_round) else None
        still = said and said.filled(n=free, all=len(in_round))
        head, things, gone = self.headline(view), tuple(self.things(view)), self.gone_words
        return Board(head, rows, counters, things, active, covered=covered, still=still, gone=gone)

    def headline(self, view: View) -> Text:
        """The seat on turn, or what the table waits for."""
        if view["status"] == PLAYING:
            turn = view["turn"]
            if turn:
                return T("{name}'s turn", name=view["seats"][turn["seat"]]["name"])
            return T("Round {n}", n=view["round"]) if view["round"] > 1 else T("The game is on")
        if view["status"] == SCORING:
            return T("Play is over! The score needs a few answers")
        if view["status"] == ROUND_OVER:
            return T("Round {n} is over", n=view["round"])
        return T("The game is over") if view["status"] == OVER else T("Ready to deal")

    def active(self, view: View) -> int | None:
        """The seat that the table waits for."""
        seat: int | None = view["turn"] and view["turn"]["seat"]
        return seat

    def signs(self, view: View, seat: int) -> tuple[Badge, ...]:
        """The signs beside a seat's name."""
        return badges(_known(self.seat_signs, view), view["seats"][seat])

    def things(self, view: View) -> list[Thing]:
        """The things that lie on the table for a while: first those on a timer, then those that stay."""
        lie: tuple[Timer | Lying, ...] = (*self.timers, *self.lying)
        return [thing for one in lie for thing in one.things(view)]

    def _row(self, view: View, index: int, active: bool) -> SeatRow:
        seat = view["seats"][index]
        role = self.roles[seat["card"]].label if seat["card"] else None
        gone = bool(self.gone and seat[self.gone])
        signs = tuple(one.of(seat["name"]) if one.bars else one for one in self.signs(view, index))
        return SeatRow(index, seat["name"], active, seat.get("clan"), role, signs, gone)

    def reminder(self, reminder: Reminder, names: Sequence[str], gone: Collection[int] = ()) -> Text:
        """The reminder of what to do on the table now, as a sentence to the seat it is about; ``gone`` are those who
        have left."""
        name = names[reminder["seat"]]
        if reminder["kind"] == "skip-turn" and reminder["seat"] in gone:
            return T("{name} is not there: the turn is skipped.", name=name)
        for timer in self.timers:
            for change in timer.changes:
                if change.kind == reminder["kind"]:
                    return change.text.filled(name=name, **timer.words(reminder))
        return self.skips.filled(name=name)
