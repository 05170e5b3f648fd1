"""Each badge has games whose last one earns it, and others that don't."""

from dataclasses import dataclass

import pytest

from companion.engine.scoring import RoundResult
from companion.history import badges
from companion.history.history import Appearance, Person, Play
from companion.history.outcome import Outcome, Result

ANNA = Person("1", "Anna")


@dataclass
class Game:
    """A game of Anna's: whether she won it, and her rounds as side, "with" or "against", and "w" for a win."""

    won: bool = False
    rounds: str = ""
    box: str = "saboteur"
    evening: str = "one"

    def played(self, number: int) -> Appearance:
        told = [one.split("-") for one in self.rounds.split()]
        rounds = [RoundResult(n, 0, side, digs, won == "w") for n, (side, digs, won) in enumerate(told, start=1)]
        own = Result(0, "Anna", "", "", 0, 1, self.won)
        outcome = Outcome(self.box, "", {}, "", 0.0, 0.0, (own,), tuple(rounds))
        return Appearance(Play(number, "", "", 1, [ANNA], outcome, self.evening), own, ANNA)


def won(letters: str) -> list[Game]:
    return [Game(letter == "w") for letter in letters]


CASES = {
    "Turncoat": (
        [Game(rounds="a-with-w b-against-w")],
        [Game(rounds="a-with-w b-against-"), Game(rounds="b-against-w")],
    ),
    "Clean sweep": (
        [Game(rounds="a-with-w " * 3)],
        [Game(rounds="a-with-w " * 2), Game(rounds="a-with-w a-with-w a-with-")],
    ),
    "Three wins for three sides": (
        [Game(rounds="a-with-w b-with-w"), Game(rounds="a-with-w"), Game(rounds="c-with-w")],
        [Game(rounds="a-with-w b-with-w"), Game(rounds="c-with-")],
    ),
    "Hat-trick": (won("ww.www"), won("ww.ww")),
    "Still smiling": (won("w.........."), won("w........." + "w")),
    "A long night": (
        [Game(evening=one) for one in "aabaaba"],
        [Game(evening=one) for one in "aaaabbbb"],
    ),
    "The whole shelf": ([Game(box=one) for one in "aabbc"], [Game(box=one) for one in "aabb"]),
    "Part of the furniture": (won("." * 25), won("." * 24)),
}


@pytest.mark.parametrize("badge", badges.BADGES, ids=lambda badge: str(badge.name))
def test_badge_is_earned_once_with_the_game_in_which_it_happened(badge: badges.CareerBadge) -> None:
    yes, no = ([one.played(n) for n, one in enumerate(games)] for games in CASES[str(badge.name)])
    more = [*yes, Game(box="other", evening="other").played(len(yes))]
    assert [game for one, game in badges.list_earned(more) if one is badge] == [yes[-1]]
    assert badge not in [one for one, _ in badges.list_earned(no)]
