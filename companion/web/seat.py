"""A player's phone: join, come back, share it, the page of the seat, and its taps."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.clock import now
from companion.kept.store import LinkError
from companion.looks import FIGURES
from companion.rules.text import T
from companion.table import LOBBY, At, Refused, Table, follow, mending, rounds, seating
from companion.table.log import device_of
from companion.web import forms, pages, places, taps
from companion.web.claims import Form
from companion.web.context import FORGOT, context, keep, limit_guesses
from companion.web.guard import Refusal
from companion.web.phone import (
    acting_viewer,
    hand_to,
    need_seat,
    phone_of,
    phone_viewer,
    playing_viewer,
    seat_cookie,
    show_to,
)
from companion.web.taps import Tap, Taps

seat = Blueprint("seat", __name__)


@seat.get("/<table>")
def home(table: Table) -> BaseResponse:
    """Show the seat's page, or where there is none on this phone the way to one. Opening it changes nothing."""
    if request.path != f"/{table.code}":
        return redirect(f"/{table.code}", 302)
    context().visited = True
    phone = phone_of(table)
    if phone.handed_to:
        return redirect(f"/{table.code}/pass", 302)
    viewer = phone_viewer(table)
    if viewer is None:
        return _join_page(table)
    return pages.page(table, pages.PHONE, viewer, own=phone.current)


def _join_page(table: Table, error: Refused | None = None) -> Response:
    lost = bool(request.cookies.get(seat_cookie(table.code)))
    free = [one for one in table.at.seats if not one.phone] if table.at.phase == LOBBY else []
    forgot = context().store.get_meta(FORGOT) or ""
    return _asked("seats/join.html", table, error, lost=lost, free=free, forgot=forgot)


def _asked(template: str, table: Table, error: Refused | None, **more: Any) -> Response:
    """Draw the page on which somebody sits down, or says who comes back."""
    name, once = request.form.get("name", ""), secrets.token_urlsafe(16)
    return pages.form(template, table, error, name=name, once=once, gone=pages.unheard(table), **more)


@seat.post("/<table>/join")
def join(table: Table) -> BaseResponse:
    """Take a new seat under a name; the phone gets its token."""
    return _sits_down(table, bool(phone_of(table).tokens), _join_page)


@seat.post("/<table>/take")
def take(table: Table) -> BaseResponse:
    """Before a game: a chair without a phone is taken by whoever it waits for."""
    seat_id = forms.whole(request.form.get("seat", ""), 9, 0)
    sits = bool(phone_of(table).tokens)
    return _sits_down(table, sits, _join_page, lambda: (seat_id, table.do(seating.take_free_seat, seat_id)))


def _form(table: Table) -> Form:
    return table.code, request.form.get("once", ""), _address()


def _address() -> str:
    """Return the address by which one phone is told from another that has no cookie yet."""
    return request.remote_addr or ""


def _sits_down(
    table: Table, sits: bool, page: Callable[..., BaseResponse], take: Callable[[], tuple[int, str]] | None = None
) -> BaseResponse:
    """Lead on to the seat that is taken, unless somebody ``sits`` there already.

    A new one where it is not said which, and a form that is sent twice is one seat. Refused, it is that ``page`` again.
    """

    def taken() -> tuple[int, str]:
        new, token = table.do(seating.join, request.form.get("name", ""))
        return new.id, token

    if sits:
        return redirect(f"/{table.code}", 303)
    try:
        here = [one.id for one in table.at.seats]
        made = take() if take else context().joins.sit_down(_form(table), here, taken)
    except Refused as error:
        return page(table, error)
    return show_to(table, *made)


@seat.get("/<table>/s/<secret>")
def link_page(table: Table, secret: str) -> BaseResponse:
    """Show the page that a seat's QR link opens: a button, for previews open links too."""
    return pages.form("seats/link.html", table, None, secret=secret)


@seat.post("/<table>/s/<secret>")
def link(table: Table, secret: str) -> BaseResponse:
    """Take the seat of a link; a second time it reads that the link was used."""
    try:
        found, token = table.do(seating.take_by_link, secret, now())
    except LinkError as error:
        if error.kind == "unknown":
            limit_guesses("link")
        raise Refusal(404 if error.kind == "unknown" else 410, error.text) from None
    return show_to(table, found.id, token)


# -- several seats on one phone, which is handed from one to the other ------------------------------------------------
@seat.get("/<table>/share")
def share_page(table: Table, error: Refused | None = None) -> BaseResponse:
    """Show the form for one more player on this phone, or for one who comes back to it."""
    own = phone_of(table).current
    if own is None:
        return redirect(f"/{table.code}", 302)
    return _asked("seats/share.html", table, error, own=own)


@seat.post("/<table>/share")
def share(table: Table) -> BaseResponse:
    """One more player takes a seat on this phone, and has it in hand."""
    sits = context().joins.seat_of(_form(table)) in phone_of(table).tokens
    if not sits:
        need_seat(table)
    return _sits_down(table, sits, share_page)


@seat.post("/<table>/pass")
def hand_on(table: Table) -> BaseResponse:
    """Hand the phone over to another of its players; from now on it shows nobody's pages."""
    phone = phone_of(table)
    if phone.current is not None:
        need_seat(table)
    return hand_to(table, phone.other(request.form.get("to", "")))


