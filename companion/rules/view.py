"""Who is looking. A view is made for one viewer, by listing what that viewer may know."""

from __future__ import annotations

from dataclasses import dataclass


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
