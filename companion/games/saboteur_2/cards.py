"""The cards of Saboteur 2: path cards with doors, and what its new action cards do (spec "A turn")."""

from __future__ import annotations

from companion.games.saboteur_2.state import CARDS, State
from companion.rules import cards, tools
from companion.rules.action import Action, Entry
from companion.rules.asks import Ask, none_open, seat_choices
from companion.rules.cards import TurnCard
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Number, OneOf
from companion.rules.held import OWN
from companion.rules.move import Move, Shuffle
from companion.rules.needs import need
from companion.rules.state import Peek
from companion.rules.text import TN, T, Text

MOST_DISCARDED = 3
CAST_OFF_COST = 2


WAYS = (Choice(True, T("✓ yes")), Choice(False, T("✗ no")))
untrapped = need(T("{name} is trapped and may lay no path card"), lambda state, by: not state.seats[by].trapped)


class PlayPath(tools.PlayPath[State]):
    """A path card, also a bridge, ladder, door or crystal. At the treasure it is told which team can walk there."""

    greyed_by = (untrapped, tools.tools_whole)
    ways = tools.path_ways(
        Ask(
            OneOf(
                "blue_way", T("Can blue walk there, on a way without a green door?"), choices=WAYS, icon="door",
                clan="blue",
            )
        ),
        Ask(
            OneOf(
                "green_way", T("Can green walk there, on a way without a blue door?"), choices=WAYS, icon="door",
                clan="green",
            )
        ),
    )  # fmt: skip

    def effect(self, state: State, entry: Entry) -> None:
        state.blue_way = bool(entry.get("blue_way"))
        state.green_way = bool(entry.get("green_way"))
        super().effect(state, entry)


class Discard(cards.DiscardTurn[State]):
    """One to three cards go face down on the discard pile; as many are drawn."""

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        hand = state.seats[by].hand
        most = MOST_DISCARDED if hand is None else min(MOST_DISCARDED, hand)
        return (Number("count", T("How many"), low=1, high=most, start=1),)

    def cost(self, entry: Entry) -> int:
        return int(entry["count"])

    def draws(self, entry: Entry) -> int:
        return int(entry["count"])

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        return TN(
            "{name} discards {n} card, face down, and draws.",
            "{name} discards {n} cards, face down, and draws.",
            entry["count"],
            name=name,
        )


class CastOff(TurnCard[State]):
    """Two cards from the hand are thrown away to be rid of one card in front; only one is drawn."""

    kind = "cast-off"
    label = T("Cast off")
    icon = "discard"

    def cost(self, entry: Entry) -> int:
        return CAST_OFF_COST

    def actions(self, state: State, by: int) -> list[Action]:
        choices = tuple(Choice(what, label, self._missing(state, by, what), what) for what, label in OBSTACLES.items())
        closed = T("nothing like that lies in front of {name}", name=state.seats[by].name)
        hand = state.seats[by].hand
        few = T("{name} needs two cards in hand for it", name=state.seats[by].name)
        too_few = few if hand is not None and hand < CAST_OFF_COST else None
        what = OneOf("what", T("What goes"), choices=choices)
        note = T("two cards to be rid of one in front of you")
        return [self.action(by, fields=(what,), closed=closed if none_open(choices) else too_few, note=note)]

    def _missing(self, state: State, by: int, what: str) -> Text | None:
        seat = state.seats[by]
        if what in seat.broken or (what == "trapped" and seat.trapped):
            return None
        return T("no such card lies in front of {name}: {what}", name=seat.name, what=OBSTACLES[what])

    def effect(self, state: State, entry: Entry) -> None:
        seat = state.seats[entry["by"]]
        if entry["what"] == "trapped":
            seat.trapped = False
        else:
            seat.broken.remove(entry["what"])

    def sentence(self, state: State, entry: Entry) -> Text:
        return T(
            "{name} throws two cards away and is rid of this card: {what}. {name} draws only one.",
            name=state.seats[entry["by"]].name,
            what=OBSTACLES[entry["what"]],
        )


OBSTACLES = {**tools.TOOL_NAMES, "trapped": T("trapped")}
"""What may be cast off: a broken tool, or the trap."""


class InFront(TurnCard[State]):
    """A card played towards a seat, where the table as it lies allows it."""

    def refused(self, state: State, seat: int) -> Text | None:
        """Why it can't be played towards that seat."""
        raise NotImplementedError

    def all_refused(self) -> Text:
        """Why it can't be played at all."""
        raise NotImplementedError

    def actions(self, state: State, by: int) -> list[Action]:
        seats = seat_choices(state, lambda seat: self.refused(state, seat))
        closed = self.all_refused() if none_open(seats) else None
        return [self.action(by, fields=(OneOf("to", T("Whom"), choices=seats),), closed=closed)]


class Trapped(InFront):
    """A player is trapped: no path cards, and at the end of the round no gold and no theft."""

    kind = "trapped"
    label = T("Trapped!")
    icon = "trapped"

    def refused(self, state: State, seat: int) -> Text | None:
        return T("{name} is trapped already", name=state.seats[seat].name) if state.seats[seat].trapped else None

    def all_refused(self) -> Text:
        return T("everybody is trapped already")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = True

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} traps {to}.", name=state.seats[entry["by"]].name, to=state.seats[entry["to"]].name)


class Free(InFront):
    """A trapped player is freed."""

    kind = "free"
    label = T("Free at last!")
    icon = "free"

    def refused(self, state: State, seat: int) -> Text | None:
        return None if state.seats[seat].trapped else T("{name} is not trapped", name=state.seats[seat].name)

    def all_refused(self) -> Text:
        return T("nobody is trapped")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].trapped = False

    def sentence(self, state: State, entry: Entry) -> Text:
        values = {"name": state.seats[entry["by"]].name, "to": state.seats[entry["to"]].name}
        if entry["by"] == entry["to"]:
            return T("{name} is free again: discard both cards.", **values)
        return T("{name} frees {to}: discard both cards.", **values)


