"""Turns: whose it is, and why somebody can't act in one.

The turn itself is a part of ``state``; how one follows another is ``game``'s (``begin_turn``).
"""

from __future__ import annotations

from companion.rules.asking import AnyState
from companion.rules.state import SETUP
from companion.rules.text import T, Text


def why_not_on_turn(state: AnyState, by: int) -> Text | None:
    """Return why seat ``by`` can't act now: nothing is dealt, play is over, or it is somebody else's turn."""
    turn = state.turn
    if turn is not None:
        return None if turn.seat == by else T("it is {name}'s turn", name=state.seats[turn.seat].name)
    return why_not_in_play(state, by)


def why_not_in_play(state: AnyState, by: int = -1) -> Text | None:
    """Return why nothing of a round's play is possible now."""
    if state.status == SETUP:
        return T("nothing has been dealt yet")
    if not state.playing:
        return T("the play of the round is over")
    return None
