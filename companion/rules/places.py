"""Places at the table: what lies before each person and in the middle, as things that one tap lays or takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.asking import AnyOf, Choice, Field, Flag, Number, OneOf, SomeOf, Things
from companion.rules.putting_right import Believed
from companion.rules.state import TURNS
from companion.rules.text import RuleError, T, Text

MIDDLE = -1
"""The place of what lies before nobody."""
OWNER = "owner"
MANY = 99


@dataclass(frozen=True)
class Lies:
    """A thing that lies at a place, or could: ``id`` names it there, ``shows`` is the number it shows (0: it does not
    lie there) and ``most`` the highest one. ``counted``: of these there may be several. ``owner``: the seat before
    which it lies instead. ``order``: its place among those that are told in order."""

    fact: Believed
    place: int
    id: str
    label: Text
    icon: str
    shows: int
    most: int = 1
    counted: bool = False
    owner: int | None = None
    order: int = 0
    choice: Choice | None = None

    @property
    def after_a_tap(self) -> int:
        """Its next side at a tap: it comes, turns over, goes."""
        return self.shows - 1 if self.shows else self.most

    def laid(self, shows: int) -> Any:
        """The whole fact, with this thing showing that (0: it is gone)."""
        if not 0 <= shows <= self.most:
            raise RuleError(T("{what}: it can't be {n}", what=self.label, n=shows))
        field, value = self.fact.field, self.fact.value
        if isinstance(field, Things):
            return self._things(field, shows)
        if isinstance(field, SomeOf):
            one = self.place if self.choice is None else self.choice.value
            return _so_many(value, one, shows)
        if self.choice is not None:
            return self.choice.value
        return bool(shows) if isinstance(field, Flag) else shows

    def _things(self, field: Things, shows: int) -> list[dict[str, Any]]:
        assert self.choice is not None
        others = [one for one in self.fact.value if one[field.once] != self.choice.value]
        if not shows:
            return others
        side = {one.name: shows for one in field.each if isinstance(one, Number)}
        new = {field.once: self.choice.value, **side, OWNER: self.place}
        order = [choice.value for choice in _which(field).choices]
        return sorted([*others, new], key=lambda one: order.index(one[field.once]))


def lying_at(believed: Sequence[Believed], place: int) -> list[Lies]:
    """All that lies at that place or could lie there now."""
    own = (one for one in believed if one.seat == place)
    found = [thing for one in own for thing in _own(one, place)]
    if place == MIDDLE:
        return found
    return [*(thing for one in believed if one.seat == MIDDLE for thing in _of_table(one, place)), *found]


def of_oneself(lying: Sequence[Lies], follow: str) -> list[Lies]:
    """Those that a seat may say of its own place, where the round is followed so: that it has left is said by the move
    where there is one, and taken back by the table alone."""
    return [one for one in lying if not (one.fact.leaves and (follow == TURNS or one.shows))]


def _own(one: Believed, place: int) -> Iterator[Lies]:
    """A fact of that place itself."""
    field, name = one.field, one.field.name
    if _of_people(field) or isinstance(field, Things):
        return
    if isinstance(field, SomeOf):
        for number, choice in enumerate(field.choices):
            lie, counted = one.value.count(choice.value), isinstance(field, AnyOf)
            yield Lies(
                one, place, f"{name}-{number}", one.named(choice), choice.icon or one.icon, lie,
                most=max(_copies(field), lie), counted=counted, choice=choice,
            )  # fmt: skip
    elif isinstance(field, OneOf):
        for number, choice in enumerate(field.choices):
            lies = int(choice.value == one.value)
            yield Lies(one, place, f"{name}-{number}", one.named(choice), one.icon, lies, choice=choice)
    elif isinstance(field, Number):
        yield Lies(one, place, name, one.label, one.icon, one.value, most=field.high, counted=True)
    else:
        yield Lies(one, place, name, one.label, one.icon, int(one.value))


def _of_table(one: Believed, place: int) -> Iterator[Lies]:
    """Of a fact of the table what lies before that person."""
    field = one.field
    if isinstance(field, Things):
        for number, choice in enumerate(_which(field).choices):
            lies = next((thing for thing in one.value if thing[field.once] == choice.value), None)
            sides = [part for part in field.each if isinstance(part, Number)]
            here = lies is not None and lies[OWNER] == place
            yield Lies(
                one, place, f"{field.name}-{number}", one.named(choice), choice.icon or one.icon,
                int(lies[sides[0].name] if sides else 1) if lies and here else 0, most=sides[0].high if sides else 1,
                owner=lies[OWNER] if lies and not here else None, choice=choice,
            )  # fmt: skip
    elif isinstance(field, AnyOf) and _of_people(field):
        count = one.value.count(place)
        yield Lies(one, place, field.name, one.label, one.icon, count, most=MANY, counted=True)
    elif _of_people(field):
        order = one.value.index(place) + 1 if place in one.value else 0
        yield Lies(one, place, field.name, one.label, one.icon, int(order > 0), order=order)


def _which(field: Things) -> OneOf:
    which = next(one for one in field.each if one.name == field.once)
    assert isinstance(which, OneOf)
    return which


def _of_people(field: Field) -> bool:
    return isinstance(field, SomeOf) and all(type(choice.value) is int for choice in field.choices)


def _copies(field: SomeOf) -> int:
    """How many of a piece there may be at most."""
    if not isinstance(field, AnyOf):
        return 1
    return MANY if field.most is None else field.most


def _so_many(before: Sequence[Any], one: Any, count: int) -> list[Any]:
    """The others as they stood, and this one so many times; who is new comes last."""
    left, kept = count, []
    for value in before:
        left -= value == one
        if value != one or left >= 0:
            kept.append(value)
    return kept + [one] * max(0, left)
