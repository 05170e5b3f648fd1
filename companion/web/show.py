"""The board on which a round's score is told: a place for everybody, which fills beat by beat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.board import Card, Fall, Line, Step
from companion.rules.text import Text


@dataclass(frozen=True)
class Spot:
    """A person's place: the ``card``, once it is up, and the newest ``lines`` that concern them; ``lit`` where they
    have just come. ``falls``: the gold that falls there now, each piece with its place in the order."""

    card: Card | None = None
    turns_up: bool = False
    lines: tuple[Line, ...] = ()
    lit: bool = False
    falls: tuple[tuple[int, Fall], ...] = ()


@dataclass(frozen=True)
class Shown:
    """The board at one beat: what is said above it, the places in their order, and the sums of sides below it.
    ``cards``: some lie there, up or down. Of the sums it is said
    whether they have just come."""

    title: Text
    says: tuple[Text, ...]
    spots: tuple[Spot, ...]
    sums: tuple[tuple[bool, Line], ...]
    cards: bool


def beside(words: str, name: str) -> str:
    """What is said of somebody beside whose name it stands: of "1. Anna: 3 + 1 = 4" the sum."""
    before, _, rest = words.partition(name)
    alone = not before.strip("0123456789. ") and (not rest or rest[0] in _PARTS)
    return rest.lstrip(_PARTS) if alone else words


def says_alone(words: str, amount: int) -> bool:
    """The amount is the only number in the words: of "share 4, dragon −2" it is not, whatever that comes to."""
    return [int(one.replace("−", "-")) for one in re.findall(r"[-−]?\d+", words)] == [amount]


_PARTS = " :,\u00a0\u202f"


def shown(steps: Sequence[Step], people: int) -> Shown:
    """The board when these steps have been told, the last one perhaps in part."""
    newest, last = steps[-1], len(steps) - 1
    turning = newest.turning[-1] if newest.turning else None
    cards = {line.seat: line for step in steps for line in step.turning}
    lines: dict[int, tuple[int, tuple[Line, ...]]] = {}
    sums: dict[str, tuple[bool, Line]] = {}
    for number, step in enumerate(steps):
        for seat in range(people):
            if own := tuple(line for line in step.lines if line.seat == seat and line.card is None):
                lines[seat] = number, own
        of_all = [line for line in step.lines if line.seat is None and line.amount is not None]
        # What sides have stays below the board; other sums stand with their step alone.
        sums = {key: one for key, one in sums.items() if one[1].clan}
        sums |= {line.clan or str(line.text): (number == last, line) for line in of_all}

    def spot(seat: int) -> Spot:
        up, (number, own) = cards.get(seat), lines.get(seat, (-1, ()))
        falls = tuple((order, fall) for order, fall in enumerate(newest.falls) if fall.seat == seat)
        return Spot(up.card if up else None, up is turning is not None, own, number == last, falls)

    twist = turning.card.twist if turning and turning.card else None
    says = tuple(line.text for line in newest.lines if line.seat is None and line.amount is None)
    return Shown(twist or newest.title, says, tuple(map(spot, range(people))), tuple(sums.values()), bool(cards))
