"""Rendering: a page is a shell around one live part, and the live part is what the streams push."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Response, current_app, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.games import all_games
from companion.rules.text import Text
from companion.screen import Viewer
from companion.table import LOBBY, LOOK, Table
from companion.web import choices, forms, qr
from companion.web.hall import hall, is_host
from companion.web.icons import icon
from companion.web.once import for_all, log_lines
from companion.web.phone import phone_of, phone_viewer
from companion.web.plot import plot_svg
from companion.web.words import Words, words_in, words_of

PHONE, TABLE, WATCH = "phone", "table", "watch"


def template_globals() -> dict[str, Any]:
    """What templates may call."""
    return {
        "icon": icon,
        "kind_of": forms.kind_of,
        "input_name": forms.input_name,
        "drawn_buttons": choices.choice_buttons,
        "drawn_chips": choices.chip_inputs,
        "entries_json": forms.entries_json,
        "to_json": forms.to_json,
        "is_simple": forms.is_simple,
        "shown_value": forms.shown_value,
        "plot_svg": plot_svg,
        "log_lines": log_lines,
        "games": all_games(),
    }


def viewer_for(table: Table, kind: str) -> Viewer | None:
    """The viewer this request may be, on a page of that kind; None where it may not."""
    if kind == PHONE:
        return phone_viewer(table)
    if kind == TABLE:
        return Viewer(host=True) if is_host() else None
    return Viewer()


def live_part(table: Table, kind: str, viewer: Viewer, words: Words) -> str:
    """The live part of a page, rendered once a change for all viewers who see the same."""
    version = hall().hub.version(table.code)
    here: frozenset[int] = frozenset() if kind == PHONE else _arrived(table)
    key = (kind, viewer, words.lang, here)
    return hall().cache.get(table.code, version, key, lambda: _live(table, kind, viewer, words, here, version))


def _live(table: Table, kind: str, viewer: Viewer, words: Words, here: frozenset[int], version: int) -> str:
    screen = table.screen(viewer)
    template = current_app.jinja_env.get_template("_phone.html" if kind == PHONE else "_table.html")
    shared = for_all(table.code, version, kind, words.lang)
    return template.render(screen=screen, kind=kind, game=table.game().id, here=here, for_all=shared, **words.context())


def _arrived(table: Table) -> frozenset[int]:
    """The seats whose phone is connected now; nobody asks for them once play has begun."""
    if table.phase() not in (LOBBY, LOOK):
        return frozenset()
    return frozenset(seat for phone in hall().hub.keys(table.code) if isinstance(phone, frozenset) for seat in phone)


def join_code(url: str, table: Table, words: Words) -> str:
    """The code to join as part of a live message, in place of the one that the page shows."""
    template = current_app.jinja_env.get_template("_join_code.html")
    return template.render(url=url, qr_code=join_qr(url, words.lang), code=table.code, fresh=True, **words.context())


@lru_cache(maxsize=64)
def join_qr(url: str, lang: str) -> Markup:
    """The QR code that leads to a table."""
    return qr.svg(url, words_in(lang).gettext("QR code to join: {url}", url=url))


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
    """The live part for a phone whose seat is held by another one now, or for another of its players: nothing of the
    seat any more."""
    shared = bool(phone_of(table).tokens)
    return current_app.jinja_env.get_template("_gone.html").render(code=table.code, shared=shared, **words.context())


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
    if table is None or request.headers.get("HX-Request") != "true" or (viewer is None and kind != PHONE):
        return Response(render_template("error.html", code=status, sentence=sentence), status)
    if viewer is None:
        return Response(gone(table, words) + said(sentence), status)
    return Response(live_part(table, kind, viewer, words) + said(sentence), status)
