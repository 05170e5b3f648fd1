"""Huge, truncated, lying and binary requests against the real Companion, byte by byte; and thirty streams of one
seat."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from browser.program import Program

from companion.web.sse import Hub

from .test_disk import seated
from .web import Browser, raw

JOIN = (
    "POST /{code}/join HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: browser=one\r\n"
)
FORM = JOIN + "Content-Type: application/x-www-form-urlencoded\r\n"
MULTIPART = JOIN + "Content-Type: multipart/form-data; boundary=x\r\n"
BODY = b"name=Raw"
CAP, GUESTS = Hub().cap, Hub().guests
END = b"0\r\n\r\n"


def seats(program: Program) -> int:
    """How many sit at the table, from the page to join."""
    return Browser(program.port).get(f"/{program.code}").text.count('name="seat"')


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else 0


REQUESTS: dict[str, tuple[str, bytes, set[int]]] = {
    "body shorter than it says": (FORM + "Content-Length: 500\r\n\r\n", BODY, {400, 422, 0}),
    "body of 1 GB announced": (FORM + "Content-Length: 1000000000\r\n\r\n", b"name=" + b"x" * 9999, {413}),
    "body too long": (FORM + "Content-Length: 70000\r\n\r\n", b"name=" + b"x" * 69995, {413}),
    "negative length": (FORM + "Content-Length: -5\r\n\r\n", BODY, {400, 422}),
    "endless length": (FORM + "Content-Length: " + "9" * 5000 + "\r\n\r\n", BODY, {400, 413, 422}),
    "line that is no header": (JOIN + "noise\r\nContent-Length: 8\r\n\r\n", BODY, {400, 422}),
    "address that is none": ("GET http://[::1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", {400}),
    "two lengths": (FORM + "Content-Length: 0\r\nContent-Length: 8\r\n\r\n", BODY, {400, 422}),
    "no length": (FORM + "\r\n", BODY, {400, 422}),
    "length and chunks": (FORM + "Content-Length: 8\r\nTransfer-Encoding: chunked\r\n\r\n", b"0\r\n\r\n", {400, 422}),
    "chunks that are too much": (
        FORM + "Transfer-Encoding: chunked\r\n\r\n",
        b"11170\r\nname=" + b"x" * 69995 + b"\r\n0\r\n\r\n",
        {413},
    ),
    "chunks that are no form": (FORM + "Transfer-Encoding: chunked\r\n\r\n", b"200000\r\n" + b"x" * 2**21, {413}),
    "chunks of noise": (FORM + "Transfer-Encoding: chunked\r\n\r\n", b"xyz\r\n", {400}),
    "binary form": (FORM + "Content-Length: 256\r\n\r\n", bytes(range(256)), {400, 422}),
    "half a character": (FORM + "Content-Length: 6\r\n\r\n", b"name=\xc3", {400, 422, 303}),
    "ten thousand fields": (FORM + "Content-Length: 40000\r\n\r\n", b"a=1&" * 10_000, {400, 413, 422}),
    "multipart cut off": (
        MULTIPART + "Content-Length: 60\r\n\r\n",
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n',
        {400, 422, 0},
    ),
    "multipart of noise": (MULTIPART + "Content-Length: 256\r\n\r\n", bytes(range(256)), {400, 422}),
    "multipart with a file": (
        MULTIPART + "Content-Length: 78\r\n\r\n",
        b'--x\r\nContent-Disposition: form-data; name="name"; filename="/etc/x"\r\n\r\nRaw\r\n--x--',
        {400, 422},
    ),
    "a thousand parts": (
        MULTIPART + "Content-Length: 57003\r\n\r\n",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 1118 + b"--x--",
        {400, 413, 422},
    ),
    "json": (JOIN + "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n", b'{"name":"Raw"}', {400, 415, 422}),
    "endless request line": ("GET /" + "a" * 200_000 + " HTTP/1.1\r\n\r\n", b"", {400, 414, 431, 0}),
    "endless header": ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + "a" * 200_000 + "\r\n\r\n", b"", {400, 431, 0}),
    "ten thousand headers": (
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X: 1\r\n" * 10_000 + "\r\n",
        b"",
        {400, 431, 0},
    ),
    "endless cookie": (
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + "a=b; " * 10_000 + "\r\n\r\n",
        b"",
        {200, 400, 431},
    ),
    "two hosts": ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n", b"", {400, 421}),
    "no host": ("GET / HTTP/1.0\r\n\r\n", b"", {400, 421}),
    "whole address of another host": (
        "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"",
        {400, 404, 421},
    ),
    "TLS": ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 200, {400, 0}),
    "way up": ("GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", {400, 404, 429}),
    "way up, hidden": (
        "GET /static/%2e%2e/%2e%2e/companion.db HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"",
        {400, 404, 429},
    ),
    "zero byte": ("GET /static/%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", {400, 404, 429}),
    "no UTF-8": ("GET /%ff%fe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"", {400, 404, 429}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_broken_request_is_refused_and_changes_nothing(running: Program, name: str) -> None:
    head, body, allowed = REQUESTS[name]
    before = seats(running)
    filled = head.format(code=running.code, port=running.port).encode("latin-1")
    answer = raw(running.port, filled + body, end=0 in allowed)
    assert status(answer) in allowed, answer[:300]
    assert b"Traceback" not in answer
    assert seats(running) == before + (1 if status(answer) == 303 else 0)
    assert running.errors() == ""


def test_noise_is_refused(running: Program) -> None:
    """300 requests with bytes turned over, cut and doubled."""
    random = Random(11)
    good = (FORM + "Content-Length: 8\r\n\r\n").format(code=running.code, port=running.port).encode() + b"name=Raw"
    seen = set[int]()
    for _ in range(300):
        broken = bytearray(good)
        for _ in range(random.randint(1, 6)):
            at = random.randrange(len(broken))
            broken[at : at + random.choice((0, 1, 1, 9))] = bytes(
                random.choices(range(256), k=random.choice((0, 1, 1, 30)))
            )
        seen.add(status(raw(running.port, bytes(broken))))
    assert not {code for code in seen - {501, 505} if code >= 500}, seen
    assert running.errors() == ""
    assert Browser(running.port).get(f"/{running.code}").status == 200


def test_slow_ones_hold_up_nobody(running: Program) -> None:
    """200 connections that send a byte and wait; a phone is served meanwhile, and after them."""
    half = (FORM + "Content-Length: 500\r\n\r\nname=").format(code=running.code, port=running.port).encode()
    slow = []
    for number in range(200):
        line = socket.create_connection(("127.0.0.1", running.port), timeout=10)
        line.sendall(half[: 1 + number % len(half)])
        slow.append(line)
    phone = Browser(running.port)
    assert [phone.get(f"/{running.code}").status for _ in range(5)] == [200] * 5
    for line in slow:
        line.close()
    assert phone.get(f"/{running.code}").status == 200
    phone.close()


class Tab:
    """A stream that is read by hand."""

    def __init__(self, phone: Browser, path: str) -> None:
        self._line = socket.create_connection(("127.0.0.1", phone.port), timeout=15)
        cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        self._line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{phone.port}\r\nCookie: {cookies}\r\n\r\n".encode())
        self._got = b""

    def hears(self, found: Callable[[bytes], bool]) -> bool:
        """Whether such bytes come before the stream ends."""
        while not found(self._got):
            more = self._line.recv(65536)
            if not more:
                return False
            self._got += more
        return True

    def ends(self) -> bool:
        """Whether it ends before its second heartbeat."""
        self.hears(lambda got: got.endswith(END) or got.count(b"event: beat") > 1)
        return self._got.endswith(END)

    def close(self) -> None:
        self._line.close()

    def breaks_off(self) -> None:
        """As a process does that is killed."""
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._line.close()


def test_who_leaves_gives_the_place_back_however_they_leave(running: Program) -> None:
    phone = seated(running)
    for leave in (Tab.close, Tab.breaks_off):
        for _ in range(CAP * 2):
            tab = Tab(phone, f"/{running.code}/stream/phone")
            assert tab.hears(lambda got: b"You&#39;re in" in got)
            leave(tab)
    stays = [Tab(phone, f"/{running.code}/stream/phone") for _ in range(CAP)]
    other = Browser(running.port)
    assert all(tab.hears(lambda got: b"You&#39;re in" in got) for tab in stays)
    assert other.post(f"/{running.code}/join", {"name": "After"}).status == 303
    assert all(tab.hears(lambda got: b"After" in got) for tab in stays)
    for tab in stays:
        tab.close()


def test_a_program_that_is_stopped_ends_its_streams_first(tmp_path: Path) -> None:
    with Program(tmp_path / "data") as program:
        tab = Tab(Browser(program.port), f"/{program.code}/stream/watch")
        assert tab.hears(lambda got: b"data: " in got)
        program.stop()
        assert tab.hears(lambda got: got.endswith(END))
        tab.close()


def test_forged_cookies_open_no_more_streams_than_none(running: Program) -> None:
    """Made-up owners are guests, and of those there is a bound."""
    tabs = []
    for number in range(GUESTS + 5):
        forger = Browser(running.port, {f"seat_{running.code}": f"{number:022}", "host": f"{number}"})
        tabs.append(Tab(forger, f"/{running.code}/stream/phone?page={number}"))
        assert tabs[-1].hears(lambda got: b"event: " in got or b"data: " in got)
    assert all(tab.hears(lambda got: b"event: full" in got) and tab.ends() for tab in tabs[GUESTS:])
    for tab in tabs:
        tab.close()


def test_junk_behind_a_token_opens_no_more_streams(running: Program) -> None:
    """The cookie can carry several tokens; junk that is no token makes no other owner."""
    phone = seated(running)
    cookie = f"seat_{running.code}"
    token = phone.cookies[cookie]
    tabs = []
    for number in range(20):
        phone.cookies[cookie] = f"{token}.junk{number}" if number % 2 else f".{token}.junk{number}"
        tabs.append(Tab(phone, f"/{running.code}/stream/phone"))
        assert tabs[-1].hears(lambda got: b"data: " in got)
    assert all(tab.ends() for tab in tabs[:-CAP])
    for tab in tabs:
        tab.close()
