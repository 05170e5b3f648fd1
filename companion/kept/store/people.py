"""People over the evenings: a name that sits down again is the same person, unless somebody said otherwise."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from companion import names
from companion.kept.backups import backups
from companion.kept.data_file import FILE, Part
from companion.kept.disk_errors import StoreError, in_words
from companion.kept.store.forgetting import Earlier, Forgetting, Whose, names_in
from companion.kept.store.rows import GameHead, OutcomeRow, PersonRow
from companion.rules.text import T

PEOPLE_FORGOTTEN = "Somebody"
"""Who was forgotten is called so in records, with a number where there are several."""
_FORGOTTEN = re.compile(rf"{PEOPLE_FORGOTTEN.casefold()}( \d+)?")

_HEADS = """
    SELECT games.id, table_id, code, over, COALESCE(last.seq + 1, 0) AS length,
        COALESCE(imported AND last.action_id LIKE 'import:%', 0) AS whole,
        games.id IN (SELECT game_id FROM left_out) AS left_out, shown_since IS NOT NULL AS showing,
        score_round || '.' || score_steps || '.' || games.checksum || '.' || COALESCE(last.checksum, '') AS mark
    FROM games JOIN tables ON tables.id = table_id
    LEFT JOIN entries AS last ON last.game_id = games.id
        AND last.seq = (SELECT MAX(seq) FROM entries WHERE game_id = games.id)
    WHERE over OR imported
    ORDER BY games.id
"""


_PLAYED = """
    SELECT players, seat_ids, joined FROM games JOIN tables ON tables.id = table_id
    WHERE game = ? AND (imported OR over AND score_round) AND games.id NOT IN (SELECT game_id FROM left_out)
"""
_UNDER_WAY = """
    SELECT players, seat_ids FROM games JOIN tables ON tables.id = table_id
    WHERE NOT over AND NOT imported AND EXISTS (SELECT 1 FROM entries WHERE game_id = games.id)
