"""People over the evenings: a name that sits down again is the same person."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from companion.kept.backups import backups
from companion.kept.data_file import Part
from companion.kept.disk_errors import StoreError, in_words
from companion.kept.store.forgetting import forget_in
from companion.kept.store.naming import count_change, names, number_of
from companion.kept.store.rows import GameHead, OutcomeRow, PersonRow, loads
from companion.names import folded
from companion.rules.text import RuleError, T, Text

PEOPLE_FORGOTTEN = "Somebody"
"""Who was forgotten is called so in records, with a number where there are several."""
_FORGOTTEN = re.compile(rf"{PEOPLE_FORGOTTEN.casefold()}( \d+)?")

_HEADS = """
    SELECT games.id, table_id, code, over, COALESCE(last.seq + 1, 0) AS length,
        COALESCE(imported AND last.action_id LIKE 'import:%', 0) AS whole,
        games.id IN (SELECT game_id FROM left_out) AS left_out, shown_since IS NOT NULL AS showing,
        score_round || '.' || score_steps || '.' || games.checksum || '.' || COALESCE(last.checksum, '') || '.'
            || COALESCE((SELECT value FROM meta WHERE key = 'names'), '') AS mark
    FROM games JOIN tables ON tables.id = table_id
    LEFT JOIN entries AS last ON last.game_id = games.id
        AND last.seq = (SELECT MAX(seq) FROM entries WHERE game_id = games.id)
    WHERE (over OR imported) AND table_id = COALESCE(?, table_id)
    ORDER BY games.id
