"""The record of one game: a list of entries that only grows, and the state that they fold into.

Here are undo, reading a record from JSON and writing it. What an entry can be and does is up to the game (its moves,
``Game.fold``), what chance adds to ``record.chance``, and where entries are saved to the store.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from typing import Any

from companion.engine.actions import Entry, Offer
from companion.engine.fields import check_fields, is_number, write_plain
from companion.engine.game import Game
from companion.engine.move import IGNORED
from companion.engine.play import judge_entry, make_offer
from companion.engine.round_facts import score_rounds
from companion.engine.setup import start_game
from companion.engine.text import RuleError, T, Text
from companion.engine.visibility import View

FORMAT = "companion-record-1"
UNDO = "undo"
DEAL = "deal"
FILE = "file"
"""The field of a record that holds the text of a game in one file."""
_CALLED: dict[type, Text] = {str: T("a text"), dict: T("an object"), list: T("a list")}
FindGame = Callable[[str, str], Game]
"""Finds a game by its id and the text of its file ("" for one written in Python), or raises a RuleError."""


class EntryListener:
    """A listener to the entries of a record, such as the log. This one does nothing."""

    def on_entry(self, number: int, entry: Entry, state: Any) -> None:
        """Take note of entry ``number``, before it is folded into ``state``."""

    def restart(self) -> None:
        """Forget all entries: after an undo those that count are heard again from the first one on."""


class EntryError(RuleError):
    """An entry that is not possible. ``where`` names it in English, for a terminal: "entry 3 (discard, Anna)"."""

    def __init__(self, number: int, entry: Any, names: Sequence[str], text: Text) -> None:
        super().__init__(text)
        entry = entry if isinstance(entry, dict) else {}
        by = entry.get("by")
        name = names[by] if is_number(by) and 0 <= by < len(names) else None
        kind = write_plain(entry.get("kind", "?"))
        self.number = number
        self.where = f"entry {number} ({kind}, {name})" if name else f"entry {number} ({kind})"

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class Record:
    """The record of one game at one table, entry by entry.

    ``state`` is always the fold of the entries that count. For each entry ``live`` says whether it counts, and
    ``rounds`` after which it was the running round. ``drawn`` has the names of the fields that chance filled, by the
    number of the entry, ``undos`` the numbers of the undos that can be undone themselves, the newest last.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        listener: EntryListener | None = None,
    ) -> None:
        self.game = game
        self.players = list(players)
        self.given_options = dict(options or {})
        self.entries: list[Entry] = []
        self.rounds: list[int] = []
        self.drawn: dict[int, tuple[str, ...]] = {}
        self.undos: tuple[int, ...] = ()
        self.live: list[bool] = []
        self._listener = listener or EntryListener()
        self._offer: Offer | None = None
        self.state = start_game(game, self.players, self.given_options)

    @classmethod
    def load(cls, game: Game, players: Sequence[str], options: Mapping[str, Any], entries: Sequence[Entry]) -> Record:
        """Make a record of ``entries``, judging each. Raises an EntryError for the first that is not possible."""
        record = cls(game, players, options)
        for entry in entries:
            record.append(entry)
        return record

    def copy(self, listener: EntryListener) -> Record:
        """Return a copy that reports to ``listener``; what is appended to it leaves this record as it is."""
        other = copy(self)
        other.entries = self.entries[:]
        other.rounds = self.rounds[:]
        other.live = self.live[:]
        other.drawn = self.drawn.copy()
        other.state = deepcopy(self.state)
        other._listener = listener
        return other

    @property
    def offer(self) -> Offer:
        """All that seats can do now. It is worked out once a state."""
        if self._offer is None:
            self._offer = make_offer(self.game, self.state)
        return self._offer

    @property
    def newest(self) -> int:
        """The number of the newest entry that counts, -1 where none does."""
        counting = (n for n in reversed(range(len(self.entries))) if self.live[n] and not is_undo(self.entries[n]))
        return next(counting, -1)

    def append(self, entry: Entry, drawn: Sequence[str] = (), judged: bool = True) -> None:
        """Judge an entry and add it; ``drawn`` names its fields that chance has filled.

        Raises an EntryError for one that is not possible, and changes nothing then.
        """
        number = len(self.entries)
        try:
            if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
                raise RuleError(T("an entry must be an object with a kind"))
            if is_undo(entry):
                self._resolve_undo(entry)
                self._replay()
            else:
                if judged:
                    judge_entry(self.game, self.state, entry)
                self._listener.on_entry(number, entry, self.state)
                self.game.fold(self.state, entry)
                self.undos = ()
        except RuleError as error:
            raise EntryError(number, entry, self.state.names, error.text) from None
        self.entries.append(dict(entry))
        self.live.append(True)
        self.rounds.append(self.state.round)
        if drawn:
            self.drawn[number] = tuple(drawn)
        self._offer = None

    def restore(self, entries: Sequence[Entry], drawn: Mapping[int, tuple[str, ...]] | None = None) -> None:
        """Add a whole journal, whose entries were judged when they were made.

        One that can't be played can raise anything; those before it then count.
        """
        self.drawn = dict(drawn or {})
        for entry in entries:
            self.append(entry, judged=False)

    def _resolve_undo(self, entry: Entry) -> None:
        """Mark in ``live`` and ``undos`` what an undo undoes, or restores.

        It can name the newest entry that counts, or the newest undo that can be undone itself.
        """
        check_fields((), entry, {"kind", "entry"} | IGNORED)
        named = entry.get("entry")
        if not is_number(named) or not 0 <= named < len(self.entries):
            raise RuleError(T("{kind} needs the number of an earlier entry", kind=UNDO))
        if self.undos and named == self.undos[-1]:
            self.undos = self.undos[:-1]
            self.live[named] = False
            self.live[self.entries[named]["entry"]] = True
            return
        if named != self.newest:
            raise RuleError(T("only the latest entry can be undone, and then only the latest undo"))
        self.undos = (*self.undos, len(self.entries))
        self.live[named] = False

    def _replay(self) -> None:
        """Fold the entries that count again."""
        self._listener.restart()
        self.state = start_game(self.game, self.players, self.given_options)
        for number, entry in self.list_counting():
            self._listener.on_entry(number, entry, self.state)
            self.game.fold(self.state, entry)

    def list_counting(self) -> Iterator[tuple[int, Entry]]:
        """Yield the entries that count, with their numbers; no undos."""
        return ((n, entry) for n, entry in enumerate(self.entries) if self.live[n] and not is_undo(entry))

    def to_json(self, entries: Sequence[Entry] | None = None) -> dict[str, Any]:
        """Return the record as ``docs/record.md`` describes it; ``entries``: its own, each with time and device."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            **({FILE: self.game.file} if self.game.file else {}),
            "options": self.state.options,
            "players": self.players,
            "entries": list(self.entries if entries is None else entries),
        }


def is_undo(entry: Entry) -> bool:
    return bool(entry["kind"] == UNDO)


# -- from JSON ------------------------------------------------------------------------------------------------------
def loads(text: str) -> Any:
    """Read a JSON value.

    Raises a ValueError for text that is no JSON, and for values that could not be written again: NaN, 1e999, half a
    surrogate pair, a nesting deeper than Python's recursion limit.
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
    """Read the JSON object in ``text``. Raises a RuleError of one line if there is none."""
    try:
        data = loads(text)
    except ValueError:
        raise RuleError(T("this is not a record: it isn't JSON")) from None
    if not isinstance(data, dict):
        raise RuleError(T("this is not a record: a JSON object was expected"))
    return data


def read_record(data: Mapping[str, Any], find: FindGame) -> Record:
    """Read a record, judging its entries. Raises a RuleError for data that is no record, an EntryError for an entry."""
    if data.get("format") != FORMAT:
        raise RuleError(T("this is not a record: the field format must be {format}", format=FORMAT))
    kinds = {"format": str, "game": str, FILE: str, "options": dict, "players": list, "entries": list}
    given = _read(data, kinds)
    if not all(isinstance(name, str) and name for name in given["players"]):
        raise RuleError(T("players must be a list of names"))
    return Record.load(find(given["game"], given[FILE]), given["players"], given["options"], given["entries"])


def score_facts(data: Mapping[str, Any], find: FindGame) -> View:
    """Score rounds played without the app, for ``companion score``. Raises a RuleError that names the fact."""
    given = _read(data, {"game": str, "options": dict, "rounds": list})
    return score_rounds(find(given["game"], ""), given)


def _read(data: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the fields, which have to be these, each of its kind."""
    check_fields((), data, kinds)
    given = {FILE: "", "options": {}, **data}
    for name, kind in kinds.items():
        if not isinstance(given.get(name), kind):
            raise RuleError(T("the field {field} must be {kind}", field=name, kind=_CALLED[kind]))
    return given
