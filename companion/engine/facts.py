"""Facts of a seat and of the table.

Each is declared once: who can see it, how it is drawn, how it is set or corrected, how the log says that, and when it
is removed automatically.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, NamedTuple, NoReturn

from companion.engine import fields
from companion.engine.conditions import AnyState, Conditions
from companion.engine.display import Badge, Thing
from companion.engine.fields import AnyOf, Field, Number, ObjectList, OneOf, Pieces, SomeOf, choices, seat_choices
from companion.engine.move import ALL_MODES
from companion.engine.state import Reminder
from companion.engine.text import RuleError, T, Text, write_signed

NO_WORDS = Text("")
MIDDLE = -1
"""The seat of a fact of the table, and of what is in front of nobody."""
MANY = 99
MOST = 199
OWNER = "owner"
SIDE = "side"


def everybody(state: AnyState, viewer: Any, seat: int) -> bool:
    """Let all know it at any time."""
    return True


def nothing(state: AnyState, viewer: Any, seat: int) -> None:
    """Default ``covered``: hide the value (None)."""


def as_json(value: Any) -> Any:
    """Copy a value as JSON has it: nobody changes the state by a view."""
    if isinstance(value, dict):
        return {key: as_json(part) for key, part in value.items()}
    return [as_json(part) for part in value] if isinstance(value, (list, tuple)) else value


class TurnStartEffect(NamedTuple):
    """A change of a thing when its owner's turn starts: the ``kind`` of the reminder, and what the owner does.

    ``note`` announces it.
    """

    kind: str
    text: Text
    note: Text = T("removed when {name}'s turn starts")


@dataclass(frozen=True)
class Fact:
    """A fact of a seat or of the table, by its ``name`` in views and records. ``label`` is its name for people.

    Who sees it: ``known(state, viewer, seat)`` decides (its holder always does); others get ``covered``. ``value``
    computes it from the state and the seat (default: the attribute of that name).
    Drawn: as a badge with ``icon`` and the words ``sign``, filled with ``{n}`` if it is a number, or a badge for each
    ``{group}``. What is null, false, 0 or empty shows nothing, unless it is shown ``always`` (null never is).
    ``follows``: the tracking modes in which it is known during a round. ``bars`` says what it blocks a seat from, with
    ``{name}``; ``greys``: its row is greyed, and its own page says so first. ``pieces``: what it consists of; ``names``
    is the placeholder for one in its sentences.
    """

    name: str
    label: Text = NO_WORDS
    _: KW_ONLY
    known: Callable[[Any, Any, int], bool] = everybody
    value: Callable[[Any, int], Any] | None = None
    covered: Callable[[Any, Any, int], Any] = nothing
    icon: str = ""
    sign: Text | None = None
    tone: str = ""
    always: bool = False
    allowed_tracking: Sequence[str] = ALL_MODES
    blocks_text: Text | None = None
    dims_row: Text | None = None
    pieces: Pieces = field(default_factory=dict)
    names: str = "piece"

    def current_value(self, state: AnyState, seat: int) -> Any:
        """Return the fact as a record prints it; the app believes it to be so."""
        if self.value is not None:
            return as_json(self.value(state, seat))
        return as_json(getattr(state if seat < 0 else state.seats[seat], self.name))

    def badges(self, view: Mapping[str, Any]) -> list[Badge]:
        """Return its badges, from the facts of a seat or of the table."""
        value = view[self.name]
        if self.sign is None or value is None or not (value or self.always):
            return []
        if isinstance(value, dict):
            return [Badge(self.icon, self.sign.fill(group=group), n, self.tone) for group, n in value.items()]
        count = None if isinstance(value, bool) else value
        return [Badge(self.icon, self.sign.fill(n=count), count, self.tone, self.blocks_text)]

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        """Return its things on the table, for the board."""
        return []

    def start_turn(self, state: AnyState, seat: int) -> None:
        """Start the turn of ``seat``: what goes then goes, with a reminder (default: nothing does)."""

    def name_in(self, named: Any) -> tuple[str, Mapping[str, Any]]:
        """Return the drawing and the words of what a reminder is about, or of a thing on the table."""
        if not self.pieces:
            return self.icon, {SIDE: named[SIDE]} if isinstance(named, Mapping) and SIDE in named else {}
        piece = self.pieces[named[self.names]]
        return self.icon or piece.icon, {**named, self.names: piece.label}


# -- what the table sets --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SettableFact(Fact):
    """A fact that ``set`` can name.

    ``says`` is the sentence for its value, with ``{name}`` for the seat, ``{n}`` for a number, and a placeholder named
    like the fact; ``says_not`` is for what is false, 0 or empty. Where it says nothing it is only seen. ``limits`` are
    judged when all is set: each is asked with the state as it is then and the seat (-1: the table). ``put`` stores it
    (default: in the attribute of that name); the game updates what depends on it in ``on_correction``. ``open`` says
    when it can be set. ``short`` is its name on a tile, with ``{what}`` for the piece if it has pieces. ``most`` is the
    largest value; with ``sides`` it shows a number from 1 to that (a function of the state if an option decides).
    A declaration that can't work is refused when it is made.
    """

    shown_at_seats = False
    """Table-level fact whose tokens are displayed in front of seats."""

    _: KW_ONLY
    log_text: Text = NO_WORDS
    log_text_false: Text = NO_WORDS
    limits: Conditions = ()
    put: Callable[[Any, int, Any], None] | None = None
    open: Callable[[Any], bool] = lambda state: bool(state.playing)
    short: Text | None = None
    most: int = 1
    countdown: int | Callable[[Any], int] = 1

    def __post_init__(self) -> None:
        if not callable(self.countdown) and self.countdown < 1:
            self.refuse("it has to have one of its sides at least")
        if self.has_sides and not isinstance(self, TimedTokens):
            self.refuse("it can't have sides: nothing turns them over")

    def refuse(self, why: str) -> NoReturn:
        """Refuse a declaration that can't work."""
        raise ValueError(f"{type(self).__name__} {self.name!r}: {why}")

    @property
    def has_sides(self) -> bool:
        """It shows one of several numbers."""
        return callable(self.countdown) or self.countdown > 1

    def count_sides(self, state: AnyState) -> int:
        """Return how many numbers it has: the highest."""
        return self.countdown(state) if callable(self.countdown) else self.countdown

    def field(self, state: AnyState) -> Field:
        """Return the field in which it is named."""
        raise NotImplementedError

    def is_open(self, state: AnyState, seat: int) -> bool:
        """Return whether it can be set now, for that seat."""
        return self.open(state) and not (seat >= 0 and state.seats[seat].sits_out)

    def set_value(self, state: AnyState, seat: int, value: Any) -> None:
        """Lay it so now."""
        if self.put is not None:
            self.put(state, seat, value)
        else:
            setattr(state if seat < 0 else state.seats[seat], self.name, as_json(value))

    def _words(self, state: AnyState, value: Any) -> Any:
        """Return the value as it appears in a sentence."""
        return value

    def sentence(self, state: AnyState, seat: int, value: Any) -> Text:
        """Say the fact as it is now."""
        values = {} if seat < 0 else {"name": state.seats[seat].name}
        if not value:
            return self.log_text_false.fill(**values)
        return self.log_text.fill(n=value, **values, **{self.name: self._words(state, value)})

    def tokens(self, believed: FactValue, place: int) -> Iterator[Token]:
        """Yield its tokens that are at that seat, or could be."""
        if place == MIDDLE if self.shown_at_seats else place != believed.seat:
            return
        for number, piece in enumerate(self._kinds or [fields.Piece(self.name, self.label)]):
            id = f"{self.name}-{number}" if self._kinds else self.name
            label = (self.short or piece.label).fill(what=piece.label)
            which = piece.id if self._kinds else place
            most = max(self.most, believed.sides)
            lie = self._token_values(believed.value, place, which)
            yield Token(believed, place, id, label, piece.icon or self.icon, which, most=most, **lie)

    @property
    def _kinds(self) -> list[fields.Piece]:
        """The pieces that can be there."""
        return list(self.pieces.values())

    def _token_values(self, value: Any, place: int, which: Any) -> dict[str, int]:
        """Return what the token of that piece shows at that seat, or at that seat if there are no pieces."""
        return {"shows": value.count(which) if isinstance(value, list) else int(value)}

    def with_token(self, thing: Token, shows: int) -> Any:
        """Return the new value of the fact with this token set to ``shows`` (0 removes it)."""
        value = thing.fact.value
        return _repeat(value, thing.which, shows) if isinstance(value, list) else type(value)(shows)


