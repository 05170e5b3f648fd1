"""One table at play: a value, ``At``, and commands on it that people give, which ``Table.do`` runs one at a time.

Everything a page may show comes out as a ``Screen``.
"""

from __future__ import annotations

from companion.table.at import DONE, LOBBY, LOOK, PLAY, REVEAL, At, Refused
from companion.table.screen import Screen, Viewer, make_screen
from companion.table.table import Table
from companion.table.tables import Tables

__all__ = [
    "DONE",
    "LOBBY",
    "LOOK",
    "PLAY",
    "REVEAL",
    "At",
    "Refused",
    "Screen",
    "Table",
    "Tables",
    "Viewer",
    "make_screen",
]
