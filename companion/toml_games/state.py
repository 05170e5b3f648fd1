"""The state of a game in one file while it is played: the deal, who is out, what was asked, timers, the end.

Everything that stays the same during the game is in its ``GameDefinition``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine import state as shared
from companion.engine.game import RunningClock


@dataclass
class Question:
    """A question: to everyone, to one seat (``alone``), or at night to players with open eyes (``at_night``).

    ``named`` says which seat each seat has named.
    """

    look: int
    at_night: bool
    alone: int | None
    named: dict[int, int] = field(default_factory=dict)


@dataclass
class Seat(shared.Seat):
    """A seat; ``out``: its player is out of the game, but still at the table."""

    out: bool = False


@dataclass
class State(shared.State[Seat, shared.Turn]):
    """The state of a round.

    ``draw``: the numbers of the drawn words. ``nobody``: the open set-aside cards. ``nights``: the number of nights so
    far. ``questions``: those of the round; ``open``: the last one is still being answered. ``countdown``: the timer
    that was set last; ``sets``: how often a timer was set. ``end``, ``named``, ``sides`` and ``won``: how the round
    ended, as it was entered.
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
        """The question that is being asked now, if any."""
        return self.questions[-1] if self.open else None

    @property
    def asked(self) -> list[int]:
        """The seats that have to name someone now: all that are in the game, or only the one that is asked.

        At night nobody has to.
        """
        question = self.question
        if question is None or question.at_night:
            return []
        return [seat for seat in self.players if self.is_in(seat) and question.alone in (None, seat)]

    @property
    def asks_all(self) -> bool:
        """True if everyone is asked, and sees the question."""
        return bool(self.asked) and self.questions[-1].alone is None

    def is_in(self, seat: int) -> bool:
        """Return whether the seat's player is there and not out."""
        return self.can_play(seat) and not self.seats[seat].out

    @property
    def language(self) -> str:
        """The language of the drawn words."""
        return str(self.options.get("language", "en"))
