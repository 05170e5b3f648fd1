"""A person's games in order, as badges and streaks want them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.book.results import Outcome

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Appearance:
    """One person in one game. ``own`` is its result, ``all`` those of everybody, ``rounds`` its rounds and
    ``all_rounds`` everybody's; ``robberies`` are (round, thief, victim)."""

    own: Row
    all: Sequence[Row]
    rounds: Sequence[Row]
    all_rounds: Sequence[Row]
    robberies: Sequence[tuple[int, int, int]]

    @property
    def seat(self) -> int:
        return int(self.own["seat"])

    @property
    def won(self) -> bool:
        return bool(self.own["won"])

    @property
    def others(self) -> list[Row]:
        return [row for row in self.all if row["seat"] != self.seat]

    @property
    def best_other(self) -> int | None:
        """The most that anybody else has."""
        return max((row["score"] for row in self.others), default=None)

    def in_round(self, number: int) -> list[Row]:
        return [row for row in self.all_rounds if row["round"] == number]


def appearances(outcome: Outcome) -> list[Appearance]:
    """Everybody who played in a round of a game that was scored."""
    results = [
        {**asdict(one), "game": outcome.game, "first_out": outcome.first_out == one.seat} for one in outcome.results
    ]
    rounds = [asdict(one) for one in outcome.rounds]
    robberies = [(one.round, one.thief, one.victim) for one in outcome.robberies]
    played = [row for row in results if row["rounds"]]
    return [
        Appearance(own, results, [row for row in rounds if row["seat"] == own["seat"]], rounds, robberies)
        for own in played
    ]


@dataclass(frozen=True)
class Game:
    """A game of a person, as badges over many games want it: ``own`` is its result with the game's own columns,
    ``sides`` those on which it won a round."""

    own: Row
    sides: frozenset[str]

    @property
    def won(self) -> bool:
        return bool(self.own["won"])


Career = Sequence[Game]


@dataclass(frozen=True)
class Streak:
    """Games won in a row: the ``longest`` there was, and how many ``now``; ``dry`` is the longest without a win."""

    longest: int
    now: int
    dry: int


def streak_of(won: Sequence[bool]) -> Streak:
    """Of games in order."""
    longest = now = dry = without = 0
    for one in won:
        now = now + 1 if one else 0
        without = 0 if one else without + 1
        longest, dry = max(longest, now), max(dry, without)
    return Streak(longest, now, dry)


def plot_of(row: Row) -> list[tuple[int, tuple[int, ...]]]:
    """The plot of a game as it was kept."""
    return [(moment, tuple(values)) for moment, values in json.loads(row["plot"])]
