"""The text of a game's file as data, with the line on which each statement stands.

``tomllib`` reads the data and names no lines, and some files keep it busy for seconds. So a scanner walks over the text
first: it notes the line of every table and key, and refuses what no game needs (long dotted keys, deep nesting, long
numbers).
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

MOST_BYTES = 64 * 1024
MOST_PARTS = 8
"""Of a dotted key."""
MOST_DEEP = 8
MOST_DIGITS = 9

Path = tuple[str | int, ...]
"""A place in the data: keys of tables and indices of lists."""

_WORD = re.compile(r"[A-Za-z0-9_+:-]+")
_CLOSES = {"[": "]", "{": "}"}
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_DIRECTION = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}


class Mistake(NamedTuple):
    """Something wrong in a file: the line (from 1; None where there is no line to name), and the sentence."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line}: {self.text}"


class Unreadable(Exception):
    """The file can't be read as TOML; ``mistake`` says why."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(str(mistake))
        self.mistake = mistake


@dataclass
class Source:
    """The data of a file, and ``lines``: where each table and key stands."""

    data: dict[str, Any]
    lines: Mapping[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of the statement that holds this place; for a place that isn't there, that of its table."""
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 1)


def read(content: bytes | str) -> Source:
    """A file's data and lines. Raises ``Unreadable``, whatever the bytes are, in time that grows with their number."""
    if len(content) > MOST_BYTES or (isinstance(content, str) and len(content.encode(errors="replace")) > MOST_BYTES):
        raise Unreadable(Mistake(None, f"the file is too long: at most {MOST_BYTES:,} bytes were expected"))
    text = _decoded(content) if isinstance(content, bytes) else content
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if wrong := forbidden(line.replace("\t", " ")):
            raise Unreadable(Mistake(number, f"{wrong} stands there; plain text was expected"))
    lines = _Scanner(text).lines()
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise Unreadable(_of_toml(str(error), text)) from None
    return Source(data, lines)


def forbidden(text: str) -> str:
    """The control or direction character in a text, in words; empty where there is none."""
    for char in text:
        if ord(char) in _DIRECTION:
            return f"a character that turns the direction of writing (U+{ord(char):04X})"
        if unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs"):
            return f"a control character (U+{ord(char):04X})"
    return ""


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable(Mistake(line, "this is no text in UTF-8, which was expected")) from None


def _of_toml(error: str, text: str) -> Mistake:
    at = _AT.search(error)
    line = int(at[1]) if at and at[1] else text.rstrip("\n").count("\n") + 1
    said = error[: at.start()] if at else error
    return Mistake(line, f"this is no TOML: {said[:1].lower()}{said[1:]}")


