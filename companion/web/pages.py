"""Rendering: a page is a shell around one live part, and the live part is what the streams push."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.games import all_games
from companion.rules.text import Text
from companion.screen import Viewer
from companion.table import Table
from companion.web import forms
from companion.web.hall import hall, is_host
from companion.web.icons import icon
from companion.web.phone import current_seat, phone_of, seat_viewer
from companion.web.plot import plot_svg
from companion.web.words import Words, words_of

PHONE, TABLE, WATCH = "phone", "table", "watch"


def template_globals() -> dict[str, Any]:
    """What templates may call."""
    return {
        "icon": icon,
        "kind_of": forms.kind_of,
        "input_name": forms.input_name,
        "entries_json": forms.entries_json,
        "to_json": forms.to_json,
        "is_simple": forms.is_simple,
        "shown_value": forms.shown_value,
        "plot_svg": plot_svg,
        "games": all_games(),
    }


def viewer_for(table: Table, kind: str) -> Viewer | None:
    """The viewer this request may be, on a page of that kind; None where it may not."""
    if kind == PHONE:
        seat = current_seat(table)
        return seat_viewer(table, seat) if seat else None
    if kind == TABLE:
        return Viewer(host=True) if is_host() else None
    return Viewer()


def live_part(table: Table, kind: str, viewer: Viewer, words: Words) -> str:
    """The live part of a page, rendered once a change for all viewers who see the same."""
    version = hall().hub.version(table.code)
    key = (kind, viewer, words.lang)
    return hall().cache.get(table.code, version, key, lambda: _live(table, kind, viewer, words))


def _live(table: Table, kind: str, viewer: Viewer, words: Words) -> str:
    screen = table.screen(viewer)
    template = current_app.jinja_env.get_template("_phone.html" if kind == PHONE else "_table.html")
    return template.render(screen=screen, kind=kind, game=table.game().id, **words.context())


def page(table: Table, kind: str, viewer: Viewer, say: str = "", status: int = 200, **more: Any) -> Response:
    """A whole page: the shell with its live part."""
    words = words_of(request)
    screen = more.pop("screen", None) or table.screen(viewer)
    body = render_template(
        "shell.html",
        table=table,
        kind=kind,
        screen=screen,
        game=table.game().id,
        version=hall().version(table.code),
        live=Markup(live_part(table, kind, viewer, words)),  # noqa: S704 - rendered with autoescape
        say=say,
        **more,
    )
    return Response(body, status)


def answer(table: Table, kind: str, viewer: Viewer, say: str = "", status: int = 200) -> BaseResponse:
    """The answer to a tap: to htmx the fresh live part, to a plain form its page again."""
    if request.headers.get("HX-Request") != "true":
        if status == 200:
            return redirect(f"/{table.code}" + {PHONE: "", TABLE: "/table", WATCH: "/watch"}[kind], 303)
        return page(table, kind, viewer, say, status)
    live = live_part(table, kind, viewer, words_of(request))
    return Response(live + said(say), status)


def gone(table: Table, words: Words) -> str:
    """The live part for a phone whose seat is held by another one now: nothing of the seat any more."""
    return current_app.jinja_env.get_template("_gone.html").render(code=table.code, **words.context())


def said(say: str) -> str:
    """The line above the live part that says what went wrong, or nothing any more."""
    return render_template("_say.html", say=say)


def refusal(status: int, words: Words, text: Text) -> Response:
    """A refused request: the page it came from, fresh, with the sentence; or a page of its own."""
    sentence = words.t(text)
    sentence = sentence[:1].upper() + sentence[1:]
    if not sentence.endswith((".", "!", "?", "”")):
        sentence += "."
    code = (request.view_args or {}).get("code", "")
    table = hall().tables.get(code) if code else None
    kind = TABLE if "/host/" in request.path or "/hand/" in request.path else PHONE
    viewer = viewer_for(table, kind) if table else None
    if table is None or viewer is None or request.headers.get("HX-Request") != "true":
        return Response(render_template("error.html", code=status, sentence=sentence), status)
    return Response(live_part(table, kind, viewer, words) + said(sentence), status)
