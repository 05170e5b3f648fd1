"""The Dark Cave as it lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules import state as shared
from companion.rules.dealing import works_for

GOLD = 46
MARKERS = ("circle", "triangle", "square")
CREATURES = ("rat", "lindworm", "goblin")
GOALS = ("exit", "gold-vein", "dark-hole", "ladder")
CLANS = ("yellow", "blue")
ASIDE = "aside"
"""The key under which the first player out looks at the set-aside cards."""


@dataclass
class Seat(shared.Seat):
    """``clan`` is the public back; ``revealed``: the identity was turned up during the game."""

    clan: str | None = None
    revealed: bool = False
    gold: int = 0
    out: bool = False
    boots: bool = False
    axes: int = 0
    lying: bool = False


@dataclass
class Turn(shared.MovingTurn):
    """``met``: a creature ended the movement; ``on_vein``: a gold vein was turned up; ``took``: its gold was taken."""

    met: bool = False
    on_vein: bool = False
    took: bool = False


@dataclass
class Web:
    """A spiderweb marker that lies, showing ``side`` 2 or 1."""

    marker: str
    side: int
    owner: int


@dataclass
class State(shared.State[Seat, Turn]):
    """``deck`` by group (None where cards are not counted), ``out`` in order of leaving, ``creatures`` by owner."""

    pool: int = GOLD
    deck: dict[str, int] | None = None
    veins: int = 0
    goals: list[str] = field(default_factory=list)
    exit_turn: int = 0
    out: list[int] = field(default_factory=list)
    webs: list[Web] = field(default_factory=list)
    creatures: dict[str, int] = field(default_factory=dict)

    def web(self, marker: str) -> Web | None:
        return next((web for web in self.webs if web.marker == marker), None)

    def members(self, clan: str) -> list[int]:
        """The seats that work for the clan; only to be asked where all cards are known."""
        return [index for index, seat in enumerate(self.seats) if seat.card and works_for(seat.card) == clan]
