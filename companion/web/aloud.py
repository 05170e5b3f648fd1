"""Sentences as they are spoken: signs by their names, and no emoji."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.rules.text import T, Text
from companion.web.words import Words

SIGNS: dict[str, Text] = {
    "●": T("circle"),
    "▲": T("triangle"),
    "■": T("square"),
    "◆": T("diamond"),
    "×": T("times"),
    "÷": T("divided by"),
    "−": T("minus"),
}
JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
"""What holds the parts of an emoji together."""


def aloud(text: Text, names: Sequence[str], words: Words) -> str:
    """The sentence in that language as a voice says it; ``names`` are those of the seats, in their order."""
    said = words.t(text)
    for number, name in enumerate(names, 1):
        # A name without a letter or a digit has to be called something.
        called = name_aloud(name) or words.gettext("Player {n}", n=number)
        if called != name:
            said = said.replace(name, called)
    for sign, word in SIGNS.items():
        said = said.replace(sign, f" {words.t(word)} ")
    return " ".join(without_emoji(said).split())


def name_aloud(name: str) -> str:
    """A name as it is said, "" where all of it is signs."""
    said = " ".join(without_emoji(name).split())
    return said if re.search(r"\w", said) else ""


def without_emoji(text: str) -> str:
    return "".join(letter for letter in text if not _is_emoji(letter))


def _is_emoji(letter: str) -> bool:
    """Pictures, the colours of their skin, and what joins them: none of them is a part of a word."""
    return letter in JOINERS or (unicodedata.category(letter) in ("So", "Sk") and ord(letter) > 0xFF)
