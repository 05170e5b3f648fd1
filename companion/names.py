"""Players' names: what can be one, and when two of them look the same to readers.

Python's own tables are enough for both. Libraries for this either refuse emoji and Persian names (PRECIS nicknames), or
load a megabyte of look-alikes, of which this needs the five alphabets that share their letters with the Latin one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.engine.text import RuleError, T

LONGEST = 24
"""Characters."""
_IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Unicode's Default_Ignorable_Code_Point, which Python doesn't have: nothing is drawn for them."""
_INVISIBLE = dict.fromkeys(code for first, last in _IGNORABLE for code in range(first, last + 1))
_BLANK = str.maketrans("\u2800\U0001d159", "  ")
"""The braille pattern without dots and the note head that is none: drawn, as nothing."""
_JOINERS = {0x200C, 0x200D, *range(0xE0020, 0xE0080)}
"""Control characters that names need: in Persian and Indian words, and within one emoji (a family, a flag)."""
_ALIKE = {"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"}


def check_name(name: str, others: Iterable[str] = (), typed: bool = True) -> str:
    """Return the name with its spaces tidied. ``others`` are those at the same table.

    Raises a RuleError for a name that nobody could read, distinguish from the others, or see at all. One that someone
    has ``typed`` can't be only punctuation; records and old data can have such names.
    """
    name = " ".join(name.split())
    if not name:
        raise RuleError(T("enter a name with at least one letter"))
    if len(name) > LONGEST:
        raise RuleError(T("this name has {n} characters; at most {most} fit", n=len(name), most=LONGEST))
    if not all(char.isprintable() or ord(char) in _JOINERS for char in name):
        raise RuleError(T("this name has characters that can't be shown; use letters and digits"))
    key = fold_name(name)
    if all(unicodedata.category(char)[0] in "MZ" for char in key):
        raise RuleError(T("this name looks empty; use letters and digits"))
    if typed and not any(unicodedata.category(char)[0] in "LNS" for char in key):
        raise RuleError(T("a name needs at least one letter, digit or emoji"))
    if len(_alphabets(key)) > 1:
        raise RuleError(T("this name mixes look-alike letters from different alphabets; use just one alphabet"))
    if key in map(fold_name, others):
        raise RuleError(T("there's already a {name} at this table: choose another name", name=name))
    return name


def fold_name(name: str) -> str:
    """Make a key that is equal for names that read the same.

    Case, variants of a character (NFKC), and invisible characters make no difference.
    """
    plain = unicodedata.normalize("NFKC", name.translate(_INVISIBLE)).casefold()
    plain = unicodedata.normalize("NFKC", plain).translate(_INVISIBLE).translate(_BLANK)
    return " ".join(plain.split())


def _alphabets(name: str) -> set[str]:
    """Which of the alphabets that look alike a name has letters of."""
    letters = (char for char in name if char.isalpha())
    return {word for char in letters for word in unicodedata.name(char, "").split()} & _ALIKE
