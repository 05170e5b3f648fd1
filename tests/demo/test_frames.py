"""The pages of the demo in their frames: who is who in each, what is framed by whom, what is left to a real table."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask.testing import FlaskClient
from prepared import Steady

from companion.demo.frames import FIFTH, NAMES, PAGE, PHONES, TABLE, Demo, create_demo
from companion.storage.store import Store
from companion.table.commands import rounds, seating
from companion.web.app import create_app
from companion.web.sse import Hub

FRAMES = (TABLE, *PHONES)


@pytest.fixture
def demo(store: Store) -> Demo:
    return create_demo(store, Hub(beat=lambda: 60))


@pytest.fixture
def browser(demo: Demo) -> FlaskClient:
    """One that has opened the page."""
    client = demo.app.test_client()
    assert client.get(PAGE).status_code == 200
    return client


def policy(client: FlaskClient, path: str) -> dict[str, str]:
    """The rules of a page for what it loads and who can frame it."""
    given = client.get(path).headers["Content-Security-Policy"]
    return dict(rule.split(" ", 1) for rule in given.split("; "))


# -- who is in which frame ------------------------------------------------------------------------------------------
def test_demo_frames_have_a_page_each(demo: Demo, browser: FlaskClient) -> None:
    page = browser.get(PAGE).text
    addresses = re.findall(r'<iframe data-src="([^"]+)"', page)
    assert [address.split("/")[1] for address in addresses] == [path[1:] for path in FRAMES]
    screen, *phones = (browser.get(address) for address in addresses)
    assert screen.status_code == 200
    assert "Deal" in screen.text
    assert [re.search(r"<title>(.*)</title>", one.text)[1] for one in phones] == list(NAMES)  # type: ignore[index]


def test_demo_frame_of_the_table_screen_alone_has_the_host(demo: Demo, browser: FlaskClient) -> None:
    statuses = [browser.get(f"{path}/{demo.table.code}/table").status_code for path in FRAMES]
    assert statuses == [200, 403, 403, 403, 403]


def test_demo_sets_no_cookie_for_a_path_that_a_real_table_has(demo: Demo, browser: FlaskClient) -> None:
    for asked in (PAGE, *(f"{path}/{demo.table.code}" for path in FRAMES), f"{TABLE}/host/{demo.table.store.host_key}"):
        answer = browser.get(asked)
        paths = re.findall(r"Path=([^;]*)", " ".join(answer.headers.getlist("Set-Cookie")))
        assert all(path.startswith("/demo-") for path in paths), asked
    assert browser.get_cookie("host", path="/") is None
    browser.post(f"{PHONES[0]}/lang", data={"lang": "de", "back": "/"})
    assert 'lang="de"' in browser.get(f"{PHONES[0]}/{demo.table.code}").text
    assert 'lang="en"' in browser.get(f"{PHONES[1]}/{demo.table.code}").text


@pytest.mark.parametrize("frame", FRAMES)
def test_demo_pages_have_no_address_outside_their_frame(demo: Demo, browser: FlaskClient, frame: str) -> None:
    """All but what has no cookies: styles, scripts, drawings."""
    code = demo.table.code
    path = f"{frame}/{code}/table" if frame == TABLE else f"{frame}/{code}"
    for _ in list_stages(demo):
        page = unescape(browser.get(path).text)
        found = re.findall(r'(?:href|src|action|data-[\w-]+|hx-sse:connect)="(/[^"]*)"', page)
        left = {one for one in found if not one.startswith((f"{frame}/", "/b/", "/static/", "/i/"))}
        assert left <= {frame}
        assert any(one.startswith(f"{frame}/{code}/stream/") for one in found)
        assert f'data-path="{frame}"' in page


def list_stages(demo: Demo) -> Iterator[str]:
    yield "lobby"
    demo.table.run(rounds.deal, 0)
    yield "look"
    demo.table.run(rounds.start_early)
    yield "play"


def test_demo_page_does_not_bring_back_who_has_left(demo: Demo, browser: FlaskClient) -> None:
    demo.table.run(seating.remove_seat, demo.table.state.seats[3].id)
    answer = browser.get(PAGE)
    given = answer.headers.getlist("Set-Cookie")
    assert [path for path in PHONES if any(f"Path={path}/" in one for one in given)] == list(PHONES[:3])


def test_demo_redirects_what_is_opened_without_a_frame(demo: Demo, browser: FlaskClient) -> None:
    code = demo.table.code
    for path in ("/", f"/{code}", f"/{code}/table", f"/{code}/stream/phone", f"/host/{demo.table.store.host_key}"):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, PAGE)
        assert "Set-Cookie" not in answer.headers
    before = demo.table.state
    assert browser.post(f"/{code}/join", data={"name": "Zoe"}).status_code == 303
    assert demo.table.state is before
    assert browser.get("/b/demo.css").status_code == 200


def test_demo_page_is_not_found_in_its_own_frames(browser: FlaskClient) -> None:
    assert [browser.get(f"{path}{PAGE}").status_code for path in FRAMES] == [404] * 5


# -- who frames what ------------------------------------------------------------------------------------------------
def test_demo_policy_lets_the_page_frame_its_frames_and_nobody_frame_the_page(demo: Demo, browser: FlaskClient) -> None:
    code = demo.table.code
    for path in (f"{TABLE}/{code}/table", *(f"{path}/{code}" for path in PHONES), f"{TABLE}/none"):
        assert policy(browser, path)["frame-ancestors"] == "'self'"
        assert "frame-src" not in policy(browser, path)
        assert "X-Frame-Options" not in browser.get(path).headers
    assert policy(browser, PAGE)["frame-ancestors"] == "'none'"
    assert policy(browser, PAGE)["frame-src"] == "'self'"
    assert browser.get(PAGE).headers["X-Frame-Options"] == "DENY"


def test_policy_of_a_table_that_is_no_demo_lets_nobody_frame_it(store: Store) -> None:
    client = create_app(store).test_client()
    code = client.application.extensions["context"].tables.create().code
    for path in ("/", f"/{code}", f"/{code}/watch", "/demo", f"/demo-1/{code}"):
        assert policy(client, path)["frame-ancestors"] == "'none'"
        assert "frame-src" not in policy(client, path)
        assert client.get(path).headers["X-Frame-Options"] == "DENY"
    assert client.get("/demo").status_code == 404
    assert client.get(f"/demo-1/{code}").status_code == 404


def test_demo_refuses_a_form_from_a_foreign_page(demo: Demo, browser: FlaskClient) -> None:
    join = f"{PHONES[0]}/{demo.table.code}/name"
    sent = browser.post(join, data={"name": "Zoe"}, headers={"Origin": "http://evil.example"})
    assert sent.status_code == 403


def test_demo_page_says_in_one_line_that_it_is_a_demo(browser: FlaskClient, steady: Steady) -> None:
    (line,) = re.findall(r"<p>([^<]*demo[^<]*)</p>", browser.get(PAGE).text)
    assert FIFTH in line
