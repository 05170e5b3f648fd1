"""One connection of the server: what is asked on it, how long that may take, and how a live stream is written to it."""

from __future__ import annotations

import io
import socket
import time
from typing import Any

from gevent.pywsgi import WSGIHandler

from companion.web.live import SINK


class Pipe:
    """A live stream's connection, for ``companion.web.live``: written to by who has news, without waiting."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def now(self, data: bytes) -> bytes:
        if self._handler.response_use_chunked:
            data = b"%x\r\n%b\r\n" % (len(data), data)
        try:
            sent = self._handler.socket.send(data, 0, 0.0)
        except OSError:
            sent = 0  # nothing goes now, or for ever: ``later`` finds out
        return data[sent:]

    def later(self, rest: bytes) -> None:
        self._handler.socket.sendall(rest)


class Line(io.RawIOBase):
    """What a connection is read from, until a moment (a monotonic time, None: for ever) and no longer."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._until: float | None = None
        self._given_up = False

    def wait(self, seconds: float | None) -> None:
        """How long, from now on, may be waited for all that is read. No second chance for who let that pass."""
        self._until = None if seconds is None else time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Raises a TimeoutError where nothing comes in time, then and ever after."""
        left = None if self._until is None else self._until - time.monotonic()
        if self._given_up or (left is not None and left <= 0):
            self._given_up = True
            raise TimeoutError("given up")
        self._wire.settimeout(left)
        try:
            return self._wire.recv_into(buffer)
        except TimeoutError:
            self._given_up = True
            raise
        finally:
            self._wire.settimeout(None)


class Handler(WSGIHandler):  # type: ignore[misc]
    """Bytes that are no request are refused, without a traceback in the terminal. Half a request is waited for, and so
    is the first one, but not for ever; later ones are: a page that is looked at asks again."""

    idle = 60.0
    """Seconds until the first byte of the first request."""
    half = 30.0
    """Seconds from the first byte of a request until its last."""

    def __init__(self, sock: socket.socket, address: Any, server: Any) -> None:
        super().__init__(sock, address, server)
        self._line = Line(sock)
        self._patience: float | None = self.idle
        self.rfile = io.BufferedReader(self._line)

    def handle(self) -> None:
        # Else news wait until the phone has acknowledged what came before, for up to 40 ms.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().handle()

    def read_requestline(self) -> str:
        self._line.wait(self._patience)
        self._patience = None
        self.rfile.peek(1)
        self._line.wait(self.half)
        return str(super().read_requestline())

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        environ[SINK] = Pipe(self)
        return environ

    def handle_one_response(self) -> None:
        """What it leaves would only go with the collector: environ, pipe and handler know each other."""
        try:
            super().handle_one_response()
        finally:
            self.environ.clear()

    def read_request(self, raw_requestline: str) -> bool:
        try:
            return bool(super().read_request(raw_requestline))
        except ValueError:
            raise
        except Exception as error:
            raise ValueError("no request") from error
