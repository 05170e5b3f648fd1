"""Languages at run time: which one someone reads, and how sentences are put into it."""

import pytest

from companion.engine.text import TN, T
from companion.i18n import LANGUAGES, best_language, elide, isolate, join_names, render, translations


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("tlh, fr;q=0.4, en;q=0.2", "fr"),
        ("tlh", "en"),
        ("", "en"),
        (None, "en"),
        (";;;", "en"),
    ],
)
def test_best_language_is_the_one_that_the_browser_likes_best(header: str | None, lang: str) -> None:
    assert best_language(header) == lang


def test_languages_are_called_by_their_own_names() -> None:
    assert LANGUAGES["en"] == "English"
    assert LANGUAGES["de"].startswith("Deutsch")


def test_translations_refuse_a_language_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="There is no language 'tlh'; expected one of"):
        translations("tlh")
    assert translations("de") is translations("de")
    assert translations("en").gettext("Anna") == "Anna"


def test_translations_know_the_words_of_games_too() -> None:
    assert translations("de").gettext("gold-digger") != "gold-digger"


def test_render_leaves_a_name_as_it_is() -> None:
    assert render("Monday", "de") == "Monday"
    assert render(T("Monday"), "de") == "Montag"
    assert render(-1, "de") == "−1"


def test_render_takes_the_plural_of_the_language() -> None:
    text = TN("{names} wins.", "{names} win.", 2, names="Anna, Ben")
    assert render(text, "en") == "Anna, Ben win."
    assert render(text, "de") not in ("Anna, Ben wins.", "Anna, Ben win.")


@pytest.mark.parametrize(
    ("sentence", "lang", "written"),
    [
        ("Ana y Inés", "es", "Ana e Inés"),
        ("Ana y Hierro", "es", "Ana y Hierro"),
        ("la carte de Anna", "fr", "la carte d’Anna"),
        ("la carte de Zoé", "fr", "la carte de Zoé"),
        ("la carte de Anna", "de", "la carte de Anna"),
    ],
)
def test_elide_contracts_a_word_before_a_vowel(sentence: str, lang: str, written: str) -> None:
    assert elide(sentence, lang) == written


def test_isolate_is_for_names_from_right_to_left_alone() -> None:
    assert isolate("דוד") == "\u2068דוד\u2069"
    assert [isolate(name) for name in ("Anna", "Zoë", "李")] == ["Anna", "Zoë", "李"]


def test_join_names_keeps_their_order() -> None:
    assert join_names(["Anna", "דוד", "Ben"]) == "Anna, \u2068דוד\u2069, Ben"
