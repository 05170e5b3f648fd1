"""Streams: each screen gets the newest state of its table as drawn regions, and a heartbeat between.

The id of an event names the version of what it brings; where that is not all of the live part, a second one after it
is the version of the page that it makes whole. A page that shows another one has no use for it.

A stream never holds a queue: a viewer that was away gets the present state, and nothing of what came before.
It is an ordinary answer that never ends: it waits for a change or the next heartbeat, and yields it. Only ``threading``
primitives are used, so any threaded WSGI server can carry it.
"""

from __future__ import annotations

import contextlib
import logging
import random
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass, field
from math import inf

from flask import Response, request

from companion import clock
from companion.web.errors import format_traceback_without_message
from companion.web.render.regions import LivePage

BEAT = "event: beat\n"
"""How a heartbeat starts; its data is Companion's time, to which a page sets its timers."""
SURPLUS = "event: surplus\ndata: 1\n\n"
"""The last event to a page whose owner has opened too many others: the page must not reconnect."""
FULL = "event: full\ndata: 1\n\n"
"""The only event to a page for which there is no room: it asks now and then instead."""

OFTEN = 2.5
SELDOM = 4.5
"""Seconds from one heartbeat to the next, at least and at most. A page that hears nothing for ``SILENCE`` (in
``static/js/base/live.js``) takes its stream for dead."""
GRACE = 20.0
"""Seconds from the end of someone's last stream until they count as gone: a screen that goes dark has not gone."""
ASKS = 6.0
"""Seconds for which someone without a stream counts as there after asking."""

Render = Callable[[], tuple[str, LivePage]]
"""Draws a viewer's page: the id of the event, and the live part."""

_log = logging.getLogger(__name__)


def heartbeat_interval() -> float:
    """Choose the seconds from one heartbeat to the next."""
    return random.uniform(OFTEN, SELDOM)  # noqa: S311 - spreads the load, protects no secret


@dataclass(eq=False, slots=True)
class Stream:
    """The stream of one viewer: the state at once, then each newest one, and heartbeats between."""

    hub: Hub
    topic: str
    key: Hashable
    """The viewer, as presence knows it: the tokens of a phone."""
    owner: str
    """The one whose streams are counted together; of a guest its page."""
    render: Render
    guest: bool = False
    """Its viewer has no seat and is not the host: a topic has a bounded number of such streams."""
    shows_presence: bool = False
    """Redraw on every heartbeat and on every connect or disconnect: the page shows presence."""
    shown: str = ""
    """The version that the page shows already."""
    again: bool = False
    """The page had a stream before, and may have missed regions besides its live part."""
    make_due: Callable[[], float] = lambda: inf
    """Makes the change that is due, and returns the seconds until the next one is."""
    last: str = ""
    """The last event, once the stream is closed."""
    waiter: threading.Event = field(default_factory=threading.Event)
    _version: int = -1
    _looks: bool = False
    _closed: bool = False
    _sent: LivePage | None = None

    def events(self) -> Generator[str, None, None]:
        """Yield the events until the stream is closed."""
        hub = self.hub
        due = 0.0
        try:
            if not hub.add(self):
                self._closed = True
            while not self._closed:
                self.waiter.clear()
                left = self.make_due()
                beats = hub.clock() >= due
                if beats and self.shows_presence:
                    self._looks = True
                event = self._draw_news() or (f"{BEAT}data: {clock.steady():.3f}\n\n" if beats else "")
                if not event:
                    self.waiter.wait(min(due - hub.clock(), left))
                elif not self._closed:
                    yield event
                    due = hub.clock() + hub.beat()
            if self.last:
                yield self.last
        finally:
            self.close()

    def respond(self) -> Response:
        """Answer the request that opened the stream."""
        packed = request.accept_encodings.quality("gzip") > 0
        response = Response(_compress(self.events()) if packed else self.events(), mimetype="text/event-stream")
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    def wake(self, again: bool = False) -> None:
        """Have the stream send what is new; ``again``: also if nothing was published."""
        if again:
            self._looks = True
        self.waiter.set()

    def close(self, last: str = "") -> None:
        """End the stream after the event ``last``, if any. Safe from any thread."""
        if not self._closed:
            self.last = last
            self._closed = True
        self.hub.drop(self)
        self.waiter.set()

    def _draw_news(self) -> str:
        """Return the newest state as an event, unless this viewer has it already."""
        version = self.hub.find_version(self.topic)
        if version == self._version and not self._looks:
            return ""
        self._version = version
        self._looks = False
        try:
            event_id, live = self.render()
        except Exception as error:
            _log.error("A stream ended: %s", format_traceback_without_message(error))
            self.close()
            return ""
        before = self._sent
        self._sent = live
        if before is None and event_id == self.shown:
            before = live._replace(oob=()) if self.again else live
        whole, data = live.diff(before)
        if not data:
            return ""
        named = event_id if whole else f"{event_id} {self.shown}"
        self.shown = event_id
        return f"id: {named}\ndata: {data}\n\n"


