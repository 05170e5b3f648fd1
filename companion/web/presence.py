"""Presence of phones: a screen that goes dark for a moment has not gone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

GRACE = 20.0
"""Seconds after which somebody whose last connection has ended counts as gone."""


ASKS = 6.0
"""Seconds for which somebody who has asked, and has no connection, is there."""


class Presence:
    """Keeps who was there lately, by topic. Before ``GRACE`` has passed since the start nobody is known to be gone:
    phones are still on their way back to a program that was started again.

    Not safe for threads: its owner calls it under a lock.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lapses: dict[str, int] = {}
        self.starts_anew()

    def starts_anew(self) -> None:
        """Nobody is known to have been there."""
        self._began = self._clock()
        self._left: dict[str, dict[Hashable, float]] = {}
        self._asked: dict[str, dict[Hashable, float]] = {}

    def came(self, topic: str, key: Hashable) -> None:
        self._since(topic).pop(key, None)
        self._asked.get(topic, {}).pop(key, None)

    def left(self, topic: str, key: Hashable) -> None:
        self._since(topic)[key] = self._clock()

    def here(self, topic: str, connected: Iterable[Hashable]) -> set[Hashable]:
        """Those who are connected or have just asked."""
        asked = {key for key, moment in self._asked.get(topic, {}).items() if self._clock() - moment < ASKS}
        return {*connected, *asked}

    def asks(self, topic: str, key: Hashable) -> None:
        """Somebody asks who has no connection."""
        self._asked.setdefault(topic, {})[key] = self._clock()
        self.left(topic, key)

    def present(self, topic: str, connected: Iterable[Hashable]) -> set[Hashable] | None:
        """Those who are connected or were so a moment ago; None where it is too early to tell."""
        self.lapses(topic)
        since = self._since(topic)
        return None if None in since else {*connected, *since}

    def lapses(self, topic: str) -> int:
        """How often somebody has come to count as gone by time alone."""
        since, now = self._since(topic), self._clock()
        over = [key for key, left in since.items() if now - left >= GRACE]
        for key in over:
            del since[key]
        self._lapses[topic] = self._lapses.get(topic, 0) + len(over)
        return self._lapses[topic]

    def _since(self, topic: str) -> dict[Hashable, float]:
        return self._left.setdefault(topic, {None: self._began})
