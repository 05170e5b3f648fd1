"""Step 2 of a turn of The Dark Cave: moving, and what happens on the way (rulebook "Move your dwarf")."""

from __future__ import annotations

from companion.games.dark_cave import effects
from companion.games.dark_cave.state import CREATURES, GOALS, State
from companion.games.dark_cave.words import CREATURE_NAMES, GOAL_NAMES, MARKER_NAMES
from companion.rules import turns
from companion.rules.action import Action, Entry
from companion.rules.dealing import DealtGame
from companion.rules.fields import Choice, Field, Flag, OneOf
from companion.rules.move import Move
from companion.rules.steps import Step, loses_card, may_not_move, step_two_closed
from companion.rules.text import T, Text, sentences


class Bridge(Step[State]):
    """Over a bridge: the mover loses a card, drawn unseen by the left neighbour."""

    kind = "bridge"
    label = T("Over a bridge")
    icon = "bridge"

    def apply(self, state: State, entry: Entry) -> None:
        turns.change_hand(state, entry["by"], -1)

    def sentence(self, state: State, entry: Entry) -> Text:
        told = T("{name} crosses a bridge.", name=state.seats[entry["by"]].name)
        return sentences([told, loses_card(state, entry["by"])])


class Tunnel(Step[State]):
    """Into a tunnel: the mover loses 1 gold, if there is any."""

    kind = "tunnel"
    label = T("Into a tunnel")
    icon = "tunnel"

    def apply(self, state: State, entry: Entry) -> None:
        effects.pay(state, entry["by"])

    def sentence(self, state: State, entry: Entry) -> Text:
        told = T("{name} goes into a tunnel.", name=state.seats[entry["by"]].name)
        return sentences([told, effects.attacked(state, entry["by"], "goblin")])


class Meet(Step[State]):
    """Into a creature's space: movement ends; it attacks, or the mover's battle-axe drives it away."""

    kind = "meet"
    label = T("Meets a creature")
    icon = "meet"

    def closed(self, state: State, by: int) -> Text | None:
        return super().closed(state, by) or (None if state.creatures else T("no creature is in the cave"))

    def actions(self, state: State, by: int) -> list[Action]:
        no_axe = None if state.seats[by].axes else T("{name} has no battle-axe", name=state.seats[by].name)
        fields = (Flag("axe", T("Drive it away with the battle-axe"), closed=no_axe),)
        return [
            self.action(
                by,
                label=T("Meets the {creature}", creature=CREATURE_NAMES[name]),
                icon=name,
                fixed={"creature": name},
                fields=fields,
            )
            for name in CREATURES
            if name in state.creatures
        ]

    def apply(self, state: State, entry: Entry) -> None:
        turn = state.running
        turn.may_move = False
        turn.met = True
        if entry.get("axe"):
            effects.drive_away(state, entry["by"], entry["creature"])
        else:
            effects.attack(state, entry["by"], entry["creature"])

    def sentence(self, state: State, entry: Entry) -> Text:
        seat, creature = entry["by"], entry["creature"]
        told = T("{name} meets the {creature}.", name=state.seats[seat].name, creature=CREATURE_NAMES[creature])
        tell = effects.driven_away if entry.get("axe") else effects.attacked
        return sentences([told, tell(state, seat, creature)])


def _meets(creature: str) -> Text:
    return T("Meets the {creature}", creature=CREATURE_NAMES[creature])


class TakeGold(Move[State]):
    """Ended on a gold vein with its gold: the gold is taken and the clan card turned up. Once a turn."""

    kind = "take-gold"
    label = T("Takes the gold of a vein")
    icon = "gold"
    group = "move"

    def closed(self, state: State, by: int) -> Text | None:
        closed = step_two_closed(state, by)
        if closed:
            return closed
        turn = state.running
        if turn.took:
            return T("{name} has taken gold in this turn already", name=state.active.name)
        if not (turn.may_move or turn.met or turn.on_vein):
            return may_not_move(state)
        if state.seats[by].out:
            return T("{name} is out of the cave", name=state.seats[by].name)
        return None if state.veins else T("no gold lies on a gold vein")

    def apply(self, state: State, entry: Entry) -> None:
        turn = state.running
        turn.took = True
        turn.may_move = False
        state.veins -= 1
        state.seats[entry["by"]].gold += 1
        state.seats[entry["by"]].revealed = True

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} takes the gold of a vein and turns up their card.", name=state.seats[entry["by"]].name)


