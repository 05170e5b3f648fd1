"""Step 1 of a turn of The Dark Cave: path and action cards (rulebook "Play cards", spec "Entries")."""

from __future__ import annotations

from companion.games.dark_cave import effects
from companion.games.dark_cave.state import CREATURES, GOALS, MARKERS, State, Web
from companion.games.dark_cave.words import CREATURE_NAMES, MARKER_NAMES
from companion.rules import steps
from companion.rules.action import Action, Entry
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, OneOf, SomeOf
from companion.rules.move import none_open, seat_choices
from companion.rules.state import Peek
from companion.rules.text import T, Text, sentences

BOX = 3
"""Boots and battle-axes there are in the box, of each."""


class PlayPath(steps.PlayPath[State]):
    """A path card; a new gold vein gets 1 gold from the pool, if it has any."""

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (Flag("gold_vein", T("It shows a gold vein")),)

    def effect(self, state: State, entry: Entry) -> None:
        if entry.get("gold_vein"):
            effects.fill_vein(state)

    def sentence(self, state: State, entry: Entry) -> Text:
        if entry.get("gold_vein"):
            return T("{name} lays a gold vein: 1 gold goes on it.", name=state.seats[entry["by"]].name)
        return super().sentence(state, entry)


class SecretInformation(steps.CardMove[State]):
    """A look at a face-down goal card, or at another player's clan card; what is seen is the looker's alone."""

    kind = "secret-information"
    label = T("Secret information")
    icon = "secret-information"
    undoable = False

    def actions(self, state: State, by: int) -> list[Action]:
        def closed(seat: int) -> Text | None:
            shown = state.seats[seat].revealed
            return T("{name}'s card is turned up already", name=state.seats[seat].name) if shown else None

        seats = seat_choices(state, closed, without=by)
        goals_left = len(state.goals) < len(GOALS)
        goal_closed = None if goals_left else T("all goal cards are turned up already")
        card_closed = T("everybody else's card is turned up already") if none_open(seats) else None
        whose = (OneOf("seat", T("Whose card"), choices=seats),)
        return [
            self.action(by, label=T("Look at a goal card"), fixed={"look": "goal"}, closed=goal_closed),
            self.action(by, label=T("Look at a clan card"), fixed={"look": "card"}, fields=whose, closed=card_closed),
        ]

    def effect(self, state: State, entry: Entry) -> None:
        if entry["look"] == "card":
            state.peeks.append(Peek(entry["by"], entry["seat"]))

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        if entry["look"] == "goal":
            return T("{name} looks at a goal card.", name=name)
        return T("{name} looks at {other}'s card.", name=name, other=state.seats[entry["seat"]].name)


class Rockfall(steps.CardMove[State]):
    """A path card is taken away, with the gold on it and a web on its open end."""

    kind = "rockfall"
    label = T("Rockfall")
    icon = "rockfall"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        no_gold = None if state.veins else T("no gold lies on a gold vein")
        fields: list[Field] = [Flag("gold_vein", T("A gold vein with its gold"), closed=no_gold)]
        lying = tuple(Choice(web.marker, MARKER_NAMES[web.marker]) for web in state.webs)
        fields.append(OneOf("web", T("A web on its open end"), optional=True, choices=lying))
        return tuple(fields)

    def effect(self, state: State, entry: Entry) -> None:
        if entry.get("gold_vein"):
            state.veins -= 1
            state.pool += 1
        if "web" in entry:
            effects.remove_web(state, entry["web"])

    def sentence(self, state: State, entry: Entry) -> Text:
        parts = [T("{name} plays rockfall: a path card goes.", name=state.seats[entry["by"]].name)]
        if entry.get("gold_vein"):
            parts.append(T("Its gold goes back to the pool."))
        if "web" in entry:
            parts.append(T("The {marker} web goes with it, its card is discarded.", marker=MARKER_NAMES[entry["web"]]))
        return sentences(parts)


class SwapCards(steps.CardMove[State]):
    """All cards change hands with another player, who draws instead at the end of the turn."""

    kind = "swap-cards"
    label = T("Swap cards")
    icon = "swap"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (OneOf("with", T("With whom"), choices=seat_choices(state, without=by)),)

    def effect(self, state: State, entry: Entry) -> None:
        own, other = state.seats[entry["by"]], state.seats[entry["with"]]
        own.hand, other.hand = other.hand, own.hand
        state.running.drawer = entry["with"]

    def sentence(self, state: State, entry: Entry) -> Text:
        return T(
            "{name} and {other} swap all their cards; {other} draws at the end of the turn.",
            name=state.seats[entry["by"]].name,
            other=state.seats[entry["with"]].name,
        )


