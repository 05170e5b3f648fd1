"""Form fields: what an entry or an option asks for, how a value is checked, and which choices there are.

The same objects draw a form and judge what comes back, so what a page offers is what is accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple, TypeGuard

from companion.engine.conditions import AnyState, Condition, Conditions, first_failed
from companion.engine.text import DualName, RuleError, T, Text

# -- fields ---------------------------------------------------------------------------------------------------------
NOTE_LENGTH = 200


class Choice(NamedTuple):
    """One value that a field can take.

    ``closed`` says why it can't be taken now: it is shown greyed with that reason. ``note`` says what comes of it.
    ``shown`` is as in Field.
    """

    value: Any
    label: Text
    closed: Text | None = None
    icon: str = ""
    note: Text | None = None
    shown_on_card: Text | None = None


@dataclass(frozen=True)
class Field:
    """A field of an entry, or an option of a game: ``name`` as in the record, ``label`` for people."""

    name: str
    label: Text
    optional: bool = False
    """It can be left out."""
    hidden: bool = False
    """No form shows it: chance decides it (``Move.drawn``), or another field has replaced it."""
    icon: str = ""
    """The question as a picture."""
    shown_on_card: Text | None = None
    """Suffix shown on the button when the option is pre-selected ("with a vein"); ``{n}`` is the number."""
    unscored: bool = False
    """An option that changes no score."""
    word: str = ""
    """The placeholder for its value in a sentence (default: its name)."""
    among: SeatChoices | PieceChoices | None = None
    """The seats or pieces from which a table chooses."""

    @property
    def named(self) -> DualName:
        """Its name in messages: the label for people, the name for authors of files."""
        return DualName(self.name, T("“{what}”", what=self.label))

    def check(self, value: Any) -> None:
        """Raise a RuleError that names the field for a value that it doesn't accept (default: it accepts any)."""

    # -- at a table -----------------------------------------------------------------------------------------------
    def bind(self, state: AnyState, by: int) -> Field:
        """Return the field as seat ``by`` can fill it in now."""
        if self.among is None:
            return self
        placed: dict[str, Any] = {"among": None, "choices": self.among.choices(state, by, self.name)}
        return replace(self, **placed)

    def words(self, state: AnyState, value: Any) -> Any:
        """Return the value as it appears in a sentence."""
        if self.among is None:
            return value
        several = isinstance(value, list)
        return [self.among.word(state, chosen) for chosen in value] if several else self.among.word(state, value)

    # -- as a fact of a round: its value on a page can differ from the record's -----------------------------------
    def for_seats(self, seats: Iterable[int]) -> Field:
        """Return the field as it is asked of these seats."""
        return self

    def from_page(self, value: Any) -> Any:
        """Turn the value of a page into that of a record."""
        return value

    def to_page(self, value: Any) -> Any:
        """Turn the value of a record into that of a page."""
        return value

    def check_record(self, value: Any) -> None:
        """Raise a RuleError when a record can't have the value."""
        self.check(value)


@dataclass(frozen=True)
class OneOf(Field):
    """Exactly one of the choices. ``clan`` gives the picture its colour and shape."""

    choices: tuple[Choice, ...] = ()
    clan: str | None = None

    def check(self, value: Any) -> None:
        check_choice(self.named, self.choices, value)


@dataclass(frozen=True)
class OptionalChoice(OneOf):
    """An optional choice of a seat (or, with ``low=1``, of a rank). The first choice means none, null in a record.

    ``none`` and ``each`` are the words for them, with ``{n}`` counted from 1.
    """

    each: ClassVar[Text] = T("player {n}")
    low = 0
    none: Text = T("nobody")  # noqa: RUF009 - a sentence is frozen

    @property
    def nobody(self) -> int:
        """The value on a page that stands for none."""
        return self.low - 1

    def for_seats(self, seats: Iterable[int]) -> Field:
        each = (Choice(n if self.low else seat, self.each.fill(n=n)) for n, seat in enumerate(seats, 1))
        return replace(self, choices=(Choice(self.nobody, self.none), *each))

    def from_page(self, value: Any) -> Any:
        return None if value == self.nobody else value

    def to_page(self, value: Any) -> Any:
        return self.nobody if value is None else value

    def check_record(self, value: Any) -> None:
        if value is not None:
            check_choice(self.named, self.choices[1:], value)


