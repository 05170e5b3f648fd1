"""Forms with which phones take seats: one that is sent again, because the answer got lost, gives the same seat."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

SECONDS = 120.0
"""How long a form may be sent again."""
_KEY = re.compile(r"[A-Za-z0-9_-]{22,43}")
Made = tuple[int, str]
"""A seat's id, and the token of the phone that holds it."""


@dataclass
class _Sent:
    began: float
    made: Made = field(repr=False)
    is_back: bool = False


class Joins:
    """The idempotency keys of such forms, in memory and for two minutes. A key gives its seat's token again until that
    has come back once as a cookie. Safe from several threads: seats are taken one after the other, and nobody else
    waits for that."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._sent: dict[tuple[str, str], _Sent] = {}

    def once(self, code: str, key: str, take: Callable[[], Made]) -> Made:
        """The result of ``take``, called once for each form's key."""
        if not _KEY.fullmatch(key):
            return take()
        with self._lock:
            self._sent = {key: sent for key, sent in self._sent.items() if self._is_young(sent)}
            sent = self._sent.get((code, key))
            if sent is None or sent.is_back:
                sent = self._sent[code, key] = _Sent(self._clock(), take())
            return sent.made

    def seat_of(self, code: str, key: str) -> int | None:
        """The seat that the form with this key has taken."""
        sent = self._sent.get((code, key))
        return sent.made[0] if sent and self._is_young(sent) else None

    def came_back(self, seats: Collection[int]) -> None:
        """Phones that hold these seats have their tokens: nobody is given one of them any more."""
        for sent in tuple(self._sent.values()):
            sent.is_back |= sent.made[0] in seats

    def _is_young(self, sent: _Sent) -> bool:
        return self._clock() - sent.began < SECONDS
