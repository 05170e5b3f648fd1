"""Pass-the-device mode for players without a phone: a cover page, the seat's page, a cover page.

A cookie names the seat that holds the device. Every cover page deletes it, so the browser's "back" shows no seat.
"""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.engine.text import T
from companion.storage.store import SeatRow
from companion.table import Forbidden, NotFound, Stage, Table, permissions
from companion.table.commands import correct, seating
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import SeatView
from companion.web import pages, tap_routes
from companion.web.context import redirect_to, require_host, set_cookie
from companion.web.render.templates import show

handed = Blueprint("handed", __name__)
handed.before_request(require_host)


def _name_cookie(table: Table) -> str:
    return f"hand_{table.code}"


def clear_handover(response: Response, table: Table) -> Response:
    """Have no seat hold the table device from this answer on."""
    if _name_cookie(table) in request.cookies:
        set_cookie(response, _name_cookie(table), "", 0)
    return response


def _is_in_hand(table: Table, number: int) -> bool:
    return request.cookies.get(_name_cookie(table)) == str(number)


def _find_phoneless(table: Table, number: int) -> SeatRow:
    """Return the seat of that number, if it looks on the table device."""
    seat = next((seat for seat in table.state.seats if seating.index_of(table.state, seat.id) == number), None)
    if seat is None:
        raise NotFound(T("there is no such seat at this table"))
    if seat.phone:
        raise Forbidden(T("{name} looks on their own phone", name=seat.name))
    return seat


def _need_in_hand(table: Table, number: int) -> None:
    """Raise unless that seat has the device now."""
    seat = _find_phoneless(table, number)
    if not _is_in_hand(table, number):
        raise Forbidden(T("pass the device first, so that only {name} sees this", name=seat.name))


def _lead_to(table: Table, number: int | None, stage: str) -> Response:
    return redirect_to(f"/{table.code}/hand/{number}/{stage}")


@handed.get("/<table>/hand/<int:number>/<any(over, open, back):stage>")
def page(table: Table, number: int, stage: str) -> Response:
    """Show an opaque page to pass the device, the page of the seat, and an opaque page again."""
    seat = _find_phoneless(table, number)
    if stage == "open" and not _is_in_hand(table, number):
        return _lead_to(table, number, "over")
    shown = show(
        "table/hand.html",
        game=table.state.game.id,
        table=table,
        seat=seat,
        number=number,
        stage=stage,
        page=Page(table.view, PageViewer(seat_id=seat.id, seat=number)) if stage == "open" else None,
        correction=permissions.own_correction_action(table.state, number),
        turns_up=correct.can_be_revealed(table.state, number),
        following=_find_next(table, number),
    )
    return shown if stage == "open" else clear_handover(shown, table)


def _find_next(table: Table, number: int) -> SeatView | None:
    """Return the next seat clockwise without a phone that has not looked, while everyone looks."""
    page = Page(table.view, PageViewer())
    if page.stage is not Stage.LOOKING:
        return None
    clockwise = sorted(page.dealt_in, key=lambda place: ((place.number or 0) - number) % len(page.in_game))
    return next((place for place in clockwise if place.number != number and not place.phone and not place.looked), None)


@handed.post("/<table>/hand/<int:number>/<any(open, back):stage>")
def hand_over(table: Table, number: int, stage: str) -> Response:
    """Give the device to the seat, or back."""
    _find_phoneless(table, number)
    if stage == "back":
        following = _find_next(table, number)
        to, then = (following.number, "over") if following else (number, "back")
        return clear_handover(_lead_to(table, to, then), table)
    return set_cookie(_lead_to(table, number, stage), _name_cookie(table), str(number), None)


@handed.post("/<table>/hand/<int:number>/look")
def look(table: Table, number: int) -> Response:
    """Show the secret that the seat can see while it holds."""
    _need_in_hand(table, number)
    return pages.show_face(table, number)


@handed.post("/<table>/hand/<int:number>/<any(act, typed, things):what>")
def act(table: Table, number: int, what: str) -> Response:
    """Enter a secret choice of the seat, or its card that it reveals; then the page is opaque again."""
    _need_in_hand(table, number)
    route = {"act": tap_routes.ACT, "typed": tap_routes.TYPED, "things": tap_routes.SET_OWN_TOKEN}[what]
    tap_routes.run(tap_routes.Tap(table, PageViewer(seat=number), f"hand-{number}"), route)
    return clear_handover(_lead_to(table, number, "back"), table)
