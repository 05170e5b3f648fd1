"""The book: tables made of the journal, brought up to date at every look, thrown away when the code has changed.

Nothing in it is a truth of its own. Only games that are over and told come into it, so its file may be read by anybody
who may see the results.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import sqlite3
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.book import badges
from companion.book.career import appearances
from companion.book.evenings import evenings_of
from companion.book.results import Outcome, RoundResult, outcome_of, seconds
from companion.book.tables import TABLES, version
from companion.record import Record
from companion.rules.scoring import ALONE
from companion.store import GameHead, GameRow, PersonRow, Store, StoreError, key_of, resolved
from companion.table.loading import game_of

FILE = "companion-book.db"
CHUNK = 50
"""Games between two steps of a progress bar."""
_SPACE = uuid.UUID("6f1d7a5e-7e1c-5c0a-9d55-3c0b8a5d2e11")
_log = logging.getLogger(__name__)

Step = Callable[[int, int], None]
"""Told how many games of how many have been read."""


def nothing(done: int, of: int) -> None:
    """Tells nobody."""


class Book:
    """The tables, in ``folder`` or (None, or where nothing can be written) in memory. Safe to use from several
    threads."""

    def __init__(self, folder: Path | None) -> None:
        self._lock = threading.RLock()
        self._path = folder / FILE if folder else None
        self._db = self._open()
        self._seen: tuple[Store, int] | None = None
        """What it was made of when it was last brought up to date."""

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # -- the file -----------------------------------------------------------------------------------------------
    def _open(self) -> Database:
        if self._path is not None:
            with contextlib.suppress(sqlite3.Error, OSError):
                return self._made(self._path)
            with contextlib.suppress(sqlite3.Error, OSError):
                remove(self._path)  # it can be made again
                return self._made(self._path)
        return self._made(None)

    def _made(self, path: Path | None) -> Database:
        if path is not None:
            path.touch(mode=0o600)
        conn = sqlite3.connect(path or ":memory:", timeout=5, isolation_level=None, check_same_thread=False)
        try:
            # What is lost can be made again, so nobody waits for the disk.
            conn.execute("PRAGMA journal_mode = WAL")
            conn.execute("PRAGMA synchronous = OFF")
            conn.execute("PRAGMA foreign_keys = ON")
            db = Database(conn, execute_plugins=False)
            if "meta" in db.table_names() and self._get(db, "version") == version():
                return db
            self._fill_empty(db)
        except BaseException:
            conn.close()
            raise
        return db

    def _fill_empty(self, db: Database) -> None:
        """Throws all away and makes empty tables."""
        db.conn.execute("PRAGMA foreign_keys = OFF")
        db.conn.execute("BEGIN IMMEDIATE")
        for name in db.view_names():
            db.view(name).drop()
        for name in db.table_names():
            db.table(name).drop()
        for statement in TABLES.split(";\n"):
            db.conn.execute(statement)
        db.conn.execute("INSERT INTO meta VALUES ('version', ?)", (version(),))
        db.conn.execute("COMMIT")
        db.conn.execute("PRAGMA foreign_keys = ON")

    @staticmethod
    def _get(db: Database, key: str) -> str:
        row = db.conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def start_again(self) -> None:
        """Throws all away, file and all: somebody was forgotten."""
        with self._lock:
            self._db.close()
            if self._path is not None:
                with contextlib.suppress(OSError):
                    remove(self._path)
            self._db = self._open()
            self._seen = None

    # -- questions ----------------------------------------------------------------------------------------------
    def rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """What the tables answer."""
        with self._lock:
            return list(self._db.query(sql, values))

    def row(self, sql: str, *values: object) -> dict[str, Any] | None:
        """The first row of the answer, if there is one."""
        return next(iter(self.rows(sql, *values)), None)

    def keys_of(self, person: str, store: Store) -> tuple[str, list[str]] | None:
        """The key of the person with that address, and those that were joined with it; None for nobody."""
        known = store.people()
        keys = {row["key"] for row in self.rows("SELECT DISTINCT key FROM results WHERE person = ?", person)}
        found = {resolved(known, key) for key in keys}
        if len(found) != 1:
            return None
        key = found.pop()
        return key, sorted({one for one in (*keys, *known) if one != key and resolved(known, one) == key})

    def mark_of(self, game: int) -> str:
        """Another one after every change of that game."""
        row = self.row("SELECT mark FROM known WHERE game_id = ?", game)
        return str(row["mark"]) if row else ""

    # -- bringing it up to date ---------------------------------------------------------------------------------
    def refresh(self, store: Store, step: Step = nothing) -> int:
        """Takes in what has changed in the journal; how many games that were."""
        with self._lock:
            now = store, store.changes()
            if now == self._seen:
                return 0
            changed = self._follow(store, step)
            self._seen = now
            return changed

    def _follow(self, store: Store, step: Step) -> int:
        heads = store.game_heads()
        known = {row["game_id"]: row["mark"] for row in self.rows("SELECT game_id, mark FROM known")}
        marks = {head.id: _mark(head) for head in heads}
        changed = [head for head in heads if known.get(head.id) != marks[head.id]]
        gone = [game for game in known if game not in marks]
        people = _people_mark(store)
        self._dress(store)
        if not changed and not gone and people == self._get(self._db, "people"):
            return 0
        conn = self._db.conn
        conn.execute("BEGIN IMMEDIATE")
        try:
            tables = self._tables_of(gone)
            for game in gone:
                self._forget_game(game)
            for number, head in enumerate(changed):
                if number % CHUNK == 0:
                    step(number, len(changed))
                self._take(store, head, marks[head.id])
            step(len(changed), len(changed))
            self._people(store, people, [head.id for head in changed])
            self._evenings({head.table_id for head in changed} | tables)
            conn.execute("COMMIT")
        except BaseException:
            conn.execute("ROLLBACK")
            raise
        return len(changed) + len(gone)

    def _dress(self, store: Store) -> None:
        """The colours and figures that people chose last."""
        known = store.people()
        worn = [(row.colour, row.figure, person_id(resolved(known, key))) for key, row in known.items() if row.figure]
        self._db.conn.executemany("UPDATE people SET colour = ?, figure = ? WHERE id = ?", worn)

    def _tables_of(self, games: Sequence[int]) -> set[int]:
        rows = (self.row("SELECT table_id FROM plays WHERE id = ?", game) for game in games)
        return {row["table_id"] for row in rows if row}

    def _forget_game(self, game: int) -> None:
        self._db.conn.execute("DELETE FROM plays WHERE id = ?", (game,))
        self._db.conn.execute("DELETE FROM known WHERE game_id = ?", (game,))

    def _take(self, store: Store, head: GameHead, mark: str) -> None:
        """One game anew, if it is to be in the book."""
        self._forget_game(head.id)
        self._db.conn.execute("INSERT INTO known VALUES (?, ?)", (head.id, mark))
        if head.left_out:
            return
        row = store.game(head.id)
        try:
            entries = store.entries(head.id)
            outcome = outcome_of(
                game_of(row), row.players, row.options, entries, lambda record: _told(record, row, head)
            )
        except StoreError as error:
            _log.warning("Game %s is not in the book: %s", head.id, error)
            return
        except Exception:
            # What can't be folded is told at its own table; the book goes on without it.
            _log.warning("Game %s is not in the book: its entries can't be played one after the other", head.id)
            return
        if outcome is not None:
            self._write(head, row, outcome, entries[0])

    def _write(self, head: GameHead, row: GameRow, outcome: Outcome, deal: Mapping[str, Any]) -> None:
        conn, game = self._db.conn, head.id
        started = outcome.started if outcome.started is not None else seconds(row.created) or 0.0
        ended = max(started, outcome.ended if outcome.ended is not None else started)
        options = json.dumps(outcome.options, sort_keys=True, separators=(",", ":"))
        values = (
            *(game, self._play_id(row, deal), None, head.code, head.table_id, outcome.game, options),
            *(len(outcome.results), outcome.over_by, int(outcome.counts), utc(started), utc(ended)),
            *(round((ended - started) / 60), outcome.first, json.dumps(outcome.tallies)),
        )
        conn.execute("INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        results = [self._result(row, outcome, seat) for seat in range(len(outcome.results))]
        conn.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", results)
        conn.executemany(
            "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (game, r.round, r.seat, "", r.role, r.side, r.digs, r.gain, r.total, int(r.won), int(r.seen))
                for r in outcome.rounds
            ],
        )
        conn.executemany(
            "INSERT INTO robberies VALUES (?, ?, ?, ?)",
            [(game, one.round, one.thief, one.victim) for one in outcome.robberies],
        )
        feats = [(game, f"{outcome.game}.{feat}", seat) for feat, seat in outcome.feats]
        feats += [(game, feat, one.seat) for one in appearances(outcome) for feat in badges.of_game(one)]
        conn.executemany("INSERT INTO feats VALUES (?, ?, ?)", feats)
        conn.executemany("INSERT INTO side_rounds VALUES (?, ?, ?, ?, ?)", [(game, *one) for one in sides_of(outcome)])
        conn.executemany(
            "INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [(game, *one) for one in pairs_of(outcome)]
        )

    @staticmethod
    def _result(row: GameRow, outcome: Outcome, seat: int) -> tuple[Any, ...]:
        r = outcome.results[seat]
        robbed = sum(one.victim == seat for one in outcome.robberies)
        robbing = sum(one.thief == seat for one in outcome.robberies)
        key = key_of(r.name)
        return (
            *(row.id, seat, "", key, r.name, r.role, r.side, r.digs, r.score, r.rank, int(r.won), r.rounds),
            *(robbed, robbing, int(outcome.first_out == seat), r.turns, r.seconds),
        )

    def _play_id(self, row: GameRow, deal: Mapping[str, Any]) -> str:
        """The same wherever the record goes: made of its first entry, which nobody can rewrite."""
        first = json.dumps([row.game, deal], sort_keys=True)
        number = 1
        while True:
            found = str(uuid.uuid5(_SPACE, f"{first}.{number}"))
            if not self.row("SELECT 1 FROM plays WHERE play_id = ?", found):
                return found
            number += 1

    # -- people -------------------------------------------------------------------------------------------------
    def _people(self, store: Store, mark: str, changed: Sequence[int]) -> None:
        """Who is who: in the games that have changed, or in all where somebody has said something of people."""
        conn, known, sat = self._db.conn, store.people(), store.seat_people()
        anew = mark != self._get(self._db, "people")
        plays = [row["id"] for row in self.rows("SELECT id FROM plays")] if anew else changed
        if anew:
            names = self.rows("SELECT DISTINCT name FROM results")
            conn.executemany(
                "UPDATE results SET key = ? WHERE name = ?", [(key_of(n["name"]), n["name"]) for n in names]
            )
        if sat:
            self._bind(store, sat, plays)
        keys = {row["key"] for play in plays for row in self.rows("SELECT key FROM results WHERE play = ?", play)}
        persons = {key: resolved(known, key) if key else "" for key in keys}
        for play in plays:
            rows = self.rows("SELECT seat, key FROM results WHERE play = ?", play)
            whose = [(person_id(persons[row["key"]]), play, row["seat"]) for row in rows]
            conn.executemany("UPDATE results SET person = ? WHERE play = ? AND seat = ?", whose)
            conn.executemany("UPDATE rounds SET person = ? WHERE play = ? AND seat = ?", whose)
        for person in {person for person in persons.values() if person}:
            self._person(known.get(person), person)
        conn.execute("DELETE FROM people WHERE id NOT IN (SELECT DISTINCT person FROM results)")
        conn.execute("INSERT OR REPLACE INTO meta VALUES ('people', ?)", (mark,))

    def _person(self, kept: PersonRow | None, key: str) -> None:
        """The name of a person as it was typed last, its own before one that was joined; or as the host spells it."""
        latest = (
            "SELECT name FROM results JOIN plays ON plays.id = play WHERE person = ?"
            " ORDER BY key = ? DESC, played_at DESC, play DESC LIMIT 1"
        )
        row = self.row(latest, person_id(key), key)
        name = (kept and kept.name) or (row["name"] if row else "")
        values = (person_id(key), name, kept.colour if kept else None, kept.figure if kept else None)
        self._db.conn.execute("INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?)", values)

    def _bind(self, store: Store, sat: Mapping[int, str], plays: Sequence[int]) -> None:
        """The results of seats of which somebody said who sat there."""
        for play in plays:
            for seat, seat_id in enumerate(store.game(play).seat_ids):
                if seat_id in sat:
                    sql = "UPDATE results SET key = ? WHERE play = ? AND seat = ? AND key <> ''"
                    self._db.conn.execute(sql, (sat[seat_id], play, seat))

    # -- evenings -----------------------------------------------------------------------------------------------
    def _evenings(self, tables: Collection[int]) -> None:
        """Which games of these tables belong to one evening: see ``evenings_of``."""
        conn = self._db.conn
        sql = (
            'SELECT id, "table", table_id, played_at, ended_at, evening FROM plays WHERE table_id = ?'
            " ORDER BY played_at, id"
        )
        for table in tables:
            conn.execute("DELETE FROM evenings WHERE table_id = ?", (table,))
            for evening in evenings_of(self.rows(sql, table)):
                values = (evening.id, evening.table, table, evening.started, evening.ended, len(evening.plays))
                conn.execute("INSERT INTO evenings VALUES (?, ?, ?, ?, ?, ?)", values)
                new = [(evening.id, play) for play, was in evening.plays if was != evening.id]
                conn.executemany("UPDATE plays SET evening = ? WHERE id = ?", new)


def sides_of(outcome: Outcome) -> list[tuple[int, str, int, int]]:
    """By round and side: how many played in the round, and whether somebody of that side has won it."""
    found: dict[tuple[int, str], tuple[int, int]] = {}
    counted = Counter(one.round for one in outcome.rounds)
    for one in outcome.rounds:
        if one.side:
            won = found.get((one.round, one.side), (0, 0))[1]
            found[one.round, one.side] = counted[one.round], max(won, int(one.won))
    return [(number, side, *counts) for (number, side), counts in found.items()]


def pairs_of(outcome: Outcome) -> list[tuple[int, ...]]:
    """By seat and other seat: rounds on the same side and how many of them were won; rounds on different sides, and
    how many were won by the one alone, and by the other alone. Who digs for itself is on nobody's side."""
    found: dict[tuple[int, int], list[int]] = {}
    by_round: dict[int, list[RoundResult]] = {}
    for one in outcome.rounds:
        by_round.setdefault(one.round, []).append(one)
    for rounds in by_round.values():
        for own, other in permutations([one for one in rounds if one.side], 2):
            same = own.side == other.side and own.digs != ALONE
            counts = found.setdefault((own.seat, other.seat), [0] * 5)
            if same:
                counts[0] += 1
                counts[1] += own.won
            else:
                counts[2] += 1
                counts[3] += own.won and not other.won
                counts[4] += other.won and not own.won
    return [(*seats, *counts) for seats, counts in found.items()]


def _told(record: Record, row: GameRow, head: GameHead) -> bool:
    """Whether the whole score has been told at its table; what was played elsewhere and read in was told there."""
    if head.whole:
        return True
    return row.score_round == record.state.round and row.score_steps >= len(record.game.steps(record.state))


def _mark(head: GameHead) -> str:
    return f"{head.length}.{int(head.over)}{int(head.left_out)}.{head.mark}"


def _people_mark(store: Store) -> str:
    """Changes when somebody has said who is who; how people look is no part of that."""
    people = sorted((row.key, row.name, row.same_as) for row in store.people().values())
    kept = repr((people, sorted(store.seat_people().items())))
    return hashlib.sha256(kept.encode()).hexdigest()[:16]


def person_id(key: str) -> str:
    """The address of a person: tells nothing of the name, and stays."""
    return hashlib.sha256(f"person:{key}".encode()).hexdigest()[:10] if key else ""


def utc(moment: float) -> str:
    """Seconds since 1970 as the book has them."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S")


def remove(path: Path) -> None:
    """The file and what SQLite keeps beside it."""
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
