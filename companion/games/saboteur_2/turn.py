"""A turn of Saboteur 2 is one card played or some discarded (spec "A turn"); crystals and thefts follow the play."""

from __future__ import annotations

from companion.games.saboteur_2.state import OBSTACLES, ROLES, TRAP, State
from companion.rules import cards, tools, turns
from companion.rules.action import Entry
from companion.rules.asks import Ask, any_seat, none_open, other_seat, piece, seat_choices
from companion.rules.cards import TurnCard
from companion.rules.dealing import TableMove
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Number, OneOf
from companion.rules.move import Move, Shuffle
from companion.rules.needs import Need, need
from companion.rules.pieces import choices
from companion.rules.state import SCORING, SETUP, Peek
from companion.rules.table_moves import TABLE_MOVES
from companion.rules.text import TN, T, Text

MOST_DISCARDED = 3
CAST_OFF_COST = 2

# -- named reasons --------------------------------------------------------------------------------------------------
may_lay = need(T("{name} is trapped and may lay no path card"), lambda state, by: not state.seats[by].trapped)
free = need(T("{name} is trapped already"), lambda state, seat: not state.seats[seat].trapped)
trapped = need(T("{name} is not trapped"), lambda state, seat: state.seats[seat].trapped)
no_theft = need(T("{name} has a theft already"), lambda state, seat: not state.seats[seat].theft)
has_theft = need(T("{name} has no theft"), lambda state, seat: state.seats[seat].theft)
has_gold = need(T("{name} has no gold"), lambda state, seat: state.seats[seat].gold)
roles_left = need(T("no role is set aside any more"), lambda state, by: state.aside != [])
obstacle = need(T("nothing like that lies in front of {name}"), lambda state, by: state.seats[by].obstacles)
two_cards = need(
    T("{name} needs two cards in hand for it"),
    lambda state, by: not state.counted or state.seats[by].hand >= CAST_OFF_COST,
)


def anybody(met: Need, text: Text) -> Need:
    """It holds of somebody who plays."""
    return need(text, lambda state, by: any(met(state, seat) is None for seat in state.players))


def in_front(state: State, what: str) -> Text | None:
    """It lies in front of the active seat."""
    seat = state.active
    return None if what in seat.obstacles else T("no such card lies in front of {name}: {what}", name=seat.name)


# -- path cards -----------------------------------------------------------------------------------------------------
WAYS = (Choice(True, T("✓ yes")), Choice(False, T("✗ no")))
BLUE_WAY = T("Can blue walk there, on a way without a green door?")
GREEN_WAY = T("Can green walk there, on a way without a blue door?")


class PlayPath(tools.PlayPath[State]):
    """A path card, also a bridge, ladder, door or crystal. At the treasure it is told which team can walk there."""

    greyed_by = (may_lay, tools.tools_whole)
    ways = tools.path_ways(
        Ask(OneOf("blue_way", BLUE_WAY, choices=WAYS, icon="door", clan="blue")),
        Ask(OneOf("green_way", GREEN_WAY, choices=WAYS, icon="door", clan="green")),
    )

    def effect(self, state: State, entry: Entry) -> None:
        state.blue_way = bool(entry.get("blue_way"))
        state.green_way = bool(entry.get("green_way"))
        super().effect(state, entry)