@dataclass(frozen=True)
class OptionalRank(OptionalChoice):
    """A rank in the order in which something was done, or none.

    ``question`` asks for the whole order at once.
    """

    each = T("{n}.")
    low = 1
    question: Text | None = None


@dataclass(frozen=True)
class OptionalSeat(OptionalChoice):
    """A player or nobody.

    ``question`` asks all at once who it was. ``first_of`` names a list of such fields: the player then comes first in
    it, and isn't asked for.
    """

    first_of: str = ""
    question: Text | None = None


def seats_of(seats: Iterable[int]) -> tuple[Choice, ...]:
    """Return these seats as choices, before anyone has a name."""
    return tuple(Choice(seat, T("player {n}", n=seat + 1)) for seat in seats)


@dataclass(frozen=True)
class SomeOf(Field):
    """A list of any of the choices, none twice; left out, it is empty."""

    choices: tuple[Choice, ...] = ()
    optional: bool = True

    def check(self, value: Any) -> None:
        check_list(self.named, value)
        for chosen in value:
            check_choice(self.named, self.choices, chosen)
        self.check_together(value)

    def check_together(self, value: list[Any]) -> None:
        """Raise a RuleError for a value that is in it twice."""
        check_unique(self.named, value)


@dataclass(frozen=True)
class AnyOf(SomeOf):
    """A list of any of the choices, each possibly several times; at most ``most`` in all."""

    most: int | None = None

    def check_together(self, value: list[Any]) -> None:
        if self.most is not None and len(value) > self.most:
            raise RuleError(
                T("{field}: at most {n} allowed, not {count}", field=self.named, n=self.most, count=len(value))
            )


@dataclass(frozen=True)
class Flag(Field):
    """A yes or no; left out, it is no.

    ``closed`` says why yes is not possible now, by the ``needs`` that the seat doesn't meet. ``only_where`` names a
    ``Whom`` of the same page: if that is nobody, it makes no difference and isn't asked.
    """

    optional: bool = True
    closed: Text | None = None
    needs: Conditions = ()
    only_where: str = ""

    def bind(self, state: AnyState, by: int) -> Field:
        return replace(self, closed=first_failed(self.needs, state, by), needs=())

    def check(self, value: Any) -> None:
        if not isinstance(value, bool):
            raise RuleError(T("{field} must be true or false", field=self.named))
        if value and self.closed:
            raise RuleError(self.closed)


@dataclass(frozen=True)
class Number(Field):
    """A whole number from ``low`` to ``high``; a stepper starts at ``start``.

    ``by_app`` says what the app does if all such numbers are left as they are.
    """

    low: int = 0
    high: int = 99
    start: int | None = None
    by_app: Text | None = None

    def check(self, value: Any) -> None:
        if not is_number(value):
            raise RuleError(T("{field} must be a whole number", field=self.named))
        if not self.low <= value <= self.high:
            limits = {"field": self.named, "low": self.low, "high": self.high, "value": value}
            raise RuleError(T("{field} must be from {low} to {high}, not {value}", **limits))


@dataclass(frozen=True)
class ShortText(Field):
    """A short line of free text."""

    optional: bool = True

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or len(value) > NOTE_LENGTH:
            raise RuleError(T("{field} must be a text of at most {n} characters", field=self.named, n=NOTE_LENGTH))


@dataclass(frozen=True)
class IntList(ShortText):
    """Numbers from 1 to ``most``: typed as "4 2", a list in a record. The ``usual`` ones are a tap each."""

    usual: tuple[int, ...] = ()
    most: int = 0

    def from_page(self, value: Any) -> Any:
        """Read a typed line; a word that isn't a number stays as it is, so that the error can name it."""
        words = str(value).replace(",", " ").split()
        return [int(word) if word.isascii() and word.isdigit() else word for word in words]

    def to_page(self, value: Any) -> str:
        return " ".join(map(str, value))

    def check_record(self, value: Any) -> None:
        check_list(self.named, value)
        for number in value:
            Number(self.name, self.label, low=1, high=self.most).check(number)

    def check(self, value: Any) -> None:
        super().check(str(value))


@dataclass(frozen=True)
class NameField(Field):
    """A name for someone: not blank, and none of those ``taken``."""

    taken: tuple[str, ...] = ()

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or not value.strip():
            raise RuleError(T("enter a name with at least one letter"))
        if fold_name(value) in map(fold_name, self.taken):
            raise RuleError(
                T("there's already a {name} at this table: choose another name", name=write_plain(value.strip()))
            )


