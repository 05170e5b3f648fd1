"""What creatures, webs and gold veins do (rulebook "Creatures and their effects", "Spiderweb", "Gold vein")."""

from __future__ import annotations

from companion.games.dark_cave.state import State
from companion.games.dark_cave.words import CREATURE_NAMES
from companion.rules import turns
from companion.rules.steps import loses_card
from companion.rules.text import T, Text


def fill_vein(state: State) -> None:
    """A gold vein gets 1 gold from the pool, if it has any."""
    if state.pool:
        state.pool -= 1
        state.veins += 1


def pay(state: State, seat: int) -> None:
    """1 gold goes back to the pool; with none, nothing is lost."""
    if state.seats[seat].gold:
        state.seats[seat].gold -= 1
        state.pool += 1


def remove_web(state: State, marker: str) -> None:
    state.webs = [web for web in state.webs if web.marker != marker]


def drive_away(state: State, seat: int, creature: str) -> None:
    """The seat's battle-axe is discarded; the creature and its card go, and nobody is hurt."""
    state.seats[seat].axes -= 1
    del state.creatures[creature]


def attack(state: State, seat: int, creature: str) -> None:
    """Rat: a card; goblin: 1 gold; lindworm: the dwarf lies down, and a movement of its own ends."""
    if creature == "rat":
        turns.change_hand(state, seat, -1)
    elif creature == "goblin":
        pay(state, seat)
    else:
        state.seats[seat].lying = True
        if state.running.seat == seat:
            state.running.may_move = False


def attacked(state: State, seat: int, creature: str) -> Text:
    """What the attack does to the seat, as a thing to do on the table."""
    name = state.seats[seat].name
    if creature == "rat":
        return loses_card(state, seat)
    if creature == "goblin":
        if state.seats[seat].gold:
            return T("{name} puts 1 gold back into the pool.", name=name)
        return T("{name} has no gold to lose.", name=name)
    return T("Lay {name}'s dwarf down.", name=name)


def driven_away(state: State, seat: int, creature: str) -> Text:
    return T(
        "{name}'s battle-axe drives the {creature} away: discard the axe and the creature's card.",
        name=state.seats[seat].name,
        creature=CREATURE_NAMES[creature],
    )
