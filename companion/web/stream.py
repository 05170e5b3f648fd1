"""Live streams of the three kinds of pages, and the slow poll behind them. Kept in one module, so that another
server can carry it."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from companion.table import Table
from companion.web import pages
from companion.web.hall import HOST_COOKIE, hall, seat_cookie, table_or_404
from companion.web.live import Render, Stream
from companion.web.words import Words, words_of

streams = Blueprint("streams", __name__)
KINDS = (pages.PHONE, pages.TABLE, pages.WATCH)


@streams.get("/<code>/stream/<any(phone, table, watch):kind>")
def stream(code: str, kind: str) -> BaseResponse:
    """The newest live part at once, then after every change."""
    table = table_or_404(code)
    owner = request.cookies.get(seat_cookie(table.code) if kind == pages.PHONE else HOST_COOKIE) or request.remote_addr
    events = hall().hub.subscribe(table.code, kind, f"{kind}:{owner}")
    return events.response(_renderer(table, kind, words_of(request)))


def _renderer(table: Table, kind: str, words: Words) -> Render:
    """Renders for the viewer of this request; after a takeover it has nothing more to tell and says so."""
    here = hall()
    environ = request.environ
    from flask import current_app

    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def render(stream: Stream) -> tuple[str, str] | None:
        with app.request_context(environ):
            version = here.version(table.code)
            viewer = pages.viewer_for(table, kind)
            if viewer is None:
                return version, pages.gone(table, words)
            return version, pages.live_part(table, kind, viewer, words)

    return render


@streams.get("/<code>/live/<any(phone, table, watch):kind>")
def live(code: str, kind: str) -> BaseResponse:
    """The safety net: the live part, unless the page has it already."""
    table = table_or_404(code)
    version = hall().version(table.code)
    if request.args.get("v") == version:
        return Response(status=204)
    viewer = pages.viewer_for(table, kind)
    words = words_of(request)
    part = pages.gone(table, words) if viewer is None else pages.live_part(table, kind, viewer, words)
    return Response(part)
