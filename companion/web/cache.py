"""A cache of drawn parts that several viewers share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any


class RenderCache:
    """Parts that several viewers share, rendered once a change; only the newest version of a topic is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._topics: dict[str, tuple[int, dict[Hashable, _Slot]]] = {}
        self._same: dict[str, dict[Hashable, tuple[object, Any]]] = {}

    def get(self, topic: str, version: int, key: Hashable, make: Callable[[], Any]) -> Any:
        """The part for ``key`` at this version, made now if nobody has made it yet.

        ``make`` runs outside the cache's lock; who asks for the same meanwhile waits for it. A version
        older than the newest asked for is made afresh and not kept.
        """
        newest, slots = self._topics.get(topic, (-1, {}))
        if version == newest and (known := slots.get(key)) is not None and known.made is not None:
            return known.made
        with self._lock:
            newest, slots = self._topics.get(topic, (-1, {}))
            if version > newest:
                slots = {}
                self._topics[topic] = (version, slots)
            slot = _Slot() if version < newest else slots.setdefault(key, _Slot())
        with slot.lock:
            if slot.made is None:
                slot.made = make()
            return slot.made

    def same(self, topic: str, key: Hashable, given: object, make: Callable[[], Any]) -> Any:
        """The part for ``key`` made of ``given``, kept over changes as long as ``given`` stays. One made of another
        takes its place, so that a long game keeps no more than a short one."""
        kept = self._same.setdefault(topic, {})
        before = kept.get(key)
        if before is None or before[0] != given:
            before = kept[key] = given, make()
        return before[1]


class _Slot:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: Any = None
