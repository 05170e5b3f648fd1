"""The game record: a list of entries. Its JSON form, and the fold of the live entries into a state, undo included."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from companion.rules.action import Entry
from companion.rules.errors import RuleError
from companion.rules.fields import is_number, plain
from companion.rules.game import Game, View
from companion.rules.move import IGNORED
from companion.rules.text import T, Text

FORMAT = "companion-record-1"
UNDO = "undo"
Told = Callable[[int, Entry, Any], None]
Find = Callable[[str], Game[Any]]
"""Finds a game by its id, or raises a RuleError."""


class EntryError(RuleError):
    """An entry that can't be. ``number`` is its index, ``who`` the name of the seat it is made for."""

    def __init__(self, number: int, entry: Mapping[str, Any], names: Sequence[str], text: Text) -> None:
        super().__init__(text)
        by = entry.get("by")
        name = names[by] if is_number(by) and 0 <= by < len(names) else None
        kind = plain(entry.get("kind", "?"))
        self.number = number
        self.where = f"entry {number} ({kind}, {name})" if name else f"entry {number} ({kind})"

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class Record:
    """One game at one table, entry by entry. ``state`` is always the fold of the live entries.

    ``told`` is called for every live entry with its number, the entry and the state before it; after an undo it is
    called anew from the start, for a caller that keeps the story (``restart`` is called first).
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        told: Told = lambda number, entry, state: None,
        restart: Callable[[], None] = lambda: None,
    ) -> None:
        self.game = game
        self.players = list(players)
        self.given_options = dict(options or {})
        self.entries: list[Entry] = []
        self._live: list[bool] = []
        self._told = told
        self._restart = restart
        self.state = game.start(self.players, self.given_options)

    @classmethod
    def load(
        cls, game: Game[Any], players: Sequence[str], options: Mapping[str, Any], entries: Sequence[Entry]
    ) -> Record:
        """A record with all its ``entries``; raises an EntryError for the first one that can't be."""
        record = cls(game, players, options)
        for entry in entries:
            record.append(entry)
        return record

    def append(self, entry: Entry) -> None:
        """Judge the entry and take it in. Raises an EntryError, and changes nothing then."""
        number = len(self.entries)
        try:
            check_form(entry)
            if entry["kind"] == UNDO:
                self._undo(entry)
            else:
                self.game.judge(self.state, entry)
                self._told(number, entry, self.state)
                self.game.fold(self.state, entry)
                self.entries.append(entry)
                self._live.append(True)
        except EntryError:
            raise
        except RuleError as error:
            raise EntryError(number, entry, self.players, error.text) from None

    def restore(self, entries: Sequence[Entry]) -> None:
        """Take in a whole journal, each entry of which was judged when it was made: the same as to ``append`` one after
        the other, without folding everything anew at each undo."""
        self._tell_cancelled(entries)
        self.entries = list(entries)
        self._live = live_entries(entries)
        self._restart()
        self.state = self._folded(self.entries, self._told)

    def _tell_cancelled(self, entries: Sequence[Entry]) -> None:
        """Tell what was cancelled later, as it was when it was made."""
        finally_live = live_entries(entries)
        state = self.state
        before: dict[int, Any] = {}
        for number, entry in enumerate(entries):
            if entry["kind"] == UNDO:
                undone, live = entry["entry"], live_entries(entries[:number])
                last = undone in before and not any(live[undone + 1 :])
                state = before.pop(undone) if last else self._refolded(entries[: number + 1])
                continue
            if not finally_live[number]:
                before[number] = deepcopy(state)
                self._told(number, entry, state)
            self.game.fold(state, entry)

    def _refolded(self, entries: Sequence[Entry]) -> Any:
        """The state after the live ones of ``entries``, all of which have been judged."""
        state = self.game.start(self.players, self.given_options)
        for entry, counts in zip(entries, live_entries(entries), strict=True):
            if counts and entry["kind"] != UNDO:
                self.game.fold(state, entry)
        return state

    def judge(self, entry: Entry) -> None:
        """Raise a RuleError when the entry is not possible now."""
        check_form(entry)
        if entry["kind"] == UNDO:
            self._folded([*self.entries, self._checked_undo(entry)])
        else:
            self.game.judge(self.state, entry)

    def live(self) -> list[bool]:
        """For every entry whether it counts. Not to be changed."""
        return self._live

    def _undo(self, entry: Entry) -> None:
        entries = [*self.entries, self._checked_undo(entry)]
        self._folded(entries)
        self.entries = entries
        self._live = live_entries(entries)
        self._restart()
        self.state = self._folded(entries, self._told)

    def _checked_undo(self, entry: Entry) -> Entry:
        for name in entry:
            if name not in {"kind", "entry", *IGNORED}:
                raise RuleError(T("unknown field {field}", field=plain(name)))
        target = entry.get("entry")
        if not is_number(target) or not 0 <= target < len(self.entries):
            raise RuleError(T("undo needs the number of an earlier entry"))
        if not self.live()[target]:
            raise RuleError(T("entry {n} is cancelled already", n=target))
        twice = [number for number, count in enumerate(_cancelled([*self.entries, entry])) if count > 1]
        if twice:
            raise RuleError(T("entry {n} would be cancelled twice", n=twice[0]))
        return entry

    def _folded(self, entries: Sequence[Entry], told: Told = lambda number, entry, state: None) -> Any:
        """The state after the live ones of ``entries``. Raises a RuleError when one is not possible any more."""
        state = self.game.start(self.players, self.given_options)
        for number, (entry, counts) in enumerate(zip(entries, live_entries(entries), strict=True)):
            if not counts or entry["kind"] == UNDO:
                continue
            try:
                self.game.judge(state, entry)
            except RuleError as error:
                message = T("entry {n} would not be possible any more: {why}", n=number, why=error.text)
                raise RuleError(message) from None
            told(number, entry, state)
            self.game.fold(state, entry)
        return state

    def to_json(self, entries: Sequence[Entry] | None = None) -> dict[str, Any]:
        """The record as RECORD.md has it; ``entries`` may be given in their place with time and device."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "options": self.state.options,
            "players": self.players,
            "entries": list(self.entries if entries is None else entries),
        }


def live_entries(entries: Sequence[Entry]) -> list[bool]:
    """For every entry whether it counts: not cancelled by a later undo that counts itself."""
    live = [True] * len(entries)
    for number in range(len(entries) - 1, -1, -1):
        if live[number] and entries[number]["kind"] == UNDO:
            live[entries[number]["entry"]] = False
    return live


def _cancelled(entries: Sequence[Entry]) -> list[int]:
    """How often each entry is cancelled by undos that count."""
    counts = [0] * len(entries)
    for entry, counts_itself in zip(entries, live_entries(entries), strict=True):
        if counts_itself and entry["kind"] == UNDO:
            counts[entry["entry"]] += 1
    return counts


def check_form(entry: Any) -> None:
    """Raise unless ``entry`` is an object with a kind and no nulls (but for ``steal``, whose ``from`` may be null)."""
    if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
        raise RuleError(T("an entry must be an object with a kind"))


def loads(text: str) -> Any:
    """A JSON value that can be written down again. Raises a ValueError for what is no number (NaN, 1e999), halves of
    characters, and a nesting deeper than any record's."""
    try:
        value = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _no_number(name: str) -> None:
    raise ValueError(name)


