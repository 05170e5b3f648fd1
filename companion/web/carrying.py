"""How the events of a stream get to a phone: by the server where it offers a way, else by who reads the answer."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue
from typing import Protocol

CARRIER = "companion.carrier"
"""The key in a request's environment under which a server offers its own way: what is called with the stream, and
makes what stands for it as the body of the answer. When the head has gone out the server opens the stream with a sink
of its own, and no thread waits at that connection any more."""


class Sink(Protocol):
    """Where the bytes of one stream go, one event at a time."""

    def send(self, data: bytes) -> bool:
        """Takes all of it, and never waits. Whether it has gone out at once; if not, the stream is told (``written``)
        when it has. What comes after the end is dropped."""

    def end(self, data: bytes) -> None:
        """The last bytes; then the connection ends. The stream hears nothing more."""


class Carried(Protocol):
    """A stream as those who carry it know it."""

    def open(self, sink: Sink) -> None:
        """Sends the state to ``sink`` at once, and what is new until it is closed."""

    def written(self) -> None:
        """What did not go out at once has gone. Never waits."""

    def go_on(self) -> None:
        """The same, and what is new by now is sent at once."""

    def gone(self) -> None:
        """Nobody is there any more. Never waits."""

    def close(self) -> None:
        """Ends the stream."""


class Reader(Iterator[bytes]):
    """The way of any WSGI server: the answer is read event by event, in a thread that waits for each. While nobody
    waits, what is new is left alone."""

    def __init__(self, stream: Carried) -> None:
        self._stream = stream
        self._opened = False
        self._sent: SimpleQueue[bytes] = SimpleQueue()

    def __next__(self) -> bytes:
        if self._opened:
            self._stream.go_on()
        else:
            self._opened = True
            self._stream.open(self)
        if data := self._sent.get():
            return data
        self._sent.put(b"")
        raise StopIteration

    def send(self, data: bytes) -> bool:
        self._sent.put(data)
        return False

    def end(self, data: bytes) -> None:
        if data:
            self._sent.put(data)
        self._sent.put(b"")

    def close(self) -> None:
        self._stream.close()
