"""What is known of a game in one file while it is played: the deal, who is out, what was asked, clocks, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules import state as shared


class Seen(NamedTuple):
    """An answer: to the look of this number, for the seat that asked, about another; the ``time``-th that was asked."""

    look: int
    by: int
    seat: int
    time: int


@dataclass
class Seat(shared.Seat):
    """``out``: it is out of the game, and stays at the table."""

    out: bool = False


@dataclass
class State(shared.State[Seat, shared.Turn]):
    """``draw`` is what was drawn besides the cards, as the deal has it, ``nobody`` the open
    cards that lie aside. ``nights`` and ``looks`` count what the table
    has tapped. ``question`` is the look that all are asked now, ``pointed`` whom each
    seat has named, ``seen`` the answers, ``answered`` the last look that was. ``clock``, ``seconds`` and ``stands`` say
    which clock was set to how much, and that it stands,
    ``sets`` how often one was. ``end``, ``named``, ``sides`` and ``won`` are as the table told
    the end."""

    draw: list[list[int]] = field(default_factory=list)
    nobody: list[str] = field(default_factory=list)
    nights: int = 0
    looks: list[int] = field(default_factory=list)
    question: int | None = None
    pointed: dict[int, int] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    answered: int | None = None
    clock: int | None = None
    seconds: int = 0
    stands: bool = False
    sets: int = 0
    end: int | None = None
    named: int | None = None
    sides: list[str] = field(default_factory=list)
    won: list[int] = field(default_factory=list)

    @property
    def asked(self) -> list[int]:
        """The seats that are asked now: all who are there and not out."""
        if self.question is None:
            return []
        there = filter(self.can_play, range(len(self.seats)))
        return [seat for seat in there if not self.seats[seat].out]

    @property
    def deal(self) -> tuple[str, ...]:
        """The card of each who plays, in seat order."""
        return tuple(self.seats[seat].card or "" for seat in self.players)