class FactValue(NamedTuple):
    """A fact as the app believes it to be.

    It has its seat (-1: the table's), the ``field`` it is set with, its ``value`` now, and how many ``sides``.
    """

    declared: SettableFact
    seat: int
    field: Field
    value: Any
    sides: int

    @property
    def label(self) -> Text:
        return self.declared.short or self.field.label

    @property
    def icon(self) -> str:
        return self.declared.icon


class Token(NamedTuple):
    """A token that is at a seat, or could be.

    ``id`` names it there, ``shows`` is the number it shows (0: it isn't there) and ``most`` the highest one. ``which``
    is the piece, or whose it is. ``owner``: the seat that has it instead. ``order``: its rank where the order matters.
    """

    fact: FactValue
    place: int
    id: str
    label: Text
    icon: str
    which: Any
    shows: int
    most: int
    owner: int | None = None
    order: int = 0

    @property
    def counted(self) -> bool:
        """There can be several of these."""
        return self.most > 1 and not self.fact.declared.has_sides

    @property
    def after_a_tap(self) -> int:
        """Its next side at a tap: it comes, turns over, goes."""
        return self.shows - 1 if self.shows else self.most

    def with_token(self, shows: int) -> Any:
        """Return the whole fact, with this thing showing that (0: it is gone)."""
        if not 0 <= shows <= self.most:
            raise RuleError(T("{what}: it can't be {n}", what=self.label, n=shows))
        return self.fact.declared.with_token(self, shows)


