"""The kinds of values that stand in a game's file: each reads one, says what is wrong with it, and knows its schema.

What a table may hold is said once, by a dataclass whose fields are ``key``s, each with the kind of its value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from companion.roles.source import Mistake, Path, Source, forbidden
from companion.rules.text import Text as Words
from companion.rules.text import in_own_words

T = TypeVar("T")
NO_WORDS = in_own_words({"en": ""})

FEWEST, MOST = 2, 12
EVERYBODY, THE_SEAT, NAMED, NAMES, CARDS = "everybody", "the_seat", "named", "names", "cards"
RESERVED = (EVERYBODY, THE_SEAT, NAMES, CARDS)
MOST_TEXT, MOST_LANGUAGES, MOST_DRAWN, MOST_NAMED, MOST_NEAR, MOST_CUT = 200, 8, 2000, 100, 60, 60

ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
SPAN = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2})|(\+))?")
PLACE = re.compile(r"\{([^{}]*)\}")


# -- a place in a file ------------------------------------------------------------------------------------------------
@dataclass
class Reading:
    """A file as it is read for one number of ``players`` (0: how many may play is a mistake itself). ``sides`` has the
    side of each card, ``names`` all cards and sides, ``looks`` the questions."""

    source: Source
    icons: Collection[str] | None
    sides: Mapping[str, Any]
    names: Collection[str]
    looks: list[Any]
    span: range
    mistakes: dict[tuple[Path, str], Mistake]
    languages: dict[str, None]
    players: int = 0

    def wrong(self, path: Path, text: str) -> None:
        """Notes a mistake, once for all numbers of players."""
        self.mistakes.setdefault((path, re.sub(r"\b\d+\b", "", text)), Mistake(self.source.line(path), text))


class Place(NamedTuple):
    """A place in a file that is read."""

    reading: Reading
    path: Path = ()

    def __truediv__(self, key: str | int) -> Place:
        return Place(self.reading, (*self.path, key))

    @property
    def name(self) -> str:
        """As the file's writer has it before them."""
        return cut(".".join(str(part) for part in self.path if not isinstance(part, int))) or "file"

    def wrong(self, text: str) -> None:
        self.reading.wrong(self.path, text)

    def unfit(self, value: Any, expected: str, near: str = "") -> None:
        """Notes a value of another kind than was expected."""
        self.wrong(f'"{self.name}" is {shown(value)}; {expected} was expected{near}')

    def near(self, word: Any, words: Iterable[str]) -> str:
        return nearest(word, words) if len(self.reading.mistakes) < MOST_NEAR else ""


def nearest(word: Any, words: Iterable[str]) -> str:
    """`: did you mean "merlin"?` where a word like it is known, else nothing."""
    near = isinstance(word, str) and len(word) <= MOST_CUT and get_close_matches(word, islice(words, MOST_NEAR), 1)
    return f': did you mean "{near[0]}"?' if near else ""


def cut(text: str) -> str:
    return text if len(text) <= MOST_CUT else f"{text[: MOST_CUT - 1]}…"


def shown(value: Any) -> str:
    """A value as it stands in a file."""
    if isinstance(value, str):
        return f'"{cut(value)}"'
    if isinstance(value, list):
        return cut(f"[{', '.join(map(shown, value[:MOST_CUT]))}]")
    if isinstance(value, dict):
        each = (f"{cut(key)} = {shown(one)}" for key, one in islice(value.items(), MOST_CUT))
        return cut(f"{{ {', '.join(each)} }}") if value else "{}"
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- kinds of values --------------------------------------------------------------------------------------------------
class Text(NamedTuple):
    """A string, or strings by language. ``places``: placeholders may stand there, and are checked later."""

    places: bool = False

    def read(self, at: Place, value: Any) -> Words:
        if not isinstance(value, dict):
            return in_own_words({"en": self._words(at, value)})
        languages = at.reading.languages
        if len(languages.keys() | value.keys()) > MOST_LANGUAGES:
            at.wrong(f"there are more than {MOST_LANGUAGES} languages; at most {MOST_LANGUAGES} were expected")
            return NO_WORDS
        if "en" not in value:
            at.wrong(f'"{at.name}" has no English: "en" was expected among its languages')
        for lang in value:
            if not LANGUAGE.fullmatch(lang):
                (at / lang).wrong(f'"{lang}" is no language; a code such as "de" was expected')
        languages |= dict.fromkeys(value)
        return in_own_words({"en": "", **{lang: self._words(at / lang, one) for lang, one in value.items()}})

    def _words(self, at: Place, value: Any) -> str:
        if not isinstance(value, str):
            at.unfit(value, "a text")
            return ""
        if not value.strip():
            at.wrong(f'"{at.name}" is empty; a text was expected')
        if len(value) > MOST_TEXT:
            at.wrong(f'"{at.name}" has {len(value)} characters; at most {MOST_TEXT} were expected')
        if found := forbidden(value):
            at.wrong(f'"{at.name}" holds {found}; plain text was expected')
        for place in () if self.places else PLACE.findall(value):
            at.wrong(f"{{{cut(place)}}}: a placeholder stands in what [[learns]] says, and nowhere else")
        return value


