"""Records are read in as tables at which they were played: each as a whole, or not at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.fair import promise
from companion.games import game_by_id
from companion.names import folded
from companion.record import Record, parse, read_head, read_record
from companion.rules.action import Entry
from companion.rules.errors import RuleError
from companion.rules.fields import plain
from companion.rules.text import T
from companion.store import Added, GameRow, Store, TableRow
from companion.table import Tables
from companion.verify import Opened, opened_in

APART = timedelta(hours=6)
"""Records of the same people with less than this between them come to one table: they are one evening."""


@dataclass(frozen=True)
class Given:
    """A record that was read: each entry of it is possible."""

    record: Record
    players: list[str]
    options: dict[str, Any]
    entries: list[Entry]
    opens: Opened | None = None
    """What it tells of its draws."""

    @property
    def began(self) -> datetime | None:
        return _moment(self.entries[0]) if self.entries else None

    @property
    def ended(self) -> datetime | None:
        return _moment(self.entries[-1]) if self.entries else None


def read(text: str) -> Given:
    """The record in a text. Raises a RuleError, or an EntryError that names the entry."""
    content = parse(text)
    record = read_record(content, game_by_id)
    _, players, options, entries = read_head(content, game_by_id)
    return Given(record, players, options, entries, opened_in(content))


def imported(
    store: Store,
    record: Record,
    players: list[str],
    options: dict[str, Any],
    entries: list[Entry],
    opens: Opened | None = None,
) -> TableRow:
    """A new table at which this game has been played: all of it, or nothing."""
    with store.whole():
        table = Tables(store).create(imported=True)
        # The names are judged like those that people type.
        seats = [table.add_seat(name) for name in players]
        ids = [seat.id for seat in seats]
        _played_at(store, table.row, Given(record, [seat.name for seat in seats], options, entries, opens), ids)
        return table.row


def _played_at(store: Store, table: TableRow, given: Given, ids: list[int]) -> None:
    game = given.record.game
    options = game.complete(given.options)
    row = store.new_game(table.id, game.id, options, given.players, ids)
    store.append_record(row.id, given.entries)
    _keep_opened(store, row, given.opens)
    chosen = {"game": game.id, "options": options, "open": not given.entries}
    store.set_meta(f"chosen:{table.id}", json.dumps(chosen))


def _keep_opened(store: Store, row: GameRow, opens: Opened | None) -> None:
    """What a record opens goes out with it again, if it is what was promised."""
    if opens and promise(opens.secret) == opens.commitment:
        added = [Added(0, name, bits) for name, bits in opens.additions]
        store.keep_pledge(row.table_id, row.id, opens.secret, added, opens.draws)


# -- a folder -------------------------------------------------------------------------------------------------------
@dataclass
class Import:
    """What became of the records of a folder: how many were ``new``, were there (``known``), and what was wrong with
    others, by file."""

    store: Store
    new: int = 0
    known: int = 0
    wrong: list[tuple[Path, str]] = field(default_factory=list)
    _last: tuple[TableRow, list[int], Given] | None = None

    def take(self, given: Given) -> None:
        """One more record, unless it is there already. Raises a RuleError for names that can't sit at a table."""
        if has(self.store, given):
            self.known += 1
            return
        if self._last and _same_evening(self._last[2], given):
            table, ids, _ = self._last
            with self.store.whole():
                _played_at(self.store, table, given, ids)
        else:
            table = imported(self.store, given.record, given.players, given.options, given.entries, given.opens)
            ids = [seat.id for seat in self.store.seats(table.id)]
        self._last = (table, ids, given)
        self.new += 1


def read_folder(folder: Path, result: Import) -> list[Given]:
    """The records of a folder in the order in which they were played; what is none is noted as wrong."""
    found: list[Given] = []
    for file in sorted(folder.glob("*.json")):
        try:
            found.append(read(file.read_text(encoding="utf-8")))
        except RuleError as error:
            result.wrong.append((file, str(error)))
        except UnicodeDecodeError:
            result.wrong.append((file, str(T("this is not a record: it is no text in UTF-8"))))
        except OSError as error:
            result.wrong.append((file, str(error.strerror)))
    return sorted(found, key=lambda given: (given.began or datetime.max.replace(tzinfo=UTC), plain(given.players)))


def has(store: Store, given: Given) -> bool:
    """Whether the store holds this very game: the same players, options and entries, whatever the device."""
    wanted = _content(given.record.game.complete(given.options), given.entries)
    for table in store.tables():
        for row in store.games(table.id):
            same = row.game == given.record.game.id and row.players == given.players and not row.damage
            if same and _content(row.options, store.readable_entries(row.id)[0]) == wanted:
                return True
    return False


def _content(options: dict[str, Any], entries: Sequence[Entry]) -> tuple[Any, ...]:
    told = [{key: value for key, value in entry.items() if key != "device"} for entry in entries]
    for entry in told:
        entry.setdefault("at", "")
    return options, told


def _same_evening(before: Given, given: Given) -> bool:
    """Whether they are the same people on the same chairs, with less than six hours between."""
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
