"""The part of a game's state that all games have. A game adds its own fields by subclassing.

What the app believes to be on the table is declared as ``facts``; how it changes, by moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from pickle import dumps, loads
from typing import Any, ClassVar, Generic, Self, TypeVar

SETUP = "setup"
PLAYING = "playing"
SCORING = "scoring"
ROUND_OVER = "round-over"
OVER = "over"

EVERY_TURN = "turns"
TOKENS = "timers"
RESULT_ONLY = "nothing"
"""The tracking modes: every turn; only ongoing effects; nothing but what involves secret cards."""

Reminder = dict[str, Any]
STAYS = ("options", "seats", "round", "history")
"""The fields of a state that stay from round to round in every game."""


@dataclass
class Seat:
    """A player's seat.

    ``card`` is the role or clan card, ``retired``: the player has left; ``clan`` is the public back of the card, where
    backs differ; ``sits_out``: not dealt in in this round; ``newcomer``: because it joined after the deal;
    ``revealed``: the card was revealed to all during the round; ``new_card``: it was swapped, and its owner has not
    played since.

    A game adds fields of its own; each starts a round with its default, except those in ``kept_between_rounds``.
    """

    kept_between_rounds: ClassVar[tuple[str, ...]] = ()

    name: str
    card: str | None = None
    retired: bool = False
    clan: str | None = None
    sits_out: bool = False
    newcomer: bool = False
    revealed: bool = False
    new_card: bool = False


@dataclass
class Turn:
    """The turn now running.

    ``played``: step 1 is done. ``draws``: how many cards ``drawer`` (None: the seat) draws last.
    """

    seat: int
    number: int
    played: bool = False
    draws: int = 0
    drawer: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the turn as everyone can see it."""
        return {"seat": self.seat, "number": self.number, "played": self.played}


@dataclass
class Peek:
    """A card that ``looker`` can look at in secret, that of seat ``target``.

    In that turn, or with ``lasts`` until its next one.
    """

    looker: int
    target: int
    lasts: bool = False


SeatT = TypeVar("SeatT", bound=Seat)
TurnT = TypeVar("TurnT", bound=Turn)


@dataclass
class State(Generic[SeatT, TurnT]):
    """The state of a game after a number of entries.

    ``turn`` is None where no round is played, and in a game in which nobody is on turn. ``last_active`` is the seat
    whose turn it was last, ``last_card`` the one that last put a card down, ``last_kind`` the kind of the last entry,
    ``fresh`` says that it was a deal, ``aside`` are the set-aside cards (None with hand-dealt cards), ``stopped``: the
    game was given up (``over_by`` is still how the last round ended). ``follow``: the round's tracking mode; ``gaps``:
    some of its turns weren't tracked; ``before_facts`` is the state before a round's facts were entered; ``unscored``
    is the state when play was over, before anyone was paid (with hand-dealt cards only once a game knows them);
    ``history``: what each scored round brought each seat; ``winners``: the side that has won the one scored last. A
    game adds fields of its own; each starts a round with its default, except those in ``kept_between_rounds``.
    """

    kept_between_rounds: ClassVar[tuple[str, ...]] = ()
    seat_type: ClassVar[type[Seat]] = Seat

    options: dict[str, Any]
    seats: list[SeatT]
    round: int = 0
    status: str = SETUP
    over_by: str | None = None
    turn: TurnT | None = None
    number: int = 0
    reminders: list[Reminder] = field(default_factory=list)
    score: dict[str, Any] | None = None
    aside: list[str] | None = None
    peeks: list[Peek] = field(default_factory=list)
    last_active: int | None = None
    last_card: int | None = None
    last_kind: str = ""
    fresh: bool = False
    stopped: bool = False
    tracking: str = EVERY_TURN
    gaps: bool = False
    before_facts: Any = None
    unscored: Any = None
    history: list[list[int]] = field(default_factory=list)
    winners: Sequence[int] | None = None

    def __deepcopy__(self, memo: object) -> Self:
        """Return a copy of all of it; this takes a fifth of the time of a copy piece by piece."""
        copied: Self = loads(dumps(self))  # noqa: S301 - what was written here
        return copied

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def dealt_by_hand(self) -> bool:
        """The secret cards were dealt by hand from the box: the app knows none of them."""
        return bool(self.options["dealing"] == "cards")

    @property
    def active(self) -> SeatT:
        """The seat whose turn runs. Only to be asked while one does."""
        return self.seats[self.running.seat]

    @property
    def running(self) -> TurnT:
        assert self.turn is not None
        return self.turn

    @property
    def players(self) -> list[int]:
        """The seats that play in this round, clockwise; numbers of cards depend on how many they are."""
        return [index for index, seat in enumerate(self.seats) if not seat.sits_out]

    @property
    def cards_known(self) -> bool:
        """Everyone's card is known, as it is from the start where the app dealt them."""
        return all(self.seats[seat].card is not None for seat in self.players)

    def find_left(self, seat: int) -> int:
        """Return the left neighbour: the next one clockwise; seats that sit out are skipped."""
        return next((other for other in self.players if other > seat), self.players[0])

    @property
    def next_first(self) -> int | None:
        """The seat that goes first in the next round: the seat after the last one; None while one is played."""
        if self.status in (SETUP, PLAYING):
            return None
        return None if self.last_one is None else self.find_left(self.last_one)

    @property
    def last_one(self) -> int | None:
        """Seat that acted last (last card played, else last turn). Its left neighbour starts the next round."""
        return self.last_active if self.last_card is None else self.last_card

    def stop_turn(self) -> None:
        """End the turn that runs; no other one starts."""
        self.turn = None
        self.reminders = []
        self.peeks = []

    def new_turn(self, seat: int) -> Turn:
        """Return the turn that starts after the upkeep."""
        return Turn(seat, self.number)

    @property
    def playing(self) -> bool:
        """The round is played."""
        return self.status == PLAYING

    @property
    def scored(self) -> bool:
        """The round is scored, or the game over."""
        return self.status in (ROUND_OVER, OVER)

    def keep_unscored(self) -> None:
        """Keep the state as it is now: play is over, and nobody has been paid."""
        self.unscored = None
        self.unscored = deepcopy(self)

    # -- who can still play -------------------------------------------------------------------------------------
    def can_play(self, seat: int) -> bool:
        """Return whether the seat's turns are played: it has not gone, nor does it sit out."""
        own = self.seats[seat]
        return not own.retired and not own.sits_out

    @property
    def nobody_can_play(self) -> bool:
        return not any(map(self.can_play, range(len(self.seats))))

    # -- a new round --------------------------------------------------------------------------------------------
    def reset_round(self) -> None:
        """Set the state and its seats as before the first deal, except what stays, and ``kept_between_rounds``."""
        _take_over(self, type(self)(self.options, []), {*STAYS, *self.kept_between_rounds})
        for seat in self.seats:
            _take_over(seat, type(seat)(seat.name), {"name", "retired", *seat.kept_between_rounds})

    def restore(self, before: Any) -> None:
        """Undo all that a game has added since ``before``, except what its seats keep."""
        _take_over(self, before, _names(State))
        for seat, own in zip(self.seats, before.seats, strict=False):
            _take_over(seat, own, {*_names(Seat), *seat.kept_between_rounds})
            seat.revealed = own.revealed


def _names(shared: type[Any]) -> set[str]:
    return {field.name for field in fields(shared)}


def _take_over(thing: Any, other: Any, stays: set[str]) -> None:
    for name in _names(type(thing)) - stays:
        setattr(thing, name, getattr(other, name))
