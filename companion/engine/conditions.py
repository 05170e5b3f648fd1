"""Conditions with a reason: when a button is there, and why it is greyed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine.state import SETUP, State
from companion.engine.text import T, Text

AnyState = State[Any, Any]


# -- needs ----------------------------------------------------------------------------------------------------------
Condition = Callable[[Any, Any], Text | None]
"""A condition: from a state and a seat or a piece's id to None when it is met, else to the reason."""


Conditions = tuple[Condition, ...]


def condition(text: Text, met: Callable[[Any, Any], object]) -> Condition:
    """Make a condition that is met where ``met(state, seat or piece)`` is true.

    ``text`` is the reason where it isn't. In it ``{name}`` is the seat; the caller fills the other placeholders.
    """

    def why_not(state: Any, value: Any) -> Text | None:
        if met(state, value):
            return None
        return text.fill(name=state.seats[value].name) if isinstance(value, int) and value >= 0 else text

    return why_not


def any_seat_meets(met: Condition, text: Text) -> Condition:
    """Make a need that is met where ``met`` is met for someone who plays."""
    return condition(text, lambda state, by: any(met(state, seat) is None for seat in state.players))


def first_failed(needs: Iterable[Condition], state: Any, value: Any) -> Text | None:
    """Return the sentence of the first need that is not met; None when all are."""
    for need in needs:
        why = need(state, value)
        if why is not None:
            return why
    return None


def why_not_on_turn(state: AnyState, by: int) -> Text | None:
    """Return why seat ``by`` can't act now: nothing is dealt, play is over, or it is someone else's turn."""
    turn = state.turn
    if turn is not None:
        return None if turn.seat == by else T("it's {name}'s turn", name=state.seats[turn.seat].name)
    return why_not_in_play(state, by)


def why_not_in_play(state: AnyState, by: int = -1) -> Text | None:
    """Return why nothing of a round's play is possible now."""
    if state.status == SETUP:
        return T("nothing has been dealt yet")
    if not state.playing:
        return T("the round is over")
    return None
