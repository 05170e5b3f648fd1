"""A player's addresses: joining, rejoining, sharing a phone, the page of the seat, and its taps.

``web.phone`` knows whose phone it is and which seats are on it; the commands behind the taps are in ``table.commands``.
"""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response, abort, current_app, request

from companion.engine.text import T
from companion.storage.store import LinkError
from companion.table import Forbidden, Refused, Stage, Table
from companion.table.commands import correct, reveal_score, rounds, seating, tracking
from companion.table.log import device_name
from companion.web import forms, pages, tap_routes
from companion.web.context import BROWSER_COOKIE, FORGOT, LOOPBACK, context, limit_guesses, redirect_to, set_cookie
from companion.web.phone import find_phone, hand_to, name_cookie, need_acting_viewer, need_playing_viewer, show_to
from companion.web.render import seat_sheet
from companion.web.render.templates import show
from companion.web.render.tiles import find_sheet
from companion.web.seat_claims import Form
from companion.web.tap_routes import Tap, Taps, run_command, run_current

seat = Blueprint("seat", __name__)
NO_COOKIES = T("This browser blocks cookies for this page: allow them, or open it in another browser.")


@seat.get("/<table>")
def home(table: Table) -> Response:
    """Show the seat's page; on a phone without a seat, the form to join."""
    if request.path != f"/{table.code}":
        return redirect_to(f"/{table.code}")
    context().visited = True
    phone = find_phone(table)
    if phone.handed_to:
        return redirect_to(f"/{table.code}/pass")
    viewer = phone.viewer
    if viewer is None:
        return _show_join(table)
    return pages.show_page(table, pages.PHONE, viewer, own=phone.current)


def _show_join(table: Table, error: Refused | None = None) -> Response:
    lost = bool(request.cookies.get(name_cookie(table.code)))
    free = [row for row in table.state.seats if not row.phone] if table.state.stage is Stage.LOBBY else []
    more = {
        "lost": lost,
        "free": free,
        "forgot": context().store.get_meta(FORGOT) or "",
        "figure": forms.read_input("figure"),
        "cover": table.state.game.cover or next(iter(table.state.game.roles.values())).icon,
    }
    return _name_browser(_show_asked("seats/join.html", table, error, **more))


def _show_asked(template: str, table: Table, error: Refused | None, **more: Any) -> Response:
    """Draw a page on which someone joins, or rejoins a seat."""
    name = forms.read_input("name")
    once = secrets.token_urlsafe(16)
    return pages.show_form(template, table, error, name=name, once=once, gone=pages.silent_seats(table), **more)


def _name_browser(response: Response) -> Response:
    """Give the browser a name in a cookie if it has none: without it nobody can join."""
    if BROWSER_COOKIE in request.cookies:
        return response
    return set_cookie(response, BROWSER_COOKIE, secrets.token_urlsafe(16))


def _make_form(table: Table) -> Form:
    """Return the form that came. Behind a proxy, and on this computer itself, all phones have one address."""
    address = _find_address()
    shared = bool(current_app.config["SITE"].url) or address in LOOPBACK
    browser = request.cookies.get(BROWSER_COOKIE, "")[:64]
    return Form(table.code, forms.read_input("once"), browser, "" if shared else address)


def _find_address() -> str:
    """Return the address that distinguishes phones without a cookie."""
    return request.remote_addr or ""


@seat.post("/<table>/<any(join, share):how>")
def join(table: Table, how: str) -> Response:
    """Take a new seat under a name, or one that waits for its player; the phone gets its token.

    One more player can ``share`` a phone, and then has it in hand. A form that is sent twice is one seat.
    """
    phone = find_phone(table)
    shares = how == "share"
    form = _make_form(table)
    if context().joins.find_seat(form) in phone.tokens if shares else phone.tokens:
        return redirect_to(f"/{table.code}")
    if shares:
        need_acting_viewer(table)
    elif not request.cookies:
        return _show_join(table, Forbidden(NO_COOKIES))

    def take() -> tuple[int, str]:
        if seat_id := forms.parse_int(forms.read_input("seat"), 9, 0):
            return seat_id, table.run(seating.take_free_seat, seat_id)
        new, token = table.run(seating.join, forms.read_input("name"), figure=forms.read_input("figure"))
        return new.id, token

    try:
        made = context().joins.sit_down(form, [row.id for row in table.state.seats], take)
    except Refused as error:
        return share_page(table, error) if shares else _show_join(table, error)
    return show_to(table, *made)


@seat.get("/<table>/s/<secret>")
def link_page(table: Table, secret: str) -> Response:
    """Show the page behind a seat's QR code: a button, because previews open links, too; none if it opens nothing."""
    if not context().store.seats.is_open(secret):
        limit_guesses("link")
        raise LinkError
    return pages.show_form("seats/link.html", table, None, secret=secret)


@seat.post("/<table>/s/<secret>")
def link(table: Table, secret: str) -> Response:
    """Take the seat of a link, which works once."""
    try:
        found, token = table.run(seating.take_by_link, secret)
    except LinkError:
        limit_guesses("link")
        raise
    return show_to(table, found.id, token)


# -- several seats on one phone, which is handed from one to the other ------------------------------------------------
@seat.get("/<table>/share")
def share_page(table: Table, error: Refused | None = None) -> Response:
    """Show the form for one more player on this phone, or one who rejoins on it."""
    own = find_phone(table).current
    if own is None:
        return redirect_to(f"/{table.code}")
    return _show_asked("seats/share.html", table, error, own=own)


