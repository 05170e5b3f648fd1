"""What is in the box of Saboteur 2 (spec "Cards and setup"), and how it lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules import tools
from companion.rules.asks import Ask
from companion.rules.fields import Flag
from companion.rules.pieces import Piece, pieces
from companion.rules.settable import Settable
from companion.rules.state import PLAYING, SCORING
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
    """``theft_laid``: as which one since the deal the theft in front was laid (None: there is none). ``new_role``: the
    role was exchanged, and its owner has not played since."""

    trapped: bool = False
    theft_laid: int | None = None
    new_role: bool = False

    @property
    def theft(self) -> bool:
        """Whether a theft lies in front."""
        return self.theft_laid is not None

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
        """What each seat had before the round paid and was stolen in; who sat down since then has got nothing."""
        gold = [seat.gold for seat in self.seats]
        for seat, got in enumerate(self.gain or ()):
            gold[seat] -= got
        for thief, victim in self.thefts:
            gold[thief] -= 1
            gold[victim] += 1
        return gold

    def lay_theft(self, seat: int) -> None:
        """A theft is laid in front of the seat, later than all that lie."""
        self.seats[seat].theft_laid = 1 + max(one.theft_laid or 0 for one in self.seats)

    @property
    def stealing(self) -> list[int]:
        """Untrapped seats with a theft in front: who played it last, then clockwise."""
        laid = {index: seat.theft_laid for index, seat in enumerate(self.seats) if seat.theft and not seat.trapped}
        last = max(laid, key=lambda seat: laid[seat] or 0, default=0)
        return clockwise(laid, last, len(self.seats))


def clockwise(seats: Iterable[int], first: int, players: int) -> list[int]:
    """``seats`` in clockwise order, beginning at ``first``."""
    return sorted(seats, key=lambda seat: (seat - first) % players)


# -- as it lies -----------------------------------------------------------------------------------------------------
def _theft(state: State, seat: int, lies: bool) -> None:
    """One that was not there counts as played now."""
    if not lies:
        state.seats[seat].theft_laid = None
    elif not state.seats[seat].theft:
        state.lay_theft(seat)


def uncounted(state: State) -> bool:
    """Until the crystals are counted the gold is not paid."""
    return state.status == PLAYING or (state.status == SCORING and state.crystals is None)


OF_SEAT = (
    Settable(Ask(Flag("trapped", T("Trapped"))), T("{name} is trapped"), T("{name} is not trapped"), open=uncounted),
    Settable(
        Ask(Flag("theft", T("Theft"))), T("{name} has a theft"), T("{name} has no theft"), put=_theft, open=uncounted
    ),
)
