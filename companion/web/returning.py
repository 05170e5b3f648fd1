"""Back at a table: to one's seat by the host's word."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.rules.text import T
from companion.table import Refused, Table, seating
from companion.web import forms, pages
from companion.web.context import context, keep, limit_guesses, need_host
from companion.web.phone import phone_of, show_to

returning = Blueprint("returning", __name__)


def _cookie(code: str) -> str:
    return f"ask_{code}"


@returning.post("/<table>/ask")
def ask(table: Table) -> BaseResponse:
    """This phone says whose it is; the host is asked on the table screen."""
    seat = seating.seat_of(table.at, forms.whole(request.form.get("seat", ""), 9, 0))
    if seat.id in phone_of(table).tokens:
        return redirect(f"/{table.code}", 303)
    limit_guesses("ask")
    if seat not in pages.unheard(table):
        text = T("{name}'s page is open on another phone: the host can show the code of the seat", name=seat.name)
        raise Refused(text)
    claim = context().claims.make(table.code, seat.id, request.host, request.cookies.get(_cookie(table.code), ""))
    context().hub.publish(table.code)
    return keep(redirect(f"/{table.code}/ask", 303), _cookie(table.code), claim.secret)


@returning.get("/<table>/ask")
def waiting(table: Table) -> BaseResponse:
    """Waits for the host's word; it asks again by itself. After a yes the phone has its seat."""
    claim = context().claims.of(table.code, request.cookies.get(_cookie(table.code), ""))
    if claim and claim.token and seating.seat_by_token(table.at, claim.token):
        return show_to(table, claim.seat_id, claim.token)
    waits = claim in pages.questions(table)
    seat = seating.seat_of(table.at, claim.seat_id) if claim and waits else None
    return Response(render_template("seats/ask.html", table=table, claim=claim, seat=seat))


@returning.post("/<table>/host/asked/<int:number>/<any(yes, no):word>")
def answer(table: Table, number: int, word: str) -> BaseResponse:
    """The host's word on a phone that waits."""
    need_host()
    claim = next((one for one in pages.questions(table) if one.id == number), None)
    if claim is None:
        raise Refused(T("nobody waits for this answer any more"), 410)
    moved_to = claim.address if context().heard_at.get(claim.seat_id) != claim.address else ""

    def take(seat_id: int) -> str:
        return table.do(seating.take_seat, seat_id, moved_to)

    context().claims.answer(claim, take if word == "yes" else None)
    context().hub.publish(table.code)
    return pages.answer(table, pages.TABLE)
