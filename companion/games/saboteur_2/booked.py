"""What the group's book asks of Saboteur 2: which side a role is on, and who has won a round."""

from __future__ import annotations

from companion.games.saboteur_2.score import TEAM_NAMES, Distribution
from companion.games.saboteur_2.state import BOSS, GEOLOGIST, PROFITEER, SABOTEUR, State
from companion.rules.sides import AGAINST, ALONE, Feat, Side
from companion.rules.text import T

SIDES = {
    "blue-digger": Side("blue", TEAM_NAMES["blue"]),
    "green-digger": Side("green", TEAM_NAMES["green"]),
    BOSS: Side("boss", T("the boss")),
    PROFITEER: Side("profiteer", T("the profiteer"), ALONE),
    GEOLOGIST: Side("geologists", T("the geologists"), ALONE),
    SABOTEUR: Side("saboteurs", T("the saboteurs"), AGAINST),
}


def _thief_in_irons(state: State) -> list[int]:
    """Who was trapped with a theft in front."""
    return [seat for seat in state.players if state.seats[seat].trapped and state.seats[seat].theft]


class Book(Distribution):
    """Three rounds, each with its winners; the game is won by who has most gold."""

    feats = (
        Feat(
            "caught",
            T("Caught in the act"),
            T("Was trapped at the end of a round with a theft lying in front."),
            _thief_in_irons,
        ),
    )

    def side(self, card: str) -> Side:
        return SIDES[card]

    def won_round(self, state: State) -> list[int]:
        played = self.played(state)
        return played.winners if played else []
