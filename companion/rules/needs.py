"""Named conditions, each with its sentence: the same one greys a button or a choice and judges what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from companion.rules.text import Text

Need = Callable[[Any, Any], Text | None]
"""Asked with the state and a seat or a piece's id: None when it is met, else why not."""
Needs = tuple[Need, ...]


def need(text: Text, met: Callable[[Any, Any], object]) -> Need:
    """A need that holds where ``met`` says so of the state and the seat or piece asked about; ``text`` says why not.

    In the sentence ``{name}`` is the seat asked about; other places are filled by who asks (a field: by its own name).
    """

    @lru_cache(2**10)
    def said_of(name: str) -> Text:
        """Kept, for it is said of the same people at every change."""
        return text.filled(name=name)

    def why_not(state: Any, value: Any) -> Text | None:
        if met(state, value):
            return None
        return said_of(state.seats[value].name) if isinstance(value, int) and value >= 0 else text

    return why_not


def unmet(needs: Iterable[Need], state: Any, value: Any) -> Text | None:
    """The sentence of the first need that is not met; None when all are."""
    for one in needs:
        why = one(state, value)
        if why is not None:
            return why
    return None
