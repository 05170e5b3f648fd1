"""The tables of a new data file are copied from one made before: most tests begin with a new file. None of them cuts
the power, so nothing waits for the disk itself."""

from __future__ import annotations

import sqlite3
from typing import Any

from companion.kept import data_file, schema


def copied_from_the_first() -> None:
    """From now on."""
    first = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    schema.create(first)

    def create(conn: sqlite3.Connection) -> None:
        conn.execute("PRAGMA synchronous = OFF")
        if not conn.execute("SELECT 1 FROM sqlite_master").fetchone():
            first.backup(conn)

    changed: Any = data_file
    changed.create = create
