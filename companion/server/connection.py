"""One connection of the server: what is asked on it, and how long that may take.

What is answered is the app's; here are deadlines, waiting for the last answers, and no log of paths.
"""

from __future__ import annotations

import contextlib
import io
import logging
import socket
import sys
import threading
import time
from collections.abc import Iterator
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

from werkzeug.exceptions import ClientDisconnected
from werkzeug.serving import WSGIRequestHandler
from werkzeug.wsgi import LimitedStream

from companion.server.carrier import Carried, Carrier
from companion.web.guard import describe_fault
from companion.web.live import WAITER

_log = logging.getLogger(__name__)


class Line(io.RawIOBase):
    """The reading end of a connection; what is not read ``until`` a moment of the monotonic clock never is."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self.until = 0.0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what comes. Raises a TimeoutError where nothing comes in time."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._wire.settimeout(left)
        try:
            return self._wire.recv_into(buffer)
        finally:
            self._wire.settimeout(None)


class Handler(WSGIRequestHandler):
    """A reader of requests that waits for half of one, and for the first one, but not for ever.

    Bytes that are no request are refused, without a traceback in the terminal. Later requests are waited for: a page
    that is looked at asks again.
    """

    idle = 60.0
    """Seconds until the first byte of the first request."""
    kept = 86_400.0
    """Seconds until the first byte of a later one."""
    half = 30.0
    """Seconds from the first byte of a request until its last."""
    silent = 20.0
    """Seconds until what was sent has to be acknowledged, where the system can tell."""

    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"
    server_version, sys_version = "Companion", ""
    # Else news wait until the phone has acknowledged what came before, for up to 40 ms.
    disable_nagle_algorithm = True
    rfile: io.BufferedReader
    server: Any

    def log(self, *args: Any, **named: Any) -> None:
        """Log nothing: paths carry link secrets. Faults go to the app's own log without them."""

    # Werkzeug's own way takes the path apart first, and fails where it is none.
    log_request = log

    def handle(self) -> None:
        # A phone whose network is gone says nothing: it is one that does not acknowledge what it is sent.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self.silent * 1000))
        self._line, self._patience = Line(self.connection), self.idle
        self.rfile = io.BufferedReader(self._line)
        with contextlib.suppress(OSError):
            super().handle()

    def handle_one_request(self) -> None:
        self._line.until = time.monotonic() + self._patience
        self._patience = self.kept
        self.rfile.peek(1)
        self._line.until = time.monotonic() + self.half
        super().handle_one_request()

    def run_wsgi(self) -> None:
        """Have the app answer, in chunks where nobody knows how long that becomes."""
        endless = "Transfer-Encoding" in self.headers
        try:
            (length,) = self.headers.get_all("Content-Length", ["0"])
            if not length.isdecimal() or self.headers.get_payload():
                raise ValueError("no headers")
            environ, size = self.make_environ(), int(length)
        except ValueError:
            self.send_error(400)
            return
        self.close_connection |= endless or self.request_version < self.protocol_version
        carried = environ[WAITER] = Carried(self.server.carrier, self.connection)
        asked = environ["wsgi.input"] = LimitedStream(self.rfile, 0 if endless else size)
        head: list[Any] = []
        app = self.server.app
        with self.server.answering(), contextlib.closing(app(environ, lambda *given: head.extend(given))) as pieces:
            code, headers = int(head[0][:3]), dict(head[1])
            self.send_response_only(code, head[0][4:])
            for name, value in (("Date", self.date_time_string()), *head[1]):
                self.send_header(name, value)
            known = self.command == "HEAD" or code in (204, 304) or "Content-Length" in headers
            chunked = not known and not self.close_connection
            if chunked:
                self.send_header("Transfer-Encoding", "chunked")
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            framed = (b"%x\r\n%b\r\n" % (len(piece), piece) if piece and chunked else piece for piece in pieces)
            for piece in framed:
                if piece:
                    self.wfile.write(piece)
                else:
                    carried.send(framed)
            if chunked:
                self.wfile.write(b"0\r\n\r\n")
        # Who still sends when the connection is closed may never read the answer.
        try:
            while (self.rfile if endless else asked).read(2**16):
                pass
        except ClientDisconnected:
            self.close_connection = True


class Server(ThreadingMixIn, TCPServer):
    """A server that, once stopped, begins no answer; those that it has begun can be waited for."""

    daemon_threads, block_on_close = True, False
    request_queue_size = 128
    # On Windows two programs would share a port.
    allow_reuse_address = sys.platform != "win32"
    # The handler asks for these.
    multithread, multiprocess, ssl_context = True, False, None

    def __init__(self, address: tuple[str, int], app: Any) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, Handler)
        self.app = app
        self.carrier = Carrier()
        self.carrier.start()
        self._answering = 0
        self._stopped = False
        self._changed = threading.Condition()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log what ended a connection: the usual way prints its message, which may quote a role or a link's secret."""
        error = sys.exception()
        assert error
        _log.error("A connection ended: %s", describe_fault(error))

    def shutdown_request(self, request: Any) -> None:
        """Close a connection, unless Ctrl+C came while a thread was given it: that one answers, and closes it."""
        if not isinstance(sys.exception(), KeyboardInterrupt):
            super().shutdown_request(request)

    def stop(self) -> None:
        """Listen no more, and begin no answer."""
        self.server_close()
        with self._changed:
            self._stopped = True

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Count an answer while it is given. Raises a ConnectionError where none is begun any more."""
        with self._changed:
            if self._stopped:
                raise ConnectionAbortedError
            self._answering += 1
        try:
            yield
        finally:
            with self._changed:
                self._answering -= 1
                self._changed.notify_all()

    def has_answered(self, seconds: float) -> bool:
        """Wait for all that was begun, so long at most; whether it is done."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._answering, seconds)
