"""The fields of an entry as data: the same objects draw the form on a phone and check what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard

from companion.rules.errors import RuleError
from companion.rules.text import Named, T, Text

NOTE_LENGTH = 200


class Choice(NamedTuple):
    """One value a field may take. ``closed`` says why it can't be taken now; it is shown greyed with that reason.
    ``note`` says what comes of it."""

    value: Any
    label: Text
    closed: Text | None = None
    icon: str = ""
    note: Text | None = None


@dataclass(frozen=True)
class Field:
    """A field of an entry: ``name`` as in the record, ``label`` for people; ``optional`` fields may be left out.

    ``drawn``: chance decides it, so the app fills it in (``Move.outcome``) and no form shows it. ``older``: records may
    have it, but there is another field for the same now, and no form shows it.
    """

    name: str
    label: Text
    optional: bool = False
    drawn: bool = False
    older: bool = False

    @property
    def named(self) -> Named:
        """What messages call it."""
        return Named(self.name, T("“{what}”", what=self.label))

    def check(self, value: Any) -> None:
        """Raise a RuleError that names the field when ``value`` can't stand in it."""
        raise NotImplementedError


@dataclass(frozen=True)
class OneOf(Field):
    """Exactly one of the choices. ``icon``, in the colour and shape of ``clan``, is the question as a picture."""

    choices: tuple[Choice, ...] = ()
    icon: str = ""
    clan: str | None = None

    def check(self, value: Any) -> None:
        check_choice(self.named, self.choices, value)


@dataclass(frozen=True)
class SomeOf(Field):
    """A list of any of the choices, none twice; left out, it is empty."""

    choices: tuple[Choice, ...] = ()
    optional: bool = True

    def check(self, value: Any) -> None:
        if not isinstance(value, list):
            raise RuleError(T("{field} must be a list", field=self.named))
        for index, one in enumerate(value):
            check_choice(self.named, self.choices, one)
            if one in value[:index]:
                raise RuleError(T("{field}: {value} stands there twice", field=self.named, value=plain(one)))


@dataclass(frozen=True)
class AnyOf(SomeOf):
    """A list of any of the choices, the same one more than once if need be; at most ``most`` in all."""

    most: int | None = None

    def check(self, value: Any) -> None:
        if not isinstance(value, list):
            raise RuleError(T("{field} must be a list", field=self.named))
        for one in value:
            check_choice(self.named, self.choices, one)
        if self.most is not None and len(value) > self.most:
            raise RuleError(
                T("{field}: at most {n} expected, not {count}", field=self.named, n=self.most, count=len(value))
            )


@dataclass(frozen=True)
class Flag(Field):
    """Yes or no; left out, it is no. ``closed`` says why yes is not possible now."""

    optional: bool = True
    closed: Text | None = None

    def check(self, value: Any) -> None:
        if not isinstance(value, bool):
            raise RuleError(T("{field} must be true or false", field=self.named))
        if value and self.closed:
            raise RuleError(self.closed)


@dataclass(frozen=True)
class Number(Field):
    """A whole number from ``low`` to ``high``; ``start`` is what a stepper shows first."""

    low: int = 0
    high: int = 99
    start: int | None = None

    def check(self, value: Any) -> None:
        if not is_number(value):
            raise RuleError(T("{field} must be a whole number", field=self.named))
        if not self.low <= value <= self.high:
            limits = {"field": self.named, "low": self.low, "high": self.high, "value": value}
            raise RuleError(T("{field} must be from {low} to {high}, not {value}", **limits))


@dataclass(frozen=True)
class Line(Field):
    """A short line of free text."""

    optional: bool = True

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or len(value) > NOTE_LENGTH:
            raise RuleError(T("{field} must be a text of at most {n} characters", field=self.named, n=NOTE_LENGTH))


@dataclass(frozen=True)
class Name(Field):
    """What somebody is called: not blank, and nobody else's (``taken``), without case and outer spaces."""

    taken: tuple[str, ...] = ()

    def check(self, value: Any) -> None:
        if not isinstance(value, str) or not value.strip():
            raise RuleError(T("a name is needed: type at least one letter"))
        if same_name(value) in map(same_name, self.taken):
            raise RuleError(
                T("there is a {name} at this table already; choose another name", name=plain(value.strip()))
            )


def same_name(name: str) -> str:
    """Two names for which this is the same can't be told apart."""
    return name.strip().casefold()


@dataclass(frozen=True)
class Things(Field):
    """A list of objects with the fields ``each``; no two with the same value of the field ``once``.

    With ``some`` an object has any of the fields beside ``once``, one at least; else all of them.
    """

    each: tuple[Field, ...] = ()
    once: str = ""
    some: bool = False

    def check(self, value: Any) -> None:
        if not isinstance(value, list):
            raise RuleError(T("{field} must be a list", field=self.named))
        for index, one in enumerate(value):
            self._check(one)
            if any(one[self.once] == other[self.once] for other in value[:index]):
                raise RuleError(T("{field}: {value} stands there twice", field=self.named, value=plain(one[self.once])))

    def _check(self, one: Any) -> None:
        fields = {field.name: field for field in self.each}
        if not isinstance(one, dict):
            raise RuleError(
                T(
                    "{field} must be a list of objects with {keys}",
                    field=self.named,
                    keys=[field.named for field in self.each],
                )
            )
        for name in one:
            if name not in fields:
                raise RuleError(T("unknown field {field}", field=plain(name)))
        for name, field in fields.items():
            if name in one:
                field.check(one[name])
            elif not self.some or name == self.once:
                raise RuleError(T("the field {field} is missing", field=field.named))
        if self.some and len(one) < 2:
            raise RuleError(T("{field}: each needs something that is to be set", field=self.named))


@dataclass(frozen=True)
class ListOf(Field):
    """A list with exactly one value for each of ``each``, in order (one per seat, or one per thing)."""

    each: tuple[Field, ...] = ()

    def check(self, value: Any) -> None:
        if not isinstance(value, list) or len(value) != len(self.each):
            raise RuleError(T("{field} must be a list of {n}", field=self.named, n=len(self.each)))
        for field, one in zip(self.each, value, strict=True):
            field.check(one)


def check_choice(named: Named, choices: Sequence[Choice], value: Any) -> None:
    """Raise unless ``value`` is one of the open ``choices``; 1 is not the same as true here."""
    for choice in choices:
        if choice.value == value and type(choice.value) is type(value):
            if choice.closed:
                raise RuleError(choice.closed)
            return
    expected = [Named(plain(choice.value), choice.label) for choice in choices if not choice.closed]
    wrong = {"field": named, "value": plain(value)}
    if not expected:
        raise RuleError(T("{field} can't be {value}: nothing can be chosen now", **wrong))
    raise RuleError(T("{field} can't be {value}: one of {expected} was expected", expected=expected, **wrong))


def is_number(value: Any) -> TypeGuard[int]:
    """A whole number, and not one of the booleans that Python counts among them."""
    return isinstance(value, int) and not isinstance(value, bool)


def plain(value: Any) -> str:
    """A value from a file as it may stand in a sentence: short, on one line."""
    shown = str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else repr(value)
    shown = " ".join(shown.split())
    return shown if len(shown) <= 40 else shown[:39] + "…"
