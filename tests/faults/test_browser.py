"""Faults and attackers that only a real browser can show."""

import contextlib
import re
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product

import pytest
from browser.driver import Phone, Table
from browser.program import Program, free_port
from playwright.sync_api import Error, Route, expect
from sizes import LARGE, size

from companion.web.sse import FULL, Hub

pytestmark = pytest.mark.browser
NAMES = ("Anna", "Ben", "Cleo")
GAME = "dark-cave"
CAP = Hub().cap
TABS = size("TABS", CAP + 1, 30)


class Hole:
    """A wire between phones and program that can swallow everything, without a word to either side."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open = threading.Event()
        self._open.set()
        self._ends = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        self._open.clear()

    def flow(self) -> None:
        self._open.set()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._lines += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while chunk := one.recv(65536):
                self._open.wait()
                if self._ends:
                    return
                other.sendall(chunk)
            other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._ends = True
        self.flow()
        for line in (self._listener, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()


def quiet(table: Table) -> None:
    """Requests that fail are what these tests are about; the browser complains about each."""
    table.expects(
        r"Failed to load resource|net::ERR_|htmx: htmx:|Failed to fetch|AbortError", "the network is broken on purpose"
    )


# --- the network


@pytest.fixture
def hole(program: Program) -> Iterator[Hole]:
    with contextlib.closing(Hole(program.port)) as found:
        yield found


def timed(table: Table, port: int | None = None) -> Phone:
    """Anna's phone, whose clock the test moves; through a hole at that port. That its requests fail is all right."""
    quiet(table)
    phone = table.has_phone("Anna")
    if port:
        phone.url = re.sub(r":\d+/", f":{port}/", phone.url)
    phone.context.clock.install()
    return phone


def test_hole_in_the_network_is_shown_and_heals_and_a_tap_into_it_counts_once(table: Table, hole: Hole) -> None:
    """The tap is on its way all the time, and arrives twice: on its own, and sent again."""
    phone = timed(table, hole.port)
    with phone.is_heard():
        phone.has_joined()
    table.adds("Ben")
    table.deals_and_begins()
    phone.turn_begins()
    hole.swallow()
    button = phone.button("Path card, end turn")
    phone.press(button)
    expect(button).to_have_attribute("data-sending", "sending …")
    expect(phone.offline).to_be_hidden()
    phone.context.clock.run_for(2_000)
    expect(phone.offline).to_be_visible()
    phone.context.clock.run_for(15_000)
    expect(button).to_have_attribute("data-sending", "sending …")
    hole.flow()
    phone.context.clock.resume()
    phone.is_headed("Ben's turn")
    expect(phone.offline).to_be_hidden()

    hole.swallow()
    phone.context.clock.run_for(12_000)
    expect(phone.offline).to_be_visible()
    table.has_turn_ended(1)
    phone.context.clock.run_for(60_000)
    phone.is_headed("Ben's turn")
    hole.flow()
    phone.context.clock.resume()
    phone.turn_begins()
    expect(phone.offline).to_be_hidden()
    assert table.log().count("Anna plays a path card.") == 1


