"""A deal that anyone can check: what is promised, committed to, bound and opened before it, and drawn out of all that.

A secret is drawn for each game of a table, and its SHA-256 shown, the promise. For each deal a phone draws bits of its
own and shows what commits it to them. Then the terms of the deal are bound: the players, the options, all commitments.
Only then phones open their bits. The key of the deal is made of the secret, the terms and the opened bits: who knows
some of these knows nothing of the key, and none can be exchanged any more. Each draw has a label of its own, and comes
out of a stream of numbers that key and label make: HMAC-SHA256 of the label and a counter. When the game is over the
secret is opened, and everybody can draw it all again. ``static/js/phone-later/draws.js`` does the same on phones.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

SECRET_BYTES = 32
BITS = re.compile(r"[0-9a-f]{32}")
"""128 bits of a phone, in hexadecimal."""
DIGEST = re.compile(r"[0-9a-f]{64}")
"""A secret, a promise or a commitment, in hexadecimal."""
LABEL = re.compile(r"[1-9][0-9]{0,8}/[1-9][0-9]{0,3}/[a-z-]{1,20}/[1-9][0-9]{0,8}")
"""What names a draw: the number of the game at its table, the round, what is drawn, and which one of that kind."""
DEAL_OF = re.compile(r"[1-9][0-9]{0,8}/[1-9][0-9]{0,3}/[1-9][0-9]{0,8}")
"""What names a deal: the number of the game at its table, the round, and which deal of that round."""
WORDS = 8
VERSION = "companion-deal-2"
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


def commitment(promised: str, deal: str, seat: int, bits: str) -> str:
    """The hash that commits the phone of a seat to its bits for that deal, and to nothing else."""
    return hashlib.sha256("\n".join([VERSION, promised, deal, str(seat), bits]).encode()).hexdigest()


def written(terms: Mapping[str, Any]) -> str:
    """The one way to write terms down: what is hashed, and what phones read."""
    return json.dumps(terms, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class Deal:
    """A deal whose ``terms`` are bound, with the bits that were ``opened`` for it, by seat; ``entry`` is the number of
    the entry that dealt it, None before that and where it was given up."""

    terms: Mapping[str, Any]
    opened: Mapping[int, str] = field(default_factory=dict, repr=False)
    entry: int | None = None
    given_up: bool = False

    @property
    def of(self) -> str:
        """Names it: game, round, deal."""
        return str(self.terms["of"])

    @property
    def pending(self) -> bool:
        return self.entry is None and not self.given_up

    @cached_property
    def text(self) -> str:
        return written(self.terms)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of its terms, which a phone keeps of those it has opened its bits for."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def commitments(self) -> Mapping[int, str]:
        """By seat, in seat order."""
        return {one["seat"]: one["commitment"] for one in self.terms["players"] if "commitment" in one}

    def named(self, seats: Any) -> list[str]:
        """The names of those of the players, in seat order."""
        return [one["name"] for one in self.terms["players"] if one["seat"] in seats]

    @property
    def asleep(self) -> list[int]:
        """The seats whose phone was not there when the terms were bound."""
        return [one["seat"] for one in self.terms["players"] if one.get("asleep")]

    @property
    def withheld(self) -> list[int]:
        """The seats that have committed to bits and not opened them."""
        return [seat for seat in self.commitments if seat not in self.opened]

    def fits(self, seat: int, bits: str) -> bool:
        """True for the bits that this seat has committed to."""
        return self.commitments.get(seat) == commitment(self.terms["promise"], self.of, seat, bits)

    def open(self, seat: int, bits: str) -> Deal:
        """With the bits of that seat; the same where it has opened them already, or committed to others."""
        known = seat in self.opened or not self.fits(seat, bits)
        return self if known else replace(self, opened={**self.opened, seat: bits})

    def key(self, secret: str) -> bytes:
        """The key of all draws that follow from this deal."""
        opened = (f"{seat} {self.opened[seat]}" for seat in self.commitments if seat in self.opened)
        return hmac.digest(bytes.fromhex(secret), "\n".join([self.text, *opened]).encode(), "sha256")


class Draw:
    """The numbers drawn for one label, each given out once."""

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
