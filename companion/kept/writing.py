"""The one connection that writes: a transaction at a time, committed where nobody else stands still meanwhile.

What is written stands in the store; how a whole file is checked and mended in ``data_file``.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Executor(Protocol):
    """A function that does what takes long, and waits for it."""

    def __call__(self, work: Callable[[], T], /) -> T: ...


def in_place(work: Callable[[], T]) -> T:
    """Run the work at once, where everybody has a thread of their own."""
    return work()


class Writer:
    """The owner of the connection that writes. Safe to use from several threads."""

    def __init__(self, conn: sqlite3.Connection, executor: Executor = in_place) -> None:
        self.executor = executor
        self.conn = conn
        self.lock = threading.Lock()
        self._owner: int | None = None

    @property
    def writes(self) -> bool:
        """True in the thread of the transaction: it alone sees what is not on disk yet."""
        return self._owner == threading.get_ident()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin a transaction: all that is written within is on disk when it ends, or it raises and nothing is."""
        with self.lock:
            self.conn.execute("BEGIN IMMEDIATE")
            self._owner = threading.get_ident()
            try:
                yield
                self.executor(lambda: self.conn.execute("COMMIT"))
            except BaseException:
                # SQLite may have rolled back by itself.
                with contextlib.suppress(sqlite3.Error):
                    self.conn.execute("ROLLBACK")
                raise
            finally:
                self._owner = None

    def alone(self, work: Callable[[], T]) -> T:
        """Do what takes long, and can't be in a transaction."""
        with self.lock:
            return self.executor(work)
