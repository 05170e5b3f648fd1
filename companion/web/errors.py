"""Error pages, and the handlers that draw them for what no page of ours answers itself.

A refusal of the table is answered by ``pages.answer_refusal``, which can show it in the page that it came from.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping

from flask import Flask, Response, current_app, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from companion.engine.text import RuleError, T, Text
from companion.record.record import EntryError
from companion.storage.store import LinkError, Stale, StoreError
from companion.table import BadInput, Expired, Forbidden, NotFound, Refused
from companion.web.render.templates import show
from companion.web.security import MAX_BODY, TooManyTries, WrongHost
from companion.web.translator import current_translator

STATUSES: Mapping[type[Exception], int] = {
    # What no table could allow, and what this one does not allow now.
    RuleError: 422,
    EntryError: 409,
    Refused: 409,
    BadInput: 422,
    Forbidden: 403,
    NotFound: 404,
    Expired: 410,
    WrongHost: 421,
    TooManyTries: 429,
    # What can't be read or saved.
    StoreError: 503,
    Stale: 409,
    LinkError: 410,
}
"""The HTTP status of each kind of refusal."""
_UNKNOWN_FAULT = T("Something went wrong. Everything you entered is saved. Reload the page.")
_SENTENCES = {
    400: T("That request couldn't be read. Reload the page and try again."),
    403: T("You don't have access to this."),
    404: T("This page doesn't exist. Open the table's link or scan its code again."),
    405: T("This address doesn't accept that kind of request. Go back to the table's page."),
    413: T("That's too long. You can send at most {n} KiB at once.", n=MAX_BODY // 1024),
    429: T("Too many tries. Wait a minute and try again."),
    500: _UNKNOWN_FAULT,
}


def init_app(app: Flask) -> None:
    """Have every error of ``app`` answered by a page: the template ``error.html``, given ``code`` and ``sentence``."""
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_fault)


def find_status(refusal: RuleError | StoreError) -> int:
    """Return the HTTP status of a refusal: that of its class, or of the nearest one above it."""
    return next(STATUSES[kind] for kind in type(refusal).__mro__ if kind in STATUSES)


def _answer_http_error(error: HTTPException) -> Response:
    code = error.code or 500
    response = draw_error_page(code, _SENTENCES.get(code, _UNKNOWN_FAULT))
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers.add(name, value)
    return response


def _answer_fault(error: Exception) -> Response:
    current_app.logger.error("A page failed: %s", format_traceback_without_message(error))
    return draw_error_page(500, _UNKNOWN_FAULT)


def format_traceback_without_message(error: BaseException) -> str:
    """Describe an error for the log: its class and where it came from, and those of its causes.

    The message is left out, because it may quote a role or a link's secret.
    """
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        parts.append(f"{type(cause).__qualname__}\n{''.join(traceback.format_tb(cause.__traceback__))}".rstrip())
        cause = cause.__cause__ or cause.__context__
    return "\ncaused by ".join(parts)


def draw_error_page(code: int, text: Text) -> Response:
    """Answer with the error page."""
    sentence = current_translator().sentence(text)
    if request_ctx.url_adapter is None:  # a host that can't be read leads nowhere
        request_ctx.url_adapter = current_app.url_map.bind("", script_name=request.script_root)
    try:
        return show("error.html", code, code=code, sentence=sentence)
    except Exception as error:
        # What broke the page may break this one too; the sentence has to arrive all the same.
        current_app.logger.error("The error page failed: %s", format_traceback_without_message(error))
        return Response(sentence, code, mimetype="text/plain")
