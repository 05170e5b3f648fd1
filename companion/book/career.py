"""A person's games in order, as badges and streaks want them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.book.book import Book

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Appearance:
    """One person in one game. ``own`` is its result, ``all`` those of everybody, ``rounds`` its rounds and
    ``all_rounds`` everybody's; ``robberies`` are (round, thief, victim); ``feats`` the game's own badges it earned."""

    own: Row
    all: Sequence[Row]
    rounds: Sequence[Row]
    all_rounds: Sequence[Row]
    robberies: Sequence[tuple[int, int, int]]
    feats: frozenset[str]

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


Career = Sequence[Appearance]


def career_of(book: Book, person: str) -> list[Appearance]:
    """All games of a person of which something was scored, the oldest first."""
    mine = "SELECT play FROM results WHERE person = ? AND rounds > 0"
    results = _by_play(
        book.rows(
            "SELECT results.*, game, evening, players, played_at, play_id FROM results JOIN plays ON plays.id = play"
            f" WHERE play IN ({mine}) ORDER BY played_at, play, seat",
            person,
        )
    )
    rounds = _by_play(book.rows(f"SELECT * FROM rounds WHERE play IN ({mine}) ORDER BY play, round, seat", person))
    thefts = _by_play(book.rows(f"SELECT * FROM robberies WHERE play IN ({mine})", person))
    feats = _by_play(book.rows(f"SELECT * FROM feats WHERE play IN ({mine})", person))
    found = []
    for play, rows in results.items():
        for own in (row for row in rows if row["person"] == person and row["rounds"]):
            seat = own["seat"]
            found.append(
                Appearance(
                    own,
                    rows,
                    [row for row in rounds[play] if row["seat"] == seat],
                    rounds[play],
                    [(row["round"], row["thief"], row["victim"]) for row in thefts[play]],
                    frozenset(row["feat"] for row in feats[play] if row["seat"] == seat),
                )
            )
    return found


def _by_play(rows: Sequence[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["play"]].append(row)
    return found


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
