"""Templates, made once for each language and game."""

from collections.abc import Iterator

import pytest
from flask import Flask
from jinja2 import DictLoader

from companion.web.render.templates import MACRO_TEMPLATES, Compiled, cached_render, draw, make_environment, show


@pytest.fixture
def bare() -> Iterator[Flask]:
    """An app with two templates."""
    app = Flask("app_of_the_test")
    pieces = dict.fromkeys(MACRO_TEMPLATES.values(), "")
    own = {"page.html": "{{ lang }} {{ game }} {{ _('Anna') }}\n  {{ name }}", "part.html": "<b>\n  {{ who }}</b>"}
    app.jinja_loader = DictLoader({**pieces, **own})
    with app.test_request_context(headers={"Accept-Language": "de"}):
        yield app


@pytest.mark.usefixtures("bare")
def test_show_answers_in_the_language_of_the_reader() -> None:
    response = show("page.html", 409, game="saboteur", name="<Ben>")
    assert (response.status_code, response.get_data(as_text=True)) == (409, "de saboteur Anna\n  &lt;Ben&gt;")


@pytest.mark.usefixtures("bare")
def test_draw_makes_one_line_in_the_language_that_is_asked_for() -> None:
    assert draw("part.html", "fr", who="Ben") == "<b> Ben</b>"


def test_make_environment_is_one_for_each_language_and_game(bare: Flask) -> None:
    env = bare.jinja_env
    assert make_environment(env, "de", "saboteur") is make_environment(env, "de", "saboteur")
    assert make_environment(env, "de", "saboteur") is not make_environment(env, "fr", "saboteur")
    assert make_environment(env, "de", "saboteur").globals["game"] == "saboteur"
    assert "game" not in env.globals


def test_cached_render_draws_the_same_once() -> None:
    drawn: list[tuple[str, int]] = []

    def draws(name: str, size: int = 1) -> str:
        drawn.append((name, size))
        return name * size

    assert [cached_render(draws, "a", size=2) for _ in range(3)] == ["aa"] * 3
    assert cached_render(draws, "b") == "b"
    assert drawn == [("a", 2), ("b", 1)]


def test_compiled_keeps_what_was_compiled_of_a_source(bare: Flask) -> None:
    cache = Compiled()
    bucket = cache.get_bucket(bare.jinja_env, "x", None, "source")
    assert bucket.code is None
    bucket.code = compile("1", "x", "eval")
    cache.set_bucket(bucket)
    assert cache.get_bucket(bare.jinja_env, "x", None, "source").code is bucket.code
    assert cache.get_bucket(bare.jinja_env, "x", None, "another").code is None
