"""A live stream's connection: nobody waits at it, whatever comes of it."""

from __future__ import annotations

import contextlib
import gc
import socket
from collections.abc import Callable, Iterator
from typing import Any

import gevent
import pytest
from flask import Flask, Request, Response
from gevent import socket as loop_socket
from gevent.event import Event
from wires import ByHand

from companion.connection import Handler, Pipe, Server
from companion.web.carrying import Sink
from companion.web.live import Hub, Stream
from companion.web.regions import Live

BIG = b"x" * 2_000_000
"""More than any connection takes at once."""
LAST = b"0\r\n\r\n"


def until(true: Callable[[], Any]) -> None:
    """The event loop runs until then."""
    with gevent.Timeout(10):
        while not true():
            gevent.sleep(0.001)


class Listener:
    """A stream that notes what it hears of its connection."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def open(self, sink: Sink) -> None:
        pass

    def go_on(self) -> None:
        pass

    def written(self) -> None:
        self.heard.append("written")

    def gone(self) -> None:
        self.heard.append("gone")

    def close(self) -> None:
        pass


class Line:
    """Both ends of a connection: the server's is a pipe."""

    def __init__(self, chunked: bool = True) -> None:
        near, self.far = socket.socketpair()
        self.far.settimeout(10)
        self.stream = Listener()
        self.pipe = Pipe(near, chunked, self.stream)

    @property
    def heard(self) -> list[str]:
        return self.stream.heard

    def reads(self, end: bytes) -> bytes:
        """Up to there; or to the end of the connection, where there is nothing to wait for."""
        self.far.setblocking(False)
        got = bytearray()

        def ended() -> bool:
            try:
                more = self.far.recv(1 << 20)
            except BlockingIOError:
                return False
            got.extend(more)
            return not more or (end != b"" and got.endswith(end))

        until(ended)
        return bytes(got)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.pipe.end(b"")
    line.far.close()
    gevent.sleep(0)


def test_what_fits_goes_at_once(line: Line) -> None:
    assert line.pipe.send(b"news")
    assert line.far.recv(100) == b"4\r\nnews\r\n"


def test_phones_of_another_age_get_it_without_frames() -> None:
    line = Line(chunked=False)
    assert line.pipe.send(b"news")
    line.pipe.end(b"over")
    assert line.reads(b"") == b"newsover"
    line.far.close()


def test_what_does_not_fit_goes_when_there_is_room(line: Line) -> None:
    assert not line.pipe.send(BIG)
    gevent.sleep(0.01)
    assert line.heard == []
    assert line.reads(b"x\r\n") == b"%x\r\n%b\r\n" % (len(BIG), BIG)
    until(lambda: line.heard)
    assert line.heard == ["written"]
    assert line.pipe.send(b"news")
    assert line.reads(b"news\r\n") == b"4\r\nnews\r\n"


def test_who_leaves_is_noticed_although_nothing_is_sent(line: Line) -> None:
    line.far.close()
    until(lambda: line.heard)
    assert line.heard == ["gone"]
    assert not line.pipe.send(b"news")
    line.pipe.end(b"")
    gevent.sleep(0.01)
    assert line.heard == ["gone"]


def test_who_leaves_in_the_middle_of_much_is_noticed(line: Line) -> None:
    assert not line.pipe.send(BIG)
    line.far.close()
    until(lambda: line.heard)
    assert line.heard == ["gone"]


def test_who_says_no_more_is_taken_for_gone(line: Line) -> None:
    line.far.shutdown(socket.SHUT_WR)
    until(lambda: line.heard)
    assert line.heard == ["gone"]


def test_what_is_said_on_it_is_thrown_away(line: Line) -> None:
    line.far.setblocking(False)
    said = 0

    def says() -> bool:
        nonlocal said
        with contextlib.suppress(BlockingIOError):
            said += line.far.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)
        return said > 1_000_000

    until(says)
    assert line.heard == []
    assert line.pipe.send(b"news")
    assert line.reads(b"news\r\n") == b"4\r\nnews\r\n"


def test_the_end_is_heard_there(line: Line) -> None:
    line.pipe.end(b"over")
    assert line.reads(b"") == b"4\r\nover\r\n" + LAST
    assert line.heard == []


def test_the_end_comes_after_what_is_still_on_its_way(line: Line) -> None:
    assert not line.pipe.send(BIG)
    line.pipe.end(b"over")
    assert not line.pipe.send(b"too late")
    assert line.reads(b"") == b"%x\r\n%b\r\n4\r\nover\r\n" % (len(BIG), BIG) + LAST
    assert line.heard == []


def test_who_takes_nothing_is_left_in_the_end(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pipe, "patience", 0.01)
    assert not line.pipe.send(BIG)
    line.pipe.end(b"over")
    until(lambda: line.pipe._wire is None)
    assert len(line.reads(b"")) < len(BIG)


# --- and the server that hands it over