class _Scanner:
    """Walks over a text once. What is wrong with its grammar is left to ``tomllib``."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def lines(self) -> dict[Path, int]:
        found: dict[Path, int] = {}
        lists: dict[Path, int] = {}
        """How many tables each list of tables has so far."""
        table: Path = ()

        def note(path: Path, line: int) -> None:
            for n in range(1, len(path) + 1):
                found.setdefault(path[:n], line)

        def inside(path: tuple[str, ...]) -> Path:
            """A path with the index of the newest table of each list on the way."""
            whole: Path = ()
            for part in path:
                whole = (*whole, part)
                if whole in lists:
                    whole = (*whole, lists[whole] - 1)
            return whole

        for line, kind, key in self._statements():
            if not key:
                continue
            if kind == "list":
                path = (*inside(key[:-1]), key[-1])
                lists[path] = lists.get(path, 0) + 1
                table = (*path, lists[path] - 1)
                note(table, line)
            elif kind == "table":
                table = inside(key)
                note(table, line)
                found[table] = line
            else:
                note((*table, *key), line)
        return found

    def _statements(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        text = self._text
        while self._at < len(text):
            char = text[self._at]
            if char in " \t\n":
                self._step()
            elif char == "#":
                self._skip_comment()
            elif char == "[":
                line, double = self._line, text.startswith("[[", self._at)
                self._at += 2 if double else 1
                yield line, "list" if double else "table", self._key()
                self._skip_line()
            else:
                line, key = self._line, self._key()
                if self._at < len(text) and text[self._at] == "=" and key:
                    self._at += 1
                    yield line, "key", key
                    self._value()
                else:
                    self._skip_line()

    def _step(self) -> None:
        self._line += self._text[self._at] == "\n"
        self._at += 1

    def _skip_comment(self) -> None:
        end = self._text.find("\n", self._at)
        self._at = len(self._text) if end < 0 else end

    def _skip_line(self) -> None:
        self._skip_comment()

    def _key(self) -> tuple[str, ...]:
        """The parts of a dotted key; leaves the place behind it."""
        parts: list[str] = []
        text = self._text
        while self._at < len(text):
            while self._at < len(text) and text[self._at] in " \t":
                self._at += 1
            if self._at >= len(text):
                break
            if text[self._at] in "\"'":
                parts.append(self._quoted())
            elif found := _WORD.match(text, self._at):
                parts.append(found[0])
                self._at = found.end()
            else:
                break
            self._few(len(parts))
            while self._at < len(text) and text[self._at] in " \t":
                self._at += 1
            if self._at >= len(text) or text[self._at] != ".":
                break
            self._at += 1
        return tuple(parts)

    def _few(self, parts: int) -> None:
        if parts > MOST_PARTS:
            raise Unreadable(Mistake(self._line, f"a key of more than {MOST_PARTS} parts; shorter ones were expected"))

    def _quoted(self) -> str:
        """The string that begins here, as data where that is easy; leaves the place behind it."""
        text, quote, began = self._text, self._text[self._at], self._at
        if text.startswith(quote * 3, began):
            end = self._end_of_string(began + 3, quote * 3)
        else:
            end = self._end_of_string(began + 1, quote)
        self._line += text.count("\n", began, end)
        self._at = end
        try:
            return str(tomllib.loads(f"a = {text[began:end]}")["a"]) if end - began < 400 else ""
        except tomllib.TOMLDecodeError:
            return ""

    def _end_of_string(self, at: int, closing: str) -> int:
        text = self._text
        while at < len(text):
            if text[at] == "\\" and closing[0] == '"':
                at += 2
            elif text.startswith(closing, at):
                at += len(closing)
                # Up to two quotes may stand before the three that close.
                while len(closing) == 3 and text.startswith(closing[0], at):
                    at += 1
                return at
            elif text[at] == "\n" and len(closing) == 1:
                return at
            else:
                at += 1
        return len(text)

    def _value(self) -> None:
        """To the end of the value that begins here, over the lines that its brackets and strings span."""
        text, deep, parts = self._text, 0, 0
        while self._at < len(text):
            char = text[self._at]
            if char == "\n" and not deep:
                return
            if char == "#":
                self._skip_comment()
            elif char in "\"'":
                self._quoted()
            elif char in _CLOSES:
                deep, parts = deep + 1, 0
                if deep > MOST_DEEP:
                    said = f"lists and tables more than {MOST_DEEP} deep in each other; flatter ones were expected"
                    raise Unreadable(Mistake(self._line, said))
                self._at += 1
            elif char in "]}":
                deep, parts = max(0, deep - 1), 0
                self._at += 1
            elif char == ".":
                parts += 1
                self._few(parts + 1)
                self._at += 1
            elif found := _WORD.match(text, self._at):
                self._short(found[0])
                self._at = found.end()
            else:
                if char not in " \t":
                    parts = 0
                self._step()

    def _short(self, word: str) -> None:
        number = word.lstrip("+-").replace("_", "")
        if number[:1].isdigit() and len(number) > MOST_DIGITS and ":" not in number and "-" not in number:
            said = f"a number of more than {MOST_DIGITS} digits; a shorter one was expected"
            raise Unreadable(Mistake(self._line, said))
