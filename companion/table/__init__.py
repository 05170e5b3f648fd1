"""One table at play: a value, ``At``, and commands on it that people give, which ``Table.do`` runs one at a time.

Everything a page may show comes out as a ``Screen``.
"""

from __future__ import annotations

from companion.table.snapshot import DONE, LOBBY, LOOK, PLAY, REVEAL, Refused, TableState
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.views.page import Page, PageViewer, make_page

__all__ = [
    "DONE",
    "LOBBY",
    "LOOK",
    "PLAY",
    "REVEAL",
    "TableState",
    "Refused",
    "Page",
    "Table",
    "Tables",
    "PageViewer",
    "make_page",
]
