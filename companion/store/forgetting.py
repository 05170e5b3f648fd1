"""Forgetting a person: the name goes from everything that is kept, in the data file and in every copy of it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable
from typing import Any

from companion.names import folded
from companion.rules.asking import same_name
from companion.schema import checksum

Whose = Callable[[int | None, str], str]
"""The key of who sat on a seat (None: not known) under a name."""


class Forgetting:
    """Takes people out of one file. ``whose`` says who sat where, ``keys`` are those to be forgotten, ``called`` is
    what they are called from then on (with a number where several at one table are)."""

    def __init__(self, conn: sqlite3.Connection, keys: Collection[str], whose: Whose, called: str) -> None:
        self.conn, self.keys, self.whose, self.called = conn, keys, whose, called

    def carry_out(self) -> None:
        """The whole file, within the caller's transaction. A column that can't be read is left as it is."""
        for (table,) in self._all("SELECT id FROM tables"):
            renamed = dict(self._seats(table))
            for game in [id for (id,) in self._all("SELECT id FROM games WHERE table_id = ?", table)]:
                of_game = self._game(game)
                self._chairs(game, of_game)
                renamed |= of_game
            self._notes(table, renamed)
            self._draws(table, renamed)
            self._own_notes(table, renamed)
        if self._has("outcomes"):
            self.conn.execute("DELETE FROM outcomes")  # made anew at the next look at the book
        if self._has("people"):
            keys = [(key,) for key in self.keys]
            self.conn.executemany("DELETE FROM people WHERE key = ?", keys)
            self.conn.executemany("DELETE FROM seat_people WHERE person = ?", keys)

    def _all(self, sql: str, *values: object) -> list[Any]:
        return self.conn.execute(sql, values).fetchall()

    def _has(self, table: str) -> bool:
        return bool(self._all("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table))

    def _has_column(self, table: str, column: str) -> bool:
        return any(row[1] == column for row in self._all(f"PRAGMA table_info({table})"))

    # -- names --------------------------------------------------------------------------------------------------
    def _new_names(self, seats: Iterable[tuple[int | None, str]]) -> dict[str, str]:
        """By old name the new one, of those to be forgotten among these seats."""
        seats = list(seats)
        taken = {folded(name) for _, name in seats}
        found: dict[str, str] = {}
        for seat, name in seats:
            if self.whose(seat, name) in self.keys:
                number, new = 1, self.called
                while folded(new) in taken:
                    number += 1
                    new = f"{self.called} {number}"
                taken.add(folded(new))
                found[name] = new
        return found

    def _seats(self, table: int) -> dict[str, str]:
        rows = self._all("SELECT id, name FROM seats WHERE table_id = ? ORDER BY id", table)
        found = self._new_names(rows)
        for id, name in rows:
            if name in found and self.whose(id, name) in self.keys:
                self.conn.execute("UPDATE seats SET name = ? WHERE id = ?", (found[name], id))
        return found

    # -- records ------------------------------------------------------------------------------------------------
    def _game(self, game: int) -> dict[str, str]:
        """A game and its entries; the names that were changed."""
        players, seats = self._all("SELECT players, seat_ids FROM games WHERE id = ?", game)[0]
        try:
            names, ids = json.loads(players), json.loads(seats)
        except ValueError:
            return {}
        entries = self._all("SELECT seq, CAST(body AS BLOB) FROM entries WHERE game_id = ? ORDER BY seq", game)
        joined = [name for _, body in entries for name in _joined(body)]
        sat = [*zip([*ids, *[None] * len(names)], names, strict=False), *((None, name) for name in joined)]
        found = self._new_names(sat)
        if not found:
            return {}
        renamed = json.dumps([found.get(name, name) for name in names], separators=(",", ":"))
        self.conn.execute("UPDATE games SET players = ? WHERE id = ?", (renamed, game))
        for seq, body in entries:
            self._entry(game, seq, body, found)
        return found

    def _entry(self, game: int, seq: int, body: bytes, found: dict[str, str]) -> None:
        """The name as it was typed into an entry: who sat down, and in what people wrote."""
        try:
            entry = json.loads(body)
        except ValueError:
            return
        changed = _without(entry, found)
        if changed == entry:
            return
        text = json.dumps(changed, separators=(",", ":"))
        self.conn.execute("UPDATE entries SET body = ? WHERE game_id = ? AND seq = ?", (text, game, seq))
        if self._has_column("entries", "checksum"):
            value = checksum(text.encode())
            self.conn.execute("UPDATE entries SET checksum = ? WHERE game_id = ? AND seq = ?", (value, game, seq))

    def _chairs(self, game: int, found: dict[str, str]) -> None:
        """Which seat those have who sat down later is kept by their names."""
        chairs = {same_name(name): same_name(new) for name, new in found.items()}
        read, write = "SELECT joined FROM games WHERE id = :game", "UPDATE games SET joined = :kept WHERE id = :game"
        if not self._has_column("games", "joined"):  # a copy that an earlier version made
            read = "SELECT value FROM meta WHERE key = 'joined:' || :game"
            write = "UPDATE meta SET value = :kept WHERE key = 'joined:' || :game"
        for (value,) in self.conn.execute(read, {"game": game}).fetchall():
            kept = {chairs.get(name, name): seat for name, seat in json.loads(value).items()}
            self.conn.execute(write, {"game": game, "kept": json.dumps(kept)})

    def _draws(self, table: int, found: dict[str, str]) -> None:
        """Whose phone has added to a draw, and among whom lots were drawn."""
        if not found or not self._has("pledges"):
            return
        for id, added, drawn in self._all("SELECT id, added, drawn FROM pledges WHERE table_id = ?", table):
            kept = [json.dumps(_exactly(json.loads(text), found), separators=(",", ":")) for text in (added, drawn)]
            self.conn.execute("UPDATE pledges SET added = ?, drawn = ? WHERE id = ?", (*kept, id))

    # -- notes --------------------------------------------------------------------------------------------------
    def _notes(self, table: int, found: dict[str, str]) -> None:
        if not found:
            return
        for id, message, values in self._all('SELECT id, message, "values" FROM notes WHERE table_id = ?', table):
            try:
                kept = json.loads(values)
            except ValueError:
                kept = {}
            told = json.dumps(_said(kept, found), separators=(",", ":"))
            self.conn.execute('UPDATE notes SET message = ?, "values" = ? WHERE id = ?', (message, told, id))

    def _own_notes(self, table: int, found: dict[str, str]) -> None:
        """What seats have written down for themselves."""
        if not found or not self._has("own_notes"):
            return
        sql = "SELECT game_id, seat, note FROM own_notes JOIN games ON games.id = game_id WHERE table_id = ?"
        for game, seat, note in self._all(sql, table):
            row = (_said(note, found), game, seat)
            self.conn.execute("UPDATE own_notes SET note = ? WHERE game_id = ? AND seat = ?", row)


def _joined(body: bytes) -> list[str]:
    """Who sat down with this entry, or with what was put in the place of another one."""
    try:
        entry = json.loads(body)
    except ValueError:
        return []
    listed = [entry, *(entry.get("as") or [])] if isinstance(entry, dict) else []
    return [one["name"] for one in listed if isinstance(one, dict) and one.get("kind") == "join" and "name" in one]


def _without(entry: Any, found: dict[str, str]) -> Any:
    """The entry without the names: in ``name`` as it was given, in ``note`` as a word."""
    if not isinstance(entry, dict):
        return entry
    kept = dict(entry)
    stripped = {name.strip(): new for name, new in found.items()}
    if kept.get("kind") == "join" and isinstance(kept.get("name"), str):
        kept["name"] = stripped.get(kept["name"].strip(), kept["name"])
    if isinstance(kept.get("note"), str):
        kept["note"] = _said(kept["note"], found)
    if isinstance(kept.get("as"), list):
        kept["as"] = [_without(one, found) for one in kept["as"]]
    return kept


def _said(value: Any, found: dict[str, str]) -> Any:
    """What people read, without the names; however they are written, as words of their own."""
    if isinstance(value, str):
        for name, new in found.items():
            pattern = rf"(?<!\w){re.escape(name.strip())}(?!\w)"
            value = re.sub(pattern, lambda _: new, value, flags=re.IGNORECASE)  # noqa: B023 - used at once
        return value
    if isinstance(value, dict):
        return {key: _said(one, found) for key, one in value.items()}
    return [_said(one, found) for one in value] if isinstance(value, list) else value


def _exactly(value: Any, found: dict[str, str]) -> Any:
    """Lists and objects with the names in them as a whole."""
    if isinstance(value, str):
        return found.get(value, value)
    if isinstance(value, dict):
        return {key: _exactly(one, found) for key, one in value.items()}
    return [_exactly(one, found) for one in value] if isinstance(value, list) else value
