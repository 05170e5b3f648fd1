"""A screen gets the newest state, at once and after each change; nothing waits for a screen that hangs."""

import logging
import queue
import re
import threading
import zlib
from collections.abc import Iterator
from typing import Any, cast

import pytest
from built import ROOT
from flask import Flask
from prepared import Steady
from werkzeug.test import TestResponse
from wires import Wire, beating_hub

from companion.server.http_server import SILENT
from companion.web.render.regions import LivePage, join_lines
from companion.web.sse import BEAT, FULL, GRACE, OFTEN, SELDOM, SURPLUS, Hub, Render, Stream

LONG = 1000.0
WHOLE = ("", "")


def shown(text: str) -> LivePage:
    """A live part of one region."""
    return LivePage(WHOLE, (("", text),))


class Screen:
    """A viewer reading its stream in a thread of its own."""

    def __init__(self, stream: Stream) -> None:
        self.got: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: Stream) -> None:
        for event in filter(None, stream.events()):
            self.got.put(event)
        self.got.put("end")

    def next(self) -> str:
        return self.got.get(timeout=10)


@pytest.fixture
def hub() -> Hub:
    """Its heart beats all the time: reading a wire waits for nothing."""
    return beating_hub()


@pytest.fixture
def quiet() -> Hub:
    """Its heart never beats: who reads waits for news."""
    return Hub(beat=lambda: LONG)


def saying(*states: str) -> Render:
    """Renders these states one after the other, the last one for ever."""
    left = list(states)
    number = iter(range(1000))
    return lambda: (str(next(number)), shown(left.pop(0) if len(left) > 1 else left[0]))


def stream(
    hub: Hub, render: Render, topic: str = "table", key: str = "anna", owner: str = "phone", **more: Any
) -> Stream:
    return Stream(hub, topic, key, owner, render, **more)


def wire(hub: Hub, render: Render, **more: Any) -> Wire:
    return Wire(stream(hub, render, **more).events())


def test_join_lines_makes_one_line_of_a_page() -> None:
    assert join_lines("a\nb\r\nc\rd\u2028e") == "a b c d\u2028e"


FRAME = ('<div id="top">', '</div><div id="own">', "</div>")
CODE = '<div id="code" hx-swap-oob="innerMorph">ABCD</div>'


def naming(*names: str) -> Render:
    """Renders pages on which one name is not like before."""
    states = iter(enumerate(names))

    def render() -> tuple[str, LivePage]:
        number, name = next(states)
        return str(number), LivePage(FRAME, (("top", name), ("own", "card")), (("code", "ABCD"),))

    return render


def test_stream_sends_only_what_has_changed_since_the_last_event(quiet: Hub) -> None:
    events = stream(quiet, naming("Anna", "Ben")).events()
    assert next(events) == f'id: 0\ndata: <div id="top">Anna</div><div id="own">card</div>{CODE}\n\n'
    quiet.publish("table")
    assert next(events) == 'id: 1 0\ndata: <div id="top" hx-swap-oob="innerMorph">Ben</div>\n\n'


def test_stream_sends_a_page_that_is_up_to_date_a_heartbeat_and_then_changes(quiet: Hub) -> None:
    events = stream(quiet, naming("Anna", "Ben"), shown="0").events()
    assert next(events).startswith(BEAT)
    quiet.publish("table")
    assert next(events) == 'id: 1 0\ndata: <div id="top" hx-swap-oob="innerMorph">Ben</div>\n\n'


def test_stream_sends_a_page_that_comes_again_what_is_beside_the_live_part(quiet: Hub) -> None:
    """The code to join may have changed since."""
    assert next(stream(quiet, naming("Anna"), shown="0", again=True).events()) == f"id: 0 0\ndata: {CODE}\n\n"


def test_stream_sends_everything_to_a_page_that_shows_something_else(quiet: Hub) -> None:
    assert "Anna" in next(stream(quiet, naming("Anna"), shown="7").events())


