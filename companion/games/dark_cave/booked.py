"""What the group's book asks of The Dark Cave: for which clan somebody dug, and what was carried out."""

from __future__ import annotations

from companion.games.dark_cave.score import Distribution
from companion.games.dark_cave.state import State
from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.sides import AGAINST, WITH, Feat, Side
from companion.rules.text import T


def _last_gold(state: State) -> list[int]:
    """The last one out, with gold, when neither the pool nor a vein has any left."""
    last = state.out[-1:]
    return [seat for seat in last if state.seats[seat].gold and not state.pool and not state.veins]


def _poor_winner(state: State) -> list[int]:
    """Who has won without carrying any gold out."""
    won = state.score["winners"] if state.score else ()
    return [seat for seat in won if not (state.seats[seat].out and state.seats[seat].gold)]


class Book(Distribution):
    """One round, and the clan that has won has won together."""

    most_wins = False
    feats = (
        Feat(
            "last-gold",
            T("Out with the last gold of the cave"),
            T("Was the last one out, with gold, when neither the pool nor a vein had any left."),
            _last_gold,
        ),
        Feat(
            "empty-hands",
            T("Won with empty hands"),
            T("Won a game without carrying any gold out of the cave."),
            _poor_winner,
        ),
    )

    def side(self, card: str) -> Side:
        """The clan it works for; a saboteur digs against the clan it wears."""
        clan = works_for(card) or ""
        return Side(clan, clan_name(clan), WITH if clan == clan_of(card) else AGAINST)

    def worth(self, state: State) -> list[int]:
        """Gold that was carried out; in a game that was stopped what lies before each."""
        if state.score is None:
            return self.tally(state)
        return [seat.gold if seat.out else 0 for seat in state.seats]

    def won_round(self, state: State) -> list[int]:
        return self.won(state)

    def won(self, state: State) -> list[int]:
        return list(state.score["winners"]) if state.score else []

    def out_of(self, state: State) -> list[int]:
        return state.out

    def first_out(self, state: State) -> int | None:
        return state.out[0] if state.out else None
