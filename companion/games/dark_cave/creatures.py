"""Creatures of The Dark Cave: luring them, moving them on, meeting them, and what they do to a dwarf.

See the rulebook, "Creatures".

Spiderwebs and other cards are in ``turn``; the pieces themselves in ``state``.
"""

from __future__ import annotations

from dataclasses import replace

from companion.engine import card_moves, hands
from companion.engine.actions import Action, Entry
from companion.engine.card_moves import CardMove, MovementMove, card_played, say_loses_card
from companion.engine.conditions import condition, why_not_on_turn
from companion.engine.fields import Flag, SeatChoices, SomeOf, any_seat
from companion.engine.move import TRACKED_TOKENS, ButtonPerPiece
from companion.engine.state import TOKENS
from companion.engine.text import RuleError, T, Text
from companion.games.dark_cave.state import CREATURES, LURED, State

inside = condition(T("{name} has left the cave"), lambda state, seat: seat not in state.out)
has_axe = condition(T("{name} has no battle-axe"), lambda state, seat: state.seats[seat].axes > 0)


# -- a creature's card ----------------------------------------------------------------------------------------------
class CreatureCard(CardMove):
    """A creature is lured or moved on, and attacks the dwarves in the space where it stops."""

    kind = "creature"
    label = T("Creature")
    icon = "meet"
    tile = "against"
    puts_question = True
    allowed_tracking = TRACKED_TOKENS
    lays = True
    each = ButtonPerPiece("creature", CREATURES)
    asks = (
        SomeOf("attacks", T("Who does it run into?"), among=SeatChoices((inside,))),
        any_seat("axe", T("Whose battle-axe drives it away?"), has_axe, inside, optional=True),
    )

    def check(self, state: State, entry: Entry) -> None:
        if "axe" in entry and entry["axe"] not in entry.get("attacks", []):
            name = state.seats[entry["axe"]].name
            raise RuleError(T("{name} isn't attacked, so the battle-axe stays: say who is attacked", name=name))

    def apply_untracked(self, state: State, entry: Entry) -> None:
        """Put the creature in play; nobody enters what it costs its victims, only which dwarves lie down."""
        lindworm = entry["creature"] == "lindworm"
        super().apply_untracked(state, entry if lindworm or "axe" in entry else {**entry, "attacks": []})

    def effect(self, state: State, entry: Entry) -> None:
        LURED.add(state, entry["by"], entry["creature"])
        if "axe" in entry:
            drive_away(state, entry["axe"], entry["creature"])
            return
        for seat in entry.get("attacks", []):
            attack(state, seat, entry["creature"])

    def actions(self, state: State, by: int) -> list[Action]:
        """Return the buttons: a creature in the cave moves on, and each answer says what it does there."""
        return [_move_on(state, _say_what_comes(state, action)) for action in super().actions(state, by)]

    def phrase(self, state: State, entry: Entry) -> Text:
        attacks = (
            entry.get("attacks") or state.tracking == TOKENS
        )  # where only ongoing effects are tracked, a lying dwarf is entered separately
        if LURED.find(state, entry["creature"]) is not None:
            nobody = T("{name} moves the {creature} again; it attacks nobody.")
            return T("{name} moves the {creature} again.") if attacks else nobody
        nobody = T("{name} plays the {creature}; it attacks nobody.")
        return T("{name} plays the {creature}.") if attacks else nobody

    def follow_up_texts(self, state: State, entry: Entry) -> list[Text]:
        before = LURED.find(state, entry["creature"])
        discard = T("{name} discards the old {creature} card.")
        told = [] if before is None else [self.say(state, {**entry, "by": before["owner"]}, discard)]
        if "axe" in entry:
            return [*told, say_driven_away(state, entry["axe"], entry["creature"])]
        return [*told, *(say_attack(state, seat, entry["creature"]) for seat in entry.get("attacks", []))]


def _say_what_comes(state: State, action: Action) -> Action:
    attacks, axe = action.fields
    assert isinstance(attacks, SomeOf)
    creature = action.fixed["creature"]
    noted = (choice._replace(note=say_attack(state, choice.value, creature)) for choice in attacks.choices)
    return replace(action, fields=(replace(attacks, choices=tuple(noted)), axe))