def test_phone_that_was_frozen_or_whose_clock_is_set_is_current(table: Table) -> None:
    phone = timed(table).has_joined()
    session = phone.context.new_cdp_session(phone.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.adds("Grandma")
    phone.context.clock.fast_forward("20:00")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    phone.context.clock.resume()
    phone.shows("Grandma")
    expect(phone.offline).to_be_hidden()
    for jump, name in (("2020-01-01", "Grandpa"), ("2040-01-01", "Zoe")):
        phone.context.clock.set_system_time(jump)
        table.adds(name)
        phone.shows(name)
        expect(phone.offline).to_be_hidden()


PROXIES: dict[str, Callable[[Route], object]] = {
    "refuses": lambda route: route.abort("connectionrefused"),
    "answers itself": lambda route: route.fulfill(status=503, body="<h1>No streams here</h1>"),
    "ends them at once": lambda route: route.fulfill(content_type="text/event-stream", body=""),
    "holds them back": lambda route: None,
}


def test_page_whose_streams_a_proxy_keeps_is_current_all_the_same_and_says_so(table: Table) -> None:
    table.expects("503", "the proxy answers so")
    phone = timed(table)
    phone.sends_name()
    asked: list[str] = []
    phone.context.on("request", lambda request: asked.append(request.url))
    for number, proxy in enumerate(PROXIES.values()):
        phone.page.route("**/stream/**", proxy)
        phone.opens_seat()
        asked.clear()
        begun = phone.page.evaluate("performance.now()")
        for _ in range(6):
            phone.context.clock.run_for(2_000)
        expect(phone.page.locator("#polls").filter(visible=True)).to_have_text(
            re.compile("^The network is holding updates back")
        )
        table.adds(f"Grandma {number}")
        phone.context.clock.run_for(3_000)
        phone.shows(f"Grandma {number}")
        expect(phone.offline).to_be_hidden()
        phone.hides("No streams here")
        seconds = (phone.page.evaluate("performance.now()") - begun) / 1000
        polls, streams = (sum(f"/{kind}/phone" in url for url in asked) for kind in ("live", "stream"))
        # The page's clock also goes on by itself, without ticking: at the least there are the fifteen seconds above.
        assert 15 / 3 - 2 <= polls <= seconds / 2 + 2
        assert streams <= seconds / 3 + 2
        phone.page.unroute("**/stream/**")
        phone.context.clock.run_for(6_000)
        expect(phone.page.locator("#polls")).to_be_hidden()


def test_page_for_which_there_is_no_place_says_so_and_asks(table: Table) -> None:
    watcher = table.has_phone("Zoe")
    streams: list[str] = []

    def is_full(route: Route) -> None:
        streams.append(route.request.url)
        route.fulfill(content_type="text/event-stream", body=FULL)

    watcher.page.route("**/stream/**", is_full)
    watcher.page.goto(f"{watcher.url}/watch")
    expect(watcher.page.locator("#polls").filter(visible=True)).to_have_text(
        "Lots of people are watching, so this page updates every few seconds."
    )
    table.adds("Grandma")
    watcher.shows("Grandma")
    assert len(streams) == 1
    watcher.page.unroute("**/stream/**")
    watcher.page.locator(".ring").click()
    expect(watcher.page.locator("#polls")).to_be_hidden()
    table.adds("Grandpa")
    watcher.shows("Grandpa")


@pytest.mark.long
def test_program_that_starts_again_in_every_phase_while_pages_load(table: Table, program: Program) -> None:
    """Killed in the lobby, while cards are looked at, in play and at the end, with pages just being opened."""
    quiet(table)

    def restarts(seen: str | re.Pattern[str]) -> None:
        for phone in table.phones:
            phone.page.evaluate("() => { setTimeout(() => location.reload(), 1) }")
        program.kill()
        program.start()
        for phone in table.phones:
            while_loading(phone)
            phone.shows(seen)
            expect(phone.offline).to_be_hidden()
        expect(table.offline).to_be_hidden()

    if LARGE:
        table.seats(*NAMES)
        restarts("You're in")
        table.deals()
    else:
        table.all_have_cards(*NAMES[:2])
    restarts("Look at your card")
    table.all_look()
    table.phones[0].turn_begins()
    if LARGE:
        restarts(re.compile("Your turn|Anna"))
        table.agrees_to_stop()
        table.tells_the_score()
        restarts(re.compile("[Ww]inn|gold"))


def while_loading(phone: Phone) -> None:
    """A page that the browser could not load is loaded again, as a person does; or the browser has started to on its
    own."""
    if phone.page.url.startswith("chrome-error") or not phone.page.locator("body.phone").count():
        with contextlib.suppress(Error):
            phone.page.goto(phone.url)


@pytest.mark.long
def test_of_many_tabs_of_one_seat_the_newest_stay_live(table: Table, program: Program) -> None:
    quiet(table)
    phone = table.has_phone("Anna").has_joined()
    tabs = [phone.page, *(phone.context.new_page() for _ in range(TABS - 1))]
    for tab in tabs[1:]:
        tab.goto(phone.url)
        expect(tab.locator("#live")).to_contain_text("You're in")
    table.adds("Grandma")
    for tab in tabs[-CAP:]:
        expect(tab.locator("#live")).to_contain_text("Grandma")
        expect(tab.locator("#polls")).to_be_hidden()
    for tab in tabs[:-CAP]:
        expect(tab.locator("#polls").filter(visible=True)).to_have_text(
            "This page is open in another window. Tap to continue here."
        )
        expect(tab.locator("#live")).to_contain_text("Grandma")
    connects: list[str] = []
    phone.context.on("request", lambda request: connects.append(request.url) if "/stream/" in request.url else None)
    table.adds("Grandpa")
    for tab in tabs[-CAP:]:
        expect(tab.locator("#live")).to_contain_text("Grandpa")
    assert len(connects) < CAP, "pages that were put out do not come back by themselves"
    tabs[0].bring_to_front()
    expect(tabs[0].locator("#live")).to_contain_text("Grandpa")
    tabs[0].locator("h1").click()
    expect(tabs[0].locator("#polls")).to_be_hidden()
    assert len(connects) <= CAP


# --- foreign pages


EVIL = """<!doctype html><title>evil</title><body>
<form id="f" method="post" action="{target}/join" target="_self"><input name="name" value="Evil"></form>
<iframe id="frame" src="{target}"></iframe><img id="img" src="{target}/stream/phone">
"""


class Evil(BaseHTTPRequestHandler):
    """Someone else's page."""

    target = ""

    def do_GET(self) -> None:
        body = EVIL.format(target=self.target).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def evil() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", free_port()), Evil)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


FETCHES = """async ([target, mode]) => {
  const tries = {};
  for (const [path, init] of Object.entries({
    "/join": {method: "POST", body: new URLSearchParams({name: "Evil"})},
    "/act": {method: "POST", body: new URLSearchParams({entries: '[{"kind":"end-turn","by":0}]'})},
    "/look": {method: "POST", body: new URLSearchParams({key: "card"})},
    "/host/act": {method: "POST", body: new URLSearchParams({entries: '[{"kind":"correct","note":"Evil"}]'})},
    "/host/deal": {method: "PUT"},
    "": {}, "/live/phone": {}, "/host/panel/log": {},
  })) {
    try {
      const answer = await fetch(target + path, {...init, mode, credentials: "include"});
      tries[path] = answer.type === "opaque" ? "" : await answer.text();
    } catch (error) { tries[path] = ""; }
  }
  return tries;
}"""


def test_foreign_page_reads_nothing_and_changes_nothing(table: Table, evil: ThreadingHTTPServer) -> None:
    """At another port and another host, in the browser that holds a seat, and in the host's."""
    table.expects("", "a foreign page is refused, and the browser says so")
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"])
    before = stamp(table)
    Evil.target = anna.url
    pages = [device.page.context.new_page() for device in (anna, table)]
    for page, host in product(pages, ("127.0.0.1", "localhost")):
        page.goto(f"http://{host}:{evil.server_port}/")
        for mode in ("cors", "no-cors"):
            assert set(page.evaluate(FETCHES, [Evil.target, mode]).values()) == {""}
        assert page.evaluate("document.getElementById('frame').contentDocument") is None
        frame = page.frames[1]
        assert "Anna" not in frame.content()
        page.evaluate("document.getElementById('f').submit()")
        expect(page.get_by_role("alert")).to_contain_text("isn't the table's own")
    for page in pages:
        page.close()
    assert stamp(table) == before
    table.hides("Evil")
    anna.hides("Evil")


def stamp(table: Table) -> str:
    """Names the state that the table screen shows."""
    return table.page.locator("#live input[name=stamp]").first.input_value()