class Spiderweb(steps.CardMove[State]):
    """A web is laid showing 2; its card lies in front of its owner."""

    kind = "spiderweb"
    label = T("Spiderweb")
    icon = "spiderweb"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        def closed(marker: str) -> Text | None:
            if state.web(marker):
                return T("the {marker} web lies already", marker=MARKER_NAMES[marker])
            return None

        choices = tuple(Choice(marker, MARKER_NAMES[marker], closed(marker)) for marker in MARKERS)
        return (OneOf("marker", T("Which marker"), choices=choices),)

    def effect(self, state: State, entry: Entry) -> None:
        state.webs.append(Web(entry["marker"], 2, entry["by"]))
        state.webs.sort(key=lambda web: MARKERS.index(web.marker))

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        return T("{name} lays the {marker} web, showing 2.", name=name, marker=MARKER_NAMES[entry["marker"]])


class Boots(steps.CardMove[State]):
    """Boots in front of a player: four steps a turn. One at most in front of a seat, three in all."""

    kind = "boots"
    label = T("Boots")
    icon = "boots"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        lying = sum(seat.boots for seat in state.seats)

        def closed(seat: int) -> Text | None:
            if state.seats[seat].boots:
                return T("{name} has boots already", name=state.seats[seat].name)
            return T("all three boots lie on the table") if lying == BOX else None

        return (OneOf("to", T("For whom"), choices=seat_choices(state, closed)),)

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].boots = True

    def sentence(self, state: State, entry: Entry) -> Text:
        return gives(state, entry, T("boots"))


class BattleAxe(steps.CardMove[State]):
    """A battle-axe in front of a player; three in all."""

    kind = "battle-axe"
    label = T("Battle-axe")
    icon = "battle-axe"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        lying = sum(seat.axes for seat in state.seats)
        closed = T("all three battle-axes lie on the table") if lying >= BOX else None
        return (OneOf("to", T("For whom"), choices=seat_choices(state, lambda seat: closed)),)

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].axes += 1

    def sentence(self, state: State, entry: Entry) -> Text:
        return gives(state, entry, T("a battle-axe"))


def gives(state: State, entry: Entry, what: Text) -> Text:
    """The sentence for a tool laid in front of a player."""
    name, to = state.seats[entry["by"]].name, state.seats[entry["to"]].name
    if entry["by"] == entry["to"]:
        return T("{name} takes {what}.", name=name, what=what)
    return T("{name} gives {to} {what}.", name=name, to=to, what=what)


class CreatureCard(steps.CardMove[State]):
    """A creature is lured or moved on, and attacks the dwarves in the space where it stops."""

    kind = "creature"
    label = T("Creature")
    icon = "meet"

    def actions(self, state: State, by: int) -> list[Action]:
        def out(seat: int) -> Text | None:
            return T("{name} is out of the cave", name=state.seats[seat].name) if state.seats[seat].out else None

        def no_axe(seat: int) -> Text | None:
            if state.seats[seat].axes == 0:
                return T("{name} has no battle-axe", name=state.seats[seat].name)
            return out(seat)

        fields: tuple[Field, ...] = (
            SomeOf("attacks", T("Dwarves it runs into"), choices=seat_choices(state, out)),
            OneOf("axe", T("Driven away by the battle-axe of"), optional=True, choices=seat_choices(state, no_axe)),
        )
        return [
            self.action(by, label=CREATURE_NAMES[name], icon=name, fixed={"creature": name}, fields=fields)
            for name in CREATURES
        ]

    def check(self, state: State, entry: Entry) -> None:
        if "axe" in entry and entry["axe"] not in entry.get("attacks", []):
            name = state.seats[entry["axe"]].name
            raise RuleError(T("{name} is not attacked, so the battle-axe stays: name who is attacked", name=name))

    def effect(self, state: State, entry: Entry) -> None:
        state.creatures[entry["creature"]] = entry["by"]
        if "axe" in entry:
            effects.drive_away(state, entry["axe"], entry["creature"])
            return
        for seat in entry.get("attacks", []):
            effects.attack(state, seat, entry["creature"])

    def sentence(self, state: State, entry: Entry) -> Text:
        creature = entry["creature"]
        values = {"name": state.seats[entry["by"]].name, "creature": CREATURE_NAMES[creature]}
        if "axe" in entry:
            told = T("{name} plays the {creature}.", **values)
            return sentences([told, effects.driven_away(state, entry["axe"], creature)])
        attacked = entry.get("attacks", [])
        if not attacked:
            return T("{name} plays the {creature}; it attacks nobody.", **values)
        told = T("{name} plays the {creature}.", **values)
        return sentences([told, *(effects.attacked(state, seat, creature) for seat in attacked)])


CARD_MOVES = (
    PlayPath,
    SecretInformation,
    Rockfall,
    SwapCards,
    Spiderweb,
    Boots,
    BattleAxe,
    CreatureCard,
    steps.Discard[State],
)
