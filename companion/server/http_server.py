"""The web server: waitress on our own socket, with a thread for each answer in progress.

A stream is an answer that takes hours, so there have to be as many threads as streams. The app makes the answers; this
module sets limits, ends answers at shutdown, and keeps paths, which hold secrets, out of the log.
"""

from __future__ import annotations

import logging
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher

from companion.web.errors import format_traceback_without_message

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

SPARE = 4
"""The number of idle threads: a page sends this many requests at once."""
CONNECTIONS = 500 if sys.platform == "win32" else 2000
"""The most open connections: 40 tables of 13 screens have 520. Windows can't watch more than 512."""
FILES = 64
"""The number of open files reserved for the rest of Companion."""
IDLE = 600
"""After this many idle seconds a connection is closed; browsers close theirs after five minutes at most."""
LOOKS = 30
"""Idle connections are looked for every this many seconds."""
HEADER = 16 * 1024
"""The most bytes of a request's head: a browser sends all cookies of a host to each of its ports."""
BODY = 1024 * 1024
"""The most bytes of a request's body. The app's own limit is lower: it reads the whole body first, so that the browser
shows its sentence. A body longer than this is no form of ours."""
WATERMARK = 1
"""A stream draws its next event only if fewer bytes than this wait to be sent: a phone that reads nothing costs no
drawing."""
SILENT = 20
"""Where the system supports it, a connection ends if data are not acknowledged for this many seconds: a phone that has
lost its network sends no goodbye."""
UNREAD = 0.5
"""When the server stops, phones have this many seconds to receive the rest of their answers."""
ENDS = 2.0
"""From Ctrl+C to the end it takes at most this many seconds, whatever streams, slow phones and threads do."""
LAST_ANSWERS = 5.0
"""The same for an answer that waits for a slow disk, so that a tap in progress is saved and confirmed. Closing the data
file waits for that disk anyway."""


class Ending:
    """The deadline for Companion's end, shared by everything that is waited for at shutdown."""

    def __init__(self, seconds: float = ENDS, clock: Callable[[], float] = time.monotonic) -> None:
        self.begun = threading.Event()
        self._seconds = seconds
        self._clock = clock
        self._began = 0.0

    def begin(self) -> None:
        """Start the countdown, unless it is running."""
        if not self.begun.is_set():
            self._began = self._clock()
            self.begun.set()

    def count_left(self, seconds: float | None = None) -> float:
        """Return the seconds until the deadline, or until ``seconds`` after the start of the countdown; at least 0."""
        self.begin()
        ends = self._began + (self._seconds if seconds is None else seconds)
        return max(0.0, ends - self._clock())


class Faults(logging.Filter):
    """Reduces a logged error to its class and the place in the code.

    Waitress would log the path, which may hold a link's secret, and the message, which may quote a role.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = sys.exception()
        if error:
            record.msg = f"An answer broke off: {format_traceback_without_message(error)}"
            record.args = ()
            record.exc_info = None
        return True


# At lower levels waitress logs closed connections with their paths.
logging.getLogger("waitress").setLevel(logging.WARNING)
logging.getLogger("waitress").addFilter(Faults())
# This one warns that requests wait for a thread; here they get a new one.
logging.getLogger("waitress.queue").setLevel(logging.CRITICAL)


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Answers a request with an unreadable address or length with an error, instead of closing the connection."""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("That request couldn't be read") from None


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection to a browser."""

    parser_class = Parser
    silent = True
    """Nothing of the current answer has been sent yet."""

    def service(self) -> None:
        """Answer one request."""
        self.silent = True
        super().service()

    def write_soon(self, data: bytes) -> int:
        """Send the data as soon as the phone takes them; wait while it takes nothing."""
        self.silent = False
        return int(super().write_soon(data))


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A thread for each answer in progress, and some idle ones; after closing, no new answer is started."""

    # At the end waitress logs how many threads are left, which nobody needs to know.
    logger = logging.getLogger(f"{__name__}.threads")
    logger.setLevel(logging.CRITICAL)

    def __init__(self) -> None:
        super().__init__()
        self.closed = False
        self.set_thread_count(SPARE)

    def add_task(self, task: Any) -> None:
        """Let a thread answer a request at once."""
        if self.closed:
            task.cancel()
            return
        super().add_task(task)
        under_way = len(self.queue) + self.active_count
        running = len(self.threads) - self.stop_count
        if not under_way <= running <= under_way + 4 * SPARE:
            self.set_thread_count(under_way + SPARE)


