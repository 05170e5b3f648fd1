"""What a voice says: symbols by their names, and no emoji."""

import pytest
from faults.house import House

from companion.engine.text import T
from companion.web.render.speech import NEWS, draw_news, drop_emoji, say_aloud, say_name
from companion.web.translator import Translator


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Anna", "Anna"),
        ("Anna 🦊", "Anna"),
        ("🦊", ""),
        ("👩‍👩‍👧 Müller-Lüdenscheidt", "Müller-Lüdenscheidt"),
        ("李 🇩🇪", "李"),
        ("★!", ""),
    ],
)
def test_say_name_leaves_out_an_emoji(name: str, said: str) -> None:
    assert say_name(name) == said


@pytest.mark.parametrize(("lang", "called"), [("en", "Player 2. Flip: triangle"), ("de", "Person 2. Flip: Dreieck")])
def test_say_aloud_calls_signs_and_odd_names_by_words(lang: str, called: str) -> None:
    text = T("{name}. {what}", name="🦊", what=T("Flip: {sign}", sign="▲"))
    assert say_aloud(text, ["Anna", "🦊"], Translator(lang)) == called


@pytest.mark.parametrize(
    ("text", "left"),
    [("Anna 🦊", "Anna "), ("👩🏽‍🚀", ""), ("5 × 3", "5 × 3"), ("1️⃣", "1"), ("¨ü", "¨ü"), ("", "")],
)
def test_drop_emoji_leaves_letters_digits_and_signs(text: str, left: str) -> None:
    assert drop_emoji(text) == left


def test_say_aloud_leaves_a_name_that_can_be_said() -> None:
    text = T("{name} wins.", name="Zoë")
    assert say_aloud(text, ["Zoë"], Translator("en")) == "Zoë wins."
    assert say_aloud(T("2 − 1 = 1"), [], Translator("de")) == "2 minus 1 = 1"


def test_draw_news_is_the_same_for_everybody_who_reads_that_language(at_home: House) -> None:
    at_home.deals("saboteur")
    with at_home.app.test_request_context():
        id, drawn = draw_news(at_home.table.view, Translator("en"))
        assert (id, drawn) == (NEWS, draw_news(at_home.table.view, Translator("en"))[1])
        assert at_home.table.view.stamp in drawn
        assert drawn != draw_news(at_home.table.view, Translator("de"))[1]