def _move_on(state: State, action: Action) -> Action:
    lies = LURED.find(state, action.fixed["creature"])
    if lies is None:
        return action
    note = T("The card in front of {name} is discarded.", name=state.seats[lies["owner"]].name)
    return replace(action, label=T("{creature} moves on", creature=action.label), note=note)


# -- what they do ---------------------------------------------------------------------------------------------------
def attack(state: State, seat: int, creature: str) -> None:
    """Let a creature attack. Rat: lose a card; goblin: lose 1 gold; lindworm: the dwarf lies down, and stops moving."""
    if creature == "rat":
        hands.change_hand(state, seat, -1)
    elif creature == "goblin":
        state.lose_gold(seat)
    else:
        state.seats[seat].lying = True
        if state.turn is not None and state.turn.seat == seat:
            state.turn.may_move = False


def say_attack(state: State, seat: int, creature: str) -> Text:
    """Say what to do on the table when the creature attacks the seat."""
    if creature == "rat":
        return say_loses_card(state, seat)
    if creature == "goblin":
        return say_loses_gold(state, seat)
    lies = state.seats[seat].lying
    text = T("{name}'s dwarf is already lying down.") if lies else T("Lay {name}'s dwarf down.")
    return text.fill(name=state.names[seat])


def say_loses_gold(state: State, seat: int) -> Text:
    """Say that 1 gold goes back to the pool."""
    one = T("{name} puts 1 gold back into the pool.") if state.seats[seat].gold else T("{name} has no gold to lose.")
    return one.fill(name=state.seats[seat].name)


def drive_away(state: State, seat: int, creature: str) -> None:
    """Discard the seat's battle-axe, and the creature with its card; nobody is hurt."""
    state.seats[seat].axes -= 1
    LURED.take(state, creature)


def say_driven_away(state: State, seat: int, creature: str) -> Text:
    """Say that the battle-axe was used against it."""
    return T(
        "{name}'s battle-axe drives the {creature} away: discard the axe and the creature's card.",
        name=state.seats[seat].name,
        creature=CREATURES[creature].label,
    )


# -- meeting them ---------------------------------------------------------------------------------------------------
def list_met(state: State) -> list[str]:
    """Return the creatures met in the space where the dwarf is, if nothing else has happened since."""
    return state.running.met if state.last_kind == Meet.kind else []


def why_not_meet(state: State, by: int) -> Text | None:
    """Return why a creature can't be met. After one that ended the movement, others of the same space can follow."""
    return None if list_met(state) else card_moves.may_move(state, by)


def list_others(state: State) -> list[str]:
    """Return the creatures that can be met now."""
    return [lured["creature"] for lured in state.creatures if lured["creature"] not in list_met(state)]


creature_here = condition(T("no creature is in the cave"), lambda state, by: bool(state.creatures))
another_here = condition(T("no other creature is in the cave"), lambda state, by: bool(list_others(state)))


class Meet(MovementMove):
    """A dwarf moves into a creature's space and stops there: the creature attacks, or a battle-axe drives it away.

    Directly afterwards the dwarf can meet another creature of that space.
    """

    kind = "meet"
    label = T("Meets a creature")
    icon = "meet"
    tile = "way"
    short = label
    help = T("Your dwarf stops there and is attacked; nobody else is. A battle-axe drives the creature away.")
    conditions = (why_not_on_turn, card_played, why_not_meet, creature_here, another_here)
    each = ButtonPerPiece("creature", CREATURES, T("Meets the {creature}"), among=lambda state: list_others(state))
    asks = (
        Flag("axe", T("Drive it away with the battle-axe"), needs=(has_axe,), shown_on_card=T("with the battle-axe")),
    )
    log_text = T("{name} meets the {creature}.")
    ends_movement = True

    def effect(self, state: State, entry: Entry) -> None:
        state.running.met = [*list_met(state), entry["creature"]]
        act = drive_away if entry.get("axe") else attack
        act(state, entry["by"], entry["creature"])

    def follow_up_texts(self, state: State, entry: Entry) -> list[Text]:
        tell = say_driven_away if entry.get("axe") else say_attack
        return [tell(state, entry["by"], entry["creature"])]
