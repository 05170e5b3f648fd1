"""The journal: games, the entries of each, and what happened beside them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from companion.kept.checksums import ENTRY, HEAD, of_entry, of_head
from companion.kept.data_file import Part
from companion.kept.disk_errors import StoreError
from companion.kept.store.naming import in_names, in_numbers, names, number_of, numbers_of, with_joined
from companion.kept.store.rows import Damaged, Draft, GameRow, NoteRow, Show, TapRow, loads, value
from companion.names import folded
from companion.rules.asking import same_name
from companion.rules.text import T, Text

_GAME = "SELECT * FROM games "
GAP = 500
"""So many entries may be missing in a row, where more come after them."""
_NOTE = 'SELECT id, game_id, seq, message, "values", at FROM notes '
_INSERT = """
    INSERT INTO entries (game_id, seq, kind, by_seat, body, at, device, action_id, batch, drawn, checksum)
    VALUES (:game_id, :seq, :kind, :by_seat, :body, :at, :device, :action_id, :batch, :drawn, :checksum)
"""


_NEW_GAME = """
    INSERT INTO games (table_id, number, game, file, created, options, players, seat_ids, joined, checksum)
    VALUES (?, ?, ?, ?, ?, '{}', '[]', '[]', '{}', 0)
"""
_SHOW = ("score_round", "score_beats", "shown_since", "shown_for")
_LISTS: dict[str, type[Any]] = {
    "players": list,
    "seat_ids": list,
    "options": dict,
    "joined": dict,
    "looks": dict,
    "typed": dict,
}


class Stale(StoreError):
    """The journal has moved on since the page was made; nothing was written."""

    def __init__(self) -> None:
        super().__init__(T("Something else was entered meanwhile. Nothing was changed: look again."))


class Read(NamedTuple):
    """A journal up to the first entry that can't be read: each entry as it was given, with ``at`` and ``device``, the
    fields that chance filled, by the number of their entry, the taps by which the entries were made, and what is wrong
    with the next one, if anything."""

    entries: list[dict[str, Any]]
    drawn: Mapping[int, tuple[str, ...]] = {}
    taps: Sequence[TapRow] = ()
    damage: Damaged | None = None


class Journal(Part):
    """The part of the data file that says what was played."""

    # --- games

    def new_game(
        self,
        table_id: int,
        game: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        seat_ids: Sequence[int],
        file: str = "",
    ) -> GameRow:
        """The table's next game, with an empty journal. ``players`` and ``seat_ids`` in seat order; ``file`` is the
        text that the game is read from."""
        with self.transaction() as db:
            before = self.current_game(table_id)
            number = before.number + 1 if before else 1
            made = db.execute(_NEW_GAME, (table_id, number, game, file, self._file.moment()))
            row = self.game(made.lastrowid)
            self.save_game(replace(row, options=dict(options), players=[*players], seat_ids=[*seat_ids]))
            return self.game(row.id)

    def game(self, game_id: int | None) -> GameRow:
        """The game with this id, which has to exist."""
        return self._game(self._one(_GAME + "WHERE id = ?", game_id))

    def current_game(self, table_id: int) -> GameRow | None:
        """The table's newest game, over or not."""
        row = self._row(_GAME + "WHERE table_id = ? ORDER BY number DESC LIMIT 1", table_id)
        return self._game(row) if row else None

    def _game(self, row: dict[str, Any]) -> GameRow:
        with self._file.read() as db:
            return _game(row, names(db))

    def games(self, table_id: int) -> list[GameRow]:
        """The table's games, oldest first."""
        return [self._game(row) for row in self._rows(_GAME + "WHERE table_id = ? ORDER BY number", table_id)]

    def files(self) -> dict[str, str]:
        """The texts that games were read from, by the id of the game."""
        rows = self._rows("SELECT * FROM games WHERE file <> ''")
        return {row["game"]: row["file"] for row in rows if row["checksum"] == of_head(row)}

    def is_played(self) -> bool:
        """True while a game is under way at a table that people made themselves."""
        sql = "SELECT 1 FROM games JOIN tables ON tables.id = table_id WHERE NOT over AND NOT imported LIMIT 1"
        return self._row(sql) is not None

    def save_game(self, row: GameRow) -> None:
        """Keeps how far a game has come: what seats have looked at and typed, what has been told of its score, who sat
        down later, and whether it is over."""
        told = {"over": row.over, **dict(zip(_SHOW, asdict(row.show).values(), strict=True))}
        looks = _json({mark: [*seats] for mark, seats in row.looks.items()})
        told |= {"draft": _json(asdict(row.draft)), "typed": _json(row.typed), "looks": looks}
        with self.transaction() as db:
            lists = {
                "players": _json(numbers_of(db, row.players)),
                "joined": _json(dict(zip(numbers_of(db, row.joined), row.joined.values(), strict=True))),
                "options": _json(row.options),
                "seat_ids": _json(row.seat_ids),
                "damaged": int(row.damaged),
            }
            head = {name: lists.get(name, getattr(row, name)) for name in HEAD}
            self._change("games", row.id, **head, checksum=of_head(head), **told)

    def mark_damaged(self, game_id: int) -> None:
        """Keeps that the game is damaged: what is left of it stands as it is."""
        with self.transaction() as db:
            head = {**self._one(_GAME + "WHERE id = ?", game_id), "damaged": 1}
            db.table("games").update(game_id, {"damaged": 1, "checksum": of_head(head)})

    def marked(self) -> list[dict[str, Any]]:
        """The games that are marked as ``damaged``, or ``left_out`` of the book, oldest first: id, the table's code,
        number, game and when it was begun."""
        return self._rows(
            "SELECT games.id, code, number, game, games.created, damaged, left_out"
            " FROM games JOIN tables ON tables.id = table_id WHERE damaged OR left_out ORDER BY games.id"
        )

    # --- entries

    def append(
        self,
        game_id: int,
        expected_seq: int,
        entries: Sequence[Mapping[str, Any]],
        action_id: str,
        at: str,
        device: str,
        drawn: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        """Writes the entries of one tap; they are on disk then.

        ``action_id`` is an idempotency key, which no other tap of the game has. ``expected_seq`` has to be the
        journal's length, or ``Stale`` is raised and nothing is written. ``drawn`` are the fields that chance filled, by
        the number of their entry.
        """
        if not entries:
            raise ValueError("a tap has at least one entry")
        with self.transaction() as db:
            if self._length(game_id) != expected_seq:
                raise Stale
            for number, entry in enumerate(entries, expected_seq):
                first = (action_id, len(entries)) if number == expected_seq else (None, None)
                body = with_joined(entry, lambda name: number_of(db, name))
                fields = " ".join((drawn or {}).get(number, ()))
                db.execute(_INSERT, _entry(game_id, number, body, at, device, *first, fields))

    def has(self, game_id: int, action_id: str) -> bool:
        """The action has been entered."""
        return self._row("SELECT 1 FROM entries WHERE game_id = ? AND action_id = ?", game_id, action_id) is not None

    def append_record(self, game_id: int, entries: Iterable[Mapping[str, Any]]) -> None:
        """Writes the whole journal of a game that has none yet: entries as ``entries`` gives them. Those in a row that
        have moment and device in common are one tap, and so are one and the app's after it."""
        with self.transaction():
            if self._length(game_id):
                raise ValueError("the game has a journal already")
            number = 0
            for tap in _taps(entries):
                self.append(game_id, number, tap, f"import:{number}", "", "import")
                number += len(tap)

    def _length(self, game_id: int) -> int:
        row = self._row("SELECT MAX(seq) + 1 AS length FROM entries WHERE game_id = ?", game_id)
        return row["length"] or 0 if row else 0

    def entries(self, game_id: int) -> list[dict[str, Any]]:
        """The journal: each entry as it was given, with ``at`` and ``device``.

        Raises ``Damaged`` for the first one that is not as it was written.
        """
        read = self.read(game_id)
        if read.damage:
            raise read.damage
        return read.entries

    def read(self, game_id: int) -> Read:
        """The journal as far as it can be read."""
        with self._file.read() as db:
            rows = list(db.query("SELECT * FROM entries WHERE game_id = ? ORDER BY seq", (game_id,)))
            called = names(db)
        entries: list[dict[str, Any]] = []
        drawn: dict[int, tuple[str, ...]] = {}
        taps: list[TapRow] = []
        for number, row in enumerate(rows):
            if row["checksum"] != of_entry(row):
                return Read(entries, drawn, taps, Damaged(T("entry {n} is not as it was written", n=number), number))
            if row["seq"] != number:
                return Read(entries, drawn, taps, Damaged(T("entry {n} is missing", n=number), number))
            entries.append(_whole(row, called))
            if row["drawn"]:
                drawn[number] = tuple(row["drawn"].split())
            if row["batch"]:
                taps.append(TapRow(number, row["batch"], row["device"]))
        return Read(entries, drawn, taps)

    def salvage(self, game_id: int) -> dict[int, dict[str, Any] | None]:
        """Every entry by its number, out of a file that is damaged, too; None for one that is not as it was written or
        can't be found."""
        found: dict[int, dict[str, Any]] = {}
        called: dict[int, str] = {}
        with contextlib.suppress(StoreError), self._file.read() as db:
            called = names(db)
        number = last = -1
        while number - last < GAP:
            number += 1
            with contextlib.suppress(StoreError):
                row = self._row("SELECT * FROM entries WHERE game_id = ? AND seq = ?", game_id, number)
                last = number if row else last
                if row and row["checksum"] == of_entry(row):
                    found[number] = _whole(row, called)
        return {number: found.get(number) for number in range(last + 1)}

    # --- what else happened

    def note(
        self,
        table_id: int,
        game_id: int | None,
        seq: int | None,
        message: str,
        values: Mapping[str, Any],
        at: str,
    ) -> None:
        """Adds to the table's own log: a join, a takeover. ``seq`` is the entry it goes with, if any."""
        with self.transaction() as db:
            here = "SELECT name, person FROM seats JOIN called ON called.id = person WHERE table_id = ?"
            numbers = {folded(name): person for name, person in db.execute(here, (table_id,)).fetchall()}
            told = _json(in_numbers(values, numbers))
            of = {"table_id": table_id, "game_id": game_id, "seq": seq}
            db.table("notes").insert({**of, "message": message, "values": told, "at": at})

    def notes(self, table_id: int, limit: int) -> list[NoteRow]:
        """The last ``limit`` happenings at the table, newest first."""
        with self._file.read() as db:
            called = names(db)
        rows = self._rows(_NOTE + "WHERE table_id = ? ORDER BY id DESC LIMIT ?", table_id, limit)
        return [_note(row, called) for row in rows]


def _entry(game_id: int, seq: int, entry: dict[str, Any], at: str, device: str, *more: object) -> dict[str, Any]:
    """The row of an entry; its own moment and device, where it has them, are what counts."""
    sent = str(entry.pop("at", at)), str(entry.pop("device", device))
    row = dict(zip(ENTRY, (game_id, seq, entry["kind"], entry.get("by"), _json(entry), *sent, *more), strict=True))
    return {**row, "checksum": of_entry(row)}


def _whole(row: Mapping[str, Any], called: Mapping[int, str]) -> dict[str, Any]:
    """The entry as it was given, with its moment and device."""
    entry = with_joined(json.loads(row["body"]), lambda person: called.get(person, "?"))
    return {**entry, "at": row["at"], "device": row["device"]}


def _taps(entries: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """The entries of a record, those of each tap together."""
    tap: list[Mapping[str, Any]] = []
    for entry in entries:
        if tap and not _goes_on(tap[-1], entry):
            yield tap
            tap = []
        tap.append(entry)
    if tap:
        yield tap


def _goes_on(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """The entry belongs to the tap of the one ``before`` it."""
    kinds = {before["kind"], after["kind"]}
    if after["kind"] == "deal" or (len(kinds) > 1 and "undo" in kinds):
        return False
    alike = all(before.get(name) == after.get(name) for name in ("at", "device"))
    return after.get("device") == "app" or bool(after.get("at") and alike)


def _game(row: dict[str, Any], called: Mapping[int, str]) -> GameRow:
    damage = None
    if row.pop("checksum") != of_head(row):
        damage = T("what the game was begun with is not as it was written")
    found: dict[str, Any] = {name: loads(row[name], kind) for name, kind in _LISTS.items()}
    found["players"] = [called.get(person, "?") for person in found["players"] if isinstance(person, int)]
    joined = found["joined"].items()
    found["joined"] = {same_name(called.get(int(one), "?")): seat for one, seat in joined if one.isdecimal()}
    found["looks"] = {mark: frozenset(seats) for mark, seats in found["looks"].items() if isinstance(seats, list)}
    found["typed"] = {of: values for of, values in found["typed"].items() if isinstance(values, dict)}
    found["draft"] = value(row["draft"], Draft, Draft())
    show = [row.pop(name) for name in _SHOW]
    found["show"] = Show() if any(isinstance(one, (str, bytes)) for one in show) else Show(*show)
    del row["left_out"]
    return GameRow(**{**row, **found, "over": bool(row["over"]), "damaged": bool(row["damaged"]), "damage": damage})


def _note(row: dict[str, Any], called: Mapping[int, str]) -> NoteRow:
    """A note that can't be read any more says so: it stops nobody."""
    try:
        row["values"] = in_names(json.loads(row["values"]), called)
        str(Text(row["message"], row["values"]))
    except (ValueError, TypeError, LookupError, AttributeError):
        row |= {"message": T("(a note that can't be read any more)").message, "values": {}}
    return NoteRow(**row)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
