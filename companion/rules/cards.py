"""Playing cards: turns in steps (a card, moving, an entry that ends the turn), and turns that are one entry."""

from __future__ import annotations

from typing import ClassVar, Generic

from companion.rules import turns
from companion.rules.asking import AnyState, Entry, Field, Needs, Number, need
from companion.rules.game import AT_ONCE, Game
from companion.rules.move import Move, StateT
from companion.rules.state import PLAYING, Peek
from companion.rules.text import TN, T, Text
from companion.rules.turns import has_card, on_turn

# -- a turn in steps: 1. a card -------------------------------------------------------------------------------------
no_card_yet = need(T("a card has been played in this turn already"), lambda state, by: not state.turn.played)


class CardMove(Move[StateT], Generic[StateT]):
    """Step 1: one card is played; exactly one such entry a turn. By option the last card ends the play at once."""

    game: Game[StateT]
    group = "play"
    needs: ClassVar[Needs] = (on_turn, no_card_yet, has_card)

    def cost(self, entry: Entry) -> int:
        """How many cards leave the hand, and are drawn at the end of the turn."""
        return 1

    def apply(self, state: StateT, entry: Entry) -> None:
        turns.play_card(state, entry["by"], self.cost(entry))
        self.effect(state, entry)
        if state.options.get("last_card") == AT_ONCE and state.status == PLAYING and state.cards_gone:
            self.game.finish(state, "cards")


class PlayPath(CardMove[StateT], Generic[StateT]):
    """Step 1: a path card is laid."""

    kind, label, icon = "play-path", T("Path card"), "path"
    says = T("{name} lays a path card.")


class Discard(CardMove[StateT], Generic[StateT]):
    """Step 1 without playing: one card or more go face down on the discard pile, as many are drawn later."""

    kind, label, icon = "discard", T("Discard"), "discard"
    most: ClassVar[int] = 2

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        return (how_many(state, by, self.most),)

    def cost(self, entry: Entry) -> int:
        return int(entry["count"])

    def saying(self, state: StateT, entry: Entry) -> Text:
        return TN("{name} discards {n} card.", "{name} discards {n} cards.", entry["count"])


def how_many(state: AnyState, by: int, most: int) -> Number:
    """How many cards are discarded: not more than the hand holds."""
    hand = state.seats[by].hand
    return Number("count", T("How many"), low=1, high=most if hand is None else min(most, hand), start=1)


# -- 2. moving ------------------------------------------------------------------------------------------------------
card_played = need(
    T("a card must be played or discarded first"), lambda state, by: not state.counted or state.turn.played
)
may_move = need(T("{name}'s dwarf may not move any more in this turn"), lambda state, by: state.turn.may_move)


class Step(Move[StateT], Generic[StateT]):
    """Step 2: something that happens to a moving dwarf, while it may move. ``ends_movement``: not any more after it."""

    group = "move"
    needs: ClassVar[Needs] = (on_turn, card_played, may_move)
    ends_movement: ClassVar[bool] = False

    def apply(self, state: StateT, entry: Entry) -> None:
        if self.ends_movement:
            state.running.may_move = False
        self.effect(state, entry)


# -- 3. drawing -----------------------------------------------------------------------------------------------------
step_one_done = need(
    T("a card must be played or discarded before the turn ends"),
    lambda state, by: not state.counted or state.turn.played,
)


class EndTurn(Move[StateT], Generic[StateT]):
    """Step 3: the turn ends, cards are drawn, the next seat's turn starts with its upkeep."""

    game: Game[StateT]
    kind, label, icon = "end-turn", T("End the turn"), "hourglass"
    group = "end"
    needs: ClassVar[Needs] = (on_turn, step_one_done)

    def effect(self, state: StateT, entry: Entry) -> None:
        turn = state.running
        if not turn.played:
            state.last_card = turn.seat
        draw(state, _drawer(state), turn.draws)
        self.game.end_turn(state)

    def saying(self, state: StateT, entry: Entry) -> Text:
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


def draw(state: AnyState, seat: int, count: int) -> None:
    """Cards go from the draw deck to the hand, as many as it has; nothing where cards are not counted."""
    if state.counted:
        drawn = min(count, state.deck_size)
        state.change_deck(-drawn)
        turns.change_hand(state, seat, drawn)


# -- a turn that is one entry ---------------------------------------------------------------------------------------
class TurnCard(Move[StateT], Generic[StateT]):
    """A whole turn: ``cost`` cards leave the hand and take effect, ``draws`` are drawn, the next seat is on turn.

    An effect that ends the round ends the turn with it: nothing is drawn then.
    """

    game: Game[StateT]
    group = "play"
    needs: ClassVar[Needs] = (on_turn, has_card)

    def cost(self, entry: Entry) -> int:
        """How many cards leave the hand."""
        return 1

    def draws(self, entry: Entry) -> int:
        """How many cards are drawn after it."""
        return 1

    def drawer(self, entry: Entry) -> int:
        """Who draws them."""
        return int(entry["by"])

    def apply(self, state: StateT, entry: Entry) -> None:
        state.last_card = entry["by"]
        state.passes = 0
        turns.change_hand(state, entry["by"], -self.cost(entry))
        self.effect(state, entry)
        if state.status == PLAYING:
            draw(state, self.drawer(entry), self.draws(entry))
            self.game.end_turn(state)


class DiscardTurn(TurnCard[StateT], Generic[StateT]):
    """No card is played: one is put face down on the discard pile."""

    kind, label, icon = "discard", T("Discard"), "discard"
    tile = "other"
    help = T("Put one card away, face down, and draw one. That is your turn.")
    says = T("{name} discards a card, face down.")


uncounted = need(
    T("the app counts the cards: a player without cards is skipped by itself, nobody passes"),
    lambda state, by: not state.counted,
)


class Pass(Move[StateT], Generic[StateT]):
    """A player without cards, where the app does not count them: nothing is put down and nothing drawn."""

    game: Game[StateT]
    kind, label, icon = "pass", T("No card left: pass"), "hourglass"
    tile = "other"
    help = T("Nothing is put down and nothing drawn. When all have passed in turn, the round is over.")
    group = "end"
    needs: ClassVar[Needs] = (on_turn, uncounted)
    says = T("{name} has no card left and passes.")

    def effect(self, state: StateT, entry: Entry) -> None:
        state.passes += 1
        self.game.end_turn(state)


# -- what cards do in more than one game ----------------------------------------------------------------------------
def peek(state: AnyState, entry: Entry) -> None:
    """The active seat may look at the card of the seat named in the entry; what it sees is its own."""
    state.peeks.append(Peek(entry["by"], entry["seat"]))


def swap_hands(state: AnyState, one: int, other: int) -> None:
    """All cards change hands."""
    first, second = state.seats[one], state.seats[other]
    first.hand, second.hand = second.hand, first.hand


def loses_card(state: AnyState, seat: int) -> Text:
    """Told at the table: the left neighbour draws the card unseen, the next one where that one has gone."""
    drawer = state.left_of(seat)
    while state.seats[drawer].retired and drawer != seat:
        drawer = state.left_of(drawer)
    name, neighbour = state.seats[seat].name, state.seats[drawer].name
    if state.counted and state.seats[seat].hand == 0:
        return T("{name} has no card to lose.", name=name)
    return T("{neighbour} draws one of {name}'s cards, unseen, and discards it.", name=name, neighbour=neighbour)
