"""What may be asked of a table at any moment, and is never seen before it is on disk."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Settled(Generic[T]):
    """An attribute of a table. Who asks while somebody else's change is being saved waits until it is."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, table: Any, owner: type) -> T:
        with table._lock:
            found: T = table.__dict__[self._name]
        return found

    def __set__(self, table: Any, value: T) -> None:
        table.__dict__[self._name] = value
