"""The fifth person, who plays by themself: two seconds after it is their turn they make a legal tap.

They sit there as anyone with a phone does, and enter through the same commands. Where someone has taken their seat
with a phone, they are gone.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

from companion import clock
from companion.demo.taps import choose_value, list_taps
from companion.engine.state import SCORING
from companion.engine.text import RuleError
from companion.engine.visibility import OWN
from companion.storage.store import Stale, StoreError
from companion.table import Stage, Table
from companion.table.commands import play, seating
from companion.table.log import device_name
from companion.table.snapshot import seats_that_saw
from companion.web.sse import Hub

THINKS = 2.0
"""Seconds from the start of their turn to their tap."""


class FifthPerson:
    """The player with the seat of that ``token`` at a table, who is asked now and then what they do."""

    def __init__(self, table: Table, hub: Hub, token: str, random: Random) -> None:
        self.table = table
        self.hub = hub
        self.token = token
        self.random = random
        self._thinks_about = ""
        self._since = 0.0

    def look(self) -> None:
        """Be there, and do what has to be done, once they have thought about it."""
        seat = seating.seat_by_token(self.table.state, self.token)
        if seat is None:
            return
        self.hub.note_asking(self.table.code, frozenset({seat.id}))
        number = seating.index_of(self.table.state, seat.id)
        about = "" if number is None else self._find_task(number)
        if about != self._thinks_about:
            self._thinks_about = about
            self._since = clock.steady()
        if number is None or not about or clock.steady() - self._since < THINKS:
            return
        self._since = clock.steady()
        with suppress(StoreError):  # a full disk, say: they try again
            self._do(number)

    def _find_task(self, seat: int) -> str:
        """Name what the table waits for; "" where it does not wait for them."""
        state = self.table.state
        view = self.table.view
        if state.stage is Stage.LOOKING:
            return f"look {state.stamp}" if self._has_to_look(seat) else ""
        doing = view.doing.get(seat)
        if not view.under_way or doing is None or not (doing.asked or self._has_to_type(seat)):
            return ""
        return f"tap {state.stamp}"

    def _has_to_look(self, seat: int) -> bool:
        state = self.table.state
        return seat in state.state.players and seat not in seats_that_saw(state, OWN)

    def _has_to_type(self, seat: int) -> bool:
        """Return whether the round is over and the seat has not typed yet what the score needs of it."""
        state = self.table.state
        if state.state.status != SCORING or f"{state.state.round}.{seat}" in state.game_row.typed:
            return False
        return bool(state.record.game.list_private_fields(state.state, seat))

    def _do(self, seat: int) -> None:
        state = self.table.state
        if state.stage is Stage.LOOKING:
            self.table.run_even_unsaved(play.look, seat, OWN)
        elif self._has_to_type(seat):
            fields = state.record.game.list_private_fields(state.state, seat)
            values = {field.name: choose_value(field, self.random) for field in fields}
            self.table.run(play.save_private_input, seat, values)
        else:
            self._tap(seat)

    def _tap(self, seat: int) -> None:
        """Enter the first tap that the game takes. If someone was faster, they think again."""
        state = self.table.state
        doing = self.table.view.doing[seat]
        for entries in list_taps(state.record.game, state.state, doing.actions, self.random):
            try:
                self.table.run(play.act, entries, device_name(seat), state.stamp, seat)
            except Stale:
                return
            except RuleError:
                continue
            return
