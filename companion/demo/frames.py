"""The page with the table screen and four phones, each its own page in a frame.

Pages of one address share cookies and storage. So every page can be found under several paths, one for each frame
(``base_url.mount``): a frame stores who it is under its own. The host is host only under the path of the table screen,
so that a real table on this computer keeps its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, abort, request

from companion.engine.state import EVERY_TURN
from companion.storage.store import Store
from companion.table import Table, TableState
from companion.table.commands import seating
from companion.web.app import create_app
from companion.web.context import HOST_COOKIE, set_cookie
from companion.web.phone import name_cookie
from companion.web.render.templates import show
from companion.web.sse import Hub

PAGE = "/demo"
TABLE = "/demo-table"
PHONES = ("/demo-1", "/demo-2", "/demo-3", "/demo-4")
NAMES = ("Anna", "Ben", "Cleo", "Dora")
"""Those with a phone in a frame."""
FIFTH = "Emil"
FILES = ("static", "bundles.static", "sprites.static", "bundles.manifest")
"""What has no cookies and can also be found outside all frames."""


class Demo(NamedTuple):
    """The app with its table, and the tokens of the seats: those in frames, and the fifth."""

    app: Flask
    table: Table
    tokens: tuple[str, ...]
    fifth: str


def create_demo(store: Store, hub: Hub, **config: Any) -> Demo:
    """Make the app of the demo on an empty store, with five people at its table."""
    app = create_app(store, hub, FRAMES=(TABLE, *PHONES), **config)
    table: Table = app.extensions["context"].tables.create()
    tokens = tuple(table.run(seating.join, name)[1] for name in NAMES)
    fifth = table.run(seating.join, FIFTH)[1]
    # With every turn there is most to see.
    table.run(TableState.update_table, follow=EVERY_TURN)
    demo = Demo(app, table, tokens, fifth)
    app.before_request(keep_in_frames)
    app.register_blueprint(_make_page(demo))
    return demo


def keep_in_frames() -> Response | None:
    """Redirect from outside the frames to the page that has them, which is in none itself."""
    in_frame = request.script_root != ""
    is_page = request.endpoint == "demo.page"
    if in_frame and is_page:
        abort(404)
    if in_frame or is_page or request.endpoint in FILES:
        return None
    return Response(status=303, headers={"Location": PAGE})


def _make_page(demo: Demo) -> Blueprint:
    page = Blueprint("demo", __name__)

    @page.get(PAGE, endpoint="page")
    def answer() -> Response:
        """Show the frames, and give each the cookie of who is in it."""
        code = demo.table.code
        phones = [(f"{path}/{code}", name) for path, name in zip(PHONES, NAMES, strict=True)]
        response = show("demo/page.html", table=f"{TABLE}/{code}/table", phones=phones, fifth=FIFTH)
        set_cookie(response, HOST_COOKIE, demo.table.store.host_key, None, TABLE)
        for path, token in zip(PHONES, demo.tokens, strict=True):
            # A reload brings back nobody who has left, or has let another phone take the seat.
            if seating.seat_by_token(demo.table.state, token):
                set_cookie(response, name_cookie(code), token, None, path)
        return response

    return page
