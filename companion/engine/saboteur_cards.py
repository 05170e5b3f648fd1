"""Path cards towards three goal cards, and the action cards around them: broken tools, repair, rockfall, map.

Saboteur and Saboteur 2 share it. Gold, roles and the end of a round are each game's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.engine import hands
from companion.engine.actions import Entry
from companion.engine.card_moves import TurnCard
from companion.engine.conditions import Condition, Conditions, any_seat_meets, condition
from companion.engine.display import PlotLabels
from companion.engine.facts import CountFact, Fact, PiecesFact, RevealedFact
from companion.engine.fields import Choice, Field, Piece, any_seat, hidden, pieces, some_pieces
from companion.engine.game import Game
from companion.engine.hands import SeatT
from companion.engine.move import TRACKED_TOKENS, ButtonPerPiece, Variant
from companion.engine.reference import Lesson, Topic, topics_of, when_fact
from companion.engine.state import Turn
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.turns import finish_round

DIGGER = "gold-digger"
SABOTEUR = "saboteur"
DWARVES = {3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7)}
"""Saboteurs and gold-diggers among the dwarf cards of 2004, by number of players."""
BROKEN_TOOL = T(
    "Whoever has this in front of them can't play path cards, but can play anything else. A repair "
    "card with the same tool removes it, whoever plays it."
)
TOOLS = pieces(
    Piece("wagon", T("mine wagon"), "wagon", title=T("Broken mine wagon"), help=BROKEN_TOOL),
    Piece("lantern", T("lantern"), "lantern", title=T("Broken lantern"), help=BROKEN_TOOL),
    Piece("pick", T("pick"), "pick", title=T("Broken pick"), help=BROKEN_TOOL),
)
GOALS = pieces(Piece("stone", T("a stone"), "stone"), Piece("treasure", T("the treasure"), "treasure"))
STONES = 2
TREASURE = "treasure"
"""The ``over_by`` of a round that ended at the treasure."""
UNREACHABLE = Choice("unreachable", T("the treasure can't be reached any more"))


@dataclass
class Seat(hands.Seat):
    """``gold`` in nuggets, which stays from round to round; ``broken`` tools in the order of ``TOOLS``."""

    kept_between_rounds = ("gold",)

    gold: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass
class State(hands.State[SeatT, Turn]):
    """``goals`` in the order in which they were revealed; ``finder`` reached the treasure."""

    seat_type = Seat

    goals: list[str] = field(default_factory=list)
    finder: int | None = None


BEGINS = Topic(
    T("Who goes first?"),
    T(
        "The youngest player goes first in the first round. After that, the player to the left of "
        "whoever played the last card goes first."
    ),
    "next",
)
ENDS = Topic(
    T("When does it end?"),
    T(
        "A round ends at once when a path reaches the treasure. It also ends when nobody has any cards "
        "left, or when you all agree that the treasure can't be reached. After three rounds, or as many "
        "as you agreed on, whoever has the most gold wins."
    ),
    "finish",
)
DIGGERS_DIG = (
    "digger path treasure",
    T("Gold-diggers dig a path to the treasure. It's one of the three face-down goal cards."),
)
SABOTEURS_KEEP = (
    "saboteur broken",
    T("Saboteurs keep the path away from the treasure: they break tools, lead it astray and lie low."),
)
NEVER_CROSSWISE = "joins", T("Path cards go side by side, never crosswise, and their paths must match on every side.")
ROUND_ENDS = (
    "treasure deck",
    T(
        "A round ends when a path reaches the treasure or nobody has any cards left. After three rounds, "
        "whoever has the most gold wins."
    ),
)


class ToolsGame(Game):
    """A game of three rounds by the rulebook that is played with these cards.

    Gold is secret, and stays from round to round.
    """

    begins = T("By the rules, the youngest player goes first.")
    signs = topics_of(TOOLS)
    active_count_text = T("{n} of {all} can dig")
    plotted = PlotLabels(T("Gold after each round"), T("Gold"), T("Rounds"))

    def list_end_reasons(self, state: Any) -> tuple[Choice, ...]:
        """Return why a round can end: people also see when no path can reach the treasure any more.

        Who gets paid at the end is said before.
        """
        reasons = (*super().list_end_reasons(state), UNREACHABLE)
        return tuple(
            reason._replace(label=self.say_pay_unreached(state).fill(reason=reason.label)) for reason in reasons
        )

    def say_pay_unreached(self, state: Any) -> Text:
        """Say who gets gold when the table ends a round, with its ``{reason}``."""
        return T("{reason} – the saboteurs get their gold")


# -- preparation and the board --------------------------------------------------------------------------------------
def list_layout() -> list[Text]:
    """Return the preparation of the starting card and the three goal cards."""
    return [
        T("Shuffle the three goal cards and place them face down in a column, with room for one card between them."),
        T("Place the starting card face up, with room for seven cards between it and the middle goal card."),
    ]


FINDS = RevealedFact(
    "goals", T("Goal cards revealed"), pieces=GOALS, only="stone", most=STONES, count=3,
    log_text=T("revealed: {goals}"), log_text_false=T("no goal card is face up"),
)  # fmt: skip
OF_TABLE = (hands.DECK, FINDS, Fact("next_first"))
"""The facts of the table that both games have."""
BARS = T("{name} can't dig")
"""Nobody whose badge says it can play a path card."""
GOLD = CountFact(
    "gold", T("Gold"), after=True, always=True, icon="gold", sign=TN("{n} gold", "{n} gold"),
)  # fmt: skip


def _lie_broken(state: State[Any], seat: int, broken: Sequence[str]) -> None:
    """Lay broken tools in the order in which they are always named."""
    state.seats[seat].broken = [tool for tool in TOOLS if tool in broken]


BROKEN = PiecesFact(
    "broken", T("Broken tools"), pieces=TOOLS, names="tool", sign=T("{tool} is broken"), tone="bad", blocks_text=BARS,
    log_text=T("{name} has broken tools: {broken}"), log_text_false=T("{name} has no broken tools"),
    put=_lie_broken,
)  # fmt: skip
"""One loud badge for each broken tool."""


# -- path cards -----------------------------------------------------------------------------------------------------
def tools_whole(state: State[Any], by: int) -> Text | None:
    """Refuse a path card while the player has a broken tool."""
    seat = state.seats[by]
    if not seat.broken:
        return None
    broken = [TOOLS[tool].label for tool in seat.broken]
    return T("{name} can't play path cards with broken tools: {tools}", name=seat.name, tools=broken)


stone_left = condition(T("both stones are already face up"), lambda state, by: state.goals.count("stone") < STONES)
stones_left = condition(T("only one stone is still face down"), lambda state, by: "stone" not in state.goals)


def count_face_down(state: State[Any]) -> Counter[str]:
    """Count the goal cards that aren't revealed yet."""
    return Counter({"stone": STONES, "treasure": 1}) - Counter(state.goals)