def fold_name(name: str) -> str:
    """Return the form in which two names are compared: without case and outer spaces."""
    return name.strip().casefold()


@dataclass(frozen=True)
class ObjectList(Field):
    """A list of objects with the fields ``each``; no two have the same value of the field ``once``.

    ``some``: each has at least one field besides that.
    """

    each: tuple[Field, ...] = ()
    once: str = ""
    some: bool = False

    def check(self, value: Any) -> None:
        check_list(self.named, value)
        for given in value:
            if not isinstance(given, dict):
                keys = [field.named for field in self.each]
                raise RuleError(T("{field} must be a list of objects with {keys}", field=self.named, keys=keys))
            check_fields(self.each, given)
            if self.some and len(given) < 2:
                raise RuleError(T("{field}: each one needs something to set", field=self.named))
        check_unique(self.named, [given[self.once] for given in value])


@dataclass(frozen=True)
class FixedList(Field):
    """A list with one value for each of the fields ``each``, in their order."""

    each: tuple[Field, ...] = ()

    def check(self, value: Any) -> None:
        check_list(self.named, value, len(self.each))
        for each, given in zip(self.each, value, strict=True):
            each.check(given)


def check_list(field: DualName | str, value: Any, n: int | None = None) -> None:
    """Raise for what is no list, or none of ``n``."""
    if not isinstance(value, list):
        raise RuleError(T("{field} must be a list", field=field))
    if n not in (None, len(value)):
        raise RuleError(T("{field} must be a list of {n}", field=field, n=n))


def check_unique(field: DualName, values: Sequence[Any]) -> None:
    """Raise for a value that is in it twice."""
    for index, value in enumerate(values):
        if value in values[:index]:
            raise RuleError(T("{field}: {value} appears twice", field=field, value=write_plain(value)))


def check_fields(expected: Iterable[Field], given: Mapping[str, Any], also: Iterable[str] = ()) -> None:
    """Raise a RuleError unless ``given`` has right values for the expected fields, and no others but those ``also``."""
    fields = {field.name: field for field in expected}
    for name in given:
        if name not in fields and name not in also:
            raise RuleError(T("unknown field {field}", field=write_plain(name)))
    for name, asked in fields.items():
        if name in given:
            asked.check(given[name])
        elif not asked.optional:
            raise RuleError(T("the field {field} is missing", field=asked.named))


def check_choice(named: DualName, choices: Sequence[Choice], value: Any) -> None:
    """Raise a RuleError unless ``value`` is one of the open ``choices``."""
    for choice in choices:
        if is_same(choice.value, value):
            if choice.closed:
                raise RuleError(choice.closed)
            return
    expected = [DualName(write_plain(choice.value), choice.label) for choice in choices if not choice.closed]
    wrong = {"field": named, "value": write_plain(value)}
    if not expected:
        raise RuleError(T("{field} can't be {value}: nothing can be chosen now", **wrong))
    raise RuleError(T("{field} can't be {value}: one of {expected} was expected", expected=expected, **wrong))


def is_number(value: Any) -> TypeGuard[int]:
    """Return whether it is a whole number, and not one of the booleans that Python counts among them."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_same(one: Any, other: Any) -> bool:
    """Compare two values of a record, in which 1 is not true."""
    return type(one) is type(other) and bool(one == other)


def write_plain(value: Any) -> str:
    """Write a value from a file for a sentence: short, on one line."""
    shown = " ".join(str(value).split())
    return shown if len(shown) <= 40 else shown[:39] + "…"


# -- pieces ---------------------------------------------------------------------------------------------------------
class Piece(NamedTuple):
    """A role, creature, marker or goal card.

    ``id`` is in the record, ``label`` is its name in a sentence, ``short`` the one on a button if that differs,
    ``note`` a hint next to its button. ``help`` are
    two sentences that people look up (what it does, how one gets rid of it), ``title`` the heading over them (default:
    the label). ``untold``: a card that its owner is not shown.
    """

    id: str
    label: Text
    icon: str = ""
    note: Text | None = None
    help: Text | None = None
    title: Text | None = None
    untold: bool = False
    short: Text | None = None


Pieces = Mapping[str, Piece]


def pieces(*given: Piece) -> Pieces:
    """Return pieces by their id, in the order in which they are always named."""
    return {piece.id: piece for piece in given}


def choices(
    given: Pieces, closed: Callable[[str], Text | None] = lambda id: None, among: Iterable[str] | None = None
) -> tuple[Choice, ...]:
    """Return the pieces, or those ``among`` these ids, as choices; ``closed(id)`` says why one can't be chosen."""
    offered = (given[id] for id in (given if among is None else among))
    return tuple(
        Choice(piece.id, piece.label, closed(piece.id), piece.icon, shown_on_card=piece.short) for piece in offered
    )


