"""One table at play: its state (``TableState``), commands that change it, and views that pages are drawn from.

``Table.run`` runs one command at a time. All that a page can show is in a ``Page``.
"""

from __future__ import annotations

from companion.table.refusals import BadInput, Expired, Forbidden, NotFound, Refused
from companion.table.snapshot import Stage, TableState
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.views.page import Page, PageViewer

__all__ = [
    "BadInput",
    "Expired",
    "Forbidden",
    "NotFound",
    "Stage",
    "TableState",
    "Refused",
    "Page",
    "Table",
    "Tables",
    "PageViewer",
]
