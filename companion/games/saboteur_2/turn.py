"""A turn of Saboteur 2: one card is played or some are discarded (spec "A turn"). After play: crystals and thefts.

The cards are in ``cards`` and ``engine.saboteur_cards``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine import card_moves, saboteur_cards
from companion.engine.actions import ButtonGroup, Entry
from companion.engine.card_moves import TurnCard
from companion.engine.conditions import condition
from companion.engine.dealing import TableMove, dealt
from companion.engine.fields import Choice, Field, Number, OneOf, piece, seat_choices
from companion.engine.move import Move
from companion.engine.state import SCORING
from companion.engine.text import TN, T, Text
from companion.engine.turns import score_if_complete
from companion.games.saboteur_2.cards import ACTION_CARDS
from companion.games.saboteur_2.state import OBSTACLES, TRAP, State, may_pay_crystals

CAST_OFF_COST = 2

# -- named reasons --------------------------------------------------------------------------------------------------
may_lay = condition(T("{name} is trapped and can't play path cards"), lambda state, by: not state.seats[by].trapped)
has_gold = condition(T("{name} has no gold"), lambda state, seat: state.seats[seat].gold)
obstacle = condition(T("there's nothing like that in front of {name}"), lambda state, by: state.seats[by].obstacles)
two_cards = condition(
    T("{name} needs two cards in hand for that"),
    lambda state, by: not state.counted or state.seats[by].hand >= CAST_OFF_COST,
)


def why_not_in_front(state: State, what: str) -> Text | None:
    """Return why this card can't be discarded: it isn't in front of the active seat."""
    seat = state.active
    return None if what in seat.obstacles else T("there's no such card in front of {name}: {what}", name=seat.name)


# -- path cards -----------------------------------------------------------------------------------------------------
WAYS = (Choice(True, T("yes")), Choice(False, T("no")))


class TeamWay(OneOf):
    """The question whether a team can walk to the treasure; it isn't asked without teams."""

    def bind(self, state: Any, by: int) -> Field:
        return replace(self, choices=(), optional=True, hidden=True) if state.old_roles else self


class Saboteur2PlayPath(saboteur_cards.SaboteurPlayPath):
    """A path card, also a bridge, ladder, door or crystal. At the treasure it asks which team can walk there."""

    help = T(
        "Play it upright so that all its paths match and it connects to the start or to a ladder. Not "
        "while you're trapped or have a broken tool."
    )
    greyed_by = (may_lay, saboteur_cards.tools_whole)
    variants = saboteur_cards.path_ways(
        TeamWay(
            "blue_way", T("Can blue get there without passing a green door?"), choices=WAYS, icon="door", clan="blue"
        ),
        TeamWay(
            "green_way", T("Can green get there without passing a blue door?"), choices=WAYS, icon="door", clan="green"
        ),
    )

    def effect(self, state: State, entry: Entry) -> None:
        state.blue_way = bool(entry.get("blue_way"))
        state.green_way = bool(entry.get("green_way"))
        super().effect(state, entry)


# -- cards from the hand --------------------------------------------------------------------------------------------
class CastOff(TurnCard):
    """Two cards are discarded to get rid of one card in front of the seat; only one card is drawn."""

    kind = "cast-off"
    label = T("Pay two cards")
    icon = "broken"
    tile = "other"
    help = T(
        "Discard two cards to get rid of a broken tool or “Trapped!” in front of you. You draw only one, so "
        "from then on your hand is one card smaller."
    )
    note = T("two cards to get rid of one in front of you")
    greyed_by = (obstacle, two_cards)
    asks = (piece("what", T("Get rid of what?"), OBSTACLES, why_not_in_front),)
    log_text = T("{name} discards two cards to get rid of this one: {what}. {name} draws only one.")

    def cost(self, entry: Entry) -> int:
        return CAST_OFF_COST

    def effect(self, state: State, entry: Entry) -> None:
        state.running.draws = 1
        seat = state.active
        if entry["what"] == TRAP.id:
            seat.trapped = False
        else:
            seat.broken.remove(entry["what"])


class Saboteur2Discard(card_moves.Discard, TurnCard):
    """A turn in which one to three cards are discarded, face down; as many are drawn."""

    help = T("Discard one to three cards face down, and draw as many. That's your turn.")
    most = 3


# -- after the play: the thefts one after the other, the crystals ---------------------------------------------------
def why_not_next_thief(state: State, by: int) -> Text | None:
    """Return why this thief can't steal now: thieves steal in order."""
    if not state.thieves:
        return T("nobody is stealing right now")
    first = state.thieves[0]
    return None if first == by else T("{name} steals first", name=state.seats[first].name)


UNUSED = Choice(None, T("nobody: the theft is left unused"))


class Steal(Move):
    """A theft works: 1 gold from another seat that has any; or it is left unused.

    All cards and everyone's gold have been revealed by then (spec "End of a round and gold").
    """

    kind = "steal"
    label = T("Steal 1 gold")
    icon = "theft"
    group = ButtonGroup.SETTLE
    sound = "theft"
    conditions = (why_not_next_thief,)

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        victims = seat_choices(state, partial(has_gold, state), without=by)
        return (OneOf("from", T("Who do you steal from?"), choices=(*victims, UNUSED)),)

    def effect(self, state: State, entry: Entry) -> None:
        thief = entry["by"]
        victim = entry["from"]
        state.thieves.remove(thief)
        if victim is not None:
            state.steal(thief, victim)
        score_if_complete(self.game, state)

    def phrase(self, state: State, entry: Entry) -> Text:
        if entry["from"] is None:
            return T("{name} leaves the theft unused.")
        return T("{name} takes 1 gold from {victim}.", victim=state.seats[entry["from"]].name)


geologists_play = condition(
    T("without geologists, crystals aren't counted"), lambda state, by: may_pay_crystals(state.options)
)
not_counted = condition(
    T("crystals are counted once, after the round"),
    lambda state, by: state.status == SCORING and state.crystals is None,
)


class Crystals(TableMove):
    """The count of crystals on visible path cards; always asked, so that the question gives nothing away."""

    kind = "crystals"
    label = T("Count the crystals")
    icon = "crystal"
    group = ButtonGroup.SETTLE
    conditions = (dealt, geologists_play, not_counted)
    asks = (Number("count", T("Crystals on all path cards in play"), start=0),)

    def effect(self, state: State, entry: Entry) -> None:
        state.counted_crystals = entry["count"]
        score_if_complete(self.game, state)

    def phrase(self, state: State, entry: Entry) -> Text:
        return TN("{n} crystal in play.", "{n} crystals in play.", entry["count"])


TURN_MOVES = (
    Saboteur2PlayPath,
    *saboteur_cards.CARD_MOVES,
    *ACTION_CARDS,
    CastOff,
    Saboteur2Discard,
    card_moves.Pass,
    Steal,
)