CardCounts = Counter[str]
"""The cards that are shuffled for a round, by id."""


# -- what a move asks for -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SeatChoices:
    """A choice among the seats that play; one that does not meet the ``needs`` is greyed with the reason.

    ``others``: without one's own. ``everybody``: with those that sit out.
    """

    conditions: Conditions = ()
    others: bool = False
    everybody: bool = False

    def choices(self, state: AnyState, by: int, name: str) -> tuple[Choice, ...]:
        closed = partial(first_failed, self.conditions, state) if self.conditions else None
        return seat_choices(state, closed, without=by if self.others else None, everybody=self.everybody)

    def word(self, state: AnyState, value: Any) -> Any:
        return state.seats[value].name


@dataclass(frozen=True)
class PieceChoices:
    """A choice among pieces, or those that ``among`` picks in a state; greyed as in Seats."""

    conditions: Conditions = ()
    pieces: Pieces = field(default_factory=dict)
    among: Callable[[Any], Iterable[str]] | None = None
    shown: Text | None = None

    def choices(self, state: AnyState, by: int, name: str) -> tuple[Choice, ...]:
        def closed(id: str) -> Text | None:
            why = first_failed(self.conditions, state, id)
            return why and why.fill(**{name: self.pieces[id].label})

        found = choices(self.pieces, closed, None if self.among is None else self.among(state))
        shown = self.shown
        return (
            found
            if shown is None
            else tuple(choice._replace(shown_on_card=shown.fill(name=choice.label)) for choice in found)
        )

    def word(self, state: AnyState, value: Any) -> Any:
        return self.pieces[value].label


def any_seat(
    name: str, label: Text, *needs: Condition, optional: bool = False, word: str = "", everybody: bool = False
) -> OneOf:
    """Ask for any seat, also one's own; ``everybody``: also one that sits out."""
    return OneOf(name, label, optional, word=word, among=SeatChoices(needs, everybody=everybody))


def other_seat(name: str, label: Text, *needs: Condition, word: str = "") -> OneOf:
    """Ask for any seat but one's own."""
    return OneOf(name, label, word=word, among=SeatChoices(needs, others=True))


def piece(
    name: str,
    label: Text,
    pieces: Pieces,
    *needs: Condition,
    among: Callable[[Any], Iterable[str]] | None = None,
    optional: bool = False,
) -> OneOf:
    """Ask for one of ``pieces``, or of those whose ids ``among`` picks in a state."""
    return OneOf(name, label, optional, among=PieceChoices(needs, pieces, among))


def some_pieces(
    name: str,
    label: Text,
    pieces: Pieces,
    *,
    among: Callable[[Any], Iterable[str]],
    most: int | None = None,
    shown: Text | None = None,
) -> SomeOf:
    """Ask for any ``pieces``, each once; with ``most`` for up to that many, and a piece several times."""
    what = PieceChoices((), pieces, among, shown)
    return SomeOf(name, label, among=what) if most is None else AnyOf(name, label, among=what, most=most)


def hidden(ask: Field) -> Field:
    """Make the field hidden: valid in records, never shown in forms."""
    return replace(ask, hidden=True)


@lru_cache(2**8)
def _name_seat(name: str) -> Text:
    return T("{name}", name=name)


def seat_choices(
    state: AnyState,
    closed: Callable[[int], Text | None] | None = None,
    *,
    without: int | None = None,
    everybody: bool = False,
) -> tuple[Choice, ...]:
    """Return the seats that play (``everybody``: all) but one as choices; ``closed(seat)`` says why one can't be."""
    return tuple(
        Choice(index, _name_seat(seat.name), closed(index) if closed else None)
        for index, seat in enumerate(state.seats)
        if index != without and (everybody or not seat.sits_out)
    )