class Hub:
    """The open streams, and the version of each topic (a table).

    ``cap``: streams one owner can have open; one more closes that owner's oldest. It is below the six connections that
    a browser opens to one host, so that pages and taps still get through. ``guests``: streams of guests that a topic
    can have open; one more is refused. ``beat`` gives the seconds to each heartbeat, a little different each time, so
    that they spread.
    """

    def __init__(
        self,
        cap: int = 4,
        guests: int = 64,
        beat: Callable[[], float] = heartbeat_interval,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.cap = cap
        self.guests = guests
        self.beat = beat
        self.clock = clock
        self._lock = threading.Lock()
        self._versions: Counter[str] = Counter()
        self._arrivals: Counter[str] = Counter()
        self._streams: dict[str, list[Stream]] = {}
        self._closed = False
        self._start_anew()

    def publish(self, topic: str) -> None:
        """Announce that a topic has a new state on disk. Never waits for a viewer.

        Screens that everyone looks at come before the phones on the table.
        """
        with self._lock:
            self._versions[topic] += 1
        for stream in sorted(self._list_streams(topic), key=lambda stream: not stream.shows_presence):
            stream.wake()

    def find_version(self, topic: str) -> int:
        """Return the version of a topic, which grows with every change."""
        return self._versions[topic]

    # -- who is there -----------------------------------------------------------------------------------------------
    def _start_anew(self) -> None:
        """Forget who was there: phones are still coming back, so for a while nobody counts as gone."""
        self._began = self.clock()
        self._heard: dict[str, dict[Hashable, tuple[float, bool]]] = {}

    def _list_connected(self, topic: str) -> set[Hashable]:
        return {stream.key for stream in self._streams.get(topic, ())}

    def _find_unconnected(self, topic: str) -> dict[Hashable, tuple[float, bool]]:
        """Return when each one without a stream was last heard from, and whether they ask; remove who is gone."""
        since = self._heard.setdefault(topic, {None: (self._began, False)})
        now = self.clock()
        for key in [key for key, (moment, _) in since.items() if now - moment >= GRACE]:
            del since[key]
            self._arrivals[topic] += 1
        return since

    def list_connected(self, topic: str) -> set[Hashable]:
        """Return the keys of those who have a stream, or ask now and then instead."""
        with self._lock:
            heard = self._find_unconnected(topic).items()
            now = self.clock()
            return self._list_connected(topic) | {key for key, (then, asks) in heard if asks and now - then < ASKS}

    def list_connected_or_recent(self, topic: str) -> set[Hashable] | None:
        """Return the same, with those whose last stream has just ended; None if it is too early to tell."""
        with self._lock:
            since = self._find_unconnected(topic)
            return None if None in since else {*self._list_connected(topic), *since}

    def note_asking(self, topic: str, key: Hashable) -> None:
        """Note that someone without a stream asks for the state."""
        with self._lock:
            if key not in self._list_connected(topic):
                self._find_unconnected(topic)[key] = self.clock(), True

    def count_arrivals(self, topic: str) -> int:
        """Count arrivals and departures on a topic since the start: another number says that someone came or went."""
        with self._lock:
            self._find_unconnected(topic)
            return self._arrivals[topic]

    # -- streams ----------------------------------------------------------------------------------------------------

    def list_topics(self) -> list[str]:
        """Return the topics that someone looks at now."""
        with self._lock:
            return list(self._streams)

    def end(self, topic: str, owner: str) -> None:
        """End the streams of an owner whose page it is no more."""
        for stream in self._list_streams(topic):
            if stream.owner == owner:
                stream.close()

    def close(self) -> None:
        """End all streams and take no new ones: the process stops."""
        with self._lock:
            self._closed = True
        self._end_all()

    def reset_presence(self) -> None:
        """Close all streams and reset presence. Clients that still have a network reconnect."""
        self._end_all()
        with self._lock:
            self._start_anew()

    def _end_all(self) -> None:
        for topic in self.list_topics():
            for stream in self._list_streams(topic):
                stream.close()

    def add(self, stream: Stream) -> bool:
        """Add a stream; return False when the hub is closed, or has no room for one more guest."""
        with self._lock:
            if self._closed:
                return False
            there = self._streams.get(stream.topic, [])
            # What a guest's page has still open is one that it has lost.
            most = 1 if stream.guest else self.cap
            surplus = [other for other in there if other.owner == stream.owner][: 1 - most or None]
            if stream.guest and sum(other.guest for other in there) - len(surplus) >= self.guests:
                stream.last = FULL
                return False
            self._streams[stream.topic] = [*there, stream]
            self._find_unconnected(stream.topic).pop(stream.key, None)
        for oldest in surplus:
            oldest.close(SURPLUS)
        self._wake_presence_pages(stream)
        return True

    def drop(self, stream: Stream) -> None:
        """Remove a stream, if it is there."""
        with self._lock:
            there = self._streams.get(stream.topic, [])
            if stream not in there:
                return
            there.remove(stream)
            if not there:
                del self._streams[stream.topic]
            if stream.key not in self._list_connected(stream.topic):
                self._find_unconnected(stream.topic)[stream.key] = self.clock(), False
        self._wake_presence_pages(stream)

    def _list_streams(self, topic: str) -> list[Stream]:
        with self._lock:
            return list(self._streams.get(topic, ()))

    def _wake_presence_pages(self, stream: Stream) -> None:
        """Have the restless streams of the stream's topic look again: someone came or went."""
        if stream.shows_presence:
            return
        with self._lock:
            self._arrivals[stream.topic] += 1
        for other in self._list_streams(stream.topic):
            if other.shows_presence:
                other.wake(again=True)


def _compress(events: Generator[str, None, None]) -> Iterator[bytes]:
    """Yield the events as gzip, with a small window: many streams are open for a long time."""
    packer = zlib.compressobj(level=1, wbits=16 + 13, memLevel=5)
    with contextlib.closing(events):
        for event in events:
            yield packer.compress(event.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