"""


def key_of(name: str) -> str:
    """The key of a person, the same for every spelling of the name; "" for who was forgotten."""
    key = names.folded(name)
    return "" if _FORGOTTEN.fullmatch(key) else key


def resolved(people: Mapping[str, PersonRow], key: str) -> str:
    """The key of the person that this one is, by all that was joined."""
    passed = {key}
    while (row := people.get(key)) and row.same_as and row.same_as not in passed:
        key = row.same_as
        passed.add(key)
    return key


class People(Part):
    """The part of the data file that says who is who, and which games are left out of the book."""

    def changes(self) -> int:
        """Another value after every change of the data, by us or by another process."""
        with self._file.read() as db:
            return int(db.execute("PRAGMA data_version").fetchone()[0])

    def game_heads(self) -> list[GameHead]:
        """All games that may be over, oldest first: cheap enough to be asked at every look into the book."""
        found = []
        for row in self._rows(_HEADS):
            row["mark"] = hashlib.sha256(row["mark"].encode()).hexdigest()[:16]
            row |= {name: bool(row[name]) for name in ("over", "whole", "left_out", "showing")}
            found.append(GameHead(**row))
        return found

    def all(self) -> dict[str, PersonRow]:
        """All people of whom more than a name is kept, by key."""
        rows = self._rows("SELECT key, name, same_as, figure FROM people ORDER BY key")
        return {row["key"]: PersonRow(**row) for row in rows}

    def seat_people(self) -> dict[int, str]:
        """The seats on which sat somebody else than the name tells, with the key of who it was."""
        return {row["seat_id"]: row["person"] for row in self._rows("SELECT seat_id, person FROM seat_people")}

    def change_person(self, key: str, **values: str | None) -> None:
        """Keeps something of a person: ``name``, ``same_as``, ``figure``."""
        with self.transaction() as db:
            db.table("people").upsert({"key": key, **values}, pk="key")

    def key_for(self, name: str) -> str:
        """The key of the person of that name; "" where it is a name of those who were forgotten."""
        return resolved(self.all(), key_of(name))

    def rename(self, key: str, name: str) -> None:
        """Calls a person by that name; somebody who has it already is the same person from then on."""
        with self.transaction():
            if (other := self.key_for(name)) != key:
                self.change_person(other, same_as=key)
            self.change_person(key, name=name)

    def person_on(self, seat_id: int, name: str) -> tuple[str, PersonRow | None]:
        """The key of who sits on a seat, and what is kept of them."""
        known = self.all()
        key = resolved(known, self.seat_people().get(seat_id, key_of(name)))
        return key, known.get(key)

    def last_players(self) -> list[str]:
        """The players of the last game here, in the order of their chairs, without those forgotten."""
        row = self._row("SELECT players FROM games WHERE players <> '[]' ORDER BY id DESC LIMIT 1")
        try:
            names = json.loads(row["players"]) if row else []
        except ValueError:
            return []
        return [name for name in names if key_of(name)]

    def have_played(self, game: str, seats: Mapping[int, str]) -> frozenset[int]:
        """Those of the ``seats`` (the name by id) on which sits somebody who has played that game to its end, in one
        that is not left out of the book."""
        known, sat = self.all(), self.seat_people()

        def person(seat: int, name: str) -> str:
            return resolved(known, sat.get(seat, key_of(name)))

        played = set()
        for row in self._rows(_PLAYED, game):
            with contextlib.suppress(ValueError):
                later = ((seat, name) for name, seat in json.loads(row["joined"]).items())
                first = zip(json.loads(row["seat_ids"]), json.loads(row["players"]), strict=False)
                played |= {person(*one) for one in (*first, *later)}
        return frozenset(seat for seat, name in seats.items() if person(seat, name) in played - {""})

    def leave_out(self, game_id: int, out: bool = True) -> None:
        """Leaves a game out of the book, or takes it in again."""
        with self.transaction() as db:
            db.execute("DELETE FROM left_out WHERE game_id = ?", (game_id,))
            if out:
                db.execute("INSERT INTO left_out VALUES (?)", (game_id,))

    def left_out(self) -> list[dict[str, object]]:
        """The games that are left out of the book, oldest first: id, the table's code, number, game and when it was
        begun."""
        return self._rows(
            "SELECT games.id, code, number, game, games.created FROM left_out JOIN games ON games.id = game_id"
            " JOIN tables ON tables.id = table_id ORDER BY games.id"
        )

    def outcomes(self) -> dict[int, OutcomeRow]:
        """The outcomes kept for the book, by game id."""
        rows = self._rows("SELECT game_id, mark, outcome FROM outcomes")
        return {row["game_id"]: OutcomeRow(row["mark"], row["outcome"]) for row in rows}

    def keep_outcomes(self, rows: Mapping[int, OutcomeRow]) -> None:
        """Keeps what the book makes of these games, in place of what it made of them before."""
        values = [(id, row.mark, row.outcome) for id, row in rows.items()]
        with self.transaction() as db:
            db.conn.executemany("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?)", values)

    # --- forgetting

    def forget(self, keys: Collection[str]) -> None:
        """The names of these people go from every table, record and note here, in every backup and in every data file
        that was put aside; the figures stay as somebody's. Raises ``StoreError`` while one of them plays."""
        known, sat = self.all(), self.seat_people()
        keys = {key for key in keys if key}

        def whose(seat: int | None, name: str) -> str:
            return sat.get(seat, key_of(name)) if seat is not None else key_of(name)

        wanted = {*keys, *(key for key in known if resolved(known, key) in keys)}
        self._need_no_game_of(wanted, whose)
        earlier = self._names_of_seats(wanted, whose)
        for copy in copies(self._file.folder):
            with in_words(T("Not forgotten in {file}", file=copy.name)), contextlib.closing(_to_change(copy)) as conn:
                _forget_in(conn, wanted, whose, earlier)
        with in_words(T("Not forgotten")):
            self._file.alone(lambda conn: _forget_in(conn, wanted, whose, earlier))

    def _names_of_seats(self, keys: Collection[str], whose: Whose) -> Earlier:
        """The seats of these people, and the names that those ever had: here, or in a copy."""
        seats: dict[str, set[int]] = defaultdict(set)
        for row in self._rows("SELECT code, seats.id, name FROM seats JOIN tables ON tables.id = table_id"):
            if whose(row["id"], row["name"]) in keys:
                seats[row["code"]].add(row["id"])
        found: dict[str, dict[int, set[str]]] = {code: {seat: set() for seat in ids} for code, ids in seats.items()}
        for file in (self._file.folder / FILE, *copies(self._file.folder)):
            with in_words(T("Not forgotten in {file}", file=file.name)), contextlib.closing(_to_change(file)) as conn:
                for code, names in names_in(conn, seats).items():
                    for seat, names_of_seat in names.items():
                        found[code][seat] |= names_of_seat
        return found

    def never_played(self) -> dict[str, str]:
        """Everybody who took a seat here and was dealt into no game but such as are left out of the book, by key: the
        name of their last seat."""
        known, sat, key = self.all(), self.seat_people(), cache(key_of)

        def person(seat: int, name: str) -> str:
            return resolved(known, sat.get(seat, key(name)))

        rows = self._rows("SELECT id, name FROM seats ORDER BY id")
        found = {person(row["id"], row["name"]): row["name"] for row in rows if key(row["name"])}
        for row in self._rows("SELECT players, seat_ids FROM games WHERE id NOT IN (SELECT game_id FROM left_out)"):
            with contextlib.suppress(ValueError):
                for seat, name in zip(json.loads(row["seat_ids"]), json.loads(row["players"]), strict=False):
                    found.pop(person(seat, name), None)
        return found

    def _need_no_game_of(self, keys: Collection[str], whose: Whose) -> None:
        for row in self._rows(_UNDER_WAY):
            seats = zip(json.loads(row["seat_ids"]), json.loads(row["players"]), strict=False)
            if any(whose(seat, name) in keys for seat, name in seats):
                raise StoreError(T("This person is in a game that is not over: end it first."))


def copies(folder: Path) -> list[Path]:
    """All other files that hold names: backups, and data that were put aside."""
    return [*backups(folder), *sorted(folder.glob("companion-replaced-*.db"))]


def _to_change(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=5, isolation_level=None)


def _forget_in(conn: sqlite3.Connection, keys: Collection[str], whose: Whose, earlier: Earlier) -> None:
    """One file, whole or not at all; what the names stood in is overwritten."""
    conn.execute("PRAGMA secure_delete = ON")
    conn.execute("BEGIN IMMEDIATE")
    try:
        Forgetting(conn, keys, whose, PEOPLE_FORGOTTEN, earlier).carry_out()
        conn.execute("COMMIT")
    except BaseException:
        conn.execute("ROLLBACK")
        raise
    conn.execute("VACUUM")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
