"""Templates, made once for each language and game, and what is drawn once for several.

Parts of pages are drawn at every change, and people wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

from flask import Response, current_app
from flask.templating import Environment
from jinja2 import Template
from jinja2.bccache import Bucket, BytecodeCache

from companion.i18n import LANGUAGES
from companion.web.render.regions import join_lines
from companion.web.translator import Translator, current_translator

MACRO_TEMPLATES = {
    "looks": "parts/looks.html",
    "forms": "parts/forms.html",
    "boards": "parts/boards.html",
    "panels": "parts/panels.html",
    "sharing": "phone/sharing.html",
    "turns": "phone/turn.html",
    "facts": "facts/sheet.html",
}
"""The templates of macros, by name; each can use those before it. No other template has to import them."""
HOLE = "\x00"
"""Parts what is drawn at once."""
FRAGMENT_CACHE_SIZE = 2**12
"""Enough for the newest fragments of a hundred tables; more would only be kept for one long game."""


class Compiled(BytecodeCache):
    """Templates are compiled once for all languages and games: 0.2 s for each, and more on a small computer."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket.code


def show(name: str, /, status: int = 200, game: str = "", **given: Any) -> Response:
    """Answer with a page in the reader's language."""
    return Response(_template(current_app.jinja_env, name, current_translator().lang, game).render(given), status)


def draw(name: str, lang: str, game: str = "", **given: Any) -> str:
    """Draw the part of a page in a language."""
    return join_lines(_template(current_app.jinja_env, name, lang, game).render(given))


@lru_cache(FRAGMENT_CACHE_SIZE)
def cached_render(draws: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Cache what a macro, or ``draw``, renders. All arguments must be hashable and should seldom change."""
    return draws(*given, **named)


@lru_cache(2**8)
def _template(env: Environment, name: str, lang: str, game: str) -> Template:
    return make_environment(env, lang, game).get_template(name)


@lru_cache(2**4)
def make_environment(env: Environment, lang: str, game: str) -> Environment:
    """Return the app's templates, which know that game and the words of that language as they know ``icon``."""
    speaking = env.overlay()
    words = Translator(lang)
    spoken = {"_": words.gettext, "ngettext": words.ngettext, "t": words.t, "lang": lang, "languages": LANGUAGES}
    speaking.globals = {**env.globals, **spoken, "game": game}
    for name, path in MACRO_TEMPLATES.items():
        speaking.globals[name] = speaking.get_template(path).module
    return speaking
