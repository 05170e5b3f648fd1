"""Live streams of the three kinds of pages, and the slow poll behind them. Kept in one module, so that another
server can carry it."""

from __future__ import annotations

import secrets

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.wrappers import Response as BaseResponse

from companion import clock
from companion.table import Table
from companion.table.screen import Viewer
from companion.web import pages
from companion.web.context import HOST_COOKIE, context, is_host, table_or_404
from companion.web.live import Stream
from companion.web.phone import made_for, phone_of, phone_with, seat_cookie, stream_owner, viewer_of
from companion.web.regions import Live
from companion.web.urls import join_url
from companion.web.words import words_of

streams = Blueprint("streams", __name__)
GONE = ".1"
"""Makes the version newer for a page that is nobody's any more, although nothing happened at the table."""


@streams.get("/<code>/stream/<any(phone, table, watch):kind>")
def stream(code: str, kind: str) -> BaseResponse:
    """The newest live part at once, then after every change what is new in it."""
    table, on_phone = table_or_404(code), kind == pages.PHONE
    context().visited |= on_phone
    phone = frozenset(phone_of(table).tokens) if on_phone else frozenset()
    host = f"{kind}:{request.cookies[HOST_COOKIE]}" if not on_phone and is_host() else ""
    owner = stream_owner(table) if on_phone else host
    look = PhoneLook(table) if on_phone else ScreenLook(table, kind)
    return Stream(
        context().hub,
        table.code,
        phone,
        owner or f"page:{request.args.get('page') or secrets.token_urlsafe(6)}",
        look,
        comes=look.comes,
        guest=not owner,
        restless=not on_phone,
        shown=request.args.get("v", ""),
        again="again" in request.args,
    ).response()


class Look:
    """Draws for one stream, when the request that opened it is long over."""

    __slots__ = ("_app", "_table", "_words")

    def __init__(self, table: Table) -> None:
        self._app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        self._table = table
        self._words = words_of(request)

    def __call__(self) -> tuple[str, Live]:
        with self._app.app_context():
            return self._draw(context().hub.version(self._table.code))

    def comes(self) -> float:
        """Seconds until the table changes by itself; what is due has come to pass."""
        self._table.notice()
        return self._table.due - clock.steady()

    def _draw(self, number: int) -> tuple[str, Live]:
        raise NotImplementedError


class PhoneLook(Look):
    """Draws for the phone of this request; after a takeover its page says that it has nothing more to tell."""

    __slots__ = ("_cookie", "_seat_id", "_shared", "_sitting", "_viewer")

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._cookie, self._seat_id = request.cookies.get(seat_cookie(table.code), ""), made_for()
        # Who looks changes with who sits where, not with what is played.
        self._sitting: tuple[object, ...] = ()
        self._shared = False
        self._viewer: Viewer | None = None

    def _draw(self, number: int) -> tuple[str, Live]:
        version = pages.version_of(self._table, pages.PHONE, number)
        sitting = self._table.at.seats, self._table.at.seat_ids
        if sitting != self._sitting:
            self._sitting, phone = sitting, phone_with(self._table, self._cookie)
            self._shared, self._viewer = bool(phone.tokens), viewer_of(self._table, phone, self._seat_id)
        if self._viewer is None:
            return version + GONE, pages.gone(self._table.code, self._shared, self._words)
        return version, pages.live_part(self._table, pages.PHONE, self._viewer, self._words, number)


class ScreenLook(Look):
    """Draws for a table screen, with the join code: another one when the machine has another address."""

    __slots__ = ("_code", "_kind", "_shown", "_viewer")

    def __init__(self, table: Table, kind: str) -> None:
        super().__init__(table)
        self._kind = kind
        self._viewer = pages.viewer_for(table, kind)
        self._shown: str | None = None
        self._code = ""

    def _draw(self, number: int) -> tuple[str, Live]:
        version = pages.version_of(self._table, self._kind, number)
        if self._viewer is None:
            return version + GONE, pages.gone(self._table.code, False, self._words)
        live = pages.live_part(self._table, self._kind, self._viewer, self._words, number)
        if self._shown != (url := join_url(self._table)):
            self._shown, self._code = url, pages.join_code(url, self._table.code, self._words.lang)
        return version, live.with_oob(("joincode", self._code))


@streams.get("/<code>/live/<any(phone, table, watch):kind>")
def live(code: str, kind: str) -> BaseResponse:
    """The safety net, and what a page asks that has missed something: the live part, unless it has it already."""
    table = table_or_404(code)
    viewer = pages.viewer_for(table, kind)
    if viewer is not None and kind == pages.PHONE:
        context().hub.asks(table.code, frozenset(phone_of(table).tokens))
    version = pages.version_of(table, kind)
    if viewer is not None and request.args.get("v") == version:
        return Response(status=204)
    words = words_of(request)
    if viewer is None:
        return Response(pages.gone(table.code, kind == pages.PHONE and bool(phone_of(table).tokens), words).whole)
    return Response(pages.live_part(table, kind, viewer, words).mended, headers={pages.VERSION: version})
