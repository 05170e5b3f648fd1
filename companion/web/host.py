"""The table screen and what only the holder of the host key can do."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.clock import now
from companion.rules.places import MIDDLE
from companion.rules.state import TURNS
from companion.rules.text import T
from companion.table import (
    At,
    Refused,
    Table,
    dealing,
    ending,
    following,
    gathering,
    mending,
    playing,
    seating,
    settings,
    told_facts,
)
from companion.table.screen import BY_LOT, Viewer, make_screen, table_actions, told_in_a_deal
from companion.web import addresses, forms, pages, places, qr
from companion.web.context import context, need_host
from companion.web.handed import covered
from companion.web.parts import join_qr
from companion.web.seat import entry_number
from companion.web.urls import base_url, join_url
from companion.web.words import words_of

host = Blueprint("host", __name__)
VIEWER = Viewer(host=True)


@host.before_request
def only_the_host() -> None:
    if request.endpoint not in ("host.watch", "host.watch_log"):
        need_host()


def tapped(rule: str) -> Callable[[Callable[..., None]], Callable[..., BaseResponse]]:
    """Makes the function a route of the host's that changes the table, and is answered with what stands then."""

    def routed(change: Callable[..., None]) -> Callable[..., BaseResponse]:
        @host.post(f"/<table>/host/{rule}")
        @wraps(change)
        def answer(table: Table, **given: Any) -> BaseResponse:
            change(table, **given)
            return pages.answer(table, pages.TABLE, VIEWER)

        return answer

    return routed


@host.post("/damaged/<code>/<int:number>")
def give_up(code: str, number: int) -> BaseResponse:
    """The game is marked as damaged, and its table begins another one."""
    context().tables.give_up(code, number)
    return redirect(f"/{code.upper()}/table", 303)


def _page(table: Table, kind: str, viewer: Viewer, **more: Any) -> Response:
    url = join_url(table)
    code = join_qr(url, words_of(request).lang)
    return pages.page(table, kind, viewer, qr_code=code, url=url, code=table.code, **more)


@host.get("/<table>/table")
def screen(table: Table) -> BaseResponse:
    """The table screen with the host's controls."""
    return covered(_page(table, pages.TABLE, VIEWER), table)


@host.get("/<table>/watch")
def watch(table: Table) -> BaseResponse:
    """The table screen for everybody else, without controls."""
    return _page(table, pages.WATCH, Viewer())


@host.get("/<table>/panel/log")
def watch_log(table: Table) -> BaseResponse:
    """The log, for everybody."""
    return pages.panel(table, "log", Viewer())


@host.get("/<table>/host/panel/<any(log, end):name>")
def panel(table: Table, name: str) -> BaseResponse:
    """The inside of a panel that the host opens now and then."""
    return pages.panel(table, name, VIEWER, actions=table_actions(table.now))


@host.get("/<table>/host/panel/ways")
def ways_panel(table: Table) -> BaseResponse:
    """The ways to play, to change over in the middle of a round."""
    screen = make_screen(table.now, VIEWER)
    light = screen.playing and screen.follow != TURNS
    counts = following.counts(table.at) if light else None
    sheets = [places.sheet(table, seat) for seat in (*range(len(table.at.seat_ids)), MIDDLE)] if light else ()
    return pages.panel(table, "ways", VIEWER, offered=table.at.game.follows, counts=counts, sheets=sheets)


@tapped("follow")
def follow(table: Table) -> None:
    """The round is followed otherwise from here on; every turn with whose turn it is, and counts if they are told."""
    values = forms.read_fields(request.form)
    named: dict[str, Any] = {name: values[name] for name in ("active", "upkeep") if name in values}
    named["seats"] = places.told_of_seats(table, values)
    if request.form.get("counts") == "1":
        hands = values.get("hands") or []
        seats = table.at.playing[1].state.players
        named["seats"] += [{"seat": seat, "hand": hand} for seat, hand in zip(seats, hands, strict=False)]
        named["deck"] = values.get("deck", 0)
    how, stamp = request.form.get("how", ""), request.form.get("stamp", "")
    table.do(following.follow, how, named, stamp, places.told_lying(values))


@host.get("/<table>/host/panel/for/<int:seat>")
def acts_for(table: Table, seat: int) -> BaseResponse:
    """The open actions of a seat that has a phone of its own; nothing when it is not its turn any more."""
    return pages.panel(table, "for", VIEWER, seat=seat)