def path_ways(*treasure: Field) -> tuple[Variant, ...]:
    """Return a path card that reaches nothing, a stone, the treasure, or two goal cards at once.

    ``treasure`` is what to ask if it reaches the treasure. A record can name any ``goals`` that are left.
    """
    goals = some_pieces("goals", T("Goal cards reached"), GOALS, among=count_face_down, most=STONES + 1)
    in_records = (goals, *(replace(ask, optional=True) for ask in treasure))
    return (
        Variant({}, T("Path card"), asks=tuple(map(hidden, in_records)), log_text=T("{name} plays a path card.")),
        Variant(
            {"goal": "stone"}, T("Path reaches a stone"), "stone", greyed_by=(stone_left,),
            log_text=T("{name} reaches a goal card and turns it over: a stone. The round goes on."),
            short=T("Path to a stone"), tile="way",
            help=T(
                "An unbroken path from the start has reached this goal card. Turn it over and place it so that "
                "its paths fit, if possible. It's a stone, so the round goes on."
            ),
        ),
        Variant(
            {"goal": "treasure"}, T("Path reaches the treasure!"), "treasure", asks=treasure,
            log_text=T("{name} reaches a goal card and turns it over: the treasure! The round is over."),
            short=T("To the treasure!"), tile="way",
            help=T(
                "An unbroken path from the start has reached this goal card, and it's the treasure. The round "
                "ends at once, and everyone reveals their card."
            ),
        ),
        Variant(
            {"goals": ["stone", "stone"]}, T("Path reaches two stones"), "goal", greyed_by=(stone_left, stones_left),
            short=T("Path to two stones"), tile="way", rare=True,
            help=T("One card has reached two goal cards at once. Both are stones, so the round goes on."),
        ),
        Variant(
            {"goals": ["stone", "treasure"]}, T("Path reaches a stone and the treasure!"), "crown",
            greyed_by=(stone_left,), asks=treasure,
            short=T("Stone and treasure!"), tile="way", rare=True,
            help=T("One card has reached two goal cards at once, and one of them is the treasure. The round is over."),
        ),
    )  # fmt: skip


