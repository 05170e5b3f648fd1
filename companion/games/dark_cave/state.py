"""The box of The Dark Cave (rulebook "Components"), and how it lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.rules import cards
from companion.rules.asking import Ask, Flag, Number, Piece, need, pieces, some_pieces, some_seats
from companion.rules.game import Settable, lies
from companion.rules.state import OVER, PLAYING, SCORING
from companion.rules.text import TN, T
from companion.rules.turns import Change, FlagTimer, Timer

CLANS = ("yellow", "blue")
ROLES = pieces(
    Piece("yellow-loyal", T("loyal yellow dwarf"), "dwarf"),
    Piece("yellow-saboteur", T("yellow saboteur"), "saboteur"),
    Piece("blue-loyal", T("loyal blue dwarf"), "dwarf"),
    Piece("blue-saboteur", T("blue saboteur"), "saboteur"),
)
GOALS = pieces(
    Piece("exit", T("the exit")),
    Piece("gold-vein", T("the gold vein")),
    Piece("dark-hole", T("the dark hole")),
    Piece("ladder", T("the ladder")),
)
MARKERS = pieces(
    *(Piece(id, T("{sign}", sign=sign)) for id, sign in (("circle", "●"), ("triangle", "▲"), ("square", "■")))
)
CREATURES = pieces(
    Piece("rat", T("rat"), "rat"),
    Piece("lindworm", T("lindworm"), "lindworm"),
    Piece("goblin", T("goblin"), "goblin"),
)
GROUPS = ("I", "II", "III")
GOLD = 46
LEFT = {"I": 24, "II": 22, "III": 21}
"""Cards of each group that are left when five of each are back in the box."""


def groups_in_hand(players: int) -> dict[str, int]:
    """Five cards, by group."""
    if players <= 4:
        return {"I": 5, "II": 0, "III": 0}
    return {"I": 4, "II": 1, "III": 0} if players <= 6 else {"I": 3, "II": 2, "III": 0}


def deck(players: int) -> dict[str, int]:
    """The draw deck by group after the hands are dealt."""
    return {group: LEFT[group] - players * groups_in_hand(players)[group] for group in GROUPS}


ASIDE = "aside"
"""The key under which the first player out looks at the set-aside cards."""
TOOLS = 3
"""Boots and battle-axes there are in the box, of each."""

WEBS = Timer(
    "webs",
    flip=Change("flip-web", T("Flip your {marker} web to 1.")),
    gone=Change("remove-web", T("Take your {marker} web off, discard its card.")),
    names="marker",
    pieces=MARKERS,
    icon="spiderweb",
    title=T("{marker} web of {name}, showing {side}"),
    flip_note=T("turns to 1 when {name}'s turn starts"),
)
LURED = Timer(
    "creatures",
    gone=Change("remove-creature", T("Take the {creature} off, discard its card.")),
    names="creature",
    pieces=CREATURES,
    title=T("{creature} of {name}"),
)
STAND_UP = FlagTimer("lying", Change("stand-up", T("Stand your dwarf up; it does not move this turn.")), icon="lying")


@dataclass
class Seat(cards.Seat):
    """``boots``, ``axes``: those in front of the seat."""

    gold: int = 0
    out: bool = False
    boots: bool = False
    axes: int = 0
    lying: bool = False


@dataclass
class Turn(cards.MovingTurn):
    """``met``: the creatures met in the space where the movement ended; ``on_vein``: a gold vein was turned up;
    ``took``: its gold was taken; ``stood_up``: the dwarf does not move in this turn."""

    met: list[str] = field(default_factory=list)
    on_vein: bool = False
    took: bool = False
    stood_up: bool = False


@dataclass
class Web:
    """A spiderweb marker that lies, showing ``side`` 2 or 1."""

    marker: str
    side: int
    owner: int


@dataclass
class Creature:
    """A creature that is in the cave, with its card in front of its owner."""

    creature: str
    owner: int


@dataclass
class State(cards.State[Seat, Turn]):
    """``deck`` by group, ``veins``: gold lying on gold veins, ``out`` in order of leaving, ``exit_turn``: the number of
    the turn in which the exit was turned up."""

    pool: int = GOLD
    veins: int = 0
    goals: list[str] = field(default_factory=list)
    exit_turn: int = 0
    out: list[int] = field(default_factory=list)
    webs: list[Web] = field(default_factory=list)
    creatures: list[Creature] = field(default_factory=list)

    @property
    def deck_size(self) -> int:
        return sum((self.deck or {}).values())

    def change_deck(self, change: int) -> None:
        """Cards come off the top, group I first; cards added lie on the group on top (III when all are empty)."""
        deck = self.deck
        assert deck is not None
        if change > 0:
            top = next((group for group in GROUPS if deck[group]), "III")
            deck[top] += change
        for group in GROUPS:
            taken = min(deck[group], max(0, -change))
            deck[group] -= taken
            change += taken

    def lay_deck(self, size: int | None) -> None:
        """Filled up from below: III, then II as far as it went, the rest is I."""
        if size is None:
            self.deck = None
            return
        third = min(size, LEFT["III"])
        second = min(size - third, deck(len(self.players))["II"])
        self.deck = {"I": size - third - second, "II": second, "III": third}

    def fill_vein(self) -> None:
        """A gold vein gets 1 gold from the pool, if it has any."""
        if self.pool:
            self.pool -= 1
            self.veins += 1

    def lose_gold(self, seat: int) -> None:
        """1 gold goes back to the pool; with none, nothing is lost."""
        if self.seats[seat].gold:
            self.seats[seat].gold -= 1
            self.pool += 1


# -- as it lies -----------------------------------------------------------------------------------------------------
def are_out(state: State, out: list[int]) -> None:
    """These are out, in this order: who is new among them is turned up and stands."""
    for index, dwarf in enumerate(state.seats):
        if index in out and not dwarf.out:
            dwarf.revealed, dwarf.lying = True, False
        dwarf.out = index in out
    state.out = list(out)


def _on_veins(state: State, seat: int, gold: int) -> None:
    """The gold on gold veins comes from the pool and goes back to it."""
    state.pool += state.veins - gold
    state.veins = gold


def _most(name: str) -> Callable[[State, int], object]:
    return lambda state, seat: sum(getattr(one, name) for one in state.seats) <= TOOLS


pool_has_it = need(T("the pool does not have that much gold"), lambda state, seat: state.pool >= 0)
out_stand = need(
    T("a dwarf that is out of the cave does not lie down"),
    lambda state, seat: not any(one.out and one.lying for one in state.seats),
)
out_turned_up = need(
    T("whoever is out of the cave has their card turned up"),
    lambda state, seat: not any(one.out and not one.revealed for one in state.seats),
)
OF_SEAT = (
    Settable(
        Ask(Flag("boots", T("Boots"))), T("{name} has boots"), T("{name} has no boots"),
        limits=(need(T("there are only three boots"), _most("boots")),), short=T("boots"),
    ),
    Settable(
        Ask(Number("axes", T("Battle-axes"), high=TOOLS)),
        TN("{name} has {n} battle-axe", "{name} has {n} battle-axes"), T("{name} has no battle-axe"),
        limits=(need(T("there are only three battle-axes"), _most("axes")),), short=T("axe"),
    ),
    Settable(
        Ask(Flag("lying", T("Dwarf lies down"))), T("{name}'s dwarf lies"), T("{name}'s dwarf stands"),
        limits=(out_stand,), short=T("lies down"),
        at_once=lambda state: T("The lindworm hits") if LURED.find(state, "lindworm") else None,
    ),
    Settable(
        Ask(Flag("revealed", T("Clan card is turned up"))),
        T("{name}'s card is turned up"), T("{name}'s card is face down"), limits=(out_turned_up,),
        short=T("card is open"), icon="eye",
    ),
)  # fmt: skip
SETTABLE = (
    lies(WEBS, T("Webs"), T("webs: {webs}"), T("no web lies in the cave"), Web, T("web {what}")),
    lies(LURED, T("Creatures"), T("creatures: {creatures}"), T("no creature is in the cave"), Creature),
    Settable(
        some_pieces("goals", T("Goal cards turned up"), GOALS), T("turned up: {goals}"), T("no goal card is turned up"),
        icon="goal",
    ),
    Settable(
        Ask(Number("veins", T("Gold on gold veins"), high=GOLD)),
        TN("{n} gold on gold veins", "{n} gold on gold veins"), T("no gold on gold veins"),
        limits=(pool_has_it,), put=_on_veins,
    ),
    Settable(
        some_seats("out", T("Out of the cave, in order of leaving")),
        T("out of the cave, in this order: {out}"), T("nobody is out of the cave"),
        limits=(out_stand, out_turned_up), put=lambda state, seat, out: are_out(state, out),
        short=T("is out"), icon="leave", leaves=True,
        open=lambda state: state.status in (PLAYING, SCORING, OVER),
    ),
)  # fmt: skip
