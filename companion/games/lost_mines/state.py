"""The box of The Lost Mines (rulebook "Contents"), and how it lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules import cards
from companion.rules.asking import Ask, Flag, Number, Piece, need, pieces, some_pieces
from companion.rules.cards import clan_name, works_for
from companion.rules.game import Settable, lies
from companion.rules.text import TN, T, Text
from companion.rules.turns import Change, Timer

CLANS = ("yellow", "blue")
ROLES = pieces(
    Piece("yellow-loyal", T("loyal yellow dwarf"), "dwarf"),
    Piece("yellow-selfish", T("selfish yellow dwarf"), "selfish"),
    Piece("yellow-saboteur", T("yellow saboteur"), "saboteur"),
    Piece("blue-loyal", T("loyal blue dwarf"), "dwarf"),
    Piece("blue-selfish", T("selfish blue dwarf"), "selfish"),
    Piece("blue-saboteur", T("blue saboteur"), "saboteur"),
)
DRAGON = "dragon"
MINES = pieces(
    Piece("gold", T("gold mine"), "gold"),
    Piece("silver", T("silver mine"), "nugget"),
    Piece("gemstones", T("gemstone mine"), "crystal"),
    Piece(DRAGON, T("dragon's mine"), "dragon"),
)
TOOLS = pieces(
    Piece("axe", T("Axe"), "axe", T("over a {what}", what=T("tree trunk"))),
    Piece("boat", T("Boat"), "boat", T("over a {what}", what=T("lake"))),
    Piece("rope", T("Rope"), "rope", T("over a {what}", what=T("ditch"))),
)
OBSTACLES = {"axe": T("tree trunk"), "boat": T("lake"), "rope": T("ditch")}
TROLLS = Timer(
    "trolls",
    gone=Change("remove-troll", T("Take your troll off the board, discard its card.")),
    title=T("Troll of {name}"),
    icon="troll",
)


def side(card: str) -> Text:
    """The card with whom it works for."""
    clan = works_for(card)
    if clan is None:
        return T("{card}, works for itself", card=ROLES[card].label)
    return T("{card}, works for the {clan} clan", card=ROLES[card].label, clan=clan_name(clan))


@dataclass
class Seat(cards.Seat):
    """``treasures`` counts those taken this round; ``dragon``: has the dragon token; ``mine``: the one with treasures
    that the dwarf stood on when its last turn ended, as far as the entries tell."""

    treasures: int = 0
    dragon: bool = False
    mine: str | None = None


@dataclass
class Turn(cards.MovingTurn):
    """``revealed`` is the mine turned up in this turn; ``took``: a treasure was taken in it; ``began_on``: the mine
    that its dwarf stood on when it began."""

    revealed: str | None = None
    took: bool = False
    began_on: str | None = None


@dataclass
class State(cards.State[Seat, Turn]):
    """``trolls`` are their owners, oldest first; ``traps`` counts those that lie; ``mines`` are those turned up.

    ``values`` are the treasures of each seat in points (None until they are told).
    """

    treasures_left: int = 0
    mines: list[str] = field(default_factory=list)
    trolls: list[int] = field(default_factory=list)
    traps: int = 0
    values: list[list[int]] | None = None

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
OF_SEAT = (
    Settable(
        Ask(Flag("dragon", T("Has the dragon token"))),
        T("{name} has the dragon token"), T("{name} does not have the dragon token"), limits=(one_dragon,),
        alone=True, short=T("dragon token"),
    ),
)  # fmt: skip
SETTABLE = (
    lies(TROLLS, T("Trolls"), T("lying: {trolls}"), T("no troll lies on the board"), short=T("troll")),
    Settable(
        Ask(Number("traps", T("Traps"))),
        TN("{n} trap lies on the board", "{n} traps lie on the board"), T("no trap lies on the board"),
        icon="trap",
    ),
    Settable(
        some_pieces("mines", T("Mines turned up"), MINES), T("turned up: {mines}"), T("no mine is turned up")
    ),
)  # fmt: skip
