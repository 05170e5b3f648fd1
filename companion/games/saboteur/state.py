"""Saboteur as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules import tools
from companion.rules.text import T, Text

DIGGER, SABOTEUR, SELFISH = "gold-digger", "saboteur", "selfish-dwarf"
CARDS: Mapping[str, Text] = {
    DIGGER: T("gold-digger"),
    SABOTEUR: T("saboteur"),
    SELFISH: T("selfish dwarf"),
}
ICONS = {DIGGER: "digger", SABOTEUR: "saboteur", SELFISH: "selfish"}

Seat = tools.Seat


@dataclass
class State(tools.State[Seat]):
    """``nuggets``: how many cards of each value are left in the app's deck.

    ``drawn``: the cards of the round were drawn; ``offer``: those of them that nobody has taken yet; ``draft``: seat
    and card in the order of picking; ``takes``: what each digger typed, with the cards of the box.
    """

    kept = ("history", "nuggets")

    nuggets: dict[int, int] = field(default_factory=dict)
    drawn: bool = False
    offer: list[int] = field(default_factory=list)
    draft: list[tuple[int, int]] = field(default_factory=list)
    takes: dict[int, int] = field(default_factory=dict)

    @property
    def boxed(self) -> bool:
        """Whether the nugget cards of the box are used: the app does not know them."""
        return bool(self.options["nuggets"] == "box")
