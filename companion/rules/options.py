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
EVERY_GAME: tuple[Option, ...] = ((DEALING, "phones"), (COUNT_CARDS, True))
