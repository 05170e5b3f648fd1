"""The half of a game that people see: views made of listed facts, what is held to look at, and the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, Generic

from companion.rules import timers, view
from companion.rules.board import Badge, Board, SeatRow, Secret, Thing
from companion.rules.headline import headline
from companion.rules.held import TURN_LONG, Held, cards_held
from companion.rules.move import StateT
from companion.rules.pieces import Pieces
from companion.rules.signs import Lying, Sign, badges
from companion.rules.state import Reminder
from companion.rules.text import T, Text
from companion.rules.timers import Timers
from companion.rules.view import TRUTH, Facts, View, Viewer


class Showing(ABC, Generic[StateT]):
    """What a game says of what is seen.

    ``public`` and ``of_seat`` list the facts of a view, of the table and of each seat; what is not listed is seen by
    nobody. ``timers`` lie until their owner's turn starts. ``seat_signs``, ``table_signs`` and ``lying`` show facts on
    the board; ``gone`` is the fact that greys a seat's row. ``skips`` tells that a turn is skipped, ``peek_hint`` how
    long another's card may be looked at.
    """

    timers: ClassVar[Timers] = ()
    seat_signs: ClassVar[tuple[Sign, ...]] = ()
    table_signs: ClassVar[tuple[Sign, ...]] = ()
    lying: ClassVar[tuple[Lying, ...]] = ()
    gone: ClassVar[str] = ""
    skips: ClassVar[Text] = T("The turn of {name} is skipped.")
    peek_hint: ClassVar[Text] = TURN_LONG

    @property
    @abstractmethod
    def id(self) -> str:
        """The game's name in records and addresses."""

    @property
    @abstractmethod
    def roles(self) -> Pieces:
        """The secret cards that are dealt, by their id in the record."""

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
        return view.make_view(self.id, self.public, self.of_seat, state, TRUTH)

    def view(self, state: StateT, viewer: Viewer) -> View:
        """What that viewer may know, built by listing it: the keys of ``snapshot``."""
        seen = [one.opens for one in self.held(state, viewer.seat)] if viewer.held and viewer.seat is not None else ()
        return view.make_view(self.id, self.public, self.of_seat, state, viewer, seen)

    # -- secrets ------------------------------------------------------------------------------------------------
    def held(self, state: StateT, seat: int) -> list[Held]:
        """All that this seat may hold to look at now: its card, and those it may look at for a while."""
        return cards_held(state, seat, self.role_words, self.peek_hint)

    def role_words(self, card: str) -> Text:
        """What a seat reads while it holds a card."""
        return self.roles[card].label

    def secrets(self, state: StateT, seat: int) -> list[Secret]:
        """What this seat may hold to look at now, without the contents."""
        return [one.secret for one in self.held(state, seat)]

    def reveal(self, state: StateT, seat: int, key: str) -> Text | None:
        """The content of one of ``secrets``, as a sentence; None if there is no such secret for this seat."""
        return next((one.content for one in self.held(state, seat) if one.secret.key == key), None)

    def looks_aside(self, state: StateT) -> Sequence[int]:
        """The seats that may look at the set-aside cards now."""
        return ()

    # -- the board ----------------------------------------------------------------------------------------------
    def board(self, view: View) -> Board:
        """The view as things to show. Takes a view, never a state: it can't tell what the view doesn't."""
        active = self.active(view)
        rows = tuple(self._row(view, index, index == active) for index in range(len(view["seats"])))
        counters = badges(self.table_signs, view)
        covered = sum(one.covered(view) for one in self.lying)
        return Board(self.headline(view), rows, counters, tuple(self.things(view)), active, covered=covered)

    def headline(self, view: View) -> Text:
        """Whose turn it is, or what the table waits for."""
        return headline(view)

    def active(self, view: View) -> int | None:
        """The seat that the table waits for."""
        seat: int | None = view["turn"] and view["turn"]["seat"]
        return seat

    def signs(self, view: View, seat: int) -> tuple[Badge, ...]:
        """The signs beside a seat's name."""
        return badges(self.seat_signs, view["seats"][seat])

    def things(self, view: View) -> list[Thing]:
        """What lies on the table for a while: first what is on a timer, then what stays."""
        return [thing for one in (*self.timers, *self.lying) for thing in one.things(view)]

    def _row(self, view: View, index: int, active: bool) -> SeatRow:
        seat = view["seats"][index]
        role = self.roles[seat["card"]].label if seat["card"] else None
        gone = bool(self.gone and seat[self.gone])
        return SeatRow(index, seat["name"], active, seat.get("clan"), role, self.signs(view, index), gone)

    def reminder(self, reminder: Reminder, names: Sequence[str], gone: Collection[int] = ()) -> Text:
        """What to do on the table now, as a sentence to the seat it is about; ``gone`` are those who have left."""
        name = names[reminder["seat"]]
        if reminder["kind"] == "skip-turn" and reminder["seat"] in gone:
            return T("{name} is not there: the turn is skipped.", name=name)
        return timers.reminder_text(self.timers, reminder, name) or self.skips.filled(name=name)
