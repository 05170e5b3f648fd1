"""Hands and the draw deck: hands that the app counts, turns in three steps, and turns that are one entry.

The cards themselves are the games' own; secret cards are dealt in ``dealing``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from companion.engine import state as shared
from companion.engine.actions import Entry
from companion.engine.conditions import Conditions, condition, why_not_on_turn
from companion.engine.facts import MOST, CountFact
from companion.engine.fields import Choice, Field, Flag, Number, OneOf, other_seat
from companion.engine.move import ALL_MODES, Move
from companion.engine.reference import Lesson, Topic
from companion.engine.state import EVERY_TURN, Peek
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
    """Turns in a row in which somebody passed."""
    lost_count: bool = False
    """Turns were not followed for a while, and nobody has said since how many cards there are."""
    deck: Any = None
    """The number of cards in the draw deck (None: nobody counts them); a game with several decks has it otherwise."""

    @property
    def counted(self) -> bool:
        """The app counts hands and the draw deck."""
        return bool(self.options["count_cards"]) and self.tracking == EVERY_TURN and not self.lost_count

    def can_play(self, seat: int) -> bool:
        return super().can_play(seat) and not (self.counted and self.seats[seat].hand == 0)

    @property
    def cards_gone(self) -> bool:
        """The draw deck is empty, and so are all hands; false where nobody counts them."""
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
        T("The last card"),
        unscored=True,
        choices=(Choice(FINISH, T("that turn is still finished")), Choice(AT_ONCE, T("the round is over at once"))),
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
        text = TN("{n} card lies in the draw deck", "{n} cards lie in the draw deck")
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
        T("How many cards somebody holds: the app counts along. If the table says otherwise, it can be put right."),
        "hand",
    ),
    Topic(
        T("Draw deck"),
        T("How many cards can still be drawn. When there are none, you play on with those in your hands."),
        "deck",
    ),
)
"""The paragraphs on hands and the deck that people look up."""


def has_no_deck_left(seen: Mapping[str, Any], me: int) -> bool:
    """Tell whether the draw deck has run out; false where nobody counts it."""
    deck = seen["deck"]
    return deck is not None and not (sum(deck.values()) if isinstance(deck, Mapping) else deck)


NO_DECK_LEFT = Lesson(
    about=Topic(
        T("No card to draw"),
        T("You play on with the cards in your hands. Whoever has none left when their turn starts is skipped."),
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

    Where the app counts them, a seat without a card is skipped, and the round is over when nobody has one.
    """

    pack: int
    each: Callable[[int], int]

    def deck(self, players: int) -> int:
        """Return the number of cards that are left for the draw deck."""
        return self.pack - players * self.each(players)

    def say_deal(self, players: int) -> Text:
        """Say how many cards are dealt."""
        counts = {"n": self.each(players), "deck": self.deck(players)}
        return T("Deal {n} cards to each; the other {deck} are the draw deck.", **counts)

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
        """Tell whether everybody who is there has passed in turn."""
        there = sum(not state.seats[seat].retired for seat in state.players)
        return state.turn is not None and 0 < there <= state.passes

    def list_announced(self, state: Any) -> list[Text]:
        """Return the sentences to the table when cards run out."""
        if self.has_all_passed(state):
            return [T("Everybody has passed in turn: if nobody has a card left, end the round.")]
        if state.turn is not None and state.turn.played and state.cards_gone:
            return [T("That was the last card: finish this turn, then it's over.")]
        return []


has_card = condition(
    T("{name} has no card left; correct the hand if the table says otherwise"),
    lambda state, by: not (state.counted and state.seats[by].hand == 0),
)


def change_hand(state: AnyState, seat: int, change: int) -> None:
    """Add ``n`` cards to a counted hand; below 0, take cards away, but no more than there are."""
    hand = state.seats[seat].hand
    if hand is not None:
        state.seats[seat].hand = max(0, hand + change)


# -- a turn in three steps: 1. a card -------------------------------------------------------------------------------
no_card_yet = condition(
    T("a card has been played in this turn already"), lambda state, by: not (state.turn and state.turn.played)
)


class CardMove(Move):
    """Step 1: a card is played, once a turn. By option the round is over at once with the last card of all."""

    conditions = (why_not_on_turn, no_card_yet, has_card)

    def cost(self, entry: Entry) -> int:
        """Return the number of cards that leave the hand; as many are drawn at the end of the turn."""
        return 1

    def apply(self, state: Any, entry: Entry) -> None:
        turn = state.running
        cost = self.cost(entry)
        turn.played = True
        turn.draws = cost
        state.last_card = entry["by"]
        state.passes = 0
        change_hand(state, entry["by"], -cost)
        self.effect(state, entry)
        if state.options.get("last_card") == AT_ONCE and state.playing and state.cards_gone:
            self.game.finish(state, "cards")


class PlayPath(CardMove):
    """Step 1: a path card is laid."""

    kind = "play-path"
    label = T("Path card")
    icon = "path"
    tile = "cave"
    log_text = T("{name} lays a path card.")


class Discard(CardMove):
    """Step 1: one to ``most`` cards are discarded, face down, in place of a card that is played."""

    kind = "discard"
    label = T("Discard")
    icon = "discard"
    tile = "other"
    help = T("Put one card or two away, face down, and draw as many at the end of your turn.")
    most = 2

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        hand = state.seats[by].hand
        high = self.most if hand is None else min(self.most, hand)
        return (Number("count", T("How many"), low=1, high=high, start=1, shown_on_card=TN("{n} card", "{n} cards")),)

    def cost(self, entry: Entry) -> int:
        return int(entry["count"])

    def phrase(self, state: Any, entry: Entry) -> Text:
        return TN("{name} discards {n} card.", "{name} discards {n} cards.", entry["count"])


