"""A player's phone: join, come back, the page of the seat, and its taps."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from companion.clock import now
from companion.kept.store import LinkError
from companion.looks import FIGURES
from companion.rules.text import T
from companion.table import LOBBY, Refused, Table, dealing, ending, following, gathering, mending, playing, seating
from companion.table.log import device_of
from companion.web import forms, pages, places
from companion.web.context import FORGOT, context, limit_guesses
from companion.web.guard import Refusal
from companion.web.phone import acting_viewer, need_seat, phone_of, phone_viewer, playing_viewer, seat_cookie, show_to

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


@seat.post("/<table>/sit")
def sit(table: Table) -> BaseResponse:
    """Between two rounds: who has come late is dealt in from the next one on."""
    table.do(gathering.sit_down, need_seat(table).id)
    return pages.answer(table, pages.PHONE, acting_viewer(table))


@seat.post("/<table>/take")
def take(table: Table) -> BaseResponse:
    """Before a game: a chair without a phone is taken by whoever it waits for."""
    seat_id = forms.whole(request.form.get("seat", ""), 9, 0)
    return _sits_down(table, lambda: (seat_id, table.do(seating.take_free_seat, seat_id)))


@seat.post("/<table>/new")
def new(table: Table) -> BaseResponse:
    """The game is new to this phone's player, or not: each of its rules is said when it comes up."""
    viewer = acting_viewer(table)
    table.do(seating.is_new, need_seat(table).id, request.form.get("new") == "1")
    return pages.answer(table, pages.PHONE, viewer)


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


def tapped(rule: str) -> Callable[[Callable[..., None]], Callable[..., BaseResponse]]:
    """Makes the function a route by which this phone's seat, by its number, changes the table, and is answered with the
    seat's page."""

    def routed(change: Callable[..., None]) -> Callable[..., BaseResponse]:
        @seat.post(f"/<table>/{rule}")
        @wraps(change)
        def answer(table: Table, **given: Any) -> BaseResponse:
            viewer, number = playing_viewer(table)
            change(table, number, **given)
            return pages.answer(table, pages.PHONE, viewer)

        return answer

    return routed


@tapped("act")
def act(table: Table, number: int) -> None:
    """A tap: one action of this seat, or a card with what happened on the way, and the end of the turn."""
    tap = [{**one, "device": device_of(number)} if "seat" in one else one for one in forms.read_tap(request.form)]
    table.do(playing.act, tap, device_of(number), request.form.get("stamp", ""), number)


@seat.post("/<table>/again")
def again(table: Table) -> BaseResponse:
    """Whoever has played has the same game dealt once more, when this one has been told."""
    playing_viewer(table)
    if not ending.is_told(table.at):
        raise Refused(T("the game is not over yet"))
    table.do(dealing.again, request.form.get("stamp", ""))
    return pages.answer(table, pages.PHONE, acting_viewer(table))


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


@tapped("place/things")
def lay(table: Table, number: int) -> None:
    """A thing lies before this seat, or is gone: one tap."""
    table.do(mending.tap, number, *places.told_thing(), request.form.get("stamp", ""), number)


@tapped("place/stays")
def stays(table: Table, number: int) -> None:
    """This seat's card stays covered, although the table has asked."""
    table.do(mending.declines, number)


@tapped("place/counts")
def count(table: Table, number: int) -> None:
    """Put right how much this seat has of what everybody may see."""
    table.do(mending.count, number, forms.read_fields(request.form), request.form.get("stamp", ""), number)


@tapped("place/<any(leaves, back):what>")
def goes(table: Table, number: int, what: str) -> None:
    """This seat's player leaves the table, or is back."""
    table.do(mending.leaves, number, what == "leaves", request.form.get("stamp", ""))


@tapped("row")
def row(table: Table, number: int) -> None:
    """One's own row of the page of facts."""
    table.do(following.fill_in, forms.read_paths(request.form), number)


@tapped("undo")
def undo(table: Table, number: int) -> None:
    """Take back one's own last tap."""
    table.do(playing.undo, entry_number(), device_of(number), request.form.get("stamp", ""), number)


def entry_number() -> int:
    """The number of the entry that a form is about."""
    number = forms.whole(request.form.get("entry", ""), 6, None)
    if number is None:
        raise forms.FormError(T("the form has no entry: load the page again"))
    return number


@seat.post("/<table>/me")
def me(table: Table) -> BaseResponse:
    """One's own name and figure, as long as people take their seats."""
    viewer = acting_viewer(table)
    own = need_seat(table)
    if table.at.phase != LOBBY:
        raise Refused(T("a game is being played: names and figures can be changed before it and after it"))
    name, figure = request.form.get("name", own.name), request.form.get("figure", "")
    if figure not in ("", *FIGURES):
        raise forms.FormError(T("the form has no entry: load the page again"))
    if name != own.name:
        table.do(seating.rename_seat, own.id, name)
    if figure:
        table.do(seating.dress_seat, own.id, figure)
    return pages.answer(table, pages.PHONE, viewer)


@tapped("typed")
def typed(table: Table, number: int) -> None:
    """Something the seat types for itself, kept until the app needs it."""
    table.do(playing.type_privately, number, forms.read_fields(request.form))


@seat.post("/<table>/look")
def look(table: Table) -> BaseResponse:
    """The card that this phone shows while it is held, and no page keeps."""
    _, number = playing_viewer(table)
    return pages.face(table, number, request.form.get("key", ""))
