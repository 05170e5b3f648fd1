"""The phone that asks: the seats it carries, and which of them has it in hand.

The cookie of a table holds the tokens of all seats that play on this phone, with dots between them. The first is the
seat whose pages it shows. While the phone is being passed, the first is empty, and the second is the seat that gets it:
nothing of any seat is shown until whoever got it has said so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import Response, request

from companion.engine.text import T
from companion.storage.store import SeatRow
from companion.table import Forbidden, NotFound, Refused, Table
from companion.table.commands import seating
from companion.table.views.page import PageViewer
from companion.web.context import context, redirect_to, set_cookie

MOST = 12
"""Seats that one phone carries: more than sit at any table."""


class Phone(NamedTuple):
    """A phone with its seats at a ``table``.

    ``current`` is the seat that has it in hand (None: nobody, or it is just being passed), ``others`` who else plays on
    it; while it is passed, the first of them gets it. ``tokens`` are by seat id.
    """

    table: Table
    current: SeatRow | None
    others: tuple[SeatRow, ...]
    tokens: Mapping[int, str]

    @property
    def handed_to(self) -> SeatRow | None:
        """The seat that gets the phone."""
        return None if self.current or not self.others else self.others[0]

    @property
    def owner(self) -> str:
        """The owner under which its streams are counted, and end when it changes hands.

        That is the seat that has it, or gets it; "" where there is none. Never the cookie itself, to which anyone can
        add.
        """
        seat = self.current or self.handed_to
        return _name_owner(seat.id) if seat else ""

    @property
    def viewer(self) -> PageViewer | None:
        """The seat that has the phone in hand, with those it shares it with.

        None if the page names another seat: a page that was left open may belong to another player on this phone.
        """
        if self.current is None or request.args.get("seat", "") not in ("", str(self.current.id)):
            return None
        number = seating.index_of(self.table.state, self.current.id)
        return PageViewer(seat_id=self.current.id, seat=number, shares=tuple(other.id for other in self.others))

    def find_other(self, seat_id: str) -> SeatRow:
        """Return one of the others, by the id that a form gave."""
        found = next((seat for seat in self.others if str(seat.id) == seat_id), None)
        if found is None:
            raise NotFound(T("this player no longer plays on this phone"))
        return found

    def make_cookie(self, seat_id: int, token: str) -> str:
        """Make the cookie with that seat in hand of the phone and all others after it."""
        return ".".join([token, *(mine for other, mine in self.tokens.items() if other != seat_id)][:MOST])


def name_cookie(code: str) -> str:
    return f"seat_{code}"


def find_phone(table: Table) -> Phone:
    """Return the phone that asks, without the seats that other phones have taken over meanwhile."""
    first, *rest = request.cookies.get(name_cookie(table.code), "").split(".")[: MOST + 1]
    current = seating.seat_by_token(table.state, first)
    tokens = {current.id: first} if current else {}
    others = {}
    for token in rest:
        seat = seating.seat_by_token(table.state, token)
        if seat and seat != current:
            tokens[seat.id] = token
            others[seat.id] = seat
    context().joins.note_back(tokens)
    context().heard_at.update(dict.fromkeys(tokens, request.host))
    return Phone(table, current, tuple(others.values()), tokens)


def need_acting_viewer(table: Table) -> PageViewer:
    """Return the acting seat, as the viewer of its page.

    Raises if this phone holds none, or the page was made for another one.
    """
    phone = find_phone(table)
    if phone.handed_to:
        raise Forbidden(T("the phone is being passed to {name}, who has to confirm first", name=phone.handed_to.name))
    if phone.current is None:
        text = T("This phone no longer has a seat here. Scan the table's code again to join or rejoin.")
        raise Forbidden(text)
    viewer = phone.viewer
    if viewer is None:
        raise Refused(
            T(
                "this page belonged to another player, and {name} has the phone now: open the page again",
                name=phone.current.name,
            )
        )
    return viewer


def need_playing_viewer(table: Table) -> tuple[PageViewer, int]:
    """Return that viewer and its seat's number; raises for a seat that has no part in the game."""
    viewer = need_acting_viewer(table)
    if viewer.seat is None:
        raise Forbidden(T("you're not in this game; you're in from the next one"))
    return viewer, viewer.seat


def show_to(table: Table, seat_id: int, token: str) -> Response:
    """Redirect to the page of that seat, which the phone shows from this answer on.

    Streams that another phone has open for it belong to that phone, which no longer counts as there.
    """
    context().hub.end(table.code, _name_owner(seat_id))
    return _turn_over("", table, find_phone(table).make_cookie(seat_id, token))


def hand_to(table: Table, seat: SeatRow) -> Response:
    """Have the phone show nobody's pages from this answer on, and wait for whoever has ``seat``."""
    phone = find_phone(table)
    return _turn_over("/pass", table, "." + phone.make_cookie(seat.id, phone.tokens[seat.id]))


def _turn_over(page: str, table: Table, cookie: str) -> Response:
    # What is open on this phone was made for the player who gives it away.
    if owner := find_phone(table).owner:
        context().hub.end(table.code, owner)
    return set_cookie(redirect_to(f"/{table.code}{page}"), name_cookie(table.code), cookie)


def _name_owner(seat_id: int) -> str:
    return f"seat:{seat_id}"
