"""What ``set`` may name: how things lie on the table and in front of the seats, declared once by each game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.rules import pieces as printed
from companion.rules.asks import AnyState, Ask, seat_choices
from companion.rules.fields import AnyOf, Field, Number, OneOf, Things
from companion.rules.needs import Needs
from companion.rules.state import PLAYING
from companion.rules.text import T, Text
from companion.rules.timers import Timer
from companion.rules.view import plain

Put = Callable[[Any, int, Any], None]


def played(state: AnyState) -> bool:
    """While the round is played."""
    return bool(state.status == PLAYING)


@dataclass(frozen=True)
class Settable:
    """A fact of a seat, or of the table, that ``set`` may name.

    ``ask`` is its field. ``says`` tells what is so now, with ``{name}`` for the seat, ``{n}`` for a number, and the
    place that ``ask`` has a word for; ``says_not`` is for what is false, 0 or empty. ``limits`` are judged when all is
    set: each is asked with the state as it is then and the seat (-1: the table). ``put`` lays it so (default: into the
    attribute of that name); what hangs on it is the game's ``laid``. ``open`` says when it may be named.
    """

    ask: Ask
    says: Text
    says_not: Text
    limits: Needs = ()
    put: Put | None = None
    open: Callable[[Any], bool] = played

    @property
    def name(self) -> str:
        return self.ask.name

    def now(self, state: AnyState, seat: int) -> Any:
        """How the app believes that it lies, as a record prints it."""
        return plain(getattr(state if seat < 0 else state.seats[seat], self.name))

    def lay(self, state: AnyState, seat: int, value: Any) -> None:
        """It lies so now."""
        if self.put is not None:
            self.put(state, seat, value)
        else:
            setattr(state if seat < 0 else state.seats[seat], self.name, plain(value))

    def sentence(self, state: AnyState, seat: int, value: Any) -> Text:
        """What is so now, in words."""
        values: dict[str, Any] = {} if seat < 0 else {"name": state.seats[seat].name}
        if not value:
            return self.says_not.filled(**values)
        values |= {"n": value} if isinstance(value, int) else {}
        return self.says.filled(**{**values, self.ask.word or self.name: self.ask.words(state, value)})


def lies(timer: Timer, label: Text, says: Text, says_not: Text, make: Callable[..., Any] = int) -> Settable:
    """The things of a timer: ``make`` takes what a record prints of one as keywords. Where only owners stand in the
    list, it is the list of these."""

    def put(state: AnyState, seat: int, value: list[Any]) -> None:
        getattr(state, timer.where).clear()
        for one in value:
            timer.put(state, make(**one) if timer.names else one)

    return Settable(AskThings(Things(timer.where, label), timer.where, timer=timer), says, says_not, put=put)


@dataclass(frozen=True)
class AskThings(Ask):
    """What lies of a timer: which, showing what, and whose."""

    timer: Timer = field(kw_only=True)

    def field(self, state: AnyState, by: int) -> Field:
        timer, seats = self.timer, seat_choices(state)
        if timer.pieces is None:
            return AnyOf(self.name, self.ask.label, choices=seats)
        which = OneOf(timer.names, T("Which"), choices=printed.choices(timer.pieces))
        side = (Number("side", T("Showing"), low=1, high=2),) if timer.flip else ()
        return Things(
            self.name, self.ask.label, each=(which, *side, OneOf("owner", T("Whose"), choices=seats)), once=timer.names
        )

    def words(self, state: AnyState, value: Any) -> Any:
        owners = (one if isinstance(one, int) else one["owner"] for one in value)
        return [self.timer.named(one, state.seats[owner].name) for one, owner in zip(value, owners, strict=True)]
