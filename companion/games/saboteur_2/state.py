"""Saboteur 2 as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules import tools
from companion.rules.text import T, Text

BOSS, PROFITEER, GEOLOGIST, SABOTEUR = "boss", "profiteer", "geologist", "saboteur"
DIGGERS: Mapping[str, str] = {"blue-digger": "blue", "green-digger": "green"}
"""The team of each digger's card."""
CARDS: Mapping[str, Text] = {
    "blue-digger": T("blue gold-digger"),
    "green-digger": T("green gold-digger"),
    BOSS: T("boss"),
    PROFITEER: T("profiteer"),
    GEOLOGIST: T("geologist"),
    SABOTEUR: T("saboteur"),
}
ICONS = {
    "blue-digger": "digger",
    "green-digger": "digger",
    BOSS: "crown",
    PROFITEER: "profiteer",
    GEOLOGIST: "geologist",
    SABOTEUR: "saboteur",
}


@dataclass
class Seat(tools.Seat):
    """``theft``: the number of the turn in which it was laid in front (None: there is none). ``new_role``: the role was
    exchanged, and its owner has not played since."""

    trapped: bool = False
    theft: int | None = None
    new_role: bool = False


@dataclass
class State(tools.State[Seat]):
    """``blue_way``, ``green_way``: whether that team can walk to the treasure. ``gain``: what each seat got before the
    thefts (None: not paid yet); ``thieves``: who still has to steal, in order; ``thefts``: thief and victim."""

    blue_way: bool = False
    green_way: bool = False
    crystals: int | None = None
    gain: list[int] | None = None
    thieves: list[int] = field(default_factory=list)
    thefts: list[tuple[int, int]] = field(default_factory=list)
