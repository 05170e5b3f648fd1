"""The clocks of this computer, and the timer that a game in one file can start.

All that depends on time asks here, so that tests can set it. The rules ask no clock at all.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime

HOUR = 3600


def now() -> float:
    """Return the seconds since 1970."""
    return time.time()


def steady() -> float:
    """Return the seconds since 1970 as they were when Companion started, going on evenly from there.

    If this computer's clock is set meanwhile, nothing that is shown for some seconds jumps.
    """
    return _SHIFT + time.monotonic()


_SHIFT = time.time() - time.monotonic()


def since_start() -> float:
    """Return seconds that go on evenly, also while the computer sleeps and when its clock is set."""
    if hasattr(time, "clock_gettime"):
        return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return time.monotonic()


def moment() -> str:
    """Return the instant, with its time zone, as the journal stores it."""
    return datetime.fromtimestamp(now(), UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Clock:
    """A timer of the game.

    ``of`` names it as it was set last ("": none is set), ``since`` is when that was, in seconds since 1970.
    """

    of: str = ""
    since: float = 0.0


class HostClock:
    """The time of the host's browser, because a box without its own clock doesn't know it.

    It dates games in the history, and nothing else.
    """

    SENSIBLE = range(1_577_836_800, 4_102_444_800)
    """From 2020 to 2099, in seconds since 1970: a browser that says another time has none, either."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def hear(self, said: float) -> None:
        """Hear what time it is, in seconds since 1970."""
        if int(said) in self.SENSIBLE:
            self._offset = said - since_start()

    def count_ahead(self) -> int:
        """Return by how many seconds it is ahead of this computer's clock now.

        That is 0 if they differ by at most an hour, or if no browser has sent the time yet.
        """
        ahead = 0 if self._offset is None else round(self._offset + since_start() - now())
        return ahead if abs(ahead) > HOUR else 0
