"""The game record: a list of entries. Its JSON form, and the fold of what counts of them into a state: undo, amend."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from typing import Any

from companion.rules.asking import Entry, Offer, is_number, plain
from companion.rules.game import Game
from companion.rules.move import IGNORED, same
from companion.rules.seeing import View
from companion.rules.text import RuleError, T, Text

FORMAT = "companion-record-1"
UNDO, AMEND, DEAL = "undo", "amend", "deal"
FILE = "file"
"""The field of a record with the text that its game is read from, where it is read from one."""
Find = Callable[[str, str], Game[Any]]
"""Finds a game by its id and, where there is one, the text that it is read from; or raises a RuleError."""


class Listener:
    """Hears of every entry that counts, in order, with its number and the state before it. A log overrides what it
    wants to hear."""

    def made(self, number: int, entry: Entry, state: Any) -> None:
        """Entry ``number`` was made in ``state``, and counts, unless something says otherwise later."""

    def replaced(self, number: int, entry: Entry | None, state: Any) -> None:
        """In the place of entry ``number`` an amend put this one, made in ``state``, perhaps others after it; or
        nothing (None)."""

    def changes(self, state: Any) -> None:
        """An undo or an amend comes, in ``state``."""

    def restart(self) -> None:
        """After an undo or an amend all that counts is heard anew from the start."""


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
    """One game at one table, entry by entry. ``state`` is always the fold of the entries that count. ``rounds`` are
    those in which the entries were made, ``drawn`` the fields that chance filled, by the number of the entry."""

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
        self._live: list[bool] = []
        self._listener = listener or Listener()
        self._offer: Offer | None = None
        self.state = game.start(self.players, self.given_options)

    @classmethod
    def load(
        cls, game: Game[Any], players: Sequence[str], options: Mapping[str, Any], entries: Sequence[Entry]
    ) -> Record:
        """A record with all its ``entries``, each judged; raises an EntryError for the first one that can't be."""
        record = cls(game, players, options)
        record._replay(entries, judged=True)
        return record

    def copy(self, listener: Listener) -> Record:
        """One that goes on by itself: this one stays as it is. It tells ``listener`` from then on."""
        other = copy(self)
        other.entries, other._live, other.state = self.entries[:], self._live[:], deepcopy(self.state)
        other.rounds, other.drawn = self.rounds[:], self.drawn.copy()
        other._listener = listener
        return other

    @property
    def offer(self) -> Offer:
        """All that seats can do now, asked once a state."""
        if self._offer is None:
            self._offer = self.game.offer(self.state)
        return self._offer

    def append(self, entry: Entry, drawn: Sequence[str] = ()) -> None:
        """Judge the entry and take it in; chance has filled those fields that are ``drawn``. Raises an EntryError, and
        changes nothing then."""
        number = len(self.entries)
        try:
            check_form(entry)
            if is_change(entry):
                self._take_in_anew(entry)
            else:
                self.game.judge(self.state, entry)
                self._listener.made(number, entry, self.state)
                self.game.fold(self.state, entry)
                self.entries.append(dict(entry))
                self._live.append(True)
            self.rounds.append(self.state.round)
            if drawn:
                self.drawn[number] = tuple(drawn)
            self._offer = None
        except EntryError:
            raise
        except RuleError as error:
            raise EntryError(number, entry, self.state.names, error.text) from None

    def restore(self, entries: Sequence[Entry], drawn: Mapping[int, tuple[str, ...]] | None = None) -> None:
        """Take in a whole journal, each entry of which was judged when it was made: the same as to ``append`` one after
        the other, without folding everything anew at each undo. Raises an EntryError for the first that can't be
        folded: it is not what was written."""
        self._offer = None
        self.drawn = dict(drawn or {})
        self._replay(entries, judged=False)
        if any(is_change(entry) for entry in entries):
            self._listener.restart()
            self.state = self._folded(self.entries, self._live, self._listener, judged=False)

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
                if is_change(entry):
                    self._listener.changes(self.state)
                if is_undo(entry):
                    self._replay_undo(entry, before, judged)
                elif is_change(entry):
                    self.state = self._folded(*self._with(entry), judged=judged)
                else:
                    if judged:
                        self.game.judge(self.state, entry)
                    self._listener.made(number, entry, self.state)
                    self.game.fold(self.state, entry)
                self.entries.append(dict(entry))
                self._live.append(True)
                self.rounds.append(self.state.round)
            except RuleError as error:
                raise EntryError(number, entry, self.state.names, error.text) from None
            except Exception as error:
                if judged:
                    raise  # what was judged can be folded
                raise EntryError(number, entry, self.state.names, T("this can't be played")) from error

    def _replay_undo(self, entry: Entry, before: dict[int, Any], judged: bool) -> None:
        target = self._undone(entry)
        was_last = not any(self._live[target + 1 :])
        live = self._without(target)
        state = before.pop(target, None) if was_last else None
        self.state = self._folded(self.entries, live, judged=judged) if state is None else state
        self._live = live

    def before(self, number: int) -> Any:
        """The state in which entry ``number`` was made, as all that was put right since then has it."""
        return self._folded(self.entries, self._live, end=number)

    def judge(self, entry: Entry) -> None:
        """Raise a RuleError when the entry is not possible now."""
        check_form(entry)
        if is_change(entry):
            self._folded(*self._with(entry))
        else:
            self.game.judge(self.state, entry)

    def live(self) -> list[bool]:
        """For every entry whether it counts. Not to be changed."""
        return self._live

    def amended(self) -> Mapping[int, int]:
        """The entries in whose place others count: number of the entry, number of the amend that put them there."""
        return {number: by for number, by in replacements(self.entries, self._live).items() if self._live[number]}

    def not_amendable(self, number: int) -> Text | None:
        """Why nothing can be put in the place of entry ``number``, or None where something can."""
        if not self._live[number]:
            return T("entry {n} is cancelled already", n=number)
        if not self.game.amendable(self.entries[number]["kind"]):
            return T("a deal, a draw or a look can't become something else")
        by = replacements(self.entries, self._live).get(number)
        if by is not None and any(not self.game.amendable(one["kind"]) for one in self.entries[by]["as"]):
            return T("a look stands in its place already, and can't become something else")
        return None

    def _take_in_anew(self, entry: Entry) -> None:
        entries, live = self._with(entry)
        self._folded(entries, live)
        self._listener.changes(self.state)
        self._listener.restart()
        self.state = self._folded(entries, live, self._listener)
        self.entries, self._live = entries, live

    def _with(self, entry: Entry) -> tuple[list[Entry], list[bool]]:
        """The entries with an undo or amend after them, and which of them count. Raises for one that has not the form
        of its kind."""
        live = self._live
        if is_undo(entry):
            live = self._without(self._undone(entry))
        else:
            self._check_amend(entry)
        return [*self.entries, entry], [*live, True]

    def _without(self, target: int) -> list[bool]:
        """Which entries count when ``target`` no longer does. Raises where what a round came to would go from between
        two deals, or come back there: it is said anew instead."""
        live = without(self.entries, self._live, target)
        deals = [n for n, entry in enumerate(self.entries) if live[n] and entry["kind"] == DEAL]
        changed = (n for n in range(deals[-1] if deals else 0) if live[n] != self._live[n])
        if any(self.game.tells_a_round(self.entries[n]["kind"]) for n in changed):
            raise RuleError(T("the next round is dealt: what this one came to can be said anew, and not taken back"))
        return live

    def _undone(self, entry: Entry) -> int:
        """The number of the entry that an undo cancels. Raises for one that can't be cancelled."""
        target = self._target(entry, {"kind", "entry"})
        if not self._live[target]:
            raise RuleError(T("entry {n} is cancelled already", n=target))
        return target

    def _check_amend(self, entry: Entry) -> None:
        target = self._target(entry, {"kind", "entry", "as"})
        why = self.not_amendable(target)
        if why:
            raise RuleError(why)
        if not isinstance(entry.get("as"), list):
            raise RuleError(T("amend needs the field {field}: a list of entries", field="as"))
        original = self.entries[target]
        told = self.game.tells_a_round(original["kind"])
        if told and len(entry["as"]) != 1:
            raise RuleError(T("one entry of the same kind takes its place"))
        for one in entry["as"]:
            check_form(one)
            if one["kind"] != original["kind"] and (told or self.game.tells_a_round(one["kind"])):
                raise RuleError(T("what a round came to takes the place of nothing else, and nothing else its place"))
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
        live: Sequence[bool],
        listener: Listener | None = None,
        judged: bool = True,
        end: int | None = None,
    ) -> Any:
        """The state after those of ``entries`` that count, all or those before ``end``. Raises a RuleError when one is
        not possible any more."""
        state = self.game.start(self.players, self.given_options)
        listener = listener or Listener()
        for number, counting in what_counts(entries, live):
            if number == end:
                break
            tell = listener.made if counting and counting[0] is entries[number] else listener.replaced
            if not counting:
                listener.replaced(number, None, state)
            for entry in counting:
                if judged:
                    self._judge_again(state, number, entry)
                tell(number, entry, state)
                self.game.fold(state, entry)
        return state

    def _judge_again(self, state: Any, number: int, entry: Entry) -> None:
        try:
            self.game.judge(state, entry)
        except RuleError as error:
            message = T("entry {n} would not be possible any more: {why}", n=number, why=error.text)
            raise RuleError(message) from None

    def to_json(self, entries: Sequence[Entry] | None = None) -> dict[str, Any]:
        """The record as RECORD.md has it; ``entries`` may be given in their place with time and device."""
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


