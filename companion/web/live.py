"""The live stream: every screen gets the newest state of its table, pushed as a rendered fragment.

A stream never holds a queue: a viewer that was away gets the state that stands now, and nothing of what
came before. Only ``threading`` primitives are used, so any threaded WSGI server can carry it.
"""

from __future__ import annotations

import hashlib
import logging
import random
import threading
import time
import zlib
from collections.abc import Callable, Hashable, Iterator

from flask import Response

from companion.web.guard import fault

Render = Callable[["Stream"], tuple[str, str] | None]
"""Gives a viewer's page as (event id, HTML), or None for nothing to send. It may close the stream."""

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
BEAT = "event: beat\ndata: 1\n\n"
SURPLUS = "event: surplus\ndata: 1\n\n"
"""The last word to a page that would otherwise come back at once, and put out another one of the same owner."""

_log = logging.getLogger(__name__)


def _first_beat() -> float:
    return random.uniform(1, 4)  # noqa: S311 - spreads the load, keeps no secret


def _beat() -> float:
    return random.uniform(3.5, 4.5)  # noqa: S311 - as above


class Hub:
    """All open streams of this process, and the version of each topic (a table, say).

    ``cap``: streams one owner may have open; one more closes that owner's oldest. It is below the six connections that
    a browser opens to one host, so that pages and taps still get through. ``first_beat`` and
    ``beat`` give the seconds to the first and to each further heartbeat, a little different each time, so
    that they spread.
    """

    def __init__(
        self,
        cap: int = 4,
        first_beat: Callable[[], float] = _first_beat,
        beat: Callable[[], float] = _beat,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.cap = cap
        self.first_beat = first_beat
        self.beat = beat
        self.clock = clock
        self._lock = threading.Lock()
        self._versions: dict[str, int] = {}
        self._streams: dict[str, list[Stream]] = {}
        self._owners: dict[str, list[Stream]] = {}
        self._closed = False

    def subscribe(self, topic: str, key: Hashable, owner: str, restless: bool = False) -> Stream:
        """A stream of ``topic`` for one viewer; it counts against ``owner`` from its first event on. A ``restless``
        one looks again at every heartbeat, and whenever another stream of the topic comes or goes."""
        return Stream(self, topic, key, owner, restless)

    def keys(self, topic: str) -> set[Hashable]:
        """What the subscribers of the streams open now gave to tell them apart."""
        with self._lock:
            return {stream.key for stream in self._streams.get(topic, ())}

    def end(self, owner: str) -> None:
        """Ends the streams of one owner; what they showed is not theirs any more."""
        with self._lock:
            streams = list(self._owners.get(owner, ()))
        for stream in streams:
            stream.close()

    def publish(self, topic: str) -> None:
        """Says that a new state of ``topic`` stands, already on disk. Never waits for a viewer."""
        with self._lock:
            self._versions[topic] = self._versions.get(topic, 0) + 1
            streams = list(self._streams.get(topic, ()))
        for stream in streams:
            stream.wake()

    def version(self, topic: str) -> int:
        """How often ``topic`` has been published since the start."""
        with self._lock:
            return self._versions.get(topic, 0)

    def count(self, topic: str) -> int:
        """The streams of ``topic`` that are open now."""
        with self._lock:
            return len(self._streams.get(topic, ()))

    def close(self) -> None:
        """Ends all streams, now and from now on: the process stops."""
        with self._lock:
            self._closed = True
            streams = [stream for group in self._streams.values() for stream in group]
        for stream in streams:
            stream.close()

    def _add(self, stream: Stream) -> bool:
        """Takes the stream in; False when the hub is closed."""
        with self._lock:
            if self._closed:
                return False
            self._streams.setdefault(stream.topic, []).append(stream)
            of_owner = self._owners.setdefault(stream.owner, [])
            of_owner.append(stream)
            surplus = of_owner[: -self.cap]
        for oldest in surplus:
            oldest.close(SURPLUS)
        self._stir(stream)
        return True

    def _stir(self, stream: Stream) -> None:
        """Has the restless streams beside this one look again."""
        with self._lock:
            beside = [other for other in self._streams.get(stream.topic, ()) if other.restless and other is not stream]
        for other in beside:
            other.look_again()

    def _drop(self, stream: Stream) -> None:
        with self._lock:
            _take_out(self._streams, stream.topic, stream)
            _take_out(self._owners, stream.owner, stream)
        self._stir(stream)


class Stream(Iterator[str]):
    """What one viewer's connection is sent: the state at once, then each newest one, and heartbeats between.

    ``version`` is the version of the topic that is being rendered, ``key`` what its subscriber gave to tell
    viewers apart. The server closes it when the client goes away.
    """

    def __init__(self, hub: Hub, topic: str, key: Hashable, owner: str, restless: bool = False) -> None:
        self.topic = topic
        self.key = key
        self.owner = owner
        self.restless = restless
        self.version = -1
        self._again = False
        self._hub = hub
        self._render: Render = lambda stream: None
        self._wake = threading.Event()
        self._last: str | None = None
        self._sent: bytes | None = None
        self._next_beat: float | None = None
        self._closed = False

    def response(self, render: Render, packed: bool = False) -> Response:
        """The answer to the request that opened the stream, as gzip if ``packed``; each change calls ``render``."""
        events = self.events(render)
        response = Response(Packed(events) if packed else events, mimetype="text/event-stream")
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    def events(self, render: Render) -> Stream:
        """The events themselves, as text."""
        self._render = render
        return self

    def wake(self) -> None:
        """Makes the stream look whether there is something to send."""
        self._wake.set()

    def look_again(self) -> None:
        """Makes the stream render anew although nothing was published; what it has sent already it keeps to itself."""
        self._again = True
        self.wake()

    def close(self, last: str | None = None) -> None:
        """Ends the stream, from any thread, after the event ``last`` if there is one."""
        self._last = last
        self._closed = True
        self._hub._drop(self)
        self.wake()

    def __next__(self) -> str:
        if self._next_beat is None:
            if self._closed or not self._hub._add(self):
                raise StopIteration
            self._next_beat = self._hub.clock() + self._hub.first_beat()
        while True:
            # Cleared before looking: a publish from here on wakes us again.
            self._wake.clear()
            event = self._news()
            if self._closed:
                last, self._last = self._last, None
                if last is None:
                    raise StopIteration
                return last
            if event is not None:
                return event
            rest = self._next_beat - self._hub.clock()
            if rest <= 0:
                self._next_beat = self._hub.clock() + self._hub.beat()
                self._again = self.restless
                return BEAT
            self._wake.wait(rest)

    def _news(self) -> str | None:
        """The newest state as an event, unless this viewer has it already."""
        version = self._hub.version(self.topic)
        if self._closed or (version == self.version and not self._again):
            return None
        self.version, self._again = version, False
        try:
            rendered = self._render(self)
        except Exception as error:
            _log.error("A stream ended: %s", fault(error))
            self.close()
            return None
        if rendered is None:
            return None
        event_id, html = rendered
        digest = hashlib.blake2b(html.encode(), digest_size=16).digest()
        if digest == self._sent:
            return None
        self._sent = digest
        lines = html.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
        return f"id: {event_id}\ndata: {lines}\n\n"


class Packed(Iterator[bytes]):
    """A stream as gzip. Each event is compressed by itself, so that a stream keeps no state, and comes out whole."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._head = GZIP_HEAD

    def __next__(self) -> bytes:
        head, self._head = self._head, b""
        return head + pack(next(self._stream))

    def close(self) -> None:
        self._stream.close()


def pack(event: str) -> bytes:
    """Whole deflate blocks without the last one's mark; any number of them in a row are one stream."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(event.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)


class RenderCache:
    """What several viewers share, rendered once a change; only the newest version of a topic is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._topics: dict[str, tuple[int, dict[Hashable, _Slot]]] = {}

    def get(self, topic: str, version: int, key: Hashable, make: Callable[[], str]) -> str:
        """The text for ``key`` at this version, made now if nobody has made it yet.

        ``make`` runs outside the cache's lock; who asks for the same text meanwhile waits for it. A version
        older than the newest asked for is made afresh and not kept.
        """
        with self._lock:
            newest, slots = self._topics.get(topic, (-1, {}))
            if version > newest:
                slots = {}
                self._topics[topic] = (version, slots)
            slot = _Slot() if version < newest else slots.setdefault(key, _Slot())
        with slot.lock:
            if slot.text is None:
                slot.text = make()
            return slot.text


class _Slot:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.text: str | None = None


def _take_out(groups: dict[str, list[Stream]], name: str, stream: Stream) -> None:
    group = groups.get(name, [])
    if stream in group:
        group.remove(stream)
        if not group:
            del groups[name]
