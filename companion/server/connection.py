"""One connection of the server: what is asked on it, and how long that may take.

What is answered is the app's; here are deadlines, waiting for the last answers, and no log of paths.
"""

from __future__ import annotations

import contextlib
import io
import socket
import time
from collections.abc import Iterator
from typing import Any

from gevent.event import Event
from gevent.pywsgi import WSGIHandler, WSGIServer


class Line(io.RawIOBase):
    """The reading end of a connection, with a deadline (a monotonic time, None: for ever)."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._until: float | None = None
        self._given_up = False

    def wait(self, seconds: float | None) -> None:
        """Set how long, from now on, all that is read may take. Who lets that pass gets no second chance."""
        self._until = None if seconds is None else time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what comes; raise a TimeoutError where nothing comes in time, then and ever after."""
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
    """A reader of requests that waits for half of one, and for the first one, but not for ever.

    Bytes that are no request are refused, without a traceback in the terminal. Later requests are waited for: a page
    that is looked at asks again.
    """

    idle = 60.0
    """Seconds until the first byte of the first request."""
    half = 30.0
    """Seconds from the first byte of a request until its last."""
    silent = 20.0
    """Seconds until what was sent has to be acknowledged, where the system can tell."""

    socket: Any

    def __init__(self, sock: socket.socket, address: Any, server: Any) -> None:
        super().__init__(sock, address, server)
        self._line = Line(sock)
        self._patience: float | None = self.idle
        self.rfile = io.BufferedReader(self._line)

    def handle(self) -> None:
        # Else news wait until the phone has acknowledged what came before, for up to 40 ms.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # A phone whose network is gone says nothing: it is one that does not acknowledge what it is sent.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self.silent * 1000))
        super().handle()

    def read_requestline(self) -> str:
        self._line.wait(self._patience)
        self._patience = None
        self.rfile.peek(1)
        self._line.wait(self.half)
        return str(super().read_requestline())

    def handle_one_response(self) -> None:
        if self.server.started:
            with self.server.answering():
                super().handle_one_response()
        self.close_connection |= not self.server.started

    def read_request(self, raw_requestline: str) -> bool:
        try:
            return bool(super().read_request(raw_requestline))
        except ValueError:
            raise
        except Exception as error:
            raise ValueError("no request") from error


class Server(WSGIServer):  # type: ignore[misc]
    """A server that, once stopped, begins no answer; those that it has begun can be waited for."""

    def __init__(self, address: tuple[str, int], app: object) -> None:
        # Paths carry link secrets, so there is no access log; faults go to the app's own log without them.
        super().__init__(address, app, log=None, error_log=None, handler_class=Handler)
        self._answering = 0
        self._silent = Event()
        self._silent.set()

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Count an answer while it is given."""
        self._answering += 1
        self._silent.clear()
        try:
            yield
        finally:
            self._answering -= 1
            if not self._answering:
                self._silent.set()

    def has_answered(self, seconds: float) -> bool:
        """Wait for all that was begun, so long at most; whether it is done."""
        return bool(self._silent.wait(seconds))
