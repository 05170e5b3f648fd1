"""One connection of the server: what is asked on it, how long that may take, and what becomes of it
when it is a live stream's."""

from __future__ import annotations

import contextlib
import io
import socket
import time
from collections.abc import Iterator
from typing import Any

from gevent import get_hub, monkey
from gevent.event import Event
from gevent.pywsgi import WSGIHandler, WSGIServer

from companion.web.carrying import CARRIER, Carried

READ, WRITE = 1, 2
"""What the event loop is asked to watch for at a connection."""

PLAIN_SOCKET = monkey.get_original("socket", "socket")


class Pipe:
    """A live stream's connection after the head of the answer: nobody waits at it. What does not go out at once goes
    when the event loop says that there is room; what is asked on it is thrown away, and its end is the stream's."""

    patience = 10.0
    """Seconds for the last bytes to be taken."""

    __slots__ = ("_chunked", "_reads", "_rest", "_stream", "_timer", "_wire", "_writes")

    def __init__(self, wire: socket.socket, chunked: bool, stream: Carried) -> None:
        self._wire: socket.socket | None = PLAIN_SOCKET(fileno=wire.detach())
        self._wire.setblocking(False)
        self._chunked = chunked
        self._stream: Carried | None = stream
        self._rest = b""
        self._writes: Any = None
        self._timer: Any = None
        self._reads: Any = get_hub().loop.io(self._wire.fileno(), READ)
        self._reads.start(self._hear)

    def send(self, data: bytes) -> bool:
        return self._stream is not None and self._put(self._framed(data))

    def end(self, data: bytes) -> None:
        self._stream = None
        last = (self._framed(data) if data else b"") + (b"0\r\n\r\n" if self._chunked else b"")
        if self._rest:
            self._rest += last
        elif self._put(last):
            self._close()
        if self._wire is not None:
            self._timer = get_hub().loop.timer(self.patience)
            self._timer.start(self._close)

    def _framed(self, data: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(data), data) if self._chunked else data

    def _put(self, data: bytes) -> bool:
        """Whether all of it has gone; if not, the rest waits for room."""
        if self._wire is None:
            return False
        try:
            sent = self._wire.send(data) if data else 0
        except BlockingIOError:
            sent = 0
        except OSError:
            self._lose()
            return False
        self._rest = data[sent:]
        if self._rest and self._writes is None:
            self._writes = get_hub().loop.io(self._wire.fileno(), WRITE)
            self._writes.start(self._go_on)
        return not self._rest

    def _go_on(self) -> None:
        """There is room."""
        if not self._put(self._rest):
            return
        _end(self._writes)
        self._writes = None
        if self._stream is not None:
            self._stream.written()
        else:
            self._close()

    def _hear(self) -> None:
        """Something has come, or nothing will come any more."""
        assert self._wire
        try:
            heard = self._wire.recv(16384)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if not heard:
            self._lose()

    def _lose(self) -> None:
        stream, self._stream = self._stream, None
        self._close()
        if stream is not None:
            stream.gone()

    def _close(self) -> None:
        for watcher in (self._reads, self._writes, self._timer):
            _end(watcher)
        self._reads = self._writes = self._timer = None
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()


def _end(watcher: Any) -> None:
    """The event loop forgets it, and what it would have called."""
    if watcher is not None:
        watcher.stop()
        watcher.close()


class Handed:
    """Stands for a live stream as the body of an answer: the connection is handed over to it after the head."""

    __slots__ = ("stream",)

    def __init__(self, stream: Carried) -> None:
        self.stream = stream

    def __iter__(self) -> Iterator[bytes]:
        """Nothing is the request's own to send."""
        return iter(())


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

    socket: Any
    response_headers: list[tuple[bytes, bytes]]

    def __init__(self, sock: socket.socket, address: Any, server: Any) -> None:
        super().__init__(sock, address, server)
        self._line = Line(sock)
        self._patience: float | None = self.idle
        self._stream: Carried | None = None
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
        environ[CARRIER] = Handed
        return environ

    def process_result(self) -> None:
        if not isinstance(self.result, Handed):
            super().process_result()
            return
        stream = self.result.stream
        # No other request is answered on it.
        self.close_connection = True
        self.response_headers = [one for one in self.response_headers if one[0].lower() != b"connection"]
        self.response_headers.append((b"Connection", b"close"))
        self.write(b"")
        self._stream = stream

    def handle_one_response(self) -> None:
        if self.server.started:
            with self.server.answering():
                super().handle_one_response()
        self.close_connection |= not self.server.started
        stream, self._stream = self._stream, None
        if stream is not None:
            wire, self.socket = self.socket, None
            stream.open(Pipe(wire, self.response_use_chunked, stream))

    def read_request(self, raw_requestline: str) -> bool:
        try:
            return bool(super().read_request(raw_requestline))
        except ValueError:
            raise
        except Exception as error:
            raise ValueError("no request") from error


class Server(WSGIServer):  # type: ignore[misc]
    """Once it has been stopped it begins no answer any more; those that it has begun can be waited for."""

    def __init__(self, address: tuple[str, int], app: object) -> None:
        # Paths carry link secrets, so there is no access log; faults go to the app's own log without them.
        super().__init__(address, app, log=None, error_log=None, handler_class=Handler)
        self._answering = 0
        self._silent = Event()
        self._silent.set()

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Around one answer."""
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