class Theft(TurnCard[State]):
    """A theft lies in front of the player who plays it, one at most; it works at the end of the round."""

    kind = "theft"
    label = T("Theft")
    icon = "theft"

    def actions(self, state: State, by: int) -> list[Action]:
        seat = state.seats[by]
        return [self.action(by, closed=T("{name} has a theft already", name=seat.name) if seat.theft else None)]

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["by"]].theft = state.number

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} lays a theft in front of themselves.", name=state.seats[entry["by"]].name)


class HandsOff(InFront):
    """A theft that lies in front of a player is discarded."""

    kind = "hands-off"
    label = T("Hands off!")
    icon = "hands-off"

    def refused(self, state: State, seat: int) -> Text | None:
        return None if state.seats[seat].theft else T("{name} has no theft", name=state.seats[seat].name)

    def all_refused(self) -> Text:
        return T("no theft lies on the table")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].theft = None

    def sentence(self, state: State, entry: Entry) -> Text:
        values = {"name": state.seats[entry["by"]].name, "to": state.seats[entry["to"]].name}
        if entry["by"] == entry["to"]:
            return T("{name} gives up the theft: discard both cards.", **values)
        return T("{name} takes {to}'s theft away: discard both cards.", **values)


class SwapHands(TurnCard[State]):
    """All cards change hands with another player, who draws instead."""

    kind = "swap-hands"
    label = T("Swap your hands")
    icon = "swap"

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (OneOf("with", T("With whom"), choices=seat_choices(state, without=by)),)

    def drawer(self, entry: Entry) -> int:
        return int(entry["with"])

    def effect(self, state: State, entry: Entry) -> None:
        own, other = state.seats[entry["by"]], state.seats[entry["with"]]
        own.hand, other.hand = other.hand, own.hand

    def sentence(self, state: State, entry: Entry) -> Text:
        return T(
            "{name} and {other} swap all their cards; {other} draws.",
            name=state.seats[entry["by"]].name,
            other=state.seats[entry["with"]].name,
        )


class Inspect(TurnCard[State]):
    """A look at another player's role, on the inspector's phone alone, until the inspector's next turn starts."""

    kind = "inspect"
    label = T("Inspection")
    icon = "inspect"
    undoable = False

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (OneOf("seat", T("Whose role"), choices=seat_choices(state, without=by)),)

    def effect(self, state: State, entry: Entry) -> None:
        state.peeks.append(Peek(entry["by"], entry["seat"]))

    def sentence(self, state: State, entry: Entry) -> Text:
        name, other = state.seats[entry["by"]].name, state.seats[entry["seat"]].name
        return T("{name} looks at {other}'s role in secret.", name=name, other=other)


class SwapHats(TurnCard[State]):
    """A player's role goes out for this round and another is drawn from the set-aside ones; its owner alone learns it.

    Who has inspected that player before sees no more: the new role is not theirs to know.
    """

    kind = "swap-hats"
    label = T("Swap your hats")
    icon = "hat"
    drawn = ("drawn",)

    def actions(self, state: State, by: int) -> list[Action]:
        fields: list[Field] = [OneOf("to", T("Whose role is exchanged"), choices=seat_choices(state))]
        if not state.by_hand:
            roles = tuple(Choice(card, label) for card, label in CARDS.items())
            fields.append(OneOf("drawn", T("Drawn role"), drawn=True, choices=roles))
        closed = T("no role is set aside any more") if state.aside == [] else None
        return [self.action(by, fields=tuple(fields), closed=closed)]

    def check(self, state: State, entry: Entry) -> None:
        if "drawn" in entry and entry["drawn"] not in (state.aside or ()):
            raise RuleError(T("drawn: no such role is set aside: {card}", card=CARDS[entry["drawn"]]))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        if not state.aside:
            return entry
        roles = list(state.aside)
        shuffle(roles)
        return {**entry, "drawn": roles[0]}

    def opens(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        """The new role is its owner's to look at."""
        return ((entry["to"], OWN),)

    def effect(self, state: State, entry: Entry) -> None:
        if state.aside is None:
            return
        seat = state.seats[entry["to"]]
        state.aside.remove(entry["drawn"])
        seat.card = entry["drawn"]
        seat.new_role = True
        state.peeks = [peek for peek in state.peeks if peek.target != entry["to"]]

    def sentence(self, state: State, entry: Entry) -> Text:
        values = {"name": state.seats[entry["by"]].name, "to": state.seats[entry["to"]].name}
        if entry["by"] == entry["to"]:
            if state.by_hand:
                return T("{name} swaps hats: the own role goes out, {name} draws a set-aside one unseen.", **values)
            return T("{name} swaps hats: the own role goes out, {name} looks at the new one on the phone.", **values)
        if state.by_hand:
            return T("{name} exchanges {to}'s role: it goes out, {to} draws a set-aside one unseen.", **values)
        return T("{name} exchanges {to}'s role: it goes out, {to} looks at the new one on the phone.", **values)


def turn_moves(game: tools.ToolsGame[State]) -> list[Move[State]]:
    """Everything a turn can be, in the order of the buttons."""
    return [
        PlayPath(game),
        *tools.card_moves(game),
        Trapped(game),
        Free(game),
        Theft(game),
        HandsOff(game),
        SwapHands(game),
        Inspect(game),
        SwapHats(game),
        CastOff(game),
        Discard(game),
        cards.Pass(game),
    ]
