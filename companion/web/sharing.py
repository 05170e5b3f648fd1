"""Several seats on one phone: one more player sits down at it, and it is handed from one to the other."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.rules.text import T
from companion.table import Refused, Table
from companion.web import pages
from companion.web.context import context
from companion.web.phone import hand_to, need_seat, phone_of, show_to
from companion.web.seat import taken_once

sharing = Blueprint("sharing", __name__)


@sharing.get("/<table>/share")
def share_page(table: Table, error: Refused | None = None, name: str = "") -> BaseResponse:
    """The form for one more player on this phone, or for one who comes back to it."""
    own = phone_of(table).current
    if own is None:
        return redirect(f"/{table.code}", 302)
    once = secrets.token_urlsafe(16)
    return pages.form("seats/share.html", table, error, own=own, name=name, once=once, gone=pages.unheard(table))


@sharing.post("/<table>/share")
def share(table: Table) -> BaseResponse:
    """One more player takes a seat on this phone, and has it in hand."""
    phone = phone_of(table)
    if context().joins.seat_of(table.code, request.form.get("once", "")) in phone.tokens:
        return redirect(f"/{table.code}", 303)
    need_seat(table)
    name = request.form.get("name", "")
    try:
        seat_id, token = taken_once(table, name)
    except Refused as error:
        return share_page(table, error, name)
    return show_to(table, seat_id, token)


@sharing.post("/<table>/pass")
def hand_on(table: Table) -> BaseResponse:
    """The phone goes over to another of its players; from now on it shows nobody's pages."""
    phone = phone_of(table)
    if phone.current is not None:
        need_seat(table)
    seat = phone.other(request.form.get("to", ""))
    return hand_to(table, seat)


@sharing.get("/<table>/pass")
def curtain(table: Table) -> BaseResponse:
    """The opaque page between two players: to whom the phone goes."""
    phone = phone_of(table)
    if phone.handed_to is None:
        return redirect(f"/{table.code}", 302)
    return pages.form("seats/pass.html", table, None, to=phone.handed_to, others=phone.others[1:])


@sharing.post("/<table>/unlock")
def unlock(table: Table) -> BaseResponse:
    """Who got the phone says so, and has that player's page."""
    phone = phone_of(table)
    seat = phone.handed_to
    if seat is None or str(seat.id) != request.form.get("seat", ""):
        raise Refused(T("the phone has been handed on meanwhile: open it anew"))
    return show_to(table, seat.id, phone.tokens[seat.id])