def list_reached(entry: Entry) -> list[str]:
    """Return the goal cards that the path card of an entry reached."""
    return [entry["goal"]] if "goal" in entry else list(entry.get("goals", ()))


class SaboteurPlayPath(TurnCard):
    """A path card.

    With ``goal`` it reached that goal card, with ``goals`` several, and the round is over when the treasure is among
    them.
    """

    kind = "play-path"
    label = T("Path card")
    icon = "path"
    tile = "cave"
    help = T(
        "Play it next to a card that's already on the table, never crosswise, with matching paths on "
        "every side. Not while you have a broken tool."
    )
    greyed_by: ClassVar[Conditions] = (tools_whole,)
    variants = path_ways()
    may_end_round = True

    def check(self, state: Any, entry: Entry) -> None:
        goals = list_reached(entry)
        if not Counter(goals) <= count_face_down(state):
            raise RuleError(T("there aren't that many of these goal cards face down"))
        if "treasure" in goals[:-1]:
            raise RuleError(T("the treasure ends the round, so name it last"))
        reaching = (way for way in self.variants if way.fixed.get("goal") == "treasure")
        for ask in (ask.bind(state, entry["by"]) for way in reaching for ask in way.asks):
            if "treasure" in goals and ask.name not in entry and not ask.optional:
                raise RuleError(T("the field {field} is missing", field=ask.named))
            if "treasure" not in goals and ask.name in entry:
                why = T("{field} is required when the treasure is reached, and not allowed otherwise", field=ask.named)
                raise RuleError(why)

    def effect(self, state: Any, entry: Entry) -> None:
        state.goals += list_reached(entry)
        if "treasure" in list_reached(entry):
            state.finder = entry["by"]
            finish_round(self.game, state, TREASURE)

    def phrase(self, state: Any, entry: Entry) -> Text:
        goals = list_reached(entry)
        if len(goals) < 2:
            return super().phrase(state, {**entry, "goal": goals[0]} if goals else entry)
        over = T("{name} reaches several goal cards and turns them over: {goals}. The round is over.")
        goes_on = T("{name} reaches several goal cards and turns them over: {goals}. The round goes on.")
        return over if "treasure" in goals else goes_on


# -- action cards ---------------------------------------------------------------------------------------------------
def _make_each_tool(
    label: Text, icon: str, short: Mapping[str, Text], broken: bool, why: Text, none: Text
) -> ButtonPerPiece:
    """Make a button for each tool; it asks for a seat that has it ``broken``, or doesn't."""

    def fits(tool: str) -> Condition:
        return condition(
            why.fill(tool=TOOLS[tool].label), lambda state, seat: (tool in state.seats[seat].broken) == broken
        )

    return ButtonPerPiece(
        "tool", TOOLS, label, icon=icon, short=short,
        greyed_by=lambda tool: (any_seat_meets(fits(tool), none.fill(tool=TOOLS[tool].label)),),
        asks=lambda tool: (any_seat("to", T("Who gets it?"), fits(tool)),),
    )  # fmt: skip


