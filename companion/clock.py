"""The clock of a turn, which only counts: it ends no turn, and most tables never switch it on."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion.rules.text import RuleError, T

MOST = 60
"""Minutes after which may be asked at the latest."""


def now() -> float:
    """Seconds since 1970."""
    return time.time()


def steady() -> float:
    """Seconds since 1970 as they were when the program began, and going on evenly from there: where this machine's
    clock is set meanwhile, nothing that is shown for some seconds jumps."""
    return _SHIFT + time.monotonic()


_SHIFT = time.time() - time.monotonic()


def moment() -> str:
    """The instant, with its time zone, as the journal keeps it."""
    return datetime.fromtimestamp(now(), UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Clock:
    """The settings of a table's clock, and the turn that it measures.

    ``shown``: everybody sees it. ``ask``: the minutes after which the voice asks who is on turn (0: never). ``turn``
    names the turn that runs ("": none does), ``since`` is when it began, ``paused`` when the clock was stopped (None:
    it runs), ``held`` how many seconds it has stood still before. Times are seconds since 1970.
    """

    shown: bool = False
    ask: int = 0
    turn: str = ""
    since: float = 0.0
    paused: float | None = None
    held: float = 0.0

    @property
    def wanted(self) -> bool:
        return self.shown or self.ask > 0

    def set(self, shown: bool, ask: int) -> Clock:
        """Shown or hidden, and when to ask. Raises a RuleError for minutes that can't be."""
        if not 0 <= ask <= MOST:
            raise RuleError(T("the clock can ask after 1 to {most} minutes, or never (0)", most=MOST))
        return replace(self, shown=shown, ask=ask)

    def follow(self, turn: str, now: float) -> Clock:
        """The clock while ``turn`` runs: it starts anew with every turn."""
        return self if turn == self.turn else replace(self, turn=turn, since=now, paused=None, held=0.0)

    def stop(self, now: float) -> Clock:
        """It stands still, until it goes on or the turn ends."""
        return self if self.paused is not None or not self.turn else replace(self, paused=now)

    def go_on(self, now: float) -> Clock:
        if self.paused is None:
            return self
        return replace(self, paused=None, held=self.held + now - self.paused)

    @property
    def start(self) -> float:
        """When the turn would have begun, had the clock never stood still."""
        return self.since + self.held

    @property
    def due(self) -> float | None:
        """When the voice asks, None for never, or while the clock stands still."""
        if not self.ask or not self.turn or self.paused is not None:
            return None
        return self.start + 60 * self.ask
