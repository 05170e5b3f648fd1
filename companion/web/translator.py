"""Words in the reader's language, for templates and sentences.

``i18n`` finds a sentence in a catalogue.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request

from companion.engine.text import Text
from companion.i18n import LANGUAGES, best_language, elide, isolate, render, translations

COOKIE = "lang"


class Translator(NamedTuple):
    """One language for templates: ``_`` and ``ngettext`` fill ``{braces}``, ``t`` renders a Text, or a number."""

    lang: str

    def gettext(self, message: str, /, **values: Any) -> str:
        return elide(translations(self.lang).gettext(message).format(**_isolate_all(values)), self.lang)

    def ngettext(self, one: str, many: str, n: int, /, **values: Any) -> str:
        return elide(translations(self.lang).ngettext(one, many, n).format(n=n, **_isolate_all(values)), self.lang)

    def t(self, text: Text | str | int | None) -> str:
        return "" if text is None else render(text, self.lang, isolate)

    def speak(self, text: Text) -> str:
        """Write a sentence for a voice, which also reads symbols that aren't visible."""
        return render(text, self.lang)

    def sentence(self, text: Text) -> str:
        """Write a refusal, and why, as a whole sentence."""
        said = self.t(text)
        said = said[:1].upper() + said[1:]
        return said if said.endswith((".", "!", "?", "”")) else f"{said}."


def _isolate_all(values: dict[str, Any]) -> dict[str, Any]:
    return {name: isolate(value) if isinstance(value, str) else value for name, value in values.items()}


def current_translator() -> Translator:
    """Return the language this phone chose, or else the one its browser likes best."""
    chosen = request.cookies.get(COOKIE)
    return Translator(chosen if chosen in LANGUAGES else best_language(request.headers.get("Accept-Language")))
