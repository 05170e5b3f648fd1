"""Entries of the whole table in every game: people leave and rejoin, a round ends; and the list of all of them.

A game's own moves, and those of seats, are in the games.
"""

from __future__ import annotations

from typing import Any

from companion.engine import conditions
from companion.engine.actions import ButtonGroup, Entry
from companion.engine.conditions import condition
from companion.engine.corrections import Correct, SetFacts
from companion.engine.dealing import Deal, Identities, TableMove, dealt
from companion.engine.fields import Field, NameField, OneOf, any_seat
from companion.engine.move import ALL_MODES
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.text import T, Text
from companion.engine.tracking import EnterResults, SetTracking, TurnStarts
from companion.engine.turns import end_turn, finish_round

CHAIRS = 12
"""The most seats at a table, with those that sit out and those that have left."""


# -- who plays on ---------------------------------------------------------------------------------------------------
not_over = condition(T("the game is over"), lambda state, by: state.status != OVER)
somebody_left = condition(T("nobody has left the table"), lambda state, by: any(seat.retired for seat in state.seats))
stays = condition(T("{name} has already left"), lambda state, seat: not state.seats[seat].retired)
not_alone = condition(
    T("{name} is the last one left"), lambda state, seat: sum(not other.retired for other in state.seats) > 1
)
between_rounds = condition(
    T("players can join between rounds, once one has been scored"), lambda state, by: state.status == ROUND_OVER
)
chair_left = condition(
    T("this table already has twelve players: there are no seats left"), lambda state, by: len(state.seats) < CHAIRS
)
has_left = condition(T("{name} hasn't left"), lambda state, seat: state.seats[seat].retired)


class Retire(TableMove):
    """A player has left: the seat's turns are skipped from now on; all that is in front of it stays."""

    kind = "retire"
    label = T("A player leaves the table")
    icon = "no-chair"
    group = ButtonGroup.PEOPLE
    allowed_tracking = ALL_MODES
    conditions = (dealt, not_over)
    asks = (any_seat("seat", T("Who"), stays, not_alone, word="name", everybody=True),)
    log_text = T("{name} leaves the table; their turns are skipped.")

    def effect(self, state: Any, entry: Entry) -> None:
        seat = entry["seat"]
        state.seats[seat].retired = True
        if state.turn is not None and state.turn.seat == seat:
            end_turn(self.game, state)


class Return(TableMove):
    """A player who had gone is back: the seat's turns are played again."""

    kind = "return"
    label = T("A player comes back")
    icon = "chair"
    group = ButtonGroup.PEOPLE
    allowed_tracking = ALL_MODES
    conditions = (somebody_left, dealt, not_over)
    asks = (any_seat("seat", T("Who"), has_left, word="name", everybody=True),)
    log_text = T("{name} is back.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.seats[entry["seat"]].retired = False


class Join(TableMove):
    """Someone joins between two rounds, at the end of the circle, and is dealt in from the next one on."""

    kind = "join"
    label = T("A player joins")
    icon = "chair"
    group = ButtonGroup.NEWCOMERS
    allowed_tracking = ALL_MODES
    conditions = (between_rounds, chair_left)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        return (NameField("name", T("Name"), taken=tuple(state.names)),)

    def effect(self, state: Any, entry: Entry) -> None:
        seat = state.seat_type(entry["name"], sits_out=True, newcomer=True)
        if self.game.deck_rules:
            self.game.deck_rules.leave_out(state, seat)
        state.seats.append(seat)
        for earlier in state.history:
            earlier.append(0)

    def phrase(self, state: Any, entry: Entry) -> Text:
        return T("{name} joins from the next round.", name=entry["name"])


# -- the end --------------------------------------------------------------------------------------------------------
class End(TableMove):
    """The host ends the round: by agreement, or because they see what the app doesn't know."""

    kind = "end"
    label = T("End the round")
    icon = "finish"
    conditions = (conditions.why_not_in_play,)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        return (OneOf("reason", T("Why"), choices=self.game.list_end_reasons(state)),)

    def effect(self, state: Any, entry: Entry) -> None:
        finish_round(self.game, state, entry["reason"])

    def sentence(self, state: Any, entry: Entry) -> Text:
        label = next(c.label for c in self.game.list_end_reasons(state) if c.value == entry["reason"])
        one = self.game.rounds(state) == 1
        text = T("The game is over: {reason}.") if one else T("The round is over: {reason}.")
        return text.fill(reason=label)


class Stop(TableMove):
    """The game ends now: a round that is still being played or scored isn't scored and pays nobody."""

    kind = "stop"
    label = T("Stop the game")
    icon = "finish"
    group = ButtonGroup.STOP
    allowed_tracking = ALL_MODES
    conditions = (dealt, not_over)
    log_text = T("The game was stopped.")

    def effect(self, state: Any, entry: Entry) -> None:
        if state.status != ROUND_OVER:
            self.game.take_back_pay(state)
            state.over_by = state.score = None
        state.stop_turn()
        state.status = OVER
        state.stopped = True
        state.unscored = None


TABLE_MOVES = (
    *(Deal, Identities, SetFacts, Correct, Retire, Return, Join, End, Stop),
    *(SetTracking, TurnStarts, EnterResults),
)
"""The moves of the table, in the order in which the host is offered them."""
