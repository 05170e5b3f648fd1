"""A screen gets the newest state, at once and after each change; nothing waits for a screen that hangs."""

import gzip
import logging
import queue
import threading
from collections.abc import Callable

import pytest
from flask import Flask, Response
from wires import ByHand, Unpacked, Wire

from companion.web.cache import RenderCache
from companion.web.carrying import CARRIER, Reader
from companion.web.live import BEAT, SURPLUS, Hub, Render, Stream
from companion.web.packing import gzipped
from companion.web.regions import Live, one_line

LONG = 1000.0


class Clock:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


WHOLE = ("", "")


def shown(text: str) -> Live:
    """A live part of one region."""
    return Live(WHOLE, (("", text),))


def text(stream: Reader) -> str:
    """The next event as it stands on the wire."""
    return next(stream).decode()


class Screen:
    """A viewer reading its stream in a thread of its own."""

    def __init__(self, stream: Stream) -> None:
        self.got: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._read, args=(Reader(stream),), daemon=True)
        self._thread.start()

    def _read(self, stream: Reader) -> None:
        for event in stream:
            self.got.put(event.decode())
        self.got.put("end")

    def next(self) -> str:
        return self.got.get(timeout=10)


@pytest.fixture
def hub() -> Hub:
    return Hub(first_beat=lambda: LONG, beat=lambda: LONG)


def saying(*states: str) -> Render:
    """Renders these states one after the other, the last one for ever."""
    left = list(states)
    return lambda stream: (str(stream.version), shown(left.pop(0) if len(left) > 1 else left[0]))


def test_state_that_stands_comes_at_once(hub: Hub) -> None:
    assert text(Reader(hub.subscribe("table", "anna", "phone", saying("<p>Hello</p>")))) == (
        "id: 0\ndata: <p>Hello</p>\n\n"
    )


def test_what_is_drawn_is_one_line_of_the_event() -> None:
    assert one_line("a\nb\r\nc\rd\u2028e") == "a b  c d\u2028e"


FRAME = ('<div id="top">', '</div><div id="own">', "</div>")


def test_page_that_has_the_rest_gets_what_has_changed(hub: Hub) -> None:
    states = iter([("Anna", "card"), ("Ben", "card"), ("Ben", "card")])

    def render(stream: Stream) -> tuple[str, Live]:
        top, own = next(states)
        return str(stream.version), Live(FRAME, (("top", top), ("own", own)), (("code", "ABCD"),))

    code = '<div id="code" hx-swap-oob="innerMorph">ABCD</div>'
    stream = Reader(hub.subscribe("table", "anna", "phone", render))
    assert text(stream) == f'id: 0\ndata: <div id="top">Anna</div><div id="own">card</div>{code}\n\n'
    hub.publish("table")
    assert text(stream) == 'id: 1 0\ndata: <div id="top" hx-swap-oob="innerMorph">Ben</div>\n\n'


def test_page_of_another_make_is_sent_whole() -> None:
    before = shown("Who plays?")
    now = Live(FRAME, (("top", "Anna"), ("own", "card")))
    whole, pieces = now.since(before)
    assert whole
    assert "".join(pieces) == now.whole == '<div id="top">Anna</div><div id="own">card</div>'
    assert now.since(now) == (False, ())


def test_who_announces_a_change_sends_it_where_the_server_carries_the_stream(hub: Hub) -> None:
    wire = Wire().open(hub.subscribe("table", "anna", "phone", saying("one", "two")))
    assert wire.reads() == "id: 0\ndata: one\n\n"
    hub.publish("table")
    assert wire.reads() == "id: 1\ndata: two\n\n"


def test_what_a_connection_does_not_take_at_once_comes_before_anything_newer(hub: Hub) -> None:
    wire = Wire(room=5).open(hub.subscribe("table", "anna", "phone", saying("one", "two", "three")))
    for _ in range(10):
        hub.publish("table")
    assert wire.reads() == "id: 0"
    wire.takes(3)
    assert wire.reads() == "\nda", "still the first"
    wire.takes()
    assert wire.reads() == "ta: one\n\nid: 10\ndata: two\n\n", "and then what stands now, with nothing between"


def test_a_phone_that_takes_nothing_is_sent_no_heartbeats_and_keeps_nobody_waiting() -> None:
    hub, clock = beating(1.0)
    hangs = Wire(room=5).open(hub.subscribe("table", "anna", "phone", saying("one", "two")))
    takes = Wire().open(hub.subscribe("table", "ben", "other", saying("one", "two")))
    takes.reads()
    for clock.now in range(1, 10):
        hub.timekeeper.work()
    hub.publish("table")
    assert takes.events() == [*BEAT * 9, "id: 1\ndata: two\n\n"]
    hangs.takes()
    assert hangs.events() == ["id: 0\ndata: one\n\n", "id: 1\ndata: two\n\n"], "news are a heartbeat too"
    hub.close()


