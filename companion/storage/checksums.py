"""Checksums of the entries of a journal, and of what each game started with.

A flipped bit in one of these could show a card on the wrong phone, so a row whose checksum is wrong is not used. SQLite
computes the checksums with the function ``crc``, which ``connect`` adds to it.
"""

# ruff: noqa: S608 - only names of columns are put into the SQL.

from __future__ import annotations

from sqlite_utils import Database


def _sum(*names: str) -> str:
    """Return the expression for the checksum of these columns."""
    return f"crc(CAST({'||'.join(map('quote({})'.format, names))} AS BLOB))"


ENTRY = _sum("game_id", "body", "seq", "drawn", "batch", "action_id")
"""The checksum of an entry."""
HEAD = _sum("id", "game", "table_id", "options", "number", "players", "seat_ids", "joined", "file", "damaged", "ahead")
"""The checksum of a game: what it started with, and who joined later."""
_DAMAGED = f"""
    SELECT id FROM games WHERE checksum IS NOT {HEAD}
    UNION SELECT game_id FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY game_id ORDER BY seq) - 1 AS place FROM entries
        WHERE game_id NOT IN (SELECT id FROM games WHERE damaged)
    ) WHERE checksum IS NOT {ENTRY} OR seq IS NOT place
"""


def find_damaged(db: Database) -> list[int]:
    """List the ids of games with a wrong checksum, their own or of an entry, without those marked as damaged."""
    return [game for (game,) in db.execute(_DAMAGED)]
