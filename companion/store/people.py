"""Who is who over the evenings: a name that sits down again is the same person, unless somebody said otherwise."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from companion import names
from companion.data_file import DataFile
from companion.store.rows import GameHead, PersonRow

PEOPLE_FORGOTTEN = "Somebody"
"""Who was forgotten is called so in records, with a number where there are several."""
_FORGOTTEN = re.compile(rf"{PEOPLE_FORGOTTEN.casefold()}( \d+)?")

_HEADS = """
    SELECT games.id, table_id, code, over, COALESCE(last.seq + 1, 0) AS length,
        COALESCE(imported AND last.action_id LIKE 'import:%', 0) AS whole,
        games.id IN (SELECT game_id FROM left_out) AS left_out,
        score_round || '.' || score_steps || '.' || options || players || seat_ids
            || COALESCE(last.checksum || last.at, '') AS mark
    FROM games JOIN tables ON tables.id = table_id
    LEFT JOIN entries AS last ON last.game_id = games.id
        AND last.seq = (SELECT MAX(seq) FROM entries WHERE game_id = games.id)
    WHERE over OR imported
    ORDER BY games.id
"""


def key_of(name: str) -> str:
    """What names of the same person have in common; "" for who was forgotten."""
    key = names.folded(name)
    return "" if _FORGOTTEN.fullmatch(key) else key


def resolved(people: Mapping[str, PersonRow], key: str) -> str:
    """The key of the person that this one is, by all that was joined."""
    passed = {key}
    while (row := people.get(key)) and row.same_as and row.same_as not in passed:
        key = row.same_as
        passed.add(key)
    return key


class People(DataFile):
    """The part of the data file that says who is who, and which games are left out of the book."""

    def game_heads(self) -> list[GameHead]:
        """All games that may be over, oldest first: cheap enough to be asked at every look into the book."""
        found = []
        for row in self._rows(_HEADS):
            row["mark"] = hashlib.sha256(row["mark"].encode()).hexdigest()[:16]
            found.append(GameHead(**{**row, **{name: bool(row[name]) for name in ("over", "whole", "left_out")}}))
        return found

    def people(self) -> dict[str, PersonRow]:
        """What is kept of people, by key; who has only a name is not among them."""
        rows = self._rows("SELECT key, name, same_as, colour, figure FROM people ORDER BY key")
        return {row["key"]: PersonRow(**row) for row in rows}

    def seat_people(self) -> dict[int, str]:
        """The seats on which sat somebody else than the name tells, with the key of who it was."""
        return {row["seat_id"]: row["person"] for row in self._rows("SELECT seat_id, person FROM seat_people")}

    def change_person(self, key: str, **values: str | int | None) -> None:
        """Keeps something of a person: ``name``, ``same_as``, ``colour``, ``figure``."""
        with self._write() as db:
            db.table("people").upsert({"key": key, **values}, pk="key")

    def seat_person(self, seat_id: int, person: str | None) -> None:
        """Says who sat on a seat; None where the name tells it."""
        with self._write() as db:
            db.execute("DELETE FROM seat_people WHERE seat_id = ?", (seat_id,))
            if person is not None:
                db.execute("INSERT INTO seat_people VALUES (?, ?)", (seat_id, person))

    def leave_out(self, game_id: int, out: bool = True) -> None:
        """Leaves a game out of the book, or takes it in again."""
        with self._write() as db:
            db.execute("DELETE FROM left_out WHERE game_id = ?", (game_id,))
            if out:
                db.execute("INSERT INTO left_out VALUES (?)", (game_id,))
