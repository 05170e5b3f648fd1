"""The options that every game has."""

from __future__ import annotations

from typing import Any

from companion.rules.fields import Choice, Field, Flag, OneOf
from companion.rules.text import T

Option = tuple[Field, Any]
"""An option as a field of the lobby, and its default."""

DEALING = OneOf(
    "dealing",
    T("Secret cards"),
    choices=(Choice("phones", T("dealt to the phones")), Choice("cards", T("dealt by hand from the box"))),
)
COUNT_CARDS = Flag("count_cards", T("The app counts hands and the draw deck"))
FINISH, AT_ONCE = "finish", "at-once"
LAST_CARD: Option = (
    OneOf(
        "last_card",
        T("The last card"),
        choices=(Choice(FINISH, T("its turn is finished")), Choice(AT_ONCE, T("ends the play at once"))),
    ),
    FINISH,
)
"""What the last card of all ends, in games whose turns go on after it."""
EVERY_GAME: tuple[Option, ...] = ((DEALING, "phones"), (COUNT_CARDS, True))
