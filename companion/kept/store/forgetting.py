"""Forgetting a person: the name goes from everything that is kept, in the data file and in every copy of it."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from companion.kept.checksums import of_entry, of_head, rows
from companion.names import folded
from companion.rules.asking import same_name

Whose = Callable[[int | None, str], str]
"""The key of who sat on a seat (None: not known) under a name."""
Earlier = Mapping[str, Mapping[int, Collection[str]]]
"""By the code of a table: seats of people who are to be forgotten, with the names they ever had."""
SHORT = 4
"""Letters from which on an ending may stand behind a name in what people wrote."""


def names_in(conn: sqlite3.Connection, seats: Mapping[str, Collection[int]]) -> dict[str, dict[int, set[str]]]:
    """The names that these seats have in one file, by the codes of their tables."""
    found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    rows = conn.execute("SELECT code, seats.id, name FROM seats JOIN tables ON tables.id = table_id").fetchall()
    for code, seat, name in rows:
        if seat in seats.get(code, ()):
            found[code][seat].add(name)
    return found


class Forgetting:
    """Takes people out of one file. ``whose`` says who sat where, ``keys`` are those to be forgotten, ``called`` is
    what they are called from then on (with a number where several at one table are).

    ``earlier`` are the names that seats of theirs had before: by table and seat, in this file or in another copy."""

    def __init__(
        self, conn: sqlite3.Connection, keys: Collection[str], whose: Whose, called: str, earlier: Earlier
    ) -> None:
        self.conn, self.keys, self.whose, self.called, self.earlier = conn, keys, whose, called, earlier

    def carry_out(self) -> None:
        """The whole file, within the caller's transaction. A column that can't be read is left as it is."""
        for table, code in self._all("SELECT id, code FROM tables"):
            before = self.earlier.get(code, {})
            renamed = self._seats(table, before)
            for game in [id for (id,) in self._all("SELECT id FROM games WHERE table_id = ?", table)]:
                of_game = self._game(game)
                self._chairs(game, of_game)
                self._sum_anew(game)
                renamed |= of_game
            self._notes(table, renamed)
        self.conn.execute("DELETE FROM outcomes")  # made anew at the next look at the book
        keys = [(key,) for key in (*self.keys, *self._nobody_elses())]
        self.conn.executemany("DELETE FROM people WHERE key = ?", keys)
        self.conn.executemany("DELETE FROM seat_people WHERE person = ?", keys)

    def _nobody_elses(self) -> set[str]:
        """The keys of earlier names that nobody has any more, at any table."""
        left = {self.whose(id, name) for id, name in self._all("SELECT id, name FROM seats")}
        for players, seats in self._all("SELECT players, seat_ids FROM games"):
            with contextlib.suppress(ValueError):
                left |= {self.whose(*one) for one in zip(json.loads(seats), json.loads(players), strict=False)}
        earlier = {name for of_table in self.earlier.values() for names in of_table.values() for name in names}
        return {self.whose(None, name) for name in earlier} - left

    def _all(self, sql: str, *values: object) -> list[Any]:
        return self.conn.execute(sql, values).fetchall()

    # -- names --------------------------------------------------------------------------------------------------
    def _new_names(self, seats: Iterable[tuple[int | None, str]], mine: Collection[int] = ()) -> dict[str, str]:
        """By old name the new one, of those to be forgotten among these seats: by name, or because the seat is
        theirs."""
        seats = list(seats)
        taken = {folded(name) for _, name in seats}
        found: dict[str, str] = {}
        for seat, name in seats:
            if seat in mine or self.whose(seat, name) in self.keys:
                number, new = 1, self.called
                while folded(new) in taken:
                    number += 1
                    new = f"{self.called} {number}"
                taken.add(folded(new))
                found[name] = new
        return found

    def _seats(self, table: int, before: Mapping[int, Collection[str]]) -> dict[str, str]:
        """The seats of a table; the names that were changed, and all that those seats ever had. A name under which
        somebody else sat or played at this table stays."""
        rows = self._all("SELECT id, name FROM seats WHERE table_id = ? ORDER BY id", table)
        stay = {folded(name) for id, name in rows if id not in before and self.whose(id, name) not in self.keys}
        for players, seats in self._all("SELECT players, seat_ids FROM games WHERE table_id = ?", table):
            with contextlib.suppress(ValueError):
                played = zip(json.loads(seats), json.loads(players), strict=False)
                stay |= {folded(name) for id, name in played if self.whose(id, name) not in self.keys}
        found = self._new_names(rows, [id for id, name in rows if id in before and folded(name) not in stay])
        for id, name in rows:
            if name in found and (id in before or self.whose(id, name) in self.keys):
                self.conn.execute("UPDATE seats SET name = ? WHERE id = ?", (found[name], id))
                for old in before.get(id, ()):
                    if folded(old) not in stay:
                        found.setdefault(old, found[name])
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

    def _sum_anew(self, game: int) -> None:
        for head in list(rows(self.conn, "SELECT * FROM games WHERE id = ?", game)):
            self.conn.execute("UPDATE games SET checksum = ? WHERE id = ?", (of_head(head), game))
        for entry in list(rows(self.conn, "SELECT * FROM entries WHERE game_id = ?", game)):
            values = of_entry(entry), game, entry["seq"]
            self.conn.execute("UPDATE entries SET checksum = ? WHERE game_id = ? AND seq = ?", values)

    def _chairs(self, game: int, found: dict[str, str]) -> None:
        """Which seat those have who sat down later is kept by their names."""
        chairs = {same_name(name): same_name(new) for name, new in found.items()}
        for (value,) in self._all("SELECT joined FROM games WHERE id = ?", game):
            kept = {chairs.get(name, name): seat for name, seat in json.loads(value).items()}
            self.conn.execute("UPDATE games SET joined = ? WHERE id = ?", (json.dumps(kept), game))

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


def _joined(body: bytes) -> list[str]:
    """The names that sat down with this entry, or with those put in the place of another one."""
    try:
        entry = json.loads(body)
    except ValueError:
        return []
    listed = [entry, *(entry.get("as") or [])] if isinstance(entry, dict) else []
    return [one["name"] for one in listed if isinstance(one, dict) and one.get("kind") == "join" and "name" in one]


def _without(entry: Any, found: dict[str, str]) -> Any:
    """The entry without the names; a note in which one of them stands goes as a whole."""
    if not isinstance(entry, dict):
        return entry
    kept = dict(entry)
    stripped = {name.strip(): new for name, new in found.items()}
    if kept.get("kind") == "join" and isinstance(kept.get("name"), str):
        kept["name"] = stripped.get(kept["name"].strip(), kept["name"])
    if isinstance(kept.get("note"), str) and _names(kept["note"], found):
        kept["note"] = ""
    if isinstance(kept.get("as"), list):
        kept["as"] = [_without(one, found) for one in kept["as"]]
    return kept


def _said(value: Any, found: dict[str, str]) -> Any:
    """A value of a note without the names: another name in its place, nothing where more than the name was written."""
    if isinstance(value, str):
        plain = {folded(name): new for name, new in found.items()}
        return plain.get(folded(value), "" if _names(value, found) else value)
    if isinstance(value, dict):
        return {key: _said(one, found) for key, one in value.items()}
    return [_said(one, found) for one in value] if isinstance(value, list) else value


def _names(text: str, found: Iterable[str]) -> bool:
    """One of the names stands in what somebody wrote: as the beginning of a word with at most three letters behind it,
    a short one as the whole word, or with an s after an apostrophe."""
    plain = folded(text)
    return any(re.search(_in_words(folded(name)), plain) for name in found)


def _in_words(name: str) -> str:
    ending = r"\w{0,3}" if len(name) >= SHORT else r"(['’]s)?"
    return rf"(?<!\w){re.escape(name)}{ending}(?!\w)"
