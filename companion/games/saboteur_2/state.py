"""The box of Saboteur 2 (spec "Cards and setup"), and the state of its table.

Tools, goal cards and path cards, which Saboteur has too, are in ``engine.saboteur_cards``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine import saboteur_cards
from companion.engine.facts import FlagFact
from companion.engine.fields import Piece, pieces
from companion.engine.reference import Topic
from companion.engine.state import SCORING
from companion.engine.text import T

BOSS = "boss"
PROFITEER = "profiteer"
GEOLOGIST = "geologist"
SABOTEUR = saboteur_cards.SABOTEUR
DIGGER = saboteur_cards.DIGGER
OLD_ROLES = "2004"
Options = Mapping[str, Any]
ROLES = pieces(
    Piece(
        "blue-digger", T("blue gold-digger"), "digger", title=T("Blue digger"),
        help=T(
            "Wins if blue can get to the treasure, unless a green digger reached it for green. Green doors "
            "block the path."
        ),
    ),
    Piece(
        "green-digger", T("green gold-digger"), "digger", title=T("Green digger"),
        help=T(
            "Wins if green can get to the treasure, unless a blue digger reached it for blue. Blue doors "
            "block the path."
        ),
    ),
    Piece(
        BOSS, T("boss"), "boss", title=T("Boss"),
        help=T("Wins whenever the treasure is reached, with either team. The boss gets 1 gold less than the others."),
    ),
    Piece(
        PROFITEER, T("profiteer"), "profiteer", title=T("Profiteer"),
        help=T("Always wins, whoever else does. The profiteer gets 2 gold less than the others."),
    ),
    Piece(
        GEOLOGIST, T("geologist"), "geologist", title=T("Geologist"),
        help=T(
            "Doesn't win, but gets 1 gold for each crystal on path cards in play. Two geologists share."
        ),
    ),
    Piece(
        SABOTEUR, T("saboteur"), "saboteur", title=T("Saboteur"),
        help=T(
            "Wins if the treasure isn't reached. Also wins if neither team can get there and no free boss is "
            "in play."
        ),
    ),
    Piece(
        DIGGER, T("gold-digger"), "digger", title=T("Gold-digger"),
        help=T("With the 2004 roles: wins when the treasure is reached, through doors of any colour."),
    ),
)  # fmt: skip
PAGES = {
    "blue-digger": (
        T("You win with blue"),
        ("treasure", T("Get your team to the treasure.")), ("door", T("A green door blocks your path.")),
    ),
    "green-digger": (
        T("You win with green"),
        ("treasure", T("Get your team to the treasure.")), ("door", T("A blue door blocks your path.")),
    ),
    BOSS: (
        T("You win with blue and with green"),
        ("treasure", T("Any path to the treasure will do.")), ("gold", T("You get 1 gold less than the others.")),
    ),
    PROFITEER: (
        T("You always win"),
        ("crown", T("Be on nobody's side, and on everyone's.")), ("gold", T("You get 2 gold less than the others.")),
    ),
    GEOLOGIST: (
        T("You are paid for crystals"),
        ("crystal", T("1 gold for each crystal you can see.")), ("rockfall", T("Two geologists share them.")),
    ),
    SABOTEUR: (
        T("You win when the treasure is not reached"),
        ("rockfall", T("Keep everyone from the treasure.")), ("eye", T("Don't get caught too soon.")),
    ),
    DIGGER: (
        T("You win when the treasure is reached"),
        ("treasure", T("Any path to the treasure will do.")),
        ("broken", T("With a broken tool you can't play path cards. Repair each other's tools.")),
    ),
}  # fmt: skip
"""The page of each card that its owner sees: when it wins, what to do and what to beware of."""
DIGGERS = {"blue-digger": "blue", "green-digger": "green"}
"""The team of each digger's card."""
TRAP = Piece(
    "trapped", T("trapped"), "trapped", title=T("Trapped!"),
    help=T(
        "If you're trapped, you can't play path cards. If you still are at the end of the round, you get "
        "no gold and steal none. “Free at last!” or paying two cards frees you."
    ),
)  # fmt: skip
OBSTACLES = pieces(*saboteur_cards.TOOLS.values(), TRAP)
"""The cards that can be discarded from in front of a seat: a broken tool, or the trap."""

TOPICS = (
    Topic(
        T("Who gets the gold?"),
        T(
            "If the treasure is reached, the team of the digger who reached it wins if it can get there, "
            "otherwise the other team (if no digger reached it, each team that can); the boss wins with them. "
            "If it isn't, the saboteurs win, and the profiteer always does: the fewer winners, the more each "
            "gets (5, 4, 3, 2 or 1 gold, the boss 1 less, the profiteer 2 less). If neither team can get "
            "there, the boss wins, or the saboteurs if there is no free boss. Each crystal pays the "
            "geologists 1 gold; two share."
        ),
        "gold",
    ),
    Topic(
        T("Leaving out roles, or using the 2004 ones"),
        T(
            "Options: no boss, no profiteer or no geologists; or the 2004 diggers and saboteurs with all "
            "these cards. Then doors block nobody and crystals pay nothing; all free diggers win, or all "
            "free saboteurs."
        ),
        "saboteur",
    ),
    Topic(
        T("When are thefts carried out?"),
        T(
            "Once the round's gold has been handed out. Whoever played a theft last steals first, then it "
            "goes clockwise. Trapped players steal nothing."
        ),
        "theft",
    ),
    Topic(
        T("Doors and paths"),
        T("Blue can't go through a green door, nor green through a blue one. Anyone can play any card."),
        "door",
    ),
    Topic(
        T("Bridge, ladder, crystal"),
        T(
            "On a bridge, two paths cross without meeting. A ladder connects to the start and to all other "
            "ladders, and is never next to a goal card. Crystals pay the geologists."
        ),
        "crystal",
    ),
)


