"""The text of a game's file as data, with the line on which each statement stands.

``tomllib`` reads the data and names no lines, and some files keep it busy for seconds. So a scanner walks over the text
first: it notes the line of every table and key, and refuses what no game needs (keys of many words, deep nesting, long
numbers).
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MOST_BYTES = 64 * 1024
MOST_WORDS, MOST_DEEP, MOST_DIGITS = 8, 8, 9
"""Words of a key, lists and tables in each other, digits of a number."""
MOST_SHOWN = 50

Path = tuple[str | int, ...]
"""A place in the data: keys of tables and indices of lists."""

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*) | (?P<word>[A-Za-z0-9_+:-]+) | (?P<newline>\n) | (?P<equals>=) | (?P<dot>\.)
    | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<space>[\ \t]+)
    | (?P<string>\"{3}(?:[^"\\]|\\.|"{1,2}(?!"))*(?:"{3,5}|\Z) | '{3}(?:[^']|'{1,2}(?!'))*(?:'{3,5}|\Z)
        | "(?:[^"\\\n]|\\.)*"? | '[^'\n]*'?)
    | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_SLIPS = {
    "Invalid value": 'a value was expected; words stand in straight quotes, as in name = "Spy"',
    "Invalid initial": "a key, or [ and the next part, was expected",
    "Expected '='": "a key, = and its value were expected",
    "Expected newline": "more stands behind it; one statement on a line was expected",
    "Expected ']": "a ] is missing",
    "Unclosed array": "a ] is missing, or a comma",
    "Unclosed inline": "a } is missing, or a comma",
    "Illegal character": "the quote at the end of a text is missing",
    "Unterminated": "the quote at the end of a text is missing",
    "Unescaped": r"a backslash in a text is written twice: \\",
    "Cannot declare": "the same part stands above already; where there are several, each begins with [[ ]]",
    "Cannot overwrite": "the same key stands above already",
    "Duplicate": "the same key stands there twice",
}
"""In our words what a parser begins to say in its own."""
_FORBIDDEN = re.compile(
    "(?P<turns>[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])|[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
)


class Mistake(NamedTuple):
    """Something wrong in a file: the line (from 1; None where there is no line to name), and the sentence."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line}: {self.text}"


class Mistaken(Exception):
    """A file that is no game yet: its first mistakes in the order of their lines, each sentence once, and how many more
    there are."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        found = sorted(set(mistakes), key=lambda one: (one.line or 0, one.text))
        times, first = Counter(one.text for one in found), dict[str, Mistake]()
        for one in found:
            again = f" ({times[one.text]} times)" if times[one.text] > 1 else ""
            first.setdefault(one.text, Mistake(one.line, f"{one.text}{again}"))
        self.mistakes = list(first.values())
        if left := len(self.mistakes) - MOST_SHOWN:
            self.mistakes[MOST_SHOWN:] = [Mistake(None, f"… and {left} more")] if left > 0 else []
        super().__init__("\n".join(map(str, self.mistakes)))


@dataclass
class Source:
    """The data of a file, and ``lines``: where each table and key stands."""

    data: dict[str, Any]
    lines: Mapping[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of the statement that holds this place; for a place that isn't there, that of its table."""
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 1)


def read(content: bytes | str) -> Source:
    """A file's data and lines. Raises ``Mistaken``, whatever the bytes are, in time that grows with their number."""
    if len(content) > MOST_BYTES or (isinstance(content, str) and len(content.encode(errors="replace")) > MOST_BYTES):
        raise Mistaken([Mistake(None, f"the file is too long: at most {MOST_BYTES:,} bytes were expected")])
    text = _decoded(content) if isinstance(content, bytes) else content
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if wrong := forbidden(line.replace("\t", " ")):
            raise Mistaken([Mistake(number, f"{wrong} stands there; plain text was expected")])
    lines = _lines(text)
    try:
        return Source(tomllib.loads(text), lines)
    except (ValueError, RecursionError) as error:
        raise Mistaken([_of_toml(str(error), text)]) from None


