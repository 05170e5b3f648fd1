"""Who can ask, what every answer carries, how errors look."""

import gzip
import logging
import socket
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from jinja2 import DictLoader
from markupsafe import escape
from prepared import Steady
from werkzeug.exceptions import abort
from werkzeug.test import TestResponse

from companion.engine.text import T
from companion.table import Refused
from companion.web import errors, security
from companion.web.base_url import Site
from companion.web.render.templates import MACRO_TEMPLATES
from companion.web.security import RateLimiter

LONG = "word " * 500


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = Flask("app_of_the_test", static_folder=str(tmp_path), static_url_path="/static")
    (tmp_path / "app.js").write_text(LONG)
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "icon.png").write_bytes(b"png" * 500)
    pieces = dict.fromkeys(MACRO_TEMPLATES.values(), "")
    app.jinja_loader = DictLoader({**pieces, "error.html": "<h1 lang={{ lang }}>{{ code }}</h1><p>{{ sentence }}</p>"})
    app.config.update(ALLOWED_HOSTS=(), SITE=Site())
    security.init_app(app)
    errors.init_app(app)
    app.register_error_handler(Refused, lambda error: errors.draw_error_page(errors.find_status(error), error.text))
    app.add_url_rule("/", "home", view_func=lambda: "hello")
    app.add_url_rule("/long", "long", view_func=lambda: LONG)
    app.add_url_rule("/tap", "tap", view_func=lambda: request.form.get("x", ""), methods=["POST"])
    app.add_url_rule("/forbidden", "forbidden", view_func=lambda: abort(403, "raw words"))
    app.add_url_rule("/stream", "stream", view_func=lambda: Response(iter([LONG]), mimetype="text/event-stream"))

    @app.get("/refused")
    def refused() -> str:
        raise Refused(T("{name} was faster.", name="<Anna>"))

    @app.get("/fault/<secret>")
    def fault(secret: str) -> str:
        try:
            try:
                raise LookupError
            except LookupError:
                raise KeyError(secret)  # noqa: B904
        except KeyError as error:
            raise RuntimeError(f"card {secret}") from error

    return app


