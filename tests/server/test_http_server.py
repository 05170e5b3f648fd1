"""The web server: streams besides other requests, who goes or takes nothing, and what was started before the end."""

from __future__ import annotations

import gc
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, Request, Response

from companion.server import http_server
from companion.server.http_server import FILES, Ending, Server
from companion.web.render.regions import LivePage
from companion.web.sse import Hub, Stream

LAST = b"0\r\n\r\n"


def until(true: Callable[[], Any]) -> None:
    ends = time.monotonic() + 10
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.001)


class Served:
    """A server of this process with one stream, and phones that ask for it."""

    def __init__(self, begins: bool = True, **given: int) -> None:
        self.state = "one"
        self.beat = 1000.0
        self.hub = Hub(beat=lambda: self.beat)
        app = Flask(__name__)
        app.add_url_rule("/stream", "stream", self._stream)
        app.add_url_rule("/slow-stream", "slow-stream", self._slow_stream)
        app.add_url_rule("/", "hello", self._hello)
        app.add_url_rule("/tap", "tap", lambda: "", methods=["POST"])
        app.add_url_rule("/large", "large", lambda: self.state)
        app.add_url_rule("/slow", "slow", self._slow)
        app.add_url_rule("/half", "half", lambda: Response(self._send_half()))
        app.add_url_rule("/broken", "broken", lambda: Response(self._break_off()))
        self.server = Server(("127.0.0.1", 0), app, **given)
        self.answers = threading.Thread(target=self.server.serve_forever)
        if begins:
            self.answers.start()
        self.asked = 0
        self.disk = threading.Event()
        self._phones: list[socket.socket] = []

    def _stream(self) -> Response:
        self.asked += 1
        return Stream(self.hub, "table", self.asked, str(self.asked), self._render).respond()

    def _slow_stream(self) -> Response:
        self.asked += 1
        return Stream(self.hub, "slow", self.asked, str(self.asked), self._render_slowly).respond()

    def _render(self) -> tuple[str, LivePage]:
        return "1", LivePage(("", ""), (("", self.state),))

    def _render_slowly(self) -> tuple[str, LivePage]:
        self.disk.wait()
        return self._render()

    def _hello(self) -> str:
        self.asked += 1
        return "hello"

    def _send_half(self) -> Iterator[str]:
        """As a stream that draws its next page."""
        yield "half"
        self.disk.wait()

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
        self.disk.set()
        self.ends()

    def ends(self, seconds: float = http_server.ENDS) -> None:
        """As at Ctrl+C."""
        ending = Ending(seconds)
        self.server.stop()
        self.hub.close()
        self.server.end(ending)
        until(lambda: not self.answers.is_alive())


def heard(phone: socket.socket, end: bytes) -> bytes:
    """What comes, up to there; or to the end of the connection, where there is nothing to wait for."""
    got = bytearray()
    while more := phone.recv(65536):
        got += more
        if end and end in got[-len(more) - len(end) :]:
            break
    return bytes(got)


@pytest.fixture
def serves() -> Iterator[Callable[..., Served]]:
    """Makes a server with these limits."""
    made: list[Served] = []

    def serve(**given: Any) -> Served:
        made.append(Served(**given))
        return made[-1]

    yield serve
    for one in made:
        one.close()


@pytest.fixture
def served(serves: Callable[..., Served]) -> Served:
    return serves()


PATHS = (b"/stream", b"/", b"/slow", b"/broken", b"/large", b"/slow-stream", b"/half")
ASK, HELLO, SLOW, BROKEN, LARGE, ASK_SLOWLY, HALF = (b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path for path in PATHS)


# -- streams and answers --------------------------------------------------------------------------------------------
def test_server_sends_a_stream_as_an_answer_that_goes_on(served: Served) -> None:
    """What was asked before it is answered before; when it has ended the connection does."""
    phone = served.phone(HELLO + ASK)
    hello, _, stream = heard(phone, b"one\n\n\r\n").partition(b"hello")
    assert hello.startswith(b"HTTP/1.1 200")
    head, _, body = stream.partition(b"\r\n\r\n")
    assert b"Transfer-Encoding: chunked" in head
    assert body == b"11\r\nid: 1\ndata: one\n\n\r\n"
    served.changes("two")
    assert heard(phone, b"two\n\n\r\n").endswith(b"data: two\n\n\r\n")
    served.hub.close()
    assert heard(phone, b"") == LAST


