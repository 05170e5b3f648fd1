"""What is rendered once and shown to many: the part of a page that all its viewers share, and the lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from flask import current_app
from markupsafe import Markup

from companion.screen import LogLine
from companion.web.hall import hall
from companion.web.words import words_in

ForAll = Callable[..., Markup]
LINES = 2**14


def for_all(code: str, version: int, kind: str, lang: str) -> ForAll:
    """For templates: ``{% call for_all("board") %}…{% endcall %}`` is rendered for the first viewer of each change.

    What stands inside must not depend on the viewer.
    """

    def rendered(name: str, caller: Callable[[], str]) -> Markup:
        return Markup(hall().cache.get(code, version, (kind, lang, name), caller))  # noqa: S704 - rendered with autoescape

    return rendered


def log_lines(lines: Sequence[LogLine], lang: str, undo: bool) -> Markup:
    """Lines of the log, each with its button where the log is for ``undo``."""
    return Markup("").join(_log_line(line, lang, undo) for line in lines)


@lru_cache(LINES)
def _log_line(line: LogLine, lang: str, undo: bool) -> Markup:
    """One of them; most stay as they were from change to change."""
    template = current_app.jinja_env.get_template("_log_line.html")
    text = template.render(line=line, undo=undo, **words_in(lang).context())
    return Markup(text)  # noqa: S704 - rendered with autoescape