@host.get("/<table>/host/panel/place/<int(signed=True):place>")
def place(table: Table, place: int) -> BaseResponse:
    """All that the app believes of a person's place, or (-1) of the middle, to be put right."""
    _need_place(table, place)
    name = "middle" if place == MIDDLE else "place"
    return pages.panel(table, name, VIEWER, sheet=places.sheet(table, place), seat=place)


@host.get("/<table>/host/panel/everybody")
def everybody(table: Table) -> BaseResponse:
    """The places of all, one below the other."""
    sheets = [places.sheet(table, seat) for seat in range(len(table.at.seat_ids))]
    return pages.panel(table, "everybody", VIEWER, sheets=sheets)


def _need_place(table: Table, place: int) -> None:
    if not MIDDLE <= place < len(table.at.seat_ids):
        raise Refused(T("there is no such place at this table"), 404)


@tapped("place/<int(signed=True):place>/things")
def lay(table: Table, place: int) -> None:
    """A thing lies at that place, or is gone: one tap."""
    _need_place(table, place)
    seen = request.form.get("seen") == "1"
    table.do(mending.tap, place, *places.told_thing(), request.form.get("stamp", ""), seen=seen)


@tapped("place/<int:place>/ask")
def ask(table: Table, place: int) -> None:
    """That person's phone asks them to turn their card up."""
    _need_place(table, place)
    table.do(mending.ask, place)


@tapped("place/<int(signed=True):place>/counts")
def count(table: Table, place: int) -> None:
    """Put right how much there is of what is counted."""
    _need_place(table, place)
    table.do(mending.count, place, forms.read_fields(request.form), request.form.get("stamp", ""))


@host.get("/<table>/host/panel/told")
def told_before(table: Table) -> BaseResponse:
    """What the round came to, as it was told, to be told anew."""
    number = told_facts.can_be_told_anew(table.at)
    page = None if number is None else told_facts.told_before(table.at, number)
    return pages.panel(table, "told", VIEWER, page=page)


# -- seats ------------------------------------------------------------------------------------------------------
@tapped("seats")
def add_seat(table: Table) -> None:
    """A seat for a player without a phone."""
    table.do(seating.add_seat, request.form.get("name", ""))


@host.get("/<table>/host/panel/phone")
def from_phone(table: Table) -> BaseResponse:
    """The code with the host's key, for the host's own phone; on the screen only while its sheet is open."""
    url = f"{base_url(table)}/host/{context().store.host_key()}/{table.code}"
    drawn = qr.svg(url, words_of(request).gettext("QR code to host from a phone"))
    return Response(render_template("table/panels/phone.html", qr_code=drawn))


@host.get("/<table>/host")
def remote(table: Table) -> BaseResponse:
    """The host's own phone: all that the table screen can do, without its picture."""
    return _page(table, pages.TABLE, VIEWER, remote=True)


@tapped("seat/<int:seat_id>/<any(rename, remove, release, sit, in, out, new, known):what>")
def change_seat(table: Table, seat_id: int, what: str) -> None:
    """Rename or remove a seat, take its phone away; between two rounds it sits down
    (``sit``), or is dealt in in the next one (``in``) or not (``out``). The game is ``new`` to it, or ``known``."""
    if what == "rename":
        table.do(seating.rename_seat, seat_id, request.form.get("name", ""))
    elif what == "remove":
        table.do(seating.remove_seat, seat_id)
    elif what == "sit":
        table.do(gathering.sit_down, seat_id)
    elif what in ("new", "known"):
        table.do(seating.is_new, seat_id, what == "new")
    elif what in ("in", "out"):
        table.do(gathering.plays_on, seat_id, what == "in")
    else:
        table.do(seating.release_seat, seat_id)


@tapped("seat/<int:seat_id>/to/<int:place>")
def place_seat(table: Table, seat_id: int, place: int) -> None:
    """Put a seat where another one sits."""
    table.do(seating.place_seat, seat_id, place)


@host.post("/<table>/host/seat/<int:seat_id>/link")
def seat_link(table: Table, seat_id: int) -> BaseResponse:
    """A QR link to the seat, for one phone and two minutes."""
    seat = seating.seat_of(table.at, seat_id)
    url = f"{base_url(table)}/{table.code}/s/{seating.seat_link(table.at, seat_id, now())}"
    code_svg = qr.svg(url, words_of(request).gettext("QR code for the seat of {name}", name=seat.name))
    return Response(render_template("table/seat_link.html", seat=seat, qr_code=code_svg, table=table))


@host.post("/<table>/host/address")
def address(table: Table) -> BaseResponse:
    """The address for the QR codes, one of this machine's own."""
    wanted = request.form.get("address", "")
    if wanted not in {found.ip for found in addresses.addresses()}:
        raise Refused(T("this machine has no address {address} now", address=wanted[:40]), 422)
    table.do(At.set, address=wanted)
    return redirect(f"/{table.code}/table", 303)