BREAK = {"wagon": T("Break wagon"), "lantern": T("Break lantern"), "pick": T("Break pick")}
REPAIR = {"wagon": T("Repair wagon"), "lantern": T("Repair lantern"), "pick": T("Repair pick")}
any_broken = condition(T("nobody has a broken tool"), lambda state, by: any(seat.broken for seat in state.seats))


class Break(TurnCard):
    """A broken tool is put in front of a seat; never twice the same one."""

    kind = "break"
    label = T("Break a tool")
    icon = "broken"
    allowed_tracking = TRACKED_TOKENS
    lays = True
    tile = "against"
    help = T(
        "Goes in front of a player. While it's there, they can play any card except path cards. A player "
        "can't have the same tool broken twice."
    )
    each = _make_each_tool(
        T("Break: {tool}"), "break-{id}", BREAK, False,
        T("{name}'s {tool} is already broken"), T("everyone's {tool} is already broken"),
    )  # fmt: skip
    log_text = T("{name} breaks {to}'s {tool}.")
    log_text_self = T("{name} breaks their own {tool}.")

    def effect(self, state: Any, entry: Entry) -> None:
        _lie_broken(state, entry["to"], [*state.seats[entry["to"]].broken, entry["tool"]])

    def name_sound(self, entry: Entry) -> str:
        return "lamp" if entry["tool"] == "lantern" else ""


class Repair(TurnCard):
    """A broken tool is repaired; a repair card that shows two tools mends the one that is named."""

    kind = "repair"
    label = T("Repair a tool")
    icon = "repair"
    allowed_tracking = TRACKED_TOKENS
    tile = "for"
    help = T(
        "Repairs this broken tool for any player, including you. Discard both cards. A card that shows "
        "two tools repairs only one of them."
    )
    greyed_by = (any_broken,)
    each = _make_each_tool(
        T("Repair: {tool}"), "repair-{id}", REPAIR, True,
        T("{name}'s {tool} is not broken"), T("nobody's {tool} is broken"),
    )  # fmt: skip
    log_text = T("{name} repairs {to}'s {tool}: discard both cards.")
    log_text_self = T("{name} repairs their own {tool}: discard both cards.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.seats[entry["to"]].broken.remove(entry["tool"])


class Rockfall(TurnCard):
    """A path card is taken out of the maze."""

    kind = "rockfall"
    label = T("Rockfall")
    icon = "rockfall"
    tile = "cave"
    help = T("Remove any one path card from the maze. Discard both cards. Never the start or a goal card.")
    log_text = T("{name} plays Rockfall and removes a path card.")


class Map(TurnCard):
    """A look at a goal card on the table."""

    kind = "map"
    label = T("Map")
    icon = "map"
    tile = "look"
    help = T("Look at one face-down goal card, then put it back. What you say about it is up to you.")
    log_text = T("{name} looks at a goal card and puts it back.")


CARD_MOVES = (Break, Repair, Rockfall, Map)
"""Break, repair, rockfall and map: which both games play alike."""

LESSONS = (
    Lesson(
        "break",
        Topic(
            T("Broken tool"),
            T("Whoever has one in front of them can't play path cards until it's gone, but can play anything else."),
            "broken",
        ),
    ),
    Lesson("repair", Topic(T("Repair a tool"), Repair.help, "repair")),
    Lesson("rockfall"),
    Lesson("map"),
    Lesson(
        about=Topic(
            T("A stone"), T("Just a stone, so the round goes on. Two of the three goal cards are stones."), "stone"
        ),
        when=when_fact("goals", "stone"),
    ),
    Lesson("pass"),
    hands.NO_DECK_LEFT,
)
"""Said to those to whom such a game is new."""
