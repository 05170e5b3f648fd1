"""The host's addresses: the table screen, its panels, and the taps for which the host key is needed.

``web.pages`` and ``render.renderer`` draw panels; the commands behind the taps (``TAPS``) are in ``table.commands``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.engine.corrections import Correct
from companion.engine.facts import MIDDLE
from companion.engine.round_facts import list_tracking_modes
from companion.engine.text import T
from companion.table import BadInput, Expired, NotFound, Table, TableState, next_deal, round_form
from companion.table.commands import correct, reveal_score, rounds, seating, tracking
from companion.table.views.page import PageViewer
from companion.table.views.table_view import log_of
from companion.web import addresses, forms, pages, tap_routes
from companion.web.context import context, make_base_url, make_join_url, redirect_to, require_host
from companion.web.passed_device import clear_handover
from companion.web.render import seat_sheet
from companion.web.render.templates import show
from companion.web.tap_routes import Tap, Taps, run_command, run_current
from companion.web.translator import current_translator

host = Blueprint("host", __name__)
VIEWER = PageViewer(host=True)


@host.before_request
def only_the_host() -> None:
    """Let only the host in, except to what everyone can watch, and only to seats that exist at this table."""
    if request.endpoint not in ("host.watch", "host.watch_log"):
        require_host()
    given = request.view_args or {}
    if "place" in given and not MIDDLE <= given["place"] < len(given["table"].state.seat_ids):
        raise NotFound(T("there is no such seat at this table"))


@host.post("/damaged/<code>/<int:number>")
def abandon_damaged_game(code: str, number: int) -> Response:
    """Give up a damaged game, so that its table can start another one."""
    context().tables.abandon_damaged_game(code, number)
    return redirect_to(f"/{code.upper()}/table")


@host.get("/<table>/table")
def screen(table: Table) -> Response:
    """Show the table screen with the host's controls."""
    return clear_handover(pages.show_page(table, pages.TABLE, VIEWER), table)


@host.get("/<table>/host/print")
def print_page(table: Table) -> Response:
    """Show the page to print: the code to join, and how to play the game that is under way or chosen."""
    game = table.state.game
    steps = game.teaches.in_a_minute(table.state.options)
    on_phone = (request.referrer or "").endswith("/host")
    back = url_for("host.remote" if on_phone else "host.screen", table=table.code)
    return show("pages/print.html", back=back, url=make_join_url(table), known=game, steps=steps)


@host.get("/<table>/watch")
def watch(table: Table) -> Response:
    """Show the table screen to everyone else, without controls."""
    return pages.show_page(table, pages.WATCH, PageViewer())


@host.get("/<table>/panel/log")
def watch_log(table: Table) -> Response:
    """Show the log, to everyone."""
    return pages.show_panel(table, "log", PageViewer(), **PANELS["log"](table))


def _ways(table: Table) -> dict[str, Any]:
    """Return the tracking modes, and the counts and sheets that a change to every turn asks for."""
    playing = table.view.playing
    counts = tracking.count_dealt(table.state) if playing else None
    sheets = [*_make_sheets(table), seat_sheet.make_seat_sheet(table, MIDDLE)] if playing else ()
    return {"offered": list_tracking_modes(table.state.game), "counts": counts, "sheets": sheets}


def _make_sheets(table: Table) -> list[seat_sheet.SeatSheet]:
    # Before the next deal nobody is in a game: its seats are still those of the last one.
    return [
        seat_sheet.make_seat_sheet(table, seat)
        for seat in range(sum(place.number is not None for place in table.view.places))
    ]


def _read_told(table: Table) -> dict[str, Any]:
    """Return the form of the round's result, filled in, to be changed."""
    number = round_form.find_results_entry(table.state)
    return {"form": None if number is None else round_form.form_of_entry(table.state, number)}


PANELS: Mapping[str, Callable[[Table], dict[str, Any]]] = {
    "log": lambda table: {"log": tuple(log_of(table.state))},
    "seats": lambda table: {},
    "menu": lambda table: {"join_url": make_join_url(table), "offered": list_tracking_modes(table.state.game)},
    "ways": _ways,
    "everybody": lambda table: {"sheets": _make_sheets(table)},
    "told": _read_told,
}


@host.get(f"/<table>/host/panel/<any({','.join(PANELS)}):name>")
def panel(table: Table, name: str) -> Response:
    """Show the inside of a panel that the host opens now and then."""
    return pages.show_panel(table, name, VIEWER, **PANELS[name](table))


@host.get("/<table>/host/panel/place/<int(signed=True):place>")
def place(table: Table, place: int) -> Response:
    """Show the sheet of a seat, or (-1) of the middle: what can be done there, and what the app believes is there."""
    name = "middle" if place == MIDDLE else "place"
    return pages.show_panel(table, name, VIEWER, sheet=seat_sheet.make_seat_sheet(table, place))


@host.get("/<table>/host")
def remote(table: Table) -> Response:
    """Show all that the table screen can do, on the host's own phone."""
    return pages.show_page(table, pages.TABLE, VIEWER, remote=True)


@host.post("/<table>/host/link")
def link(table: Table) -> Response:
    """Show a QR code for one phone: with the host's key, or with the link to a seat."""
    chosen = forms.read_input("seat")
    base = make_base_url(table) or request.root_url.rstrip("/")
    if chosen == "host":
        url = f"{base}/host/{context().store.host_key}/{table.code}"
        return show("table/host_link.html", url=url)
    seat = seating.seat_of(table.state, forms.parse_int(chosen, 9, 0))
    url = f"{base}/{table.code}/s/{table.store.seats.make_link(seat.id)}"
    return show("table/seat_link.html", seat=seat, url=url)


