"""Who is looking, and what a view is made of: the facts a game lists. What is not listed is seen by nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.state import OVER, ROUND_OVER, State

View = dict[str, Any]


@dataclass(frozen=True)
class Viewer:
    """A seat (its number), or with ``seat`` None the table screen and everybody else.

    ``held``: what the seat may hold to look at is included (for a tool, never for a page or a stream).
    ``told``: the scoring of a finished round has been told so far that identities are on the table.
    ``all``: the whole truth, for replay alone.
    """

    seat: int | None = None
    held: bool = False
    told: bool = True
    all: bool = False


TABLE = Viewer()
TRUTH = Viewer(all=True)

Knows = Callable[[Any, Viewer, int], bool]
Value = Callable[[Any, int], Any]


def everybody(state: State[Any, Any], viewer: Viewer, seat: int) -> bool:
    """Known to all at any time."""
    return True


def told(state: State[Any, Any], viewer: Viewer, seat: int = -1) -> bool:
    """Known to all once the round is scored and its score has been told."""
    return viewer.told and state.status in (ROUND_OVER, OVER)


@dataclass(frozen=True)
class Shown:
    """A fact of a view that is more than an open attribute.

    ``value`` makes it of the state and the seat (-1: a fact of the table; default: the attribute of that name).
    ``known`` says who may see it, beside who holds it to look at; ``covered`` is what all others see (default: null).
    """

    name: str
    known: Knows = everybody
    value: Value | None = None
    covered: Callable[[Any, Viewer, int], Any] = lambda state, viewer, seat: None


CARD = Shown("card", told)
"""The role or clan card of a seat: secret until the score is told."""
ASIDE = Shown("aside", told)
"""The set-aside cards, likewise."""
SCORE = Shown("score", told)

Facts = Sequence[str | Shown]
"""What a game lists: names of attributes that lie open, and facts with more to say."""
Seen = Iterable[tuple[str, int]]
"""Facts that a viewer may see for itself alone, by name and seat (-1: of the table)."""


def make_view(
    game: str, public: Facts, of_seat: Facts, state: State[Any, Any], viewer: Viewer, held: Seen = ()
) -> View:
    """What the viewer may know: the common head, the listed facts of the table, and those of each seat.

    ``held`` are the covered facts that this viewer may see beside what everybody knows.
    """
    sees = frozenset(held)

    def at(thing: Any, facts: Facts, seat: int) -> View:
        """The listed facts of the state, or of one seat, as this viewer sees them."""
        found = {}
        for fact in facts:
            if isinstance(fact, str):
                value = getattr(thing, fact)
                found[fact] = value if type(value) in _AS_IT_IS else plain(value)
            elif viewer.all or (fact.name, seat) in sees or fact.known(state, viewer, seat):
                made = getattr(thing, fact.name) if fact.value is None else fact.value(state, seat)
                found[fact.name] = plain(made)
            else:
                found[fact.name] = plain(fact.covered(state, viewer, seat))
        return found

    seats = []
    for index, seat in enumerate(state.seats):
        sits_out = {"sits_out": True} if seat.sits_out and not seat.newcomer else {}
        seats.append({"name": seat.name, **at(seat, of_seat, index), **sits_out})
    head = {
        "game": game,
        "round": state.round,
        "status": state.status,
        "over_by": "stopped" if state.stopped else state.over_by,
        "turn": state.turn and state.turn.shown(),
        "reminders": [dict(reminder) for reminder in state.reminders],
    }
    return {**head, **at(state, public, -1), "seats": seats}


_AS_IT_IS = frozenset({str, int, bool, float, type(None)})


def plain(value: Any) -> Any:
    """A value as JSON has it, and a copy: nobody changes the state by a view."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return {key: plain(one) for key, one in vars(value).items()}
