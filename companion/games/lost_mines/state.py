"""The box of The Lost Mines (rulebook "Contents"), and how it lies on the table.

Which entries change it is ``turn``'s; which facts of it who may see is said where they are declared here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules import cards
from companion.rules.asking import Piece, need, pieces
from companion.rules.cards import CLAN, DECK, HAND, clan_cards
from companion.rules.facts import MANY, Amount, Change, Count, Fact, Lies, TurnedUp, YesNo
from companion.rules.move import LAID
from companion.rules.seeing import ASIDE, HELD_CARD, SCORE, Viewer
from companion.rules.text import TN, T

ROLES = clan_cards(
    loyal=T("Your treasures count for the clan on the back of your card, and you get a share of what it brings."),
    saboteur=T("Your treasures count for the other clan, and you get a share of what that one brings."),
    selfish=T("Your treasures are yours alone. You share with nobody."),
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
        T("It clears a tree trunk: a forest token goes on it. From then on dwarves may pass; it holds one at a time."),
    ),
    Piece(
        "boat", T("Boat"), "boat", T("over a {what}", what=T("lake")),
        T("It crosses a lake: a forest token goes on it. From then on dwarves may pass; it holds one at a time."),
    ),
    Piece(
        "rope", T("Rope"), "rope", T("over a {what}", what=T("ditch")),
        T("It crosses a ditch: a forest token goes on it. From then on dwarves may pass; it holds one at a time."),
    ),
)  # fmt: skip
OBSTACLES = {"axe": T("tree trunk"), "boat": T("lake"), "rope": T("ditch")}


@dataclass
class Seat(cards.Seat):
    """A player's place.

    ``treasures`` counts those taken this round; ``dragon``: has the dragon token; ``mine``: the one with treasures that
    the dwarf stood on when its last turn ended, as far as the entries tell.
    """

    treasures: int = 0
    dragon: bool = False
    mine: str | None = None


@dataclass
class Turn(cards.MovingTurn):
    """A turn.

    ``revealed`` is the mine turned up in this turn; ``took``: a treasure was taken in it; ``began_on``: the mine that
    its dwarf stood on when it began.
    """

    revealed: str | None = None
    took: bool = False
    began_on: str | None = None


@dataclass
class State(cards.State[Seat, Turn]):
    """The table: the owners of trolls, oldest first; how many traps lie; the mines that are turned up.

    ``values`` are the treasures of each seat in points (None until they are told).
    """

    seat_type = Seat

    treasures_left: int = 0
    mines: list[str] = field(default_factory=list)
    trolls: list[int] = field(default_factory=list)
    traps: int = 0
    values: list[list[int]] | None = None

    def new_turn(self, seat: int) -> Turn:
        """Return a new turn; who stood on a mine when the last one ended stands there still."""
        own = self.seats[seat]
        turn = Turn(seat, self.number, began_on=own.mine)
        own.mine = None
        return turn

    @property
    def told_values(self) -> list[list[int]] | None:
        """The treasures of each seat in points; None while somebody's are still to be told."""
        none_taken = not any(seat.treasures for seat in self.seats)
        return [[] for _ in self.seats] if self.values is None and none_taken else self.values

    @property
    def open_mines(self) -> list[str]:
        """The mines with treasures that are turned up."""
        return [mine for mine in self.mines if mine != DRAGON]


# -- as it lies -----------------------------------------------------------------------------------------------------
one_dragon = need(
    T("there is only one dragon token"), lambda state, seat: sum(one.dragon for one in state.seats) <= 1
)  # fmt: skip


# -- the facts of the table -----------------------------------------------------------------------------------------
def are_scores_told(state: State, viewer: Viewer, seat: int) -> bool:
    """Every round that has been scored has been told, too."""
    return viewer.told or state.score is None


def points(state: State, seat: int) -> int:
    return sum(points[seat] for points in state.history)


def points_before(state: State, viewer: Viewer, seat: int) -> int:
    """Return the points without those of the last round that was scored."""
    return sum(points[seat] for points in state.history[:-1])


TROLLS = Lies(
    "trolls", T("Trolls"), icon="troll", title=T("{name}'s troll"), short=T("troll"), most=MANY,
    goes=Change("remove-troll", T("Take your troll off the board, discard its card.")),
    says=T("lying: {trolls}"), says_not=T("no troll lies on the board"),
)  # fmt: skip
OF_TABLE = (
    SCORE,
    DECK,
    Fact("treasures_left", icon="treasure", sign=T("Treasures on the table"), always=True, follows=LAID),
    TROLLS,
    Amount(
        "traps", T("Traps"), icon="trap", title=TN("{n} trap", "{n} traps"), note=T("until the end of the round"),
        says=TN("{n} trap lies on the board", "{n} traps lie on the board"), says_not=T("no trap lies on the board"),
    ),
    TurnedUp(
        "mines", T("Mines turned up"), pieces=MINES, says=T("turned up: {mines}"), says_not=T("no mine is turned up")
    ),
    Fact("next_first"),
    ASIDE,
)  # fmt: skip
TOKEN = YesNo(
    "dragon", T("Has the dragon token"), icon="dragon", sign=T("has the dragon token"), tone="bad",
    short=T("dragon token"), says=T("{name} has the dragon token"),
    says_not=T("{name} does not have the dragon token"), limits=(one_dragon,), alone=True,
)  # fmt: skip
OF_SEAT = (
    CLAN,
    HELD_CARD,
    Count(
        "treasures", T("Treasures"), icon="treasure", always=True, follows=LAID,
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
