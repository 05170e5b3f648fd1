"""Badges: small things worth telling. A person earns each badge once, in the first game in which it happens.

They are computed from the outcomes of games whenever the history is read, so a new badge counts for old games too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.scoring import AGAINST, WITH
from companion.engine.text import T, Text
from companion.history.history import Appearance


class CareerBadge(NamedTuple):
    """A badge: ``name`` and ``rule`` are what people read.

    ``earned`` gets a person's games in order up to one of them, and says whether that one earns the badge.
    """

    name: Text
    rule: Text
    earned: Callable[[Sequence[Appearance]], bool]


BADGES = (
    CareerBadge(
        T("Turncoat"),
        T("Won one round with the others and one against them, in the same game."),
        lambda games: {WITH, AGAINST} <= {result.digs for result in games[-1].rounds if result.won},
    ),
    CareerBadge(
        T("Clean sweep"),
        T("Won every round of a game of three rounds or more."),
        lambda games: len(games[-1].rounds) >= 3 and all(result.won for result in games[-1].rounds),
    ),
    CareerBadge(
        T("Three wins for three sides"),
        T("Won rounds on three different sides."),
        lambda games: len({result.side for game in games for result in game.rounds if result.won}) >= 3,
    ),
    CareerBadge(
        T("Hat-trick"),
        T("Won three games in a row."),
        lambda games: [game.won for game in games[-3:]] == [True] * 3,
    ),
    CareerBadge(
        T("Still smiling"),
        T("Played ten games in a row without a win."),
        lambda games: [game.won for game in games[-10:]] == [False] * 10,
    ),
    CareerBadge(
        T("A long night"),
        T("Played five games in one night."),
        lambda games: [game.play.evening for game in games].count(games[-1].play.evening) >= 5,
    ),
    CareerBadge(
        T("The whole shelf"),
        T("Played three different games."),
        lambda games: len({game.play.game for game in games}) >= 3,
    ),
    CareerBadge(
        T("Part of the furniture"),
        T("Played twenty-five games."),
        lambda games: len(games) >= 25,
    ),
)


def list_earned(career: Sequence[Appearance]) -> list[tuple[CareerBadge, Appearance]]:
    """Return the badges of a person, each with the game that earned it, newest first."""
    found: dict[CareerBadge, Appearance] = {}
    for n, game in enumerate(career, start=1):
        for badge in BADGES:
            if badge not in found and badge.earned(career[:n]):
                found[badge] = game
    return [*reversed(found.items())]
