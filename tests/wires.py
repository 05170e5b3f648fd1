"""A phone's connection without a network: what is sent to it lies there to be read."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from companion.web.carrying import Carried
from companion.web.timekeeper import Timekeeper


class Wire:
    """Carries a stream, as a server does. It takes ``room`` bytes at once; the rest waits until ``takes`` them."""

    def __init__(self, room: float = float("inf")) -> None:
        self.room = room
        self.written = b""
        self.waiting = b""
        self.ended = False
        self._stream: Carried | None = None

    def __call__(self, stream: Carried) -> Wire:
        """Stands for the stream as the body of an answer."""
        self._stream = stream
        return self

    def __iter__(self) -> Iterator[bytes]:
        return iter(())

    def open(self, stream: Carried | None = None) -> Wire:
        """The head of the answer has gone out."""
        self._stream = stream or self._stream
        assert self._stream
        self._stream.open(self)
        return self

    def send(self, data: bytes) -> bool:
        assert not self.waiting, "one event at a time"
        if self.ended:
            return False
        self._put(data)
        return not self.waiting

    def end(self, data: bytes) -> None:
        self._put(data)
        self.ended = True

    def takes(self, room: float = float("inf")) -> None:
        """There is room again."""
        self.room = room
        data, self.waiting = self.waiting, b""
        self._put(data)
        if data and not self.waiting and not self.ended:
            assert self._stream
            self._stream.go_on()

    def hangs_up(self) -> None:
        """Nobody is there any more."""
        assert self._stream
        self._stream.close()

    def _put(self, data: bytes) -> None:
        taken = len(data) if self.room > len(data) else int(self.room)
        self.room -= taken
        self.written += data[:taken]
        self.waiting += data[taken:]

    def reads(self) -> str:
        """What has come since the last time."""
        came, self.written = self.written, b""
        return came.decode()

    def events(self) -> list[str]:
        """The same, one by one."""
        return [f"{event}\n\n" for event in self.reads().split("\n\n")[:-1]]


class Unpacked:
    """What a wire brought as gzip."""

    def __init__(self) -> None:
        self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def __call__(self, data: bytes) -> str:
        return self._unpack.decompress(data).decode()


class ByHand(Timekeeper):
    """It works when it is told to, and has no thread."""

    def begin(self) -> None:
        pass
