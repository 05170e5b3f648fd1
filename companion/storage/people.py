"""People over many game nights: the same name on another night is the same person.

``seats`` knows who sits at which table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.engine.text import RuleError, T, Text
from companion.names import fold_name
from companion.storage.backups import MARK, backups, read_made_at, stamp
from companion.storage.data_file import Repository
from companion.storage.disk_errors import StoreError, as_store_error
from companion.storage.forgetting import anonymise
from companion.storage.person_ids import person_id
from companion.storage.rows import GameHead, PersonRow

_HEADS = """
    SELECT games.id, table_id, code, over,
        imported AND NOT EXISTS (
            SELECT 1 FROM entries WHERE game_id = games.id AND action_id NOT LIKE 'import:%'
        ) AS whole,
        left_out, iif(json_valid(show), json_extract(show, '$.since'), NULL) IS NOT NULL AS showing,
        show || '.' || games.checksum || '.' || COALESCE(last.checksum, '') || '.'
            || COALESCE((SELECT group_concat(name) FROM played WHERE game_id = games.id), '') AS mark
    FROM games JOIN tables ON tables.id = table_id
    LEFT JOIN entries AS last ON last.game_id = games.id
        AND last.seq = (SELECT MAX(seq) FROM entries WHERE game_id = games.id)
    WHERE (over OR imported) AND table_id = COALESCE(?, table_id)
    ORDER BY games.id
"""
_LAST_PLAYERS = """
    SELECT name FROM played WHERE game_id = (SELECT MAX(id) FROM games WHERE players <> '[]')
    AND seat >= 0 AND key IS NOT NULL ORDER BY seat
"""
_HAVE_PLAYED = """
    SELECT seats.id FROM seats JOIN called ON called.id = person
    WHERE table_id = ? AND called.key IS NOT NULL AND one IN (
        SELECT one FROM played JOIN games ON games.id = game_id JOIN tables ON tables.id = table_id
        WHERE game = ? AND NOT left_out
            AND (imported OR over AND iif(json_valid(show), json_extract(show, '$.round'), 0))
    )
"""
_UNDER_WAY = """
    SELECT one FROM played JOIN games ON games.id = game_id JOIN tables ON tables.id = table_id
    WHERE NOT over AND NOT damaged AND NOT imported AND EXISTS (SELECT 1 FROM entries WHERE game_id = games.id)
"""
_TOGETHER = """
    SELECT 1 FROM (
        SELECT 'game ' || game_id AS place, one FROM played
        UNION SELECT 'table ' || table_id, one FROM seats JOIN called ON called.id = person WHERE NOT removed
    ) WHERE one IN (?, ?) GROUP BY place HAVING COUNT(DISTINCT one) > 1
"""
_NEVER_PLAYED = """
    SELECT DISTINCT called.key, name FROM seats JOIN called ON called.id = person
    WHERE called.key IS NOT NULL AND one NOT IN (
        SELECT one FROM played JOIN games ON games.id = game_id WHERE NOT damaged AND NOT left_out
    ) ORDER BY seats.id
