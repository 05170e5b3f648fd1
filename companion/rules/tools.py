"""Path cards towards three goal cards, and the action cards around them: broken tools, repair, rockfall, map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.rules import one_entry, turns, view
from companion.rules import state as shared
from companion.rules.action import Action, Entry
from companion.rules.board import Badge, Thing
from companion.rules.fields import Field, OneOf
from companion.rules.move import Move, none_open, seat_choices
from companion.rules.one_entry import TurnCard
from companion.rules.state import SeatT
from companion.rules.text import TN, T, Text

TOOLS = ("wagon", "lantern", "pick")
TOOL_NAMES: Mapping[str, Text] = {"wagon": T("mine wagon"), "lantern": T("lantern"), "pick": T("pick")}
GOAL_NAMES: Mapping[str, Text] = {"stone": T("a stone"), "treasure": T("the treasure")}
ICONS = ("path", "stone", "treasure", "broken", *TOOLS, "rockfall", "map", "discard", "deck")
"""The drawings of what is in this module."""
STONES = 2
ROUNDS = 3


@dataclass
class Seat(shared.Seat):
    """``gold`` in nuggets, kept from round to round; ``broken`` tools in the order of ``TOOLS``."""

    gold: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass
class State(one_entry.State[SeatT], Generic[SeatT]):
    """``goals`` in the order of turning up; ``finder`` reached the treasure; ``history``: what each seat's gold changed
    by in each round that has been scored."""

    goals: list[str] = field(default_factory=list)
    finder: int | None = None
    history: list[list[int]] = field(default_factory=list)


StateT = TypeVar("StateT", bound=State[Any])


class ToolsGame(one_entry.OneEntryGame[StateT], Generic[StateT]):
    """A game of three rounds that is played with these cards."""

    def rounds(self, state: StateT) -> int:
        return ROUNDS


def head(game: ToolsGame[StateT], state: StateT) -> dict[str, Any]:
    """The part of a view that everybody may know and both games have."""
    return {
        **view.head(game.id, state),
        "deck": state.deck,
        "goals": list(state.goals),
        "next_first": turns.next_first(state),
    }


def layout() -> list[Text]:
    """Preparation of the starting card and the three goal cards."""
    return [
        T("Shuffle the three goal cards and lay them face down in a column, one card of space between them."),
        T("Lay the starting card face up, seven cards of space before the middle goal card."),
    ]


def hand_badges(hand: int | None) -> list[Badge]:
    return [] if hand is None else [Badge("hand", TN("{n} card in hand", "{n} cards in hand", hand), hand)]


def broken_badges(broken: Sequence[str]) -> list[Badge]:
    """One loud sign for each broken tool."""
    return [Badge(tool, T("{tool} is broken", tool=TOOL_NAMES[tool]), tone="bad") for tool in broken]


def deck_badges(deck: int | None) -> list[Badge]:
    return [] if deck is None else [Badge("deck", T("Draw deck"), deck)]


def goal_things(goals: Sequence[str]) -> tuple[Thing, ...]:
    """The goal cards that lie open."""
    return tuple(Thing(goal, GOAL_NAMES[goal], T("turned up")) for goal in goals)


class PlayPath(TurnCard[StateT], Generic[StateT]):
    """A path card; with ``goal`` it reached that goal card, and the round is over when that is the treasure."""

    kind = "play-path"
    label = T("Path card")
    icon = "path"
    may_end_round = True

    def barred(self, state: StateT, by: int) -> Text | None:
        """Why this seat may lay no path card: a tool was broken when its turn began."""
        seat = state.seats[by]
        if not seat.broken:
            return None
        broken = [TOOL_NAMES[tool] for tool in seat.broken]
        return T("{name} may lay no path card with broken tools: {tools}", name=seat.name, tools=broken)

    def treasure_fields(self, state: StateT) -> tuple[Field, ...]:
        """What has to be told when the treasure is reached."""
        return ()

    def actions(self, state: StateT, by: int) -> list[Action]:
        barred = self.barred(state, by)
        if barred:
            return [self.action(by, closed=barred)]
        open_stones = T("both stones lie open already") if state.goals.count("stone") == STONES else None
        stone, treasure = T("Path reaches a stone"), T("Path reaches the treasure!")
        fields = self.treasure_fields(state)
        return [
            self.action(by),
            self.action(by, label=stone, icon="stone", fixed={"goal": "stone"}, closed=open_stones),
            self.action(by, label=treasure, icon="treasure", fixed={"goal": "treasure"}, fields=fields),
        ]

    def effect(self, state: StateT, entry: Entry) -> None:
        if "goal" in entry:
            state.goals.append(entry["goal"])
        if entry.get("goal") == "treasure":
            state.finder = entry["by"]
            turns.finish(self.game, state, "treasure")

    def sentence(self, state: StateT, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        if "goal" not in entry:
            return T("{name} lays a path card.", name=name)
        if entry["goal"] == "stone":
            return T("{name} reaches a goal card and turns it up: a stone. The round goes on.", name=name)
        return T("{name} reaches a goal card and turns it up: the treasure! The round is over.", name=name)


class ToolCard(TurnCard[StateT], Generic[StateT]):
    """An action card with a tool on it, played in front of any seat; one button for each tool."""

    def refused(self, state: StateT, seat: int, tool: str) -> Text | None:
        """Why it can't be played there."""
        raise NotImplementedError

    def all_refused(self, tool: str) -> Text:
        """Why it can't be played anywhere."""
        raise NotImplementedError

    def title(self, tool: str) -> Text:
        raise NotImplementedError

    def actions(self, state: StateT, by: int) -> list[Action]:
        return [self._with(state, by, tool) for tool in TOOLS]

    def _with(self, state: StateT, by: int, tool: str) -> Action:
        seats = seat_choices(state, lambda seat: self.refused(state, seat, tool))
        closed = self.all_refused(tool) if none_open(seats) else None
        to = (OneOf("to", T("In front of whom"), choices=seats),)
        return self.action(by, label=self.title(tool), icon=tool, fixed={"tool": tool}, fields=to, closed=closed)


