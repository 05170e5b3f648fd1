"""Looking at secret cards: one's own, and those one has peeked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.board import Secret
from companion.rules.state import State
from companion.rules.text import T, Text

OWN = "card"


TURN_LONG = T("Hold to look; until your turn ends, on this phone alone.")


def card_secrets(
    state: State[Any, Any], seat: int, clan: str | None = None, peek_hint: Text = TURN_LONG
) -> list[Secret]:
    """One's own card, and every card the seat may look at for a while; none of them with cards dealt by hand.

    ``peek_hint`` says how long another's card may be looked at.
    """
    if state.by_hand or state.seats[seat].card is None:
        return []
    found = [Secret(OWN, T("Your card"), T("Hold to look; let go to cover it."), clan)]
    for peek in state.peeks:
        if peek.looker == seat:
            name = state.seats[peek.target].name
            back = getattr(state.seats[peek.target], "clan", None)
            found.append(Secret(f"peek-{peek.target}", T("{name}'s card", name=name), peek_hint, back))
    return found


def reveal_card(state: State[Any, Any], seat: int, key: str, words: Mapping[str, Text]) -> Text | None:
    """The card behind a key of ``card_secrets``, in words."""
    target = seat if key == OWN else int(key.removeprefix("peek-"))
    card = state.seats[target].card
    if card is None:
        return None
    if target == seat:
        return words[card]
    return T("{name}: {card}", name=state.seats[target].name, card=words[card])
