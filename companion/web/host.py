"""The host's addresses: the table screen, its panels, and the taps for which the host key is needed.

What a panel shows is drawn in ``pages`` and ``parts``; the commands behind the taps (``TAPS``) are the table's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.rules.facts import MIDDLE
from companion.rules.putting_right import Correct
from companion.rules.text import T
from companion.table import At, Refused, Table, ending, follow, mending, next_deal, rounds, seating, told_facts
from companion.table.now import log_of
from companion.table.screen import Viewer
from companion.web import addresses, forms, pages, places, taps
from companion.web.context import context, lead_to, make_base_url, make_join_url, need_host
from companion.web.handed import cover
from companion.web.taps import Tap, Taps
from companion.web.templates import show
from companion.web.words import words_of

host = Blueprint("host", __name__)
VIEWER = Viewer(host=True)


@host.before_request
def only_the_host() -> None:
    """Let only the host in, but to what everybody may watch, and to places that there are at this table."""
    if request.endpoint not in ("host.watch", "host.watch_log"):
        need_host()
    given = request.view_args or {}
    if "place" in given and not MIDDLE <= given["place"] < len(given["table"].at.seat_ids):
        raise Refused(T("there is no such place at this table"), 404)


@host.post("/damaged/<code>/<int:number>")
def give_up(code: str, number: int) -> Response:
    """Give up a damaged game, so that its table can begin another one."""
    context().tables.give_up(code, number)
    return lead_to(f"/{code.upper()}/table")


@host.get("/<table>/table")
def screen(table: Table) -> Response:
    """Show the table screen with the host's controls."""
    return cover(pages.show_page(table, pages.TABLE, VIEWER), table)


@host.get("/<table>/watch")
def watch(table: Table) -> Response:
    """Show the table screen to everybody else, without controls."""
    return pages.show_page(table, pages.WATCH, Viewer())


@host.get("/<table>/panel/log")
def watch_log(table: Table) -> Response:
    """Show the log, to everybody."""
    return pages.show_panel(table, "log", Viewer(), **PANELS["log"](table))


def _ways(table: Table) -> dict[str, Any]:
    """Return the ways to follow a round, and the counts and sheets that changing over to every turn asks for."""
    playing = table.now.everybody.playing
    counts = follow.count_dealt(table.at) if playing else None
    sheets = [*_make_sheets(table), places.make_sheet(table, MIDDLE)] if playing else ()
    return {"offered": table.at.game.follows, "counts": counts, "sheets": sheets}


def _make_sheets(table: Table) -> list[places.Sheet]:
    # Before the next deal nobody is in a game, whose seats are those of the last one still.
    return [places.make_sheet(table, seat) for seat in range(sum(one.number is not None for one in table.now.places))]


def _read_told(table: Table) -> dict[str, Any]:
    """Return the page of facts with those that were told, to be told anew."""
    number = told_facts.find_told_entry(table.at)
    return {"page": None if number is None else told_facts.make_told_page(table.at, number)}


