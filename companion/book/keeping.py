"""Keeping the book: the outcome of every game that is over stands in the data file beside a mark of the journal that it
was made of, and is made anew when that mark is another one. From the outcomes, and from what people have said of each
other, comes the book."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from companion import clock
from companion.book import badges
from companion.book.book import Book, Evening, Person, Play, cut, utc
from companion.book.outcome import FORMAT, Outcome, outcome_from, outcome_of, seconds
from companion.kept.store import GameHead, GameRow, OutcomeRow, PersonRow, Store, StoreError, key_of, resolved
from companion.looks import Look, look_at
from companion.record.record import Record
from companion.table import show
from companion.table.loading import game_of

CHUNK = 50
"""Games that are kept at a time, and between two steps of a progress bar."""
_SPACE = uuid.UUID("6f1d7a5e-7e1c-5c0a-9d55-3c0b8a5d2e11")
_log = logging.getLogger(__name__)

Step = Callable[[int, int], None]
"""Told how many games of how many have been read."""


def nothing(done: int, of: int) -> None:
    """Tells nobody."""


class Kept(NamedTuple):
    """A game as far as the book knows it; ``outcome`` is None where it does not come into the book. ``first`` is its
    first entry, which nobody can rewrite."""

    mark: str
    outcome: Outcome | None = None
    started: float = 0.0
    ended: float = 0.0
    seat_ids: Sequence[int] = ()
    first: str = ""


class Bookkeeper:
    """The book of a data folder. Safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._book = Book()
        self._kept: dict[int, Kept] | None = None
        self._changes: int | None = None
        self._made_of: object = None

    def forget(self) -> None:
        """Somebody was forgotten: nothing that was read before counts any more."""
        with self._lock:
            self._book, self._kept, self._changes, self._made_of = Book(), None, None, None

    def book(self, step: Step = nothing) -> Book:
        """The book as the data are now."""
        with self._lock:
            changes = self._store.people.changes()
            if changes != self._changes:
                self._follow(step)
                self._changes = changes
            return self._book

    def _follow(self, step: Step) -> None:
        heads, people, sat = self._store.people.game_heads(), self._store.people.all(), self._store.people.seat_people()
        if self._made_of == (heads, people, sat):
            return
        if self._kept is None:
            self._kept = {id: kept for id, row in self._store.people.outcomes().items() if (kept := _read(row))}
        marks = {head.id: _mark(head) for head in heads}
        known = {id: kept.mark for id, kept in self._kept.items()}
        changed = [head for head in heads if head.showing or known.get(head.id) != marks[head.id]]
        waiting = iter(changed)
        for done in range(0, len(changed), CHUNK):
            step(done, len(changed))
            new = {head.id: self._kept_of(head, marks[head.id]) for head in islice(waiting, CHUNK)}
            # Who only reads, or has no room on the disk, has the book all the same.
            with contextlib.suppress(StoreError):
                self._store.people.keep_outcomes({id: _written(kept) for id, kept in new.items()})
            self._kept |= new
        step(len(changed), len(changed))
        self._book = _bound([head for head in heads if not head.left_out], self._kept, people, sat)
        self._made_of = heads, people, sat

    def _kept_of(self, head: GameHead, mark: str) -> Kept:
        """One game anew."""
        try:
            row = self._store.journal.game(head.id)
            entries = self._store.journal.entries(head.id)
            outcome = outcome_of(
                game_of(row), row.players, row.options, entries, lambda record: _told(record, row, head)
            )
        except StoreError as error:
            _log.warning("Game %s is not in the book: %s", head.id, error)
            return Kept(mark)
        except Exception:
            # What can't be folded is told at its own table; the book goes on without it.
            _log.warning("Game %s is not in the book: its entries can't be played one after the other", head.id)
            return Kept(mark)
        if outcome is None:
            return Kept(mark)
        feats = tuple((feat, seat) for seat, feat in badges.of_game(outcome))
        started = outcome.started if outcome.started is not None else seconds(row.created) or 0.0
        ended = max(started, outcome.ended if outcome.ended is not None else started)
        first = json.dumps([row.game, entries[0]], sort_keys=True)
        return Kept(mark, replace(outcome, feats=outcome.feats + feats), started, ended, row.seat_ids, first)


# -- as it is kept --------------------------------------------------------------------------------------------------
def _read(row: OutcomeRow) -> Kept | None:
    """None for what can't be read: it is made anew."""
    try:
        kept = json.loads(row.outcome)
        return Kept(row.mark, **{**kept, "outcome": outcome_from(kept["outcome"])}) if kept else Kept(row.mark)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _written(kept: Kept) -> OutcomeRow:
    if kept.outcome is None:
        return OutcomeRow(kept.mark, "{}")
    values = {**kept._asdict(), "outcome": asdict(kept.outcome)}
    del values["mark"]
    return OutcomeRow(kept.mark, json.dumps(values, separators=(",", ":")))