# -- game -------------------------------------------------------------------------------------------------------
@tapped("choose")
def choose(table: Table) -> None:
    """The game and its options for the next deal."""
    game = request.form.get("game", "")
    if request.form.get("was") == game:
        options = {**forms.flags_off(game), **forms.read_fields(request.form)}
    else:
        options = forms.drawn_in(game, words_of(request).lang)
    table.do(settings.choose, game, options)


@tapped("deal")
def deal(table: Table) -> None:
    """Deal: the first round, the next one, with the cards' backs where they are dealt by hand."""
    values = forms.read_fields(request.form)
    first = values.pop("first", None)
    if first is None and table.at.game.in_turns:
        raise forms.FormError(T("say who begins, or let the lot decide"))
    if first is not None and type(first) is not int and first != BY_LOT:
        raise forms.FormError(T("say who begins: somebody who sits at this table"))
    stamp, first = request.form.get("stamp", ""), None if first == BY_LOT else first
    # By hand whatever was told counts: what can't be is refused, not left out.
    by_hand, told = dealing.deals_by_hand(table.at), told_in_a_deal(table.now)
    backs = {name: value for name, value in values.items() if by_hand or name in told}
    follow = request.form.get("follow", "")
    table.do(dealing.deal, first, stamp, backs, follow)


@tapped("afresh")
def afresh(table: Table) -> None:
    """A fresh deal for everybody, with the reason for the log."""
    table.do(dealing.deal_afresh, request.form.get("reason", ""), request.form.get("stamp", ""))


@tapped("row")
def row(table: Table) -> None:
    """Somebody fills in the page of facts at the table screen: one answer, or several."""
    table.do(following.fill_in, forms.read_paths(request.form))


@tapped("told")
def told(table: Table) -> None:
    """The page of facts as it was sent: the round is over, and the show begins."""
    stamp, newest = request.form.get("stamp", ""), request.form.getlist("newest")
    table.do(following.tell_page, forms.read_fields(request.form), stamp, newest)


@tapped("<any(start, again, lobby, same, next, previous, pause, stop, over, ask, back):what>")
def step(table: Table, what: str) -> None:
    """Let play begin, play again, go back to the lobby, tell one more beat of the score, or the one before again,
    ``pause`` the telling or go on; stop the game, or give it up and
    choose again (``over``); seat the ``same`` people as last time; ask what a round came to that nobody followed, or go
    on with it (``back``)."""
    stamp = request.form.get("stamp", "")
    ways: dict[str, Callable[[], None]] = {
        "start": lambda: table.do(dealing.start_early, stamp),
        "again": lambda: table.do(dealing.again, stamp),
        "lobby": lambda: table.do(settings.open_lobby, stamp),
        "same": lambda: table.do(seating.seat_last),
        "next": lambda: table.do(ending.show_next, request.form.get("told", type=int)),
        "previous": lambda: table.do(ending.show_next, request.form.get("told", type=int), by=-1),
        "pause": lambda: table.do(ending.pause, request.form.get("stop") == "1"),
        "stop": lambda: table.do(dealing.stop, stamp),
        "over": lambda: table.do(dealing.give_up, stamp),
        "ask": lambda: table.do(following.ask, stamp),
        "back": lambda: table.do(following.back_to_round),
    }
    ways[what]()


@tapped("clock")
def clock(table: Table) -> None:
    """Start, pause or lengthen a clock of the game, or let it go on."""
    number = forms.whole(request.form.get("which", "0"), 2, 0)
    table.do(settings.run_clock, number, request.form.get("run", ""), request.form.get("stamp", ""))


@tapped("act")
def act(table: Table) -> None:
    """An action of the table, or of any seat, in the open."""
    table.do(playing.act, forms.read_entries(request.form), "table", request.form.get("stamp", ""))


@tapped("retell")
def retell(table: Table) -> None:
    """Tells anew what the round came to."""
    table.do(following.tell_anew, forms.read_fields(request.form), request.form.get("stamp", ""))


@tapped("undo")
def undo(table: Table) -> None:
    """Take back the newest tap, or bring back what the newest undo took."""
    table.do(playing.undo, entry_number(), "table", request.form.get("stamp", ""))


@host.get("/<table>/host/record.json")
def record(table: Table) -> BaseResponse:
    """The record, when the game is over."""
    body = json.dumps(ending.exported(table.at), indent=2, ensure_ascii=False)
    return pages.file(body, "application/json", f"companion-{table.code}.json")
