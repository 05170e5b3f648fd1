"""The state of a game in one file while it is played: the deal, who is out, what was asked, clocks, the end.

All that does not change while it is played stands in the file's ``Form``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine import state as shared
from companion.engine.game import RunningClock


@dataclass
class Question:
    """A pending question: to everybody, to one seat (``alone``), or at night to those who are awake (``at_night``).

    ``named`` is whom each seat has named.
    """

    look: int
    at_night: bool
    alone: int | None
    named: dict[int, int] = field(default_factory=dict)


@dataclass
class Seat(shared.Seat):
    """``out``: it is out of the game, and stays at the table."""

    out: bool = False


@dataclass
class State(shared.State[Seat, shared.Turn]):
    """The state of a round.

    ``draw`` is what was drawn besides the cards, as the deal has it, ``nobody`` the open cards that lie aside.
    ``nights`` counts nights; ``questions`` are those of the round, of which the last one may be ``open``. ``countdown``
    is the clock that was set last, ``sets`` how often one was; ``end``, ``named``, ``sides`` and ``won`` are the end as
    the table told it.
    """

    seat_type = Seat

    draw: list[int] = field(default_factory=list)
    nobody: list[str] = field(default_factory=list)
    nights: int = 0
    questions: list[Question] = field(default_factory=list)
    open: bool = False
    countdown: RunningClock | None = None
    sets: int = 0
    end: int | None = None
    named: int | None = None
    sides: list[str] = field(default_factory=list)
    won: list[int] = field(default_factory=list)

    @property
    def question(self) -> Question | None:
        """The one that is asked now."""
        return self.questions[-1] if self.open else None

    @property
    def asked(self) -> list[int]:
        """The seats that have to name somebody now: all who are in the game, or the one that is asked alone.

        In the night nobody has to.
        """
        question = self.question
        if question is None or question.at_night:
            return []
        return [seat for seat in self.players if self.is_in(seat) and question.alone in (None, seat)]

    @property
    def asks_all(self) -> bool:
        """True where all are asked, and see the question."""
        return bool(self.asked) and self.questions[-1].alone is None

    def is_in(self, seat: int) -> bool:
        """Tell whether the seat is there, and not out."""
        return self.can_play(seat) and not self.seats[seat].out

    @property
    def language(self) -> str:
        """That of the words that are drawn."""
        return str(self.options.get("language", "en"))