def test_what_has_gone_out_by_and_by_is_followed_by_what_is_new(hub: Hub) -> None:
    """The server's event loop only says so; the timekeeper sends."""
    sent: queue.Queue[bytes] = queue.Queue()

    class Slow:
        def send(self, data: bytes) -> bool:
            sent.put(data)
            return False

        def end(self, data: bytes) -> None:
            sent.put(data)

    stream = hub.subscribe("table", "anna", "phone", saying("one", "two"))
    stream.open(Slow())
    hub.publish("table")
    assert sent.get(timeout=10) == b"id: 0\ndata: one\n\n"
    assert sent.empty()
    stream.written()
    assert sent.get(timeout=10) == b"id: 1\ndata: two\n\n"
    stream.gone()
    assert sent.get(timeout=10) == b""
    assert hub.count("table") == 0
    hub.close()


def test_change_reaches_the_screens_of_its_topic_only(hub: Hub) -> None:
    here = Screen(hub.subscribe("here", "anna", "a", saying("one", "two")))
    there = Screen(hub.subscribe("there", "ben", "b", saying("one", "two")))
    assert here.next() == there.next() == "id: 0\ndata: one\n\n"
    hub.publish("here")
    assert here.next() == "id: 1\ndata: two\n\n"
    hub.close()
    assert there.next() == "end"


def test_screen_that_was_away_gets_the_newest_state_only(hub: Hub) -> None:
    stream = Reader(
        hub.subscribe("table", "anna", "phone", lambda stream: (str(stream.version), shown(str(stream.version))))
    )
    next(stream)
    for _ in range(100):
        hub.publish("table")
    assert text(stream) == "id: 100\ndata: 100\n\n"


def beating(*beats: float) -> tuple[Hub, Clock]:
    """A hub whose streams beat after so many seconds, by a clock that stands."""
    clock, left = Clock(), list(beats)
    return Hub(first_beat=lambda: left[0], beat=lambda: left[-1], clock=clock, timekeeper=ByHand(clock)), clock


def test_state_that_looks_the_same_is_not_sent_again() -> None:
    hub, clock = beating(2.0)
    wire = Wire().open(hub.subscribe("table", "anna", "phone", saying("same")))
    hub.publish("table")
    clock.now = 2.0
    hub.timekeeper.work()
    assert wire.events() == ["id: 0\ndata: same\n\n", *BEAT]
    hub.close()


def test_nothing_is_sent_where_there_is_nothing_to_show() -> None:
    hub, clock = beating(1.0)
    wire = Wire().open(hub.subscribe("table", "anna", "phone", lambda stream: None))
    assert wire.reads() == ""
    clock.now = 1.0
    hub.timekeeper.work()
    assert wire.events() == [*BEAT]
    hub.close()


def test_heart_beats_at_its_own_times() -> None:
    hub, clock = beating(1.0, 4.0)
    wire = Wire().open(hub.subscribe("table", "anna", "phone", saying("state")))
    wire.reads()
    heard = []
    for clock.now in (0.9, 1.0, 4.9, 5.0, 8.9, 9.5, 13.4, 13.5):
        hub.timekeeper.work()
        heard.append(wire.reads())
    assert heard == ["", *BEAT, "", *BEAT, "", *BEAT, "", *BEAT]
    hub.close()


def test_a_restless_screen_looks_again_at_each_heartbeat_and_when_another_comes() -> None:
    hub, clock = beating(1.0)
    wire = Wire().open(hub.subscribe("table", "host", "host", saying("one", "two", "three"), restless=True))
    clock.now = 1.0
    hub.timekeeper.work()
    Wire().open(hub.subscribe("table", "anna", "phone", saying("state")))
    clock.now = 2.0
    hub.timekeeper.work()
    states = [f"id: 0\ndata: {state}\n\n" for state in ("one", "two", "three")]
    assert wire.events() == [*states, *BEAT]
    hub.close()


def test_screen_that_waits_gets_its_heartbeat() -> None:
    hub = Hub(first_beat=lambda: 0.001, beat=lambda: 0.001)
    screen = Screen(hub.subscribe("t", "a", "p", saying("state")))
    assert [screen.next() for _ in range(3)] == ["id: 0\ndata: state\n\n", *BEAT, *BEAT]
    hub.close()