def forbidden(text: str) -> str:
    """The control or direction character in a text, in words; empty where there is none."""
    found = _FORBIDDEN.search(text)
    if found is None:
        return ""
    kind = "a character that turns the direction of writing" if found["turns"] else "a control character"
    return f"{kind} (U+{ord(found[0]):04X})"


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Mistaken([Mistake(line, "this is no text in UTF-8, which was expected")]) from None


def _of_toml(error: str, text: str) -> Mistake:
    at = _AT.search(error)
    line = int(at[1]) if at and at[1] else text.rstrip("\n").count("\n") + 1
    said = error[: at.start()] if at else error
    said = next((ours for theirs, ours in _SLIPS.items() if said.startswith(theirs)), said[:60])
    return Mistake(line, f"this is no TOML: {said}")


def _lines(text: str) -> dict[Path, int]:
    """The line of every table and key. Raises ``Mistaken`` for what would keep a parser busy; what is wrong with the
    grammar is left to ``tomllib``."""
    found: dict[Path, int] = {}
    lists: dict[Path, int] = {}
    """How many tables each list of tables has so far."""
    table: Path = ()

    def inside(path: tuple[str, ...]) -> Path:
        """A path with the index of the newest table of each list on the way."""
        whole: Path = ()
        for part in path:
            whole = (*whole, part)
            if whole in lists:
                whole = (*whole, lists[whole] - 1)
        return whole

    for line, brackets, key in _statements(text):
        path = (*table, *key)
        if brackets == "[[":
            path = (*inside(key[:-1]), key[-1])
            lists[path] = lists.get(path, 0) + 1
        if brackets:
            path = table = inside(key)
        for n in range(1, len(path) + 1):
            found.setdefault(path[:n], line)
        if brackets == "[":
            found[path] = line
    return found


def _statements(text: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Of each statement its line, the brackets it begins with, and its key."""
    key: list[str] = []
    opened: list[str] = []
    line, began, brackets, words, in_value = 1, 1, "", 0, False

    def check(fits: bool, text: str) -> None:
        if not fits:
            raise Mistaken([Mistake(line, text)])

    for token in _TOKEN.finditer(f"{text}\n"):
        kind, said = token.lastgroup, token[0]
        if kind == "open" and not (opened or key or in_value or brackets == "[["):
            brackets += said  # of a table
        elif kind == "open":
            opened, words = [*opened, said], 0
        elif kind == "close":
            opened, words = opened[:-1], 0
        elif kind in ("word", "string"):
            words += 1
            if not in_value:
                key.append(_plain(said) if kind == "string" else said)
            elif kind == "word":
                check(_is_short(said), f"a number of more than {MOST_DIGITS} digits; a shorter one was expected")
        elif kind == "newline" and not opened:
            if key:
                yield began, brackets, tuple(key)
            key, brackets, words, in_value, began = [], "", 0, False, line + 1
        elif kind == "newline":
            said_so = "a line break within { }; all of it on one line was expected, or a part of its own"
            check(opened[-1] == "[", said_so)
            words = 0
        elif kind in ("equals", "other"):
            words, in_value = 0, in_value or kind == "equals"
        check(len(opened) <= MOST_DEEP, f"lists and tables more than {MOST_DEEP} deep; flatter ones were expected")
        check(words <= MOST_WORDS, f"a key of more than {MOST_WORDS} words; a shorter one was expected")
        line += said.count("\n")


def _plain(quoted: str) -> str:
    """A quoted key as data, where that is easy."""
    try:
        return str(tomllib.loads(f"a = {quoted}")["a"]) if len(quoted) < 400 else ""
    except tomllib.TOMLDecodeError:
        return ""


def _is_short(word: str) -> bool:
    number = word.lstrip("+-").replace("_", "")
    return not number[:1].isdigit() or len(number) <= MOST_DIGITS or ":" in number or "-" in number