class Lines(NamedTuple):
    """A list of texts."""

    most: int

    def read(self, at: Place, value: Any) -> tuple[Words, ...]:
        if isinstance(value, list) and len(value) <= self.most:
            return tuple(Text().read(at, one) for one in value)
        at.unfit(value, f"a list of at most {self.most} texts")
        return ()


class Whole(NamedTuple):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def read(self, at: Place, value: Any) -> int:
        if type(value) is int and self.least <= value <= self.most:
            return value
        at.unfit(value, f"a whole number from {self.least} to {self.most}")
        return self.least


class Flag(NamedTuple):
    """True or false."""

    def read(self, at: Place, value: Any) -> bool:
        if not isinstance(value, bool):
            at.unfit(value, "true or false")
        return value is True


class OneOf(NamedTuple):
    """One of these words."""

    words: tuple[str, ...]

    def read(self, at: Place, value: Any) -> str:
        if value not in self.words:
            at.unfit(value, " or ".join(map(shown, self.words)), at.near(value, self.words))
        return value if value in self.words else self.words[0]


class Known(NamedTuple):
    """The name of one of ``what`` there are (None: of any)."""

    what: str
    among: Callable[[Reading], Collection[Any] | None]
    hint: str = ""

    def read(self, at: Place, value: Any) -> Any:
        known = self.among(at.reading)
        if isinstance(value, str) and (known is None or value in known):
            return value
        near = at.near(value, (one for one in known or () if isinstance(one, str)))
        at.wrong(f"no {self.what} is called {shown(value)}{near or self.hint}")
        return None


class Players(NamedTuple):
    """The fewest and the most who can play."""

    def read(self, at: Place, value: Any) -> range:
        if not isinstance(value, list) or len(value) != 2 or any(type(one) is not int for one in value):
            at.wrong(f'"players" is {shown(value)}; the fewest and the most were expected, such as [5, 10]')
        elif not FEWEST <= value[0] <= value[1] <= MOST:
            said = f"two numbers from {FEWEST} to {MOST} were expected, the fewest first"
            at.wrong(f'"players" is {shown(value)}; {said}')
        else:
            return range(value[0], value[1] + 1)
        return range(0)


class Span(NamedTuple):
    """A span such as 7, "5-6" or "7+"; it is read as whether it holds for the number of players."""

    def read(self, at: Place, value: Any) -> bool:
        reading, match = at.reading, SPAN.fullmatch(str(value)) if type(value) in (int, str) else None
        if not match:
            at.wrong(f'{shown(value)} is no span of players: 7, "5-6" or "7+" was expected')
            return False
        low = int(match[1])
        high = int(match[2]) if match[2] else reading.span[-1] if match[3] and reading.span else low
        if match[2] and high < low:
            at.wrong(f"the span {shown(value)} goes backwards")
        elif reading.span and not reading.span[0] <= low <= high <= reading.span[-1]:
            of = f"the {reading.span[0]} to {reading.span[-1]} players of this game"
            at.wrong(f"the span {shown(value)} is outside {of}")
        return low <= reading.players <= high


