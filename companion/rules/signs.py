"""How facts of a view become signs on a board: one line of data for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from companion.rules.board import Badge, Thing
from companion.rules.pieces import Pieces
from companion.rules.text import TN, T, Text


@dataclass(frozen=True)
class Sign:
    """The ``fact`` of a seat, or of the table, as a small sign. ``label`` is filled with ``{n}`` where it is a number.

    A fact that is null, false, 0 or empty shows nothing, unless it is to be seen ``always`` (null never is). Of counts
    by group each is a sign, with ``{group}``; of a list of ``pieces`` each is one, with its own icon and its label in
    the place called ``names``.
    """

    fact: str
    icon: str
    label: Text
    tone: str = ""
    always: bool = False
    pieces: Pieces | None = None
    names: str = "piece"

    def badges(self, facts: Mapping[str, Any]) -> list[Badge]:
        """The signs for the facts of a seat, or of the table."""
        value = facts[self.fact]
        if value is None or not (value or self.always):
            return []
        if isinstance(value, dict):
            return [self._badges(group, n) for group, n in value.items()]
        if self.pieces is not None:
            return [self._badges(id, True) for id in value]
        return [self._badges("", value)]

    @cached_property
    def _badges(self) -> Callable[[str, int | bool], Badge]:
        return lru_cache(2**8, typed=True)(self._badge)

    def _badge(self, which: str, n: int | bool) -> Badge:
        """The sign for a count, of a group or of the whole, or for one piece."""
        if self.pieces is not None:
            piece = self.pieces[which]
            return Badge(piece.icon, self.label.filled(**{self.names: piece.label}), tone=self.tone)
        if isinstance(n, bool):
            return Badge(self.icon, self.label, tone=self.tone)
        filled = self.label.filled(group=which) if which else self.label.filled(n=n)
        return Badge(self.icon, filled, n, self.tone)


@dataclass(frozen=True)
class Lying:
    """Pieces in the list ``fact`` of the table that lie there to stay; ``icon`` is for those without one, ``count`` how
    many there are with those that lie face down."""

    fact: str
    pieces: Pieces
    icon: str = ""
    note: Text = T("turned up")  # noqa: RUF009 - a sentence is frozen
    count: int = 0

    def covered(self, view: Mapping[str, Any]) -> int:
        """How many lie face down."""
        return max(0, self.count - len(view[self.fact]))

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        """What lies, for the board."""
        found = (self.pieces[id] for id in view[self.fact])
        return [Thing(piece.icon or self.icon, piece.label, self.note) for piece in found]


GOLD = Sign("gold", "gold", TN("{n} gold", "{n} gold"), always=True)
HAND = Sign("hand", "hand", TN("{n} card in hand", "{n} cards in hand"), always=True)
DECK = Sign("deck", "deck", T("Draw deck"), always=True)


def badges(signs: Sequence[Sign], facts: Mapping[str, Any]) -> tuple[Badge, ...]:
    """The signs of these facts, in the order in which they are listed."""
    return tuple(badge for sign in signs for badge in sign.badges(facts))
