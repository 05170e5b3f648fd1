"""The screens at a table: they are shown what stands there, as soon as it is on disk."""

from __future__ import annotations

from typing import Protocol


class Audience(Protocol):
    """All who look at tables, each by its code."""

    def publish(self, code: str) -> None:
        """A new state stands, and is on disk. Waits for nobody; raises nothing."""


class Nobody:
    """No audience: nothing is drawn."""

    def publish(self, code: str) -> None:
        pass
