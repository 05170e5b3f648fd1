"""Preparation of Saboteur 2 (spec "Cards and setup")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.saboteur_2.state import BOSS, GEOLOGIST, PROFITEER, SABOTEUR
from companion.rules import tools
from companion.rules.pieces import Prepared
from companion.rules.text import T, Text

HAND = 6
SET_ASIDE = 10
PLAYING_CARDS = 40 + 30 + 27 + 21


def prepared() -> Prepared:
    """All fifteen role cards, for any number of players."""
    roles = {"blue-digger": 4, "green-digger": 4, BOSS: 1, PROFITEER: 1, GEOLOGIST: 2, SABOTEUR: 3}
    return Prepared(roles)


def deck(players: int) -> int:
    """The draw deck after ten cards are set aside and the hands are dealt."""
    return PLAYING_CARDS - SET_ASIDE - HAND * players


def preparation(players: int, options: Mapping[str, Any]) -> list[Text]:
    """What the app reads to the table before the deal."""
    roles = T("Shuffle all fifteen role cards, deal one each, put the others aside unseen.")
    if options["dealing"] == "phones":
        roles = T("The role cards stay in the box: the phones deal them.")
    counts = {"aside": SET_ASIDE, "hand": HAND, "deck": deck(players)}
    return [
        roles,
        *tools.layout(),
        T("Shuffle path and action cards of both games, put {aside} back into the box unseen.", **counts),
        T("Deal {hand} cards to each; the other {deck} are the draw deck.", **counts),
        T("Lay the gold ready; everybody's gold lies open."),
    ]