def has_old_roles(options: Options) -> bool:
    """Return whether the diggers and saboteurs of 2004 play with these cards."""
    return bool(options["roles"] == OLD_ROLES)


def may_pay_crystals(options: Options) -> bool:
    """Return whether geologists can be in play."""
    return bool(options["geologist"]) and not has_old_roles(options)


@dataclass
class Seat(saboteur_cards.Seat):
    """A seat, with the number of the theft in front of it, counted since the deal (None: there is none)."""

    trapped: bool = False
    theft_laid: int | None = None

    @property
    def theft(self) -> bool:
        """True if there is a theft in front of it."""
        return self.theft_laid is not None

    @property
    def obstacles(self) -> list[str]:
        """The cards in front of it that could be discarded."""
        return [*self.broken, TRAP.id] if self.trapped else list(self.broken)


@dataclass
class State(saboteur_cards.State[Seat]):
    """The state of a round.

    ``blue_way``, ``green_way``: this team can walk to the treasure. ``gain``: what each seat got before the thefts
    (None: not paid yet). ``thieves``: the seats that still have to steal, in order. ``thefts``: thief and victim of
    each theft. ``counted_crystals``: the number of crystals that was entered.
    """

    seat_type = Seat

    blue_way: bool = False
    green_way: bool = False
    counted_crystals: int | None = None
    gain: list[int] | None = None
    thieves: list[int] = field(default_factory=list)
    told_thefts: list[tuple[int, int]] = field(default_factory=list)
    thefts: list[tuple[int, int]] = field(default_factory=list)

    @property
    def crystals(self) -> int | None:
        """The number of open crystals; 0 if they pay nobody, None until someone has counted them."""
        free = self.over_by is not None and not may_pay_crystals(self.options)
        return 0 if free and self.counted_crystals is None else self.counted_crystals

    @property
    def old_roles(self) -> bool:
        """True if the roles are those of 2004, which have no teams."""
        return has_old_roles(self.options)

    @property
    def before(self) -> list[int]:
        """Everyone's gold before the round's pay and thefts; a seat that was added since then has got nothing."""
        gold = [seat.gold for seat in self.seats]
        for seat, got in enumerate(self.gain or ()):
            gold[seat] -= got
        for thief, victim in self.thefts:
            gold[thief] -= 1
            gold[victim] += 1
        return gold

    def steal(self, thief: int, victim: int) -> None:
        """Move 1 gold from the victim to the thief."""
        self.seats[victim].gold -= 1
        self.seats[thief].gold += 1
        self.thefts.append((thief, victim))

    def lay_theft(self, seat: int) -> None:
        """Lay a theft in front of the seat, as the newest one."""
        self.seats[seat].theft_laid = 1 + max(dwarf.theft_laid or 0 for dwarf in self.seats)

    @property
    def stealing(self) -> list[int]:
        """The untrapped seats with a theft: first the one that played it last, then clockwise."""
        laid = {index: seat.theft_laid for index, seat in enumerate(self.seats) if seat.theft and not seat.trapped}
        last = max(laid, key=lambda seat: laid[seat] or 0, default=0)
        return clockwise(laid, last, len(self.seats))


def clockwise(seats: Iterable[int], first: int, players: int) -> list[int]:
    """Return ``seats`` in clockwise order from ``first`` on."""
    return sorted(seats, key=lambda seat: (seat - first) % players)


# -- what is on the table -------------------------------------------------------------------------------------------
def _theft(state: State, seat: int, lies: bool) -> None:
    """Put a theft in front of the seat, or remove it; a new one counts as played now."""
    if not lies:
        state.seats[seat].theft_laid = None
    elif not state.seats[seat].theft:
        state.lay_theft(seat)


def is_uncounted(state: State) -> bool:
    """Return whether the crystals still have to be counted before the gold is paid."""
    return state.playing or (state.status == SCORING and state.crystals is None)


IS_TRAPPED = FlagFact(
    "trapped", T("Trapped"), icon="trapped", sign=T("trapped"), tone="bad", blocks_text=saboteur_cards.BARS,
    log_text=T("{name} is trapped"), log_text_false=T("{name} is not trapped"), open=is_uncounted,
)  # fmt: skip
OF_SEAT = (
    IS_TRAPPED,
    FlagFact(
        "theft", T("Theft"), icon="theft", sign=T("theft"), log_text=T("{name} has a theft"),
        log_text_false=T("{name} has no theft"), put=_theft, open=is_uncounted,
    ),
)  # fmt: skip
