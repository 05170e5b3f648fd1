"""Live streams of the three kinds of pages, and the slow poll behind them. Kept in one module, so that another
server can carry it."""

from __future__ import annotations

from contextvars import Context
from dataclasses import replace

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.wrappers import Response as BaseResponse

from companion.table import Table
from companion.table.screen import Viewer
from companion.web import pages
from companion.web.context import HOST_COOKIE, context, is_host, table_or_404
from companion.web.live import Live, Render, Stream
from companion.web.phone import made_for, phone_of, phone_with, seat_cookie, stream_owner, viewer_of
from companion.web.urls import join_url
from companion.web.words import Words, words_of

streams = Blueprint("streams", __name__)


@streams.get("/<code>/stream/<any(phone, table, watch):kind>")
def stream(code: str, kind: str) -> BaseResponse:
    """The newest live part at once, then after every change what is new in it."""
    table = table_or_404(code)
    packed, words, hub = request.accept_encodings.quality("gzip") > 0, words_of(request), context().hub
    if kind == pages.PHONE:
        context().visited = True
        render, phone = in_app(_for_phone(table, words)), frozenset(phone_of(table).tokens)
        return hub.subscribe(table.code, phone, stream_owner(table), render, packed=packed).response()
    owner = f"{table.code}:{kind}:{request.cookies[HOST_COOKIE] if is_host() else request.remote_addr}"
    render = in_app(_for_screen(table, kind, pages.viewer_for(table, kind), words))
    return hub.subscribe(table.code, frozenset(), owner, render, restless=True, packed=packed).response()


def in_app(render: Render) -> Render:
    """Renders when the request that opened the stream is long over, perhaps within the request of another viewer:
    nothing of that one is at hand."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def rendered(stream: Stream) -> tuple[str, Live] | None:
        with app.app_context():
            return render(stream)

    return lambda stream: Context().run(rendered, stream)


def _for_phone(table: Table, words: Words) -> Render:
    """Renders for the phone of this request; after a takeover it has nothing more to tell and says so."""
    cookie, seat_id = request.cookies.get(seat_cookie(table.code), ""), made_for()
    # Who looks changes with who sits where, not with what is played.
    known: tuple[object, ...] = ()
    shared, viewer = False, None

    def render(stream: Stream) -> tuple[str, Live] | None:
        nonlocal known, shared, viewer
        version = pages.version_of(table, pages.PHONE)
        sitting = table.sitting
        if len(known) != len(sitting) or any(one is not other for one, other in zip(known, sitting, strict=True)):
            known, phone = sitting, phone_with(table, cookie)
            shared, viewer = bool(phone.tokens), viewer_of(table, phone, seat_id)
        if viewer is None:
            return version, pages.gone(table.code, shared, words)
        return version, pages.live_part(table, pages.PHONE, viewer, words)

    return render


def _for_screen(table: Table, kind: str, viewer: Viewer | None, words: Words) -> Render:
    """Renders for a table screen, which gets the join code too: another one when the machine has another address."""
    shown, code = "", ""

    def render(stream: Stream) -> tuple[str, Live] | None:
        nonlocal shown, code
        version = pages.version_of(table, kind)
        if viewer is None:
            return version, pages.gone(table.code, False, words)
        live = pages.live_part(table, kind, viewer, words)
        if shown != (url := join_url(table)):
            shown, code = url, pages.join_code(url, table.code, words.lang)
        return version, replace(live, beside=(*live.beside, ("joincode", code)))

    return render


@streams.get("/<code>/live/<any(phone, table, watch):kind>")
def live(code: str, kind: str) -> BaseResponse:
    """The safety net, and what a page asks that has missed something: the live part, unless it has it already."""
    table = table_or_404(code)
    viewer = pages.viewer_for(table, kind)
    version = pages.version_of(table, kind)
    if viewer is not None and request.args.get("v") == version:
        return Response(status=204)
    words = words_of(request)
    if viewer is None:
        return Response(pages.gone(table.code, kind == pages.PHONE and bool(phone_of(table).tokens), words).whole)
    return Response(pages.live_part(table, kind, viewer, words).mended, headers={pages.VERSION: version})
