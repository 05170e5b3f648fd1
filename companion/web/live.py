"""The live stream: every screen gets the newest state of its table, pushed as a rendered fragment.

The id of an event names the version of what it brings; where that is not all of the live part, a second one after it
is the version of the page that it makes whole. A page that shows another one has no use for it.

A stream never holds a queue: a viewer that was away gets the state that stands now, and nothing of what
came before. Who announces a change sends it to all streams, and waits for none; what has to wait, and the heartbeats,
are a timekeeper's. Only ``threading`` primitives are used, so any threaded WSGI server can carry it.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Hashable

from flask import Response, request

from companion.web.carrying import CARRIER, Reader, Sink
from companion.web.guard import fault
from companion.web.packing import Event, Packed, plain
from companion.web.presence import Presence
from companion.web.regions import Live
from companion.web.timekeeper import Due, Job, Timekeeper

BEAT: Event = ("event: beat\ndata: 1\n\n",)
SURPLUS: Event = ("event: surplus\ndata: 1\n\n",)
"""The last word to a page that would otherwise come back at once, and put out another one of the same owner."""


Render = Callable[["Stream"], tuple[str, Live] | None]
"""Gives a viewer's page as (event id, its live part), or None for nothing to send. It may close the stream."""

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
        timekeeper: Timekeeper | None = None,
    ) -> None:
        self.cap = cap
        self.first_beat = first_beat
        self.beat = beat
        self.clock = clock
        self._lock = threading.Lock()
        self._versions: dict[str, int] = {}
        self._comings: dict[str, int] = {}
        self._streams: dict[str, list[Stream]] = {}
        self._owners: dict[str, list[Stream]] = {}
        self._presence = Presence(clock)
        self.together: Callable[[Callable[[], None]], None] = lambda draw: draw()
        """Has all that comes of one change drawn: what drawing needs is got ready once."""
        self.timekeeper = timekeeper or Timekeeper(clock)
        self._closed = False

    def subscribe(
        self, topic: str, key: Hashable, owner: str, render: Render, restless: bool = False, packed: bool = False
    ) -> Stream:
        """A stream of ``topic`` for one viewer, as gzip if ``packed``; each change calls ``render``. It counts against
        ``owner`` from its first event on. A ``restless`` one looks again at every heartbeat, and whenever another
        stream of the topic comes or goes."""
        return Stream(self, topic, key, owner, render, restless, packed)

    def keys(self, topic: str) -> set[Hashable]:
        """What the subscribers of the streams open now gave to tell them apart."""
        with self._lock:
            return {stream.key for stream in self._streams.get(topic, ())}

    def near(self, topic: str) -> set[Hashable] | None:
        """The same with those whose last stream has just ended; None where it is too early to tell."""
        with self._lock:
            return self._presence.near(topic, [stream.key for stream in self._streams.get(topic, ())])

    def topics(self) -> list[str]:
        """The topics that somebody looks at now."""
        with self._lock:
            return list(self._streams)

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

        def send() -> None:
            for stream in streams:
                stream.wake()

        self.together(send)

    def version(self, topic: str) -> int:
        """Another number after every change of ``topic``, and a greater one."""
        return self._versions.get(topic, 0)

    def comings(self, topic: str) -> int:
        """How often a stream of ``topic`` has come or gone since the start, or somebody who is not near any more."""
        with self._lock:
            return self._comings.get(topic, 0) + self._presence.lapses(topic)

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
        self.timekeeper.stop()

    def after(self, seconds: float, job: Job) -> Due:
        """Has ``job`` done in so many seconds."""
        return self.timekeeper.at(self.clock() + seconds, job)

    def turn_of(self, stream: Stream) -> bool:
        """Takes the turn to send to ``stream``; False while another one has it."""
        with self._lock:
            free = not stream.turn
            stream.turn = True
            return free

    def _add(self, stream: Stream) -> bool:
        """Takes the stream in; False when the hub is closed."""
        with self._lock:
            if self._closed:
                return False
            beside = self._streams.setdefault(stream.topic, [])
            # What everybody looks at is drawn before the phones that lie on the table.
            beside.insert(0 if stream.restless else len(beside), stream)
            self._presence.came(stream.topic, stream.key)
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
            self._comings[stream.topic] = self._comings.get(stream.topic, 0) + 1
            beside = [other for other in self._streams.get(stream.topic, ()) if other.restless and other is not stream]
        for other in beside:
            other.look_again()

    def _drop(self, stream: Stream) -> bool:
        """Takes the stream out; False when it is not in any more, or was not yet."""
        with self._lock:
            if not _take_out(self._streams, stream.topic, stream):
                return False
            _take_out(self._owners, stream.owner, stream)
            if all(other.key != stream.key for other in self._streams.get(stream.topic, ())):
                self._presence.left(stream.topic, stream.key)
        self._stir(stream)
        return True