@seat.post("/<table>/pass")
def hand_over(table: Table) -> Response:
    """Pass the phone to another of its players: until that one takes it, it shows nobody's page."""
    phone = find_phone(table)
    if phone.current is not None:
        need_acting_viewer(table)
    return hand_to(table, phone.find_other(forms.read_input("to")))


@seat.get("/<table>/pass")
def handover_page(table: Table) -> Response:
    """Show the page between two players, which says to whom the phone goes and nothing else."""
    phone = find_phone(table)
    if phone.handed_to is None:
        return redirect_to(f"/{table.code}")
    return pages.show_form("seats/pass.html", table, None, to=phone.handed_to, others=phone.others[1:])


@seat.post("/<table>/unlock")
def take_phone(table: Table) -> Response:
    """Show the page of the player who says to have got the phone."""
    phone = find_phone(table)
    to = phone.handed_to
    if to is None or str(to.id) != forms.read_input("seat"):
        raise Refused(T("the phone has been passed on in the meantime: open the page again"))
    return show_to(table, to.id, phone.tokens[to.id])


# -- back to one's seat, by the host's word ---------------------------------------------------------------------------
def _name_cookie(code: str) -> str:
    return f"ask_{code}"


@seat.post("/<table>/ask")
def ask(table: Table) -> Response:
    """Have the table screen ask the host whether this phone is whose it says."""
    own = seating.seat_of(table.state, forms.parse_int(forms.read_input("seat"), 9, 0))
    if own.id in find_phone(table).tokens:
        return redirect_to(f"/{table.code}")
    if own not in pages.silent_seats(table):
        text = T("{name}'s page is open on another phone: the host can show the seat's code", name=own.name)
        raise Refused(text)
    secret = request.cookies.get(_name_cookie(table.code), "")
    claim = context().claims.make(table.code, own.id, request.host, secret, _find_address())
    context().hub.publish(table.code)
    return set_cookie(redirect_to(f"/{table.code}/ask"), _name_cookie(table.code), claim.secret)


@seat.get("/<table>/ask")
def waiting(table: Table) -> Response:
    """Show that the host is being asked, on a page that reloads; after a yes, redirect to the seat."""
    claim = context().claims.find(table.code, request.cookies.get(_name_cookie(table.code), ""))
    if claim and claim.token and seating.seat_by_token(table.state, claim.token):
        return show_to(table, claim.seat_id, claim.token)
    waits = claim in pages.list_questions(table)
    own = seating.seat_of(table.state, claim.seat_id) if claim and waits else None
    return show("seats/ask.html", table=table, claim=claim, seat=own)


# -- the page of a seat -----------------------------------------------------------------------------------------------
@seat.get("/<table>/sheet/<id>")
def sheet(table: Table, id: str) -> Response:
    """Show the sheet behind a tile of this seat, fetched when it is touched; 404 if that can't be done now."""
    viewer, number = need_playing_viewer(table)
    doing = table.view.doing.get(number)
    action = (doing and find_sheet(doing, id)) or abort(404)
    return pages.show_panel(table, "sheet", viewer, pages.PHONE, action=action)


@seat.get("/<table>/panel/i")
def info_panel(table: Table) -> Response:
    """Show a panel behind the "i"."""
    viewer = need_acting_viewer(table)
    sheet = None if viewer.seat is None else seat_sheet.make_seat_sheet(table, viewer.seat, own=True)
    return pages.show_panel(table, "i", viewer, pages.PHONE, sheet=sheet)


@seat.post("/<table>/look")
def look(table: Table) -> Response:
    """Answer with the card that the phone shows while it is held."""
    _, number = need_playing_viewer(table)
    return pages.show_face(table, number)


# -- taps -----------------------------------------------------------------------------------------------------------
def _tap_playing(table: Table) -> Tap:
    viewer, number = need_playing_viewer(table)
    return Tap(table, viewer, device_name(number))


SITTING: Taps = {
    "sit": run_command(rounds.sit_down, seat_id=tap_routes.read_own_id),
    "new": run_command(seating.set_new, seat_id=tap_routes.read_own_id, new=tap_routes.read_yes("new")),
    "name": run_command(seating.rename_seat, seat_id=tap_routes.read_own_id, name=tap_routes.read_text("name")),
    "figure": run_command(seating.choose_avatar, seat_id=tap_routes.read_own_id, figure=tap_routes.read_text("figure")),
}
"""The taps of everyone who has a seat."""

PLAYING: Taps = {
    "act": tap_routes.ACT,
    "undo": tap_routes.UNDO,
    "up": run_current(reveal_score.turn_up),
    "typed": tap_routes.TYPED,
    "row": run_command(tracking.save_row, values=tap_routes.read_answers, seat=tap_routes.read_own),
    "deal": run_command(rounds.deal_next_at_once, stamp=tap_routes.read_stamp),
    "place/things": tap_routes.SET_OWN_TOKEN,
    "place/counts": run_command(
        correct.correct_counts,
        place=tap_routes.read_own,
        values=tap_routes.read_fields,
        stamp=tap_routes.read_stamp,
        seat=tap_routes.read_own,
    ),
    "place/stays": run_command(correct.decline_reveal, seat=tap_routes.read_own),
}
"""The taps of seats that play in the game."""

tap_routes.register(seat, "", pages.PHONE, lambda table: Tap(table, need_acting_viewer(table), ""), SITTING)
tap_routes.register(seat, "", pages.PHONE, _tap_playing, PLAYING)