def test_diff_is_whole_for_a_page_with_another_frame() -> None:
    before = shown("Who's playing?")
    now = LivePage(FRAME, (("top", "Anna"), ("own", "card")))
    assert now.diff(before) == (True, '<div id="top">Anna</div><div id="own">card</div>')
    assert now.diff(now) == (False, "")


def test_publish_reaches_only_the_streams_of_its_topic(hub: Hub) -> None:
    here, there = (wire(hub, saying("one", "two"), topic=topic) for topic in ("here", "there"))
    assert here.reads() == there.reads() == "id: 0\ndata: one\n\n"
    hub.publish("here")
    assert (here.reads(), there.reads()) == ("id: 1\ndata: two\n\n", "")


def test_stream_that_was_away_gets_the_newest_state_only(quiet: Hub) -> None:
    events = stream(quiet, lambda: ("", shown(str(quiet.find_version("table"))))).events()
    next(events)
    for _ in range(100):
        quiet.publish("table")
    assert next(events) == "id: \ndata: 100\n\n"


def test_stream_beats_at_its_own_times_however_often_something_is_published(steady: Steady) -> None:
    """Also of a page that never gets anything new, however often something changes."""
    hub = Hub(beat=lambda: 4.0, clock=steady)
    screen = Screen(stream(hub, saying("same")))
    heard = [screen.next()]
    for passes, beats in ((3.9, False), (0.2, True), (3.8, False), (0.4, True), (3.5, False)):
        steady.now += passes
        hub.publish("table")
        if beats:
            heard.append(screen.next())
    assert heard[0] == "id: 0\ndata: same\n\n"
    assert [one.partition("data")[0] for one in heard[1:]] == [BEAT, BEAT]
    hub.close()
    assert screen.next() == "end"


def test_stream_that_shows_presence_renders_at_each_heartbeat_and_arrival(quiet: Hub, hub: Hub) -> None:
    host = stream(hub, saying("one", "two", "three"), shows_presence=True).events()
    assert next(host) == "id: 0\ndata: one\n\n"
    assert next(host) == "id: 1\ndata: two\n\n"
    host = stream(quiet, saying("one", "two", "three"), shows_presence=True).events()
    next(host)
    for state in ("1\ndata: two", "2\ndata: three"):
        next(stream(quiet, saying("state"), key="ben", owner="ben").events())
        assert next(host) == f"id: {state}\n\n"


def test_hub_spreads_heartbeats_by_default() -> None:
    pauses = {Hub().beat() for _ in range(50)}
    assert len(pauses) > 1
    assert min(pauses) >= OFTEN
    assert max(pauses) <= SELDOM


def test_silence_of_live_js_lasts_two_heartbeats_and_less_than_half_the_grace() -> None:
    """One that is late, or lost, is no reason to open another stream; and who opens one hasn't gone."""
    written = re.search(r"const SILENCE = (\d+);", (ROOT / "static" / "js" / "base" / "live.js").read_text("utf-8"))
    assert written
    silence = int(written[1]) / 1000
    assert silence >= 2 * SELDOM
    assert 2 * silence < GRACE, "a page looks every second, and for half of that time it waits for a new stream"
    assert 2 * SELDOM < SILENT, "what the system has to send meanwhile"


@pytest.mark.parametrize("restless", [False, True])
def test_hub_ends_the_oldest_stream_of_an_owner_with_too_many(hub: Hub, restless: bool) -> None:
    other = wire(hub, saying("state"), owner="other")
    wires = [wire(hub, saying("state"), key=str(number), shows_presence=restless) for number in range(hub.cap + 1)]
    assert all("state" in one.reads() for one in (other, *wires))
    assert (wires[0].events(), wires[0].ended) == ([SURPLUS], True)
    assert [one.reads() for one in (*wires[1:], other)] == [""] * (hub.cap + 1)
    assert not any(one.ended for one in (*wires[1:], other))