def _mark(head: GameHead) -> str:
    """Another one after every change of the game; tells nobody's name."""
    told = f"{FORMAT}.{head.length}.{head.over}.{head.whole}.{head.mark}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _told(record: Record, row: GameRow, head: GameHead) -> bool:
    """The whole score has been told at its table; of what was played elsewhere and read in it was told there."""
    return head.whole or show.is_told(row, record, clock.steady())


# -- put together ---------------------------------------------------------------------------------------------------
def _bound(
    heads: Sequence[GameHead], kept: Mapping[int, Kept], people: Mapping[str, PersonRow], sat: Mapping[int, str]
) -> Book:
    """The book of these games."""
    games = {head.id: head for head in heads if kept[head.id].outcome is not None}
    order = sorted(games, key=lambda id: (utc(kept[id].started), id))
    key = cache(key_of)
    keys = {id: _keys(kept[id], sat, key) for id in order}
    known = _people(order, kept, keys, people)
    ids = _play_ids(games, kept)
    tables: dict[int, list[int]] = defaultdict(list)
    for id in order:
        tables[games[id].table_id].append(id)
    plays: dict[int, Play] = {}
    evenings = []
    for table in tables.values():
        days: dict[str, int] = defaultdict(int)
        for evening in cut((id, kept[id].started, kept[id].ended) for id in table):
            code, began = games[evening[0]].code, kept[evening[0]].started
            name = f"{code}-{utc(began)[:10]}"
            days[name] += 1
            name += f"-{days[name]}" if days[name] > 1 else ""
            for id in evening:
                plays[id] = _play(games[id], kept[id], ids[id], [known[key] for key in keys[id]], name)
            of_evening = [plays[id] for id in evening]
            evenings.append(Evening(name, code, began, max(play.ended for play in of_evening), of_evening))
    evenings.sort(key=lambda one: one.id)
    evenings.sort(key=lambda one: one.began, reverse=True)
    return Book([plays[id] for id in order], evenings)


def _play(head: GameHead, kept: Kept, play_id: str, people: Sequence[Person], evening: str) -> Play:
    assert kept.outcome is not None
    named = [
        one if one.id else replace(one, name=result.name)
        for one, result in zip(people, kept.outcome.results, strict=True)
    ]
    return Play(
        *(head.id, play_id, kept.mark, head.code, head.table_id, kept.seat_ids, named, kept.outcome),
        *(kept.started, kept.ended, evening),
    )


def _play_ids(games: Mapping[int, GameHead], kept: Mapping[int, Kept]) -> dict[int, str]:
    """Made of a game's first entry, so that its id is the same wherever the record goes."""
    found: dict[int, str] = {}
    times: dict[str, int] = defaultdict(int)
    for id in games:
        first = kept[id].first
        times[first] += 1
        found[id] = str(uuid.uuid5(_SPACE, f"{first}.{times[first]}"))
    return found


def _keys(kept: Kept, sat: Mapping[int, str], key_of: Callable[[str], str]) -> list[str]:
    """By seat the key of who sat there: the name tells it, or somebody has said so. "" for who was forgotten."""
    assert kept.outcome is not None
    found = [key_of(result.name) for result in kept.outcome.results]
    for seat, seat_id in enumerate(kept.seat_ids[: len(found)]):
        if seat_id in sat and found[seat]:
            found[seat] = sat[seat_id]
    return found


def _people(
    order: Sequence[int],
    kept: Mapping[int, Kept],
    keys: Mapping[int, Sequence[str]],
    people: Mapping[str, PersonRow],
) -> dict[str, Person]:
    """The person of each key. Somebody is called as the host spells it, or as the name was typed last, the own one
    before one that was joined."""
    persons = {key: resolved(people, key) for of_game in keys.values() for key in of_game if key}
    names: dict[str, str] = {}
    own: dict[str, str] = {}
    places: dict[str, int] = {}
    for id in order:
        outcome = kept[id].outcome
        for result, key in zip(outcome.results if outcome else (), keys[id], strict=True):
            if key:
                names[persons[key]] = result.name
                places[persons[key]] = result.seat
                if key == persons[key]:
                    own[key] = result.name
    found = {"": Person("", "")}
    for person in sorted(set(persons.values())):
        row = people.get(person) or PersonRow(person)
        joined = {key for key in (*persons, *people) if key != person and resolved(people, key) == person}
        name = row.name or own.get(person) or names[person]
        free = look_at(places[person])
        look = Look(free.colour if row.colour is None else row.colour, row.figure or free.figure)
        found[person] = Person(person_id(person), name, person, tuple(sorted(joined)), *look)
    return found | {key: found[person] for key, person in persons.items()}


def person_id(key: str) -> str:
    """The address of a person: tells nothing of the name, and stays."""
    return hashlib.sha256(f"person:{key}".encode()).hexdigest()[:10] if key else ""
