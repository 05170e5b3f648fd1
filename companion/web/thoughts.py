"""Thoughts about the others, marked and noted down on one's own phone; nobody else's page changes with it."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.rules.scoring import AGAINST, WITH
from companion.rules.text import T
from companion.table import Refused, Table
from companion.table.thoughts import minds, note_down, thinking
from companion.table.thoughts import think as keep_mark
from companion.told.thought import LONGEST_NOTE, NOTHING
from companion.web import pages
from companion.web import strip as lanes
from companion.web.context import is_host
from companion.web.forms import whole
from companion.web.phone import playing_viewer
from companion.web.site import under

thoughts = Blueprint("thoughts", __name__)


@thoughts.get("/<table>/panel/thoughts")
def panel(table: Table) -> BaseResponse:
    """The inside of the sheet."""
    _, seat = playing_viewer(table)
    return _inside(table, seat)


@thoughts.post("/<table>/think")
def think(table: Table) -> BaseResponse:
    """One tap: what one thinks of another seat from now on."""
    (_, seat), about = playing_viewer(table), whole(request.form.get("about", ""), 2, -1)
    return _inside(table, seat, lambda: keep_mark(table.at, seat, about, request.form.get("mark", "?")))


@thoughts.post("/<table>/note")
def note(table: Table) -> BaseResponse:
    """Keeps what one writes down for oneself."""
    (_, seat), text = playing_viewer(table), request.form.get("note", "").replace("\r\n", "\n")
    return _inside(table, seat, lambda: note_down(table.at, seat, text))


@thoughts.get("/<table>/thoughts")
def newest(table: Table) -> BaseResponse:
    """The thoughts in the newest game that is over and told."""
    past, _, _ = minds(table.at)
    return redirect(f"/{table.code}/thoughts/{past.number}", 302)


@thoughts.get("/<table>/thoughts/<int:number>")
def told(table: Table, number: int) -> BaseResponse:
    """The thoughts in a game that is over and told, step by step: ``at`` counts the sentences, then the people."""
    past, sentences, found = minds(table.at, number)
    steps = [*sentences, *found.strips]
    at = min(whole(request.args.get("at", ""), 3, 0), len(steps) - 1)
    text, strip = (sentences[at], None) if at < len(sentences) else (None, found.strips[at - len(sentences)])
    back = under(f"/{table.code}/table" if is_host() else f"/{table.code}")
    more = {
        "at": at,
        "last": len(steps) - 1,
        "address": under(f"/{table.code}/thoughts/{number}?at="),
        "text": text,
        "strip": strip,
        "title": past.title,
        "names": past.record.state.names,
        "lane_thought": strip and lanes.thought(strip, len(past.record.state.names) - 1),
        "lane_known": strip and lanes.known(strip),
        "truth": strip and lanes.true(strip),
        "back": back,
    }
    return Response(render_template("pages/thoughts.html", table=table, **more))


def _inside(table: Table, seat: int, change: Callable[[], None] = lambda: None) -> Response:
    """The sheet after the change, or with what was wrong."""
    error = None
    try:
        change()
    except Refused as refused:
        error = refused
    marks = ((WITH, T("with us")), (AGAINST, T("against us")), (NOTHING, T("nothing")))
    more = {"own": f"?seat={table.at.seat_ids[seat]}", "marks": marks, "longest": LONGEST_NOTE}
    return pages.form("phone/thoughts.html", table, error, thinking=thinking(table.at, seat), **more)
