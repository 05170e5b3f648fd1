"""One table at play: what stands there is a value, ``At``, and what people do are commands on it, which ``Table.do``
runs one at a time. Everything a page may show comes out as a ``Screen``."""

from __future__ import annotations

from companion.table.at import DONE, LOBBY, LOOK, PLAY, At, Refused
from companion.table.screen import Screen, Viewer, make_screen
from companion.table.table import Table
from companion.table.tables import Tables

__all__ = ["DONE", "LOBBY", "LOOK", "PLAY", "At", "Refused", "Screen", "Table", "Tables", "Viewer", "make_screen"]
