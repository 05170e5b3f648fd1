"""Reading the history: from the saved outcomes of finished games, computing those that have changed.

Each outcome is saved in the data file with a mark of the journal from which it was computed. If the mark differs now,
the game has changed since, and its outcome is computed again.
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
    """A game with its mark; ``outcome`` is None for a game that counts for nothing. Only revealed games are shown."""

    mark: str
    outcome: Outcome | None = None


class Evening(NamedTuple):
    """The finished games of a table's game night, and all people by their folded names.

    ``ahead``: by how many seconds the host's clock was ahead when they were read; ``plays``: all games of that table in
    the history, if the lobby mentions them.
    """

    games: tuple[Outcome, ...]
    people: Mapping[str, PersonRow]
    ahead: int
    plays: Sequence[Play] = ()


class HistoryReader:
    """The history of a data folder. Safe to use from several threads."""

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
        """Block the history while names are changed or forgotten, and read it again after that.

        Otherwise a reader could write an old name into the data file again.
        """
        with self._lock:
            try:
                yield
            finally:
                self._begin_anew()

    def read_book(self) -> History:
        """Return the history, up to date."""
        with self._lock:
            heads = self._store.people.game_heads()
            people = self._store.people.all()
            if self._made_of != (heads, people):
                kept = self._outcomes(heads)
                self._book = _bind([head for head in heads if not head.left_out], kept, people)
                self._made_of = (heads, people)
            return self._book

    def _outcomes(self, heads: Sequence[GameHead], keep: bool = True) -> Mapping[int, StoredOutcome]:
        """Return the outcomes of these games, up to date; ``keep``: new ones are saved."""
        if self._kept is None:
            self._kept = {id: kept for id, row in self._store.people.outcomes().items() if (kept := _read(*row))}
        known = {id: kept.mark for id, kept in self._kept.items()}
        changed = [head for head in heads if head.showing or known.get(head.id) != _mark(head)]
        if new := {head.id: StoredOutcome(_mark(head), self._outcome(head)) for head in changed}:
            # A reader without the right to write, or with a full disk, still gets the history.
            with contextlib.suppress(StoreError):
                if keep:
                    written = {
                        id: (kept.mark, json.dumps(kept.outcome and asdict(kept.outcome))) for id, kept in new.items()
                    }
                    self._store.people.keep_outcomes(written)
            self._kept |= new
        return self._kept

    def read_evening(self, table_id: int, until: float, keep: bool) -> Evening:
        """Return the game night of that table to which a game that starts at ``until`` belongs."""
        games = tuple(self._list_evening(table_id, until, keep))
        return Evening(games, self._store.people.all(), self._store.games.host_clock.count_ahead())

    def _list_evening(self, table_id: int, until: float, keep: bool) -> list[Outcome]:
        """Return the finished games of that game night.

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
        """Compute the outcome of one game; None if it is not over or can't be read.

        If its last round has not been revealed yet, the outcome has the rounds before that.
        """
        try:
            row = self._store.games.get(head.id)
            results = Results(game_of(row))
            record = load_record(self._store, row, results)
        except StoreError as error:
            # Its own table says that it is damaged; the history goes on without it.
            _log.warning("Game %s is not in the book: %s", head.id, error)
            return None
        if record.state.status != OVER:
            return None
        told = row.show.round, row.show.beats
        before = tuple(result for result in results.rounds if (result.round, results.beats) <= told)
        outcome = results.outcome(record, seconds(row.created) or 0.0, row.ahead)
        # An imported game was revealed where it was played.
        if head.whole or reveal.is_told(row, record, clock.steady()):
            return outcome
        return replace(outcome, rounds=before, several=False, told=False)


# -- saved outcomes -------------------------------------------------------------------------------------------------
def _read(mark: str, written: str) -> StoredOutcome | None:
    """Read a saved outcome; None if it can't be read, so that it is computed again."""
    try:
        kept = json.loads(written)
        return StoredOutcome(mark, outcome_from(kept) if kept else None)
    except (ValueError, TypeError, KeyError):
        return None


def _mark(head: GameHead) -> str:
    """Return a mark that differs after every change of the game, and from which nobody can read a name."""
    told = f"{FORMAT}.{head.over}.{head.whole}.{head.mark}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


# -- put together ---------------------------------------------------------------------------------------------------
def _bind(heads: Sequence[GameHead], kept: Mapping[int, StoredOutcome], rows: Mapping[str, PersonRow]) -> History:
    """Make a history of these games."""
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
    """Return the person for each name in ``sat``: pairs of a seat and a name, from the first game to the last.

    A person is called as the host has renamed them, or else as their name was typed last. Forgotten people are left
    out.
    """
    found: dict[str, Person] = {}
    for seat, name in sat:
        if row := rows.get(fold_name(name)):
            look = avatar_of(row.figure) if row.figure in FIGURES else default_avatar(seat)
            found[row.key] = Person(person_id(row.key), row.name, row.key, *look)
    return {name: found[row.key] for _, name in sat if (row := rows.get(fold_name(name)))}


def person_id(key: str) -> str:
    """Make the address of a person's page: nobody can read the name from it, and it never changes."""
    return hashlib.sha256(f"person:{key}".encode()).hexdigest()[:10]
