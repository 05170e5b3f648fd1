"""Games whose turn has steps: 1. play or discard, 2. move, 3. draw, and an entry that ends the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from companion.rules import turns
from companion.rules.action import Entry, Quick
from companion.rules.fields import Field, Number
from companion.rules.move import Move, StateT
from companion.rules.state import State
from companion.rules.text import TN, T, Text

if TYPE_CHECKING:
    from companion.rules.dealing import DealtGame


class CardMove(Move[StateT], Generic[StateT]):
    """Step 1: one card is played; exactly one such entry a turn."""

    group = "play"

    def closed(self, state: StateT, by: int) -> Text | None:
        closed = turns.turn_closed(state, by)
        if closed is None and state.running.played:
            return T("a card has been played in this turn already")
        return closed or turns.no_card(state, by)

    def apply(self, state: StateT, entry: Entry) -> None:
        turns.play_card(state, entry["by"])
        self.effect(state, entry)

    def effect(self, state: StateT, entry: Entry) -> None:
        """What the card does, after it has left the hand."""


class Discard(CardMove[StateT]):
    """Step 1 without playing: one card or more go face down on the discard pile, as many are drawn later."""

    kind = "discard"
    label = T("Discard")
    icon = "discard"
    most = 2

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        hand = state.seats[by].hand
        most = self.most if hand is None else min(self.most, hand)
        return (Number("count", T("How many"), low=1, high=most, start=1),)

    def apply(self, state: StateT, entry: Entry) -> None:
        turns.play_card(state, entry["by"], entry["count"])

    def sentence(self, state: StateT, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        return TN("{name} discards {n} card.", "{name} discards {n} cards.", entry["count"], name=name)


class PlayPath(CardMove[StateT]):
    """Step 1: a path card is laid."""

    kind = "play-path"
    label = T("Path card")
    icon = "path"

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} lays a path card.", name=state.seats[entry["by"]].name)


class EndTurn(Move[StateT], Generic[StateT]):
    """Step 3: the turn ends, cards are drawn, the next seat's turn starts with its upkeep."""

    kind = "end-turn"
    label = T("End the turn")
    icon = "hourglass"
    group = "end"

    def __init__(self, game: DealtGame[StateT]) -> None:
        self.game = game

    def closed(self, state: StateT, by: int) -> Text | None:
        closed = turns.turn_closed(state, by)
        if closed is None and state.counted and not state.running.played:
            return T("a card must be played or discarded before the turn ends")
        return closed

    def apply(self, state: StateT, entry: Entry) -> None:
        turn = state.running
        drawer = turn.seat if turn.drawer is None else turn.drawer
        if not turn.played:
            state.last_card = turn.seat
        if state.counted:
            drawn = min(turn.draws, self.game.deck_size(state))
            self.game.change_deck(state, -drawn)
            turns.change_hand(state, drawer, drawn)
        turns.end_turn(self.game, state)

    def sentence(self, state: StateT, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        turn = state.running
        drawn = min(turn.draws, self.game.deck_size(state)) if state.counted else 0
        if not drawn:
            return T("{name}'s turn ends.", name=name)
        drawer = state.seats[turn.seat if turn.drawer is None else turn.drawer].name
        return TN(
            "{name}'s turn ends; {drawer} draws {n} card.", "{name}'s turn ends; {drawer} draws {n} cards.", drawn,
            name=name, drawer=drawer,
        )  # fmt: skip


def step_two_closed(state: State[Any, Any], by: int) -> Text | None:
    """Why step 2 has not begun: another's turn, or (where cards are counted) no card played yet."""
    closed = turns.turn_closed(state, by)
    if closed is None and state.counted and not state.running.played:
        return T("a card must be played or discarded first")
    return closed


class Step(Move[StateT], Generic[StateT]):
    """Step 2: something that happens to a moving dwarf, while it may move (turns are ``MovingTurn``)."""

    group = "move"

    def closed(self, state: StateT, by: int) -> Text | None:
        return step_two_closed(state, by) or may_not_move(state)


def may_not_move(state: State[Any, Any]) -> Text | None:
    """Why the dwarf on turn may not move."""
    if state.running.may_move:
        return None
    return T("{name}'s dwarf may not move any more in this turn", name=state.active.name)


def loses_card(state: State[Any, Any], seat: int) -> Text:
    """Told at the table: the left neighbour draws the card unseen."""
    name, neighbour = state.seats[seat].name, state.seats[state.left_of(seat)].name
    if state.counted and state.seats[seat].hand == 0:
        return T("{name} has no card to lose.", name=name)
    return T("{neighbour} draws one of {name}'s cards, unseen, and discards it.", name=name, neighbour=neighbour)


def quiet_turn(game: DealtGame[StateT], state: StateT, seat: int) -> list[Quick]:
    """The turn that costs one tap: a path card and nothing else."""
    if game.moves[PlayPath.kind].closed(state, seat):
        return []
    entries = ({"kind": PlayPath.kind, "by": seat}, {"kind": EndTurn.kind, "by": seat})
    return [Quick(T("Path card, done"), entries, PlayPath.icon)]
