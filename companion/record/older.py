"""Games whose phones did not commit to their bits: one key a game, made of what phones had added before the first deal.

Games that were begun so are played to their end so, and their records are checked for what they prove.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any

from companion.record.fair import BITS
from companion.rules.text import T

PROVES = T(
    "What fits here shows that the cards came out of this secret and these numbers. It does not show that nobody"
    " steered them: whoever runs the machine could have exchanged the secret or a number, or tried some until the cards"
    " suited."
)
"""What is proved of such a game, and what is not."""
Additions = tuple[tuple[str, str], ...]
"""By whom, and what."""
_HEAD = "companion-draws-1"


def key_of(secret: str, additions: Iterable[str]) -> bytes:
    """The key of a game. ``additions``: what phones have added, in whatever order."""
    text = "\n".join([_HEAD, *sorted(additions)])
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")


def additions_in(given: Any) -> Additions:
    """Reads the additions of phones from a record. Raises a TypeError or ValueError for what can't be."""
    found = tuple((one["by"], one["bits"]) for one in given)
    if not all(type(name) is str and BITS.fullmatch(bits) for name, bits in found):
        raise ValueError
    return found