PANELS: Mapping[str, Callable[[Table], dict[str, Any]]] = {
    "log": lambda table: {"log": tuple(log_of(table.at))},
    "seats": lambda table: {},
    "menu": lambda table: {"join_url": make_join_url(table)},
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
    """Show the sheet of a place, or (-1) of the middle: what can be done there, and what the app believes of it."""
    name = "middle" if place == MIDDLE else "place"
    return pages.show_panel(table, name, VIEWER, sheet=places.make_sheet(table, place))


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
    seat = seating.seat_of(table.at, forms.read_whole(chosen, 9, 0))
    url = f"{base}/{table.code}/s/{table.store.seats.make_link(seat.id)}"
    return show("table/seat_link.html", seat=seat, url=url)


@host.post("/<table>/host/asked/<int:number>/<any(yes, no):word>")
def asked(table: Table, number: int, word: str) -> Response:
    """Answer a phone that asks for a seat: yes or no."""
    claim = next((one for one in pages.list_questions(table) if one.id == number), None)
    if claim is None:
        raise Refused(T("nobody waits for this answer any more"), 410)
    moved_to = claim.address if context().heard_at.get(claim.seat_id) != claim.address else ""

    def take(seat_id: int) -> str:
        return table.do(seating.take_seat, seat_id, moved_to)

    context().claims.answer(claim, take if word == "yes" else None)
    context().hub.publish(table.code)
    return pages.answer(table, pages.TABLE)


@host.post("/<table>/host/address")
def address(table: Table) -> Response:
    """Choose which of this machine's addresses the QR codes say."""
    wanted = forms.read_input("address")
    if wanted not in {found.ip for found in addresses.find_addresses()}:
        raise Refused(T("this machine has no address {address} now", address=wanted[:40]), 422)
    table.do(At.set, address=wanted)
    return lead_to(f"/{table.code}/table")


# -- taps -----------------------------------------------------------------------------------------------------------
def _read_options(tap: Tap) -> dict[str, Any]:
    """Read the options of the game that is chosen; a game without any is another one, and has its own."""
    return taps.read_fields(tap) or forms.set_language(forms.read_input("game"), words_of().lang)


def _read_backs(tap: Tap) -> dict[str, Any]:
    """Read the backs, where cards are dealt by hand."""
    given, asked = taps.read_fields(tap), {field.name for field in next_deal.plan(tap.table.at).fields}
    if given.keys() - asked - {"first"}:
        raise forms.FormError
    return {name: value for name, value in given.items() if name != "first"}


def _read_named(tap: Tap) -> dict[str, Any]:
    """Read whose turn it is, and counts if the form has them."""
    values, at = taps.read_fields(tap), tap.table.at
    named: dict[str, Any] = {name: values[name] for name in ("active", "upkeep") if name in values}
    counted = [(one.seat, one.field.name) for one in mending.list_believed(at, Correct) if one.field.name != "hand"]
    if forms.read_input("counts") == "1":
        counted += [(seat, "hand") for seat in at.state.players]
        named["deck"] = values.get("deck", 0)
    found = ((seat, name, values.get(f"{name}-{seat}")) for seat, name in counted)
    named["seats"] = [{"seat": seat, name: value} for seat, name, value in found if value is not None]
    return named


PLACE, SEAT = "place/<int(signed=True):place>/", "seat/<int:seat_id>/"
TAPS: Taps = {
    "act": taps.ACT,
    "undo": taps.UNDO,
    "row": (follow.fill_in, taps.read_answers),
    "told": taps.current(follow.tell_page, taps.read_answers, lambda tap: request.form.getlist("newest")),
    "ask": taps.current(follow.ask),
    "back": (follow.back_to_round,),
    "follow": (
        *(follow.follow, taps.read_text("how"), _read_named, taps.stamp),
        lambda tap: places.read_lying(taps.read_fields(tap)),
    ),
    "up": taps.current(ending.turn_up),
    "next": (ending.show_next, lambda tap: request.form.get("told", type=int)),
    "pause": (ending.pause, taps.read_yes("stop")),
    "choose": (rounds.choose, taps.read_text("game"), _read_options),
    "deal": taps.current(
        rounds.deal, lambda tap: taps.read_fields(tap).get("first"), _read_backs, taps.read_text("follow")
    ),
    "afresh": taps.current(rounds.deal_afresh, taps.read_text("reason")),
    "start": taps.current(rounds.start_early),
    "over": taps.current(rounds.end),
    "lobby": taps.current(rounds.open_lobby),
    "clock": taps.current(
        rounds.run_clock, lambda tap: forms.read_whole(forms.read_input("which"), 2, 0), taps.read_text("run")
    ),
    "seats": (seating.add_seats, taps.read_text("name"), taps.read_yes("new")),
    "same": (seating.seat_last,),
    f"{SEAT}remove": (seating.remove_seat,),
    f"{SEAT}release": (seating.release_seat,),
    f"{SEAT}to/<int:to>": (seating.place_seat,),
    f"{SEAT}sit": (rounds.sit_down,),
    f"{SEAT}plays": (rounds.set_plays_on, taps.read_yes("plays")),
    f"{PLACE}things": (mending.tap, taps.read_thing, taps.read_shown, taps.stamp, taps.read_own, taps.read_yes("seen")),
    f"{PLACE}counts": (mending.count, taps.read_fields, taps.stamp),
    f"{PLACE}ask": (mending.ask,),
}

taps.add_routes(host, "host/", pages.TABLE, lambda table: Tap(table, VIEWER, "table"), TAPS)
