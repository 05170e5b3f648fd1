"""A disk that works as long as a test wants it to."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from companion.store import Store
from companion.writing import Work, in_place

T = TypeVar("T")
PATIENCE = 10


class Asked(NamedTuple):
    """A commit that waits for the disk."""

    store: Store
    work: Work
    then: Callable[[Exception | None], None]

    def works(self) -> None:
        self.then(self.work())

    def fails(self) -> None:
        self.store._db.conn.execute("ROLLBACK")
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        self.then(full)


class SlowDisk:
    """Carries commits out when it is told to. ``commits``: how many it was asked for."""

    def __init__(self, store: Store) -> None:
        self.commits = 0
        self._store = store
        self._asked: queue.Queue[tuple[Work, Callable[[Exception | None], None]]] = queue.Queue()
        store._writer.aside = self

    def __call__(self, work: Work, then: Callable[[Exception | None], None]) -> None:
        self.commits += 1
        self._asked.put((work, then))

    def is_asked(self) -> Asked:
        """Waits until something is to be committed."""
        return Asked(self._store, *self._asked.get(timeout=PATIENCE))

    def works(self) -> None:
        """The next commit succeeds."""
        self.is_asked().works()

    def is_full(self) -> None:
        """The next commit fails."""
        self.is_asked().fails()

    def is_quick(self) -> None:
        """From now on, and with all that it was asked for."""
        self._store._writer.aside = in_place
        while not self._asked.empty():
            self.works()

    def is_waited_for(self, by: int) -> None:
        """Waits until so many have come to write and have no turn yet."""
        patience = threading.Event()
        for _ in range(PATIENCE * 1000):
            if len(self._store._writer._waiting) == by:
                return
            patience.wait(0.001)
        raise AssertionError(f"not {by} are waiting")


class Doing(Generic[T]):
    """Something that is done in a thread of its own."""

    def __init__(self, what: Callable[..., T], *given: Any, **named: Any) -> None:
        self._what, self._given, self._named = what, given, named
        self._came: queue.Queue[T | BaseException] = queue.Queue()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._came.put(self._what(*self._given, **self._named))
        except BaseException as error:
            self._came.put(error)

    @property
    def is_over(self) -> bool:
        return not self._came.empty()

    def result(self) -> T:
        """What it gave. Raises what it raised."""
        came = self._came.get(timeout=PATIENCE)
        if isinstance(came, BaseException):
            raise came
        return came