@host.post("/<table>/host/asked/<int:number>/<any(yes, no):word>")
def asked(table: Table, number: int, word: str) -> Response:
    """Answer a phone that asks for a seat: yes or no."""
    claim = next((claim for claim in pages.list_questions(table) if claim.id == number), None)
    if claim is None:
        raise Expired(T("this answer is no longer needed"))
    # After a restart nothing has been heard of the phone yet.
    heard = context().heard_at.get(claim.seat_id)
    has_moved = context().has_moved if heard is None else heard != claim.address
    moved_to = claim.address if has_moved else ""

    def take(seat_id: int) -> str:
        return table.run(seating.take_seat, seat_id, moved_to)

    context().claims.answer(claim, take if word == "yes" else None)
    context().hub.publish(table.code)
    return pages.answer(table, pages.TABLE)


@host.post("/<table>/host/address")
def address(table: Table) -> Response:
    """Choose which of this computer's addresses the QR codes have."""
    wanted = forms.read_input("address")
    if wanted not in {found.ip for found in addresses.find_addresses()}:
        raise BadInput(T("this computer doesn't have the address {address} right now", address=wanted[:40]))
    table.run(TableState.update_table, address=wanted)
    return redirect_to(f"/{table.code}/table")


# -- taps -----------------------------------------------------------------------------------------------------------
def _read_options(tap: Tap) -> dict[str, Any]:
    """Read the options of the game that is chosen; a game without any is another one, and has its own."""
    return tap_routes.read_fields(tap) or forms.set_language(forms.read_input("game"), current_translator().lang)


def _read_backs(tap: Tap) -> dict[str, Any]:
    """Read the backs, where cards are dealt by hand."""
    given = tap_routes.read_fields(tap)
    asked = {field.name for field in next_deal.plan_deal(tap.table.state).fields}
    if given.keys() - asked - {"first"}:
        raise forms.FormError
    return {name: value for name, value in given.items() if name != "first"}


def _read_named(tap: Tap) -> dict[str, Any]:
    """Read whose turn it is, and counts if the form has them."""
    values = tap_routes.read_fields(tap)
    state = tap.table.state
    named: dict[str, Any] = {name: values[name] for name in ("active", "upkeep") if name in values}
    counted = [
        (count.seat, count.field.name) for count in correct.list_believed(state, Correct) if count.field.name != "hand"
    ]
    if forms.read_input("counts") == "1":
        counted += [(seat, "hand") for seat in state.state.players]
        named["deck"] = values.get("deck", 0)
    found = ((seat, name, values.get(f"{name}-{seat}")) for seat, name in counted)
    named["seats"] = [{"seat": seat, name: value} for seat, name, value in found if value is not None]
    return named


PLACE = "place/<int(signed=True):place>/"
SEAT = "seat/<int:seat_id>/"
TAPS: Taps = {
    "act": tap_routes.ACT,
    "undo": tap_routes.UNDO,
    "row": run_command(tracking.save_row, values=tap_routes.read_answers),
    "told": run_current(
        tracking.submit_results,
        values=tap_routes.read_answers,
        newest=lambda tap: request.form.getlist("newest"),
    ),
    "ask": run_current(tracking.ask_for_results),
    "back": run_command(tracking.back_to_round),
    "follow": run_command(
        tracking.set_tracking,
        how=tap_routes.read_text("how"),
        named=_read_named,
        stamp=tap_routes.read_stamp,
        lies=lambda tap: seat_sheet.read_lying(tap_routes.read_fields(tap)),
    ),
    "up": run_current(reveal_score.turn_up),
    "next": run_command(reveal_score.reveal_next, told=lambda tap: request.form.get("told", type=int)),
    "pause": run_command(reveal_score.pause, stop=tap_routes.read_yes("stop")),
    "choose": run_command(rounds.choose, game=tap_routes.read_text("game"), options=_read_options),
    "deal": run_current(
        rounds.deal,
        first=lambda tap: tap_routes.read_fields(tap).get("first"),
        backs=_read_backs,
        follow=tap_routes.read_text("follow"),
    ),
    "afresh": run_current(rounds.redeal, reason=tap_routes.read_text("reason")),
    "start": run_current(rounds.start_early),
    "over": run_current(rounds.end),
    "lobby": run_current(rounds.open_lobby),
    "clock": run_current(
        rounds.run_clock,
        number=lambda tap: forms.parse_int(forms.read_input("which"), 2, 0),
        how=tap_routes.read_text("run"),
    ),
    "seats": run_command(seating.add_seats, given=tap_routes.read_text("name"), new=tap_routes.read_yes("new")),
    "same": run_command(seating.seat_last_group),
    f"{SEAT}remove": run_command(seating.remove_seat),
    f"{SEAT}release": run_command(seating.release_seat),
    f"{SEAT}to/<int:to>": run_command(seating.place_seat),
    f"{SEAT}sit": run_command(rounds.sit_down),
    f"{SEAT}plays": run_command(rounds.set_plays_on, plays=tap_routes.read_yes("plays")),
    f"{PLACE}things": run_command(
        correct.set_token,
        thing=tap_routes.read_thing,
        shows=tap_routes.read_shown,
        stamp=tap_routes.read_stamp,
        seat=tap_routes.read_own,
        seen=tap_routes.read_yes("seen"),
    ),
    f"{PLACE}counts": run_command(correct.correct_counts, values=tap_routes.read_fields, stamp=tap_routes.read_stamp),
    f"{PLACE}ask": run_command(correct.request_reveal),
}

tap_routes.register(host, "host/", pages.TABLE, lambda table: Tap(table, VIEWER, "table"), TAPS)
