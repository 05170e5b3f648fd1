"""All that seats have done for themselves: looked, typed, marked, noted down. It is in no export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.kept.data_file import Part
from companion.kept.store.rows import loads
from companion.told.thought import Mark


class Private(Part):
    """The part of the data file that is the seats' own: who has looked at what, what they have typed for the score, and
    what they think of the others."""

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

    def keep_mark(self, game_id: int, mark: Mark) -> None:
        """Of several marks at one moment the last one stands."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO marks VALUES (?, ?, ?, ?, ?)", (game_id, *mark))

    def marks(self, game_id: int) -> list[Mark]:
        """All marks of a game, in the order in which they were made."""
        rows = self._rows("SELECT seat, about, seq, mark FROM marks WHERE game_id = ? ORDER BY seq, seat", game_id)
        return [Mark(row["seat"], row["about"], row["seq"], row["mark"]) for row in rows]

    def keep_own_note(self, game_id: int, seat: int, note: str) -> None:
        """Keeps a seat's note for itself, in place of the one before."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO own_notes VALUES (?, ?, ?)", (game_id, seat, note))

    def own_note(self, game_id: int, seat: int) -> str:
        """A seat's note for itself; "" where it wrote nothing."""
        row = self._row("SELECT note FROM own_notes WHERE game_id = ? AND seat = ?", game_id, seat)
        return str(row["note"]) if row else ""
