"""Badges: small things worth telling, each earned once, in the first game in which it happened.

They are worked out of the outcomes of games whenever the book is read; nothing of them is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.book.book import Played
from companion.rules.scoring import AGAINST, WITH
from companion.rules.text import T, Text


class Badge(NamedTuple):
    """A badge: ``name`` and ``rule`` are what people read.

    ``earned`` is asked of all games of a person as far as one, in order, and says whether it is earned with the last.
    """

    name: Text
    rule: Text
    earned: Callable[[Sequence[Played]], bool]


BADGES = (
    Badge(
        T("Turncoat"),
        T("Won one round with the others and one against them, in the same game."),
        lambda games: {WITH, AGAINST} <= {one.digs for one in games[-1].rounds if one.won},
    ),
    Badge(
        T("Clean sweep"),
        T("Won every round of a game of three rounds or more."),
        lambda games: len(games[-1].rounds) >= 3 and all(one.won for one in games[-1].rounds),
    ),
    Badge(
        T("Three wins for three sides"),
        T("Has won rounds on three different sides."),
        lambda games: len({one.side for game in games for one in game.rounds if one.won}) >= 3,
    ),
    Badge(
        T("Hat-trick"),
        T("Won three games in a row."),
        lambda games: [one.won for one in games[-3:]] == [True] * 3,
    ),
    Badge(
        T("Still smiling"),
        T("Played ten games in a row without a win."),
        lambda games: [one.won for one in games[-10:]] == [False] * 10,
    ),
    Badge(
        T("A long night"),
        T("Played five games in one evening."),
        lambda games: [one.play.evening for one in games].count(games[-1].play.evening) >= 5,
    ),
    Badge(
        T("The whole shelf"),
        T("Played three different games."),
        lambda games: len({one.play.game for one in games}) >= 3,
    ),
    Badge(
        T("Part of the furniture"),
        T("Played twenty-five games."),
        lambda games: len(games) >= 25,
    ),
)


def list_earned(career: Sequence[Played]) -> list[tuple[Badge, Played]]:
    """Return the badges of a person, each with the game that earned it, the newest first."""
    found: dict[Badge, Played] = {}
    for n, game in enumerate(career, start=1):
        for badge in BADGES:
            if badge not in found and badge.earned(career[:n]):
                found[badge] = game
    return [*reversed(found.items())]
