"""What is done at its time, and by nobody's request: heartbeats, and whatever a connection had to wait for."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from companion.web.guard import fault

Job = Callable[[], None]

TOGETHER = 0.05
"""Seconds: what is due so soon after another waits for it, so that many heartbeats are not as many awakenings."""

IN_A_ROW = 8
"""Jobs after which everybody else has a turn: with thousands of streams a tap would have to wait for them."""

_log = logging.getLogger(__name__)


class Due:
    """Something that will be done at its moment, or not at all any more."""

    __slots__ = ("job", "moment", "number")

    def __init__(self, moment: float, number: int, job: Job) -> None:
        self.moment = moment
        self.number = number
        self.job: Job | None = job

    def __lt__(self, other: Due) -> bool:
        return (self.moment, self.number) < (other.moment, other.number)

    def cancel(self) -> None:
        """Nothing is held for it any more."""
        self.job = None


class Timekeeper:
    """One thread for all streams, from the first job on until ``stop``. ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._due: list[Due] = []
        self._soon: deque[Job] = deque()
        self._woken = threading.Event()
        self._runs = False
        self._stopped = False

    def at(self, moment: float, job: Job) -> Due:
        """Has ``job`` done when the clock says ``moment``, or a little later."""
        with self._lock:
            due = Due(moment, next(self._numbers), job)
            first = not self._due or due < self._due[0]
            heapq.heappush(self._due, due)
            begins, self._runs = not self._runs and not self._stopped, True
        if begins:
            self.begin()
        elif first:
            self._woken.set()
        return due

    def begin(self) -> None:
        """Starts the thread."""
        threading.Thread(target=self._run, name="streams", daemon=True).start()

    def soon(self, job: Job) -> None:
        """Has ``job`` done in the thread. Never waits, so that an event loop may call it."""
        self._soon.append(job)
        self._woken.set()

    def work(self) -> float | None:
        """Does what is due now. Gives the seconds until there is more, None where nothing is known to come."""
        done = 0
        while (job := self._next()) is not None:
            _do(job)
            done += 1
            if done % IN_A_ROW == 0:
                time.sleep(0)
        with self._lock:
            return max(self._due[0].moment - self._clock(), TOGETHER) if self._due else None

    def stop(self) -> None:
        """Ends the thread; what is due is due no more."""
        self._stopped = True
        self._woken.set()

    def _next(self) -> Job | None:
        if self._soon:
            return self._soon.popleft()
        with self._lock:
            while self._due and (self._due[0].job is None or self._due[0].moment <= self._clock()):
                if job := heapq.heappop(self._due).job:
                    return job
        return None

    def _run(self) -> None:
        while not self._stopped:
            # Cleared before looking: who has something from here on wakes us again.
            self._woken.clear()
            self._woken.wait(self.work())


def _do(job: Job) -> None:
    try:
        job()
    except Exception as error:
        _log.error("What was due went wrong: %s", fault(error))
