"""What the group's book asks of The Lost Mines: for whom somebody dug."""

from __future__ import annotations

from companion.games.lost_mines.score import Distribution
from companion.games.lost_mines.state import State
from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.sides import AGAINST, ALONE, WITH, Feat, Side
from companion.rules.text import T


def _with_dragon(state: State) -> list[int]:
    """Who got most points of the round although it had the dragon token."""
    points = state.history[-1]
    return [seat for seat in state.players if state.seats[seat].dragon and points[seat] == max(points) > 0]


class Book(Distribution):
    """Points of every round; a round is won by who got most of them."""

    feats = (
        Feat(
            "dragon",
            T("The dragon's favourite"),
            T("Got most points of a round although the dragon token cost two of them."),
            _with_dragon,
        ),
    )

    def side(self, card: str) -> Side:
        """The clan it works for; a selfish dwarf works for itself."""
        clan = works_for(card)
        if clan is None:
            return Side("selfish", T("the selfish"), ALONE)
        return Side(clan, clan_name(clan), WITH if clan == clan_of(card) else AGAINST)
