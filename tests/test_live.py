"""A screen gets the newest state, at once and after each change; nothing waits for a screen that hangs."""

import gzip
import logging
import queue
import threading
import time
import zlib
from collections.abc import Callable

import pytest
from flask import Flask, Response

from companion.web.live import BEAT, SINK, SURPLUS, Hub, Live, Render, RenderCache, Stream, one_line
from companion.web.packing import gzipped, plain

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


def text(stream: Stream) -> str:
    """The next event as it stands on the wire."""
    return next(stream).decode()


class Screen:
    """A viewer reading its stream in a thread of its own."""

    def __init__(self, stream: Stream, render: Render) -> None:
        self.got: queue.Queue[str] = queue.Queue()
        self.stream = stream
        self._thread = threading.Thread(target=self._read, args=(stream.events(render),), daemon=True)
        self._thread.start()

    def _read(self, stream: Stream) -> None:
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
    assert text(hub.subscribe("table", "anna", "phone").events(saying("<p>Hello</p>"))) == (
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
    stream = hub.subscribe("table", "anna", "phone").events(render)
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


class Line:
    """A server's connection that takes ``room`` bytes at once."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.written = b""

    def now(self, data: bytes) -> bytes:
        taken, self.room = data[: self.room], max(0, self.room - len(data))
        self.written += taken
        return data[len(taken) :]

    def later(self, rest: bytes) -> None:
        self.written += rest


def piped(hub: Hub, line: Line, render: Render) -> Screen:
    """A screen whose server writes for it; its first state has been read."""
    app = Flask(__name__)
    stream = hub.subscribe("table", "anna", "phone")
    with app.test_request_context(environ_overrides={SINK: line}):
        stream.response(render)
    screen = Screen(stream, render)
    screen.next()
    return screen


def until(true: Callable[[], bool]) -> None:
    """Another thread is on its way there."""
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_who_announces_a_change_writes_it_where_the_server_lets_them(hub: Hub) -> None:
    line = Line(room=1000)
    screen = piped(hub, line, saying("one", "two", "three"))
    until(lambda: not screen.stream._turn.locked())
    hub.publish("table")
    assert line.written == b"id: 1\ndata: two\n\n"
    assert screen.got.empty()


def test_what_a_connection_does_not_take_at_once_comes_before_anything_newer(hub: Hub) -> None:
    line = Line(room=5)
    screen = piped(hub, line, saying("one", "two", "three"))
    until(lambda: not screen.stream._turn.locked())
    hub.publish("table")
    until(lambda: line.written == b"id: 1\ndata: two\n\n" and not screen.stream._turn.locked())
    line.room = 1000
    hub.publish("table")
    assert line.written == b"id: 1\ndata: two\n\nid: 2\ndata: three\n\n"


def test_change_reaches_the_screens_of_its_topic_only(hub: Hub) -> None:
    here = Screen(hub.subscribe("here", "anna", "a"), saying("one", "two"))
    there = Screen(hub.subscribe("there", "ben", "b"), saying("one", "two"))
    assert here.next() == there.next() == "id: 0\ndata: one\n\n"
    hub.publish("here")
    assert here.next() == "id: 1\ndata: two\n\n"
    hub.close()
    assert there.next() == "end"


def test_screen_that_was_away_gets_the_newest_state_only(hub: Hub) -> None:
    stream = hub.subscribe("table", "anna", "phone").events(
        lambda stream: (str(stream.version), shown(str(stream.version)))
    )
    next(stream)
    for _ in range(100):
        hub.publish("table")
    assert text(stream) == "id: 100\ndata: 100\n\n"


def test_state_that_looks_the_same_is_not_sent_again() -> None:
    clock = Clock()
    hub = Hub(first_beat=lambda: 2.0, beat=lambda: 4.0, clock=clock)
    stream = hub.subscribe("table", "anna", "phone").events(saying("same"))
    next(stream)
    hub.publish("table")
    clock.now = 2.0
    assert next(stream) == plain(BEAT)


def test_nothing_is_sent_where_there_is_nothing_to_show() -> None:
    stream = Hub(first_beat=lambda: 0.0).subscribe("table", "anna", "phone").events(lambda stream: None)
    assert next(stream) == plain(BEAT)


def test_heart_beats_at_its_own_times() -> None:
    clock = Clock()
    hub = Hub(first_beat=lambda: 1.0, beat=lambda: 4.0, clock=clock)
    stream = hub.subscribe("table", "anna", "phone").events(saying("state"))
    next(stream)
    for moment in (1.0, 5.0, 9.5):
        clock.now = moment
        assert text(stream) == "event: beat\ndata: 1\n\n"


def test_screen_that_waits_gets_its_heartbeat() -> None:
    beats = iter([0.0, LONG])
    screen = Screen(Hub(first_beat=lambda: 0.001, beat=lambda: next(beats)).subscribe("t", "a", "p"), saying("state"))
    assert [screen.next() for _ in range(3)] == ["id: 0\ndata: state\n\n", *BEAT, *BEAT]


def test_heartbeats_are_spread_by_default() -> None:
    hub = Hub()
    firsts, rest = [hub.first_beat() for _ in range(50)], [hub.beat() for _ in range(50)]
    assert len(set(firsts)) > 1
    assert min(firsts) >= 1
    assert max(firsts) <= 4
    assert min(rest) >= 3.5
    assert max(rest) <= 4.5


def test_oldest_stream_of_an_owner_ends_when_there_are_too_many(hub: Hub) -> None:
    screens = []
    for i in range(hub.cap):
        screens.append(Screen(hub.subscribe("table", i, "phone"), saying("state")))
        screens[-1].next()
    other = hub.subscribe("table", "x", "other").events(saying("state"))
    next(other)
    assert hub.count("table") == hub.cap + 1
    next(hub.subscribe("table", "seventh", "phone").events(saying("state")))
    assert [screens[0].next(), screens[0].next()] == [*SURPLUS, "end"]
    assert hub.count("table") == hub.cap + 1


def test_closing_the_hub_ends_waiting_streams_and_opens_no_more(hub: Hub) -> None:
    screens = [Screen(hub.subscribe("table", i, str(i)), saying("state")) for i in range(20)]
    for screen in screens:
        screen.next()
    hub.close()
    assert [screen.next() for screen in screens] == ["end"] * 20
    assert list(hub.subscribe("table", "late", "phone").events(saying("state"))) == []
    assert hub.count("table") == 0


def test_viewer_whose_access_has_ended_is_cut_off_by_its_page(hub: Hub) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        stream.close()
        return ("1", shown("<p>your card</p>"))

    assert list(hub.subscribe("table", "anna", "phone").events(render)) == []


def test_page_that_fails_ends_the_stream_and_logs_no_secret(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        raise KeyError("-".join(("blue", "saboteur")))

    with caplog.at_level(logging.ERROR):
        assert list(hub.subscribe("table", "anna", "phone").events(render)) == []
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

    assert text(hub.subscribe("table", "anna", "phone").events(render)).startswith("id: 1")


def test_change_during_rendering_is_not_lost(hub: Hub) -> None:
    def render(stream: Stream) -> tuple[str, Live] | None:
        if stream.version == 0:
            hub.publish("table")
        return (str(stream.version), shown(f"state {stream.version}"))

    stream = hub.subscribe("table", "anna", "phone").events(render)
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

    screens = [Screen(hub.subscribe("table", i, str(i)), lambda stream: ("", shown(str(state)))) for i in range(5)]
    threads = [threading.Thread(target=change) for _ in range(4)]
    for thread in threads:
        thread.start()
    for screen in screens:
        while screen.next() != "id: \ndata: 400\n\n":
            pass
    for thread in threads:
        thread.join(timeout=10)
    hub.close()


def test_response_is_an_event_stream_that_nothing_keeps_and_its_end_frees_the_stream(hub: Hub) -> None:
    app = Flask(__name__)

    @app.get("/live")
    def live() -> Response:
        return hub.subscribe("table", "anna", "phone").response(saying("<p>é</p>"))

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
        hub.subscribe("table", "anna", "phone").response(saying("state"))
    assert hub.count("table") == 0


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
    stream = hub.subscribe("table", "anna", "phone")
    long = "é" * 200
    packed = stream.events(lambda stream: (str(stream.version), shown(f"<p>{stream.version} {long}</p>")), packed=True)
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for version in range(3):
        assert unpack.decompress(next(packed)).decode() == f"id: {version}\ndata: <p>{version} {long}</p>\n\n"
        hub.publish("table")
    packed.close()
    assert hub.count("table") == 0


@pytest.mark.parametrize("pieces", [(), ("short é",), ("short", "", "x" * 5000, "é" * 79, "é" * 80)])
def test_answer_made_of_packed_pieces_is_gzip(pieces: tuple[str, ...]) -> None:
    assert gzip.decompress(gzipped(pieces)).decode() == "".join(pieces)