# -- 2. moving ------------------------------------------------------------------------------------------------------
card_played = condition(
    T("a card must be played or discarded first"), lambda state, by: not state.counted or state.turn.played
)


may_move = condition(T("{name}'s dwarf may not move any more in this turn"), lambda state, by: state.turn.may_move)


class MovementMove(Move):
    """Step 2: something happens to a moving dwarf."""

    group = "move"
    conditions: ClassVar[Conditions] = (why_not_on_turn, card_played, may_move)

    def apply(self, state: Any, entry: Entry) -> None:
        if self.ends_movement:
            state.running.may_move = False
        self.effect(state, entry)


class LosesCard(MovementMove):
    """The mover loses a card, if there is one: the left neighbour draws it unseen."""

    def effect(self, state: Any, entry: Entry) -> None:
        change_hand(state, entry["by"], -1)

    def follow_up_texts(self, state: Any, entry: Entry) -> list[Text]:
        return [say_loses_card(state, entry["by"])]


# -- 3. drawing -----------------------------------------------------------------------------------------------------
step_one_done = condition(
    T("a card must be played or discarded before the turn ends"),
    lambda state, by: not state.counted or state.turn.played,
)


class EndTurn(Move):
    """Step 3: cards are drawn, the turn ends, and the next seat's starts with its upkeep."""

    kind = "end-turn"
    label = T("End the turn")
    icon = "next"
    group = "end"
    conditions = (why_not_on_turn, step_one_done)

    def effect(self, state: Any, entry: Entry) -> None:
        if not state.running.played:
            state.last_card = entry["by"]
        _draw_last(state)
        self.game.end_turn(state)

    def phrase(self, state: Any, entry: Entry) -> Text:
        drawn = min(state.running.draws, state.deck_size) if state.counted else 0
        if not drawn:
            return T("{name}'s turn ends.")
        drawer = state.seats[_drawer(state)].name
        return TN(
            "{name}'s turn ends; {drawer} draws {n} card.", "{name}'s turn ends; {drawer} draws {n} cards.", drawn,
            drawer=drawer,
        )  # fmt: skip


def _drawer(state: AnyState) -> int:
    turn = state.running
    return int(turn.seat if turn.drawer is None else turn.drawer)


def _draw_last(state: AnyState) -> None:
    """Draw the cards of the turn, but no more than the draw deck has; nothing where nobody counts cards."""
    if state.counted:
        drawn = min(state.running.draws, state.deck_size)
        state.change_deck(-drawn)
        change_hand(state, _drawer(state), drawn)


# -- a turn that is one entry ---------------------------------------------------------------------------------------
class TurnCard(CardMove):
    """A whole turn: a card, drawing, the next seat is on turn. Nothing is drawn after a card that ends the round."""

    def apply(self, state: Any, entry: Entry) -> None:
        super().apply(state, entry)
        if state.playing:
            _draw_last(state)
            self.game.end_turn(state)


class DiscardTurn(TurnCard):
    """A turn in which one card is discarded, face down."""

    kind = "discard"
    label = T("Discard")
    icon = "discard"
    tile = "other"
    help = T("Put one card away, face down, and draw one. That is your turn.")
    log_text = T("{name} discards a card, face down.")


uncounted = condition(
    T("the app counts the cards: a player without cards is skipped, and nobody needs to pass"),
    lambda state, by: not state.counted,
)


class Pass(Move):
    """The turn of a player without cards, where nobody counts them: nothing is put down, and nothing drawn."""

    kind = "pass"
    label = T("No card left: pass")
    icon = "next"
    tile = "other"
    help = T("Nothing is put down and nothing drawn. When all have passed in turn, the round is over.")
    group = "end"
    conditions = (why_not_on_turn, uncounted)
    log_text = T("{name} has no card left and passes.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.passes += 1
        self.game.end_turn(state)


# -- what cards do in more than one game ----------------------------------------------------------------------------
class LookAtCard(Move):
    """A look at the secret card of ``seat``, which the looker alone sees.

    It can be seen until that turn ends, or with ``lasts`` until the looker's next turn; where turns are not followed,
    until the looker looks at another card.
    """

    allowed_tracking = ALL_MODES
    undoable = False
    looks_at = "seat"
    lasts = False

    def effect(self, state: Any, entry: Entry) -> None:
        if "seat" not in entry:
            return
        if state.turn is None:
            state.peeks = [one for one in state.peeks if one.looker != entry["by"]]
        state.peeks.append(Peek(entry["by"], entry["seat"], self.lasts))


class SwapHands(CardMove):
    """An exchange of hands with another player, who draws instead."""

    asks = (other_seat("with", T("With whom?"), word="other"),)

    def effect(self, state: Any, entry: Entry) -> None:
        own = state.active
        other = state.seats[entry["with"]]
        own.hand, other.hand = other.hand, own.hand
        state.running.drawer = entry["with"]


def say_loses_card(state: AnyState, seat: int) -> Text:
    """Return the sentence on who draws the card that a seat loses: the left neighbour who is there."""
    drawer = state.find_left(seat)
    while state.seats[drawer].retired and drawer != seat:
        drawer = state.find_left(drawer)
    name = state.seats[seat].name
    neighbour = state.seats[drawer].name
    if state.counted and state.seats[seat].hand == 0:
        return T("{name} has no card to lose.", name=name)
    return T("{neighbour} draws one of {name}'s cards, unseen, and discards it.", name=name, neighbour=neighbour)