def parse(text: str) -> dict[str, Any]:
    """The JSON object in ``text``. Raises a RuleError in one line when there is none."""
    try:
        data = loads(text)
    except ValueError:
        raise RuleError(T("this is not a record: it is no JSON")) from None
    if not isinstance(data, dict):
        raise RuleError(T("this is not a record: a JSON object was expected"))
    return data


def read_record(data: Mapping[str, Any], find: Find) -> Record:
    """The record in a parsed file. Raises a RuleError for a file that is no record, an EntryError for an entry."""
    game, players, options, entries = read_head(data, find)
    return Record.load(game, players, options, entries)


def read_head(data: Mapping[str, Any], find: Find) -> tuple[Game[Any], list[str], dict[str, Any], list[Entry]]:
    """Game, players, options and entries of a parsed file, the entries not judged yet."""
    if data.get("format") != FORMAT:
        raise RuleError(T("this is not a record: the field format must be {format}", format=FORMAT))
    for name in data:
        if name not in {"format", "game", "options", "players", "entries"}:
            raise RuleError(T("this is not a record: unknown field {field}", field=plain(name)))
    game = find(_text(data.get("game"), "game"))
    players = data.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) and name for name in players):
        raise RuleError(T("this is not a record: players must be a list of names"))
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RuleError(T("this is not a record: options must be an object"))
    entries = data.get("entries")
    if not isinstance(entries, list):
        raise RuleError(T("this is not a record: entries must be a list"))
    for number, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise EntryError(number, {}, players, T("an entry must be an object with a kind"))
    game.start(players, options)
    return game, players, options, entries


def score_facts(data: Mapping[str, Any], find: Find) -> View:
    """``companion score``: the score of rounds played without the app. Raises a RuleError that names the fact."""
    for name in data:
        if name not in {"game", "options", "rounds"}:
            raise RuleError(T("unknown field {field}: game, options and rounds were expected", field=plain(name)))
    game = find(_text(data.get("game"), "game"))
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RuleError(T("options must be an object"))
    return game.score_facts({**data, "options": game.complete(options)})


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise RuleError(T("the field {field} must be a text", field=name))
    return value
