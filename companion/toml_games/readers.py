"""Reading the values of a game's file: the type of each field in ``definition`` says how.

A table is a dataclass whose fields are its keys. A field with limits is ``Annotated`` with one of the classes here,
which is called to read the value, and raises an ``UnfitError`` that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, signature
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from companion.engine.text import Text as Words
from companion.engine.text import make_own_words
from companion.toml_games.parser import Path, find_forbidden

FEWEST = 2
MOST = 12
EVERYBODY = "everybody"
THE_SEAT = "the_seat"
NAMED = "named"
NAMES = "names"
CARDS = "cards"
RESERVED = (EVERYBODY, THE_SEAT, NAMES, CARDS)
MOST_TEXT = 200
MOST_LANGUAGES = 8
MOST_DRAWN = 2000
MOST_NAMED = 100
MOST_NEAR = 60
MOST_CUT = 60

SPAN = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2})|(\+))?")
PLACE = re.compile(r"\{([^{}]*)\}")


# -- a path in a file -------------------------------------------------------------------------------------------------
class UnfitError(Exception):
    """A value that doesn't fit its key; the message is a sentence that says why."""


@dataclass
class Reading:
    """The state of reading a file.

    ``sides`` has the side of each card. ``known`` has the names that can be used, by kind (None: any). ``span`` is the
    range of players, once it was read. ``mistakes`` collects sentences with their paths.
    """

    sides: Mapping[str, Any]
    known: Mapping[str, Collection[Any] | None]
    span: range = range(0)
    mistakes: list[tuple[Path, str]] = field(default_factory=list)
    languages: dict[str, None] = field(default_factory=lambda: {"en": None})


class TomlPath(NamedTuple):
    """A path in the file: keys and indices from the top."""

    reading: Reading
    path: Path = ()

    def __truediv__(self, key: str | int) -> TomlPath:
        return TomlPath(self.reading, (*self.path, key))

    @property
    def name(self) -> str:
        """The path as people write it: "cards.spy.side"."""
        return cut(".".join(part for part in self.path if isinstance(part, str))) or "file"

    def read(self, hint: Any, value: Any) -> Any:
        """Read the value at this path by its type; if it doesn't fit, note a mistake and return None."""
        try:
            return read_value(self, hint, value)
        except UnfitError as why:
            self.add_mistake(str(why))
            return None

    def add_mistake(self, text: str) -> None:
        self.reading.mistakes.append((self.path, text))

    def need(self, fits: object, value: Any, expected: str) -> None:
        """Raise ``UnfitError`` unless the value is of the expected kind."""
        if not fits:
            raise UnfitError(f'"{self.name}" is {write_value(value)}, but must be {expected}')

    def suggest(self, word: Any, words: Iterable[str]) -> str:
        # Searching for a similar word takes time, and a file full of mistakes must not keep the server busy.
        return suggest(word, words) if len(self.reading.mistakes) < MOST_NEAR else ""


def suggest(word: Any, words: Iterable[str]) -> str:
    """Return `: did you mean "merlin"?` if one of ``words`` is similar to the word, otherwise ""."""
    near = isinstance(word, str) and len(word) <= MOST_CUT and get_close_matches(word, islice(words, MOST_NEAR), 1)
    return f': did you mean "{near[0]}"?' if near else ""


def cut(text: str) -> str:
    return text if len(text) <= MOST_CUT else f"{text[: MOST_CUT - 1]}…"


