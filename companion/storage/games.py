"""Games: which were played at which table, and how far each has come.

A game's entries are in the ``journal``; the record computes the state from them.
"""

# ruff: noqa: S608 - only names of columns are put into the SQL.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from companion import clock
from companion.engine.fields import fold_name
from companion.storage.checksums import HEAD
from companion.storage.data_file import DataFile, Repository
from companion.storage.person_ids import person_ids
from companion.storage.rows import GameRow, RevealProgress, RoundDraft, loads, to_json, value

_GAME = f"SELECT *, checksum IS {HEAD} AS sound FROM games "
_SUM = f"UPDATE games SET checksum = {HEAD} WHERE id = ?"
_NEW_GAME = """
    INSERT INTO games (table_id, number, game, file, created, ahead, options, players, seat_ids, joined, checksum)
    VALUES (
        ?1, (SELECT IFNULL(MAX(number), 0) + 1 FROM games WHERE table_id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, '{}', 0
    )
"""
_LISTS: dict[str, type[Any]] = {
    "players": list,
    "seat_ids": list,
    "options": dict,
    "joined": dict,
    "looks": dict,
    "typed": dict,
}


class GameRows(Repository):
    """The rows of the games in the data file."""

    def __init__(self, file: DataFile) -> None:
        super().__init__(file)
        self.host_clock = clock.HostClock()

    def new(
        self,
        table_id: int,
        game: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        seat_ids: Sequence[int],
        file: str = "",
    ) -> GameRow:
        """Start the table's next game, with an empty journal.

        ``players`` and ``seat_ids`` are in seat order. ``file`` is the text of a game in one file.
        """
        ahead = self.host_clock.count_ahead()
        with self.transaction() as db:
            begun = to_json(options), to_json(person_ids(db, self._names(), players)), to_json(seat_ids)
            made = db.execute(_NEW_GAME, (table_id, game, file, clock.moment(), ahead, *begun))
            db.execute(_SUM, (made.lastrowid,))
            return self.get(made.lastrowid)

    def get(self, game_id: int | None) -> GameRow:
        """Return the game with this id; it has to exist."""
        return self._game(self._one(_GAME + "WHERE id = ?", game_id))

    def current(self, table_id: int) -> GameRow | None:
        """Return the table's newest game, over or not."""
        row = self._row(_GAME + "WHERE table_id = ? ORDER BY number DESC LIMIT 1", table_id)
        return self._game(row) if row else None

    def of(self, table_id: int) -> list[GameRow]:
        """Return the table's games, oldest first."""
        return [self._game(row) for row in self._rows(_GAME + "WHERE table_id = ? ORDER BY number", table_id)]

    def files(self) -> dict[str, str]:
        """Return the texts of games in one file by the id of the game."""
        rows = self._rows(f"SELECT game, file FROM games WHERE file <> '' AND checksum IS {HEAD}")
        return {row["game"]: row["file"] for row in rows}

    def is_played(self) -> bool:
        """Return whether a game is under way at a table that was not imported."""
        sql = "SELECT 1 FROM games JOIN tables ON tables.id = table_id WHERE NOT over AND NOT imported LIMIT 1"
        return self._row(sql) is not None

    def save(self, row: GameRow) -> None:
        """Save how far a game has come.

        That is: what seats have looked at and typed, how far its score has been revealed, who joined later, and whether
        it is over.
        """
        with self.transaction() as db:
            joined = person_ids(db, self._names(), row.joined)
            whole = {
                "joined": dict(zip(joined, row.joined.values(), strict=True)),
                "show": asdict(row.show),
                "draft": asdict(row.draft),
                "looks": {mark: [*seats] for mark, seats in row.looks.items()},
                "typed": row.typed,
            }
            self._change("games", row.id, over=row.over, **{name: to_json(part) for name, part in whole.items()})
            db.execute(_SUM, (row.id,))

    def mark_damaged(self, game_id: int) -> None:
        """Mark the game as damaged: it stays as it is, and is not read any more."""
        with self.transaction() as db:
            self._change("games", game_id, damaged=1)
            db.execute(_SUM, (game_id,))

    def list_marked(self) -> list[dict[str, Any]]:
        """List the games that are marked as ``damaged``, or ``left_out`` of the history, oldest first.

        Each comes with its id, the table's code, its number, the game and when it was started.
        """
        return self._rows(
            "SELECT games.id, code, number, game, games.created, damaged, left_out"
            " FROM games JOIN tables ON tables.id = table_id WHERE damaged OR left_out ORDER BY games.id"
        )

    def _game(self, row: dict[str, Any]) -> GameRow:
        called = self._names()
        found = {name: loads(row[name], kind) for name, kind in _LISTS.items()}
        found["players"] = [called.get(person, "?") for person in found["players"] if isinstance(person, int)]
        joined = found["joined"].items()
        found["joined"] = {fold_name(called.get(int(id), "?")): seat for id, seat in joined if id.isdecimal()}
        found["looks"] = {mark: frozenset(seats) for mark, seats in found["looks"].items() if isinstance(seats, list)}
        found["typed"] = {of: values for of, values in found["typed"].items() if isinstance(values, dict)}
        found["draft"] = value(row["draft"], RoundDraft, RoundDraft())
        found["show"] = value(row["show"], RevealProgress, RevealProgress())
        del row["checksum"], row["left_out"]
        told = {name: bool(row[name]) for name in ("over", "damaged", "sound")}
        return GameRow(**{**row, **found, **told})
