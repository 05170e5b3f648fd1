"""The Lost Mines as they lie on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules import state as shared

CLANS = ("yellow", "blue")
TREASURE_MINES = ("gold", "silver", "gemstones")
MINES = (*TREASURE_MINES, "dragon")
TOOLS = ("axe", "boat", "rope")


@dataclass
class Seat(shared.Seat):
    """``treasures`` counts those taken this round; ``dragon``: has the dragon token."""

    treasures: int = 0
    dragon: bool = False


@dataclass
class Turn(shared.MovingTurn):
    """``revealed`` is the mine turned up in this turn; ``took``: a treasure was taken in it."""

    revealed: str | None = None
    took: bool = False


@dataclass
class State(shared.DeckState[Seat, Turn]):
    """``trolls`` are their owners, oldest first; ``traps`` counts those that lie; ``mines`` are those turned up.

    ``values`` are the treasures of each seat in points (None until they are told); ``history`` has the points of
    every seat for each round that has been scored.
    """

    kept = ("history",)

    treasures_left: int = 0
    mines: list[str] = field(default_factory=list)
    trolls: list[int] = field(default_factory=list)
    traps: int = 0
    values: list[list[int]] | None = None
    history: list[list[int]] = field(default_factory=list)

    @property
    def holders(self) -> list[int]:
        """The seats that have taken a treasure in this round."""
        return [index for index, seat in enumerate(self.seats) if seat.treasures]

    @property
    def told_values(self) -> list[list[int]] | None:
        """The treasures of each seat in points; None while somebody's are still to be told."""
        return self.values if self.values is not None or self.holders else [[] for _ in self.seats]
