"""The thread that sends to all streams, so that a change wakes one thread and not one for each screen.

On a small machine waking is what takes longest. A stream is an answer in pieces, where an empty one says that there is
nothing to send now; what it waits with is its ``Carried``.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic

from companion.web.guard import describe_fault

AGAIN = 0.25
"""Seconds until a phone that could not take a piece is tried again."""

_log = logging.getLogger(__name__)


class Carried:
    """One answer that the carrier may have to send: stands for the event that its stream waits for."""

    def __init__(self, carrier: Carrier, wire: socket.socket) -> None:
        self._carrier = carrier
        self._wire = wire
        self._rest = b""
        self._pieces: Iterator[bytes] = iter(())
        self.due = inf
        """The moment of the monotonic clock at which it has something to send."""
        self.broken = False
        """The phone has gone, or its page could not be drawn."""
        self.ended = threading.Event()

    def set(self) -> None:
        self._carrier.woken.put(self)

    def clear(self) -> None:
        """Do nothing: each ``set`` is looked at once."""

    def wait(self, timeout: float) -> None:
        """Have it looked at after so many seconds, or when it is set; returns at once."""
        self.due = monotonic() + timeout

    def send(self, pieces: Iterator[bytes]) -> None:
        """Have the carrier send the pieces; returns when there are no more.

        Raises a ConnectionError where they could not all be sent.
        """
        self._pieces = pieces
        self._wire.settimeout(0)
        self._carrier.carried.add(self)
        self.set()
        self.ended.wait()
        self._pieces = iter(())
        self._wire.settimeout(None)
        if self.broken:
            raise ConnectionAbortedError

    def send_news(self) -> bool:
        """Send what there is, and return whether there may be more.

        Nothing is drawn for a phone that has not taken what came before.
        """
        with suppress(BlockingIOError):
            while True:
                while self._rest:
                    self._rest = self._rest[self._wire.send(self._rest) :]
                piece = next(self._pieces, None)
                if not piece:
                    return piece is not None
                self._rest = piece
        self.due = monotonic() + AGAIN
        return True


class Carrier(threading.Thread):
    """Sends to all that is ``carried``: when it is set, in that order, and when it is due."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.woken: SimpleQueue[Carried] = SimpleQueue()
        self.carried: set[Carried] = set()

    def run(self) -> None:
        while True:
            self._look()

    def _look(self) -> None:
        """Wait for what has something to send, and send it."""
        due = min((one.due for one in self.carried.copy()), default=inf)
        looks: list[Carried] = []
        with suppress(Empty):
            looks.append(self.woken.get(timeout=None if due == inf else max(0, due - monotonic())))
            while True:
                looks.append(self.woken.get_nowait())
        now = monotonic()
        looks += (one for one in self.carried.copy() if one.due <= now)
        for one in dict.fromkeys(looks):
            if one in self.carried and not self._send(one):
                self.carried.discard(one)
                one.ended.set()

    def _send(self, one: Carried) -> bool:
        try:
            return one.send_news()
        except Exception as error:
            if not isinstance(error, OSError):
                _log.error("A stream ended: %s", describe_fault(error))
            one.broken = True
            return False