def test_server_sends_a_stream_over_http_1_0_without_frames(served: Served) -> None:
    phone = served.phone(b"GET /stream HTTP/1.0\r\n\r\n")
    head, _, body = heard(phone, b"one\n\n").partition(b"\r\n\r\n")
    assert head.lower().count(b"connection:") == 1
    assert b"Connection: close" in head
    assert b"chunked" not in head
    assert body == b"id: 1\ndata: one\n\n"
    served.hub.close()
    assert heard(phone, b"") == b""


def test_server_keeps_the_connection_after_an_empty_answer(served: Served) -> None:
    """A finger taps again: nothing has to be opened for that."""
    tap = b"POST /tap HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
    phone = served.phone(tap)
    head = heard(phone, b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"Content-Length: 0\r\n" in head
    assert b"Server:" not in head
    phone.sendall(HELLO)
    assert heard(phone, b"hello").startswith(b"HTTP/1.1 200")


def test_server_with_slow_pages_holds_up_no_other_table_and_no_tap(served: Served) -> None:
    """More of them than threads are spare: of one table each page takes long to draw, and each tap long to save."""
    quick = served.phone(ASK)
    heard(quick, b"one\n\n\r\n")
    before = served.asked
    slow = [served.phone(ask) for ask in (ASK_SLOWLY, SLOW) for _ in range(4 * http_server.SPARE)]
    until(lambda: served.asked == before + len(slow))
    served.changes("two")
    heard(quick, b"two\n\n\r\n")
    assert heard(served.phone(HELLO), b"hello")
    served.disk.set()
    for phone in slow[-4:]:
        assert heard(phone, b"saved")


@pytest.mark.parametrize("sign", [b"\0", b"\r"])
def test_server_refuses_a_header_with_a_sign_that_some_take_for_its_end(served: Served, sign: bytes) -> None:
    phone = served.phone(HELLO.replace(b"Host: x", b"Host: x" + sign + b"y"))
    assert b" 400 " in heard(phone, b"").partition(b"\r\n")[0]
    assert served.asked == 0


# -- who goes, and who takes nothing --------------------------------------------------------------------------------
def test_stream_of_a_phone_that_takes_nothing_keeps_nobody_waiting(served: Served) -> None:
    """One of the states that came meanwhile may have been drawn for it."""
    served.state = "large" * 2_000_000
    hangs, reads = served.phone(ASK), served.phone(ASK)
    heard(reads, b"large\n\n\r\n")
    meanwhile = ["two" * 1000, "three" * 1000, "four" * 1000]
    for state in (*meanwhile, "five"):
        served.changes(state)
        heard(reads, state.encode() + b"\n\n\r\n")
    got = heard(hangs, b"five\n\n\r\n")
    assert got.count(b"large") == 2_000_000
    assert sum(state.encode() in got for state in meanwhile) <= 1


def test_stream_of_a_phone_that_has_gone_ends_with_the_next_news(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for state in "abcdefghij":
        phone = served.phone(ASK)
        heard(phone, b"\n\n\r\n")
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing is noticed at once
        phone.close()
        until(lambda: not served.server.list_connections())
        served.changes(state)
        until(lambda: not served.hub.list_topics())
    assert caplog.messages == []


def test_stream_that_is_closed_is_asleep_with_the_next_heartbeat(served: Served) -> None:
    """With the first one: no system has to tell us first that nobody took it."""
    beats = threading.Event()
    drawn: list[int] = []

    def beat() -> float:
        drawn.append(1)
        beats.wait()
        return 0.0

    served.hub.beat = beat
    phone = served.phone(ASK)
    heard(phone, b"one\n\n\r\n")
    phone.close()
    until(lambda: not served.server.list_connections())
    served.hub.beat = lambda: 0.0
    beats.set()
    until(lambda: not served.hub.list_topics())
    assert served.hub.list_connected("table") == set()
    assert len(drawn) == 1


def test_stream_that_is_closed_leaves_nothing_behind(served: Served) -> None:
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
        assert [one for one in gc.get_objects() if isinstance(one, Request | Stream)] == []
    finally:
        gc.enable()


def test_server_sends_at_once_and_gives_up_a_silent_phone(served: Served) -> None:
    """The system gives up what is not acknowledged; that it does was tried in a network whose address went away."""
    heard(served.phone(ASK), b"one\n\n\r\n")
    (one,) = served.server.list_connections()
    assert one.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        assert one.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == http_server.SILENT * 1000


def test_server_gives_up_half_a_request_and_holds_no_thread_for_it(serves: Callable[..., Served]) -> None:
    """A stream is not: it lives on its heartbeats."""
    served = serves(idle=1)
    stream = served.phone(ASK)
    heard(stream, b"one\n\n\r\n")
    threads = threading.active_count()
    halves = [served.phone(HELLO[:length]) for length in range(len(HELLO))]
    halves.append(served.phone(HELLO.replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\nhalf")))
    assert threading.active_count() == threads
    assert [heard(half, b"") for half in halves] == [b""] * len(halves)
    served.changes("two")
    assert heard(stream, b"two\n\n\r\n")


def test_server_has_phones_wait_for_which_there_is_no_room(serves: Callable[..., Served]) -> None:
    served = serves(files=FILES + 4)  # two are the server's own
    stay = [served.phone(HELLO) for _ in range(2)]
    assert all(heard(phone, b"hello") for phone in stay)
    waits = served.phone(HELLO)
    stay[0].sendall(HELLO)
    assert heard(stay[0], b"hello")
    assert served.asked == 3
    stay[1].close()
    assert heard(waits, b"hello")


# -- the end --------------------------------------------------------------------------------------------------------
def test_server_answers_at_the_end_who_was_heard_before_it(served: Served) -> None:
    """A tap that waits for a slow disk is saved and says so; the same phone's next one comes to the next start."""
    slow, kept = served.phone(SLOW), served.phone(HELLO)
    heard(kept, b"hello")
    until(lambda: served.asked == 2)
    served.server.stop()
    kept.sendall(HELLO)
    slow.sendall(HELLO)
    assert heard(kept, b"") == b""
    ends = threading.Thread(target=served.ends)
    ends.start()
    served.disk.set()
    assert heard(slow, b"").endswith(b"saved")
    ends.join()
    assert served.asked == 2


def test_end_waits_for_the_disk_and_not_for_a_phone_that_takes_nothing(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Even after everything else is over. Else this would last an hour."""
    monkeypatch.setattr(http_server, "UNREAD", 0.5)
    monkeypatch.setattr(http_server, "LAST_ANSWERS", 3600)
    served.state = "large" * 4_000_000
    for ask in (ASK, LARGE, LARGE + LARGE):
        served.phone(ask)
    connections = served.server.list_connections
    until(lambda: [one.total_outbufs_len > 0 for one in connections()] == [True] * 3)
    served.changes("more" + served.state)
    slow = served.phone(SLOW)
    until(lambda: served.asked == 2)
    ends = threading.Thread(target=served.ends, args=(0.05,))
    ends.start()
    until(lambda: len(connections()) == 1)
    served.disk.set()
    assert heard(slow, b"").endswith(b"saved")
    ends.join()
    assert caplog.messages == []


@pytest.mark.parametrize("ask", [HALF, LARGE, LARGE * 150, ASK * 150])
def test_ending_has_one_deadline_for_all_that_it_waits_for(
    served: Served, monkeypatch: pytest.MonkeyPatch, ask: bytes
) -> None:
    """A stream that still draws, and unread answers. Else this would last an hour."""
    monkeypatch.setattr(http_server, "UNREAD", 3600)
    monkeypatch.setattr(http_server, "LAST_ANSWERS", 3600)
    served.state = "large" * 4_000_000
    phone = served.phone(ask)
    assert phone.recv(1)
    served.ends(0.05)
    assert served.server.list_connections() == []


def test_ending_counts_from_the_signal_on() -> None:
    now = [10.0]
    ending = Ending(2, lambda: now[0])
    ending.begin()
    now[0] += 1.5
    assert (ending.count_left(), ending.count_left(5)) == (0.5, 3.5)
    ending.begin()
    now[0] += 1
    assert (ending.count_left(), ending.count_left(5)) == (0, 2.5)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for one thread")
def test_ctrl_c_ends_the_server_although_a_phone_takes_nothing(
    serves: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else this would last an hour."""
    monkeypatch.setattr(http_server, "UNREAD", 0.05)
    monkeypatch.setattr(http_server, "ENDS", 3600)
    # What a shell starts in the background ignores Ctrl+C.
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    served = serves(begins=False)
    served.state = "large" * 4_000_000
    served.phone(LARGE + LARGE)

    def interrupt() -> None:
        until(lambda: any(one.total_outbufs_len for one in served.server.list_connections()))
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            served.server.serve_forever()
    finally:
        signal.signal(signal.SIGINT, usual)
    served.ends()
    assert served.server.list_connections() == []


def test_server_logs_an_answer_that_broke_off_without_its_content(
    served: Served, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    served.state = "Anna is the saboteur"
    assert heard(served.phone(BROKEN), b"").endswith(b"half\r\n")
    until(lambda: caplog.messages)
    assert "ValueError" in caplog.text
    assert "in _break_off" in caplog.text
    for secret in ("Anna", "/broken"):
        assert secret not in caplog.text + "".join(capfd.readouterr())