class Stream:
    """What one viewer's connection is sent: the state at once, then each newest one, and heartbeats between.

    ``version`` is the version of the topic that is being rendered, ``key`` what its subscriber gave to tell
    viewers apart. Whoever has news has them drawn and sent. No thread is the stream's own, so ``turn`` says whose it
    is to send: it is taken by who begins, and given back when all has gone out.
    """

    __slots__ = (
        "_again",
        "_beating",
        "_closed",
        "_due",
        "_encode",
        "_hub",
        "_render",
        "_sent",
        "_shown",
        "_sink",
        "_stale",
        "key",
        "owner",
        "packed",
        "restless",
        "topic",
        "turn",
        "version",
    )

    def __init__(
        self, hub: Hub, topic: str, key: Hashable, owner: str, render: Render, restless: bool, packed: bool
    ) -> None:
        self.topic = topic
        self.key = key
        self.owner = owner
        self.restless = restless
        self.packed = packed
        self.version = -1
        self.turn = False
        self._hub = hub
        self._render = render
        self._encode: Callable[[Event], bytes] = Packed() if packed else plain
        self._sink: Sink | None = None
        self._sent: Live | None = None
        self._shown = ""
        self._due: Due | None = None
        self._again = self._beating = self._stale = self._closed = False

    def response(self) -> Response:
        """The answer to the request that opened the stream."""
        carry = request.environ.get(CARRIER, Reader)
        response = Response(carry(self), mimetype="text/event-stream", direct_passthrough=True)
        if self.packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    def open(self, sink: Sink) -> None:
        self._sink = sink
        if not self._hub._add(self):
            self._ends()
            return
        self.wake()
        if not self._closed:
            self._due = self._hub.after(self._hub.first_beat(), self.beat)

    def wake(self) -> None:
        """Has what is new sent, at once or as soon as what came before has gone."""
        self._stale = True
        while self._stale and not self._closed and self._hub.turn_of(self):
            self._stale = False
            event, sink = self._news() or (BEAT if self._beating else None), self._sink
            self._beating = False
            if event is not None and sink is not None and not sink.send(self._encode(event)):
                # ``go_on`` gives the turn back, and may have done so already.
                return
            self.turn = False

    def beat(self) -> None:
        """Sends what is new to who looks again by and by, or else a heartbeat; and so on."""
        self._again = self._again or self.restless
        self._beating = True
        self.wake()
        if not self._closed:
            self._due = self._hub.after(self._hub.beat(), self.beat)

    def look_again(self) -> None:
        """Makes the stream render anew although nothing was published; what it has sent already it keeps to itself."""
        self._again = True
        self.wake()

    def written(self) -> None:
        self._hub.timekeeper.soon(self.go_on)

    def go_on(self) -> None:
        self.turn = False
        self.wake()

    def gone(self) -> None:
        self._hub.timekeeper.soon(self.close)

    def close(self, last: Event | None = None) -> None:
        """Ends the stream, from any thread, after the event ``last`` if there is one."""
        if not self._closed and self._hub._drop(self):
            self._ends(last)

    def _ends(self, last: Event | None = None) -> None:
        self._closed = True
        sink, self._sink = self._sink, None
        if sink is not None:
            sink.end(self._encode(last) if last else b"")
        self._render, self._sent = _nothing, None
        if self._due is not None:
            self._due.cancel()

    def _news(self) -> Event | None:
        """The newest state as an event, unless this viewer has it already."""
        version = self._hub.version(self.topic)
        if version == self.version and not self._again:
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
        event_id, live = rendered
        whole, pieces = live.since(self._sent)
        self._sent = live
        if not pieces:
            return None
        named = event_id if whole else f"{event_id} {self._shown}"
        self._shown = event_id
        return (f"id: {named}\ndata: ", *pieces, "\n\n")


def _nothing(stream: Stream) -> None:
    """Renders nothing."""


def _take_out(groups: dict[str, list[Stream]], name: str, stream: Stream) -> bool:
    group = groups.get(name, [])
    if stream not in group:
        return False
    group.remove(stream)
    if not group:
        del groups[name]
    return True
