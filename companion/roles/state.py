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
    """``draw`` is what was drawn besides the cards, as the deal has it, ``nobody`` the open cards that lie aside.
    ``nights`` and ``asked_times`` count nights and questions, ``looks`` are those that the table has tapped.
    ``question`` is the look that is asked now, ``at_night`` in a step of the night, ``asks`` who is asked alone;
    ``pointed`` whom each seat has named, ``seen`` the answers, ``answered`` the last look that was. ``clock``,
    ``seconds`` and ``stands`` say which clock was set to how much, and that it stands, ``sets`` how often one was.
    ``end``, ``named``, ``sides`` and ``won`` are as the table told the end."""

    draw: list[list[int]] = field(default_factory=list)
    nobody: list[str] = field(default_factory=list)
    nights: int = 0
    looks: list[int] = field(default_factory=list)
    asked_times: int = 0
    question: int | None = None
    at_night: bool = False
    asks: int | None = None
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
        """The seats that have to name somebody now: all who are there and not out, or the one that is asked alone. In
        the night nobody has to."""
        if self.question is None or self.at_night:
            return []
        there = range(len(self.seats)) if self.asks is None else [self.asks]
        return [seat for seat in there if self.can_play(seat) and not self.seats[seat].out]

    @property
    def language(self) -> str:
        """That of the words that are drawn."""
        return str(self.options.get("language", "en"))

    @property
    def deal(self) -> tuple[str, ...]:
        """The card of each who plays, in seat order."""
        return tuple(self.seats[seat].card or "" for seat in self.players)
