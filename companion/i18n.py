"""Languages at run time: choose one, and put sentences into it.

The catalogues are made by ``.ci/messages``; which language someone reads is asked in ``web.translator``.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.engine.text import T, Text, Write, write_number, write_plain
from companion.games import list_folders

SOURCE_LANGUAGE = "en"
DOMAIN = "companion"
LOCALE_DIR = Path(__file__).resolve().parent / "locale"
OWN_NAME = T("the name of this language, in itself")
"""Drafts that nobody has read over say so in brackets behind it."""


def _read(folder: Path, lang: str) -> gettext.NullTranslations:
    """Read a catalogue that was compiled with the package or by ``.ci/messages``; an empty one if there is none."""
    return gettext.translation(DOMAIN, folder, [lang], fallback=True)


def _find_languages() -> dict[str, str]:
    langs = sorted(file.parts[-3] for file in LOCALE_DIR.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return {lang: _read(LOCALE_DIR, lang).gettext(OWN_NAME.message) for lang in langs}


ELIDED = {
    "es": (re.compile(r"\by (?=(?:I|Hi)(?![aeo])[a-zñ]|Í|Hí)"), "e "),
    "fr": (re.compile(r"\b([DdQq]u?)e (?=[AEIOUÀÂÄÉÈÊËÎÏÔÖŒÛÜ])"), r"\1’"),
}
"""Words that change before a name that starts with a certain vowel: “Ana e Inés”, “la carte d’Anna”."""

LANGUAGES = {SOURCE_LANGUAGE: "English", **_find_languages()}
"""Code and own name of each language, by the catalogues that are there. English is that of the messages themselves
and needs none."""


@cache
def translations(lang: str) -> gettext.NullTranslations:
    """Return the catalogue of one of ``LANGUAGES``, with those in the folders of the games behind it.

    A language that is not listed there raises ``ValueError``.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"There is no language {lang!r}; expected one of {', '.join(LANGUAGES)}.")
    if lang == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    catalogue = _read(LOCALE_DIR, lang)
    for folder in list_folders().values():
        catalogue.add_fallback(_read(folder / LOCALE_DIR.name, lang))
    return catalogue


def best_language(accept_language_header: str | None) -> str:
    """Choose the language that a browser's ``Accept-Language`` header likes best; English if it has none of ours."""
    wanted = parse_accept_header(accept_language_header, LanguageAccept)
    return wanted.best_match(LANGUAGES, default=SOURCE_LANGUAGE)


def render(text: Text | str | int, lang: str, write: Write = write_plain) -> str:
    """Translate a sentence; a plain string, such as a player's name, is no message and stays as it is.

    ``write`` writes those within a sentence.
    """
    if isinstance(text, int):
        return write_number(text)
    if isinstance(text, str):
        return text
    catalogue = translations(lang)
    return elide(text.render(catalogue.gettext, catalogue.ngettext, lang=lang, write=write), lang)


def elide(sentence: str, lang: str) -> str:
    """Write a sentence with all names in it, as the language contracts words before them."""
    if lang not in ELIDED:
        return sentence
    word, instead = ELIDED[lang]
    return word.sub(instead, sentence)


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ISOLATE = "\u2068"
_END = "\u2069"


def isolate(value: str) -> str:
    """Stop a name that is written from right to left from reversing what is next to it: “דוד: 3 → 5”.

    Only for what is seen. Records, files, commands and voices have the name as it was typed. Words whose names are
    isolated already stay as they are.
    """
    if value.isascii() or _ISOLATE in value or not _RIGHT_TO_LEFT.search(value):
        return value
    return _ISOLATE + value + _END


def join_names(names: Iterable[str]) -> str:
    """Write names in a row that keep their order, whichever way each of them is written."""
    return ", ".join(map(isolate, names))
