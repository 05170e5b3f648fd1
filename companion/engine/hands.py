"""Hands and the draw deck, which the app counts if the table wants it.

The cards themselves are the games' own, and played by ``card_moves``; secret cards are dealt in ``dealing``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from companion.engine import state as shared
from companion.engine.facts import MOST, CountFact
from companion.engine.fields import Choice, Field, Flag, Number, OneOf
from companion.engine.reference import Lesson, Topic
from companion.engine.state import EVERY_TURN
from companion.engine.text import TN, T, Text


# -- hands and a draw deck -------------------------------------------------------------------------------------------
@dataclass
class Seat(shared.Seat):
    """A seat with a hand: its number of cards (None: nobody counts them)."""

    hand: int | None = None


@dataclass
class MovingTurn(shared.Turn):
    """A turn in which a dwarf moves, as long as it ``may_move``."""

    may_move: bool = True

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "may_move": self.may_move}


SeatT = TypeVar("SeatT", bound=Seat)


TurnT = TypeVar("TurnT", bound=shared.Turn)


@dataclass
class State(shared.State[SeatT, TurnT]):
    """The state of a game with hands and a draw deck."""

    passes: int = 0
    """Turns in a row in which someone passed."""
    lost_count: bool = False
    """Turns weren't tracked for a while, and nobody has entered since how many cards there are."""
    deck: Any = None
    """The number of cards in the draw deck (None: nobody counts them); a game with several decks overrides it."""

    @property
    def counted(self) -> bool:
        """The app counts hands and the draw deck."""
        return bool(self.options["count_cards"]) and self.tracking == EVERY_TURN and not self.lost_count

    def can_play(self, seat: int) -> bool:
        return super().can_play(seat) and not (self.counted and self.seats[seat].hand == 0)

    @property
    def cards_gone(self) -> bool:
        """The draw deck is empty, and so are all hands; false if nobody counts them."""
        return self.counted and self.deck_size == 0 and self.nobody_can_play

    @property
    def deck_size(self) -> int:
        """The number of cards in the draw deck; 0 where nobody counts them."""
        return int(self.deck or 0)

    def change_deck(self, change: int) -> None:
        """Put ``n`` cards on the deck; below 0, draw them."""
        self.deck = self.deck_size + change

    def lay_deck(self, size: int | None) -> None:
        """Set the number of cards in the draw deck (None: nobody counts them)."""
        self.deck = size


AnyState = State[Any, Any]


COUNT_CARDS = Flag("count_cards", T("The app counts hands and the draw deck"), unscored=True)


FINISH = "finish"
AT_ONCE = "at-once"


LAST_CARD = (
    OneOf(
        "last_card",
        T("After the last card"),
        unscored=True,
        choices=(Choice(FINISH, T("finish that turn first")), Choice(AT_ONCE, T("the round ends at once"))),
    ),
    FINISH,
)
"""An option: when the last card of all ends the round, in games whose turns go on after a card."""


MOST_ROUNDS = 99


class CardCount(CountFact):
    """A number of cards, which the app counts or not."""

    def is_open(self, state: Any, seat: int) -> bool:
        return bool(state.counted) and super().is_open(state, seat)


class Deck(CardCount):
    """The draw deck as a fact of the table."""

    def size(self, state: Any, seat: int) -> int:
        return int(state.deck_size)

    def change(self, state: Any, seat: int, change: int) -> None:
        state.change_deck(change)

    def say_change(self, state: Any, seat: int, change: int) -> Text:
        text = TN("{n} card in the draw deck", "{n} cards in the draw deck")
        return text.fill(n=state.deck_size + change)

    def set_value(self, state: Any, seat: int, value: int) -> None:
        """Set the deck, and count cards again from here on: all hands are empty until they are set, too."""
        state.lost_count = False
        state.lay_deck(value)
        for own in state.seats:
            own.hand = 0


HAND = CardCount(
    "hand", T("Cards in hand"), icon="hand", sign=TN("{n} card in hand", "{n} cards in hand"), always=True,
)  # fmt: skip


DECK = Deck(
    "deck", T("Draw deck"), icon="deck", sign=T("Draw deck"), always=True, most=MOST,
)  # fmt: skip


HAND_AND_DECK = (
    Topic(
        T("Cards in hand"),
        T("The number of cards in a player's hand. The app keeps count; if it's off, you can correct it."),
        "hand",
    ),
    Topic(
        T("Draw deck"),
        T("The number of cards left to draw. When they run out, you play on with the cards in your hands."),
        "deck",
    ),
)
"""The paragraphs on hands and the deck that people look up."""


def has_no_deck_left(seen: Mapping[str, Any], me: int) -> bool:
    """Return whether the draw deck has run out; false where nobody counts it."""
    deck = seen["deck"]
    return deck is not None and not (sum(deck.values()) if isinstance(deck, Mapping) else deck)


NO_DECK_LEFT = Lesson(
    about=Topic(
        T("No cards left to draw"),
        T("Play on with the cards in your hands. If you have none when your turn starts, you're skipped."),
        "deck",
    ),
    when=has_no_deck_left,
)


CARDS = Choice("cards", T("nobody has a card left"))
"""A reason for which the table ends a round."""


def rounds_option(usual: int) -> tuple[Field, int]:
    """Make the option for the number of rounds, which is ``usual`` by the rulebook."""
    return Number("rounds", T("Rounds"), unscored=True, low=1, high=MOST_ROUNDS, start=usual), usual


class DeckRules(NamedTuple):
    """The hands and the draw deck of a game: of ``pack`` cards each of n players is dealt ``each(n)``.

    If the app counts them, a seat without a card is skipped, and the round is over when nobody has one.
    """

    pack: int
    each: Callable[[int], int]

    def deck(self, players: int) -> int:
        """Return the number of cards that are left for the draw deck."""
        return self.pack - players * self.each(players)

    def say_deal(self, players: int) -> Text:
        """Say how many cards are dealt."""
        counts = {"n": self.each(players), "deck": self.deck(players)}
        return T("Deal {n} cards to each player; the other {deck} form the draw deck.", **counts)

    def deal(self, state: Any) -> None:
        if state.counted:
            players = len(state.players)
            state.lay_deck(self.deck(players))
            for seat in state.seats:
                seat.hand = 0 if seat.sits_out else self.each(players)

    def leave_out(self, state: Any, seat: Any) -> None:
        """Give a seat that is not dealt in no hand."""
        seat.hand = 0 if state.counted else None

    def lose_count(self, state: Any) -> None:
        """Stop counting: turns are not followed any more."""
        state.lost_count = True
        state.passes = 0
        state.lay_deck(None)
        for seat in state.seats:
            seat.hand = None

    def has_all_passed(self, state: Any) -> bool:
        """Return whether everyone who is there has passed in turn."""
        there = sum(not state.seats[seat].retired for seat in state.players)
        return state.turn is not None and 0 < there <= state.passes

    def list_announced(self, state: Any) -> list[Text]:
        """Return the sentences to the table when cards run out."""
        if self.has_all_passed(state):
            return [T("Everyone has passed in turn. If nobody has a card left, end the round.")]
        if state.turn is not None and state.turn.played and state.cards_gone:
            return [T("That was the last card. Finish this turn, then it's over.")]
        return []


def change_hand(state: AnyState, seat: int, change: int) -> None:
    """Add ``n`` cards to a counted hand; below 0, remove cards, but no more than there are."""
    hand = state.seats[seat].hand
    if hand is not None:
        state.seats[seat].hand = max(0, hand + change)
