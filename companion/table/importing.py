"""Records are read in as tables at which they were played: each as a whole, or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.games import game_by_id
from companion.kept.store import Chosen, Store, TableRow
from companion.names import folded
from companion.record.record import Record, parse, read_record
from companion.rules.asking import Entry, plain
from companion.rules.text import RuleError, T
from companion.table import Tables, seating

APART = timedelta(hours=6)
"""Records of the same people with less than this between them come to one table: they are one evening."""


@dataclass(frozen=True)
class Given:
    """A record that was read: each entry of it is possible."""

    record: Record
    players: list[str]
    options: dict[str, Any]
    entries: list[Entry]
    file: Path | None = None

    @property
    def began(self) -> datetime | None:
        return _moment(self.entries[0]) if self.entries else None

    @property
    def ended(self) -> datetime | None:
        return _moment(self.entries[-1]) if self.entries else None


def read(text: str) -> Given:
    """The record in a text. Raises a RuleError, or an EntryError that names the entry."""
    record = read_record(parse(text), game_by_id)
    return Given(record, record.players, record.given_options, record.entries)


def imported(
    store: Store,
    record: Record,
    players: list[str],
    options: dict[str, Any],
    entries: list[Entry],
) -> TableRow:
    """A new table at which this game has been played: all of it, or nothing."""
    with store.transaction():
        table = Tables(store).create(imported=True)
        # The names are judged like those that people type.
        seats = [table.do(seating.add_seat, name) for name in players]
        ids = [seat.id for seat in seats]
        _played_at(store, table.at.row, Given(record, [seat.name for seat in seats], options, entries), ids)
        return table.at.row


def _played_at(store: Store, table: TableRow, given: Given, ids: list[int]) -> None:
    game = given.record.game
    options = game.complete(given.options)
    row = store.journal.new_game(table.id, game.id, options, given.players, ids, game.file)
    store.journal.append_record(row.id, given.entries)
    store.tables.save(replace(store.tables.get(table.id), chosen=Chosen(game.id, options, not given.entries)))


# -- a folder -------------------------------------------------------------------------------------------------------
@dataclass
class Import:
    """The outcome of importing a folder: how many records were ``new``, were there (``known``), and what was wrong with
    others, by file."""

    store: Store
    new: int = 0
    known: int = 0
    wrong: list[tuple[Path, str]] = field(default_factory=list)
    _last: tuple[TableRow, list[int], Given] | None = None
    _there: dict[tuple[str, tuple[str, ...]], set[str]] = field(default_factory=dict)

    def take(self, given: Given) -> None:
        """One more record, unless it is there already: the same players, options and entries, whatever the device.
        Raises a RuleError for names that can't sit at a table."""
        there = self._contents(given)
        content = _content(given.record.game.complete(given.options), given.entries)
        if content in there:
            self.known += 1
            return
        if self._last and _same_evening(self._last[2], given):
            table, ids, _ = self._last
            with self.store.transaction():
                _played_at(self.store, table, given, ids)
        else:
            table = imported(self.store, given.record, given.players, given.options, given.entries)
            ids = [seat.id for seat in self.store.seats.of(table.id)]
        self._last = (table, ids, given)
        there.add(content)
        self.new += 1

    def _contents(self, given: Given) -> set[str]:
        """The stored records of the same game with the same players, each read once."""
        names = tuple(" ".join(name.split()) for name in given.players)
        key = given.record.game.id, names
        if key not in self._there:
            rows = [row for table in self.store.tables.all() for row in self.store.journal.games(table.id)]
            same = (row for row in rows if (row.game, tuple(row.players)) == key and not row.damage)
            self._there[key] = {_content(row.options, self.store.journal.readable_entries(row.id)[0]) for row in same}
        return self._there[key]


def read_folder(folder: Path, result: Import, step: Callable[[int], None]) -> list[Given]:
    """The records of a folder in the order in which they were played; what is none is noted as wrong. ``step`` is told
    how many have been read."""
    found: list[Given] = []
    for number, file in enumerate(sorted(folder.glob("*.json"))):
        step(number)
        try:
            found.append(replace(read(file.read_text(encoding="utf-8")), file=file))
        except RuleError as error:
            result.wrong.append((file, str(error)))
        except UnicodeDecodeError:
            result.wrong.append((file, str(T("this is not a record: it is no text in UTF-8"))))
        except OSError as error:
            result.wrong.append((file, str(error.strerror)))
    return sorted(found, key=lambda given: (given.began or datetime.max.replace(tzinfo=UTC), plain(given.players)))


def _content(options: dict[str, Any], entries: Sequence[Entry]) -> str:
    told = [{"at": "", **{key: value for key, value in entry.items() if key != "device"}} for entry in entries]
    return hashlib.sha256(json.dumps([options, told], sort_keys=True).encode()).hexdigest()


def _same_evening(before: Given, given: Given) -> bool:
    """The same people on the same chairs, with less than six hours between."""
    if list(map(folded, before.players)) != list(map(folded, given.players)) or not before.entries:
        return False
    if before.ended is None or given.began is None:
        return False
    return timedelta(0) <= given.began - before.ended < APART


def _moment(entry: Entry) -> datetime | None:
    try:
        moment = datetime.fromisoformat(entry["at"])
    except (KeyError, ValueError, TypeError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
