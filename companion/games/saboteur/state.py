"""The box of Saboteur (2004), and the state of its table.

Tools, goal cards and path cards, which Saboteur 2 has too, are in ``engine.saboteur_cards``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

from companion.engine import saboteur_cards
from companion.engine.fields import CardCounts, Piece, pieces
from companion.engine.text import T

DIGGER = saboteur_cards.DIGGER
SABOTEUR = saboteur_cards.SABOTEUR
SELFISH = "selfish-dwarf"
ROLES = pieces(
    Piece(
        DIGGER, T("gold-digger"), "digger", title=T("Gold-digger"),
        help=T("Dig to the treasure together. If you reach it, the diggers get the nuggets."),
    ),
    Piece(
        SABOTEUR, T("saboteur"), "saboteur", title=T("Saboteur"),
        help=T(
            "Keep the path from reaching the treasure, and don't get caught too soon. If it works, the "
            "saboteurs get gold."
        ),
    ),
    Piece(
        SELFISH, T("selfish dwarf"), "selfish", title=T("Selfish dwarf"),
        help=T(
            "Play the card that reaches the treasure yourself, and you alone get 4 nuggets. Otherwise you "
            "get nothing, whoever wins."
        ),
    ),
)  # fmt: skip
SABOTEURS = 4
DIGGERS = 7
"""The number of gold-diggers and of saboteurs in the box."""
TOURNAMENT = {5: (1, 3), 6: (2, 3), 7: (2, 4), 8: (2, 5), 9: (3, 5)}
"""Saboteurs and gold-diggers in a tournament, besides one selfish dwarf, by number of players."""
PLAYING_CARDS = 40 + 27

Options = Mapping[str, Any]
Nuggets = dict[int, int]
"""The number of nugget cards of each value; 0 is a worthless stone."""

Seat = saboteur_cards.Seat


@dataclass
class State(saboteur_cards.State[Seat]):
    """The state of the table, with the number of nugget cards of each value left in the app's deck.

    ``told_broken``: who has a broken tool, as entered with the round's result (None: nobody entered it). ``drawn``:
    nugget cards were drawn in this round. ``offer``: those that nobody has taken yet. ``draft``: seat and card in the
    order of picking. ``takes``: what each digger typed, with the cards of the box.
    """

    kept_between_rounds = ("nuggets",)

    nuggets: Nuggets = field(default_factory=dict)
    drawn: bool = False
    offer: list[int] = field(default_factory=list)
    draft: list[tuple[int, int]] = field(default_factory=list)
    takes: dict[int, int] = field(default_factory=dict)
    told_broken: frozenset[int] | None = None

    def __post_init__(self) -> None:
        self.nuggets = self.nuggets or nugget_deck(self.options)

    @property
    def boxed(self) -> bool:
        """True if the nugget cards of the box are used, which the app doesn't know."""
        return bool(self.options["nuggets"] == "box")

    @property
    def nuggets_left(self) -> dict[str, int] | None:
        """The nugget deck as ``companion replay`` prints it."""
        return None if self.boxed else {str(value): count for value, count in self.nuggets.items()}


# -- the cards ------------------------------------------------------------------------------------------------------
def dwarf_cards(players: int, options: Options) -> CardCounts:
    """Return the dwarf cards that are shuffled.

    They are one more than players; in a tournament, or without a spare card, exactly as many. The number of players or
    the table's own choice decides how many are saboteurs; the others are gold-diggers.
    """
    if options["tournament"]:
        saboteurs, diggers = TOURNAMENT[players]
        return CardCounts({SABOTEUR: saboteurs, DIGGER: diggers, SELFISH: 1})
    saboteurs = options["saboteurs"] or saboteur_cards.DWARVES[players][0]
    selfish = int(options["selfish_dwarf"])
    diggers = players + int(options["spare"]) - saboteurs - selfish
    return CardCounts({SABOTEUR: saboteurs, DIGGER: diggers, **({SELFISH: 1} if selfish else {})})


def has_own_cards(options: Options) -> bool:
    """Return whether the table has agreed on dwarf cards of its own."""
    return bool(options["saboteurs"] > 0 or not options["spare"])


def nugget_deck(options: Options) -> Nuggets:
    """Return the nugget cards of the box; with the variant "old mine" its cards, too."""
    return {0: 6, 1: 10, 2: 8, 3: 4} if options["old_mine"] else {0: 0, 1: 16, 2: 8, 3: 4}


def take(left: Nuggets, cards: Iterable[int]) -> None:
    """Remove cards from the nugget deck for the rest of the game."""
    for card in cards:
        left[card] -= 1


def exact_sum(left: Nuggets, amount: int) -> tuple[int, ...] | None:
    """Return the fewest cards with the sum ``amount``, highest first; None if there are none."""
    values = sorted((value for value in left if value), reverse=True)
    for count in range(1, amount + 1):
        for cards in combinations_with_replacement(values, count):
            if sum(cards) == amount and all(cards.count(value) <= left[value] for value in cards):
                return cards
    return None
