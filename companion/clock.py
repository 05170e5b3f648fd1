"""The clocks of this machine, and the one that a game in one file may start.

All that depends on time asks here, so that tests can set it. The rules ask no clock at all.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime


def now() -> float:
    """Return the seconds since 1970."""
    return time.time()


def steady() -> float:
    """Return the seconds since 1970 as they were when the program began, going on evenly from there.

    Where this machine's clock is set meanwhile, nothing that is shown for some seconds jumps.
    """
    return _SHIFT + time.monotonic()


_SHIFT = time.time() - time.monotonic()


def moment() -> str:
    """Return the instant, with its time zone, as the journal keeps it."""
    return datetime.fromtimestamp(now(), UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Clock:
    """A clock of the game.

    ``of`` names it as it was set last ("": none is set), ``since`` is when that was, in seconds since 1970.
    """

    of: str = ""
    since: float = 0.0
