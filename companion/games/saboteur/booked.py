"""What the group's book asks of Saboteur (2004): which side a dwarf is on, and which one has won a round."""

from __future__ import annotations

from companion.games.saboteur.gold import round_of
from companion.games.saboteur.score import Distribution
from companion.games.saboteur.state import DIGGER, SABOTEUR, SELFISH, State
from companion.rules.sides import AGAINST, ALONE, Feat, Side
from companion.rules.text import T

SIDES = {
    DIGGER: Side("diggers", T("the gold-diggers")),
    SABOTEUR: Side("saboteurs", T("the saboteurs"), AGAINST),
    SELFISH: Side("selfish", T("the selfish dwarf"), ALONE),
}
LONELY = 4
"""Players from whom on a single saboteur is alone against many."""


def _alone(state: State) -> list[int]:
    """The selfish dwarf who has reached the treasure."""
    finder = state.finder
    return [finder] if finder is not None and state.seats[finder].card == SELFISH else []


def _only_saboteur(state: State) -> list[int]:
    """Who kept all others from the treasure as the only saboteur in play."""
    saboteurs = round_of(state).saboteurs
    return saboteurs if state.finder is None and len(saboteurs) == 1 and len(state.players) >= LONELY else []


class Book(Distribution):
    """Three rounds, each won by a side; the game by who has most gold."""

    bgg = 9220
    feats = (
        Feat("all-mine", T("All mine"), T("Reached the treasure as the selfish dwarf."), _alone),
        Feat(
            "one-against-all",
            T("One against all"),
            T("Kept three others or more from the treasure as the only saboteur in play."),
            _only_saboteur,
        ),
    )

    def side(self, card: str) -> Side:
        return SIDES[card]

    def won_round(self, state: State) -> list[int]:
        """The members of the side that has won; a selfish dwarf alone."""
        played = round_of(state)
        won = {"diggers": DIGGER, "saboteurs": SABOTEUR, SELFISH: SELFISH}.get(played.winner or "")
        return [seat for seat, card in played.cards.items() if card == won]
