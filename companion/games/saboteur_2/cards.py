"""Cards played at someone in Saboteur 2: traps, thefts, swapped hands and hats, looks (spec "A turn").

Path cards and broken tools, which Saboteur has too, are in ``engine.saboteur_cards``; turns are in ``turn``.
"""

from __future__ import annotations

from companion.engine import card_moves
from companion.engine.actions import Entry
from companion.engine.card_moves import TurnCard
from companion.engine.conditions import any_seat_meets, condition
from companion.engine.fields import Field, OneOf, any_seat, choices, other_seat
from companion.engine.move import ALL_MODES, TRACKED_TOKENS, Shuffle
from companion.engine.text import RuleError, T, Text
from companion.engine.visibility import OWN
from companion.games.saboteur_2.state import ROLES, TRAP, State

# -- named reasons --------------------------------------------------------------------------------------------------
free = condition(T("{name} is already trapped"), lambda state, seat: not state.seats[seat].trapped)
trapped = condition(T("{name} is not trapped"), lambda state, seat: state.seats[seat].trapped)
no_theft = condition(T("{name} already has a theft"), lambda state, seat: not state.seats[seat].theft)
has_theft = condition(T("{name} has no theft"), lambda state, seat: state.seats[seat].theft)
roles_left = condition(T("there are no set-aside roles left"), lambda state, by: state.aside != [])


# -- traps ----------------------------------------------------------------------------------------------------------
class Trapped(TurnCard):
    """A player is trapped: no path cards, and at the end of the round no gold and no theft."""

    kind = "trapped"
    label = T("Trapped!")
    icon = "trapped"
    allowed_tracking = TRACKED_TOKENS
    lays = True
    tile = "against"
    help = TRAP.help
    greyed_by = (any_seat_meets(free, T("everyone is already trapped")),)
    asks = (any_seat("to", T("Who?"), free),)
    log_text = T("{name} traps {to}.")
    log_text_self = T("{name} traps themselves.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = True


class Free(TurnCard):
    """A trapped player is freed."""

    kind = "free"
    label = T("Free at last!")
    icon = "free"
    allowed_tracking = TRACKED_TOKENS
    tile = "for"
    help = T("Frees a trapped player, including you. Discard both cards.")
    greyed_by = (any_seat_meets(trapped, T("nobody is trapped")),)
    asks = (any_seat("to", T("Who?"), trapped),)
    log_text = T("{name} frees {to}: discard both cards.")
    log_text_self = T("{name} is free again: discard both cards.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = False


# -- thefts ---------------------------------------------------------------------------------------------------------
class Theft(TurnCard):
    """A theft stays in front of the player who plays it, at most one; it works at the end of the round."""

    kind = "theft"
    label = T("Theft")
    icon = "theft"
    tile = "other"
    sound = "theft"
    help = T(
        "It stays in front of you, one at most. At the end of the round you can take 1 gold from another "
        "player, unless you're trapped."
    )
    greyed_by = (no_theft,)
    log_text = T("{name} plays a theft.")

    def effect(self, state: State, entry: Entry) -> None:
        state.lay_theft(entry["by"])


class HandsOff(TurnCard):
    """A theft in front of a player is discarded."""

    kind = "hands-off"
    label = T("Hands off!")
    icon = "hands-off"
    tile = "against"
    help = T("Cancels a theft in front of a player before it takes effect. Discard both cards.")
    greyed_by = (any_seat_meets(has_theft, T("there's no theft on the table")),)
    asks = (any_seat("to", T("Who?"), has_theft),)
    log_text = T("{name} cancels {to}'s theft: discard both cards.")
    log_text_self = T("{name} cancels their own theft: discard both cards.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].theft_laid = None


# -- hands and roles ------------------------------------------------------------------------------------------------
class Saboteur2SwapHands(card_moves.SwapHands, TurnCard):
    """A swap of hands with another player, who draws instead."""

    kind = "swap-hands"
    label = T("Swap your hands")
    icon = "swap"
    tile = "other"
    short = T("Swap hands")
    help = T("Swap your whole hand with another player's. They draw a card; you don't.")
    log_text = T("{name} and {other} swap hands; {other} draws a card.")


class Inspect(card_moves.LookAtCard, TurnCard):
    """A look at another player's role, until the inspector's next turn starts."""

    kind = "inspect"
    label = T("Inspection")
    icon = "inspect"
    tile = "look"
    lasts = True
    help = T("Look at another player's role. Only your phone shows it.")
    asks = (other_seat("seat", T("Whose role?"), word="other"),)
    log_text = T("{name} looks at {other}'s role in secret.")


class SwapHats(TurnCard):
    """A player's role is replaced for this round by one of the set-aside ones; only its owner learns the new role.

    A seat that has inspected that player no longer sees their role.
    """

    kind = "swap-hats"
    label = T("Swap your hats")
    icon = "hat"
    allowed_tracking = ALL_MODES
    tile = "other"
    short = T("Swap hats")
    help = T(
        "A player's role (your own, if you like) is out for this round, and they draw a new one from "
        "those set aside. Only they see it, and it may be the same role again."
    )
    random_fields = ("drawn",)
    exchanges = "to"
    greyed_by = (roles_left,)
    asks = (any_seat("to", T("Whose role is swapped?")),)
    log_text = T("{name} swaps {to}'s role: it's set aside, and {to} looks at the new one on the phone.")
    log_text_self = T("{name} swaps hats: their role is set aside, and {name} looks at the new one on the phone.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        drawn = OneOf("drawn", T("Drawn role"), hidden=True, choices=choices(ROLES))
        return super().fields(state, by) if state.dealt_by_hand else (*super().fields(state, by), drawn)

    def check(self, state: State, entry: Entry) -> None:
        if "drawn" in entry and entry["drawn"] not in (state.aside or ()):
            raise RuleError(T("that role isn't set aside: {card}", card=ROLES[entry["drawn"]].label))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        if not state.aside:
            return entry
        roles = list(state.aside)
        shuffle(roles)
        return {**entry, "drawn": roles[0]}

    def list_opened(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        """Return the new role as a secret of its owner."""
        return ((entry["to"], OWN),)

    def effect(self, state: State, entry: Entry) -> None:
        if state.aside is None:
            return
        seat = state.seats[entry["to"]]
        state.aside.remove(entry["drawn"])
        seat.card = entry["drawn"]
        seat.new_card = True
        state.peeks = [peek for peek in state.peeks if peek.target != entry["to"]]

    def phrase(self, state: State, entry: Entry) -> Text:
        if not state.dealt_by_hand:
            return super().phrase(state, entry)
        if entry["by"] == entry["to"]:
            return T("{name} swaps hats: their role is set aside, and {name} draws a new one unseen.")
        return T("{name} swaps {to}'s role: it's set aside, and {to} draws a new one unseen.")


ACTION_CARDS = (Trapped, Free, Theft, HandsOff, Saboteur2SwapHands, Inspect, SwapHats)