"""


class People(Repository):
    """The rows of people, and of games for the history, in the data file."""

    def game_heads(self, table_id: int | None = None) -> list[GameHead]:
        """Return the heads of all games that may be over, of one table or of all, oldest first.

        This is cheap, because every page of the history asks for it.
        """
        return [GameHead(**row) for row in self._rows(_HEADS, table_id)]

    def all(self) -> dict[str, PersonRow]:
        """Return all people who were not forgotten, by every folded name they have had."""
        rows = self._rows("""
            SELECT people.key AS known_as, one.key, one.name, one.figure
            FROM people JOIN people AS one ON one.id = COALESCE(people.same_as, people.id) WHERE people.key IS NOT NULL
        """)
        return {row.pop("known_as"): PersonRow(**row) for row in rows}

    def of(self, name: str) -> PersonRow | None:
        """Return the person with that name; None if there is none, or they were forgotten."""
        return self.all().get(fold_name(name))

    def keep_figure(self, name: str, figure: str) -> None:
        """Save the icon that the person with that name has chosen."""
        with self.transaction() as db:
            sql = "UPDATE people SET figure = ? WHERE id = (SELECT COALESCE(same_as, id) FROM people WHERE key = ?)"
            db.execute(sql, (figure, fold_name(name)))

    def rename(self, key: str, name: str) -> None:
        """Give a person this name everywhere. If someone has it already, the two become one person.

        Raises ``RuleError`` if the two sit at one table.
        """
        with self.transaction() as db:
            own = self._number(key)
            person_id(db, name)  # if the name is new, it belongs to this person, too
            other = self._number(fold_name(name))
            if self._row(_TOGETHER, own, other):
                raise RuleError(T("These two have played at the same table, so they can't be the same person."))
            db.execute("UPDATE people SET same_as = ? WHERE ? IN (id, same_as) AND id <> ?", (own, other, own))
            db.execute("UPDATE people SET name = ? WHERE id = ?", (name, own))

    def _number(self, key: str) -> int:
        """Return the number of the person with that key; for a merged one, of the person they were merged into."""
        sql = "SELECT COALESCE(same_as, id) AS id FROM people WHERE key = ?"
        return int(self._one(sql, key)["id"])

    def last_players(self) -> list[str]:
        """Return the players of the last game here in seat order, without those forgotten."""
        return [row["name"] for row in self._rows(_LAST_PLAYERS)]

    def have_played(self, game: str, table_id: int) -> frozenset[int]:
        """Return the table's seats whose players have played that game to its end.

        Games that are left out of the history don't count.
        """
        return frozenset(row["id"] for row in self._rows(_HAVE_PLAYED, table_id, game))

    def never_played(self) -> dict[str, str]:
        """Return the names, by key, of all who took a seat but were never dealt into a game that counts.

        Games that are damaged or left out of the history don't count.
        """
        return {row["key"]: row["name"] for row in self._rows(_NEVER_PLAYED)}

    # -- the history ------------------------------------------------------------------------------------------------

    def leave_out(self, game_id: int, out: bool = True) -> None:
        """Leave a game out of the history, or put it back in."""
        self._change("games", game_id, left_out=out)

    def outcomes(self) -> dict[int, tuple[str, str]]:
        """Return the outcomes saved for the history by game id.

        Each is JSON, with the mark of the journal from which it was computed.
        """
        rows = self._rows("SELECT game_id, mark, outcome FROM outcomes")
        return {row["game_id"]: (row["mark"], row["outcome"]) for row in rows}

    def keep_outcomes(self, outcomes: Mapping[int, tuple[str, str]]) -> None:
        """Save the outcomes of these games; they replace earlier ones."""
        values = [(id, *outcome) for id, outcome in outcomes.items()]
        with self.transaction() as db:
            db.conn.executemany("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?)", values)

    # --- forgetting

    def forget(self, keys: Collection[str]) -> None:
        """Remove these people's names from the data file, and the notes of people that name them.

        It also sets a mark, which stays until ``finish_forgetting`` has removed the names from everywhere else. Raises
        ``RuleError`` while one of these people plays.
        """
        with self.transaction() as db:
            names = {known_as for known_as, row in self.all().items() if row.key in keys}
            if {row["one"] for row in self._rows(_UNDER_WAY)} & {self._number(key) for key in keys}:
                raise RuleError(T("This person is in a game that isn't over yet. End it first."))
            anonymise(db, names)
            newest = max(map(read_made_at, backups(self._file.folder)), default=None)
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (MARK, stamp(newest) if newest else ""))

    def finish_forgetting(self) -> Left | None:
        """Remove every trace of forgotten names, if the mark says that there may be some.

        It rewrites the file, backs it up, deletes older copies and removes the mark. It returns what failed: if a name
        is left somewhere, the mark stays, and the next start tries again.
        """
        if (mark := self._row("SELECT value FROM meta WHERE key = ?", MARK)) is None:
            return None
        again = self._write_anew()
        undeleted = _delete(list_older(self._file.folder, mark["value"]))
        if again:  # deleting old copies has made room
            again = self._write_anew()
        if undeleted:
            return Left(undeleted, name_stays=True)
        if again and again.name_stays:
            return again
        with self.transaction() as db:
            db.execute("DELETE FROM meta WHERE key = ?", (MARK,))
        return again

    def _write_anew(self) -> Left | None:
        """Rewrite the file and back it up; return what failed."""
        try:
            self._file.overwrite()
        except StoreError as error:
            return Left(error.text, name_stays=True)
        try:
            self._file.backup()
        except StoreError as error:
            return Left(error.text, name_stays=False)
        return None


class Left(NamedTuple):
    """What failed when someone was forgotten. ``name_stays``: their name is still somewhere."""

    text: Text
    name_stays: bool


def list_older(folder: Path, newest: str) -> list[Path]:
    """List the other files that may hold the names: earlier backups, and old data files that were kept."""
    older = [copy for copy in backups(folder) if stamp(read_made_at(copy)) <= newest]
    return [*older, *sorted(folder.glob("companion-replaced-*.db*"))]


def _delete(copies: Iterable[Path]) -> Text | None:
    """Delete these files; return why one could not be deleted."""
    why = None
    for copy in copies:
        try:
            with as_store_error(T("Couldn't delete an older copy")):
                copy.unlink(missing_ok=True)
        except StoreError as error:
            why = error.text
    return why
