"""Marks and private notes that people make of each other in a game, beside the journal and in no export."""

from __future__ import annotations

from companion.data_file import DataFile
from companion.thought import Mark


class Thoughts(DataFile):
    """The part of the data file that keeps what a seat thinks of the others, for itself until the game is told."""

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
