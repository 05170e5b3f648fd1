"""One table at play: load, decide, append, announce. Everything a page may show of it comes out as a ``Screen``."""

from __future__ import annotations

from companion.table.now import DONE, LOBBY, LOOK, PLAY
from companion.table.refused import Refused
from companion.table.screen import Screen, Viewer
from companion.table.table import Table
from companion.table.tables import Tables

__all__ = ["DONE", "LOBBY", "LOOK", "PLAY", "Refused", "Screen", "Table", "Tables", "Viewer"]
