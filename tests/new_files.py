"""The tables of a new data file are copied from one made before: most tests begin with a new file."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlite_utils import Database

from companion.kept.schema import MIGRATIONS


def copied_from_the_first() -> None:
    """From now on; a file in which there is anything goes through its steps."""
    step_by_step = MIGRATIONS.apply
    first = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    step_by_step(Database(first, execute_plugins=False))

    def apply(db: Database, **how: Any) -> None:
        if not how and not db.conn.execute("SELECT 1 FROM sqlite_master").fetchone():
            first.backup(db.conn)
        else:
            step_by_step(db, **how)

    MIGRATIONS.apply = apply  # type: ignore[method-assign]
