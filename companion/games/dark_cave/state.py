"""The box of The Dark Cave (rulebook "Components"), and the state of its table.

``turn`` changes the state; each fact's declaration, below, says who can see it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine import hands
from companion.engine.clans import CLAN, clan_cards
from companion.engine.conditions import condition
from companion.engine.facts import (
    NO_WORDS,
    CountFact,
    Fact,
    FlagFact,
    NumberFact,
    OrderFact,
    RevealedFact,
    TimedTokens,
    TurnStartEffect,
)
from companion.engine.fields import Piece, pieces
from companion.engine.hands import DECK, HAND
from companion.engine.move import TRACKED_TOKENS
from companion.engine.state import OVER, PLAYING, SCORING
from companion.engine.text import TN, T
from companion.engine.visibility import CARD, SCORE, is_told

ROLES = clan_cards(
    loyal=T("Your gold counts for the clan on the back of your card. Carry it out before the end."),
    saboteur=T("Your gold counts for the other clan. Anyone who thinks you're loyal will help you."),
)
GOALS = pieces(
    Piece("exit", T("the exit"), short=T("exit")),
    Piece("gold-vein", T("the gold vein"), short=T("gold vein")),
    Piece("dark-hole", T("the dark hole"), short=T("dark hole")),
    Piece("ladder", T("the ladder"), short=T("ladder")),
)
MARKERS = pieces(
    *(Piece(id, T("{sign}", sign=sign)) for id, sign in (("circle", "●"), ("triangle", "▲"), ("square", "■")))
)
CREATURES = pieces(
    Piece(
        "rat", T("rat"), "rat", title=T("Rat"),
        help=T(
            "Up to 3 steps from a dark hole, or from where it is, but not through spiderwebs. Dwarves it "
            "runs into lose a random card. It's removed when its owner's next turn starts."
        ),
    ),
    Piece(
        "lindworm", T("lindworm"), "lindworm", title=T("Lindworm"),
        help=T(
            "Up to 4 steps from a dark hole, or from where it is, but not through spiderwebs. Dwarves it "
            "runs into lie down and don't move on their next turn. It's removed when its owner's next turn "
            "starts."
        ),
    ),
    Piece(
        "goblin", T("goblin"), "goblin", title=T("Goblin"),
        help=T(
            "Up to 5 steps from a dark hole, or from where it is, but not through spiderwebs. Dwarves it "
            "runs into lose 1 gold. It's removed when its owner's next turn starts."
        ),
    ),
)  # fmt: skip
GROUPS = ("I", "II", "III")
GOLD = 46
LEFT = {"I": 24, "II": 22, "III": 21}
"""The number of cards of each group, without the five of each that stay in the box."""


def groups_in_hand(players: int) -> dict[str, int]:
    """Return how many cards of each group a hand has."""
    if players <= 4:
        return {"I": 5, "II": 0, "III": 0}
    return {"I": 4, "II": 1, "III": 0} if players <= 6 else {"I": 3, "II": 2, "III": 0}


def deck(players: int) -> dict[str, int]:
    """Return how many cards of each group the draw deck has after the hands are dealt."""
    return {group: LEFT[group] - players * groups_in_hand(players)[group] for group in GROUPS}


ASIDE = "aside"
"""The key under which the first player out looks at the set-aside cards."""
TOOLS = 3
"""How many boots there are in the box, and how many battle-axes."""
STAND_UP = "stand-up"


@dataclass
class Seat(hands.Seat):
    """A seat with the boots and axes in front of it."""

    gold: int = 0
    boots: bool = False
    axes: int = 0
    lying: bool = False


@dataclass
class Turn(hands.MovingTurn):
    """A turn.

    ``met``: the creatures met in the space where the movement ended; ``on_vein``: a gold vein was revealed; ``took``:
    its gold was taken; ``stood_up``: the dwarf does not move in this turn.
    """

    met: list[str] = field(default_factory=list)
    on_vein: bool = False
    took: bool = False
    stood_up: bool = False


@dataclass
class State(hands.State[Seat, Turn]):
    """The state of the cave.

    ``deck`` by group, ``veins``: gold on gold veins, ``out`` in order of leaving, ``exit_turn``: the number of the turn
    in which the exit was revealed.
    """

    seat_type = Seat

    pool: int = GOLD
    veins: int = 0
    goals: list[str] = field(default_factory=list)
    exit_turn: int = 0
    out: list[int] = field(default_factory=list)
    webs: list[dict[str, Any]] = field(default_factory=list)
    creatures: list[dict[str, Any]] = field(default_factory=list)

    @property
    def deck_size(self) -> int:
        return sum((self.deck or {}).values())

    def change_deck(self, change: int) -> None:
        """Draw cards off the top, group I first; added cards join the topmost group (III if all are empty)."""
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
        """Fill the deck from below: first III, then II, each up to its full number; the rest is I."""
        if size is None:
            self.deck = None
            return
        third = min(size, LEFT["III"])
        second = min(size - third, deck(len(self.players))["II"])
        self.deck = {"I": size - third - second, "II": second, "III": third}

    def new_turn(self, seat: int) -> Turn:
        """Make a turn; a dwarf that stands up now, or is out, doesn't move in it."""
        turn = Turn(seat, self.number, stood_up={"seat": seat, "kind": STAND_UP} in self.reminders)
        turn.may_move = self.upright(turn)
        return turn

    def upright(self, turn: Turn) -> bool:
        """Return whether the dwarf can move when its turn starts."""
        seat = self.seats[turn.seat]
        return not (turn.stood_up or turn.seat in self.out or seat.lying)

    def fill_vein(self) -> None:
        """Lay 1 gold from the pool on a gold vein, if the pool has any."""
        if self.pool:
            self.pool -= 1
            self.veins += 1

    def lose_gold(self, seat: int) -> None:
        """Put 1 gold of a seat back into the pool, if the seat has any."""
        if self.seats[seat].gold:
            self.seats[seat].gold -= 1
            self.pool += 1


