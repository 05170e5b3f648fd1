"""The box of The Lost Mines (rulebook "Contents"), and the state of its table.

``turn`` changes the state; each fact's declaration, below, says who can see it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine import hands
from companion.engine.clans import CLAN, clan_cards
from companion.engine.conditions import condition
from companion.engine.facts import (
    MANY,
    CountFact,
    Fact,
    FlagFact,
    NumberFact,
    RevealedFact,
    TimedTokens,
    TurnStartEffect,
)
from companion.engine.fields import Piece, pieces
from companion.engine.hands import DECK, HAND
from companion.engine.move import TRACKED_TOKENS
from companion.engine.text import TN, T
from companion.engine.visibility import ASIDE, HELD_CARD, SCORE, Viewer

ROLES = clan_cards(
    loyal=T("Your treasures count for the clan on the back of your card, and you get a share of its points."),
    saboteur=T("Your treasures count for the other clan, and you get a share of its points."),
    selfish=T("Your treasures are yours alone. You don't share."),
)
DRAGON = "dragon"
MINES = pieces(
    Piece("gold", T("gold mine"), "gold"),
    Piece("silver", T("silver mine"), "silver"),
    Piece("gemstones", T("gemstone mine"), "crystal"),
    Piece(DRAGON, T("dragon's mine"), "dragon"),
)
TOOLS = pieces(
    Piece(
        "axe", T("Axe"), "axe", T("over a {what}", what=T("tree trunk")),
        T("It clears a tree trunk: put a forest token on the trunk. From then on dwarves can pass, but only "
          "one can stand there at a time."),
    ),
    Piece(
        "boat", T("Boat"), "boat", T("over a {what}", what=T("lake")),
        T("It gets you across a lake: put a forest token on the lake. From then on dwarves can pass, but only "
          "one can stand there at a time."),
    ),
    Piece(
        "rope", T("Rope"), "rope", T("over a {what}", what=T("ditch")),
        T("It gets you across a ditch: put a forest token on the ditch. From then on dwarves can pass, but only "
          "one can stand there at a time."),
    ),
)  # fmt: skip
OBSTACLES = {"axe": T("tree trunk"), "boat": T("lake"), "rope": T("ditch")}


@dataclass
class Seat(hands.Seat):
    """A player's seat.

    ``treasures``: how many it has taken in this round. ``dragon``: it has the dragon token. ``mine``: the mine with
    treasures on which the dwarf stood when its last turn ended, as far as the entries say.
    """

    treasures: int = 0
    dragon: bool = False
    mine: str | None = None


@dataclass
class Turn(hands.MovingTurn):
    """A turn.

    ``revealed``: the mine that was revealed in this turn. ``took``: a treasure was taken in it. ``began_on``: the mine
    on which its dwarf stood when the turn started.
    """

    revealed: str | None = None
    took: bool = False
    began_on: str | None = None


@dataclass
class State(hands.State[Seat, Turn]):
    """The state of the table: the owners of trolls, oldest first; the number of traps; the revealed mines.

    ``values`` are the points of each seat's treasures (None until they are entered).
    """

    seat_type = Seat

    treasures_left: int = 0
    mines: list[str] = field(default_factory=list)
    trolls: list[int] = field(default_factory=list)
    traps: int = 0
    values: list[list[int]] | None = None

    def new_turn(self, seat: int) -> Turn:
        """Make a turn; a dwarf that ended its last turn on a mine still stands there."""
        own = self.seats[seat]
        turn = Turn(seat, self.number, began_on=own.mine)
        own.mine = None
        return turn

    @property
    def told_values(self) -> list[list[int]] | None:
        """The points of each seat's treasures; None while some of them are still to be entered."""
        none_taken = not any(seat.treasures for seat in self.seats)
        return [[] for _ in self.seats] if self.values is None and none_taken else self.values

    @property
    def open_mines(self) -> list[str]:
        """The turned-up mines with treasures."""
        return [mine for mine in self.mines if mine != DRAGON]


# -- what is on the table -------------------------------------------------------------------------------------------
one_dragon = condition(
    T("there is only one dragon token"), lambda state, seat: sum(dwarf.dragon for dwarf in state.seats) <= 1
)  # fmt: skip


# -- the facts of the table -----------------------------------------------------------------------------------------
def are_scores_told(state: State, viewer: Viewer, seat: int) -> bool:
    """Return whether the score of every scored round has been revealed."""
    return viewer.told or state.score is None


def points(state: State, seat: int) -> int:
    return sum(points[seat] for points in state.history)


def points_before(state: State, viewer: Viewer, seat: int) -> int:
    """Return the points of a seat without those of the last scored round."""
    return sum(points[seat] for points in state.history[:-1])


TROLLS = TimedTokens(
    "trolls", T("Trolls"), icon="troll", title=T("{name}'s troll"), short=T("troll"), most=MANY,
    goes=TurnStartEffect("remove-troll", T("Remove your troll from the board and discard its card.")),
    log_text=T("on the board: {trolls}"), log_text_false=T("there's no troll on the board"),
)  # fmt: skip
OF_TABLE = (
    SCORE,
    DECK,
    Fact("treasures_left", icon="treasure", sign=T("Treasures on the table"), always=True,
        allowed_tracking=TRACKED_TOKENS),
    TROLLS,
    NumberFact(
        "traps", T("Traps"), icon="trap", title=TN("{n} trap", "{n} traps"), note=T("until the end of the round"),
        log_text=TN("{n} trap on the board", "{n} traps on the board"),
        log_text_false=T("there's no trap on the board"),
    ),
    RevealedFact(
        "mines", T("Mines revealed"), pieces=MINES, log_text=T("revealed: {mines}"),
        log_text_false=T("no mine is revealed")
    ),
    Fact("next_first"),
    ASIDE,
)  # fmt: skip
TOKEN = FlagFact(
    "dragon", T("Has the dragon token"), icon="dragon", sign=T("has the dragon token"), tone="bad",
    short=T("dragon token"), log_text=T("{name} has the dragon token"),
    log_text_false=T("{name} doesn't have the dragon token"), limits=(one_dragon,), alone=True,
)  # fmt: skip
OF_SEAT = (
    CLAN,
    HELD_CARD,
    CountFact(
        "treasures", T("Treasures"), icon="treasure", always=True, allowed_tracking=TRACKED_TOKENS,
        sign=TN("{n} treasure", "{n} treasures"), stock="treasures_left",
        too_little=TN("the table has only {n} treasure left", "the table has only {n} treasures left"),
    ),
    HAND,
    TOKEN,
    Fact(
        "points", icon="nugget", sign=TN("{n} point", "{n} points"), tone="quiet", always=True,
        known=are_scores_told, value=points, covered=points_before,
    ),
)  # fmt: skip
