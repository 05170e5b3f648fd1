"""The frame of the table screen: the places round the edge, clockwise from the top left, and what is between them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.web import templates

SPLIT = {
    2: (1, 0, 1, 0), 3: (2, 0, 1, 0), 4: (2, 0, 2, 0), 5: (3, 0, 2, 0), 6: (2, 1, 2, 1), 7: (3, 1, 2, 1),
    8: (3, 1, 3, 1), 9: (4, 1, 3, 1), 10: (4, 1, 4, 1), 11: (4, 1, 4, 2), 12: (4, 2, 4, 2),
}  # fmt: skip
"""How many sit at the top, right, bottom and left edge, by the number of places."""
EDGES = ("top", "right", "bottom", "left")


class Person(NamedTuple):
    """The name at a place, with the colour and the figure."""

    name: str
    colour: int
    figure: str


def edges(places: int) -> list[tuple[str, list[int]]]:
    """The edges that have places, each with the seats there in clockwise order."""
    order = list(range(places))
    found = []
    for edge, count in zip(EDGES, SPLIT[min(12, max(2, places))], strict=True):
        found.append((edge, order[:count]))
        order = order[count:]
    return [(edge, seats) for edge, seats in found if seats]


@lru_cache(2**8)
def frame(kind: str, url: str, lang: str, people: tuple[Person, ...], clans: tuple[str | None, ...]) -> tuple[str, ...]:
    """The frame around and between the regions of a table screen in play: of each seat one for whose turn it is and
    one for what lies before it, in the order of ``edges``. ``clans`` are the public backs by seat. The same object for
    the same arguments: streams tell frames apart by that."""
    around = edges(len(people))
    names = tuple(person.name for person in people)
    given = {"people": people, "names": names, "clans": clans, "places": len(people), "edges": around}
    return templates.frame("table/ring.html", lang, kind=kind, url=url, **given)


@lru_cache(2**8)
def show(kind: str, url: str, lang: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The frame while the score is told."""
    return templates.frame("table/show_frame.html", lang, kind=kind, url=url, names=names)
