"""What is in the box of Saboteur 2 (spec "Cards and setup"), and how it lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import repeat

from companion.rules import tools
from companion.rules.pieces import Piece, pieces
from companion.rules.text import T

BOSS, PROFITEER, GEOLOGIST, SABOTEUR = "boss", "profiteer", "geologist", "saboteur"
ROLES = pieces(
    Piece("blue-digger", T("blue gold-digger"), "digger"),
    Piece("green-digger", T("green gold-digger"), "digger"),
    Piece(BOSS, T("boss"), "crown"),
    Piece(PROFITEER, T("profiteer"), "profiteer"),
    Piece(GEOLOGIST, T("geologist"), "geologist"),
    Piece(SABOTEUR, T("saboteur"), "saboteur"),
)
DIGGERS: Mapping[str, str] = {"blue-digger": "blue", "green-digger": "green"}
"""The team of each digger's card."""
TRAP = Piece("trapped", T("trapped"), "trapped")
OBSTACLES = pieces(*tools.TOOLS.values(), TRAP)
"""What may be cast off: a broken tool, or the trap."""


@dataclass
class Seat(tools.Seat):
    """``theft_turn``: the number of the turn in which the theft in front was laid (None: there is none). ``new_role``:
    the role was exchanged, and its owner has not played since."""

    trapped: bool = False
    theft_turn: int | None = None
    new_role: bool = False

    @property
    def theft(self) -> bool:
        """Whether a theft lies in front."""
        return self.theft_turn is not None

    @property
    def obstacles(self) -> list[str]:
        """What lies in front and could be cast off."""
        return [*self.broken, TRAP.id] if self.trapped else list(self.broken)


@dataclass
class State(tools.State[Seat]):
    """``blue_way``, ``green_way``: whether that team can walk to the treasure. ``gain``: what each seat got before the
    thefts (None: not paid yet); ``thieves``: who still has to steal, in order; ``thefts``: thief and victim."""

    blue_way: bool = False
    green_way: bool = False
    crystals: int | None = None
    gain: list[int] | None = None
    thieves: list[int] = field(default_factory=list)
    thefts: list[tuple[int, int]] = field(default_factory=list)

    @property
    def connector(self) -> int | None:
        """Who made the connection to the treasure."""
        return self.finder

    @property
    def before(self) -> list[int]:
        """What each seat had before the round paid and was stolen in."""
        gold = [seat.gold - got for seat, got in zip(self.seats, self.gain or repeat(0), strict=False)]
        for thief, victim in self.thefts:
            gold[thief] -= 1
            gold[victim] += 1
        return gold

    @property
    def stealing(self) -> list[int]:
        """Untrapped seats with a theft in front: who played it last, then clockwise."""
        played = {index: seat.theft_turn for index, seat in enumerate(self.seats) if seat.theft and not seat.trapped}
        last = max(played, key=lambda seat: played[seat] or 0, default=0)
        return clockwise(played, last, len(self.seats))


def clockwise(seats: Iterable[int], first: int, players: int) -> list[int]:
    """``seats`` in clockwise order, beginning at ``first``."""
    return sorted(seats, key=lambda seat: (seat - first) % players)
