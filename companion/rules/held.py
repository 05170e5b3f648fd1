"""What a seat may hold to look at: the secret as pages name it, its content, and the fact of the view it opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.rules.board import Secret
from companion.rules.state import State
from companion.rules.text import T, Text

OWN, PEEK = "card", "peek-"
OWN_CARD, LET_GO = T("Your card"), T("Hold to look; let go to cover it.")
TURN_LONG = T("Hold to look; until your turn ends, on this phone alone.")


@dataclass(frozen=True)
class Held:
    """One thing to look at. ``content`` is shown while it is held, on that seat's phone alone, and travels in no page
    and no stream; ``opens`` names the covered fact of the view that is known by it, and its seat (-1: the table's)."""

    secret: Secret
    content: Text
    opens: tuple[str, int]


def cards_held(
    state: State[Any, Any], seat: int, words: Callable[[str], Text], peek_hint: Text = TURN_LONG
) -> list[Held]:
    """One's own card, and every card the seat may look at for a while; none of them with cards dealt by hand.

    ``words`` says a card, ``peek_hint`` how long another's card may be looked at.
    """
    own = state.seats[seat]
    if state.by_hand or own.card is None:
        return []
    found = [Held(Secret(OWN, OWN_CARD, LET_GO, own.clan), words(own.card), (OWN, seat))]
    for target in (peek.target for peek in state.peeks if peek.looker == seat):
        other = state.seats[target]
        if other.card is None:
            continue
        secret = Secret(f"{PEEK}{target}", T("{name}'s card", name=other.name), peek_hint, other.clan)
        found.append(Held(secret, T("{name}: {card}", name=other.name, card=words(other.card)), (OWN, target)))
    return found