@dataclass(frozen=True)
class FlagFact(SettableFact):
    """Yes or no; its badge names it on a tile too.

    With ``goes`` it ends when the seat's turn starts. ``alone``: at most one seat has it, so giving it to a seat takes
    it from the other. ``at_once``: anyone can get it at any time, so where only ongoing effects are tracked it is
    offered for all, under this heading.
    """

    _: KW_ONLY
    goes: TurnStartEffect | None = None
    alone: bool = False
    at_once: Callable[[Any], Text | None] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.short is None:
            object.__setattr__(self, "short", self.sign)

    def field(self, state: AnyState) -> Field:
        return fields.Flag(self.name, self.label)

    def start_turn(self, state: AnyState, seat: int) -> None:
        if self.goes is not None and getattr(state.seats[seat], self.name):
            setattr(state.seats[seat], self.name, False)
            state.reminders.append({"seat": seat, "kind": self.goes.kind})


@dataclass(frozen=True)
class NumberFact(SettableFact):
    """A number up to ``most``. With ``title`` it is one token on the table; ``note`` says until when."""

    _: KW_ONLY
    most: int = MANY
    title: Text | None = None
    note: Text = NO_WORDS

    def field(self, state: AnyState) -> Field:
        return Number(self.name, self.label, optional=True, high=self.most)

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        count = view[self.name]
        return [Thing(self.icon, self.title.fill(n=count), self.note)] if count and self.title else []


@dataclass(frozen=True)
class PiecesFact(SettableFact):
    """Any of the ``pieces`` in front of a seat, or of the table.

    Each has its own badge.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.pieces:
            self.refuse("it has no pieces: nothing could lie there")

    def field(self, state: AnyState) -> Field:
        return SomeOf(self.name, self.label, choices=choices(self.pieces))

    def _words(self, state: AnyState, value: Any) -> Any:
        return [self.pieces[id].label for id in value]

    def badges(self, view: Mapping[str, Any]) -> list[Badge]:
        sign = self.sign
        found = (self.pieces[id] for id in view[self.name])
        if sign is None:
            return []
        return [
            Badge(piece.icon, sign.fill(**{self.names: piece.label}), tone=self.tone, blocks_text=self.blocks_text)
            for piece in found
        ]


@dataclass(frozen=True)
class RevealedFact(PiecesFact):
    """The cards in the middle that have been revealed.

    ``count`` is how many there are with the face-down ones, where that is shown. ``only``: the one piece that is named;
    there are several of it.
    """

    _: KW_ONLY
    count: int = 0
    only: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.only and self.only not in self.pieces:
            self.refuse(f"it has no piece {self.only!r}, which alone is named")

    @property
    def _kinds(self) -> list[fields.Piece]:
        return [self.pieces[self.only]] if self.only else super()._kinds

    def field(self, state: AnyState) -> Field:
        if not self.only:
            return super().field(state)
        return AnyOf(self.name, self.label, choices=choices(self.pieces, among=[self.only]), most=self.most)

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        found = (self.pieces[id] for id in view[self.name])
        return [Thing(piece.icon or self.icon, piece.label, T("revealed")) for piece in found]


@dataclass(frozen=True)
class OrderFact(SettableFact):
    """Seats in the order in which they have left: each has a badge that says so, with its rank ``{n}``.

    Someone who has left plays on knowing more, and may end the round. So where every turn is tracked, the move or the
    table screen says it, and only the table screen undoes it.
    """

    shown_at_seats = True

    def field(self, state: AnyState) -> Field:
        return SomeOf(self.name, self.label, choices=seat_choices(state))

    def _words(self, state: AnyState, value: Any) -> Any:
        return [state.seats[seat].name for seat in value]

    def badges(self, view: Mapping[str, Any]) -> list[Badge]:
        return []

    def list_beside(self, view: Mapping[str, Any], seat: int) -> list[Badge]:
        """Return the badge next to that seat's name."""
        order = view[self.name]
        if self.sign is None or seat not in order:
            return []
        place = order.index(seat) + 1
        return [Badge(self.icon, self.sign.fill(n=place), place, self.tone)]

    def _token_values(self, value: Any, place: int, which: Any) -> dict[str, int]:
        return {"shows": 1, "order": value.index(place) + 1} if place in value else {"shows": 0}