def write_value(value: Any) -> str:
    """Write a value as in a file, shortened if it is long."""
    if isinstance(value, str):
        return f'"{cut(value)}"'
    if isinstance(value, list):
        return cut(f"[{', '.join(map(write_value, value[:MOST_CUT]))}]")
    if isinstance(value, dict):
        return "a table"
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- by its type ------------------------------------------------------------------------------------------------------
def read_value(at: TomlPath, hint: Any, value: Any) -> Any:
    """Turn a value of the file into one of the type ``hint``. Raises ``UnfitError``."""
    origin = get_origin(hint)
    of = get_args(hint)
    if origin is Annotated:
        found = of[1](at, value)
        return read_value(at, of[0], found) if isinstance(of[1], Length) else found
    if type(None) in of:  # X | None: a key that can be left out
        return read_value(at, of[0], value)
    if origin is Literal:
        at.need(type(value) is type(of[0]) and value in of, value, " or ".join(map(write_value, of)))
        return value
    if origin is tuple:
        at.need(isinstance(value, list), value, f"[[{at.name}]]" if is_dataclass(of[0]) else "a list")
        return tuple((at / n).read(of[0], item) for n, item in enumerate(value))
    at.need(isinstance(value, dict), value, "a table")
    if origin is None:
        return _read_table(at, hint, value)
    return {(at / key).read(of[0], key): (at / key).read(of[1], item) for key, item in value.items()}


@cache
def keys_of(table: Any) -> dict[str, Parameter]:
    """Return the fields of a table by the names of their keys.

    A field whose key is a Python keyword has a "_" at the end. A key whose field has no default is required.
    """
    each = signature(table, eval_str=True).parameters.items()
    return {name.rstrip("_"): field for name, field in each if name != "path"}


def _read_table(at: TomlPath, table: Any, value: Mapping[str, Any]) -> Any:
    """Make a ``table`` from the value and note all its mistakes; return None if a required key is missing."""
    keys = keys_of(table)
    for name in value:
        if name not in keys:
            said = at.suggest(name, keys) or f"; expected: {', '.join(keys)}"
            (at / name).add_mistake(f"there's no key {write_value(name)} in [{at.name}]{said}")
    missing = [name for name, key in keys.items() if key.default is key.empty and name not in value]
    for name in missing:
        at.add_mistake(f'the key "{name}" is missing in [{at.name}]')
    found = {key.name: (at / name).read(key.annotation, value[name]) for name, key in keys.items() if name in value}
    return None if missing else table(path=at.path, **found)


# -- kinds ------------------------------------------------------------------------------------------------------------
# Each kind is a class of its own, also where two have the same fields: Python up to 3.11.4 takes two Annotated with
# equal kinds for one.
@dataclass(frozen=True)
class Length:
    """A list or a table with ``least`` to ``most`` items."""

    least: int
    most: int

    def __call__(self, at: TomlPath, value: Any) -> Any:
        if isinstance(value, (list, dict)) and not self.least <= len(value) <= self.most:
            raise UnfitError(f'"{at.name}" has {len(value)}, but must have {self.least} to {self.most}')
        return value


@dataclass(frozen=True)
class IntRange:
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def __call__(self, at: TomlPath, value: Any) -> Any:
        fits = type(value) is int and self.least <= value <= self.most
        at.need(fits, value, f"a whole number from {self.least} to {self.most}")
        return value


@dataclass(frozen=True)
class Pattern:
    """A word that fits a pattern; ``what`` describes it in the sentence about a mistake."""

    pattern: str
    what: str

    def __call__(self, at: TomlPath, value: Any) -> str:
        at.need(isinstance(value, str) and re.fullmatch(self.pattern, value), value, self.what)
        return str(value)


@dataclass(frozen=True)
class NameOf:
    """A known name of the kind ``what``, or one of the words ``also``; ``hint`` is said if no name is similar."""

    what: str
    also: tuple[str, ...] = ()
    hint: str = ""

    def __call__(self, at: TomlPath, value: Any) -> str:
        known = at.reading.known[self.what]
        if isinstance(value, str) and (known is None or value in known or value in self.also):
            return value
        near = at.suggest(value, known or ())
        raise UnfitError(f"no {self.what} is called {write_value(value)}{near or self.hint}")


def read_players(at: TomlPath, value: Any) -> range:
    """Read the fewest and the most who can play, a list of two, as a range."""
    fits = isinstance(value, list) and [type(number) for number in value] == [int, int]
    fits = fits and FEWEST <= value[0] <= value[1] <= MOST
    at.need(fits, value, f"a list of the fewest and the most, from {FEWEST} to {MOST}, such as [5, 10]")
    at.reading.span = range(value[0], value[1] + 1)
    return at.reading.span


