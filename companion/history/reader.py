"""Keeping the book.

The outcome of every game that is over stands in the data file beside a mark of the journal that it was made of, and is
made anew when that mark is another one. The book comes from the outcomes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import count
from typing import NamedTuple

from companion import clock
from companion.avatars import FIGURES, avatar_of, default_avatar
from companion.engine.state import OVER
from companion.history.history import GameNight, History, Person, Play, is_apart, write_utc
from companion.history.outcome import FORMAT, Outcome, Results, outcome_from, seconds
from companion.names import fold_name
from companion.storage.store import GameHead, PersonRow, Store, StoreError
from companion.table import reveal
from companion.table.loading import game_of, load_record

_log = logging.getLogger(__name__)


class StoredOutcome(NamedTuple):
    """A game as far as the book knows it; ``outcome`` is None where it says nothing. Told ones come into the book."""

    mark: str
    outcome: Outcome | None = None


class Evening(NamedTuple):
    """The finished games of a table's evening, and everybody's person by folded name.

    ``ahead``: by how many seconds the host's clock was ahead when they were read; ``plays``: all games of that table in
    the history, where the lobby says something of them.
    """

    games: tuple[Outcome, ...]
    people: Mapping[str, PersonRow]
    ahead: int
    plays: Sequence[Play] = ()


class HistoryReader:
    """The book of a data folder. Safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._book = History()
        self._kept: dict[int, StoredOutcome] | None = None
        self._made_of: object = None

    @contextlib.contextmanager
    def read_anew(self) -> Iterator[None]:
        """Hold the book while names are changed or forgotten, and read it anew then: it writes none of them again."""
        with self._lock:
            try:
                yield
            finally:
                self._begin_anew()

    def read_book(self) -> History:
        """Return the book as the data are now."""
        with self._lock:
            heads = self._store.people.game_heads()
            people = self._store.people.all()
            if self._made_of != (heads, people):
                kept = self._outcomes(heads)
                self._book = _bind([head for head in heads if not head.left_out], kept, people)
                self._made_of = (heads, people)
            return self._book

    def _outcomes(self, heads: Sequence[GameHead], keep: bool = True) -> Mapping[int, StoredOutcome]:
        """Return the outcomes, those of these games as they are now; ``keep`` writes them to the disk."""
        if self._kept is None:
            self._kept = {id: kept for id, row in self._store.people.outcomes().items() if (kept := _read(*row))}
        known = {id: kept.mark for id, kept in self._kept.items()}
        changed = [head for head in heads if head.showing or known.get(head.id) != _mark(head)]
        if new := {head.id: StoredOutcome(_mark(head), self._outcome(head)) for head in changed}:
            # Who only reads, or has no room on the disk, has the book all the same.
            with contextlib.suppress(StoreError):
                if keep:
                    written = {
                        id: (kept.mark, json.dumps(kept.outcome and asdict(kept.outcome))) for id, kept in new.items()
                    }
                    self._store.people.keep_outcomes(written)
            self._kept |= new
        return self._kept

    def read_evening(self, table_id: int, until: float, keep: bool) -> Evening:
        """Return that table's evening in which another game begins at ``until``."""
        games = tuple(self._list_evening(table_id, until, keep))
        return Evening(games, self._store.people.all(), self._store.games.host_clock.count_ahead())

    def _list_evening(self, table_id: int, until: float, keep: bool) -> list[Outcome]:
        """Return the finished games of that evening.

        Those that were left out are not among them, and older ones are not looked at.
        """
        found: list[Outcome] = []
        with self._lock:
            for head in reversed(self._store.people.game_heads(table_id)):
                outcome = None if head.left_out else self._outcomes([head], keep)[head.id].outcome
                if outcome is None:
                    continue
                if is_apart(outcome.ended, until):
                    break
                until = outcome.started
                found.insert(0, outcome)
        return found

    def _outcome(self, head: GameHead) -> Outcome | None:
        """Make the outcome of one game anew; None where it is not over, or can't be read.

        Of one that is not told to its end it has the rounds before the last.
        """
        try:
            row = self._store.games.get(head.id)
            results = Results(game_of(row))
            record = load_record(self._store, row, results)
        except StoreError as error:
            # It is told at its own table; the book goes on without it.
            _log.warning("Game %s is not in the book: %s", head.id, error)
            return None
        if record.state.status != OVER:
            return None
        told = row.show.round, row.show.beats
        before = tuple(result for result in results.rounds if (result.round, results.beats) <= told)
        outcome = results.outcome(record, seconds(row.created) or 0.0, row.ahead)
        # Of a game that was played elsewhere and read in the whole score was told there.
        if head.whole or reveal.is_told(row, record, clock.steady()):
            return outcome
        return replace(outcome, rounds=before, several=False, told=False)


# -- as it is kept --------------------------------------------------------------------------------------------------
def _read(mark: str, written: str) -> StoredOutcome | None:
    """Read a kept outcome; None for one that can't be read, which is made anew."""
    try:
        kept = json.loads(written)
        return StoredOutcome(mark, outcome_from(kept) if kept else None)
    except (ValueError, TypeError, KeyError):
        return None


def _mark(head: GameHead) -> str:
    """Return a mark that is another one after every change of the game, and tells nobody's name."""
    told = f"{FORMAT}.{head.over}.{head.whole}.{head.mark}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


# -- put together ---------------------------------------------------------------------------------------------------
def _bind(heads: Sequence[GameHead], kept: Mapping[int, StoredOutcome], rows: Mapping[str, PersonRow]) -> History:
    """Make a book of these games."""
    games = [(head, outcome) for head in heads if (outcome := kept[head.id].outcome) and outcome.told]
    games.sort(key=lambda one: (int(one[1].started), one[0].id))
    people = people_of([(result.seat, result.name) for _, outcome in games for result in outcome.results], rows)
    plays = dict[str, Play]()
    evenings = dict[str, GameNight]()
    running = dict[str, GameNight]()
    for head, outcome in games:
        evening = running.get(head.code)
        if evening is None or is_apart(evening.ended, outcome.started):
            name = _name_anew(f"{head.code}-{write_utc(outcome.started)[:10]}", evenings)
            evening = running[head.code] = evenings[name] = GameNight(name, [])
        sat = [people.get(result.name) or Person("", result.name) for result in outcome.results]
        name = _name_anew(outcome.play_id, plays)
        plays[name] = Play(head.id, name, kept[head.id].mark, head.table_id, sat, outcome, evening.id)
        evening.plays.append(plays[name])
    return History([*plays.values()], sorted(evenings.values(), key=lambda one: one.began, reverse=True))


def _name_anew(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number behind it where it is taken."""
    return next(one for n in count(1) if (one := f"{name}-{n}" if n > 1 else name) not in taken)


def people_of(sat: Sequence[tuple[int, str]], rows: Mapping[str, PersonRow]) -> dict[str, Person]:
    """Return the person of each name of those who ``sat`` on these seats, in the order of time.

    They are called as the host has renamed them, or as they were typed last; who is forgotten is left out.
    """
    found: dict[str, Person] = {}
    for seat, name in sat:
        if row := rows.get(fold_name(name)):
            look = avatar_of(row.figure) if row.figure in FIGURES else default_avatar(seat)
            found[row.key] = Person(person_id(row.key), row.name, row.key, *look)
    return {name: found[row.key] for _, name in sat if (row := rows.get(fold_name(name)))}


def person_id(key: str) -> str:
    """Make the address of a person: it tells nothing of the name, and stays."""
    return hashlib.sha256(f"person:{key}".encode()).hexdigest()[:10]
