"""Counting cards: which can be dealt together, and which choices a seat has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

Prepared = Counter[str]
CardT = TypeVar("CardT", str, int)


def contains(prepared: Counter[CardT], cards: Iterable[CardT]) -> bool:
    """Whether ``cards`` can all come out of the ``prepared`` ones."""
    return all(prepared[card] >= count for card, count in Counter(cards).items())


def any_contains(preparations: Sequence[Prepared], cards: Sequence[str]) -> bool:
    """The same for games that can be prepared in more than one way."""
    return any(contains(prepared, cards) for prepared in preparations)
