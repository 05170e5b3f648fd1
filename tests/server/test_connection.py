"""The server's connections: streams beside other requests, and what was begun before the end."""

from __future__ import annotations

import gc
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, Request, Response

from companion.server.connection import Handler, Server
from companion.web.live import Hub, Stream
from companion.web.regions import Live

LAST = b"0\r\n\r\n"


def until(true: Callable[[], Any]) -> None:
    ends = time.monotonic() + 10
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.001)


class Served:
    """A server of this process with one stream, and phones that ask for it."""

    def __init__(self) -> None:
        self.state = "one"
        self.beat = 1000.0
        self.hub = Hub(beat=lambda: self.beat)
        app = Flask(__name__)
        app.add_url_rule("/stream", "stream", self._stream)
        app.add_url_rule("/", "hello", self._hello)
        app.add_url_rule("/slow", "slow", self._slow)
        app.add_url_rule("/broken", "broken", lambda: Response(self._break_off()))
        self.server = Server(("127.0.0.1", 0), app)
        threading.Thread(target=self.server.serve_forever, args=(0.01,)).start()
        self.asked = 0
        self.disk = threading.Event()
        self._phones: list[socket.socket] = []

    def _stream(self) -> Response:
        self.asked += 1
        return Stream(self.hub, "table", self.asked, str(self.asked), self._render).respond()

    def _render(self) -> tuple[str, Live]:
        return "1", Live(("", ""), (("", self.state),))

    def _hello(self) -> str:
        self.asked += 1
        return "hello"

    def _break_off(self) -> Iterator[str]:
        yield "half"
        raise ValueError(self.state)

    def _slow(self) -> str:
        self.asked += 1
        self.disk.wait()
        return "saved"

    def changes(self, state: str) -> None:
        self.state = state
        self.hub.publish("table")

    def phone(self, request: bytes) -> socket.socket:
        phone = socket.create_connection(("127.0.0.1", self.server.server_address[1]), timeout=10)
        phone.sendall(request)
        self._phones.append(phone)
        return phone

    def close(self) -> None:
        for phone in self._phones:
            phone.close()
        self.hub.close()
        self.stop()
        assert self.server.has_answered(10)

    def stop(self) -> None:
        self.server.shutdown()
        self.server.stop()


def heard(phone: socket.socket, end: bytes) -> bytes:
    """What comes, up to there; or to the end of the connection, where there is nothing to wait for."""
    got = bytearray()
    while more := phone.recv(65536):
        got += more
        if end and end in got[-len(more) - len(end) :]:
            break
    return bytes(got)


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.close()


PATHS = (b"/stream", b"/", b"/slow", b"/broken")
ASK, HELLO, SLOW, BROKEN = (b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path for path in PATHS)


def test_a_stream_is_an_answer_that_goes_on(served: Served) -> None:
    """What was asked before it is answered before, and what comes meanwhile when it has ended."""
    phone = served.phone(HELLO + ASK + HELLO)
    hello, _, stream = heard(phone, b"one\n\n\r\n").partition(b"hello")
    assert hello.startswith(b"HTTP/1.1 200")
    head, _, body = stream.partition(b"\r\n\r\n")
    assert b"Transfer-Encoding: chunked" in head
    assert body == b"11\r\nid: 1\ndata: one\n\n\r\n"
    served.changes("two")
    assert heard(phone, b"two\n\n\r\n").endswith(b"data: two\n\n\r\n")
    served.hub.close()
    assert heard(phone, b"hello").startswith(LAST)


def test_a_stream_over_http_1_0_has_no_frames(served: Served) -> None:
    phone = served.phone(b"GET /stream HTTP/1.0\r\n\r\n")
    head, _, body = heard(phone, b"one\n\n").partition(b"\r\n\r\n")
    assert head.lower().count(b"connection:") == 1
    assert b"Connection: close" in head
    assert b"chunked" not in head
    assert body == b"id: 1\ndata: one\n\n"
    served.hub.close()
    assert heard(phone, b"") == b""


def test_a_phone_that_takes_nothing_keeps_nobody_waiting_and_gets_the_newest_state(served: Served) -> None:
    served.state = "large" * 2_000_000
    hangs, reads = served.phone(ASK), served.phone(ASK)
    heard(reads, b"large\n\n\r\n")
    for state in ("two" * 1000, "three"):
        served.changes(state)
        heard(reads, state.encode() + b"\n\n\r\n")
    got = heard(hangs, b"three\n\n\r\n")
    assert got.count(b"large") == 2_000_000
    assert b"two" not in got


def test_the_stream_of_a_phone_that_has_gone_ends_with_the_next_news(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for state in "abcdefghij":
        phone = served.phone(ASK)
        heard(phone, b"\n\n\r\n")
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing is told at once
        phone.close()
        served.changes(state)
        until(lambda: not served.hub.list_topics())
    assert caplog.messages == []


def test_a_phone_that_has_gone_leaves_nothing_behind(served: Served) -> None:
    """Nothing that only the collector would find."""
    served.beat = 0.005
    gc.collect()
    gc.freeze()  # what other tests hold is looked at no more
    gc.disable()
    try:
        for _ in range(5):
            phone = served.phone(ASK)
            heard(phone, b"one\n\n\r\n")
            phone.close()
            until(lambda: not served.hub.list_topics())
            other = served.phone(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert heard(other, b"").endswith(b"hello")
        assert [one for one in gc.get_objects() if isinstance(one, Handler | Request | Stream)] == []
    finally:
        gc.enable()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system can't tell")
def test_a_phone_whose_network_is_gone_is_given_up(served: Served) -> None:
    """The system gives up what is not acknowledged; that it does was tried in a network whose address went away."""
    heard(served.phone(ASK), b"one\n\n\r\n")
    silent = [
        one.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        for one in gc.get_objects()
        if isinstance(one, Handler) and one.server is served.server
    ]
    assert silent == [Handler.silent * 1000]


def test_who_was_heard_before_the_end_is_answered_and_nobody_after(served: Served) -> None:
    """A tap that waits for a slow disk is saved and says so; the same phone's next one comes to the next start."""
    slow, kept = served.phone(SLOW), served.phone(HELLO)
    heard(kept, b"hello")
    until(lambda: served.asked == 2)
    served.stop()
    kept.sendall(HELLO)
    slow.sendall(HELLO)
    assert heard(kept, b"") == b""
    assert not served.server.has_answered(0)
    served.disk.set()
    assert heard(slow, b"").endswith(b"saved")
    assert served.server.has_answered(10)
    assert served.asked == 2


def test_ctrl_c_while_a_connection_is_handed_over_cuts_no_answer(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_over = Server.process_request

    def is_interrupted(server: Server, *given: Any) -> None:
        hand_over(server, *given)
        raise KeyboardInterrupt

    served.server.shutdown()
    monkeypatch.setattr(Server, "process_request", is_interrupted)
    phone = served.phone(SLOW)
    with pytest.raises(KeyboardInterrupt):
        served.server.handle_request()
    until(lambda: served.asked)
    served.disk.set()
    assert heard(phone, b"saved").endswith(b"saved")


def test_what_ends_a_connection_is_logged_without_what_it_says(
    served: Served, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    served.state = "Anna is the saboteur"
    assert heard(served.phone(BROKEN), b"").endswith(b"half\r\n")
    until(lambda: caplog.messages)
    assert "ValueError" in caplog.text
    assert "Anna" not in caplog.text + "".join(capfd.readouterr())