def test_a_job_that_fails_ends_nothing(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Event()

    def fails() -> None:
        raise KeyError("blue-saboteur")

    hub.timekeeper.soon(fails)
    hub.timekeeper.at(0.0, fails)
    hub.timekeeper.at(0.0, done.set)
    assert done.wait(10)
    assert "KeyError" in caplog.text
    hub.close()


def test_heartbeats_are_spread_by_default() -> None:
    hub = Hub()
    firsts, rest = [hub.first_beat() for _ in range(50)], [hub.beat() for _ in range(50)]
    assert len(set(firsts)) > 1
    assert min(firsts) >= 1
    assert max(firsts) <= 4
    assert min(rest) >= 3.5
    assert max(rest) <= 4.5


def test_oldest_stream_of_an_owner_ends_when_there_are_too_many(hub: Hub) -> None:
    wires = [Wire().open(hub.subscribe("table", i, "phone", saying("state"))) for i in range(hub.cap)]
    Wire().open(hub.subscribe("table", "x", "other", saying("state")))
    assert hub.count("table") == hub.cap + 1
    wires[0].reads()
    Wire().open(hub.subscribe("table", "seventh", "phone", saying("state")))
    assert (wires[0].events(), wires[0].ended) == ([*SURPLUS], True)
    assert [wire.ended for wire in wires[1:]] == [False] * (hub.cap - 1)
    assert hub.count("table") == hub.cap + 1


def test_a_place_is_given_back_by_who_goes(hub: Hub) -> None:
    streams = [hub.subscribe("table", "anna", "phone", saying("state")) for _ in range(hub.cap * 3)]
    wires = [Wire().open(stream) for stream in streams[: hub.cap]]
    for stream in streams[: hub.cap]:
        stream.close()
    wires = [Wire().open(stream) for stream in streams[hub.cap : 2 * hub.cap]]
    assert not any(wire.ended for wire in wires)
    assert hub.count("table") == hub.cap


def test_closing_the_hub_ends_all_streams_and_opens_no_more(hub: Hub) -> None:
    screens = [Screen(hub.subscribe("table", i, str(i), saying("state"))) for i in range(20)]
    for screen in screens:
        screen.next()
    wire = Wire().open(hub.subscribe("table", "wire", "wire", saying("state")))
    hub.close()
    assert [screen.next() for screen in screens] == ["end"] * 20
    assert wire.ended
    assert list(Reader(hub.subscribe("table", "late", "phone", saying("state")))) == []
    assert Wire().open(hub.subscribe("table", "late", "phone", saying("state"))).ended
    assert hub.count("table") == 0


def test_viewer_whose_access_has_ended_is_cut_off_by_its_page(hub: Hub) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        stream.close()
        return ("1", shown("<p>your card</p>"))

    assert list(Reader(hub.subscribe("table", "anna", "phone", render))) == []


def test_page_that_fails_ends_the_stream_and_logs_no_secret(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        raise KeyError("-".join(("blue", "saboteur")))

    with caplog.at_level(logging.ERROR):
        assert list(Reader(hub.subscribe("table", "anna", "phone", render))) == []
    assert "KeyError" in caplog.text
    assert "test_live.py" in caplog.text
    assert "blue-saboteur" not in caplog.text
    assert hub.count("table") == 0


def test_hub_can_be_used_while_a_page_is_rendered(hub: Hub) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        other = threading.Thread(target=hub.publish, args=("table",))
        other.start()
        other.join(timeout=10)
        assert not other.is_alive()
        return ("1", shown("state"))

    assert text(Reader(hub.subscribe("table", "anna", "phone", render))).startswith("id: 1")


def test_change_during_rendering_is_not_lost(hub: Hub) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        if stream.version == 0:
            hub.publish("table")
        return (str(stream.version), shown(f"state {stream.version}"))

    stream = Reader(hub.subscribe("table", "anna", "phone", render))
    assert [text(stream), text(stream)] == ["id: 0\ndata: state 0\n\n", "id: 1\ndata: state 1\n\n"]


def test_many_changes_from_many_threads_leave_every_screen_current(hub: Hub) -> None:
    state = 0
    lock = threading.Lock()

    def change() -> None:
        nonlocal state
        for _ in range(100):
            with lock:
                state += 1
            hub.publish("table")

    screens = [Screen(hub.subscribe("table", i, str(i), lambda stream: ("", shown(str(state))))) for i in range(5)]
    wires = [Wire().open(hub.subscribe("table", i, str(i), lambda stream: ("", shown(str(state))))) for i in range(5)]
    threads = [threading.Thread(target=change) for _ in range(4)]
    for thread in threads:
        thread.start()
    for screen in screens:
        while screen.next() != "id: \ndata: 400\n\n":
            pass
    for thread in threads:
        thread.join(timeout=10)
    assert [wire.events()[-1] for wire in wires] == ["id: \ndata: 400\n\n"] * 5
    hub.close()


def test_response_is_an_event_stream_that_nothing_keeps_and_its_end_frees_the_stream(hub: Hub) -> None:
    app = Flask(__name__)

    @app.get("/live")
    def live() -> Response:
        return hub.subscribe("table", "anna", "phone", saying("<p>é</p>")).response()

    response = app.test_client().get("/live", buffered=False)
    assert response.content_type == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert next(iter(response.response)) == "id: 0\ndata: <p>é</p>\n\n".encode()
    assert hub.count("table") == 1
    response.close()
    assert hub.count("table") == 0


def test_request_that_reads_nothing_leaves_no_stream(hub: Hub) -> None:
    with Flask(__name__).test_request_context():
        hub.subscribe("table", "anna", "phone", saying("state")).response()
    assert hub.count("table") == 0


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_server_that_carries_streams_is_given_them_as_the_body(hub: Hub, method: str) -> None:
    app = Flask(__name__)
    app.add_url_rule("/live", "live", lambda: hub.subscribe("table", "anna", "phone", saying("state")).response())
    wire = Wire()
    response = app.test_client().open("/live", method=method, environ_overrides={CARRIER: wire})
    assert response.mimetype == "text/event-stream"
    assert response.data == b""
    assert hub.count("table") == 0, "it opens what it has been given"
    if method == "GET":
        assert wire.open().reads() == "id: 0\ndata: state\n\n"
        assert hub.count("table") == 1


# --- the shared render cache


class Maker:
    """Makes a new text each time it is asked."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> str:
        self.made += 1
        return f"text {self.made}"


def test_shared_part_is_rendered_once_a_change() -> None:
    cache, make = RenderCache(), Maker()
    assert [cache.get("table", 1, "en", make) for _ in range(3)] == ["text 1"] * 3
    assert cache.get("table", 1, "de", make) == "text 2"
    assert cache.get("other", 1, "en", make) == "text 3"
    assert cache.get("table", 2, "en", make) == "text 4"


def test_old_version_is_neither_kept_nor_mixed_up() -> None:
    cache, make = RenderCache(), Maker()
    cache.get("table", 2, "en", make)
    assert cache.get("table", 1, "en", make) == "text 2"
    assert cache.get("table", 2, "en", make) == "text 1"


def test_viewers_that_ask_at_the_same_time_share_one_rendering() -> None:
    cache, make = RenderCache(), Maker()
    go, inside = threading.Event(), threading.Event()
    got: queue.Queue[str] = queue.Queue()

    def slow() -> str:
        inside.set()
        assert go.wait(timeout=10)
        return make()

    def ask(maker: Callable[[], str]) -> None:
        got.put(cache.get("table", 1, "en", maker))

    threading.Thread(target=ask, args=(slow,), daemon=True).start()
    assert inside.wait(timeout=10)
    threading.Thread(target=ask, args=(make,), daemon=True).start()
    assert cache.get("table", 1, "de", lambda: "other text") == "other text"
    go.set()
    assert [got.get(timeout=10) for _ in range(2)] == ["text 1", "text 1"]


def test_rendering_that_failed_is_tried_again() -> None:
    cache = RenderCache()

    def fails() -> str:
        raise KeyError

    with pytest.raises(KeyError):
        cache.get("table", 1, "en", fails)
    assert cache.get("table", 1, "en", lambda: "text") == "text"


def test_packed_stream_comes_out_event_by_event(hub: Hub) -> None:
    long = "é" * 200

    def render(stream: Stream) -> tuple[str, Live]:
        return str(stream.version), shown(f"<p>{stream.version} {long}</p>")

    stream, unpacked = Reader(hub.subscribe("table", "anna", "phone", render, packed=True)), Unpacked()
    for version in range(3):
        assert unpacked(next(stream)) == f"id: {version}\ndata: <p>{version} {long}</p>\n\n"
        hub.publish("table")
    stream.close()
    assert hub.count("table") == 0


@pytest.mark.parametrize("pieces", [(), ("short é",), ("short", "", "x" * 5000, "é" * 79, "é" * 80)])
def test_answer_made_of_packed_pieces_is_gzip(pieces: tuple[str, ...]) -> None:
    assert gzip.decompress(gzipped(pieces)).decode() == "".join(pieces)