# -- what is on the table -------------------------------------------------------------------------------------------
def set_out(state: State, out: list[int]) -> None:
    """Set who is out, in this order; a dwarf that is new among them is revealed and stands."""
    for seat in out:
        if seat not in state.out:
            state.seats[seat].revealed = True
            state.seats[seat].lying = False
    state.out = list(out)


def _on_veins(state: State, seat: int, gold: int) -> None:
    """Set the gold on gold veins: it comes from the pool or goes back to it."""
    state.pool += state.veins - gold
    state.veins = gold


def _most(name: str) -> Callable[[State, int], object]:
    return lambda state, seat: sum(getattr(dwarf, name) for dwarf in state.seats) <= TOOLS


pool_has_it = condition(T("the pool doesn't have that much gold"), lambda state, seat: state.pool >= 0)
out_stand = condition(
    T("a dwarf that has left the cave can't lie down"),
    lambda state, seat: not any(state.seats[gone].lying for gone in state.out),
)
out_turned_up = condition(
    T("whoever is out of the cave has their card revealed"),
    lambda state, seat: all(state.seats[gone].revealed for gone in state.out),
)


# -- the facts of the table -----------------------------------------------------------------------------------------
WEBS = TimedTokens(
    "webs", T("Webs"), pieces=MARKERS, names="marker", countdown=2, icon="spiderweb", short=T("web {what}"),
    flips=TurnStartEffect(
        "flip-web", T("Flip your {marker} web to {side}."), T("turns to {next} when {name}'s turn starts")
    ),
    goes=TurnStartEffect("remove-web", T("Remove your {marker} web and discard its card.")),
    title=T("{name}'s {marker} web, showing {side}"),
    log_text=T("webs: {webs}"), log_text_false=T("there's no web in the cave"),
)  # fmt: skip
LURED = TimedTokens(
    "creatures", T("Creatures"), pieces=CREATURES, names="creature",
    goes=TurnStartEffect("remove-creature", T("Remove the {creature} and discard its card.")),
    title=T("{name}'s {creature}"),
    log_text=T("creatures: {creatures}"), log_text_false=T("no creature is in the cave"),
)  # fmt: skip
OF_TABLE = (
    SCORE,
    Fact("pool", icon="gold", sign=T("Gold in the pool"), always=True, allowed_tracking=TRACKED_TOKENS),
    WEBS,
    LURED,
    RevealedFact(
        "goals", T("Goal cards revealed"), pieces=GOALS, count=len(GOALS), icon="goal",
        log_text=T("revealed: {goals}"), log_text_false=T("no goal card is face up"),
    ),
    NumberFact(
        "veins", T("Gold on gold veins"), icon="nugget", sign=T("Gold on gold veins"), most=GOLD,
        log_text=TN("{n} gold on gold veins", "{n} gold on gold veins"), log_text_false=T("no gold on gold veins"),
        limits=(pool_has_it,), put=_on_veins,
    ),
    replace(DECK, sign=T("Deck {group}")),
    OrderFact(
        "out", T("Out of the cave, in order of leaving"), icon="leave", short=T("is out"), tone="quiet",
        sign=T("out of the cave, number {n}"),
        log_text=T("out of the cave, in this order: {out}"), log_text_false=T("nobody is out of the cave"),
        limits=(out_stand, out_turned_up), put=lambda state, seat, out: set_out(state, out),
        open=lambda state: state.status in (PLAYING, SCORING, OVER),
    ),
    Fact(ASIDE, known=is_told),
)  # fmt: skip
OWN_GOLD = CountFact(
    "gold", T("Gold"), icon="gold", sign=TN("{n} gold", "{n} gold"), always=True, allowed_tracking=TRACKED_TOKENS,
    after=True, stock="pool", too_little=T("the pool has only {pool} gold left"),
)  # fmt: skip
OUT = Fact("out", dims_row=NO_WORDS, value=lambda state, seat: seat in state.out)
OF_SEAT = (
    CLAN,
    CARD,
    OWN_GOLD,
    HAND,
    OUT,
    FlagFact(
        "boots", T("Boots"), icon="boots", sign=T("boots"), tone="good",
        log_text=T("{name} has boots"), log_text_false=T("{name} has no boots"),
        limits=(condition(T("there are only three pairs of boots"), _most("boots")),),
    ),
    NumberFact(
        "axes", T("Battle-axes"), icon="battle-axe", sign=TN("{n} battle-axe", "{n} battle-axes"), tone="good",
        short=T("axe"), most=TOOLS,
        log_text=TN("{name} has {n} battle-axe", "{name} has {n} battle-axes"),
        log_text_false=T("{name} has no battle-axe"),
        limits=(condition(T("there are only three battle-axes"), _most("axes")),),
    ),
    FlagFact(
        "lying", T("Dwarf is lying down"), icon="lying", sign=T("lying down"), tone="bad",
        log_text=T("{name}'s dwarf is lying down"), log_text_false=T("{name}'s dwarf is standing"), limits=(out_stand,),
        at_once=lambda state: T("The lindworm hits") if LURED.find(state, "lindworm") else None,
        goes=TurnStartEffect(STAND_UP, T("Stand your dwarf up. It doesn't move this turn.")),
    ),
    FlagFact(
        "revealed", T("Clan card is revealed"), icon="eye", short=T("revealed"),
        log_text=T("{name}'s card is revealed"), log_text_false=T("{name}'s card is face down"),
        limits=(out_turned_up,),
    ),
)  # fmt: skip
