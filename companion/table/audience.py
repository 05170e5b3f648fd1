"""Who looks at a table: they are shown what stands there, as soon as it is on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Audience(Protocol):
    """All who look at tables, each by its code."""

    def prepare(self, code: str, done: Callable[[], bool]) -> int:
        """A new state is being saved, and may be drawn meanwhile, until that is ``done``. Nobody gets any of it before
        the number that this gives is published; never, where it could not be saved. Called under the table's lock.
        Raises nothing."""

    def publish(self, code: str, prepared: int | None = None) -> None:
        """A new state stands and is on disk: the one that was ``prepared``, where it was."""


class Nobody:
    """No audience: nothing is drawn."""

    def prepare(self, code: str, done: Callable[[], bool]) -> int:
        return 0

    def publish(self, code: str, prepared: int | None = None) -> None:
        pass