class RevealGoal(Step[State]):
    """First onto a face-down goal card: it is turned up and movement ends; a gold vein gets 1 gold."""

    kind = "reveal-goal"
    label = T("Turns up a goal card")
    icon = "goal"

    def closed(self, state: State, by: int) -> Text | None:
        left = len(state.goals) < len(GOALS)
        return super().closed(state, by) or (None if left else T("all goal cards are turned up already"))

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        def closed(goal: str) -> Text | None:
            return T("{goal} is turned up already", goal=GOAL_NAMES[goal]) if goal in state.goals else None

        choices = tuple(Choice(goal, GOAL_NAMES[goal], closed(goal)) for goal in GOALS)
        return (OneOf("goal", T("It is"), choices=choices),)

    def apply(self, state: State, entry: Entry) -> None:
        turn = state.running
        turn.may_move = False
        state.goals.append(entry["goal"])
        if entry["goal"] == "gold-vein":
            turn.on_vein = True
            effects.fill_vein(state)
        if entry["goal"] == "exit":
            state.exit_turn = turn.number

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        return T("{name} turns up a goal card: {goal}.", name=name, goal=GOAL_NAMES[entry["goal"]])


class Leave(Step[State]):
    """Reached the exit: the dwarf is out and its clan card turned up. Not in the turn in which it was turned up."""

    kind = "leave"
    label = T("Leaves the cave")
    icon = "leave"
    may_end_round = True

    def __init__(self, game: DealtGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        closed = super().closed(state, by)
        if closed is None and "exit" not in state.goals:
            return T("the exit has not been found yet")
        if closed is None and state.exit_turn >= state.running.number:
            return T("the exit was turned up in this turn: nobody leaves before the next one")
        return closed

    def apply(self, state: State, entry: Entry) -> None:
        seat = state.seats[entry["by"]]
        seat.out = seat.revealed = True
        state.out.append(entry["by"])
        state.running.may_move = False
        if all_out(state):
            turns.finish(self.game, state, "all-out")

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} leaves the cave and turns up their card.", name=state.seats[entry["by"]].name)


def all_out(state: State) -> bool:
    """Whether all dwarves working for one clan are out (rulebook "The end of the game"); unknown with cards by hand."""
    if state.by_hand:
        return False
    return any(all(state.seats[seat].out for seat in state.members(clan)) for clan in ("yellow", "blue"))


class ChopWeb(Move[State]):
    """A battle-axe in front of the active seat turns a web from 2 to 1, or takes it off; at any point of the turn."""

    kind = "chop-web"
    label = T("Battle-axe on a web")
    icon = "battle-axe"
    group = "any"

    def closed(self, state: State, by: int) -> Text | None:
        closed = turns.turn_closed(state, by)
        if closed:
            return closed
        name = state.seats[by].name
        if state.seats[by].out:
            return T("{name} is out of the cave", name=name)
        if not state.seats[by].axes:
            return T("{name} has no battle-axe", name=name)
        return None if state.webs else T("no web lies in the cave")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        lying = tuple(Choice(web.marker, MARKER_NAMES[web.marker]) for web in state.webs)
        return (OneOf("marker", T("Which web"), choices=lying),)

    def apply(self, state: State, entry: Entry) -> None:
        state.seats[entry["by"]].axes -= 1
        web = state.web(entry["marker"])
        assert web is not None
        if web.side == 2:
            web.side = 1
        else:
            effects.remove_web(state, web.marker)

    def sentence(self, state: State, entry: Entry) -> Text:
        web = state.web(entry["marker"])
        values = {"name": state.seats[entry["by"]].name, "marker": MARKER_NAMES[entry["marker"]]}
        if web and web.side == 2:
            return T("{name} uses a battle-axe: flip the {marker} web to 1.", **values)
        return T("{name} uses a battle-axe: take the {marker} web off, discard its card.", **values)


def step_moves(game: DealtGame[State]) -> list[Move[State]]:
    return [ChopWeb(), Bridge(), Tunnel(), Meet(), TakeGold(), RevealGoal(), Leave(game)]
