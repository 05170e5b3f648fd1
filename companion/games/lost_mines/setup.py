"""Preparation of The Lost Mines (rulebook "Preparation"): cards, treasures, hands and deck by number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.lost_mines.state import CLANS
from companion.rules.pieces import Prepared
from companion.rules.text import TN, T, Text

CARDS_IN_BOX = 63
"""40 path and 23 action cards."""
UNUSED = 10
"""Cards that go aside unseen each round."""
LOYAL = 3
"""Loyal dwarves of each clan in the box."""


def removed(players: int) -> int:
    """Loyal dwarves of each clan that stay in the box."""
    if players <= 4:
        return 2
    return 1 if players <= 6 else 0


def prepared(players: int) -> Prepared:
    """The dwarf cards that are shuffled."""
    loyal = LOYAL - removed(players)
    return Prepared(
        {
            f"{clan}-{identity}": count
            for clan in CLANS
            for identity, count in (("loyal", loyal), ("selfish", 1), ("saboteur", 1))
        }
    )


def hand(players: int) -> int:
    return 5 if players <= 6 else 4


def deck(players: int) -> int:
    """The draw deck after the hands are dealt."""
    return CARDS_IN_BOX - UNUSED - players * hand(players)


def treasures(players: int) -> int:
    """Treasures that lie beside the board: as many as players."""
    return players


def preparation(players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
    """What the app reads to the table before the deal."""
    clear = [] if round_number == 1 else [T("Clear the board: every round is set up anew.")]
    return [
        *clear,
        *_dwarf_cards(players, options),
        T("Shuffle the four mines and lay them face down on their spaces; the two starting cards on theirs."),
        T("Shuffle the treasures, lay {n} face down beside the board; the rest stays unseen.", n=treasures(players)),
        T("Shuffle path and action cards together and put {n} of them aside unseen.", n=UNUSED),
        T("Deal {n} to everybody; the other {deck} are the draw deck.", n=hand(players), deck=deck(players)),
        T("Everybody puts a dwarf on the starting card of their clan, and its token where all can see it."),
        T("Forest tokens, dragon token and victory points lie ready."),
    ]


def _dwarf_cards(players: int, options: Mapping[str, Any]) -> list[Text]:
    if options["dealing"] == "phones":
        return [T("The dwarf cards stay in the box: the phones deal them.")]
    away = removed(players)
    back = TN("Put {n} loyal dwarf of each clan back into the box.", "Put {n} loyal dwarves of each clan back.", away)
    shuffle = T("Shuffle the dwarf cards, deal one to each, put the rest aside unseen. The backs show the clans.")
    return [back, shuffle] if away else [shuffle]
