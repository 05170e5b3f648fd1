"""The facts of a round that was played without the app: declared once, read from a file or typed into a page.

A game lists its facts on a sheet: a ``SeatSheet`` (an object with the facts of each seat) or a ``TableSheet`` (facts of
the round, some of them a list with one value for each seat). Each is checked, and an error names the one that can't be.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, ListOf, Number, OneOf, is_number, plain
from companion.rules.pieces import Pieces, choices
from companion.rules.text import Named, T, Text


def rounds(given: Mapping[str, Any], most: int | None = None) -> list[Mapping[str, Any]]:
    """The rounds of a file; at least one, at most ``most``."""
    found = given.get("rounds")
    if not isinstance(found, list) or not found:
        raise RuleError(T("rounds must be a list of at least one round"))
    if most is not None and len(found) > most:
        raise RuleError(T("rounds: at most {n} expected, not {count}", n=most, count=len(found)))
    return found


def keys(given: Any, needed: Sequence[str], where: Text, optional: Sequence[str] = ()) -> Mapping[str, Any]:
    """``given`` as an object with exactly the ``needed`` keys, and perhaps the ``optional`` ones."""
    if not isinstance(given, dict):
        raise RuleError(T("{where} must be an object with {keys}", where=where, keys=list(needed)))
    for key in given:
        if key not in needed and key not in optional:
            raise RuleError(T("{where}: unknown fact {key}", where=where, key=plain(key)))
    for key in needed:
        if key not in given:
            raise RuleError(T("{where}: the fact {key} is missing", where=where, key=key))
    return given


def seats(given: Any, needed: Sequence[str]) -> list[Mapping[str, Any]]:
    """The seats of a round, each an object with exactly the ``needed`` facts (``name`` among them)."""
    if not isinstance(given, list):
        raise RuleError(T("seats must be a list, one for each player"))
    found = [keys(seat, needed, T("seat {n}", n=index)) for index, seat in enumerate(given)]
    for index, seat in enumerate(found):
        if not isinstance(seat["name"], str) or not seat["name"].strip():
            raise RuleError(T("seat {n}: the name must be a text", n=index))
    return found


def number(value: Any, what: Text, low: int = 0, high: int = 999) -> int:
    """``value`` as a whole number from ``low`` to ``high``."""
    if not is_number(value) or not low <= value <= high:
        limits = {"what": what, "low": low, "high": high, "value": plain(value)}
        raise RuleError(T("{what} must be a whole number from {low} to {high}, not {value}", **limits))
    return int(value)


def card(value: Any, cards: Mapping[str, Any], name: str | Text) -> str:
    """``value`` as one of the game's cards."""
    if not isinstance(value, str) or value not in cards:
        wrong = {"name": name, "value": plain(value), "cards": list(cards)}
        raise RuleError(T("the card of {name} can't be {value}: one of {cards} was expected", **wrong))
    return value


# -- one fact -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Fact(ABC):
    """One fact. ``label`` stands over it on the page."""

    name: str
    label: Text

    @abstractmethod
    def field(self, players: int, options: Mapping[str, Any]) -> Field:
        """The fact as a field of a page."""

    def typed(self, value: Any) -> Any:
        """The value of the page as a file has it."""
        return value

    @abstractmethod
    def read(self, value: Any, whose: str | Text, players: int) -> Any:
        """The value of a file, checked. Raises a RuleError that names the fact."""


@dataclass(frozen=True)
class CardFact(Fact):
    """A role or clan card. ``offered`` names those that the options leave in the game (default: all); ``short`` is what
    each one is called."""

    cards: Pieces
    offered: Callable[[Mapping[str, Any]], Sequence[str]] | None = None
    short: Text = T("Card")  # noqa: RUF009 - a sentence is frozen

    def field(self, players: int, options: Mapping[str, Any]) -> Field:
        among = None if self.offered is None else self.offered(options)
        return OneOf(self.name, self.short, choices=choices(self.cards, among=among))

    def read(self, value: Any, whose: str | Text, players: int) -> str:
        return card(value, self.cards, whose)


@dataclass(frozen=True)
class CountFact(Fact):
    """A whole number; ``what`` names it in an error, with ``{name}`` for the seat's."""

    what: Text
    low: int = 0
    high: int = 999
    start: int = 0

    def field(self, players: int, options: Mapping[str, Any]) -> Field:
        return Number(self.name, self.label, low=self.low, high=self.high, start=self.start)

    def read(self, value: Any, whose: str | Text, players: int) -> int:
        return number(value, self.what.filled(name=whose), self.low, self.high)


@dataclass(frozen=True)
class FlagFact(Fact):
    """True or false; ``what`` is the sentence of its error, with ``{name}`` for the seat's."""

    what: Text | None = None

    def field(self, players: int, options: Mapping[str, Any]) -> Field:
        return Flag(self.name, self.label)

    def typed(self, value: Any) -> bool:
        return bool(value)

    def read(self, value: Any, whose: str | Text, players: int) -> bool:
        if not isinstance(value, bool):
            raise RuleError(
                (self.what or T("{field} must be true or false", field=Named(self.name, self.label))).filled(name=whose)
            )
        return value


