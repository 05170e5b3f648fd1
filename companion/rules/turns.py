"""Whose turn it is: turns begin with their upkeep, who has no cards is skipped, rounds end when all hands are empty."""

from __future__ import annotations

from typing import Any

from companion.rules.game import Game
from companion.rules.move import StateT
from companion.rules.needs import need
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING, SETUP, State
from companion.rules.text import T, Text

AnyState = State[Any, Any]


# -- whose turn it is -----------------------------------------------------------------------------------------------
def on_turn(state: AnyState, by: int) -> Text | None:
    """Why seat ``by`` can't act in a turn now: nothing is dealt, play is over, or it is somebody else's turn."""
    turn = state.turn
    if state.status == PLAYING and turn is not None:
        return None if turn.seat == by else T("it is {name}'s turn", name=state.seats[turn.seat].name)
    return in_play(state, by)


def in_play(state: AnyState, by: int = -1) -> Text | None:
    """Why nothing of a round's play is possible now."""
    if state.status == SETUP:
        return T("nothing has been dealt yet")
    if state.status != PLAYING:
        return T("the play of the round is over")
    return None


has_card = need(
    T("{name} has no card left; correct the hand if the table says otherwise"),
    lambda state, by: not (state.counted and state.seats[by].hand == 0),
)


# -- from turn to turn ----------------------------------------------------------------------------------------------
def begin_turn(game: Game[StateT], state: StateT, seat: int) -> None:
    """A new turn starts for ``seat``: number, upkeep, reminders. Who has no cards, or has gone, is skipped."""
    state.reminders = []
    while not state.nobody_can_play:
        state.number += 1
        state.last_active = seat
        state.peeks = [peek for peek in state.peeks if game.peek_stays(state, peek, seat)]
        game.upkeep(state, seat)
        if state.can_play(seat):
            state.turn = game.new_turn(state, seat)
            return
        state.reminders.append({"seat": seat, "kind": "skip-turn"})
        seat = state.left_of(seat)
    finish(game, state, "cards")


def go_on(game: Game[StateT], state: StateT, seat: int) -> None:
    """The turn of ``seat`` goes on as things lie: no upkeep, no reminders, nothing played or drawn."""
    state.reminders = []
    state.number += 1
    state.last_active = seat
    state.peeks = [peek for peek in state.peeks if game.peek_stays(state, peek, seat)]
    state.turn = game.new_turn(state, seat)


def end_turn(game: Game[StateT], state: StateT) -> None:
    """The turn that runs is over; the round too when every hand is empty now."""
    seat = state.running.seat
    if hands_empty(state):
        finish(game, state, "cards")
    else:
        begin_turn(game, state, state.left_of(seat))


def finish(game: Game[StateT], state: StateT, over_by: str) -> None:
    """The play of the round is over; it is scored as soon as all is known that the score needs."""
    state.over_by = over_by
    state.turn = None
    state.reminders = []
    state.peeks = []
    state.status = SCORING
    settle(game, state)


def settle(game: Game[StateT], state: StateT) -> None:
    """Score the round if nothing is missing any more."""
    if game.score_round(state):
        state.status = OVER if state.round >= game.rounds(state) else ROUND_OVER


def hands_empty(state: AnyState) -> bool:
    """Whether nobody who is still here has a card; never so where cards are not counted."""
    return state.counted and state.nobody_can_play


def play_card(state: AnyState, seat: int, count: int = 1, draws: int | None = None) -> None:
    """Step 1: ``count`` cards leave the hand, and ``draws`` (default: as many) will be drawn."""
    turn = state.running
    turn.played = True
    turn.draws = count if draws is None else draws
    state.last_card = seat
    change_hand(state, seat, -count)


def change_hand(state: AnyState, seat: int, change: int) -> None:
    """Change a counted hand, not below 0 (who has no card loses none)."""
    hand = state.seats[seat].hand
    if hand is not None:
        state.seats[seat].hand = max(0, hand + change)
