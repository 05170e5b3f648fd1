"""Live streams of the three kinds of pages, and the slow poll behind them. Kept in one module, so that another
server can carry it."""

from __future__ import annotations

from flask import Blueprint, Response, copy_current_request_context, request
from werkzeug.wrappers import Response as BaseResponse

from companion.table import Table
from companion.web import pages
from companion.web.hall import HOST_COOKIE, hall, is_host, table_or_404
from companion.web.live import Render, Stream
from companion.web.phone import phone_of, stream_owner
from companion.web.urls import join_url
from companion.web.words import Words, words_of

streams = Blueprint("streams", __name__)
KINDS = (pages.PHONE, pages.TABLE, pages.WATCH)


@streams.get("/<code>/stream/<any(phone, table, watch):kind>")
def stream(code: str, kind: str) -> BaseResponse:
    """The newest live part at once, then after every change."""
    table = table_or_404(code)
    if kind == pages.PHONE:
        events = hall().hub.subscribe(table.code, frozenset(phone_of(table).tokens), stream_owner(table))
    else:
        owner = request.cookies[HOST_COOKIE] if is_host() else request.remote_addr
        events = hall().hub.subscribe(table.code, frozenset(), f"{table.code}:{kind}:{owner}", restless=True)
    packed = request.accept_encodings.quality("gzip") > 0
    return events.response(_renderer(table, kind, words_of(request)), packed)


def _renderer(table: Table, kind: str, words: Words) -> Render:
    """Renders for the viewer of this request; after a takeover it has nothing more to tell and says so.

    A table screen gets the join code once, and again when the machine has another address."""
    here = hall()
    shown = ""

    @copy_current_request_context
    def render(stream: Stream) -> tuple[str, str] | None:
        nonlocal shown
        version = here.version(table.code)
        viewer = pages.viewer_for(table, kind)
        if viewer is None:
            return version, pages.gone(table, words)
        part = pages.live_part(table, kind, viewer, words)
        if kind != pages.PHONE and shown != (url := join_url(table)):
            part, shown = part + pages.join_code(url, table, words), url
        return version, part

    return render


@streams.get("/<code>/live/<any(phone, table, watch):kind>")
def live(code: str, kind: str) -> BaseResponse:
    """The safety net: the live part, unless the page has it already."""
    table = table_or_404(code)
    viewer = pages.viewer_for(table, kind)
    if viewer is not None and request.args.get("v") == hall().version(table.code):
        return Response(status=204)
    words = words_of(request)
    part = pages.gone(table, words) if viewer is None else pages.live_part(table, kind, viewer, words)
    return Response(part)