# -- what is removed automatically ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class TimedTokens(SettableFact):
    """Tokens in a list of the state that go when their owner's turn starts; the list holds their owners.

    Each of the ``pieces`` is in play once at most, in their order: as ``{names: the piece, "owner": the seat}``, named
    in reminders too. With more than one of its ``sides`` it has the number that is up as ``"side"``, which counts down
    at each such turn until it goes; without pieces each seat then has one at most. ``title`` and ``icon`` show a token
    in play.
    """

    shown_at_seats = True

    _: KW_ONLY
    goes: TurnStartEffect
    title: Text
    flips: TurnStartEffect | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.has_sides and self.flips is None:
            self.refuse("it has sides, but nothing says what its owner does when the next one comes up (flips)")
        if self.flips is not None and not self.has_sides:
            self.refuse("it can't be flipped: it has one side alone")
        if self.most > 1 and (self.pieces or self.has_sides):
            self.refuse("there can't be several of one that has a name, or sides")

    # -- in the state -------------------------------------------------------------------------------------------
    def find(self, state: AnyState, which: Any) -> Any:
        """Return the token of that piece (or owner) in play; None if there is none."""
        return next((thing for thing in getattr(state, self.name) if self._which(thing) == which), None)

    def add(self, state: AnyState, owner: int, which: str = "") -> None:
        """Place a new token with its highest number up; it replaces one of the same piece."""
        there = getattr(state, self.name)
        new = self._thing(which, self.count_sides(state), owner)
        again = which if self.pieces else owner if self.has_sides else None
        self.set_value(state, MIDDLE, [*self._list_others(there, again), new])

    def take(self, state: AnyState, which: Any) -> None:
        """Take the thing of that piece (or owner) off before its time."""
        getattr(state, self.name).remove(self.find(state, which))

    def turn(self, state: AnyState, thing: Any) -> Reminder:
        """Turn its next number up, or remove it; return the reminder of that."""
        named = {self.names: thing[self.names]} if self.pieces else {}
        if self.flips is not None and self._shows(thing) > 1:
            thing[SIDE] -= 1
            return {"kind": self.flips.kind, **named, SIDE: thing[SIDE]}
        getattr(state, self.name).remove(thing)
        return {"kind": self.goes.kind, **named}

    def start_turn(self, state: AnyState, seat: int) -> None:
        own = [thing for thing in getattr(state, self.name) if _owner(thing) == seat]
        state.reminders += [{"seat": seat, **self.turn(state, thing)} for thing in own]

    def set_value(self, state: AnyState, seat: int, value: Any) -> None:
        setattr(state, self.name, self._in_order(as_json(value)))

    def _shows(self, thing: Any) -> int:
        """Return the number that is up."""
        return int(thing[SIDE]) if self.has_sides else 1

    def _in_order(self, things: Iterable[Any]) -> list[Any]:
        order = list(self.pieces)
        return sorted(things, key=lambda one: order.index(self._which(one))) if order else list(things)

    def _which(self, thing: Any) -> Any:
        return thing[self.names] if self.pieces else _owner(thing)

    def _thing(self, which: str, shows: int, owner: int) -> Any:
        if not self.pieces and not self.has_sides:
            return owner
        named = {self.names: which} if self.pieces else {}
        return {**named, **({SIDE: shows} if self.has_sides else {}), OWNER: owner}

    def _list_others(self, there: Iterable[Any], which: Any) -> list[Any]:
        return [thing for thing in there if self._which(thing) != which]

    # -- in words -----------------------------------------------------------------------------------------------
    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        return [self._draw(thing, view["seats"][_owner(thing)]["name"]) for thing in view[self.name]]

    def _draw(self, thing: Any, name: str) -> Thing:
        shows = self._shows(thing)
        (icon, values) = self._name_thing(thing, name)
        change = self.flips if self.flips and shows > 1 else self.goes
        note = change.note.fill(**values, next=shows - 1)
        count, mark = (shows, values.get(self.names)) if self.has_sides else (None, None)
        title = self.title.fill(**values)
        key = f"{self.name}-{self._which(thing)}"
        return Thing(icon, title, note, _owner(thing), key, count, mark)

    def _name_thing(self, thing: Any, name: str) -> tuple[str, dict[str, Any]]:
        icon, named = self.name_in(thing)
        return icon, {**named, "name": name}

    def _words(self, state: AnyState, value: Any) -> Any:
        names = state.names
        return [self.title.fill(**self._name_thing(thing, names[_owner(thing)])[1]) for thing in value]

    # -- setting its value --------------------------------------------------------------------------------------
    def field(self, state: AnyState) -> Field:
        seats = seat_choices(state)
        if not self.pieces and not self.has_sides:
            return AnyOf(self.name, self.label, choices=seats)
        each: list[Field] = []
        if self.pieces:
            each.append(OneOf(self.names, T("which one?"), choices=choices(self.pieces)))
        if self.has_sides:
            each.append(Number(SIDE, T("which number is showing?"), low=1, high=self.count_sides(state)))
        each.append(OneOf(OWNER, T("whose is it?"), choices=seats))
        once = self.names if self.pieces else OWNER
        return ObjectList(self.name, self.label, optional=True, each=tuple(each), once=once)

    def _token_values(self, value: Any, place: int, which: Any) -> dict[str, int]:
        named = self.pieces or self.has_sides
        lies = next((thing for thing in value if named and self._which(thing) == which), None)
        if lies is None:
            return super()._token_values(value, place, which)
        return {"shows": self._shows(lies)} if lies[OWNER] == place else {"shows": 0, "owner": lies[OWNER]}

    def with_token(self, thing: Token, shows: int) -> Any:
        if not self.pieces and not self.has_sides:
            return super().with_token(thing, shows)
        new = [self._thing(thing.which, shows, thing.place)] if shows else []
        return self._in_order([*self._list_others(thing.fact.value, thing.which), *new])


