"""As much of HTTP and of event streams as the measuring clients need, and cheap."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable
from urllib.parse import urlencode


def get(path: str, port: int, cookie: str) -> bytes:
    """A request as a browser sends it."""
    return _request("GET", path, port, cookie) + b"\r\n"


def post(path: str, port: int, cookie: str, fields: dict[str, str]) -> bytes:
    """A tap as a page sends it whose stream is open."""
    body = urlencode(fields).encode()
    head = _request("POST", path, port, cookie)
    more = f"Origin: http://127.0.0.1:{port}\r\nHX-Request: true\r\nCompanion-Stream: open\r\n"
    more += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    return head + more.encode() + body


def _request(method: str, path: str, port: int, cookie: str) -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nCookie: {cookie}\r\n"
    return head.encode()


class Screen(asyncio.Protocol):
    """One phone's stream. ``seen`` holds (version, time, bytes on the wire) of every state that has arrived."""

    def __init__(self, request: bytes) -> None:
        self.seen: list[tuple[int, float, int]] = []
        self.opened = asyncio.get_running_loop().create_future()
        self._request = request
        self._data = b""
        self._text = b""
        self._unzip: Callable[[bytes], bytes] | None = None
        self._headed = False
        self._wire = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._wire += len(data)
        self._data += data
        if not self._headed and not self._head():
            return
        self._text += self._chunks()
        while (end := self._text.find(b"\n\n")) >= 0:
            event, self._text = self._text[:end], self._text[end + 2 :]
            if event.startswith(b"id: "):
                version = int(event[4 : event.index(b"\n")].split()[0].split(b".")[1])
                self.seen.append((version, now, self._wire))
                self._wire = 0
                if not self.opened.done():
                    self.opened.set_result(None)

    def _head(self) -> bool:
        head, end, rest = self._data.partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 200 " not in head[:20]:
            raise RuntimeError(f"no stream: {head.decode()}")
        if b"content-encoding: gzip" in head.lower():
            self._unzip = zlib.decompressobj(31).decompress
        self._headed, self._data = True, rest
        return True

    def _chunks(self) -> bytes:
        """What whole chunks have arrived, unpacked."""
        found = []
        while (line := self._data.find(b"\r\n")) >= 0:
            end = line + 2 + int(self._data[:line], 16)
            if len(self._data) < end + 2:
                break
            found.append(self._data[line + 2 : end])
            self._data = self._data[end + 2 :]
        body = b"".join(found)
        return self._unzip(body) if self._unzip else body

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(RuntimeError(f"a stream ended before its first state: {error}"))

    def close(self) -> None:
        if self._transport:
            self._transport.abort()


class Finger(asyncio.Protocol):
    """The connection over which one table's taps go, one after the other; the answers are read and thrown away."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.refused: list[str] = []
        self._data = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def send(self, request: bytes) -> None:
        assert self._transport
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._data += data
        while (end := self._data.find(b"\r\n\r\n")) >= 0:
            head = self._data[:end].lower()
            _, _, length = head.partition(b"content-length: ")
            whole = end + 4 + int(length.partition(b"\r\n")[0] or 0)
            if len(self._data) < whole:
                return
            if not head.startswith((b"http/1.1 200 ", b"http/1.1 204 ")):
                self.refused.append(self._data[:whole].decode(errors="replace"))
            self._data = self._data[whole:]
            self.answered.append(time.perf_counter())

    def close(self) -> None:
        if self._transport:
            self._transport.abort()
