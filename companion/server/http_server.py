"""The web server: waitress, on a socket of ours, with a thread for each answer that is under way.

A stream is an answer that takes hours, so the threads follow the streams that the hub allows. What is answered is the
app's; here are limits, the end of what was begun, and no log of paths.
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
"""Threads that wait for the next request: as many as a page asks at once."""
CONNECTIONS = 500 if sys.platform == "win32" else 2000
"""Open connections: 40 tables of 13 screens have 520. Windows can't wait for more than 512 at once."""
FILES = 64
"""Open files that connections leave to the rest of the program."""
IDLE = 600
"""Seconds until a connection on which nothing happens is closed: browsers close theirs after five minutes at most."""
LOOKS = 30
"""Seconds between two looks for such connections."""
HEADER = 16 * 1024
"""Bytes of a request without its body: all cookies of a host, which a browser sends to each of its ports, and more."""
BODY = 1024 * 1024
"""Bytes of a body: what the app itself refuses is read first, so that its sentence arrives; this is no form at all."""
WATERMARK = 1
"""Bytes that may wait to be sent when a stream draws its next event: none is drawn for a phone that takes nothing."""
SILENT = 20
"""Seconds until what was sent has to be acknowledged, where the system can tell: a phone whose network is gone says
nothing."""
UNREAD = 0.5
"""Seconds in which phones have to take what is left for them when the server stops."""
ENDS = 2.0
"""Seconds from Ctrl+C until everything has ended: streams, who takes nothing, threads that look at something."""
LAST_ANSWERS = 5.0
"""Seconds instead of these for an answer that waits for a slow disk: what was begun is saved, and says so. The data
file, when it is closed, waits for that disk anyway."""


class Ending:
    """The end of the program: one moment by which it is over, for all who wait for something then."""

    def __init__(self, seconds: float = ENDS, clock: Callable[[], float] = time.monotonic) -> None:
        self.begun = threading.Event()
        self._seconds = seconds
        self._clock = clock
        self._began = 0.0

    def begin(self) -> None:
        """Count from now on, unless it does."""
        if not self.begun.is_set():
            self._began = self._clock()
            self.begun.set()

    def count_left(self, seconds: float | None = None) -> float:
        """Return the seconds until everything is over, or until so many are over; 0 from then on."""
        self.begin()
        ends = self._began + (self._seconds if seconds is None else seconds)
        return max(0.0, ends - self._clock())


class Faults(logging.Filter):
    """Has a fault logged by its class and where it came from.

    Waitress names the path, which may be a link's secret, and the message, which may quote a role.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = sys.exception()
        if error:
            record.msg = f"An answer broke off: {format_traceback_without_message(error)}"
            record.args = ()
            record.exc_info = None
        return True


# Below this it tells who has gone, with the path that they had asked for.
logging.getLogger("waitress").setLevel(logging.WARNING)
logging.getLogger("waitress").addFilter(Faults())
# How many wait for a thread, for they get one.
logging.getLogger("waitress.queue").setLevel(logging.CRITICAL)


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses what Python can't read as an address or a length, instead of breaking off."""

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("That request couldn't be read") from None


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    parser_class = Parser
    silent = True
    """Nothing has been sent yet of the answer that is under way."""

    def service(self) -> None:
        """Answer one request."""
        self.silent = True
        super().service()

    def write_soon(self, data: bytes) -> int:
        """Send that as soon as the phone takes it; waits where it takes nothing."""
        self.silent = False
        return int(super().write_soon(data))


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A thread for each answer that is under way, and some to spare; once closed, no answer is begun."""

    # How many threads are left at the end is no news.
    logger = logging.getLogger(f"{__name__}.threads")
    logger.setLevel(logging.CRITICAL)

    def __init__(self) -> None:
        super().__init__()
        self.closed = False
        self.set_thread_count(SPARE)

    def add_task(self, task: Any) -> None:
        """Have a request answered, at once."""
        if self.closed:
            task.cancel()
            return
        super().add_task(task)
        under_way = len(self.queue) + self.active_count
        running = len(self.threads) - self.stop_count
        if not under_way <= running <= under_way + 4 * SPARE:
            self.set_thread_count(under_way + SPARE)


class Server:
    """Listens as soon as it is made, and answers in threads of its own until it is ended."""

    def __init__(self, address: tuple[str, int], app: WSGIApplication, files: int = 1024, idle: int = IDLE) -> None:
        """Raise an OSError where the address can't be had. ``files``: as many may be open."""
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
            # Else who has gone is only found out when the stream has something for them.
            channel_request_lookahead=1,
            asyncore_use_poll=True,
            # Phones go in the middle of an answer all the time.
            log_socket_errors=False,
        )
        self._server.channel_class = Channel
        self._threads = self._server.task_dispatcher = Threads()
        self._over = threading.Event()

    def serve_forever(self) -> None:
        """Answer until it is ended. Ctrl+C interrupts the one who waits here, and no answer."""
        threading.Thread(target=self._run, daemon=True).start()
        # On Windows nothing comes through to one who waits without an end.
        while not self._over.wait(1):
            pass

    def _run(self) -> None:
        try:
            self._server.run()
        finally:
            self._over.set()

    def stop(self) -> None:
        """Begin no answer any more: who asks now is cut off, and asks again after the next start."""
        self._threads.closed = True

    def end(self, ending: Ending) -> None:
        """Bring to an end what was begun, and close all connections. Streams have to be closed before."""
        answering = True
        while answering and (ending.count_left() or (self._is_awaited() and ending.count_left(LAST_ANSWERS))):
            turn = min(UNREAD, ending.count_left() or UNREAD)
            taken = time.monotonic() + turn
            self._threads.shutdown(timeout=turn)
            answering = bool(self._threads.threads)
            self._wait_until_taken(taken)
            # Who takes nothing holds up nobody; what is still being made or saved has longer.
            self._do_in_loop(self._cut_unread)
        self._do_in_loop(self._close)
        self._over.wait(ending.count_left())

    def list_connections(self) -> list[Any]:
        """Return waitress's channels, one for each open connection."""
        return list(self._server.active_channels.values())

    def _is_awaited(self) -> bool:
        """Return whether a phone waits for an answer of which it has nothing yet. A stream it has."""
        return any(one.connected and one.requests and one.silent for one in self.list_connections())

    def _wait_until_taken(self, ends: float) -> None:
        while time.monotonic() < ends and any(one.total_outbufs_len for one in self.list_connections()):
            time.sleep(0.01)

    def _do_in_loop(self, do: Callable[[], None]) -> None:
        """Have that done by the thread which looks after the connections."""
        if not self._over.is_set():
            self._server.trigger.pull_trigger(do)

    def _cut_unread(self) -> None:
        for one in self.list_connections():
            if one.total_outbufs_len:
                one.handle_close()

    def _close(self) -> None:
        """Close everything; with nothing left to look after that thread ends."""
        for one in self.list_connections():
            one.handle_close()
        self._server.close()


def _listen(address: tuple[str, int]) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET)
    try:
        if sys.platform == "win32":
            # Else two programs would share a port there.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Each connection inherits it.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT * 1000)
        sock.bind(address)
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock
