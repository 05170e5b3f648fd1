"""The table is right and the app is wrong: how it really lies there, as absolute values, all or none of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Generic

from companion.rules.action import Entry
from companion.rules.asks import Ask, seat_choices
from companion.rules.dealing import TableMove, backs_fit, clan_name, known
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Line, OneOf, Things
from companion.rules.game import Game
from companion.rules.move import StateT
from companion.rules.needs import need, unmet
from companion.rules.settable import Settable
from companion.rules.state import PLAYING, SCORING, SETUP
from companion.rules.text import T, Text

Named = tuple[int, Settable, Any]
"""A fact with its value as an entry names it, and its seat (-1: of the table)."""


@dataclass(frozen=True)
class Believed:
    """What the app believes of one thing on the table: whose (-1: the table's), the ``field`` it is set with, ``value``
    as it lies now."""

    seat: int
    field: Field
    value: Any


class SetFacts(TableMove[StateT], Generic[StateT]):
    """How things lie: what the game lists as settable, of seats and the table, and with hand-dealt cards the backs."""

    game: Game[StateT]
    kind, label, icon = "set", T("As it lies"), "eye"
    group = "lies"

    def __init__(self, game: Game[StateT]) -> None:
        super().__init__(game)
        backs = (_clan(game),) if game.clans else ()
        self.of_seat = {one.name: one for one in (*game.settable_of_seat, *backs)}
        self.of_table = {one.name: one for one in game.settable}

    def closed(self, state: StateT, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if state.stopped:
            return T("the game was stopped")
        if not any(one.open(state) for one in (*self.of_seat.values(), *self.of_table.values())):
            return T("the play of the round is over: nothing on the table can be set any more")
        return None

    def judge(self, state: StateT, entry: Entry, drawn: bool = True) -> None:
        """What may be set at another time is refused with its name."""
        given = entry.get("seats")
        objects = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
        for name, fact in {**self.of_seat, **self.of_table}.items():
            if any(name in one for one in (entry, *objects)) and not fact.open(state):
                raise RuleError(self.closed(state, -1) or T("{what}: this can't be set now", what=fact.ask.ask.label))
        super().judge(state, entry, drawn)

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        seat, own = OneOf("seat", T("Player"), optional=True, choices=seat_choices(state)), self._open(state, True)
        each = (replace(seat, optional=False), *own)
        several = Things("seats", T("Players"), optional=True, each=each, once="seat", some=True)
        of_seats = (seat, *own, several) if own else ()
        return (*of_seats, *self._open(state, False), Line("note", T("Note")))

    def _open(self, state: StateT, of_seat: bool) -> tuple[Field, ...]:
        facts = self.of_seat if of_seat else self.of_table
        return tuple(replace(one.ask.field(state, -1), optional=True) for one in facts.values() if one.open(state))

    def check(self, state: StateT, entry: Entry) -> None:
        own = [name for name in self.of_seat if name in entry]
        if "seat" in entry and "seats" in entry:
            raise RuleError(T("name one player, or a list of several, not both"))
        if own and "seat" not in entry:
            raise RuleError(T("say whose it is: name the player"))
        if "seat" in entry and not own:
            raise RuleError(T("say what is to be set of {name}", name=state.seats[entry["seat"]].name))
        named = list(self._named(entry))
        if not named:
            raise RuleError(T("nothing is set: say how something lies"))
        after = deepcopy(state)
        self._lay(after, named)
        for seat, fact, _ in named:
            if why := unmet(fact.limits, after, seat):
                raise RuleError(why)

    def _named(self, entry: Entry) -> Iterator[Named]:
        """The facts that the entry names, the table's first."""
        for name, fact in self.of_table.items():
            if name in entry:
                yield -1, fact, entry[name]
        for one in (entry, *entry.get("seats", ())):
            for name, fact in self.of_seat.items():
                if name in one:
                    yield one["seat"], fact, one[name]

    def _lay(self, state: StateT, named: list[Named]) -> None:
        for seat, fact, value in named:
            fact.lay(state, seat, value)

    def effect(self, state: StateT, entry: Entry) -> None:
        before = deepcopy(state)
        self._lay(state, list(self._named(entry)))
        self.game.laid(state, before)

    def sentence(self, state: StateT, entry: Entry) -> Text:
        """What is so now, in the order in which people sit."""
        named = sorted(self._named(entry), key=lambda one: one[0])
        parts = [fact.sentence(state, seat, value) for seat, fact, value in (*_of_seats(named), *_of_table(named))]
        parts += [T("“{note}”", note=entry["note"])] if entry.get("note") else []
        return T(
            "Set right: {parts}.", parts=reduce(lambda one, other: T("{first}; {then}", first=one, then=other), parts)
        )

    # -- for a page ---------------------------------------------------------------------------------------------
    def believed(self, state: StateT) -> list[Believed]:
        """All that the app believes to lie on the table and that may be set now, the table's things first."""
        if self.closed(state, -1):
            return []
        whose = [-1, *state.players]
        return [
            Believed(seat, fact.ask.field(state, -1), fact.now(state, seat))
            for seat in whose
            for fact in (self.of_table if seat < 0 else self.of_seat).values()
            if fact.open(state)
        ]

    def changed(self, state: StateT, values: Mapping[tuple[int, str], Any]) -> Entry | None:
        """One entry for all ``values`` (by seat and name, -1: the table's) that are not as the app believes; None where
        all are."""
        entry: Entry = {"kind": self.kind}
        seats: dict[int, dict[str, Any]] = {}
        for one in self.believed(state):
            value = values.get((one.seat, one.field.name), one.value)
            if value == one.value:
                continue
            where = entry if one.seat < 0 else seats.setdefault(one.seat, {"seat": one.seat})
            where[one.field.name] = value
        if seats:
            entry["seats"] = list(seats.values())
        return entry if len(entry) > 1 else None


def _and_then(one: Text, other: Text) -> Text:
    return T("{first}; {then}", first=one, then=other)


def _of_seats(named: list[Named]) -> list[Named]:
    return [one for one in named if one[0] >= 0]


def _of_table(named: list[Named]) -> list[Named]:
    return [one for one in named if one[0] < 0]


def _clan(game: Game[Any]) -> Settable:
    """With hand-dealt cards: the back of a seat's card, until the cards are turned up."""
    backs = tuple(Choice(clan, clan_name(clan)) for clan in game.clans)

    def together(state: Any, seat: int) -> bool:
        clans = [state.seats[one].clan for one in state.players]
        return backs_fit(game, len(clans), state.options, clans)

    fits = need(T("these backs can't be dealt together to so many players"), together)
    return Settable(
        AskBack(OneOf("clan", T("Card back"), choices=backs), "clan"),
        T("the back of {name}'s card is {clan}"),
        T("the back of {name}'s card is {clan}"),
        limits=(fits,),
        open=lambda state: state.by_hand and state.status in (PLAYING, SCORING) and not known(state),
    )


class AskBack(Ask):
    """The public back of a card."""

    def words(self, state: Any, value: Any) -> Any:
        return clan_name(value)
