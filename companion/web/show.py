"""The board on which a round's score is told: a place for everybody, which fills beat by beat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.board import Card, Line, Step
from companion.rules.text import Text


@dataclass(frozen=True)
class Spot:
    """A person's place: the ``card``, once it is up, and the newest ``lines`` that concern them."""

    card: Card | None = None
    turns_up: bool = False
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Shown:
    """The board at one beat: what is said above it, and the places in their order. ``cards``: some lie there, up or
    down."""

    title: Text
    says: tuple[Text, ...]
    spots: tuple[Spot, ...]
    cards: bool


def beside(words: str, name: str) -> str:
    """What is said of somebody beside whose name it stands: of "1. Anna: 3 + 1 = 4" the sum."""
    before, _, rest = words.partition(name)
    alone = not before.strip("0123456789. ") and (not rest or rest[0] in _PARTS)
    return rest.lstrip(_PARTS) if alone else words


_PARTS = " :,\u00a0\u202f"


def shown(steps: Sequence[Step], people: int) -> Shown:
    """The board when these steps have been told, the last one perhaps in part."""
    newest = steps[-1]
    turning = newest.turning[-1] if newest.turning else None
    cards = {line.seat: line for step in steps for line in step.turning}
    # Below the cards stands what has been told since the round was.
    since = next((n for n, step in enumerate(steps, start=1) if step.picture), len(steps))
    lines: dict[int | None, tuple[Line, ...]] = {}
    for step in steps[since:]:
        for seat in {line.seat for line in step.lines}:
            lines[seat] = tuple(line for line in step.lines if line.seat == seat)

    def spot(seat: int) -> Spot:
        up = cards.get(seat)
        return Spot(up.card if up else None, up is turning is not None, lines.get(seat, ()))

    twist = turning.card.twist if turning and turning.card else None
    says = tuple(line.text for line in newest.lines if line.seat is None and line.amount is None)
    return Shown(twist or newest.title, says, tuple(map(spot, range(people))), bool(cards))
