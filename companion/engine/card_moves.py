"""Moves that play cards of a hand: turns in three steps, and turns that are one entry.

Hands and the draw deck are in ``hands``; which cards there are is each game's own.
"""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.conditions import Conditions, condition, why_not_on_turn
from companion.engine.fields import Field, Number, other_seat
from companion.engine.hands import AT_ONCE, AnyState, change_hand
from companion.engine.move import ALL_MODES, Move
from companion.engine.state import Peek
from companion.engine.text import TN, T, Text
from companion.engine.turns import end_turn, finish_round

# -- a turn in three steps: 1. a card -------------------------------------------------------------------------------
has_card = condition(
    T("{name} has no cards left; if that's wrong, correct the hand"),
    lambda state, by: not (state.counted and state.seats[by].hand == 0),
)


no_card_yet = condition(
    T("a card has already been played this turn"), lambda state, by: not (state.turn and state.turn.played)
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
            finish_round(self.game, state, "cards")


class PlayPath(CardMove):
    """Step 1: a path card is played."""

    kind = "play-path"
    label = T("Path card")
    icon = "path"
    tile = "cave"
    log_text = T("{name} plays a path card.")


class Discard(CardMove):
    """Step 1: one to ``most`` cards are discarded, face down, instead of playing a card."""

    kind = "discard"
    label = T("Discard")
    icon = "discard"
    tile = "other"
    help = T("Discard one or two cards face down, and draw as many at the end of your turn.")
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
card_played = condition(T("play or discard a card first"), lambda state, by: not state.counted or state.turn.played)


may_move = condition(T("{name}'s dwarf can't move any more this turn"), lambda state, by: state.turn.may_move)


class MovementMove(Move):
    """Step 2: something happens to a moving dwarf."""

    group = ButtonGroup.WAY
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
    T("play or discard a card before you end the turn"),
    lambda state, by: not state.counted or state.turn.played,
)


class EndTurn(Move):
    """Step 3: cards are drawn, the turn ends, and the next seat's starts with its upkeep."""

    kind = "end-turn"
    label = T("End the turn")
    icon = "next"
    group = ButtonGroup.END
    conditions = (why_not_on_turn, step_one_done)

    def effect(self, state: Any, entry: Entry) -> None:
        if not state.running.played:
            state.last_card = entry["by"]
        _draw_last(state)
        end_turn(self.game, state)

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
    """Draw the cards of the turn, but no more than the draw deck has; nothing if nobody counts cards."""
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
            end_turn(self.game, state)


class DiscardTurn(TurnCard):
    """A turn in which one card is discarded, face down."""

    kind = "discard"
    label = T("Discard")
    icon = "discard"
    tile = "other"
    help = T("Discard one card face down and draw one. That's your turn.")
    log_text = T("{name} discards a card face down.")


uncounted = condition(
    T("the app counts cards: players with none are skipped, so nobody needs to pass"),
    lambda state, by: not state.counted,
)


class Pass(Move):
    """The turn of a player without cards, where nobody counts them: nothing is put down, and nothing drawn."""

    kind = "pass"
    label = T("No cards left: pass")
    icon = "next"
    tile = "other"
    help = T("You don't discard or draw. Once everyone has passed in turn, the round is over.")
    group = ButtonGroup.END
    conditions = (why_not_on_turn, uncounted)
    log_text = T("{name} has no cards left and passes.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.passes += 1
        end_turn(self.game, state)


# -- what cards do in more than one game ----------------------------------------------------------------------------
class LookAtCard(Move):
    """A look at the secret card of ``seat``, which only the looker sees.

    It can be seen until that turn ends, or with ``lasts`` until the looker's next turn; where turns aren't tracked,
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
            state.peeks = [peek for peek in state.peeks if peek.looker != entry["by"]]
        state.peeks.append(Peek(entry["by"], entry["seat"], self.lasts))


class SwapHands(CardMove):
    """A swap of hands with another player, who draws instead."""

    asks = (other_seat("with", T("Who do you swap with?"), word="other"),)

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
        return T("{name} has no cards to lose.", name=name)
    return T(
        "{neighbour} takes a random card from {name}'s hand and discards it unseen.", name=name, neighbour=neighbour
    )
