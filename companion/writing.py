"""One sync for all that waits: who writes to the data file, in which order, and when it is on disk.

SQLite lets one write at a time, and a commit takes as long as the disk syncs: 20 ms on an SD card. Whoever wants to
write gets a turn, in the order in which they came. What several write one after the other is one transaction, each
part of it whole or not at all, and it is committed for all of them when nobody else waits for a turn. Those who come
while the disk works are the next transaction.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

MOST = 50
"""Parts of one transaction at most, so that the first never waits for ever."""

Work = Callable[[], Exception | None]
"""What waits for the disk, and gives what went wrong. Raises nothing."""
Meanwhile = Callable[[Callable[[], bool]], None]
"""What is called while the disk works, with what says whether it is done. Raises nothing."""
Aside = Callable[[Work, Callable[[Exception | None], None]], None]
"""Has the first done, perhaps elsewhere, and calls the second with what it gave. Does not wait for it."""


def in_place(work: Work, then: Callable[[Exception | None], None]) -> None:
    """Where everybody has a thread of their own, nobody else stands still meanwhile."""
    then(work())


class _Together:
    """What is committed together. ``begun``: the disk works; ``over``: it is done, or ``error`` says why nothing is
    saved. ``before``: how much had been changed when it began; ``done``: the disk is, whoever may not know it yet."""

    def __init__(self, before: int) -> None:
        self.parts = 0
        self.done = False
        self.before = before
        self.begun = threading.Event()
        self.over = threading.Event()
        self.error: Exception | None = None

    def end(self, error: Exception | None) -> None:
        self.error = error
        self.begun.set()
        self.over.set()


class Writer:
    """Who writes with ``conn``, which nobody else uses. Safe to use from several threads."""

    def __init__(self, conn: sqlite3.Connection, aside: Aside = in_place) -> None:
        self.aside = aside
        self._conn = conn
        self._lock = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Event] = deque()
        self._open: _Together | None = None
        self._mine = threading.local()

    @property
    def writes(self) -> bool:
        """Whether this thread has its turn now: it alone sees what is not on disk yet."""
        return getattr(self._mine, "writes", False)

    def wait(self) -> None:
        """Until what this thread has written is on disk, or is known not to be."""
        together: _Together | None = getattr(self._mine, "together", None)
        if together is not None:
            together.over.wait()

    @contextlib.contextmanager
    def write(self, meanwhile: Meanwhile) -> Iterator[None]:
        """A turn: what is written in it is on disk when this ends, or it raises and nothing of it is.

        ``meanwhile`` is called while the disk works, where that is done elsewhere. Raises the
        ``sqlite3.Error`` of the disk, to everybody whose part was in that transaction. Within a turn of one's own it
        is a part of that.
        """
        if self.writes:
            yield
            return
        with self._turn():
            together = self._begin()
            self._conn.execute("SAVEPOINT part")
            try:
                yield
                self._conn.execute("RELEASE part")
            except BaseException as error:
                self._take_back(together, error)
                raise
            together.parts += 1
        self._settle(together, meanwhile)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """A turn without a transaction, for what can't be in one."""
        if self.writes:
            yield
            return
        with self._turn():
            if self._open:
                self._end(self._open, self._commit())
            yield

    def carry_out(self, work: Callable[[], T]) -> T:
        """The same for what takes long: done where nobody else stands still meanwhile."""
        found: list[T] = []
        over = _Together(0)

        def done() -> Exception | None:
            try:
                found.append(work())
            except Exception as error:
                return error
            return None

        with self.alone():
            self.aside(done, over.end)
            over.over.wait()
        if over.error:
            raise over.error
        return found[0]

    # -- turns --------------------------------------------------------------------------------------------------
    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        self._take()
        self._mine.writes = True
        try:
            yield
        finally:
            self._mine.writes = False
            self._pass_on()

    def _take(self) -> None:
        with self._lock:
            if not self._taken:
                self._taken = True
                return
            mine = threading.Event()
            self._waiting.append(mine)
        try:
            mine.wait()
        except BaseException:
            with self._lock:
                left = mine in self._waiting
                if left:
                    self._waiting.remove(mine)
            if not left:
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """The turn goes to who waits for it. Where nobody does, what was written is committed for all. Never waits,
        but for the disk where that is not done elsewhere."""
        with self._lock:
            full = self._open is not None and self._open.parts >= MOST
            following = self._waiting.popleft() if self._waiting and not full else None
            if following is None and self._open is None:
                self._taken = False
                return
        if following is not None:
            following.set()
            return
        together = self._open
        assert together is not None
        together.begun.set()

        def commit() -> Exception | None:
            try:
                return self._commit()
            finally:
                together.done = True

        def over(error: Exception | None) -> None:
            self._end(together, error)
            self._pass_on()

        if not together.parts:
            over(self._roll_back())
        elif self._conn.total_changes == together.before:
            over(self._commit())  # nothing to be synced
        else:
            self.aside(commit, over)

    # -- transactions -------------------------------------------------------------------------------------------
    def _begin(self) -> _Together:
        if self._open is None:
            self._conn.execute("BEGIN IMMEDIATE")
            self._open = _Together(self._conn.total_changes)
        return self._open

    def _take_back(self, together: _Together, error: BaseException) -> None:
        """One part goes, the others stay; all go where SQLite could not but give up the whole."""
        with contextlib.suppress(sqlite3.Error):
            self._conn.execute("ROLLBACK TO part")
            self._conn.execute("RELEASE part")
            return
        self._roll_back()
        cause = error if isinstance(error, sqlite3.Error) else error.__cause__
        self._end(together, cause if isinstance(cause, sqlite3.Error) else sqlite3.OperationalError("rolled back"))

    def _settle(self, together: _Together, meanwhile: Meanwhile) -> None:
        self._mine.together = together
        try:
            together.begun.wait()
            if not together.over.is_set():
                meanwhile(lambda: together.done)
            together.over.wait()
        finally:
            self._mine.together = None
        if together.error:
            raise together.error

    def _end(self, together: _Together, error: Exception | None) -> None:
        self._open = None
        together.end(error)

    def _commit(self) -> sqlite3.Error | None:
        try:
            self._conn.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            return error
        return None

    def _roll_back(self) -> sqlite3.Error | None:
        try:
            if self._conn.in_transaction:
                self._conn.execute("ROLLBACK")
        except sqlite3.Error as error:
            return error
        return None