@seat.get("/<table>/pass")
def curtain(table: Table) -> BaseResponse:
    """Show the opaque page between two players: to whom the phone goes."""
    phone = phone_of(table)
    if phone.handed_to is None:
        return redirect(f"/{table.code}", 302)
    return pages.form("seats/pass.html", table, None, to=phone.handed_to, others=phone.others[1:])


@seat.post("/<table>/unlock")
def unlock(table: Table) -> BaseResponse:
    """Show the page of the player who got the phone and says so."""
    phone = phone_of(table)
    to = phone.handed_to
    if to is None or str(to.id) != request.form.get("seat", ""):
        raise Refused(T("the phone has been handed on meanwhile: open it anew"))
    return show_to(table, to.id, phone.tokens[to.id])


# -- back to one's seat, by the host's word ---------------------------------------------------------------------------
def _cookie(code: str) -> str:
    return f"ask_{code}"


@seat.post("/<table>/ask")
def ask(table: Table) -> BaseResponse:
    """Ask the host on the table screen whether this phone is whose it says."""
    own = seating.seat_of(table.at, forms.whole(request.form.get("seat", ""), 9, 0))
    if own.id in phone_of(table).tokens:
        return redirect(f"/{table.code}", 303)
    if own not in pages.unheard(table):
        text = T("{name}'s page is open on another phone: the host can show the code of the seat", name=own.name)
        raise Refused(text)
    secret = request.cookies.get(_cookie(table.code), "")
    claim = context().claims.make(table.code, own.id, request.host, secret, _address())
    context().hub.publish(table.code)
    return keep(redirect(f"/{table.code}/ask", 303), _cookie(table.code), claim.secret)


@seat.get("/<table>/ask")
def waiting(table: Table) -> BaseResponse:
    """Wait for the host's word; the page asks again by itself. After a yes the phone has its seat."""
    claim = context().claims.of(table.code, request.cookies.get(_cookie(table.code), ""))
    if claim and claim.token and seating.seat_by_token(table.at, claim.token):
        return show_to(table, claim.seat_id, claim.token)
    waits = claim in pages.questions(table)
    own = seating.seat_of(table.at, claim.seat_id) if claim and waits else None
    return Response(render_template("seats/ask.html", table=table, claim=claim, seat=own))


# -- the page of a seat -----------------------------------------------------------------------------------------------
@seat.get("/<table>/sheet/<id>")
def sheet(table: Table, id: str) -> BaseResponse:
    """Show the sheet behind a tile of this seat."""
    viewer, _ = playing_viewer(table)
    return pages.sheet(table, viewer, id)


@seat.get("/<table>/panel/i")
def behind_i(table: Table) -> BaseResponse:
    """Show what stands behind the "i": rules, all that the app believes of this seat's place, everybody."""
    viewer = acting_viewer(table)
    sheet = None if viewer.seat is None else places.sheet(table, viewer.seat, own=True)
    return pages.panel(table, "i", viewer, pages.PHONE, sheet=sheet, seat=viewer.seat)


@seat.post("/<table>/look")
def look(table: Table) -> BaseResponse:
    """Show the card that this phone shows while it is held, and no page keeps."""
    _, number = playing_viewer(table)
    return pages.face(table, number, request.form.get("key", ""))


# -- taps -----------------------------------------------------------------------------------------------------------
def change_looks(at: At, seat_id: int, name: str, figure: str) -> None:
    """One's own name and figure, as long as people take their seats."""
    if at.phase != LOBBY:
        raise Refused(T("a game is being played: names and figures can be changed before it and after it"))
    if figure not in ("", *FIGURES):
        raise forms.FormError
    if name not in ("", seating.seat_of(at, seat_id).name):
        seating.rename_seat(at, seat_id, name)
    if figure:
        seating.dress_seat(at, seat_id, figure)


def _sitting(table: Table) -> Tap:
    return Tap(table, acting_viewer(table), "")


def _playing(table: Table) -> Tap:
    viewer, number = playing_viewer(table)
    return Tap(table, viewer, device_of(number))


SITTING: Taps = {
    "sit": (rounds.sit_down, taps.own_id),
    "new": (seating.set_new, taps.own_id, taps.yes("new")),
    "me": (change_looks, taps.own_id, taps.text("name"), taps.text("figure")),
}
"""Of whoever sits at the table."""

PLAYING: Taps = {
    "act": taps.ACT,
    "undo": taps.UNDO,
    "typed": taps.TYPED,
    "row": (follow.fill_in, taps.answers, taps.own),
    "deal": (rounds.deal_next_at_once, taps.stamp),
    "place/things": taps.LAID,
    "place/counts": (mending.count, taps.own, taps.fields, taps.stamp, taps.own),
    "place/stays": (mending.decline, taps.own),
    "place/leaves": (mending.set_gone, taps.own, taps.always(True), taps.stamp),
    "place/back": (mending.set_gone, taps.own, taps.always(False), taps.stamp),
}
"""Of whoever plays."""

taps.routed(seat, "", pages.PHONE, _sitting, SITTING)
taps.routed(seat, "", pages.PHONE, _playing, PLAYING)