class ReadingClient(FlaskClient):
    """Reads every answer to its end and closes it, as a server does."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        return super().open(*args, **{"buffered": True, **kwargs})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    app.test_client_class = ReadingClient
    return app.test_client()


# --- hosts


@pytest.mark.parametrize(
    "host",
    [
        "192.168.0.7",
        "192.168.0.7:5000",
        "[fe80::1]:5000",
        "[::1]",
        "localhost",
        "LOCALHOST:5000",
        "raspberrypi.local",
        "raspberrypi.local.:80",
        socket.gethostname(),
        "games.example.org:5000",
    ],
)
def test_check_host_answers_under_names_that_no_stranger_can_point_at_us(
    app: Flask, client: FlaskClient, host: str
) -> None:
    app.config["ALLOWED_HOSTS"] = ["Games.example.org"]
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:5000",
        "192.168.0.7.evil.example",
        "localhost.evil.example",
        "local",
        "xlocal",
        "192.168.0.7@evil.example",
        "192.168.0.7:5000:1",
        "[evil.example]",
        "[::1].evil.example",
        "",
    ],
)
def test_check_host_refuses_other_names(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 421
    assert "Use the address shown on the table screen" in response.text


# --- origins


def tap(client: FlaskClient, **headers: str) -> int:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/tap", data={"x": "1"}, headers={"Host": "192.168.0.7:5000", **sent}).status_code


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "http://192.168.0.7",
        "http://192.168.0.7:8080",
        "https://192.168.0.7:5000",
        "http://192.168.0.8:5000",
        "http://192.168.0.7:5000.evil.example",
        "http://192.168.0.7:5000, http://evil.example",
    ],
)
def test_check_origin_refuses_a_tap_from_another_page(client: FlaskClient, origin: str) -> None:
    assert tap(client, Origin=origin) == 403


@pytest.mark.parametrize(
    ("site", "status"),
    [(None, 200), ("none", 200), ("same-origin", 200), ("same-site", 403), ("cross-site", 403)],
)
def test_check_origin_without_one_judges_by_where_a_tap_came_from(
    client: FlaskClient, site: str | None, status: int
) -> None:
    assert tap(client, **({"Sec_Fetch_Site": site} if site else {})) == status


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("http://192.168.0.7:5000", 200),
        ("http://192.168.0.7:5000/ABCD/table", 200),
        ("", 200),
        ("http://evil.example/", 403),
        ("http://192.168.0.7:50001/", 403),
        ("http://192.168.0.7/", 403),
        ("https://192.168.0.7:5000/", 403),
        ("http://192.168.0.7:5000@evil.example/", 403),
        ("http://192.168.0.7:5000.evil.example/", 403),
        ("http://[", 403),
        ("about:blank", 403),
    ],
)
def test_check_origin_without_one_judges_by_the_page_that_a_tap_names(
    client: FlaskClient, page: str, status: int
) -> None:
    assert tap(client, Referer=page) == status
    assert tap(client, Referer=page, Origin="http://192.168.0.7:5000") == 200, "the Origin says more"
    assert tap(client, Referer=page, Sec_Fetch_Site="cross-site") == 403


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "BREW"])
def test_check_origin_asks_for_every_changing_method(client: FlaskClient, method: str) -> None:
    assert client.open("/tap", method=method, headers={"Origin": "http://evil.example"}).status_code == 403


def test_check_origin_allows_a_look_from_another_page(client: FlaskClient) -> None:
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


# --- headers


@pytest.mark.parametrize("path", ["/", "/nowhere", "/refused", "/fault/x", "/stream"])
def test_headers_for_security_are_on_every_answer(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert ("Permissions-Policy" in headers) == headers["Content-Type"].startswith("text/html")


def test_headers_of_a_drawing_let_it_load_nothing(client: FlaskClient) -> None:
    assert client.get("/static/icon.svg").headers["Content-Security-Policy"] == "default-src 'none'"


def test_headers_of_a_script_say_that_it_is_one(client: FlaskClient) -> None:
    """It is no document; its page has said what it can do."""
    headers = client.get("/static/app.js").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in headers


@pytest.mark.parametrize(
    ("path", "caching"),
    [
        ("/", "no-store"),
        ("/?v=1", "no-store"),
        ("/refused", "no-store"),
        ("/fault/x", "no-store"),
        ("/static/none.js?v=1", "no-store"),
        ("/static/app.js", "no-cache"),
        ("/static/app.js?v=1", "public, max-age=31536000, immutable"),
    ],
)
def test_headers_keep_pages_nowhere_and_versioned_files_for_good(client: FlaskClient, path: str, caching: str) -> None:
    assert client.get(path).headers["Cache-Control"] == caching


# --- compression


@pytest.mark.parametrize("path", ["/long", "/static/app.js"])
def test_compress_long_text_for_those_who_accept_it(client: FlaskClient, path: str) -> None:
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "gzip, br"})
    refused = client.get(path, headers={"Accept-Encoding": "gzip;q=0"})
    assert plain.text == refused.text == gzip.decompress(packed.data).decode() == LONG
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(packed.data))
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    head = client.head(path, headers={"Accept-Encoding": "gzip"})
    assert (head.data, head.headers["Content-Length"]) == (b"", packed.headers["Content-Length"])


@pytest.mark.parametrize("path", ["/", "/static/icon.png", "/stream"])
def test_compress_leaves_short_answers_pictures_and_streams(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in response.headers
    assert response.data


def test_compress_again_a_static_file_that_was_changed(client: FlaskClient, tmp_path: Path) -> None:
    for text in (LONG, LONG * 2):
        (tmp_path / "app.js").write_text(text)
        packed = client.get("/static/app.js", headers={"Accept-Encoding": "gzip"})
        assert gzip.decompress(packed.data).decode() == text


def test_static_file_is_not_sent_again_to_who_has_it(client: FlaskClient) -> None:
    packed = client.get("/static/app.js", headers={"Accept-Encoding": "gzip"})
    asked = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    again = client.get("/static/app.js", headers=asked)
    assert (again.status_code, again.data) == (304, b"")


# --- errors


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/nowhere", 404, "This page doesn't exist."),
        ("GET", "/tap", 405, "doesn't accept that kind of request"),
        ("GET", "/forbidden", 403, "You don't have access to this."),
        ("GET", "/refused", 409, "<Anna> was faster."),
        ("GET", "/fault/x", 500, "Something went wrong."),
    ],
)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_error_page_has_a_sentence(
    client: FlaskClient, method: str, path: str, status: int, sentence: str, headers: dict[str, str]
) -> None:
    response = client.open(path, method=method, headers=headers)
    assert response.status_code == status
    assert f"<h1 lang=en>{status}</h1>" in response.text
    assert str(escape(sentence)) in response.text
    assert response.headers.getlist("Content-Type") == ["text/html; charset=utf-8"]
    assert "raw words" not in response.text


def test_error_page_is_in_the_readers_language(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers={"Accept-Language": "de"})
    assert "<h1 lang=de>404</h1>" in answer.text
    assert "This page doesn't exist." not in unescape(answer.text)


def test_error_page_of_a_wrong_method_says_which_are_right(client: FlaskClient) -> None:
    assert set(client.get("/tap").headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


def test_error_page_refuses_too_long_a_form(client: FlaskClient) -> None:
    assert client.post("/tap", data={"x": "y" * 60_000}).status_code == 200
    response = client.post("/tap", data={"x": "y" * 70_000})
    assert response.status_code == 413
    assert "at most 64 KiB" in response.text


def test_error_page_of_a_fault_logs_its_place_and_nothing_it_was_about(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        response = client.get("/fault/blue-saboteur", headers={"Cookie": "seat=blue-saboteur"})
    assert "blue-saboteur" not in caplog.text + response.text
    assert "RuntimeError" in caplog.text
    assert "caused by KeyError" in caplog.text
    assert "caused by LookupError" in caplog.text
    assert "test_security.py" in caplog.text


def test_error_page_that_fails_still_brings_its_sentence(app: Flask, client: FlaskClient) -> None:
    app.jinja_loader = DictLoader({"error.html": "{{ 1 // 0 }}"})
    response = client.get("/refused")
    assert response.status_code == 409
    assert (response.mimetype, response.text) == ("text/plain", "<Anna> was faster.")


# --- guesses


def test_rate_limiter_refuses_one_guess_too_many(steady: Steady) -> None:
    limiter = RateLimiter(limit=2, seconds=60)
    answers = []
    for passes in (0, 30, 29.9, 0.2, 10, 20):
        steady.now += passes
        answers.append(limiter.hit("phone"))
    assert answers == [True, True, False, True, False, True]
    assert limiter.hit("other")


def test_rate_limiter_forgets_old_keys(steady: Steady) -> None:
    limiter = RateLimiter(limit=2, seconds=60)
    for i in range(1000):
        limiter.hit(i)
    steady.now += 61
    limiter.hit("phone")
    assert [key for _, key in limiter._tries] == ["phone"]