@dataclass(frozen=True)
class ChoiceFact(Fact):
    """A number or null, of which the page makes a choice: ``nothing`` is what it calls null (0 or -1 there), ``each``
    every other value from ``low`` on, with ``{n}`` counted from 1."""

    what: Text
    nothing: Text
    each: Text
    low: int = 0
    short: Text | None = None
    high: Callable[[int], int] = lambda players: players - 1

    def field(self, players: int, options: Mapping[str, Any]) -> Field:
        values = range(self.low, self.low + players)
        places = [Choice(value, self.each.filled(n=n)) for n, value in enumerate(values, start=1)]
        return OneOf(self.name, self.short or self.label, choices=(Choice(self.low - 1, self.nothing), *places))

    def typed(self, value: Any) -> Any:
        return None if value == self.low - 1 else value

    def read(self, value: Any, whose: str | Text, players: int) -> int | None:
        if value is None:
            return None
        return number(value, self.what.filled(name=whose), self.low, self.high(players))


# -- a sheet of them ------------------------------------------------------------------------------------------------
class Sheet(ABC):
    """All facts of one round."""

    @abstractmethod
    def fact(self, name: str) -> Fact:
        """The fact of that name."""

    def wrong(self, name: str, why: Text) -> RuleError:
        """The error about a fact that can't be so: whoever types it reads its label, a file's author its name."""
        return RuleError(T("{fact}: {why}", fact=Named(name, self.fact(name).label), why=why))

    @abstractmethod
    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        """The fields of the page for so many players."""

    @abstractmethod
    def from_page(self, values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        """The round as a file has it, from the values of the page."""

    @abstractmethod
    def read(self, given: Any, number: int) -> dict[str, Any]:
        """The facts of the round with that number, each checked for itself. Raises a RuleError that names the fact."""


class SeatSheet(Sheet):
    """``{"seats": [{"name": …, <fact>: …}]}``: an object for each seat."""

    def __init__(self, *facts: Fact) -> None:
        self.facts = facts

    def fact(self, name: str) -> Fact:
        return next(fact for fact in self.facts if fact.name == name)

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return tuple(ListOf(f.name, f.label, each=(f.field(players, options),) * players) for f in self.facts)

    def from_page(self, values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        def row(seat: int) -> dict[str, Any]:
            return {fact.name: fact.typed(values[fact.name][seat]) for fact in self.facts}

        return {"seats": [{"name": name, **row(seat)} for seat, name in enumerate(names)]}

    def read(self, given: Any, number: int) -> dict[str, Any]:
        rows = seats(keys(given, ("seats",), T("a round"))["seats"], ("name", *(fact.name for fact in self.facts)))
        return {"seats": [self._row(row, len(rows)) for row in rows]}

    def _row(self, row: Mapping[str, Any], players: int) -> dict[str, Any]:
        return {"name": row["name"], **{f.name: f.read(row[f.name], row["name"], players) for f in self.facts}}


@dataclass(frozen=True)
class Part:
    """One fact of the round on a ``TableSheet``; ``missing`` is what an optional one is when it is left out."""

    fact: Fact
    optional: bool = False
    missing: Any = None

    @property
    def name(self) -> str:
        return self.fact.name

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        """Its fields on the page; a part may have several, or none with these options."""
        return (self.fact.field(players, options),)

    def from_page(self, values: Mapping[str, Any], players: int) -> Any:
        return self.fact.typed(values.get(self.name))

    def read(self, value: Any, players: int) -> Any:
        return self.fact.read(value, self.fact.label, players)


@dataclass(frozen=True)
class EachSeat(Part):
    """A list with one value for each seat; ``listed`` is the error for anything else."""

    listed: Text = field(kw_only=True)

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return (ListOf(self.name, self.fact.label, each=(self.fact.field(players, options),) * players),)

    def from_page(self, values: Mapping[str, Any], players: int) -> Any:
        return [self.fact.typed(value) for value in values[self.name]]

    def read(self, value: Any, players: int) -> list[Any]:
        if not isinstance(value, list):
            raise RuleError(self.listed)
        return [self.fact.read(one, T("seat {n}", n=seat), players) for seat, one in enumerate(value)]


@dataclass(frozen=True)
class SeatsMarked(Part):
    """A list of the seats of which something is true: a flag for each on the page. ``listed``, ``one`` and ``twice``
    are the words of its errors."""

    listed: Text = field(kw_only=True)
    one: Text = field(kw_only=True)
    twice: Text = field(kw_only=True)

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return (ListOf(self.name, self.fact.label, each=(self.fact.field(players, options),) * players),)

    def from_page(self, values: Mapping[str, Any], players: int) -> list[int]:
        return [seat for seat, marked in enumerate(values.get(self.name) or ()) if marked]

    def read(self, value: Any, players: int) -> list[int]:
        if not isinstance(value, list):
            raise RuleError(self.listed)
        found = [number(seat, self.one, high=players - 1) for seat in value]
        if len(set(found)) < len(found):
            raise RuleError(self.twice)
        return found


class TableSheet(Sheet):
    """``{<fact>: …}``: facts of the round. The first part has one value for each seat, so it says how many play."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts

    def fact(self, name: str) -> Fact:
        return next(part.fact for part in self.parts if part.name == name)

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return tuple(field for part in self.parts for field in part.fields(players, options))

    def from_page(self, values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        found = ((part.name, part.from_page(values, len(names)), part.optional) for part in self.parts)
        return {name: value for name, value, optional in found if value is not None or not optional}

    def read(self, given: Any, number: int) -> dict[str, Any]:
        needed = [part.name for part in self.parts if not part.optional]
        optional = [part.name for part in self.parts if part.optional]
        return dict(self._read(keys(given, needed, T("round {n}", n=number), optional)))

    def _read(self, given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        first = given[self.parts[0].name]
        players = len(first) if isinstance(first, list) else 0
        for part in self.parts:
            missing = part.name not in given
            yield part.name, part.missing if missing else part.read(given[part.name], players)
