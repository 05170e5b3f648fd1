"""Viewers, what they can know of cards and scores, and what they hold to look at.

Views are made in ``views``, and pages only from views.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.display import Secret
from companion.engine.facts import Fact
from companion.engine.state import State
from companion.engine.text import T, Text

# -- views ----------------------------------------------------------------------------------------------------------
View = dict[str, Any]


class Viewer(NamedTuple):
    """A seat (its number), or with ``seat`` None the table screen and everyone else.

    ``held``: what the seat can hold to look at is included (for a tool, never for a page or a stream).
    ``told``: a finished round's score has been revealed far enough that identities are public.
    ``all``: the whole truth, for replay alone.
    """

    seat: int | None = None
    held: bool = False
    told: bool = True
    all: bool = False


TABLE = Viewer()
TRUTH = Viewer(all=True)


def is_told(state: State[Any, Any], viewer: Viewer, seat: int = -1) -> bool:
    """Return whether all know it: the round is scored, and its score has been revealed."""
    return viewer.told and state.scored


def is_turned_up(state: State[Any, Any], viewer: Viewer, seat: int) -> bool:
    """Return whether all know it: the card was revealed in the round, or the score has been."""
    return bool(state.seats[seat].revealed) or is_told(state, viewer)


CARD = Fact("card", known=is_turned_up)
"""The role or clan card of a seat: secret until it is revealed."""
HELD_CARD = Fact(
    "card", known=lambda state, viewer, seat: is_told(state, viewer) or (viewer.held and viewer.seat == seat)
)
"""Like ``CARD``, but its owner can always look at it, even when dealt by hand."""
ASIDE = Fact("aside", known=is_told)
"""The set-aside cards: secret until the end is revealed."""
SCORE = Fact("score", known=is_told)


# -- what is held to look at ----------------------------------------------------------------------------------------
OWN = "card"
PEEK = "peek-"
OWN_CARD = T("Your card")
LET_GO = T("Hold to look. Let go to hide it.")
TURN_LONG = T("Hold to look. Only on this phone, until your turn ends.")
NEXT_TURN = T("Hold to look. Only on this phone, until your next turn starts.")


class HeldSecret(NamedTuple):
    """One thing to look at.

    ``content`` is shown while it is held, only on that seat's phone, and is in no page and no stream; ``opens`` names
    the covered fact of the view that is known by it, and its seat (-1: the table's).
    """

    secret: Secret
    content: Text
    opens: tuple[str, int] | None = None
