"""What a move asks for, declared once: made into a field with its choices now, and into words for a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.rules import pieces as printed
from companion.rules.fields import AnyOf, Choice, Field, Flag, OneOf, SomeOf
from companion.rules.needs import Need, Needs, unmet
from companion.rules.pieces import Pieces
from companion.rules.state import State
from companion.rules.text import T, Text

AnyState = State[Any, Any]


@dataclass(frozen=True)
class Ask:
    """A field of a move as the game declares it. ``word`` is the place that its value takes in a sentence."""

    ask: Field
    word: str = ""

    @property
    def name(self) -> str:
        return self.ask.name

    def field(self, state: AnyState, by: int) -> Field:
        """The field as it can be filled in now."""
        return self.ask

    def words(self, state: AnyState, value: Any) -> Any:
        """The value as it stands in a sentence."""
        return value


@dataclass(frozen=True)
class AskSeat(Ask):
    """One seat, or some; a seat that does not meet the ``needs`` is greyed with the reason. ``everybody``: those too
    that sit out."""

    needs: Needs = ()
    others: bool = False
    everybody: bool = False

    def field(self, state: AnyState, by: int) -> Field:
        without = by if self.others else None
        closed = self._closed(state) if self.needs else None
        choices = seat_choices(state, closed, without=without, everybody=self.everybody)
        return replace(self.ask, choices=choices)  # type: ignore[call-arg]

    def _closed(self, state: AnyState) -> Callable[[int], Text | None]:
        return lambda seat: unmet(self.needs, state, seat)

    def words(self, state: AnyState, value: Any) -> Any:
        if isinstance(value, list):
            return [state.seats[seat].name for seat in value]
        return state.seats[value].name


@dataclass(frozen=True)
class AskPiece(Ask):
    """One of the pieces, or some, or of those ``among`` that lie there; one that does not meet the ``needs`` is
    greyed."""

    pieces: Pieces | None = None
    needs: Needs = ()
    among: Callable[[Any], Iterable[str]] | None = None

    def field(self, state: AnyState, by: int) -> Field:
        assert self.pieces is not None
        known = self.pieces

        def closed(id: str) -> Text | None:
            why = unmet(self.needs, state, id)
            return why and why.filled(**{self.name: known[id].label})

        ids = None if self.among is None else self.among(state)
        return replace(self.ask, choices=printed.choices(known, closed, ids))  # type: ignore[call-arg]

    def words(self, state: AnyState, value: Any) -> Any:
        assert self.pieces is not None
        if isinstance(value, list):
            return [self.pieces[id].label for id in value]
        return self.pieces[value].label


@dataclass(frozen=True)
class AskFlag(Ask):
    """Yes or no; yes only where the active seat meets the ``needs``."""

    needs: Needs = ()

    def field(self, state: AnyState, by: int) -> Field:
        return replace(self.ask, closed=unmet(self.needs, state, by))  # type: ignore[call-arg]


def any_seat(
    name: str, label: Text, *needs: Need, optional: bool = False, word: str = "", everybody: bool = False
) -> Ask:
    """Any seat, oneself too; ``everybody``: who sits out as well."""
    return AskSeat(OneOf(name, label, optional), word or name, needs, everybody=everybody)


def other_seat(name: str, label: Text, *needs: Need, word: str = "") -> Ask:
    """Any seat but one's own."""
    return AskSeat(OneOf(name, label), word or name, needs, others=True)


def some_seats(name: str, label: Text, *needs: Need, word: str = "") -> Ask:
    """Any number of seats, also none."""
    return AskSeat(SomeOf(name, label), word or name, needs)


def piece(
    name: str,
    label: Text,
    pieces: Pieces,
    *needs: Need,
    among: Callable[[Any], Iterable[str]] | None = None,
    optional: bool = False,
    word: str = "",
) -> Ask:
    """One of ``pieces``; ``among``: only those whose ids it names of a state."""
    return AskPiece(OneOf(name, label, optional), word or name, pieces, needs, among)


def some_pieces(
    name: str,
    label: Text,
    pieces: Pieces,
    *needs: Need,
    among: Callable[[Any], Iterable[str]] | None = None,
    most: int | None = None,
    word: str = "",
) -> Ask:
    """Any of ``pieces``, each once, also none; with ``most`` the same one more than once, so many in all."""
    field = SomeOf(name, label) if most is None else AnyOf(name, label, most=most)
    return AskPiece(field, word or name, pieces, needs, among)


def older(ask: Ask) -> Ask:
    """The same, accepted where a record has it, and asked for in no form."""
    return replace(ask, ask=replace(ask.ask, older=True))


def flag(name: str, label: Text, *needs: Need) -> Ask:
    """Yes or no; left out, it is no."""
    return AskFlag(Flag(name, label), name, needs)


def seat_choices(
    state: AnyState,
    closed: Callable[[int], Text | None] | None = None,
    *,
    without: int | None = None,
    everybody: bool = False,
) -> tuple[Choice, ...]:
    """All seats that play (``everybody``: all there are), but ``without``, as choices by name; ``closed(seat)`` says
    why one can't be chosen."""
    return tuple(
        Choice(index, _named(seat.name), closed(index) if closed else None)
        for index, seat in enumerate(state.seats)
        if index != without and (everybody or not seat.sits_out)
    )


@lru_cache(2**12)
def _named(name: str) -> Text:
    """Kept, for every form names every seat, at every change."""
    return T("{name}", name=name)


def none_open(choices: Iterable[Choice]) -> bool:
    """Whether nothing at all can be chosen."""
    return all(choice.closed for choice in choices)
