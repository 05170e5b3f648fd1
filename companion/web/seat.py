"""A player's phone: join, come back, the page of the seat, and its taps."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.clock import now
from companion.kept.store import LinkError
from companion.looks import FIGURES
from companion.rules.text import T
from companion.table import LOBBY, At, Refused, Table, dealing, ending, following, mending, seating
from companion.table.log import device_of
from companion.web import forms, pages, places, taps
from companion.web.context import FORGOT, context, limit_guesses
from companion.web.guard import Refusal
from companion.web.phone import acting_viewer, phone_of, phone_viewer, playing_viewer, seat_cookie, show_to
from companion.web.taps import Tap, Taps

seat = Blueprint("seat", __name__)


@seat.get("/<table>")
def home(table: Table) -> BaseResponse:
    """The seat's page, or where there is none on this phone the way to one. Opening it changes nothing."""
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


def _join_page(table: Table, error: Refused | None = None, name: str = "") -> Response:
    lost = bool(request.cookies.get(seat_cookie(table.code)))
    free = [one for one in table.at.seats if not one.phone] if table.at.phase == LOBBY else []
    more = {
        "name": name,
        "lost": lost,
        "once": secrets.token_urlsafe(16),
        "free": free,
        "gone": pages.unheard(table),
        "forgot": context().store.get_meta(FORGOT) or "",
    }
    return pages.form("seats/join.html", table, error, **more)


@seat.post("/<table>/join")
def join(table: Table) -> BaseResponse:
    """Take a new seat under a name; the phone gets its token."""
    name = request.form.get("name", "")
    return _sits_down(table, lambda: taken_once(table, name), name)


def _sits_down(table: Table, take: Callable[[], tuple[int, str]], name: str = "") -> BaseResponse:
    if phone_of(table).tokens:
        return redirect(f"/{table.code}", 303)
    try:
        seat_id, token = take()
    except Refused as error:
        return _join_page(table, error, name)
    return show_to(table, seat_id, token)


def taken_once(table: Table, name: str) -> tuple[int, str]:
    """A new seat under that name, and its token; a form that is sent twice is one seat."""

    def take() -> tuple[int, str]:
        new, token = table.do(seating.join, name)
        return new.id, token

    return context().joins.once(table.code, request.form.get("once", ""), take)


@seat.post("/<table>/take")
def take(table: Table) -> BaseResponse:
    """Before a game: a chair without a phone is taken by whoever it waits for."""
    seat_id = forms.whole(request.form.get("seat", ""), 9, 0)
    return _sits_down(table, lambda: (seat_id, table.do(seating.take_free_seat, seat_id)))


@seat.get("/<table>/s/<secret>")
def link_page(table: Table, secret: str) -> BaseResponse:
    """The page that a seat's QR link opens: a button, for previews open links too."""
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


@seat.get("/<table>/sheet/<id>")
def sheet(table: Table, id: str) -> BaseResponse:
    """The sheet behind a tile of this seat."""
    viewer, _ = playing_viewer(table)
    return pages.sheet(table, viewer, id)


@seat.get("/<table>/panel/own")
def own_panel(table: Table) -> BaseResponse:
    """The inside of the panel in which a seat puts right what it alone may know."""
    viewer, _ = playing_viewer(table)
    return pages.panel(table, "own", viewer, pages.PHONE)


@seat.get("/<table>/panel/place")
def own_place(table: Table) -> BaseResponse:
    """All that the app believes of this seat's place, to be put right."""
    viewer, number = playing_viewer(table)
    return pages.panel(table, "place", viewer, pages.PHONE, sheet=places.sheet(table, number, own=True), seat=number)


@seat.post("/<table>/look")
def look(table: Table) -> BaseResponse:
    """The card that this phone shows while it is held, and no page keeps."""
    _, number = playing_viewer(table)
    return pages.face(table, number, request.form.get("key", ""))


# -- taps -----------------------------------------------------------------------------------------------------------
def again(at: At, stamp: str) -> None:
    """Whoever has played has the same game dealt once more, when this one has been told."""
    if not ending.is_told(at):
        raise Refused(T("the game is not over yet"))
    dealing.again(at, stamp)


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
    "sit": (dealing.sit_down, taps.own_id),
    "new": (seating.is_new, taps.own_id, taps.yes("new")),
    "me": (change_looks, taps.own_id, taps.text("name"), taps.text("figure")),
}
"""Of whoever sits at the table."""

PLAYING: Taps = {
    "act": taps.ACT,
    "undo": taps.UNDO,
    "typed": taps.TYPED,
    "row": (following.fill_in, taps.answers, taps.own),
    "again": (again, taps.stamp),
    "deal": (dealing.next_round, taps.stamp),
    "place/things": taps.LAID,
    "place/counts": (mending.count, taps.own, taps.fields, taps.stamp, taps.own),
    "place/stays": (mending.declines, taps.own),
    "place/leaves": (mending.leaves, taps.own, taps.always(True), taps.stamp),
    "place/back": (mending.leaves, taps.own, taps.always(False), taps.stamp),
}
"""Of whoever plays."""

taps.routed(seat, "", pages.PHONE, _sitting, SITTING)
taps.routed(seat, "", pages.PHONE, _playing, PLAYING)