class BySpan(NamedTuple):
    """A value that is given once, or by span: the one for this number of players."""

    of: Whole | Flag

    def read(self, at: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            return self.of.read(at, value)
        before = len(at.reading.mistakes)
        read = [(Span().read(at / span, span), self.of.read(at / span, one)) for span, one in value.items()]
        found = [one for holds, one in read if holds]
        if len(found) != 1 and len(at.reading.mistakes) == before and at.reading.players:
            holds = f"two spans of {shown(at.name)} hold" if found else f"no span of {shown(at.name)} holds"
            at.wrong(f"{holds} for {at.reading.players} players{'; one was expected' if found else ''}")
        return found[0] if found else getattr(self.of, "least", False)


CARD = Known("card", lambda reading: reading.sides or None)
CARD_OR_SIDE = Known("card or side", lambda reading: reading.names or None)
ICON = Known("drawing", lambda reading: reading.icons, "; `companion check --icons` lists them")
LOOK = Known("question of [[looks]]", lambda reading: reading.looks)


class Names(NamedTuple):
    """A list of cards and sides, and of words that stand for some."""

    also: tuple[str, ...] = ()

    def read(self, at: Place, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list):
            at.unfit(value, "a list of cards and sides")
            return ()
        if len(value) > MOST_NAMED:
            at.wrong(f'"{at.name}" has {len(value)} names; at most {MOST_NAMED} were expected')
            return ()
        return tuple(one if one in self.also else CARD_OR_SIDE.read(at, one) for one in value)


class Cards(NamedTuple):
    """The cards of a list of cards and sides, or ``EVERYBODY``. ``named``: or the word for whom the table names."""

    named: bool = False

    def read(self, at: Place, value: Any) -> frozenset[str] | None:
        if self.named and value == NAMED:
            return None
        names = Names((EVERYBODY,)).read(at, value)
        sides = at.reading.sides.items()
        return frozenset(id for id, side in sides if EVERYBODY in names or id in names or side in names)


class Id(NamedTuple):
    """An id."""

    def read(self, at: Place, value: Any) -> str:
        if value in RESERVED:
            at.wrong(f"{shown(value)} is a word of this form and no id")
        elif not isinstance(value, str) or not ID.fullmatch(value):
            said = "a letter, then letters, digits, - and _ were expected, at most 40"
            at.wrong(f"{shown(value)} is no id; {said}")
        return str(value)


class Amounts(NamedTuple):
    """A number for each of some that are known."""

    of: Whole | BySpan
    known: Known
    also: tuple[str, ...] = ()

    def read(self, at: Place, value: Any) -> dict[str, int]:
        if not isinstance(value, dict):
            at.unfit(value, "a table")
            return {}
        return {
            id: self.of.read(at / id, one)
            for id, one in value.items()
            if id in self.also or self.known.read(at / id, id) is not None
        }


class Drawn(NamedTuple):
    """A list of texts, or of pairs of them."""

    def read(self, at: Place, value: Any) -> tuple[tuple[Words, ...], ...]:
        if not isinstance(value, list) or not value:
            at.unfit(value, "a list of things to draw")
            return ((NO_WORDS,),)
        if len({isinstance(item, list) for item in value}) > 1:
            at.wrong(f'"{at.name}" mixes words and pairs; one kind was expected')
        for item in value:
            if isinstance(item, list) and len(item) != 2:
                at.wrong(f"{shown(item)} can't be drawn; a text or a pair was expected")
        pairs = (item if isinstance(item, list) else [item] for item in value)
        return tuple(tuple(Text().read(at, one) for one in pair) for pair in pairs)


# -- tables -----------------------------------------------------------------------------------------------------------
def key(kind: Any, **default: Any) -> Any:
    """A field of a dataclass that is a key of a table: of that kind, and needed where it has no default."""
    return field(metadata={"kind": kind}, **default)


@cache
def keys_of(table: Any) -> dict[str, Field[Any]]:
    """The keys of a table, as a file calls them: Python keeps some words for itself."""
    return {one.name.rstrip("_"): one for one in fields(table) if "kind" in one.metadata}


def is_needed(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


class Table(NamedTuple, Generic[T]):
    """A table with no other keys than that dataclass has, and all that are needed."""

    of: Callable[..., T]

    def read(self, at: Place, value: Any, **more: Any) -> T | None:
        """None where nothing can be made of it."""
        if not isinstance(value, dict):
            at.unfit(value, "a table")
            return None
        keys, found = keys_of(self.of), dict[str, Any]()
        for name in value:
            if name not in keys:
                said = at.near(name, keys) or f"; expected: {', '.join(keys)}"
                (at / name).wrong(f"there is no key {shown(name)} in [{at.name}]{said}")
        for name, one in keys.items():
            if name in value:
                found[one.name] = one.metadata["kind"].read(at / name, value[name])
            elif is_needed(one):
                at.wrong(f'the key "{name}" is missing in [{at.name}]')
                return None
        return self.of(**found, **more)


class ById(NamedTuple, Generic[T]):
    """Tables that have ids, such as ``[cards.merlin]``. What has a name and says none is called by its id."""

    of: Callable[..., T]
    most: int | None = None

    def read(self, at: Place, value: Any) -> dict[str, T]:
        if not isinstance(value, dict):
            at.unfit(value, "a table")
            return {}
        if self.most is not None and len(value) > self.most:
            at.wrong(f"there are {len(value)} kinds of {at.name}; at most {self.most} were expected")
        found: dict[str, T] = {}
        for id, one in islice(value.items(), self.most):
            Id().read(at / id, id)
            named = "name" in keys_of(self.of) and isinstance(one, dict)
            given = {"name": in_words(id), **one} if named else one
            if (read := Table(self.of).read(at / id, given, id=id)) is not None:
                found[id] = read
        return found


def in_words(id: str) -> str:
    """An id as people write it."""
    words = re.sub(r"[-_]+", " ", id)[:MOST_TEXT].strip() or "?"
    return words[:1].upper() + words[1:]


class Many(NamedTuple, Generic[T]):
    """Tables of which there may be several, such as ``[[learns]]``."""

    of: Callable[..., T]
    most: int

    def read(self, at: Place, value: Any) -> tuple[T, ...]:
        if not isinstance(value, list):
            at.wrong(f"[{at.name}] stands for one of several: [[{at.name}]] was expected")
            return ()
        if len(value) > self.most:
            (at / self.most).wrong(f"there are {len(value)} [[{at.name}]]; at most {self.most} were expected")
        read = (Table(self.of).read(at / n, one, number=n) for n, one in enumerate(value[: self.most]))
        return tuple(one for one in read if one is not None)


class Winners(NamedTuple):
    """Sides and cards that win, or a table of who wins when the seat that was asked for has which card."""

    table: Table[Any]

    def read(self, at: Place, value: Any) -> Any:
        if isinstance(value, dict):
            return self.table.read(at, value)
        return self.table.of(named=None, then=(), else_=Names((THE_SEAT,)).read(at, value))
