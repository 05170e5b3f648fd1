"""Templates of parts of pages, made once for each language: they are drawn at every change, and people wait for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, cast

from flask import current_app
from jinja2 import Environment, Template
from markupsafe import Markup

from companion.web.regions import one_line
from companion.web.words import words_in

MACROS = {
    "looks": "parts/looks.html",
    "boards": "parts/boards.html",
    "panels": "parts/panels.html",
    "sharing": "phone/sharing.html",
}
"""By name, templates of macros, which the parts need not import: that would be done anew each time."""
_HOLE = "\x00"


def draw(name: str, lang: str, **given: Any) -> str:
    """The part of a page in a language."""
    return one_line(_template(current_app.jinja_env, name, lang).render(given))


class Macros(Protocol):
    """The macros of a template as functions."""

    def __getattr__(self, name: str) -> Callable[..., Markup]: ...


def macros(path: str, lang: str) -> Macros:
    """The macros of a template in a language."""
    return cast(Macros, _template(current_app.jinja_env, path, lang).module)


def frame(name: str, lang: str, **given: Any) -> tuple[str, ...]:
    """The markup around and between the regions of a live part, each of which is a ``hole`` in the template."""
    return tuple(draw(name, lang, hole=_HOLE, **given).split(_HOLE))


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
