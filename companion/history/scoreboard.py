"""Tonight: who has won how often this evening, which side how often, and one line that is true of one person. Pure.

It counts at one table; ``history`` has the sums over all evenings. ``web.render.scoreboard`` draws it.
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

    That is its name, its drawing, the ``clan`` whose sign it wears ("": none), and whether it wins ``beside`` others.
    """

    label: Text
    icon: str = ""
    clan: str = ""
    beside: bool = False


class Dealt(NamedTuple):
    """Somebody in a deal.

    ``person`` is empty for who was forgotten, ``side`` None for who is on none, ``won`` None for who can neither win
    nor lose.
    """

    person: str
    side: SideCard | None
    won: bool | None


Deal = Sequence[Dealt]
"""A round, or a game of one round, for everybody who was dealt in.

A whole game is one where nobody wins its rounds, and there nobody is on a side.
"""


class Row(NamedTuple):
    """A person: deals won, and whole games of several rounds."""

    person: str
    wins: int
    crowns: int


def make_rows(deals: Sequence[Deal], crowned: Iterable[str], seated: Iterable[str]) -> list[Row]:
    """Everybody who was dealt in, most wins first, then most crowns, then as they are ``seated``."""
    wins = Counter(part.person for deal in deals for part in deal if part.won)
    crowns = Counter(crowned)
    dealt = dict.fromkeys(part.person for deal in deals for part in deal if part.person)
    found = (Row(one, wins[one], crowns[one]) for one in dict.fromkeys((*seated, *dealt)) if one in dealt)
    return sorted(found, key=lambda row: (-row.wins, -row.crowns))


def has_sides(deal: Deal) -> bool:
    return any(part.side for part in deal)


def find_winning_sides(deal: Deal) -> tuple[SideCard, ...]:
    """Return the sides of those who have won, each once; one that wins beside others only where it alone has won."""
    sides = dict.fromkeys(part.side for part in deal if part.won and part.side is not None)
    return tuple(side for side in sides if not side.beside) or tuple(sides)


def find_leading(deals: Sequence[Deal]) -> tuple[list[SideCard], int]:
    """Return the sides that have won most deals, and how many."""
    wins = Counter(side for deal in deals for side in find_winning_sides(deal))
    most = max(wins.values(), default=0)
    return [side for side, n in wins.items() if n == most], most


def find_true_line(deals: Sequence[Deal]) -> tuple[str, str] | None:
    """Find a line that is true of one person alone, and of whom."""
    for what, people in (
        (ALONE, _list_alone(deals)),
        (EACH_SIDE, _list_on_each_side(deals)),
        (LAST_THREE, _list_last_three(deals)),
    ):
        if len(found := {*people} - {""}) == 1:
            return what, found.pop()
    return None


def _list_alone(deals: Sequence[Deal]) -> Iterator[str]:
    """List the people who have won a deal alone."""
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
        yield from (one for one in {person for person, _ in won} if all((one, side) in won for side in sides))


def _list_last_three(deals: Sequence[Deal]) -> set[str]:
    """List the people who have won the last three deals."""
    won = [{part.person for part in deal if part.won} for deal in deals[-3:]]
    return set.intersection(*won) if len(won) == 3 else set()
