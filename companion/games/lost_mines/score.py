"""Scoring of The Lost Mines (rulebook "Handing out the gold", spec "Score of a round")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.lost_mines.state import CLANS
from companion.rules.dealing import works_for

Score = dict[str, Any]
DRAGON = 2
"""Points that the holder of the dragon token gives back."""


@dataclass(frozen=True)
class Dwarf:
    """One seat at the end of a round: its card, its treasures in points, and whether it has the dragon token."""

    card: str
    treasures: Sequence[int]
    dragon: bool

    @property
    def best(self) -> int:
        """The most valuable single treasure."""
        return max(self.treasures, default=0)


def score(dwarves: Sequence[Dwarf]) -> Score:
    """The score of a round, in the form of the spec: ``clans``, ``points`` of each seat, ``dragon`` (a seat)."""
    clans = {clan: _clan(dwarves, clan) for clan in CLANS}
    dragon = next((seat for seat, dwarf in enumerate(dwarves) if dwarf.dragon), None)
    won = [before_dragon(dwarves, clans, seat) for seat in range(len(dwarves))]
    points = [won[seat] - (dragon_cost(won[seat]) if seat == dragon else 0) for seat in range(len(dwarves))]
    return {"clans": clans, "points": points, "dragon": dragon}


def before_dragon(dwarves: Sequence[Dwarf], clans: Score, seat: int) -> int:
    """What the seat wins: its own treasures when selfish, else its share of the pool and of the remainder."""
    clan = works_for(dwarves[seat].card)
    if clan is None:
        return sum(dwarves[seat].treasures)
    sums = clans[clan]
    return int(sums["share"] + (sums["remainder_each"] if seat in sums["remainder_to"] else 0))


def dragon_cost(points: int) -> int:
    """Two points of this round go back, or what there is if less."""
    return min(DRAGON, points)


def _clan(dwarves: Sequence[Dwarf], clan: str) -> Score:
    """The pool is shared evenly, its remainder by who has the most valuable treasure; what can't be split is lost."""
    members = [seat for seat, dwarf in enumerate(dwarves) if works_for(dwarf.card) == clan]
    pool = sum(sum(dwarves[seat].treasures) for seat in members)
    share, remainder = divmod(pool, len(members)) if members else (0, 0)
    best = max((dwarves[seat].best for seat in members), default=0)
    remainder_to = [seat for seat in members if dwarves[seat].best == best] if remainder else []
    each, lost = divmod(remainder, len(remainder_to)) if remainder_to else (0, 0)
    return {
        "members": members,
        "pool": pool,
        "share": share,
        "remainder": remainder,
        "remainder_to": remainder_to,
        "remainder_each": each,
        "lost": lost,
    }


def totals(history: Sequence[Sequence[int]], players: int) -> list[int]:
    """The points of every seat over the rounds in ``history``."""
    return [sum(points[seat] for points in history) for seat in range(players)]


def winners(points: Sequence[int]) -> list[int]:
    """All seats with the most points."""
    return [seat for seat, one in enumerate(points) if one == max(points)]