class Server:
    """The web server. It listens from the start, and answers in its own threads until it is ended."""

    def __init__(self, address: tuple[str, int], app: WSGIApplication, files: int = 1024, idle: int = IDLE) -> None:
        """Listen on the address, or raise an OSError. ``files``: how many files the process can open."""
        sock = _listen(address)
        self.server_address: tuple[str, int] = sock.getsockname()[:2]
        self._server = create_server(
            app,
            sockets=[sock],
            threads=0,
            ident="",
            connection_limit=min(CONNECTIONS, files - FILES),
            channel_timeout=idle,
            cleanup_interval=min(LOOKS, idle),
            max_request_header_size=HEADER,
            max_request_body_size=BODY,
            outbuf_high_watermark=WATERMARK,
            # Otherwise a closed connection is noticed only when the stream sends its next event.
            channel_request_lookahead=1,
            asyncore_use_poll=True,
            # Phones often disappear in the middle of an answer.
            log_socket_errors=False,
        )
        self._server.channel_class = Channel
        self._threads = self._server.task_dispatcher = Threads()
        self._over = threading.Event()

    def serve_forever(self) -> None:
        """Serve until the server is ended. Ctrl+C interrupts only this wait, and no answer."""
        threading.Thread(target=self._run, daemon=True).start()
        # On Windows Ctrl+C doesn't reach a thread that waits without a timeout.
        while not self._over.wait(1):
            pass

    def _run(self) -> None:
        try:
            self._server.run()
        finally:
            self._over.set()

    def stop(self) -> None:
        """Start no more answers: new requests are cut off, and phones send them again after the next start."""
        self._threads.closed = True

    def end(self, ending: Ending) -> None:
        """Finish the answers in progress, and close all connections. Streams have to be closed before."""
        answering = True
        while answering and (ending.count_left() or (self._is_awaited() and ending.count_left(LAST_ANSWERS))):
            turn = min(UNREAD, ending.count_left() or UNREAD)
            taken = time.monotonic() + turn
            self._threads.shutdown(timeout=turn)
            answering = bool(self._threads.threads)
            self._wait_until_taken(taken)
            # A phone that takes nothing is not waited for; an answer that is still being saved gets more time.
            self._do_in_loop(self._cut_unread)
        self._do_in_loop(self._close)
        self._over.wait(ending.count_left())

    def list_connections(self) -> list[Any]:
        """Return waitress's channels, one for each open connection."""
        return list(self._server.active_channels.values())

    def _is_awaited(self) -> bool:
        """Return whether a phone waits for an answer that hasn't started to arrive. Streams have."""
        return any(channel.connected and channel.requests and channel.silent for channel in self.list_connections())

    def _wait_until_taken(self, ends: float) -> None:
        while time.monotonic() < ends and any(channel.total_outbufs_len for channel in self.list_connections()):
            time.sleep(0.01)

    def _do_in_loop(self, do: Callable[[], None]) -> None:
        """Run ``do`` in the thread that watches the connections."""
        if not self._over.is_set():
            self._server.trigger.pull_trigger(do)

    def _cut_unread(self) -> None:
        for channel in self.list_connections():
            if channel.total_outbufs_len:
                channel.handle_close()

    def _close(self) -> None:
        """Close everything; the thread that watches the connections then ends, having none left."""
        for channel in self.list_connections():
            channel.handle_close()
        self._server.close()


def _listen(address: tuple[str, int]) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET)
    try:
        if sys.platform == "win32":
            # Otherwise two programs could share a port on Windows.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Each connection inherits this option.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT * 1000)
        sock.bind(address)
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock
