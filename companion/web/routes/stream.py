"""Live streams of the three kinds of pages, and the slow poll behind them.

They are in one module, so that another server can carry it.
"""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, request
from flask.globals import request_ctx

from companion import clock
from companion.table import Table
from companion.web import pages
from companion.web.context import HOST_COOKIE, context, is_host
from companion.web.phone import find_phone
from companion.web.render.regions import LivePage
from companion.web.sse import Stream

streams = Blueprint("streams", __name__)
NOW = "Companion-Now"
"""The header with Companion's time, to which a page without a stream sets its timers."""
GONE = ".1"
"""Makes the version newer for a page that is nobody's any more, although nothing happened at the table."""


@streams.get("/<table>/stream/<any(phone, table, watch):kind>")
def stream(table: Table, kind: str) -> Response:
    """Send the newest live part at once, then after every change what is new in it."""
    on_phone = kind == pages.PHONE
    context().visited |= on_phone
    asks = find_phone(table) if on_phone else None
    owner = asks.owner if asks else f"{kind}:{request.cookies[HOST_COOKIE]}" if is_host() else ""
    asked = request_ctx.copy()
    asked.url_adapter = None  # otherwise its address would be looked up again each time

    def render() -> tuple[str, LivePage]:
        """Draw the page as its viewer can see it now: nothing of a seat that has gone to another phone."""
        with asked:
            version = pages.name_version(table, kind)
            viewer = pages.find_viewer(table, kind)
            live = pages.draw_live_part(table, kind, viewer)
            return version if viewer else version + GONE, live

    def make_due() -> float:
        """Apply a due change of the table; return the seconds until the next one."""
        table.run_due()
        return table.due - clock.steady()

    return Stream(
        context().hub,
        table.code,
        frozenset(asks.tokens if asks else ()),
        owner or f"page:{request.args.get('page') or secrets.token_urlsafe(6)}",
        render,
        make_due=make_due,
        guest=not owner,
        shows_presence=not on_phone,
        shown=request.args.get("v", ""),
        again="again" in request.args,
    ).respond()


@streams.get("/<table>/live/<any(phone, table, watch):kind>")
def live(table: Table, kind: str) -> Response:
    """Send the live part, unless the page has it already: the safety net, and for what a page has missed."""
    viewer = pages.find_viewer(table, kind)
    if viewer is not None and kind == pages.PHONE:
        context().hub.note_asking(table.code, frozenset(find_phone(table).tokens))
    version = pages.name_version(table, kind)
    headers = {NOW: f"{clock.steady():.3f}"}
    if viewer is not None and request.args.get("v") == version:
        return Response(status=204, headers=headers)
    live = pages.draw_live_part(table, kind, viewer)
    return Response(live.mended, headers={pages.VERSION: version, **headers} if viewer else headers)