def read_span(at: TomlPath, value: Any) -> range:
    """Read a span such as 7, "5-6" or "7+" as the numbers of players for which it holds."""
    match = SPAN.fullmatch(str(value))
    all_of = at.reading.span or range(100)
    low = int(match[1]) if match else 100
    high = int(match[2] or (all_of[-1] if match[3] else low)) if match else 0
    fits = all_of[0] <= low <= high <= all_of[-1]
    at.need(fits, value, f'a span of {all_of[0]} to {all_of[-1]} players, such as 7, "5-6" or "7+"')
    return range(low, high + 1)


@dataclass(frozen=True)
class PerPlayerCount:
    """A value, or a table with a value for each span; the result has the value for each number of players."""

    of: Any

    def __call__(self, at: TomlPath, value: Any) -> Mapping[int, Any]:
        span = at.reading.span
        if not isinstance(value, dict):
            return dict.fromkeys(span, read_value(at, self.of, value))
        each = {(at / key).read(Holds, key): (at / key).read(self.of, item) for key, item in value.items()}
        for n in () if None in each else span:
            if (many := sum(n in holds for holds in each)) != 1:
                raise UnfitError(f'{many} spans of "{at.name}" cover {n} players; exactly one must')
        return {n: item for holds, item in each.items() for n in holds or ()}


@dataclass(frozen=True)
class TextReader:
    """A string, or strings by language. ``places``: it can have placeholders, which ``checks`` checks."""

    places: bool = False

    def __call__(self, at: TomlPath, value: Any) -> Words:
        languages = at.reading.languages
        if not isinstance(value, dict):
            return make_own_words({"en": self._read_one(at, value)})
        if len(languages.keys() | value.keys()) > MOST_LANGUAGES:
            raise UnfitError(f"there can be at most {MOST_LANGUAGES} languages")
        at.need("en" in value, value, 'one with English ("en")')
        languages |= dict.fromkeys(value)
        return make_own_words(read_value(at, Mapping[Annotated[str, LANGUAGE], Annotated[str, self._read_one]], value))

    def _read_one(self, at: TomlPath, value: Any) -> Any:
        """Read a string in one language."""
        fits = isinstance(value, str) and value.strip() and len(value) <= MOST_TEXT
        at.need(fits, value, f"a text of at most {MOST_TEXT} characters")
        if found := find_forbidden(value):
            raise UnfitError(f'"{at.name}" contains {found}; use plain text')
        if not self.places and (place := PLACE.search(value)):
            raise UnfitError(f"{cut(place[0])}: placeholders only work in what [[learns]] says")
        return value


def read_cards(at: TomlPath, value: Any) -> frozenset[str]:
    """Read a list of cards and sides, or ``EVERYBODY``, as the ids of their cards."""
    said = read_value(at, Some, value)
    sides = at.reading.sides.items()
    return frozenset(id for id, side in sides if EVERYBODY in said or id in said or side in said)


def read_asked(at: TomlPath, value: Any) -> frozenset[str] | None:
    """Read a list like ``read_cards``, or None for the word ``NAMED``: the table names who can ask."""
    return None if value == NAMED else read_cards(at, value)


def read_drawn(at: TomlPath, value: Any) -> Any:
    """Read a list of texts, or of pairs of texts, as tuples of one or two."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return read_value(at, Pairs, value)
    return tuple((words,) for words in read_value(at, Things, value))


ID = Pattern(
    rf"(?!(?:{'|'.join(RESERVED)})$)[A-Za-z][A-Za-z0-9_-]{{0,39}}",
    "an id: up to 40 letters, digits, - and _, starting with a letter, and not a reserved word",
)
LANGUAGE = Pattern(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?", 'a language (a code such as "de")')
Holds = Annotated[range, read_span]
Phrase = Annotated[Words, TextReader()]
Things = Annotated[tuple[Phrase, ...], Length(1, MOST_DRAWN)]
Pairs = Annotated[tuple[Annotated[tuple[Phrase, ...], Length(2, 2)], ...], Length(1, MOST_DRAWN)]
Some = Annotated[tuple[Annotated[str, NameOf("card or side", (EVERYBODY,))], ...], Length(0, MOST_NAMED)]
