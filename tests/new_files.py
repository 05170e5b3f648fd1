"""The tables of a new data file are copied from one made before: most tests start with a new file. None of them cuts
the power, so nothing waits for the disk itself."""

from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.storage import data_file, schema


def copied_from_the_first() -> None:
    """From now on."""
    first = schema.connect(":memory:")
    schema.migrate(first)

    def need(db: Database, *folder: Path) -> None:
        schema.need_this_version(db, *folder)
        db.execute("PRAGMA synchronous = OFF")

    def migrate(db: Database) -> None:
        db.execute("PRAGMA synchronous = OFF")
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            first.conn.backup(db.conn)
        schema.migrate(db)

    changed: Any = data_file
    changed.need_this_version, changed.migrate = need, migrate
