"""The part of a game's state that all games have. A game adds its own fields by subclassing."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, TypeVar

SETUP, PLAYING, SCORING, ROUND_OVER, OVER = "setup", "playing", "scoring", "round-over", "over"

Reminder = dict[str, Any]


@dataclass
class Seat:
    """One player's place. ``card`` is the role or clan card, ``hand`` counts cards (None: they are not counted),
    ``retired``: the player has gone; ``clan`` is the public back of the card, where backs differ; ``sits_out``: not
    dealt in in this round; ``newcomer``: because it sat down after it; ``revealed``: the card was turned up for all to
    see while the round was played.

    A game adds fields of its own; each begins a round with its default, but for those in ``kept``.
    """

    kept: ClassVar[tuple[str, ...]] = ()

    name: str
    card: str | None = None
    hand: int | None = None
    retired: bool = False
    clan: str | None = None
    sits_out: bool = False
    newcomer: bool = False
    revealed: bool = False


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

    ``last_card`` is the seat that last put a card down, ``last_kind`` the kind of the last entry, ``fresh`` says that
    it was a deal, ``aside`` are the set-aside cards (None with hand-dealt cards), ``passes`` counts the turns in a row
    in which somebody passed, ``stopped``: the game was given up (``over_by`` is still how the last round ended). A game
    adds fields of its own; each begins a round with its default, but for those in ``kept``.
    """

    kept: ClassVar[tuple[str, ...]] = ()

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
    last_kind: str = ""
    fresh: bool = False
    passes: int = 0
    stopped: bool = False

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

    @property
    def players(self) -> list[int]:
        """The seats that play in this round, clockwise; numbers of cards go by how many they are."""
        return [index for index, seat in enumerate(self.seats) if not seat.sits_out]

    def left_of(self, seat: int) -> int:
        """The left neighbour: the next one clockwise; who sits out is passed over."""
        for step in range(1, len(self.seats)):
            neighbour = (seat + step) % len(self.seats)
            if not self.seats[neighbour].sits_out:
                return neighbour
        return seat

    @property
    def next_first(self) -> int | None:
        """Who begins the next round: the seat after the one that last put a card down; None while one is played."""
        if self.status in (SETUP, PLAYING):
            return None
        return None if self.last_one is None else self.left_of(self.last_one)

    @property
    def last_one(self) -> int | None:
        """Who last put a card down, or nobody did: whose turn it was last."""
        return self.last_active if self.last_card is None else self.last_card

    # -- who can still play -------------------------------------------------------------------------------------
    def can_play(self, seat: int) -> bool:
        """Whether the seat's turns are played: it has not gone nor sits out, and has cards where they are counted."""
        own = self.seats[seat]
        return not own.retired and not own.sits_out and not (self.counted and own.hand == 0)

    @property
    def nobody_can_play(self) -> bool:
        return not any(map(self.can_play, range(len(self.seats))))

    @property
    def cards_gone(self) -> bool:
        """Whether the draw deck and every hand that counts are empty; never so where cards are not counted."""
        return self.counted and self.deck_size == 0 and self.nobody_can_play

    # -- the draw deck ------------------------------------------------------------------------------------------
    @property
    def deck_size(self) -> int:
        """How many cards the draw deck has. Only to be asked where cards are counted."""
        raise NotImplementedError

    def change_deck(self, change: int) -> None:
        """Cards are drawn (below 0) or laid on the deck."""
        raise NotImplementedError

    # -- a new round --------------------------------------------------------------------------------------------
    def renew(self) -> None:
        """What a game has added to the state and its seats is as before the first deal, but for what is ``kept``."""
        _renew(self, type(self)(self.options, []), State)
        for seat in self.seats:
            _renew(seat, type(seat)(seat.name), Seat)


def _renew(thing: Any, fresh: Any, shared: type[Any]) -> None:
    stays = {*(one.name for one in fields(shared)), *thing.kept}
    for one in fields(thing):
        if one.name not in stays:
            setattr(thing, one.name, getattr(fresh, one.name))


@dataclass
class DeckState(State[SeatT, TurnT], Generic[SeatT, TurnT]):
    """The state of a game with one draw deck. ``deck`` counts its cards (None where cards are not counted)."""

    deck: int | None = None

    @property
    def deck_size(self) -> int:
        return self.deck or 0

    def change_deck(self, change: int) -> None:
        self.deck = self.deck_size + change
