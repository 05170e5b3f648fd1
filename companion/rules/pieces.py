"""What is printed and has a name: roles, creatures, markers, goal cards; and which of them there are to be dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.fields import Choice
from companion.rules.text import Text


@dataclass(frozen=True)
class Piece:
    """A role, creature, marker or goal card. ``id`` stands in the record, ``label`` is its name in a sentence,
    ``note`` a hint beside its button, ``help`` the two sentences that people look up: what it does, and how one gets
    rid of it; ``title`` its name as the heading over them (default: the label)."""

    id: str
    label: Text
    icon: str = ""
    note: Text | None = None
    help: Text | None = None
    title: Text | None = None


Pieces = Mapping[str, Piece]


def pieces(*given: Piece) -> Pieces:
    """Pieces by their id, in the order in which they are always named."""
    return {piece.id: piece for piece in given}


def choices(
    given: Pieces, closed: Callable[[str], Text | None] = lambda id: None, among: Iterable[str] | None = None
) -> tuple[Choice, ...]:
    """The pieces ``among`` these ids (default: all) as the choices of a field."""
    return tuple(Choice(id, given[id].label, closed(id), given[id].icon) for id in (given if among is None else among))


Prepared = Counter[str]
"""The cards that are shuffled for a round, by id."""


def contains(prepared: Counter[Any], cards: Iterable[Any]) -> bool:
    """Whether ``cards`` can all come out of the ``prepared`` ones."""
    return all(prepared[card] >= count for card, count in Counter(cards).items())


def any_contains(preparations: Sequence[Prepared], cards: Sequence[str]) -> bool:
    """The same for games that can be prepared in more than one way."""
    return any(contains(prepared, cards) for prepared in preparations)
