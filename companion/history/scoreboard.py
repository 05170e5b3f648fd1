"""Tonight's scoreboard: how often each person and each side has won tonight, and a line about one person. Pure.

It counts at one table; ``history`` has the totals over all game nights. ``web.render.scoreboard`` draws it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.engine.scoring import find_lone_winner
from companion.engine.text import Text

ALONE = "alone"
EACH_SIDE = "each-side"
LAST_THREE = "last-three"


class SideCard(NamedTuple):
    """A side as a small card.

    It has a name, a drawing, the ``clan`` whose badge it carries ("" for none), and ``beside``: it wins together with
    another side.
    """

    label: Text
    icon: str = ""
    clan: str = ""
    beside: bool = False


class Dealt(NamedTuple):
    """A person in a deal.

    ``person`` is "" for a forgotten person, ``side`` None for a person on no side, ``won`` None for one who can neither
    win nor lose.
    """

    person: str
    side: SideCard | None
    won: bool | None


Deal = Sequence[Dealt]
"""Everyone who was dealt into a round.

In games whose rounds nobody wins, a deal is a whole game, and nobody is on a side.
"""


class Row(NamedTuple):
    """A person with the deals that they have won, and the games of several rounds."""

    person: str
    wins: int
    crowns: int


def make_rows(deals: Sequence[Deal], crowned: Iterable[str], seated: Iterable[str]) -> list[Row]:
    """List everyone who was dealt in: most wins first, then most crowns, then in the order of ``seated``."""
    wins = Counter(part.person for deal in deals for part in deal if part.won)
    crowns = Counter(crowned)
    dealt = dict.fromkeys(part.person for deal in deals for part in deal if part.person)
    found = (
        Row(person, wins[person], crowns[person]) for person in dict.fromkeys((*seated, *dealt)) if person in dealt
    )
    return sorted(found, key=lambda row: (-row.wins, -row.crowns))


def has_sides(deal: Deal) -> bool:
    return any(part.side for part in deal)


def find_winning_sides(deal: Deal) -> tuple[SideCard, ...]:
    """Return the sides of the winners, each once; a side that wins with another one only if no other has won."""
    sides = dict.fromkeys(part.side for part in deal if part.won and part.side is not None)
    return tuple(side for side in sides if not side.beside) or tuple(sides)


def find_leading(deals: Sequence[Deal]) -> tuple[list[SideCard], int]:
    """Return the sides that have won most deals, and how many deals that is."""
    wins = Counter(side for deal in deals for side in find_winning_sides(deal))
    most = max(wins.values(), default=0)
    return [side for side, n in wins.items() if n == most], most


def find_true_line(deals: Sequence[Deal]) -> tuple[str, str] | None:
    """Find a line that is true of only one person; return it with that person."""
    for what, people in (
        (ALONE, _list_alone(deals)),
        (EACH_SIDE, _list_on_each_side(deals)),
        (LAST_THREE, _list_last_three(deals)),
    ):
        if len(found := {*people} - {""}) == 1:
            return what, found.pop()
    return None


def _list_alone(deals: Sequence[Deal]) -> Iterator[str]:
    """List the people who were the only winner of a deal."""
    for deal in deals:
        sides = {seat: part.side for seat, part in enumerate(deal)}
        winner = find_lone_winner(sides, [seat for seat, part in enumerate(deal) if part.won])
        if winner is not None:
            yield deal[winner].person


def _list_on_each_side(deals: Sequence[Deal]) -> Iterator[str]:
    """List the people who have won on every side that there was."""
    sides = {part.side for deal in deals for part in deal if part.won is not None} - {None}
    won = {(part.person, part.side) for deal in deals for part in deal if part.won}
    if len(sides) > 1:
        yield from (winner for winner in {person for person, _ in won} if all((winner, side) in won for side in sides))


def _list_last_three(deals: Sequence[Deal]) -> set[str]:
    """List the people who have won the last three deals."""
    won = [{part.person for part in deal if part.won} for deal in deals[-3:]]
    return set.intersection(*won) if len(won) == 3 else set()
