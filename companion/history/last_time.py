"""One true line about the last time, for people who play together again. Pure.

It is made of the games in the history: each is over, and its score was shown. ``web.render.scoreboard`` asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.text import TN, T, Text, list_names
from companion.history.history import Appearance, Play

IN_A_ROW = 2
"""From this many games on it is a streak."""
FEW = 2
"""No more people than that are named as those who lost."""
SEVERAL = 4
"""No more people than that are named as those who won."""


class Game(NamedTuple):
    """A game for this line: the names of those who won and of those who lost it, by the key of the person.

    The key of a forgotten person is "": nothing is said of the others that would not be true of all.
    """

    won: Mapping[str, str]
    lost: Mapping[str, str]


class Streak(NamedTuple):
    """Someone's newest games that all went the same way."""

    name: str
    games: int


def find_last_time(plays: Sequence[Play], seated: Collection[str]) -> Text | None:
    """Find the line for those who sit there, by the keys of people; None where there is none.

    ``plays`` are in the order of time. Nothing is said of anyone who does not sit there.
    """
    games = list(_list_games(plays))
    together = [game for game in games if len({*game.won, *game.lost} & set(seated)) > 1]
    if not together:
        return None
    return _say_streak(games, seated) or _say_last(together[-1], seated)


def _list_games(plays: Sequence[Play]) -> Iterator[Game]:
    """Yield the games that someone won."""
    for play in plays:
        won = {player.person.key: player.person.name for player in play.by_seat if player.rounds and player.won}
        lost = {player.person.key: player.person.name for player in play.by_seat if _has_lost(player)}
        if won:
            yield Game(won, lost)


def _has_lost(one: Appearance) -> bool:
    """Who was on no side that could win has not lost, nor has who sat out."""
    if not one.rounds or one.won:
        return False
    return not one.play.outcome.has_sides or any(own.won is not None for own in one.rounds)


def _say_streak(games: Sequence[Game], seated: Collection[str]) -> Text | None:
    """Say whose streak it is, or who is owed a revenge: the longer of the two."""
    winning = _find_longest([_count_streak(games, key, won=True) for key in seated])
    losing = _find_longest([_count_streak(games, key, won=False) for key in seated])
    if winning and (not losing or winning.games >= losing.games):
        return T("{name} has won {n} games in a row. Who can stop that?", name=winning.name, n=winning.games)
    if losing:
        return T("{name} has lost {n} games in a row. Time for revenge!", name=losing.name, n=losing.games)
    return None


def _count_streak(games: Sequence[Game], key: str, won: bool) -> Streak:
    """Count a person's newest games that went like that; games without that person don't end a streak."""
    name = ""
    count = 0
    for game in reversed(games):
        same = game.won if won else game.lost
        other = game.lost if won else game.won
        if key in other:
            break
        if key in same:
            name = name or same[key]
            count += 1
    return Streak(name, count)


def _find_longest(streaks: Sequence[Streak]) -> Streak | None:
    """Return the longest streak, if it is one and nobody else's is as long."""
    most = max((streak.games for streak in streaks), default=0)
    longest = [streak for streak in streaks if streak.games == most]
    return longest[0] if most >= IN_A_ROW and len(longest) == 1 else None


def _say_last(game: Game, seated: Collection[str]) -> Text | None:
    """Say who lost the last game that they played together, if those are few, or else who won it."""
    lost = [name for key, name in game.lost.items() if key in seated]
    won = [name for key, name in game.won.items() if key in seated]
    all_sit_here = len(lost) == len(game.lost)
    if lost and all_sit_here and len(lost) <= FEW and len(lost) < len(game.won):
        return TN(
            "Last time, only {people} lost. Time for revenge!",
            "Last time, only {people} lost. Time for revenge!",
            len(lost),
            people=list_names(lost),
        )
    if won and len(won) <= SEVERAL:
        return TN("Last time, {people} won.", "Last time, {people} won.", len(won), people=list_names(won))
    return None
