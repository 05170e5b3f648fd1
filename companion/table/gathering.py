"""Between two rounds, and before the first: who sits down, who plays on."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.state import ROUND_OVER
from companion.rules.text import T
from companion.table.at import LOBBY, At, give_chair
from companion.table.next_deal import settled
from companion.table.playing import enter
from companion.table.refused import Refused
from companion.table.seating import index_of, seat_of


def sit_down(at: At, seat_id: int) -> None:
    """Somebody who has come while a game is played is dealt in from the next round on. A repeated tap is one."""
    if index_of(at, seat_id) is not None:
        return
    _need_between(at)
    seat = seat_of(at, seat_id)
    give_chair(at, seat.name, seat.id)
    enter(at, [{"kind": "join", "name": seat.name}], "table", "")


def plays_on(at: At, seat_id: int, plays: bool) -> None:
    """A player is dealt in in the next round, or not; who had left is back with it."""
    _need_between(at)
    number = index_of(at, seat_id)
    if number is None:
        raise Refused(T("this player has not sat down yet"))
    if plays and at.playing[1].state.seats[number].retired:
        enter(at, [{"kind": "return", "seat": number}], "table", "")
    before = settled(at)
    at.set(next_deal=replace(before, plays={**before.plays, str(seat_id): plays}))


def _need_between(at: At) -> None:
    if at.phase == LOBBY or at.playing[1].state.status != ROUND_OVER:
        raise Refused(T("this is settled between two rounds"))
