"""A disk that works as long as a test wants it to."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from companion.storage.store import Store

T = TypeVar("T")
PATIENCE = 10


class Asked:
    """A commit that waits for the disk."""

    def __init__(self) -> None:
        self._answer: queue.Queue[bool] = queue.Queue()

    def works(self) -> None:
        self._answer.put(True)

    def fails(self) -> None:
        self._answer.put(False)

    def wait(self) -> None:
        if not self._answer.get(timeout=PATIENCE):
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full


class SlowDisk:
    """The file, and the connection that writes to it, which commits when it is told to."""

    def __init__(self, store: Store) -> None:
        self._store, self._db = store, store._db
        self._asked: queue.Queue[Asked] = queue.Queue()
        self.conn = self
        store._db = cast(Any, self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            self.wait()
        return self._db.conn.execute(sql, *given)

    def wait(self) -> None:
        """As everything does that has to be on it."""
        asked = Asked()
        self._asked.put(asked)
        asked.wait()

    def is_asked(self) -> Asked:
        """Waits until something is to be committed."""
        return self._asked.get(timeout=PATIENCE)

    def works(self) -> None:
        """The next commit succeeds."""
        self.is_asked().works()

    def is_full(self) -> None:
        """The next commit fails."""
        self.is_asked().fails()

    def is_quick(self) -> None:
        """From now on, and with all that it was asked for."""
        self._store._db = self._db
        while not self._asked.empty():
            self.works()


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
