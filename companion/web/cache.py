"""What several viewers share, drawn once a change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any


class RenderCache:
    """What several viewers share, rendered once a change; only the newest version of a topic is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._topics: dict[str, tuple[int, dict[Hashable, _Slot]]] = {}

    def get(self, topic: str, version: int, key: Hashable, make: Callable[[], Any]) -> Any:
        """What was made for ``key`` at this version, made now if nobody has made it yet.

        ``make`` runs outside the cache's lock; who asks for the same meanwhile waits for it. A version
        older than the newest asked for is made afresh and not kept.
        """
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


class _Slot:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: Any = None
