"""The pages before a table: front page, host link, language, about.

What stands behind a table's code is in ``seat``, ``host`` and ``stream``.
"""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.games import all_games, find_game, list_offered
from companion.i18n import LANGUAGES
from companion.rules.text import RuleError, T
from companion.table import Refused
from companion.web.book_pages import may_read
from companion.web.context import HOST_COOKIE, context, is_host, keep, limit_guesses, table_or_404
from companion.web.words import COOKIE

front = Blueprint("front", __name__)
OWN_PATH = re.compile(r"/(?:[A-Za-z0-9._-]+/)*[A-Za-z0-9._-]*")
"""No second slash, which would lead to another host."""


@front.get("/")
def home() -> BaseResponse:
    """Join or watch; the host's controls for nobody but the host."""
    book = may_read()
    return Response(render_template("pages/front.html", tables=context().store.tables.all(), host=is_host(), book=book))


@front.get("/find")
def find() -> BaseResponse:
    """Lead on to the table with a code that was typed."""
    code = request.args.get("code", "").strip()
    return redirect(f"/{table_or_404(code).code}", 302)


@front.get("/host/<key>")
@front.get("/host/<key>/<code>")
def host_link(key: str, code: str = "") -> BaseResponse:
    """Make whoever holds the link printed in the terminal the host, and show the table screen.

    With a table's code, from the table screen itself, it leads the host's own phone to what it can do there.
    """
    if not secrets.compare_digest(key.encode(), context().store.host_key.encode()):
        limit_guesses("host")
        text = T("This host link is not the one the companion printed. Open the one in its window.")
        raise Refused(text, 403)
    page = f"/{table_or_404(code).code}/host" if code else f"/{context().tables.find_newest().code}/table"
    return keep(redirect(page, 303), HOST_COOKIE, key)


@front.post("/lang")
def language() -> BaseResponse:
    """Set this phone's language."""
    wanted = request.form.get("lang", "")
    if wanted not in LANGUAGES:
        raise RuleError(T("this language is not there; there are {languages}", languages=list(LANGUAGES.values())))
    back = request.form.get("back", "/")
    return keep(redirect(back if OWN_PATH.fullmatch(back) else "/", 303), COOKIE, wanted)


@front.get("/about")
def about() -> BaseResponse:
    return Response(render_template("pages/about.html", games=all_games()))


@front.get("/cards/<game>")
def cards(game: str) -> BaseResponse:
    """Show the cards and roles of a game and what they do, to be read while waiting."""
    known = find_game(game)
    if known is None:
        raise Refused(T("there is no such game here"), 404)
    return Response(render_template("pages/cards.html", known=known, games=list_offered()))


@front.get("/favicon.ico")
def icon() -> BaseResponse:
    return Response(status=204)
