"""The game record: a list of entries. Its JSON form, undo, and the fold of what counts into a state."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from typing import Any

from companion.rules.asking import Entry, Offer, is_number, write_plain
from companion.rules.game import Game
from companion.rules.move import IGNORED
from companion.rules.seeing import View
from companion.rules.text import RuleError, T, Text

FORMAT = "companion-record-1"
UNDO, DEAL = "undo", "deal"
FILE = "file"
"""The field of a record with the text that its game is read from, where it is read from one."""
Find = Callable[[str, str], Game[Any]]
"""Finds a game by its id and, where there is one, the text that it is read from; or raises a RuleError."""


class Listener:
    """A listener to every entry that counts, in order, with its number and the state before it.

    A log overrides what it wants to hear.
    """

    def hear(self, number: int, entry: Entry, state: Any) -> None:
        """Entry ``number`` was made in ``state``, and counts, unless it is undone later."""

    def restart(self) -> None:
        """After an undo all that counts is heard anew from the start."""


class EntryError(RuleError):
    """An entry that can't be. ``number`` is its index, ``who`` the name of the seat it is made for."""

    def __init__(self, number: int, entry: Mapping[str, Any], names: Sequence[str], text: Text) -> None:
        super().__init__(text)
        by = entry.get("by")
        name = names[by] if is_number(by) and 0 <= by < len(names) else None
        kind = write_plain(entry.get("kind", "?"))
        self.number = number
        self.where = f"entry {number} ({kind}, {name})" if name else f"entry {number} ({kind})"

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class Record:
    """One game at one table, entry by entry.

    ``state`` is always the fold of the entries that count, which ``live`` tells for each. ``rounds`` are those in which
    the entries were made, ``drawn`` the fields that chance filled, by the number of the entry; ``undos`` the numbers
    of the undos that can be undone themselves, the newest last.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        listener: Listener | None = None,
    ) -> None:
        self.game = game
        self.players = list(players)
        self.given_options = dict(options or {})
        self.entries: list[Entry] = []
        self.rounds: list[int] = []
        self.drawn: dict[int, tuple[str, ...]] = {}
        self.undos: tuple[int, ...] = ()
        self.live: list[bool] = []
        self._listener = listener or Listener()
        self._offer: Offer | None = None
        self.state = game.start(self.players, self.given_options)

    @classmethod
    def load(
        cls, game: Game[Any], players: Sequence[str], options: Mapping[str, Any], entries: Sequence[Entry]
    ) -> Record:
        """Make a record with all its ``entries``, each judged; raises an EntryError for the first one that can't be."""
        record = cls(game, players, options)
        record.restore(entries, judged=True)
        return record

    def copy(self, listener: Listener) -> Record:
        """One that goes on by itself: this one stays as it is. It tells ``listener`` from then on."""
        other = copy(self)
        other.entries, other.live, other.state = self.entries[:], self.live[:], deepcopy(self.state)
        other.rounds, other.drawn = self.rounds[:], self.drawn.copy()
        other._listener = listener
        return other

    @property
    def offer(self) -> Offer:
        """All that seats can do now, asked once a state."""
        if self._offer is None:
            self._offer = self.game.offer(self.state)
        return self._offer

    @property
    def newest(self) -> int:
        """The number of the newest entry that counts, -1 where none does."""
        return max((number for number, _ in self.list_counting()), default=-1)

    def append(self, entry: Entry, drawn: Sequence[str] = ()) -> None:
        """Judge the entry and take it in; chance has filled those fields that are ``drawn``.

        Raises an EntryError, and changes nothing then.
        """
        number = len(self.entries)
        try:
            check_form(entry)
            if is_undo(entry):
                self._turn_back(entry)
                self._tell_anew()
                self._take_in(entry)
            else:
                self._play(entry)
        except RuleError as error:
            raise EntryError(number, entry, self.state.names, error.text) from None
        if drawn:
            self.drawn[number] = tuple(drawn)
        self._offer = None

    def restore(
        self,
        entries: Sequence[Entry],
        drawn: Mapping[int, tuple[str, ...]] | None = None,
        judged: bool = False,
    ) -> None:
        """Take in a whole journal, each entry of which was ``judged`` when it was made, or is now.

        It comes to what ``append`` makes one after the other, without folding everything anew at each undo, for the
        state before an entry that is undone later is kept. Raises an EntryError for the first that can't be: it is not
        what was written.
        """
        self.drawn = dict(drawn or {})
        named = {entry["entry"] for entry in entries if is_undo(entry) and is_number(entry.get("entry"))}
        before: dict[int, Any] = {}
        for number, entry in enumerate(entries):
            try:
                check_form(entry)
                if is_undo(entry):
                    target = self._turn_back(entry)
                    if self.live[target]:
                        self.game.fold(self.state, self.entries[target])
                    else:
                        self.state = deepcopy(before[target])
                    self._take_in(entry)
                    continue
                if number in named:
                    before[number] = deepcopy(self.state)
                self._play(entry, judged)
            except RuleError as error:
                raise EntryError(number, entry, self.state.names, error.text) from None
            except Exception as error:
                if judged:
                    raise  # what was judged can be folded
                raise EntryError(number, entry, self.state.names, T("this can't be played")) from error
        if not judged and named:
            self._tell_anew()

    def _play(self, entry: Entry, judged: bool = True) -> None:
        if judged:
            self.game.judge(self.state, entry)
        self._listener.hear(len(self.entries), entry, self.state)
        self.game.fold(self.state, entry)
        self.undos = ()
        self._take_in(entry)

    def _take_in(self, entry: Entry) -> None:
        self.entries.append(dict(entry))
        self.live.append(True)
        self.rounds.append(self.state.round)

    def _turn_back(self, entry: Entry) -> int:
        """Find the entry that an undo takes back or, by naming an undo, brings back: only the newest can be named."""
        for name in entry:
            if name not in {"kind", "entry"} | IGNORED:
                raise RuleError(T("unknown field {field}", field=write_plain(name)))
        named = entry.get("entry")
        if not is_number(named) or not 0 <= named < len(self.entries):
            raise RuleError(T("{kind} needs the number of an earlier entry", kind=UNDO))
        if self.undos and named == self.undos[-1]:
            self.undos = self.undos[:-1]
            target = int(self.entries[named]["entry"])
            self.live[named], self.live[target] = False, True
            return target
        if named != self.newest:
            raise RuleError(T("only the newest entry that counts can be undone, and only the newest undo after it"))
        self.undos = (*self.undos, len(self.entries))
        self.live[named] = False
        return int(named)

    def list_counting(self) -> Iterator[tuple[int, Entry]]:
        """Yield the entries that count, with their numbers."""
        return ((n, one) for n, one in enumerate(self.entries) if self.live[n] and not is_undo(one))

    def find_state_before(self, number: int) -> Any:
        """Return the state in which entry ``number``, which counts, was made."""
        return self._fold(Listener(), number)

    def _tell_anew(self) -> None:
        self._listener.restart()
        self.state = self._fold(self._listener)

    def _fold(self, listener: Listener, end: int | None = None) -> Any:
        """Fold the entries that count into a state, all or those before ``end``."""
        state = self.game.start(self.players, self.given_options)
        for number, entry in self.list_counting():
            if number == end:
                break
            listener.hear(number, entry, state)
            self.game.fold(state, entry)
        return state

    def to_json(self, entries: Sequence[Entry] | None = None) -> dict[str, Any]:
        """Return the record as RECORD.md has it; ``entries`` may be given in their place with time and device."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            **({FILE: self.game.file} if self.game.file else {}),
            "options": self.state.options,
            "players": self.players,
            "entries": list(self.entries if entries is None else entries),
        }


def is_undo(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("kind") == UNDO


def find_live(entries: Sequence[Entry]) -> list[bool]:
    """For every entry whether it counts: not cancelled by a later undo that counts itself."""
    live = [True] * len(entries)
    for number in range(len(entries) - 1, -1, -1):
        if live[number] and is_undo(entries[number]):
            live[entries[number]["entry"]] = False
    return live


def check_form(entry: Any) -> None:
    """Raise unless ``entry`` is an object with a kind."""
    if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
        raise RuleError(T("an entry must be an object with a kind"))


def loads(text: str) -> Any:
    """Read a JSON value that can be written down again.

    Raises a ValueError for what is no number (NaN, 1e999), halves of characters, and a nesting deeper than any
    record's.
    """
    try:
        value = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _no_number(name: str) -> None:
    raise ValueError(name)


def parse(text: str) -> dict[str, Any]:
    """Read the JSON object in ``text``. Raises a RuleError in one line when there is none."""
    try:
        data = loads(text)
    except ValueError:
        raise RuleError(T("this is not a record: it is no JSON")) from None
    if not isinstance(data, dict):
        raise RuleError(T("this is not a record: a JSON object was expected"))
    return data


def read_record(data: Mapping[str, Any], find: Find) -> Record:
    """Read the record in a parsed file. Raises a RuleError for a file that is no record, an EntryError for an entry."""
    game, players, options, entries = read_head(data, find)
    return Record.load(game, players, options, entries)


def read_head(data: Mapping[str, Any], find: Find) -> tuple[Game[Any], list[str], dict[str, Any], list[Entry]]:
    """Game, players, options and entries of a parsed file, the entries not judged yet."""
    if data.get("format") != FORMAT:
        raise RuleError(T("this is not a record: the field format must be {format}", format=FORMAT))
    for name in data:
        if name not in {"format", "game", "options", "players", "entries", FILE}:
            raise RuleError(T("this is not a record: unknown field {field}", field=write_plain(name)))
    game = find(_text(data.get("game"), "game"), _text(data.get(FILE, ""), FILE))
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
            raise RuleError(T("unknown field {field}: game, options and rounds were expected", field=write_plain(name)))
    game = find(_text(data.get("game"), "game"), "")
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RuleError(T("options must be an object"))
    return game.score_facts({**data, "options": game.complete(options)})


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise RuleError(T("the field {field} must be a text", field=name))
    return value