class Served:
    """A server of this process with one stream, and phones that ask for it."""

    def __init__(self) -> None:
        self.state = "one"
        clock = lambda: 0.0  # noqa: E731 - it stands
        self.hub = Hub(first_beat=lambda: 1.0, beat=lambda: 1.0, clock=clock, timekeeper=ByHand(clock))
        app = Flask(__name__)
        app.add_url_rule("/stream", "stream", self._stream)
        app.add_url_rule("/", "hello", self._hello)
        app.add_url_rule("/slow", "slow", self._slow)
        self.server = Server(("127.0.0.1", 0), app)
        self.server.start()
        self.asked = 0
        self.disk = Event()
        self._phones: list[Any] = []

    def _stream(self) -> Response:
        self.asked += 1
        return self.hub.subscribe("table", self.asked, str(self.asked), self._render).response()

    def _render(self, stream: Stream) -> tuple[str, Live]:
        return "1", Live(("", ""), (("", self.state),))

    def _hello(self) -> str:
        self.asked += 1
        return "hello"

    def _slow(self) -> str:
        self.asked += 1
        self.disk.wait()
        return "saved"

    def is_left(self) -> bool:
        """By all phones, as soon as the server has noticed."""
        self.hub.timekeeper.work()
        return not self.hub.count("table")

    def changes(self, state: str) -> None:
        self.state = state
        self.hub.publish("table")

    def phone(self, request: bytes) -> Any:
        phone = loop_socket.create_connection(("127.0.0.1", self.server.server_port), timeout=10)
        phone.sendall(request)
        self._phones.append(phone)
        return phone

    def close(self) -> None:
        for phone in self._phones:
            phone.close()
        self.hub.close()
        self.server.stop()


def heard(phone: Any, end: bytes) -> bytes:
    """What comes, up to there; or to the end of the connection, where there is nothing to wait for."""
    got = b""
    while more := phone.recv(65536):
        got += more
        if end and got.endswith(end):
            break
    return got


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.close()


ASK, HELLO, SLOW = (b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path for path in (b"/stream", b"/", b"/slow"))


def test_a_stream_takes_its_connection_for_itself(served: Served) -> None:
    phone = served.phone(ASK)
    head, _, body = heard(phone, b"one\n\n\r\n").partition(b"\r\n\r\n")
    assert b"Connection: close" in head
    assert b"Transfer-Encoding: chunked" in head
    assert body == b"11\r\nid: 1\ndata: one\n\n\r\n"
    served.changes("two")
    assert heard(phone, b"two\n\n\r\n").endswith(b"data: two\n\n\r\n")
    served.hub.close()
    assert heard(phone, b"") == LAST


@pytest.mark.parametrize("kept", [b"", b"Connection: keep-alive\r\n"])
def test_a_stream_over_http_1_0_has_no_frames(served: Served, kept: bytes) -> None:
    phone = served.phone(b"GET /stream HTTP/1.0\r\n" + kept + b"\r\n")
    head, _, body = heard(phone, b"one\n\n").partition(b"\r\n\r\n")
    assert head.lower().count(b"connection:") == 1
    assert b"Connection: close" in head
    assert b"chunked" not in head
    assert body == b"id: 1\ndata: one\n\n"
    served.hub.close()
    assert heard(phone, b"") == b""


def test_what_is_asked_before_a_stream_is_answered_and_what_comes_after_is_not(served: Served) -> None:
    phone = served.phone(HELLO + HELLO + ASK + HELLO)
    got = heard(phone, b"one\n\n\r\n")
    assert got.count(b"hello") == 2
    phone.sendall(HELLO)
    served.changes("two")
    assert b"HTTP" not in heard(phone, b"two\n\n\r\n")
    assert served.asked == 3


def test_no_thread_of_its_own_waits_at_a_stream(served: Served) -> None:
    def waiting() -> int:
        return sum(1 for one in gc.get_objects() if isinstance(one, gevent.Greenlet) and not one.dead)

    before = waiting()
    phones = [served.phone(ASK) for _ in range(20)]
    for phone in phones:
        heard(phone, b"one\n\n\r\n")
    until(lambda: waiting() == before)
    assert served.hub.count("table") == 20
    for phone in phones:
        phone.close()
    until(served.is_left)


def test_a_phone_that_has_gone_leaves_nothing_behind(served: Served) -> None:
    """Nothing that only the collector would find."""

    def alive() -> list[Any]:
        return [one for one in gc.get_objects() if isinstance(one, Pipe | Handler | Request | Stream)]

    gc.collect()
    before = alive()  # held by other tests
    gc.disable()
    try:
        for _ in range(5):
            phone = served.phone(ASK)
            heard(phone, b"one\n\n\r\n")
            phone.close()
            until(served.is_left)
            other = served.phone(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert heard(other, b"").endswith(b"hello")
        assert len(alive()) == len(before)
    finally:
        gc.enable()


def test_who_was_heard_before_the_end_is_answered_and_nobody_after(served: Served) -> None:
    """A tap that waits for a slow disk is saved and says so; the same phone's next one comes to the next start."""
    slow, kept = served.phone(SLOW), served.phone(HELLO)
    heard(kept, b"hello")
    until(lambda: served.asked == 2)
    served.server.stop()
    kept.sendall(HELLO)
    slow.sendall(HELLO)
    assert heard(kept, b"") == b""
    assert not served.server.has_answered(0)
    served.disk.set()
    assert heard(slow, b"").endswith(b"saved")
    assert served.server.has_answered(10)
    assert served.asked == 2


def test_a_stream_is_no_answer_that_is_waited_for(served: Served) -> None:
    heard(served.phone(ASK), b"one\n\n\r\n")
    served.server.stop()
    assert served.server.has_answered(10)
