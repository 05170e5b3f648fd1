"""Templates, made once for each language and game, and what is drawn once for several.

Parts of pages are drawn at every change, and people wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Response, current_app
from flask.templating import Environment
from jinja2 import Template
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.runtime import Context

from companion.i18n import LANGUAGES
from companion.web.regions import join_lines
from companion.web.words import Words, words_of

MACROS = {
    "looks": "parts/looks.html",
    "forms": "parts/forms.html",
    "boards": "parts/boards.html",
    "panels": "parts/panels.html",
    "sharing": "phone/sharing.html",
    "turns": "phone/turn.html",
    "facts": "facts/sheet.html",
}
"""The templates of macros by name, which use those before them. No other need import them, each time anew."""
HOLE = "\x00"
"""Parts what is drawn at once."""
PIECES = 2**12
"""The newest of a hundred tables; more would be kept of one long game alone."""


class PlainContext(Context):
    """The context of a template, which no function asks for: Jinja would look for that at each of hundreds of calls."""

    def call(self, called: Callable[..., Any], /, *args: Any, **given: Any) -> Any:
        """Call a function."""
        given.pop("_block_vars", None)
        given.pop("_loop_vars", None)
        return called(*args, **given)


class PlainEnvironment(Environment):
    """The templates, none of which has globals of its own: Jinja would look for each name in two mappings."""

    context_class = PlainContext

    def make_globals(self, d: Any) -> Any:
        """Return the globals of a template."""
        return self.globals


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder, for all languages and the next start.

    Each has a checksum before it: of code in which a bit has turned over nobody can say what it does.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template, if it is there as it was written."""
        with suppress(OSError):
            kept = Path(self._get_cache_filename(bucket)).read_bytes()
            if kept[:32] == sha256(code := kept[32:]).digest():
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template; a full disk keeps none."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            Path(self.directory).mkdir(mode=0o700, exist_ok=True)
            Path(self._get_cache_filename(bucket)).write_bytes(sha256(code).digest() + code)


def show(name: str, /, status: int = 200, game: str = "", **given: Any) -> Response:
    """Answer with a page in the reader's language."""
    return Response(_template(current_app.jinja_env, name, words_of().lang, game).render(given), status)


def draw(name: str, lang: str, game: str = "", **given: Any) -> str:
    """Draw the part of a page in a language."""
    return join_lines(_template(current_app.jinja_env, name, lang, game).render(given))


@lru_cache(PIECES)
def reuse(draws: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return what a macro, or ``draw``, has drawn of this, all of which can be compared; and mostly stays."""
    return draws(*given, **named)


@lru_cache(2**8)
def _template(env: Environment, name: str, lang: str, game: str) -> Template:
    return make_environment(env, lang, game).get_template(name)


@lru_cache(2**4)
def make_environment(env: Environment, lang: str, game: str) -> Environment:
    """Return the app's templates, which know that game and the words of that language as they know ``icon``."""
    speaking, words = env.overlay(), Words(lang)
    spoken = {"_": words.gettext, "ngettext": words.ngettext, "t": words.t, "lang": lang, "languages": LANGUAGES}
    speaking.globals = {**env.globals, **spoken, "game": game}
    for name, path in MACROS.items():
        speaking.globals[name] = speaking.get_template(path).module
    return speaking