"""


_GAMES = "SELECT game, players, joined FROM games JOIN tables ON tables.id = table_id"
_PLAYED = " WHERE (imported OR over AND score_round) AND games.id NOT IN (SELECT game_id FROM left_out)"
_UNDER_WAY = (
    " WHERE NOT over AND NOT damaged AND NOT imported AND EXISTS (SELECT 1 FROM entries WHERE game_id = games.id)"
)


def key_of(name: str) -> str:
    """The key of a person, the same for every spelling of the name; "" for who was forgotten."""
    key = folded(name)
    return "" if _FORGOTTEN.fullmatch(key) else key


def resolved(people: Mapping[str, PersonRow], key: str) -> str:
    """The key of the person that this one is."""
    row = people.get(key)
    return row.same_as if row and row.same_as else key


class People(Part):
    """The part of the data file that says who is who, and which games are left out of the book."""

    def game_heads(self, table_id: int | None = None) -> list[GameHead]:
        """All games that may be over, of one table or of all, oldest first: cheap enough to be asked at every look into
        the book."""
        found = []
        for row in self._rows(_HEADS, table_id):
            row["mark"] = hashlib.sha256(row["mark"].encode()).hexdigest()[:16]
            row |= {name: bool(row[name]) for name in ("over", "whole", "left_out", "showing")}
            found.append(GameHead(**row))
        return found

    def all(self) -> dict[str, PersonRow]:
        """Everybody but who was forgotten, by key."""
        rows = self._rows("""
            SELECT people.key, people.name, one.key AS same_as, people.figure
            FROM people LEFT JOIN people AS one ON one.id = people.same_as WHERE people.key IS NOT NULL
        """)
        return {row["key"]: PersonRow(**row) for row in rows}

    def change_person(self, key: str, **values: str | None) -> None:
        """Keeps something of a person: ``figure``."""
        for row in self._rows("SELECT id FROM people WHERE key = ?", key):
            self._change("people", row["id"], **values)

    def key_for(self, name: str) -> str:
        """The key of the person of that name; "" where it is a name of those who were forgotten."""
        return resolved(self.all(), key_of(name))

    def rename(self, key: str, name: str) -> None:
        """Calls a person by that name, everywhere; somebody who has it already is the same person from then on. Raises
        ``RuleError`` where the two sit at one table."""
        with self.transaction() as db:
            own = self._number(key)
            number_of(db, name)  # a name that nobody has yet leads to this person, too
            other = self._number(key_of(name))
            if other != own:
                if any({own, other} <= people for people in self._together()):
                    raise RuleError(T("These two have sat at one table: they are two."))
                db.execute("UPDATE people SET same_as = ? WHERE ? IN (id, same_as)", (own, other))
            db.execute("UPDATE people SET name = ? WHERE id = ?", (name, own))
            count_change(db)

    def _number(self, key: str) -> int:
        """The number of the person with that key, of whom it is the same as."""
        sql = "SELECT COALESCE(same_as, id) AS id FROM people WHERE key = ?"
        return int(self._one(T("There is no such person."), sql, key)["id"])

    def _together(self) -> list[set[int]]:
        """Who sits at each table, and who played each game."""
        same = {row["id"]: row["same"] for row in self._rows("SELECT id, COALESCE(same_as, id) AS same FROM people")}
        tables: dict[int, set[int]] = defaultdict(set)
        for row in self._rows("SELECT table_id, person FROM seats WHERE NOT removed"):
            tables[row["table_id"]].add(same.get(row["person"], 0))
        games = [{same.get(one, 0) for one in people} for _, people in self._games()]
        return [*tables.values(), *games]

    def _games(self, where: str = "") -> list[tuple[dict[str, Any], list[int]]]:
        """Games, each with the numbers of who played in it."""
        found = []
        for row in self._rows(_GAMES + where):
            people = [one for one in loads(row["players"], list) or () if isinstance(one, int)]
            people += [int(one) for one in loads(row["joined"], dict) or () if one.isdecimal()]
            found.append((row, people))
        return found

    def person_on(self, seat_id: int, name: str) -> tuple[str, PersonRow | None]:
        """The key of who sits on a seat, and what is kept of them."""
        known = self.all()
        key = resolved(known, key_of(name))
        return key, known.get(key)

    def last_players(self) -> list[str]:
        """The players of the last game here, in the order of their chairs, without those forgotten."""
        row = self._row("SELECT players FROM games WHERE players <> '[]' ORDER BY id DESC LIMIT 1")
        with self._file.read() as db:
            called = names(db)
        people = (loads(row["players"], list) if row else None) or []
        return [called[one] for one in people if one in called and key_of(called[one])]

    def have_played(self, game: str, seats: Mapping[int, str]) -> frozenset[int]:
        """Those of the ``seats`` (the name by id) on which sits somebody who has played that game to its end, in one
        that is not left out of the book."""
        with self._file.read() as db:
            called = names(db)
        played = {called.get(one, "") for row, people in self._games(_PLAYED) if row["game"] == game for one in people}
        keys = {key_of(name) for name in played} - {""}
        return frozenset(seat for seat, name in seats.items() if key_of(name) in keys)

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

    def forget(self, keys: Collection[str]) -> Text | None:
        """The names go from the one place where they stand, and notes that people wrote with such a name in them are
        emptied. All older copies are deleted: why no new one could be made, or None. Raises ``RuleError`` while one of
        these people plays."""
        known = self.all()
        wanted = [key for key in known if resolved(known, key) in keys]
        ids = {row["id"] for key in wanted for row in self._rows("SELECT id FROM people WHERE key = ?", key)}
        if any(ids & set(people) for _, people in self._games(_UNDER_WAY)):
            raise RuleError(T("This person is in a game that is not over: end it first."))
        older = copies(self._file.folder)
        with in_words(T("Not forgotten")):
            self._file.alone(lambda conn: forget_in(conn, ids, wanted))  # earlier names are keys, too
        missing = None
        try:
            self._file.backup()
        except StoreError as error:
            missing = error.text
        with in_words(T("An older copy could not be deleted")):
            for copy in older:
                copy.unlink(missing_ok=True)
        return missing

    def never_played(self) -> dict[str, str]:
        """Everybody who took a seat here and was dealt into no game but such as are damaged or left out of the book, by
        key: what they are called."""
        known = self.all()
        sql = "SELECT key, name FROM seats JOIN people ON people.id = person WHERE key IS NOT NULL ORDER BY seats.id"
        found = {key: known[key].name or "" for row in self._rows(sql) if (key := resolved(known, row["key"])) in known}
        numbers = {row["id"]: row["key"] for row in self._rows("SELECT id, key FROM people WHERE key IS NOT NULL")}
        for _, people in self._games(" WHERE NOT damaged AND games.id NOT IN (SELECT game_id FROM left_out)"):
            for one in people:
                found.pop(resolved(known, numbers.get(one, "")), None)
        return found


def copies(folder: Path) -> list[Path]:
    """All other files that hold names: backups, and data that were put aside."""
    return [*backups(folder), *sorted(folder.glob("companion-replaced-*.db*"))]
