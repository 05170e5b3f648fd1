"""Checksums of what would show a card to another phone, had a bit of it turned over.

That is each entry of a journal, and what each game was begun with.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from sqlite_utils import Database

ENTRY = ("game_id", "seq", "kind", "by_seat", "body", "at", "device", "action_id", "batch", "drawn")
HEAD = ("id", "table_id", "number", "game", "options", "players", "seat_ids", "joined", "file", "damaged")


def sum_entry(row: Mapping[str, Any]) -> int:
    """Compute the checksum of an entry, of its columns."""
    return _sum(row, ENTRY)


def sum_head(row: Mapping[str, Any]) -> int:
    """Compute the checksum of a game, of what it was begun with and who sat down later."""
    return _sum(row, HEAD)


def _sum(row: Mapping[str, Any], names: tuple[str, ...]) -> int:
    return zlib.crc32(repr([row[name] for name in names]).encode("utf-8", "backslashreplace"))


def find_damaged(db: Database) -> Iterator[int]:
    """Yield the ids of games that are not as they were written, whole or in an entry, but for those marked so."""
    lengths: dict[int, int] = {}
    for game in db.query("SELECT * FROM games"):
        lengths[game["id"]] = 0
        if game["checksum"] != sum_head(game):
            yield game["id"]
    left = "SELECT * FROM entries WHERE game_id NOT IN (SELECT id FROM games WHERE damaged) ORDER BY game_id, seq"
    for entry in db.query(left):
        game = entry["game_id"]
        if entry["checksum"] != sum_entry(entry) or entry["seq"] != lengths.get(game):
            yield game
        lengths[game] = lengths.get(game, 0) + 1
