"""Games that are over, looked back at on the stage, moment by moment; the address of a moment can be passed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.looks import dressed, looks_of
from companion.rules.asking import same_name
from companion.table import Table
from companion.table.at import PLAY
from companion.table.now import Place
from companion.table.past import Moment, Past, pasts
from companion.table.past import past as game_past
from companion.table.screen import Screen, Viewer
from companion.web import qr
from companion.web.context import is_host
from companion.web.facts import to_be_scored
from companion.web.forms import whole
from companion.web.parts import Pen
from companion.web.regions import Region
from companion.web.site import under
from companion.web.urls import base_url
from companion.web.words import words_of

past = Blueprint("past", __name__)

PAST = "past"


@dataclass(frozen=True)
class Looking(Pen):
    """Draws a table screen as it stood at a moment that is over. Nothing of it is kept for others."""

    moment: Moment

    def _cached(self, key: Any, make: Any) -> Any:
        return make()

    def _edge(self, screen: Screen) -> list[Region]:
        return []

    def _part(self, screen: Screen, name: str) -> Region:
        if name != "middle":
            return super()._part(screen, name)
        return name, self._draw("table/past_middle.html", screen, moment=self.moment)


@past.get("/<table>/past")
def newest(table: Table) -> BaseResponse:
    """The newest game that can be looked back at, from its beginning."""
    return redirect(_address(table, game_past(table.at)), 302)


@past.get("/<table>/past/<int:number>")
def game(table: Table, number: int) -> BaseResponse:
    """One game of the table; ``at`` counts the entries that count, as a slider without a script says it."""
    found = game_past(table.at, number)
    at = min(whole(request.args.get("at", ""), 6, 0), len(found.entries) - 1)
    return redirect(_address(table, found, found.entries[at]) + _opened(), 302)


@past.get("/<table>/past/<int:number>/<int:entry>")
def page(table: Table, number: int, entry: int) -> BaseResponse:
    """One moment: the table as it stood after that entry; ``open`` lays the cards open."""
    found = game_past(table.at, number)
    moment = _dressed(table, found.moment(entry, bool(_opened())))
    more = {
        "moment": moment,
        "past": found,
        "others": [one for one in pasts(table.at) if one.number != number],
        "live": Markup(_drawn(table, found, moment)),  # noqa: S704 - rendered with autoescape
        "rescored": under(to_be_scored(found.record)) if found.record.game.sheet else "",
        "base": under(f"/{table.code}/past/{number}/"),
        "opened": _opened(),
        "back": under(f"/{table.code}/table" if is_host() else f"/{table.code}"),
    }
    return Response(render_template("pages/past.html", table=table, **more))


@past.get("/<table>/past/<int:number>/<int:entry>/pass")
def pass_on(table: Table, number: int, entry: int) -> BaseResponse:
    """The address of a moment as phones reach it, to be scanned or copied."""
    found = game_past(table.at, number)
    address = _address(table, found, found.moment(entry, False).entry) + _opened()
    url = base_url(table) + address
    drawn = qr.svg(url, words_of(request).gettext("QR code of this moment"))
    return Response(render_template("pages/pass_on.html", table=table, url=url, qr_code=drawn, back=under(address)))


def _dressed(table: Table, moment: Moment) -> Moment:
    """Everybody as they look at the table now."""
    now = {same_name(place.name): (place.colour, place.figure) for place in table.now.everybody.places}
    looks = looks_of([now.get(same_name(name), (None, None)) for name in moment.names])
    return replace(moment, board=dressed(moment.board, looks))


def _opened() -> str:
    """The end of the address of a moment with open cards."""
    return "?open=1" if request.args.get("open") == "1" else ""


def _address(table: Table, found: Past, entry: int | None = None) -> str:
    return f"/{table.code}/past/{found.number}/{found.entries[0] if entry is None else entry}"


def _drawn(table: Table, found: Past, moment: Moment) -> str:
    """The places along the edge and what is between them."""
    places = tuple(
        Place(row.seat, row.name, True, row.seat, colour=row.colour, figure=row.figure) for row in moment.board.seats
    )
    screen = Screen(
        code=table.code,
        phase=PLAY,
        stamp="",
        title=found.title,
        places=places,
        board=moment.board,
        reminders=moment.reminders,
        turn=(moment.round, moment.turn),
        turned=table.at.row.turned,
        over=moment.over,
        round_words=moment.round_words,
        viewer=Viewer(),
    )
    here = frozenset(place.id for place in places)
    return Looking(table.code, 0, PAST, found.record.game.id, words_of(request), here, moment).live(screen).whole
