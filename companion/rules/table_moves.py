"""Entries of the whole table in every game: people leave and come back, a round ends; and the list of all of them.

Moves of a game's own, and of seats, stand in the games.
"""

from __future__ import annotations

from typing import Any

from companion.rules import turns
from companion.rules.asking import Entry, Field, Name, OneOf, any_seat, need
from companion.rules.dealing import Deal, Identities, TableMove, dealt
from companion.rules.following import Facts, Follow, TurnStarts
from companion.rules.move import FOLLOWS
from companion.rules.putting_right import Correct, SetFacts
from companion.rules.state import OVER, ROUND_OVER
from companion.rules.text import T, Text

CHAIRS = 12
"""The most seats at a table, with those that sit out and those that have gone."""


# -- who plays on ---------------------------------------------------------------------------------------------------
not_over = need(T("the game is over"), lambda state, by: state.status != OVER)
somebody_left = need(T("nobody has left the table"), lambda state, by: any(seat.retired for seat in state.seats))
stays = need(T("{name} has left already"), lambda state, seat: not state.seats[seat].retired)
not_alone = need(
    T("{name} is the last one left"), lambda state, seat: sum(not other.retired for other in state.seats) > 1
)
between_rounds = need(
    T("somebody sits down between two rounds, when one has been scored"), lambda state, by: state.status == ROUND_OVER
)
chair_left = need(T("twelve sit at this table: there is no chair left"), lambda state, by: len(state.seats) < CHAIRS)
has_left = need(T("{name} has not left"), lambda state, seat: state.seats[seat].retired)


class Retire(TableMove):
    """A player has gone: the seat's turns are skipped from now on; everything of it stays as it lies."""

    kind, label, icon = "retire", T("A player leaves the table"), "no-chair"
    group = "people"
    follows = FOLLOWS
    needs = (dealt, not_over)
    asks = (any_seat("seat", T("Who"), stays, not_alone, word="name", everybody=True),)
    says = T("{name} leaves the table; their turns are skipped.")

    def effect(self, state: Any, entry: Entry) -> None:
        seat = entry["seat"]
        state.seats[seat].retired = True
        if state.turn is not None and state.turn.seat == seat:
            self.game.end_turn(state)


class Return(TableMove):
    """A player who had gone is back: the seat's turns are played again."""

    kind, label, icon = "return", T("A player comes back"), "chair"
    group = "people"
    follows = FOLLOWS
    needs = (somebody_left, dealt, not_over)
    asks = (any_seat("seat", T("Who"), has_left, word="name", everybody=True),)
    says = T("{name} is back.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.seats[entry["seat"]].retired = False


class Join(TableMove):
    """Somebody sits down between two rounds, as the last of the circle, and is dealt in from the next one on."""

    kind, label, icon = "join", T("Somebody sits down"), "chair"
    group = "newcomers"
    follows = FOLLOWS
    needs = (between_rounds, chair_left)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        return (Name("name", T("Name"), taken=tuple(state.names)),)

    def effect(self, state: Any, entry: Entry) -> None:
        seat = state.seat_type(entry["name"], sits_out=True, newcomer=True)
        if self.game.hands:
            self.game.hands.leave_out(state, seat)
        state.seats.append(seat)
        for earlier in state.history:
            earlier.append(0)

    def phrase(self, state: Any, entry: Entry) -> Text:
        return T("{name} sits down, and is dealt in from the next round on.", name=entry["name"])


# -- the end --------------------------------------------------------------------------------------------------------
class End(TableMove):
    """The table ends the round: by agreement, or because it sees what the app does not know."""

    kind, label, icon = "end", T("End the round"), "finish"
    needs = (turns.why_not_in_play,)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        return (OneOf("reason", T("Why"), choices=self.game.list_end_reasons(state)),)

    def effect(self, state: Any, entry: Entry) -> None:
        self.game.finish(state, entry["reason"])

    def sentence(self, state: Any, entry: Entry) -> Text:
        label = next(c.label for c in self.game.list_end_reasons(state) if c.value == entry["reason"])
        one = self.game.rounds(state) == 1
        text = T("The game is over: {reason}") if one else T("The round is over: {reason}")
        return text.fill(reason=label)


class Stop(TableMove):
    """The game ends now: a round that is played or scored still is not scored and pays nobody."""

    kind, label, icon = "stop", T("Stop the game"), "finish"
    group = "stop"
    follows = FOLLOWS
    needs = (dealt, not_over)
    says = T("The game is stopped.")

    def effect(self, state: Any, entry: Entry) -> None:
        if state.status != ROUND_OVER:
            self.game.take_back_pay(state)
            state.over_by = state.score = None
        state.stand_still()
        state.status, state.stopped, state.unscored = OVER, True, None


TABLE_MOVES = (
    *(Deal, Identities, SetFacts, Correct, Retire, Return, Join, End, Stop),
    *(Follow, TurnStarts, Facts),
)
"""The moves of the table, in the order in which the host is offered them."""
