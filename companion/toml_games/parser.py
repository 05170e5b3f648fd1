"""A game's file as TOML data, with the line of each table and key. ``loader`` reads what the data means.

``tomllib`` doesn't give lines, and some texts keep it busy for seconds. So a scanner goes through the text first: it
notes the line of every table and key, and refuses what no game needs: keys with many parts, deep nesting, long numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games import MOST_BYTES

MOST_WORDS = 8
MOST_DEEP = 8
MOST_DIGITS = 9
"""The most parts of a key, the deepest nesting of lists and tables, the most digits of a number."""
MOST_SHOWN = 50
"""At most this many mistakes are listed; the others are counted."""

Path = tuple[str | int, ...]
"""A path in the data: keys of tables and indices of lists."""

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*) | (?P<word>[A-Za-z0-9_+:-]+) | (?P<newline>\n)
    | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<between>[.\ \t]+)
    | (?P<string>\"{3}(?:[^"\\]|\\.|"{1,2}(?!"))*(?:"{3,5}|\Z) | '{3}(?:[^']|'{1,2}(?!'))*(?:'{3,5}|\Z)
        | "(?:[^"\\\n]|\\.)*"? | '[^'\n]*'?)
    | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_LONG = re.compile(rf"[+-]?[0-9](?:_?[0-9A-Za-z]){{{MOST_DIGITS}}}")
_SLIPS = {
    "Invalid value": 'a value is missing; put words in straight quotes, as in name = "Spy"',
    "Invalid initial": "a key is missing, or [ and the next part",
    "Expected '='": "write a key, = and its value",
    "Expected newline": "there's more after it; put each statement on its own line",
    "Expected ']": "a ] is missing",
    "Unclosed array": "a ] is missing, or a comma",
    "Unclosed inline": "a } is missing, or a comma",
    "Illegal character": "the quotation mark at the end of a text is missing",
    "Unterminated": "the quotation mark at the end of a text is missing",
    "Unescaped": r"write a backslash in a text twice: \\",
    "Cannot declare": "that part is already above; if you need several, start each with [[ ]]",
    "Cannot overwrite": "that key is already above",
    "Duplicate": "that key is there twice",
}
"""Our sentence for an error, by the start of ``tomllib``'s message."""
_JSON = ("{", "[{", "[\n")
"""Starts of JSON, with which no TOML starts."""
_FORBIDDEN = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Mistake(NamedTuple):
    """A mistake in a file: its line (from 1; None if it has none), and the sentence."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line}: {self.text}"


class MistakesError(Exception):
    """The file is no game; its mistakes, sorted by line."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        found = sorted(set(mistakes))
        self.mistakes = found[:MOST_SHOWN]
        if len(found) > MOST_SHOWN:
            self.mistakes.append(Mistake(None, f"… and {len(found) - MOST_SHOWN} more"))
        super().__init__("\n".join(map(str, self.mistakes)))


@dataclass
class Source:
    """The data of a file, and the line of each table and key."""

    data: dict[str, Any]
    lines: Mapping[Path, int]

    def find_mistake(self, path: Path, text: str) -> Mistake:
        """Make a mistake for a path in the data, on the line of its statement; if it is missing, of its table."""
        holding = (self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines)
        return Mistake(next(holding, 1), text)


def read_source(content: bytes | str) -> Source:
    """Read a file. Raises ``MistakesError`` for bytes that are no TOML; the time grows linearly with their number."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if len(data) > MOST_BYTES:
        raise MistakesError([Mistake(None, f"the file is too long: it can have at most {MOST_BYTES:,} bytes")])
    text = _decode(data).removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if wrong := find_forbidden(line.replace("\t", " ")):
            raise MistakesError([Mistake(number, f"{wrong} is in there; use plain text")])
    if text.lstrip().startswith(_JSON):
        raise MistakesError([Mistake(None, "This is JSON, but a game is a TOML file.")])
    statements = list(_split_statements(text))
    try:
        return Source(tomllib.loads(text), _find_lines(statements))
    except (ValueError, RecursionError) as error:
        raise MistakesError([_translate_error(str(error), text)]) from None


def find_forbidden(text: str) -> str:
    """Return the name of the first control or direction character in a text; "" if there is none."""
    found = _FORBIDDEN.search(text)
    return f"a control or direction character (U+{ord(found[0]):04X})" if found else ""


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise MistakesError([Mistake(line, "this isn't UTF-8 text")]) from None


def _translate_error(error: str, text: str) -> Mistake:
    """Make a mistake from a message of ``tomllib`` such as "Invalid value (at line 3, column 8)"."""
    said, _, at = error.partition(" (at ")
    line = re.match(r"line (\d+)", at)
    said = next((ours for theirs, ours in _SLIPS.items() if said.startswith(theirs)), said[:60])
    return Mistake(int(line[1]) if line else text.rstrip("\n").count("\n") + 1, f"this isn't valid TOML: {said}")


def _split_statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each statement with its line.

    Raises ``MistakesError`` for text that would keep a parser busy; ``tomllib`` finds errors of the grammar.
    """
    opened: list[str] = []
    line = 1
    began = 1
    start = 0
    words = 0

    def check(fits: bool, text: str) -> None:
        if not fits:
            raise MistakesError([Mistake(line, text)])

    for token in _TOKEN.finditer(f"{text}\n"):
        kind = token.lastgroup
        said = token[0]
        if kind in ("word", "string"):
            words += 1
        elif kind not in ("between", "comment"):
            words = 0
        if kind == "open":
            opened.append(said)
        elif kind == "close":
            del opened[-1:]
        elif kind == "newline" and opened:
            said_so = "there's a line break inside { }; put it all on one line, or make it a part of its own"
            check(opened[-1] == "[", said_so)
        elif kind == "newline":
            yield began, text[start : token.start()]
            start = token.end()
            began = line + 1
        check(not _LONG.match(said), f"a number can have at most {MOST_DIGITS} digits")
        check(len(opened) <= MOST_DEEP, f"lists and tables can be at most {MOST_DEEP} deep")
        check(words <= MOST_WORDS, f"a key can have at most {MOST_WORDS} words")
        line += said.count("\n")


def _find_lines(statements: Iterable[tuple[int, str]]) -> dict[Path, int]:
    """Return the line of every table and key."""
    found: dict[Path, int] = {}
    table: Path = ()
    tables = Counter[Path]()  # the number of tables so far in each list
    for line, statement in statements:
        begins = statement.lstrip().startswith("[")
        path = () if begins else table
        inner = tomllib.loads(statement)
        while isinstance(inner, dict) and len(inner) == 1:
            ((key, inner),) = inner.items()
            path = (*path, key)
            found.setdefault(path, line)
            if begins and isinstance(inner, list):
                tables[path] += 1
                (inner,) = inner
            if path in tables:
                path = (*path, tables[path] - 1)
        if begins:
            table = path
            found[path] = line
    return found
