"""Checksums of what would show a card to another phone, had a bit of it turned over.

That is each entry of a journal, and what each game was begun with. SQLite computes them, by ``crc``, which ``connect``
gives it.
"""

# ruff: noqa: S608 - names of columns alone are put into the SQL.

from __future__ import annotations

from sqlite_utils import Database


def _sum(*names: str) -> str:
    """Return the expression for the checksum of these columns."""
    return f"crc(CAST({'||'.join(map('quote({})'.format, names))} AS BLOB))"


ENTRY = _sum("game_id", "body", "seq", "drawn", "batch", "action_id")
"""The checksum of an entry."""
HEAD = _sum("id", "game", "table_id", "options", "number", "players", "seat_ids", "joined", "file", "damaged", "ahead")
"""The checksum of a game: of what it was begun with, and who sat down later."""
_DAMAGED = f"""
    SELECT id FROM games WHERE checksum IS NOT {HEAD}
    UNION SELECT game_id FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY game_id ORDER BY seq) - 1 AS place FROM entries
        WHERE game_id NOT IN (SELECT id FROM games WHERE damaged)
    ) WHERE checksum IS NOT {ENTRY} OR seq IS NOT place
"""


def find_damaged(db: Database) -> list[int]:
    """List the ids of games that are not as they were written, whole or in an entry, but for those marked so."""
    return [game for (game,) in db.execute(_DAMAGED)]
