"""The pages before a table: front page, host link, language, about.

The pages of a table are in ``seat``, ``host`` and ``stream``.
"""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, Response, request

from companion.engine.text import RuleError, T
from companion.games import all_games, find_game, list_offered
from companion.i18n import LANGUAGES
from companion.table import Forbidden, NotFound
from companion.web import forms
from companion.web.context import HOST_COOKIE, context, is_host, limit_guesses, redirect_to, set_cookie, table_or_404
from companion.web.render.templates import show
from companion.web.routes.history import may_read
from companion.web.translator import COOKIE

front = Blueprint("front", __name__)
OWN_PATH = re.compile(r"/(?:[A-Za-z0-9._-]+/)*[A-Za-z0-9._-]*")
"""No second slash: the address would be that of another host."""


@front.get("/")
def home() -> Response:
    """Join or watch; the host's controls for nobody but the host."""
    tables = context().store.tables.all()
    return show("pages/front.html", tables=tables, host=is_host(), book=may_read())


@front.get("/find")
def find() -> Response:
    """Lead on to the table with a code that was typed."""
    return redirect_to(f"/{table_or_404(request.args.get('code', '')).code}")


@front.get("/host/<key>")
@front.get("/host/<key>/<code>")
def host_link(key: str, code: str = "") -> Response:
    """Make whoever holds the link printed in the terminal the host, and show the table screen.

    With a table's code, from the table screen itself, it leads the host's own phone to what it can do there.
    """
    if not secrets.compare_digest(key.encode(), context().store.host_key.encode()):
        limit_guesses("host")
        text = T("This isn't the host link that Companion printed. Open the one in its terminal window.")
        raise Forbidden(text)
    page = f"/{table_or_404(code).code}/host" if code else f"/{context().tables.find_newest().code}/table"
    return set_cookie(redirect_to(page), HOST_COOKIE, key)


@front.post("/lang")
def language() -> Response:
    """Set this phone's language."""
    wanted = forms.read_input("lang")
    if wanted not in LANGUAGES:
        raise RuleError(T("this language isn't available; available: {languages}", languages=list(LANGUAGES.values())))
    back = forms.read_input("back")
    return set_cookie(redirect_to(back if OWN_PATH.fullmatch(back) else "/"), COOKIE, wanted)


@front.get("/about")
def about() -> Response:
    return show("pages/about.html", games=all_games())


@front.get("/cards/<game>")
def cards(game: str) -> Response:
    """Show the cards and roles of a game and what they do, to be read while waiting."""
    known = find_game(game)
    if known is None:
        raise NotFound(T("there is no such game here"))
    return show("pages/cards.html", known=known, games=list_offered())


@front.get("/favicon.ico")
def icon() -> Response:
    return Response(status=204)
