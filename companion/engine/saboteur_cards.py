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

DIGGER = "gold-digger"
SABOTEUR = "saboteur"
DWARVES = {3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7)}
"""Saboteurs and gold-diggers among the dwarf cards of 2004, by number of players."""
BROKEN_TOOL = T(
    "Whoever has it in front of them lays no path card, but may play all others. A repair card that shows the same "
    "tool, played by anybody, takes it away."
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
    """``gold`` in nuggets, kept from round to round; ``broken`` tools in the order of ``TOOLS``."""

    kept_between_rounds = ("gold",)

    gold: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass
class State(hands.State[SeatT, Turn]):
    """``goals`` in the order of turning up; ``finder`` reached the treasure."""

    seat_type = Seat

    goals: list[str] = field(default_factory=list)
    finder: int | None = None


BEGINS = Topic(
    T("Who begins?"),
    T(
        "The youngest player begins the first round. Every later one begins with whoever sits to the left of the "
        "player who played the last card."
    ),
    "next",
)
ENDS = Topic(
    T("When does it end?"),
    T(
        "A round is over at once when a way reaches the treasure, or when nobody has a card left, or when you all see "
        "that the treasure can't be reached. Whoever has most gold after three rounds wins, or "
        "after as many as you have agreed on."
    ),
    "finish",
)
DIGGERS_DIG = (
    "digger path treasure",
    T("Gold-diggers dig a way to the treasure, one of the three goal cards that lie face down."),
)
SABOTEURS_KEEP = (
    "saboteur broken",
    T("Saboteurs keep the way from the treasure: they break tools, lead it astray, and keep quiet."),
)
NEVER_CROSSWISE = "joins", T("Path cards lie side by side, never crosswise, and their ways fit on every side.")
ROUND_ENDS = (
    "treasure deck",
    T("A round ends when a way reaches the treasure, or nobody has a card left. Most gold after three rounds wins."),
)


class ToolsGame(Game):
    """A game of three rounds by the rulebook that is played with these cards.

    Gold is secret, and stays from round to round.
    """

    begins = T("By the rules the youngest player begins.")
    signs = topics_of(TOOLS)
    active_count_text = T("{n} of {all} may dig")
    plotted = PlotLabels(T("Gold after each round"), T("Gold"), T("Rounds"))

    def list_end_reasons(self, state: Any) -> tuple[Choice, ...]:
        """Return why a round may end: the table sees too when no path can reach the treasure any more.

        Whom the end pays is said before.
        """
        reasons = (*super().list_end_reasons(state), UNREACHABLE)
        return tuple(one._replace(label=self.say_pay_unreached(state).fill(reason=one.label)) for one in reasons)

    def say_pay_unreached(self, state: Any) -> Text:
        """Say who gets gold when the table ends a round, with its ``{reason}``."""
        return T("{reason} – the saboteurs get their gold")


# -- preparation and the board --------------------------------------------------------------------------------------
def list_layout() -> list[Text]:
    """Return the preparation of the starting card and the three goal cards."""
    return [
        T("Shuffle the three goal cards and lay them face down in a column, one card of space between them."),
        T("Lay the starting card face up, seven cards of space before the middle goal card."),
    ]


FINDS = RevealedFact(
    "goals", T("Goal cards turned up"), pieces=GOALS, only="stone", most=STONES, count=3,
    log_text=T("turned up: {goals}"), log_text_false=T("no goal card is turned up"),
)  # fmt: skip
OF_TABLE = (hands.DECK, FINDS, Fact("next_first"))
"""The facts of the table that both games have."""
BARS = T("{name} may not dig")
"""Whoever has a sign with it lays no path card."""
GOLD = CountFact(
    "gold", T("Gold"), after=True, always=True, icon="gold", sign=TN("{n} gold", "{n} gold"),
)  # fmt: skip


def _lie_broken(state: State[Any], seat: int, broken: Sequence[str]) -> None:
    """Lay broken tools in the order in which they are always named."""
    state.seats[seat].broken = [tool for tool in TOOLS if tool in broken]


BROKEN = PiecesFact(
    "broken", T("Broken tools"), pieces=TOOLS, names="tool", sign=T("{tool} is broken"), tone="bad", blocks_text=BARS,
    log_text=T("{name} has broken tools: {broken}"), log_text_false=T("{name}'s tools are whole"),
    put=_lie_broken,
)  # fmt: skip
"""One loud sign for each broken tool."""


# -- path cards -----------------------------------------------------------------------------------------------------
def tools_whole(state: State[Any], by: int) -> Text | None:
    """Refuse a path card while a broken tool lies in front."""
    seat = state.seats[by]
    if not seat.broken:
        return None
    broken = [TOOLS[tool].label for tool in seat.broken]
    return T("{name} may lay no path card with broken tools: {tools}", name=seat.name, tools=broken)


stone_left = condition(T("both stones lie open already"), lambda state, by: state.goals.count("stone") < STONES)
stones_left = condition(T("only one stone is still face down"), lambda state, by: "stone" not in state.goals)


def count_face_down(state: State[Any]) -> Counter[str]:
    """Count the goal cards that are not turned up yet."""
    return Counter({"stone": STONES, "treasure": 1}) - Counter(state.goals)


def path_ways(*treasure: Field) -> tuple[Variant, ...]:
    """Return a path card that reaches nothing, a stone, the treasure, or two goal cards at once.

    ``treasure`` is what is asked where it reaches the treasure. A record may name any ``goals`` that are left.
    """
    goals = some_pieces("goals", T("Goal cards it reaches"), GOALS, among=count_face_down, most=STONES + 1)
    in_records = (goals, *(replace(ask, optional=True) for ask in treasure))
    return (
        Variant({}, T("Path card"), asks=tuple(map(hidden, in_records)), log_text=T("{name} lays a path card.")),
        Variant(
            {"goal": "stone"}, T("Path reaches a stone"), "stone", greyed_by=(stone_left,),
            log_text=T("{name} reaches a goal card and turns it up: a stone. The round goes on."),
            short=T("Path to a stone"), tile="way",
            help=T(
                "An unbroken way from the start has reached this goal card: turn it over, lay it so that the ways fit "
                "if they can. It is a stone, so the round goes on."
            ),
        ),
        Variant(
            {"goal": "treasure"}, T("Path reaches the treasure!"), "treasure", asks=treasure,
            log_text=T("{name} reaches a goal card and turns it up: the treasure! The round is over."),
            short=T("To the treasure!"), tile="way",
            help=T(
                "An unbroken way from the start has reached this goal card, and it is the treasure. The round is over "
                "at once, and everybody turns up their card."
            ),
        ),
        Variant(
            {"goals": ["stone", "stone"]}, T("Path reaches two stones"), "goal", greyed_by=(stone_left, stones_left),
            short=T("Path to two stones"), tile="way", rare=True,
            help=T("One card has reached two goal cards at once, and both are stones. The round goes on."),
        ),
        Variant(
            {"goals": ["stone", "treasure"]}, T("Path reaches a stone and the treasure!"), "crown",
            greyed_by=(stone_left,), asks=treasure,
            short=T("Stone and treasure!"), tile="way", rare=True,
            help=T("One card has reached two goal cards at once, and one is the treasure. The round is over."),
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
        "Lay it next to a card that lies there already, never crosswise, so that the ways fit on every side. Not "
        "while a broken tool lies in front of you."
    )
    greyed_by: ClassVar[Conditions] = (tools_whole,)
    variants = path_ways()
    may_end_round = True

    def check(self, state: Any, entry: Entry) -> None:
        goals = list_reached(entry)
        if not Counter(goals) <= count_face_down(state):
            raise RuleError(T("not so many of these goal cards are face down"))
        if "treasure" in goals[:-1]:
            raise RuleError(T("the treasure ends the round, so it is named last"))
        reaching = (way for way in self.variants if way.fixed.get("goal") == "treasure")
        for ask in (ask.bind(state, entry["by"]) for way in reaching for ask in way.asks):
            if "treasure" in goals and ask.name not in entry and not ask.optional:
                raise RuleError(T("the field {field} is missing", field=ask.named))
            if "treasure" not in goals and ask.name in entry:
                why = T("{field} is told where the treasure is reached, and only there", field=ask.named)
                raise RuleError(why)

    def effect(self, state: Any, entry: Entry) -> None:
        state.goals += list_reached(entry)
        if "treasure" in list_reached(entry):
            state.finder = entry["by"]
            self.game.finish(state, TREASURE)

    def phrase(self, state: Any, entry: Entry) -> Text:
        goals = list_reached(entry)
        if len(goals) < 2:
            return super().phrase(state, {**entry, "goal": goals[0]} if goals else entry)
        over = T("{name} reaches several goal cards and turns them up: {goals}. The round is over.")
        goes_on = T("{name} reaches several goal cards and turns them up: {goals}. The round goes on.")
        return over if "treasure" in goals else goes_on


# -- action cards ---------------------------------------------------------------------------------------------------
def _make_each_tool(
    label: Text, icon: str, short: Mapping[str, Text], broken: bool, why: Text, none: Text
) -> ButtonPerPiece:
    """Make a button for each tool; it asks for a seat before which that is ``broken``, or is not."""

    def fits(tool: str) -> Condition:
        return condition(
            why.fill(tool=TOOLS[tool].label), lambda state, seat: (tool in state.seats[seat].broken) == broken
        )

    return ButtonPerPiece(
        "tool", TOOLS, label, icon=icon, short=short,
        greyed_by=lambda tool: (any_seat_meets(fits(tool), none.fill(tool=TOOLS[tool].label)),),
        asks=lambda tool: (any_seat("to", T("In front of whom?"), fits(tool)),),
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
        "It lies in front of a player, who lays no path card while it is there; other cards may be played. Never the "
        "same tool twice in front of one player."
    )
    each = _make_each_tool(
        T("Break: {tool}"), "break-{id}", BREAK, False,
        T("{name}'s {tool} is broken already"), T("everybody's {tool} is broken already"),
    )  # fmt: skip
    log_text = T("{name} puts a broken {tool} in front of {to}.")
    log_text_self = T("{name} puts a broken {tool} in front of themselves.")

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
        "It takes this broken tool away from any player, yourself too; both cards are discarded. A card that shows two "
        "tools repairs only one of them."
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
    help = T("Take any one path card out of the maze; both cards are discarded. Never the start, nor a goal card.")
    log_text = T("{name} plays rockfall: a path card goes.")


class Map(TurnCard):
    """A look at a goal card on the table."""

    kind = "map"
    label = T("Map")
    icon = "map"
    tile = "look"
    help = T("Look at one of the goal cards that lie face down, and put it back. What you say about it is up to you.")
    log_text = T("{name} looks at a goal card and puts it back.")


CARD_MOVES = (Break, Repair, Rockfall, Map)
"""Break, repair, rockfall and map: what both games play in the same way."""

LESSONS = (
    Lesson(
        "break",
        Topic(
            T("Broken tool"),
            T("Whoever has one in front of them lays no path card until it is gone, but may play all others."),
            "broken",
        ),
    ),
    Lesson("repair", Topic(T("Repair a tool"), Repair.help, "repair")),
    Lesson("rockfall"),
    Lesson("map"),
    Lesson(
        about=Topic(
            T("A stone"), T("Nothing to be had: the round goes on. Two of the three goal cards are stones."), "stone"
        ),
        when=when_fact("goals", "stone"),
    ),
    Lesson("pass"),
    hands.NO_DECK_LEFT,
)
"""Said to those to whom such a game is new."""
