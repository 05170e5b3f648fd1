"""Games in which one entry is a whole turn: a card is played or put away, one is drawn, the next seat is on turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.rules import state as shared
from companion.rules import turns
from companion.rules.action import Entry, Quick
from companion.rules.dealing import DealtGame
from companion.rules.move import Move
from companion.rules.state import PLAYING, Reminder, SeatT
from companion.rules.text import T, Text


@dataclass
class State(shared.State[SeatT, shared.Turn], Generic[SeatT]):
    """``deck`` counts the cards of the draw deck (None where cards are not counted)."""

    deck: int | None = None


StateT = TypeVar("StateT", bound=State[Any])


class OneEntryGame(DealtGame[StateT], Generic[StateT]):
    """A game with one draw deck whose turns are single entries."""

    quiet: ClassVar[str] = "play-path"
    """The kind of entry that is the whole of a quiet turn."""

    def quick(self, state: StateT, seat: int) -> list[Quick]:
        """A quiet turn: the first way of the ``quiet`` move, when it is open and asks for nothing."""
        move = self.moves[self.quiet]
        if move.closed(state, seat):
            return []
        action = move.actions(state, seat)[0]
        return [] if action.closed else [Quick(action.label, (action.base,), action.icon)]

    def deck_size(self, state: StateT) -> int:
        return state.deck or 0

    def change_deck(self, state: StateT, change: int) -> None:
        state.deck = self.deck_size(state) + change

    def reminder(self, reminder: Reminder, names: Sequence[str]) -> Text:
        """The only one there is: the turn of a player without cards, or of one who has gone, is skipped."""
        return T("The turn of {name} is skipped.", name=names[reminder["seat"]])


class TurnCard(Move[StateT], Generic[StateT]):
    """A whole turn: ``cost`` cards leave the hand and take effect, ``draws`` are drawn, the next seat is on turn.

    An effect that ends the round ends the turn with it: nothing is drawn then.
    """

    group = "play"

    def __init__(self, game: OneEntryGame[StateT]) -> None:
        self.game = game

    def closed(self, state: StateT, by: int) -> Text | None:
        return turns.turn_closed(state, by) or turns.no_card(state, by)

    def cost(self, entry: Entry) -> int:
        """How many cards leave the hand."""
        return 1

    def draws(self, entry: Entry) -> int:
        """How many cards are drawn after it."""
        return 1

    def drawer(self, entry: Entry) -> int:
        """Who draws them."""
        return int(entry["by"])

    def effect(self, state: StateT, entry: Entry) -> None:
        """What the card does, after it has left the hand."""

    def apply(self, state: StateT, entry: Entry) -> None:
        state.last_card = entry["by"]
        turns.change_hand(state, entry["by"], -self.cost(entry))
        self.effect(state, entry)
        if state.status != PLAYING:
            return
        if state.counted:
            drawn = min(self.draws(entry), self.game.deck_size(state))
            self.game.change_deck(state, -drawn)
            turns.change_hand(state, self.drawer(entry), drawn)
        turns.end_turn(self.game, state)


class Discard(TurnCard[StateT], Generic[StateT]):
    """No card is played: one is put face down on the discard pile."""

    kind = "discard"
    label = T("Discard")
    icon = "discard"

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} discards a card, face down.", name=state.seats[entry["by"]].name)


class Pass(Move[StateT], Generic[StateT]):
    """A player without cards, where the app does not count them: nothing is put down and nothing drawn."""

    kind = "pass"
    label = T("No card left: pass")
    icon = "hourglass"
    group = "end"

    def __init__(self, game: OneEntryGame[StateT]) -> None:
        self.game = game

    def closed(self, state: StateT, by: int) -> Text | None:
        closed = turns.turn_closed(state, by)
        if closed is None and state.counted:
            return T("the app counts the cards: a player without cards is skipped by itself, nobody passes")
        return closed

    def apply(self, state: StateT, entry: Entry) -> None:
        turns.end_turn(self.game, state)

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} has no card left and passes.", name=state.seats[entry["by"]].name)
