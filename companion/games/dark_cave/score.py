"""Scoring of The Dark Cave (rulebook "Distributing the gold"): gold carried out × workers of the other clan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.dark_cave.state import CLANS
from companion.rules.dealing import other_clan, works_for

Score = dict[str, Any]


@dataclass(frozen=True)
class Dwarf:
    """One seat at the end: its card, its gold, and the place in the order of leaving (1 first, None: still inside)."""

    card: str
    gold: int
    out: int | None

    @property
    def saved(self) -> int:
        """Gold of those who are not out goes back to the pool."""
        return self.gold if self.out else 0


def score(dwarves: Sequence[Dwarf]) -> Score:
    """The score of a game, in the form of RECORD.md: ``clans``, ``winner``, ``winners``, ``decided_by``."""
    clans = {clan: _clan(dwarves, clan) for clan in CLANS}
    winner, decided_by = _winner(dwarves, clans)
    winners = clans[winner]["members"] if winner else []
    return {"clans": clans, "winner": winner, "winners": winners, "decided_by": decided_by}


def members(dwarves: Sequence[Dwarf], clan: str) -> list[int]:
    """The seats that work for the clan, its own saboteur not among them."""
    return [seat for seat, dwarf in enumerate(dwarves) if works_for(dwarf.card) == clan]


def _clan(dwarves: Sequence[Dwarf], clan: str) -> Score:
    own = members(dwarves, clan)
    gold = sum(dwarves[seat].saved for seat in own)
    times = len(members(dwarves, other_clan(clan)))
    return {"members": own, "gold": gold, "times": times, "treasure": gold * times}


def _winner(dwarves: Sequence[Dwarf], clans: Score) -> tuple[str | None, str]:
    """Higher treasure; in a tie the clan of the first dwarf that left; nobody, when nobody left."""
    yellow, blue = clans["yellow"]["treasure"], clans["blue"]["treasure"]
    if yellow != blue:
        return ("yellow" if yellow > blue else "blue"), "treasure"
    leavers = [dwarf for dwarf in dwarves if dwarf.out]
    if not leavers:
        return None, "nobody-left"
    first = min(leavers, key=lambda dwarf: dwarf.out or 0)
    return works_for(first.card), "first-out"
