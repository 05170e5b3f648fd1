"""The live stream: every screen gets the newest state of its table, pushed as a rendered fragment.

A stream never holds a queue: a viewer that was away gets the state that stands now, and nothing of what
came before. Only ``threading`` primitives are used, so any threaded WSGI server can carry it.
"""

from __future__ import annotations

import hashlib
import logging
import random
import re
import threading
import time
from collections.abc import Callable, Hashable, Iterator

from flask import Response

from companion.web.guard import fault

Render = Callable[["Stream"], tuple[str, str] | None]
"""Gives a viewer's page as (event id, HTML), or None for nothing to send. It may close the stream."""

BEAT = "event: beat\ndata: 1\n\n"

_log = logging.getLogger(__name__)
_LINE_END = re.compile(r"\r\n|\r|\n")


def _first_beat() -> float:
    return random.uniform(1, 4)  # noqa: S311 - spreads the load, keeps no secret


def _beat() -> float:
    return random.uniform(3.5, 4.5)  # noqa: S311 - as above


class Hub:
    """All open streams of this process, and the version of each topic (a table, say).

    ``cap``: streams one owner may have open; one more closes that owner's oldest. ``first_beat`` and
    ``beat`` give the seconds to the first and to each further heartbeat, a little different each time, so
    that they spread.
    """

    def __init__(
        self,
        cap: int = 6,
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

    def subscribe(self, topic: str, key: Hashable, owner: str) -> Stream:
        """A stream of ``topic`` for one viewer; it counts against ``owner`` from its first event on."""
        return Stream(self, topic, key, owner)

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
            oldest.close()
        return True

    def _drop(self, stream: Stream) -> None:
        with self._lock:
            _take_out(self._streams, stream.topic, stream)
            _take_out(self._owners, stream.owner, stream)


class Stream(Iterator[str]):
    """What one viewer's connection is sent: the state at once, then each newest one, and heartbeats between.

    ``version`` is the version of the topic that is being rendered, ``key`` what its subscriber gave to tell
    viewers apart. The server closes it when the client goes away.
    """

    def __init__(self, hub: Hub, topic: str, key: Hashable, owner: str) -> None:
        self.topic = topic
        self.key = key
        self.owner = owner
        self.version = -1
        self._hub = hub
        self._render: Render = lambda stream: None
        self._wake = threading.Event()
        self._sent: bytes | None = None
        self._next_beat: float | None = None
        self._closed = False

    def response(self, render: Render) -> Response:
        """The answer to the request that opened the stream; each change of the topic calls ``render``."""
        response = Response(self.events(render), mimetype="text/event-stream")
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

    def close(self) -> None:
        """Ends the stream, from any thread."""
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
                raise StopIteration
            if event is not None:
                return event
            rest = self._next_beat - self._hub.clock()
            if rest <= 0:
                self._next_beat = self._hub.clock() + self._hub.beat()
                return BEAT
            self._wake.wait(rest)

    def _news(self) -> str | None:
        """The newest state as an event, unless this viewer has it already."""
        version = self._hub.version(self.topic)
        if self._closed or version == self.version:
            return None
        self.version = version
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
        lines = "".join(f"data: {line}\n" for line in _LINE_END.split(html))
        return f"id: {event_id}\n{lines}\n"


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
