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
        """A record with all its ``entries``, each judged; raises an EntryError for the first one that can't be."""
        record = cls(game, players, options)
        record._replay(entries, judged=True)
        return record

    def append(self, entry: Entry) -> None:
        """Judge the entry and take it in. Raises an EntryError, and changes nothing then."""
        number = len(self.entries)
        try:
            check_form(entry)
            if is_undo(entry):
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
        the other, without folding everything anew at each undo. Raises an EntryError for the first that can't be
        folded: it is not what was written."""
        self._replay(entries, judged=False)
        if any(entry["kind"] == UNDO for entry in entries):
            self._restart()
            self.state = self._folded(self.entries, self._live, self._told, judged=False)

    def _replay(self, entries: Sequence[Entry], judged: bool) -> None:
        """Each entry once, as it was made. The state before an entry that is cancelled later is kept until then: so
        nothing is folded anew where the last entry is cancelled."""
        targets = {entry["entry"] for entry in entries if is_undo(entry) and is_number(entry.get("entry"))}
        before: dict[int, Any] = {}
        for number, entry in enumerate(entries):
            try:
                check_form(entry)
                if number in targets:
                    before[number] = deepcopy(self.state)
                if is_undo(entry):
                    self._replay_undo(entry, before, judged)
                else:
                    if judged:
                        self.game.judge(self.state, entry)
                    self._told(number, entry, self.state)
                    self.game.fold(self.state, entry)
                self.entries.append(entry)
                self._live.append(True)
            except RuleError as error:
                raise EntryError(number, entry, self.players, error.text) from None
            except Exception as error:
                if judged:
                    raise  # what was judged can be folded
                raise EntryError(number, entry, self.players, T("this can't be played")) from error

    def _replay_undo(self, entry: Entry, before: dict[int, Any], judged: bool) -> None:
        target = self._target(entry)
        was_last = not any(self._live[target + 1 :])
        live = without(self.entries, self._live, target)
        state = before.pop(target, None) if was_last else None
        self.state = self._folded(self.entries, live, judged=judged) if state is None else state
        self._live = live

    def judge(self, entry: Entry) -> None:
        """Raise a RuleError when the entry is not possible now."""
        check_form(entry)
        if is_undo(entry):
            self._folded(self.entries, without(self.entries, self._live, self._target(entry)))
        else:
            self.game.judge(self.state, entry)

    def live(self) -> list[bool]:
        """For every entry whether it counts. Not to be changed."""
        return self._live

    def _undo(self, entry: Entry) -> None:
        live = without(self.entries, self._live, self._target(entry))
        self._folded(self.entries, live)
        self._restart()
        self.state = self._folded(self.entries, live, self._told)
        self.entries = [*self.entries, entry]
        self._live = [*live, True]

    def _target(self, entry: Entry) -> int:
        """The number of the entry that an undo cancels. Raises for one that can't be cancelled."""
        for name in entry:
            if name not in {"kind", "entry", *IGNORED}:
                raise RuleError(T("unknown field {field}", field=plain(name)))
        target = entry.get("entry")
        if not is_number(target) or not 0 <= target < len(self.entries):
            raise RuleError(T("undo needs the number of an earlier entry"))
        if not self._live[target]:
            raise RuleError(T("entry {n} is cancelled already", n=target))
        return target

    def _folded(
        self,
        entries: Sequence[Entry],
        live: Sequence[bool],
        told: Told = lambda number, entry, state: None,
        judged: bool = True,
    ) -> Any:
        """The state after the ``live`` ones of ``entries``. Raises a RuleError when one is not possible any more."""
        state = self.game.start(self.players, self.given_options)
        for number, (entry, counts) in enumerate(zip(entries, live, strict=True)):
            if not counts or is_undo(entry):
                continue
            try:
                if judged:
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


def is_undo(entry: Any) -> bool:
    """Whether this cancels another entry."""
    return isinstance(entry, dict) and entry.get("kind") == UNDO


def without(entries: Sequence[Entry], live: Sequence[bool], target: int) -> list[bool]:
    """For every entry whether it counts when ``target`` no longer does. What a cancelled undo had cancelled counts
    again. Raises a RuleError where that would cancel an entry that another undo has cancelled already."""
    found = list(live)
    counts = False
    while True:
        if found[target] is counts:
            raise RuleError(T("entry {n} would be cancelled twice", n=target))
        found[target] = counts
        if not is_undo(entries[target]):
            return found
        target, counts = entries[target]["entry"], not counts


def check_form(entry: Any) -> None:
    """Raise unless ``entry`` is an object with a kind and no nulls (but for ``steal``, whose ``from`` may be null)."""
    if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
        raise RuleError(T("an entry must be an object with a kind"))


def loads(text: str) -> Any:
    """A JSON value that can be written down again. Raises a ValueError for NaN, halves of characters, and a nesting
    deeper than any record's."""
    try:
        value = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
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