def is_change(entry: Any) -> bool:
    """An undo or a mending: it changes which of the entries before it count."""
    return isinstance(entry, dict) and entry.get("kind") in (UNDO, AMEND)


def replacements(entries: Sequence[Entry], live: Sequence[bool], since: int = 0) -> dict[int, int]:
    """The amends that count: the number of the entry whose place was taken, and of the newest amend that did it; those
    from entry ``since`` on."""
    amends = (n for n in range(since, len(entries)) if live[n] and entries[n]["kind"] == AMEND)
    return {entries[number]["entry"]: number for number in amends}


def what_counts(
    entries: Sequence[Entry], live: Sequence[bool], since: int = 0
) -> Iterator[tuple[int, Sequence[Entry]]]:
    """Each live entry's number from ``since`` on, and what is folded in its place: the entry itself, or the list of its
    newest amend."""
    instead = replacements(entries, live, since)
    for number in range(since, len(entries)):
        entry = entries[number]
        if live[number] and not is_change(entry):
            yield number, entries[instead[number]]["as"] if number in instead else (entry,)


def live_entries(entries: Sequence[Entry]) -> list[bool]:
    """For every entry whether it counts: not cancelled by a later undo that counts itself."""
    live = [True] * len(entries)
    for number in range(len(entries) - 1, -1, -1):
        if live[number] and is_undo(entries[number]):
            live[entries[number]["entry"]] = False
    return live


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
    """Raise unless ``entry`` is an object with a kind."""
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
        if name not in {"format", "game", "options", "players", "entries", FILE}:
            raise RuleError(T("this is not a record: unknown field {field}", field=plain(name)))
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
            raise RuleError(T("unknown field {field}: game, options and rounds were expected", field=plain(name)))
    game = find(_text(data.get("game"), "game"), "")
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise RuleError(T("options must be an object"))
    return game.score_facts({**data, "options": game.complete(options)})


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise RuleError(T("the field {field} must be a text", field=name))
    return value
