"""Who is looking. A view is made for one viewer, by listing what that viewer may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.state import State


@dataclass(frozen=True)
class Viewer:
    """A seat (its number), or with ``seat`` None the table screen and everybody else.

    ``held``: what the seat may hold to look at is included (for a tool, never for a page or a stream).
    ``told``: the scoring of a finished round has been told so far that identities are on the table.
    """

    seat: int | None = None
    held: bool = False
    told: bool = True


TABLE = Viewer()


def head(game: str, state: State[Any, Any]) -> dict[str, Any]:
    """The part of a view that every game has and everybody may know."""
    return {
        "game": game,
        "round": state.round,
        "status": state.status,
        "over_by": state.over_by,
        "turn": state.turn and state.turn.shown(),
        "reminders": [dict(reminder) for reminder in state.reminders],
    }