# -- action cards ---------------------------------------------------------------------------------------------------
class Trapped(TurnCard[State]):
    """A player is trapped: no path cards, and at the end of the round no gold and no theft."""

    kind, label, icon = "trapped", T("Trapped!"), "trapped"
    greyed_by = (anybody(free, T("everybody is trapped already")),)
    asks = (any_seat("to", T("Whom"), free),)
    says = T("{name} traps {to}.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = True


class Free(TurnCard[State]):
    """A trapped player is freed."""

    kind, label, icon = "free", T("Free at last!"), "free"
    greyed_by = (anybody(trapped, T("nobody is trapped")),)
    asks = (any_seat("to", T("Whom"), trapped),)
    says = T("{name} frees {to}: discard both cards.")
    says_own = T("{name} is free again: discard both cards.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = False


class Theft(TurnCard[State]):
    """A theft lies in front of the player who plays it, one at most; it works at the end of the round."""

    kind, label, icon = "theft", T("Theft"), "theft"
    greyed_by = (no_theft,)
    says = T("{name} lays a theft in front of themselves.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["by"]].theft_turn = state.number


class HandsOff(TurnCard[State]):
    """A theft that lies in front of a player is discarded."""

    kind, label, icon = "hands-off", T("Hands off!"), "hands-off"
    greyed_by = (anybody(has_theft, T("no theft lies on the table")),)
    asks = (any_seat("to", T("Whom"), has_theft),)
    says = T("{name} takes {to}'s theft away: discard both cards.")
    says_own = T("{name} gives up the theft: discard both cards.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].theft_turn = None


class SwapHands(TurnCard[State]):
    """All cards change hands with another player, who draws instead."""

    kind, label, icon = "swap-hands", T("Swap your hands"), "swap"
    asks = (other_seat("with", T("With whom"), word="other"),)
    says = T("{name} and {other} swap all their cards; {other} draws.")

    def drawer(self, entry: Entry) -> int:
        return int(entry["with"])

    def effect(self, state: State, entry: Entry) -> None:
        cards.swap_hands(state, entry["by"], entry["with"])


class Inspect(TurnCard[State]):
    """A look at another player's role, on the inspector's phone alone, until the inspector's next turn starts."""

    kind, label, icon = "inspect", T("Inspection"), "inspect"
    undoable = False
    asks = (other_seat("seat", T("Whose role"), word="other"),)
    says = T("{name} looks at {other}'s role in secret.")

    def effect(self, state: State, entry: Entry) -> None:
        cards.peek(state, entry)


class SwapHats(TurnCard[State]):
    """A player's role goes out for this round and another is drawn from the set-aside ones; its owner alone learns it.

    Who has inspected that player before sees no more: the new role is not theirs to know.
    """

    kind, label, icon = "swap-hats", T("Swap your hats"), "hat"
    amendable = False
    greyed_by = (roles_left,)
    asks = (any_seat("to", T("Whose role is exchanged")),)
    says = T("{name} exchanges {to}'s role: it goes out, {to} looks at the new one on the phone.")
    says_own = T("{name} swaps hats: the own role goes out, {name} looks at the new one on the phone.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        drawn = OneOf("drawn", T("Drawn role"), drawn=True, choices=choices(ROLES))
        return super().fields(state, by) if state.by_hand else (*super().fields(state, by), drawn)

    def check(self, state: State, entry: Entry) -> None:
        if "drawn" in entry and entry["drawn"] not in (state.aside or ()):
            raise RuleError(T("drawn: no such role is set aside: {card}", card=ROLES[entry["drawn"]].label))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        if not state.aside:
            return entry
        roles = list(state.aside)
        shuffle(roles)
        return {**entry, "drawn": roles[0]}

    def effect(self, state: State, entry: Entry) -> None:
        if state.aside is None:
            return
        seat = state.seats[entry["to"]]
        state.aside.remove(entry["drawn"])
        seat.card = entry["drawn"]
        seat.new_role = True
        state.peeks = [peek for peek in state.peeks if peek.target != entry["to"]]

    def saying(self, state: State, entry: Entry) -> Text:
        if not state.by_hand:
            return super().saying(state, entry)
        if entry["by"] == entry["to"]:
            return T("{name} swaps hats: the own role goes out, {name} draws a set-aside one unseen.")
        return T("{name} exchanges {to}'s role: it goes out, {to} draws a set-aside one unseen.")


# -- cards from the hand --------------------------------------------------------------------------------------------
class CastOff(TurnCard[State]):
    """Two cards from the hand are thrown away to be rid of one card in front; only one is drawn."""

    kind, label, icon = "cast-off", T("Cast off"), "discard"
    note = T("two cards to be rid of one in front of you")
    greyed_by = (obstacle, two_cards)
    asks = (piece("what", T("What goes"), OBSTACLES, in_front),)
    says = T("{name} throws two cards away and is rid of this card: {what}. {name} draws only one.")

    def cost(self, entry: Entry) -> int:
        return CAST_OFF_COST

    def effect(self, state: State, entry: Entry) -> None:
        seat = state.seats[entry["by"]]
        if entry["what"] == TRAP.id:
            seat.trapped = False
        else:
            seat.broken.remove(entry["what"])


class Discard(cards.DiscardTurn[State]):
    """One to three cards go face down on the discard pile; as many are drawn."""

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (cards.how_many(state, by, MOST_DISCARDED),)

    def cost(self, entry: Entry) -> int:
        return int(entry["count"])

    def draws(self, entry: Entry) -> int:
        return int(entry["count"])

    def saying(self, state: State, entry: Entry) -> Text:
        return TN(
            "{name} discards {n} card, face down, and draws.",
            "{name} discards {n} cards, face down, and draws.",
            entry["count"],
        )


# -- after the play: the thefts one after the other, the crystals ---------------------------------------------------
def next_thief(state: State, by: int) -> Text | None:
    """The thieves steal in order."""
    if not state.thieves:
        return T("nobody steals now")
    first = state.thieves[0]
    return None if first == by else T("{name} steals first", name=state.seats[first].name)


class Steal(Move[State]):
    """A theft works: 1 gold from another seat that has any; from nobody when nobody else has gold."""

    game: tools.ToolsGame[State]
    kind, label, icon = "steal", T("Steal 1 gold"), "theft"
    group = "settle"
    needs = (next_thief,)

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        seats = seat_choices(state, lambda seat: has_gold(state, seat), without=by)
        rich = None if none_open(seats) else T("somebody else has gold: the theft takes 1")
        nobody = Choice(None, T("nobody: nobody else has gold"), rich)
        return (OneOf("from", T("From whom"), choices=(*seats, nobody)),)

    def effect(self, state: State, entry: Entry) -> None:
        thief, victim = entry["by"], entry["from"]
        state.thieves.remove(thief)
        if victim is not None:
            state.seats[victim].gold -= 1
            state.seats[thief].gold += 1
            state.thefts.append((thief, victim))
        turns.settle(self.game, state)

    def saying(self, state: State, entry: Entry) -> Text:
        if entry["from"] is None:
            return T("{name} finds nobody with gold to steal.")
        return T("{name} steals 1 gold from {victim}.", victim=state.names[entry["from"]])


class Crystals(TableMove[State]):
    """All crystals on visible path cards are counted; always asked, so that asking tells nothing."""

    kind, label, icon = "crystals", T("Count the crystals"), "crystal"
    group = "settle"

    def closed(self, state: State, by: int) -> Text | None:
        if state.status == SETUP:
            return turns.in_play(state)
        if state.status != SCORING or state.crystals is not None:
            return T("the crystals are counted once, after the play")
        return None

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (Number("count", T("Crystals on all path cards that lie open"), low=0, high=99, start=0),)

    def effect(self, state: State, entry: Entry) -> None:
        state.crystals = entry["count"]
        turns.settle(self.game, state)

    def saying(self, state: State, entry: Entry) -> Text:
        return TN("{n} crystal lies open.", "{n} crystals lie open.", entry["count"])


# -- from turn to turn ----------------------------------------------------------------------------------------------
class Turns(tools.ToolsGame[State]):
    """What the turns of Saboteur 2 are made of."""

    turn_moves = (
        *(PlayPath, *tools.CARD_MOVES, Trapped, Free, Theft, HandsOff, SwapHands, Inspect, SwapHats),
        *(CastOff, Discard, cards.Pass, Steal),
    )
    table_moves = (Crystals, *TABLE_MOVES)

    def fold(self, state: State, entry: Entry) -> None:
        """Who acts has looked at the own role since it was exchanged, or need not be told again."""
        if "by" in entry:
            state.seats[entry["by"]].new_role = False
        super().fold(state, entry)

    def peek_stays(self, state: State, peek: Peek, next_seat: int) -> bool:
        """An inspected role is seen until the inspector's next turn starts."""
        return peek.looker != next_seat

    def acting(self, state: State) -> list[int]:
        """After the play: the thief who is on turn."""
        return state.thieves[:1] if state.status == SCORING else super().acting(state)
