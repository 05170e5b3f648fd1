"""The counts of a seat that the app keeps and a correction may mend."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.text import T, Text


@dataclass(frozen=True)
class Count:
    """One count of a seat. ``label`` stands on the page, ``word`` in a sentence.

    ``after``: it may be corrected when play is over too. ``secret``: an error may not tell how many there are.
    ``stock``: the count of the table that it comes from and goes back to; ``short`` says that there is too little;
    ``lies``: the counts of the table that say where else some of it is.
    """

    name: str
    label: Text
    word: Text
    after: bool = False
    secret: bool = False
    stock: str = ""
    short: Text | None = None
    lies: tuple[str, ...] = ()


HAND = Count("hand", T("Cards in hand"), T("cards in hand"))
