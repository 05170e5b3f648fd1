"""Templates of parts of pages, made once for each language: they are drawn at every change, and people wait for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import current_app
from jinja2 import Environment, Template

from companion.web.regions import one_line
from companion.web.words import words_in

MACROS = {
    "looks": "parts/looks.html",
    "boards": "parts/boards.html",
    "panels": "parts/panels.html",
    "sharing": "phone/sharing.html",
}
"""By name, templates of macros, which the parts need not import: that would be done anew each time."""


def draw(name: str, lang: str, **given: Any) -> str:
    """The part of a page in a language."""
    return one_line(_template(current_app.jinja_env, name, lang).render(given))


@lru_cache(2**8)
def _template(env: Environment, name: str, lang: str) -> Template:
    template = _speaking(env, lang).get_template(name)
    # Jinja would look up every name in two mappings, every time.
    template.globals = dict(template.globals)
    return template


@lru_cache(2**4)
def _speaking(env: Environment, lang: str) -> Environment:
    """The app's templates, which know the words of that language as they know ``icon``."""
    speaking = env.overlay()
    speaking.globals = {**env.globals, **words_in(lang).context()}
    for name, path in MACROS.items():
        speaking.globals[name] = speaking.get_template(path).module
    return speaking