def test_hub_lets_guests_in_page_by_page_up_to_its_bound() -> None:
    """Eight behind one proxy are eight; a page that comes back has lost what it had; one that finds no room is told
    so."""
    hub = beating_hub(guests=8)
    wires = [wire(hub, saying("state"), owner=f"page:{number}", guest=True) for number in range(8)]
    assert all("state" in one.reads() for one in wires)
    again = wire(hub, saying("state"), owner="page:3", guest=True)
    assert "state" in again.reads()
    assert (wires[3].events(), wires[3].ended) == ([SURPLUS], True)
    late = wire(hub, saying("state"), owner="page:9", guest=True)
    assert (late.events(), late.ended) == ([FULL], True)
    assert "state" in wire(hub, saying("state"), owner="seat:1").reads(), "who has a seat has a place"
    assert "state" in wire(hub, saying("state"), topic="other", owner="page:9", guest=True).reads()
    wires[0].hangs_up()
    assert "state" in wire(hub, saying("state"), owner="page:9", guest=True).reads()


def test_close_ends_all_streams_and_opens_no_more(quiet: Hub) -> None:
    screens = [Screen(stream(quiet, saying("state"), owner=str(number))) for number in range(20)]
    for screen in screens:
        screen.next()
    quiet.close()
    assert [screen.next() for screen in screens] == ["end"] * 20
    assert list(stream(quiet, saying("state")).events()) == []
    assert quiet.list_topics() == []


def test_stream_of_a_page_that_fails_ends_and_logs_no_secret(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    def render() -> tuple[str, LivePage]:
        raise KeyError("-".join(("blue", "saboteur")))

    with caplog.at_level(logging.ERROR):
        assert list(stream(hub, render).events()) == []
    assert "KeyError" in caplog.text
    assert "test_sse.py" in caplog.text
    assert "blue-saboteur" not in caplog.text
    assert "table" not in hub.list_topics()


def test_publish_does_not_wait_while_a_page_is_rendered(hub: Hub) -> None:
    def render() -> tuple[str, LivePage]:
        other = threading.Thread(target=hub.publish, args=("table",))
        other.start()
        other.join(timeout=10)
        assert not other.is_alive()
        return ("1", shown("state"))

    assert next(stream(hub, render).events()).startswith("id: 1")


def test_publish_during_rendering_is_not_lost(quiet: Hub) -> None:
    def render() -> tuple[str, LivePage]:
        version = quiet.find_version("table")
        if version == 0:
            quiet.publish("table")
        return (str(version), shown(f"state {version}"))

    events = stream(quiet, render).events()
    assert [next(events), next(events)] == ["id: 0\ndata: state 0\n\n", "id: 1\ndata: state 1\n\n"]


def served(hub: Hub, method: str = "GET", **headers: str) -> TestResponse:
    app = Flask(__name__)
    app.add_url_rule("/live", "live", lambda: stream(hub, saying("<p>é</p>")).respond())
    return app.test_client().open("/live", method=method, headers=headers)


def test_respond_sends_events_that_nothing_caches_and_frees_the_stream_at_its_end(quiet: Hub) -> None:
    response = served(quiet)
    assert response.content_type == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert next(iter(response.response)) == "id: 0\ndata: <p>é</p>\n\n".encode()
    assert quiet.list_topics() == ["table"]
    response.close()
    assert quiet.list_topics() == []


def test_respond_to_head_leaves_no_stream(hub: Hub) -> None:
    assert served(hub, "HEAD").data == b""
    assert "table" not in hub.list_topics()


def test_respond_with_gzip_sends_event_by_event(quiet: Hub) -> None:
    response = served(quiet, **{"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    unpack, packed = zlib.decompressobj(zlib.MAX_WBITS | 16), cast(Iterator[bytes], iter(response.response))
    assert unpack.decompress(next(packed)).decode() == "id: 0\ndata: <p>é</p>\n\n"
    quiet.close()
    unpack.decompress(b"".join(packed))
    assert unpack.eof
    assert quiet.list_topics() == []
