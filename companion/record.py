"""The game record: a list of entries. Its JSON form, and the fold of what counts of them into a state: undo, amend."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from companion.rules.action import Entry
from companion.rules.errors import RuleError
from companion.rules.fields import is_number, plain
from companion.rules.game import Game, View
from companion.rules.move import IGNORED, same
from companion.rules.text import T, Text

FORMAT = "companion-record-1"
UNDO, AMEND = "undo", "amend"
Told = Callable[[int, Entry, Any], None]
Replaced = Callable[[int, Entry | None, Any], None]
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
    """One game at one table, entry by entry. ``state`` is always the fold of the entries that count.

    ``told`` is called for every live entry with its number, the entry and the state before it. For an amended one
    ``replaced`` is called instead: with each entry that was put in its place and the state before that, or once with
    None where nothing was. After an undo or an amend all is told anew from the start, for a caller that keeps a log
    (``restart`` is called first).
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        told: Told = lambda number, entry, state: None,
        restart: Callable[[], None] = lambda: None,
        replaced: Replaced = lambda number, entry, state: None,
    ) -> None:
        self.game = game
        self.players = list(players)
        self.given_options = dict(options or {})
        self.entries: list[Entry] = []
        self._live: list[bool] = []
        self._told = told
        self._restart = restart
        self._replaced = replaced
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
            if entry["kind"] in (UNDO, AMEND):
                self._take_in_anew(entry)
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
        self._tell_what_was(entries)
        self.entries = list(entries)
        self._live = live_entries(entries)
        self._restart()
        self.state = self._folded(self.entries, self._told, self._replaced)

    def _tell_what_was(self, entries: Sequence[Entry]) -> None:
        """Tell what was cancelled or amended later, as it was when it was made."""
        finally_live, instead = live_entries(entries), replacements(entries)
        state = self.state
        before: dict[int, Any] = {}
        for number, entry in enumerate(entries):
            if entry["kind"] in (UNDO, AMEND):
                undone, live = entry["entry"], live_entries(entries[:number])
                last = entry["kind"] == UNDO and undone in before and not any(live[undone + 1 :])
                state = before.pop(undone) if last else self._refolded(entries[: number + 1])
                continue
            if not finally_live[number] or number in instead:
                self._told(number, entry, state)
            if not finally_live[number]:
                before[number] = deepcopy(state)
            self.game.fold(state, entry)

    def _refolded(self, entries: Sequence[Entry]) -> Any:
        """The state after those of ``entries`` that count, all of which have been judged."""
        state = self.game.start(self.players, self.given_options)
        for _, counting in what_counts(entries):
            for entry in counting:
                self.game.fold(state, entry)
        return state

    def before(self, number: int) -> Any:
        """The state in which entry ``number`` was made, as all that was put right since then has it."""
        return self._folded(self.entries, end=number)

    def judge(self, entry: Entry) -> None:
        """Raise a RuleError when the entry is not possible now."""
        check_form(entry)
        if entry["kind"] in (UNDO, AMEND):
            self._folded(self._with(entry))
        else:
            self.game.judge(self.state, entry)

    def live(self) -> list[bool]:
        """For every entry whether it counts. Not to be changed."""
        return self._live

    def amended(self) -> Mapping[int, int]:
        """The entries in whose place others count: number of the entry, number of the amend that put them there."""
        return {number: by for number, by in replacements(self.entries).items() if self._live[number]}

    def not_amendable(self, number: int) -> Text | None:
        """Why nothing can be put in the place of entry ``number``, or None where something can."""
        entry = self.entries[number]
        if not self._live[number]:
            return T("entry {n} is cancelled already", n=number)
        if not self.game.amendable(entry["kind"]):
            return T("a deal, a draw or a look can't become something else")
        by = replacements(self.entries).get(number)
        if by is not None and any(not self.game.amendable(one["kind"]) for one in self.entries[by]["as"]):
            return T("a look stands in its place already, and can't become something else")
        return None

    def _take_in_anew(self, entry: Entry) -> None:
        entries = self._with(entry)
        self._folded(entries)
        self.entries = entries
        self._live = live_entries(entries)
        self._restart()
        self.state = self._folded(entries, self._told, self._replaced)

    def _with(self, entry: Entry) -> list[Entry]:
        """The entries and an undo or amend after them. Raises for one that has not the form of its kind."""
        check = self._check_undo if entry["kind"] == UNDO else self._check_amend
        check(entry)
        return [*self.entries, entry]

    def _check_undo(self, entry: Entry) -> None:
        target = self._target(entry, {"kind", "entry"})
        if not self.live()[target]:
            raise RuleError(T("entry {n} is cancelled already", n=target))
        twice = [number for number, count in enumerate(_cancelled([*self.entries, entry])) if count > 1]
        if twice:
            raise RuleError(T("entry {n} would be cancelled twice", n=twice[0]))

    def _check_amend(self, entry: Entry) -> None:
        target = self._target(entry, {"kind", "entry", "as"})
        why = self.not_amendable(target)
        if why:
            raise RuleError(why)
        if not isinstance(entry.get("as"), list):
            raise RuleError(T("amend needs the field {field}: a list of entries", field="as"))
        original = self.entries[target]
        for one in entry["as"]:
            check_form(one)
            if not self.game.substitute(one["kind"]):
                raise RuleError(T("a deal, a draw, an undo or an amend can't take the place of an entry"))
            if not same(one.get("by"), original.get("by")):
                raise RuleError(T("what takes the place of an entry is made for the same seat"))

    def _target(self, entry: Entry, fields: set[str]) -> int:
        for name in entry:
            if name not in fields | IGNORED:
                raise RuleError(T("unknown field {field}", field=plain(name)))
        target = entry.get("entry")
        if not is_number(target) or not 0 <= target < len(self.entries):
            raise RuleError(T("{kind} needs the number of an earlier entry", kind=entry["kind"]))
        return target

    def _folded(
        self,
        entries: Sequence[Entry],
        told: Told = lambda number, entry, state: None,
        replaced: Replaced = lambda number, entry, state: None,
        end: int | None = None,
    ) -> Any:
        """The state after those of ``entries`` that count, all or those before ``end``. Raises a RuleError when one is
        not possible any more."""
        state = self.game.start(self.players, self.given_options)
        for number, counting in what_counts(entries):
            if number == end:
                break
            tell = told if counting and counting[0] is entries[number] else replaced
            if not counting:
                replaced(number, None, state)
            for entry in counting:
                try:
                    self.game.judge(state, entry)
                except RuleError as error:
                    message = T("entry {n} would not be possible any more: {why}", n=number, why=error.text)
                    raise RuleError(message) from None
                tell(number, entry, state)
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


def replacements(entries: Sequence[Entry]) -> dict[int, int]:
    """The amends that count: the number of the entry whose place was taken, and of the newest amend that did it."""
    live = live_entries(entries)
    return {entry["entry"]: number for number, entry in enumerate(entries) if live[number] and entry["kind"] == AMEND}


def what_counts(entries: Sequence[Entry]) -> Iterator[tuple[int, Sequence[Entry]]]:
    """Each live entry's number, and what is folded in its place: the entry itself, or the list of its newest amend."""
    live, instead = live_entries(entries), replacements(entries)
    for number, entry in enumerate(entries):
        if live[number] and entry["kind"] not in (UNDO, AMEND):
            yield number, entries[instead[number]]["as"] if number in instead else (entry,)


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
