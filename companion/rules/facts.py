"""Reading a facts file: each fact is checked, and an error names the one that can't be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.errors import RuleError
from companion.rules.fields import is_number, plain
from companion.rules.text import T, Text


def rounds(given: Mapping[str, Any], most: int | None = None) -> list[Mapping[str, Any]]:
    """The rounds of a file; at least one, at most ``most``."""
    found = given.get("rounds")
    if not isinstance(found, list) or not found:
        raise RuleError(T("rounds must be a list of at least one round"))
    if most is not None and len(found) > most:
        raise RuleError(T("rounds: at most {n} expected, not {count}", n=most, count=len(found)))
    return found


def keys(given: Any, needed: Sequence[str], where: Text, optional: Sequence[str] = ()) -> Mapping[str, Any]:
    """``given`` as an object with exactly the ``needed`` keys, and perhaps the ``optional`` ones."""
    if not isinstance(given, dict):
        raise RuleError(T("{where} must be an object with {keys}", where=where, keys=list(needed)))
    for key in given:
        if key not in needed and key not in optional:
            raise RuleError(T("{where}: unknown fact {key}", where=where, key=plain(key)))
    for key in needed:
        if key not in given:
            raise RuleError(T("{where}: the fact {key} is missing", where=where, key=key))
    return given


def seats(given: Any, needed: Sequence[str]) -> list[Mapping[str, Any]]:
    """The seats of a round, each an object with exactly the ``needed`` facts (``name`` among them)."""
    if not isinstance(given, list):
        raise RuleError(T("seats must be a list, one for each player"))
    found = [keys(seat, needed, T("seat {n}", n=index)) for index, seat in enumerate(given)]
    for index, seat in enumerate(found):
        if not isinstance(seat["name"], str) or not seat["name"].strip():
            raise RuleError(T("seat {n}: the name must be a text", n=index))
    return found


def number(value: Any, what: Text, low: int = 0, high: int = 999) -> int:
    """``value`` as a whole number from ``low`` to ``high``."""
    if not is_number(value) or not low <= value <= high:
        limits = {"what": what, "low": low, "high": high, "value": plain(value)}
        raise RuleError(T("{what} must be a whole number from {low} to {high}, not {value}", **limits))
    return int(value)


def card(value: Any, cards: Mapping[str, Text], name: str | Text) -> str:
    """``value`` as one of the game's cards."""
    if not isinstance(value, str) or value not in cards:
        wrong = {"name": name, "value": plain(value), "cards": list(cards)}
        raise RuleError(T("the card of {name} can't be {value}: one of {cards} was expected", **wrong))
    return value
