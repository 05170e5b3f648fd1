"""The part of a game's state that all games have. A game adds its own fields by subclassing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

SETUP, PLAYING, SCORING, ROUND_OVER, OVER = "setup", "playing", "scoring", "round-over", "over"

Reminder = dict[str, Any]


@dataclass
class Seat:
    """One player's place. ``hand`` counts cards (None: they are not counted), ``card`` is the role or clan card."""

    name: str
    card: str | None = None
    hand: int | None = None
    retired: bool = False


@dataclass
class Turn:
    """The turn now running. ``played``: step 1 is done; ``draws``: cards that ``drawer`` (default: the seat) draws."""

    seat: int
    number: int
    played: bool = False
    draws: int = 0
    drawer: int | None = None

    def shown(self) -> dict[str, Any]:
        """The turn as everybody may see it."""
        return {"seat": self.seat, "number": self.number, "played": self.played}


@dataclass
class MovingTurn(Turn):
    """The turn of a game with dwarves that move. ``may_move`` turns false when the movement is over."""

    may_move: bool = True

    def shown(self) -> dict[str, Any]:
        return {**super().shown(), "may_move": self.may_move}


@dataclass
class Peek:
    """A card that ``looker`` may look at in secret: that of seat ``target``."""

    looker: int
    target: int


SeatT = TypeVar("SeatT", bound=Seat)
TurnT = TypeVar("TurnT", bound=Turn)


@dataclass
class State(Generic[SeatT, TurnT]):
    """Everything known after a number of entries.

    ``last_card`` is the seat that last put a card down, ``fresh`` says that the last entry was a deal, ``aside`` are
    the set-aside cards (None with hand-dealt cards).
    """

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
    last_card: int | None = None
    last_active: int | None = None
    fresh: bool = False

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def counted(self) -> bool:
        """Whether the app counts hands and the draw deck."""
        return bool(self.options["count_cards"])

    @property
    def by_hand(self) -> bool:
        """Whether the secret cards were dealt by hand from the box: the app knows none of them."""
        return bool(self.options["dealing"] == "cards")

    @property
    def active(self) -> SeatT:
        """The seat whose turn runs. Only to be asked while one does."""
        return self.seats[self.running.seat]

    @property
    def running(self) -> TurnT:
        assert self.turn is not None
        return self.turn

    def left_of(self, seat: int) -> int:
        """The left neighbour: the next one clockwise."""
        return (seat + 1) % len(self.seats)
