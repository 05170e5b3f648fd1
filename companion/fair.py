"""A deal that anyone can check: a secret that is promised before it is used, and what is drawn from it.

Before the first deal the companion draws a secret and shows its SHA-256, the promise. Phones add bits of their own.
The key of a game is made of the secret and of all that was added, so neither the companion nor a phone alone steers it.
Each draw has a label of its own, and comes out of a stream of numbers that key and label make: HMAC-SHA256 of the label
and a counter. When the game is over the secret is opened, and everybody can draw it all again. ``static/js/fair.js``
does the same on phones.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from typing import Any

SECRET_BYTES = 32
ADDITION = re.compile(r"[0-9a-f]{32}")
"""128 bits that a phone adds, in hexadecimal."""
SECRET = re.compile(r"[0-9a-f]{64}")
"""A secret or a promise, in hexadecimal."""
LABEL = re.compile(r"[1-9][0-9]{0,8}/[1-9][0-9]{0,3}/[a-z-]{1,20}/[1-9][0-9]{0,8}")
"""What names a draw: the number of the game at its table, the round, what is drawn, and which one of that kind."""
WORDS = 8
_HEAD = "companion-draws-1"
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"


def promise(secret: str) -> str:
    """The SHA-256 of a secret; both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def words(promised: str) -> str:
    """The first 128 bits of a promise as eight short words that can be said aloud in any language."""
    return " ".join(_word(int(promised[at : at + 4], 16)) for at in range(0, WORDS * 4, 4))


def _word(bits: int) -> str:
    """16 bits as five letters: consonants of four bits, vowels of two between them."""
    first, one, second, two, third = bits >> 12, bits >> 10 & 3, bits >> 6 & 15, bits >> 4 & 3, bits & 15
    return _CONSONANTS[first] + _VOWELS[one] + _CONSONANTS[second] + _VOWELS[two] + _CONSONANTS[third]


def key_of(secret: str, additions: Iterable[str]) -> bytes:
    """The key of a game. ``additions``: what phones have added, in whatever order."""
    text = "\n".join([_HEAD, *sorted(additions)])
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")


class Draw:
    """What comes out for one label, each number once."""

    def __init__(self, key: bytes, label: str) -> None:
        self._numbers = _numbers(key, label)

    def below(self, end: int) -> int:
        """A number from 0 to ``end`` - 1, each as likely as any other: numbers that would favour some are passed
        over."""
        fair = (1 << 32) - (1 << 32) % end
        return next(number for number in self._numbers if number < fair) % end

    def shuffle(self, items: list[Any]) -> None:
        """Fisher and Yates: from the last place down, each changes with one of those up to it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _numbers(key: bytes, label: str) -> Iterator[int]:
    """Numbers of 32 bits without an end."""
    block = 0
    while True:
        digest = hmac.digest(key, f"{label}/{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
        block += 1