def _owner(thing: Any) -> int:
    return thing if isinstance(thing, int) else int(thing[OWNER])


def _repeat(before: Sequence[Any], one: Any, count: int) -> list[Any]:
    """Return the list with this piece ``count`` times: the oldest is removed first, a new one is added last."""
    kept = list(before)
    while kept.count(one) > count:
        kept.remove(one)
    return kept + [one] * (count - kept.count(one))


# -- what is counted ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class CountFact(SettableFact):
    """A number of something, which a correction changes.

    ``after``: it can be corrected when play is over too. ``stock``: the table's count that it comes from and goes back
    to; ``too_little`` says that too little is left there. It changes by at most ``most`` at once.
    """

    _: KW_ONLY
    after: bool = False
    stock: str = ""
    too_little: Text = NO_WORDS
    most: int = MANY

    def size(self, state: AnyState, seat: int) -> int:
        """Return how many there are."""
        return int(getattr(state.seats[seat], self.name))

    def is_open(self, state: AnyState, seat: int) -> bool:
        return self.after or super().is_open(state, seat)

    def change(self, state: AnyState, seat: int, change: int) -> None:
        """Change the count by ``change``, and the stock that it comes from."""
        setattr(state.seats[seat], self.name, self.size(state, seat) + change)
        if self.stock:
            setattr(state, self.stock, getattr(state, self.stock) - change)

    def why_scarce(self, state: AnyState, wanted: int) -> Text | None:
        """Return why the seat can't get as many as are ``wanted``."""
        left = getattr(state, self.stock) if self.stock else wanted
        return self.too_little.fill(n=left, **{self.stock: left}) if wanted > left else None

    def say_change(self, state: AnyState, seat: int, change: int) -> Text:
        """Say how much the seat then has; for a secret, or a count without a badge, by how much it changed."""
        name = state.seats[seat].name
        if self.known is not everybody or self.sign is None:
            return T("{name}: {count} {change}", name=name, change=write_signed(change), count=self.label)
        return T("{name} has {what}", name=name, what=self.sign.fill(n=self.size(state, seat) + change))

    # -- in full, where every turn is followed again ------------------------------------------------------------
    def field(self, state: AnyState) -> Field:
        return Number(self.name, self.label, optional=True, high=MOST)

    def set_value(self, state: AnyState, seat: int, value: Any) -> None:
        """Set the count; what it comes from has the rest."""
        self.change(state, seat, value - self.size(state, seat))
