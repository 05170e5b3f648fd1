"""All that seats have done for themselves: looked, typed. It is in no export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.kept.data_file import Part
from companion.kept.store.rows import loads


class Private(Part):
    """The part of the data file that is the seats' own: who has looked at what, what they have typed for the score."""

    def mark_looked(self, game_id: int, seat: int, what: str) -> None:
        """The seat has looked at ``what``, such as ``"card:3"`` for its card of the deal that is entry 3."""
        with self.transaction() as db:
            db.execute("INSERT OR IGNORE INTO looked VALUES (?, ?, ?)", (game_id, what, seat))

    def forget_looked(self, game_id: int, seat: int, what: str) -> None:
        """That was about something which is settled."""
        with self.transaction() as db:
            db.execute("DELETE FROM looked WHERE game_id = ? AND what = ? AND seat = ?", (game_id, what, seat))

    def looks(self, game_id: int) -> dict[str, frozenset[int]]:
        """The seats that have looked, by what they looked at."""
        found: dict[str, frozenset[int]] = {}
        for row in self._rows("SELECT what, seat FROM looked WHERE game_id = ?", game_id):
            found[row["what"]] = found.get(row["what"], frozenset()) | {row["seat"]}
        return found

    def set_typed(self, game_id: int, round_number: int, seat: int, values: Mapping[str, Any]) -> None:
        """Keeps what a seat has typed for itself in this round; what it typed before is replaced."""
        with self.transaction() as db:
            sql = "INSERT OR REPLACE INTO typed VALUES (?, ?, ?, ?)"
            db.execute(sql, (game_id, round_number, seat, json.dumps(dict(values), separators=(",", ":"))))

    def typed(self, game_id: int) -> dict[tuple[int, int], dict[str, Any]]:
        """All that seats have typed for themselves, by round and seat; what can't be read any more has to be typed
        again."""
        rows = self._rows('SELECT round, seat, "values" FROM typed WHERE game_id = ?', game_id)
        found = {(row["round"], row["seat"]): loads(row["values"], dict) for row in rows}
        return {of: values for of, values in found.items() if values is not None}
