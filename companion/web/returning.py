"""Back at a table: to one's seat by the host's word, where the PIN is not at hand."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.kept.store import SeatingRow
from companion.rules.text import T
from companion.table import Refused, Table, seating
from companion.table.screen import Viewer
from companion.web import forms, pages
from companion.web.context import context, keep, limit_guesses, need_host
from companion.web.phone import phone_of, show_to

returning = Blueprint("returning", __name__)


def lost_phones(table: Table) -> list[SeatingRow]:
    """The seats whose phone has not been heard of for a while. Just after a start, which may be what has changed the
    address, those that have not come back yet."""
    hub = context().hub
    present = hub.present(table.code)
    there = pages.seats_of(hub.here(table.code) if present is None else present)
    return [seat for seat in table.at.seats if seat.phone and seat.id not in there]


def _cookie(code: str) -> str:
    return f"ask_{code}"


@returning.post("/<table>/ask")
def ask(table: Table) -> BaseResponse:
    """This phone says whose it is; the host is asked on the table screen."""
    if phone_of(table).tokens:
        return redirect(f"/{table.code}", 303)
    limit_guesses("ask")
    seat = seating.seat_of(table.at, forms.whole(request.form.get("seat", ""), 9, 0))
    claim = context().claims.make(table.code, seat.id)
    context().hub.publish(table.code)
    return keep(redirect(f"/{table.code}/ask", 303), _cookie(table.code), claim.secret)


@returning.get("/<table>/ask")
def waiting(table: Table) -> BaseResponse:
    """Waits for the host's word; it asks again by itself. After a yes the phone has its seat."""
    claim = context().claims.of(table.code, request.cookies.get(_cookie(table.code), ""))
    seat = next((one for one in table.at.seats if claim and one.id == claim.seat_id), None)
    if claim and claim.token and seating.seat_by_token(table.at, claim.token):
        return show_to(table, claim.seat_id, claim.token)
    waits = bool(claim and seat and not claim.refused and not claim.token)
    return Response(render_template("seats/ask.html", table=table, seat=seat, waits=waits))


@returning.post("/<table>/host/asked/<int:number>/<any(yes, no):word>")
def answer(table: Table, number: int, word: str) -> BaseResponse:
    """The host's word on a phone that waits."""
    need_host()
    claim = next((one for one in context().claims.open(table.code) if one.id == number), None)
    if claim is None:
        raise Refused(T("nobody waits for this answer any more"), 410)
    context().claims.answer(claim, table.do(seating.take_seat, claim.seat_id) if word == "yes" else "")
    context().hub.publish(table.code)
    return pages.answer(table, pages.TABLE, Viewer(host=True))
