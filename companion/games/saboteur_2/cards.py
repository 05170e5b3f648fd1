"""Cards played at somebody in Saboteur 2: traps, thefts, swapped hands and hats, looks (spec "A turn").

Path cards and broken tools, as Saboteur has them too, are in ``rules.tools``; the turn around them in ``turn``.
"""

from __future__ import annotations

from companion.games.saboteur_2.state import ROLES, TRAP, State
from companion.rules import cards
from companion.rules.asking import Entry, Field, OneOf, any_seat, anybody, choices, need, other_seat
from companion.rules.cards import TurnCard
from companion.rules.move import FOLLOWS, LAID, Shuffle
from companion.rules.seeing import OWN
from companion.rules.text import RuleError, T, Text

# -- named reasons --------------------------------------------------------------------------------------------------
free = need(T("{name} is trapped already"), lambda state, seat: not state.seats[seat].trapped)
trapped = need(T("{name} is not trapped"), lambda state, seat: state.seats[seat].trapped)
no_theft = need(T("{name} has a theft already"), lambda state, seat: not state.seats[seat].theft)
has_theft = need(T("{name} has no theft"), lambda state, seat: state.seats[seat].theft)
roles_left = need(T("no role is set aside any more"), lambda state, by: state.aside != [])


# -- traps ----------------------------------------------------------------------------------------------------------
class Trapped(TurnCard):
    """A player is trapped: no path cards, and at the end of the round no gold and no theft."""

    kind, label, icon = "trapped", T("Trapped!"), "trapped"
    follows, lays = LAID, True
    tile = "against"
    help = TRAP.help
    greyed_by = (anybody(free, T("everybody is trapped already")),)
    asks = (any_seat("to", T("Whom?"), free),)
    says = T("{name} traps {to}.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = True


class Free(TurnCard):
    """A trapped player is freed."""

    kind, label, icon = "free", T("Free at last!"), "free"
    follows = LAID
    tile = "for"
    help = T("A trapped player is free again, yourself too. Both cards are discarded.")
    greyed_by = (anybody(trapped, T("nobody is trapped")),)
    asks = (any_seat("to", T("Whom?"), trapped),)
    says = T("{name} frees {to}: discard both cards.")
    says_own = T("{name} is free again: discard both cards.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = False


# -- thefts ---------------------------------------------------------------------------------------------------------
class Theft(TurnCard):
    """A theft lies in front of the player who plays it, one at most; it works at the end of the round."""

    kind, label, icon = "theft", T("Theft"), "theft"
    tile, sound = "other", "theft"
    help = T(
        "It lies in front of you, one at most. At the end of the round you may take 1 gold from another player, unless "
        "you are trapped."
    )
    greyed_by = (no_theft,)
    says = T("{name} lays a theft in front of themselves.")

    def effect(self, state: State, entry: Entry) -> None:
        state.lay_theft(entry["by"])


class HandsOff(TurnCard):
    """A theft that lies in front of a player is discarded."""

    kind, label, icon = "hands-off", T("Hands off!"), "hands-off"
    tile = "against"
    help = T("A theft that lies in front of a player is discarded before it works. Both cards go.")
    greyed_by = (anybody(has_theft, T("no theft lies on the table")),)
    asks = (any_seat("to", T("Whom?"), has_theft),)
    says = T("{name} takes {to}'s theft away: discard both cards.")
    says_own = T("{name} gives up the theft: discard both cards.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].theft_laid = None


# -- hands and roles ------------------------------------------------------------------------------------------------
class SwapHands(cards.SwapHands, TurnCard):
    """An exchange of hands with another player, who draws instead."""

    kind, label, icon = "swap-hands", T("Swap your hands"), "swap"
    tile, short = "other", T("Swap hands")
    help = T(
        "You give all the cards in your hand for all those of another player. The other one draws a card, you don't."
    )
    says = T("{name} and {other} swap all their cards; {other} draws.")


class Inspect(cards.LookAtCard, TurnCard):
    """A look at another player's role, until the inspector's next turn starts."""

    kind, label, icon = "inspect", T("Inspection"), "inspect"
    tile, lasts = "look", True
    help = T("Look at another player's role; your phone shows it until your next turn. Nobody else learns it.")
    asks = (other_seat("seat", T("Whose role?"), word="other"),)
    says = T("{name} looks at {other}'s role in secret.")


class SwapHats(TurnCard):
    """A player's role goes out for this round and another is drawn from the set-aside ones; its owner alone learns it.

    Who has inspected that player before sees no more: the new role is not theirs to know.
    """

    kind, label, icon = "swap-hats", T("Swap your hats"), "hat"
    follows = FOLLOWS
    tile, short = "other", T("Swap hats")
    help = T(
        "A player's role, your own if you like, is out for this round, and a new one is drawn from those set aside. "
        "Its owner alone sees it; it may be the same role again."
    )
    drawn, exchanges = ("drawn",), "to"
    greyed_by = (roles_left,)
    asks = (any_seat("to", T("Whose role is exchanged?")),)
    says = T("{name} exchanges {to}'s role: it is put aside, and {to} looks at the new one on the phone.")
    says_own = T("{name} swaps hats: their role is put aside, and {name} looks at the new one on the phone.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        drawn = OneOf("drawn", T("Drawn role"), unasked=True, choices=choices(ROLES))
        return super().fields(state, by) if state.by_hand else (*super().fields(state, by), drawn)

    def check(self, state: State, entry: Entry) -> None:
        if "drawn" in entry and entry["drawn"] not in (state.aside or ()):
            raise RuleError(T("no such role is set aside: {card}", card=ROLES[entry["drawn"]].label))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        if not state.aside:
            return entry
        roles = list(state.aside)
        shuffle(roles)
        return {**entry, "drawn": roles[0]}

    def list_opened(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        """Open the new role to its owner."""
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
        if not state.by_hand:
            return super().phrase(state, entry)
        if entry["by"] == entry["to"]:
            return T("{name} swaps hats: their role is put aside, and {name} draws another one unseen.")
        return T("{name} exchanges {to}'s role: it is put aside, and {to} draws another one unseen.")


ACTION_CARDS = (Trapped, Free, Theft, HandsOff, SwapHands, Inspect, SwapHats)