class Break(ToolCard[StateT], Generic[StateT]):
    """A broken tool is put in front of a seat; never twice the same one."""

    kind = "break"
    label = T("Break a tool")
    icon = "broken"

    def title(self, tool: str) -> Text:
        return T("Break: {tool}", tool=TOOL_NAMES[tool])

    def refused(self, state: StateT, seat: int, tool: str) -> Text | None:
        if tool not in state.seats[seat].broken:
            return None
        return T("{name}'s {tool} is broken already", name=state.seats[seat].name, tool=TOOL_NAMES[tool])

    def all_refused(self, tool: str) -> Text:
        return T("everybody's {tool} is broken already", tool=TOOL_NAMES[tool])

    def effect(self, state: StateT, entry: Entry) -> None:
        seat = state.seats[entry["to"]]
        seat.broken = [tool for tool in TOOLS if tool in seat.broken or tool == entry["tool"]]

    def sentence(self, state: StateT, entry: Entry) -> Text:
        values = _tool_values(state, entry)
        if entry["by"] == entry["to"]:
            return T("{name} puts a broken {tool} in front of themselves.", **values)
        return T("{name} puts a broken {tool} in front of {to}.", **values)


class Repair(ToolCard[StateT], Generic[StateT]):
    """A broken tool is repaired; a repair card that shows two tools mends the one that is named."""

    kind = "repair"
    label = T("Repair a tool")
    icon = "repair"

    def title(self, tool: str) -> Text:
        return T("Repair: {tool}", tool=TOOL_NAMES[tool])

    def actions(self, state: StateT, by: int) -> list[Action]:
        if not any(seat.broken for seat in state.seats):
            return [self.action(by, closed=T("nobody has a broken tool"))]
        return super().actions(state, by)

    def refused(self, state: StateT, seat: int, tool: str) -> Text | None:
        if tool in state.seats[seat].broken:
            return None
        return T("{name}'s {tool} is not broken", name=state.seats[seat].name, tool=TOOL_NAMES[tool])

    def all_refused(self, tool: str) -> Text:
        return T("nobody's {tool} is broken", tool=TOOL_NAMES[tool])

    def effect(self, state: StateT, entry: Entry) -> None:
        state.seats[entry["to"]].broken.remove(entry["tool"])

    def sentence(self, state: StateT, entry: Entry) -> Text:
        values = _tool_values(state, entry)
        if entry["by"] == entry["to"]:
            return T("{name} repairs their own {tool}: discard both cards.", **values)
        return T("{name} repairs {to}'s {tool}: discard both cards.", **values)


def _tool_values(state: State[Any], entry: Entry) -> dict[str, Any]:
    name, to = state.seats[entry["by"]].name, state.seats[entry["to"]].name
    return {"name": name, "to": to, "tool": TOOL_NAMES[entry["tool"]]}


class Rockfall(TurnCard[StateT], Generic[StateT]):
    """A path card is taken out of the maze."""

    kind = "rockfall"
    label = T("Rockfall")
    icon = "rockfall"

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} plays rockfall: a path card goes.", name=state.seats[entry["by"]].name)


class Map(TurnCard[StateT], Generic[StateT]):
    """A look at a goal card on the table."""

    kind = "map"
    label = T("Map")
    icon = "map"

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} looks at a goal card and puts it back.", name=state.seats[entry["by"]].name)


def card_moves(game: ToolsGame[StateT]) -> list[Move[StateT]]:
    """Break, repair, rockfall and map: what both games play in the same way."""
    return [Break(game), Repair(game), Rockfall(game), Map(game)]
