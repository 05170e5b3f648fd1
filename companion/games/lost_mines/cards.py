"""Step 1 of a turn of The Lost Mines: action cards (rulebook "Play cards", spec "Entries")."""

from __future__ import annotations

from companion.games.lost_mines.state import MINES, State
from companion.rules import cards as steps
from companion.rules.action import Action, Entry
from companion.rules.asks import seat_choices
from companion.rules.fields import Choice, Field, Flag, OneOf
from companion.rules.state import Peek
from companion.rules.text import T, Text, sentences

TOOL_LABELS = {"axe": T("Axe"), "boat": T("Boat"), "rope": T("Rope")}
OBSTACLES = {"axe": T("tree trunk"), "boat": T("lake"), "rope": T("ditch")}


class Tool(steps.CardMove[State]):
    """A tool overcomes its obstacle: axe a tree trunk, boat a lake, rope a ditch."""

    kind = "tool"
    label = T("Tool")
    icon = "tool"

    def actions(self, state: State, by: int) -> list[Action]:
        return [
            self.action(by, label=label, icon=tool, fixed={"tool": tool}, note=T("over a {what}", what=OBSTACLES[tool]))
            for tool, label in TOOL_LABELS.items()
        ]

    def sentence(self, state: State, entry: Entry) -> Text:
        tool = entry["tool"]
        values = {"name": state.seats[entry["by"]].name, "tool": TOOL_LABELS[tool], "what": OBSTACLES[tool]}
        return T("{name} plays {tool}: its forest token goes on a {what}.", **values)


class Look(steps.CardMove[State]):
    """A look at a mine or a treasure that is still face down, or at another's dwarf card; the looker's alone."""

    kind = "look"
    label = T("Secret information")
    icon = "secret-information"
    undoable = False

    def actions(self, state: State, by: int) -> list[Action]:
        no_mine = T("all mines are turned up already") if len(state.mines) == len(MINES) else None
        no_treasure = None if state.treasures_left else T("no treasure lies on the table any more")
        whose = (OneOf("seat", T("Whose card"), choices=seat_choices(state, without=by)),)
        return [
            self.action(by, label=T("Look at a mine"), fixed={"look": "mine"}, closed=no_mine),
            self.action(by, label=T("Look at a treasure"), fixed={"look": "treasure"}, closed=no_treasure),
            self.action(by, label=T("Look at a dwarf card"), fixed={"look": "card"}, fields=whose),
        ]

    def effect(self, state: State, entry: Entry) -> None:
        if entry["look"] == "card":
            state.peeks.append(Peek(entry["by"], entry["seat"]))

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        if entry["look"] == "mine":
            return T("{name} looks at a mine and puts it back.", name=name)
        if entry["look"] == "treasure":
            return T("{name} looks at a treasure and puts it back.", name=name)
        return T("{name} looks at {other}'s card.", name=name, other=state.seats[entry["seat"]].name)


class Trap(steps.CardMove[State]):
    """A trap is laid; it lies for the rest of the round."""

    kind = "trap"
    label = T("Trap")
    icon = "trap"

    def effect(self, state: State, entry: Entry) -> None:
        state.traps += 1

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} lays a trap on a path.", name=state.seats[entry["by"]].name)


class Troll(steps.CardMove[State]):
    """A troll blocks a path until its owner's next turn starts; its card lies in front of the owner."""

    kind = "troll"
    label = T("Troll")
    icon = "troll"

    def effect(self, state: State, entry: Entry) -> None:
        state.trolls.append(entry["by"])

    def sentence(self, state: State, entry: Entry) -> Text:
        return T(
            "{name} lays a troll on a path; it stays until {name}'s next turn, the card lies in front of {name}.",
            name=state.seats[entry["by"]].name,
        )


class Thunderstorm(steps.CardMove[State]):
    """A path card goes, and with it a troll or trap that lies between two empty spaces then."""

    kind = "thunderstorm"
    label = T("Thunderstorm")
    icon = "thunderstorm"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        owners = dict.fromkeys(state.trolls)
        trolls = tuple(Choice(seat, T("{name}", name=state.seats[seat].name), icon="troll") for seat in owners)
        no_trap = None if state.traps else T("no trap lies on the board")
        return (
            OneOf("troll", T("A troll goes with it: whose"), optional=True, choices=trolls),
            Flag("trap", T("A trap goes with it"), closed=no_trap),
        )

    def effect(self, state: State, entry: Entry) -> None:
        if "troll" in entry:
            state.trolls.remove(entry["troll"])
        if entry.get("trap"):
            state.traps -= 1

    def sentence(self, state: State, entry: Entry) -> Text:
        parts = [T("{name} plays thunderstorm: a path card goes.", name=state.seats[entry["by"]].name)]
        if "troll" in entry:
            name = state.seats[entry["troll"]].name
            parts.append(T("{name}'s troll goes with it, its card is discarded.", name=name))
        if entry.get("trap"):
            parts.append(T("A trap goes with it."))
        return sentences(parts)


CARD_MOVES = (steps.PlayPath[State], Tool, Look, Trap, Troll, Thunderstorm, steps.Discard[State])
