"""The voice of a page, beside what it shows: announcements, and how long the turn has run.

The regions are the same for everybody who reads the same language; each page decides for itself whether it makes a
sound of them. A page has them in elements with the ids ``NEWS`` and ``CLOCK``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.text import T, Text
from companion.table import Table
from companion.table.announce import announcements, patience, place_in_time, turn_id
from companion.table.screen import Screen, Viewer, make_screen
from companion.web.context import context
from companion.web.regions import Live, Region
from companion.web.templates import draw
from companion.web.words import Words

NEWS, CLOCK = "news", "clock"
MINUTES = (0, 1, 2, 3, 5, 10)
"""After how many minutes the voice can be told to ask; 0 is never."""

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


def with_voice(live: Live, table: Table, version: int, host: bool, words: Words) -> Live:
    """The live part and beside it what is said, and the clock; with its buttons where ``host``."""
    kept = context().cache.get
    said = kept(table.code, version, (NEWS, words.lang), lambda: news(table, words))
    shown = kept(table.code, version, (CLOCK, words.lang, host), lambda: turn_clock(table, host, words))
    return live.with_oob(said, shown)


def news(table: Table, words: Words) -> Region:
    """The announcements that stand now; and what is to be asked when its time has come."""
    screen = make_screen(table.now, Viewer())
    said = [(one, _aloud(one.text, screen, words)) for one in announcements(screen)]
    at = ".".join(map(str, place_in_time(screen)))
    return NEWS, draw("voice/news.html", words.lang, said=said, at=at, asks=_asks(table, screen, words))


def turn_clock(table: Table, host: bool, words: Words) -> Region:
    """The clock, where the table wants one and a turn runs, and what it asks."""
    running = table.at.row.clock
    if not running.wanted or not running.turn:
        return CLOCK, ""
    asks = _asks(table, make_screen(table.now, Viewer()), words)
    return CLOCK, draw("voice/clock.html", words.lang, clock=running, asks=asks, host=host, code=table.code)


@dataclass(frozen=True)
class Asks:
    """A question of the voice to somebody, at ``due`` seconds since 1970; ``id`` as that of an announcement."""

    id: str
    due: float
    text: str
    seat: int


def _asks(table: Table, screen: Screen, words: Words) -> Asks | None:
    """None where nobody is to be asked."""
    turn, due = turn_id(screen), table.at.row.clock.due
    if due is None or turn != table.at.row.clock.turn or screen.board is None or screen.board.active is None:
        return None
    return Asks(f"{turn}.ask", due, _aloud(patience(screen), screen, words), screen.in_game[screen.board.active].id)


def _aloud(text: Text | None, screen: Screen, words: Words) -> str:
    return aloud(text, [place.name for place in screen.in_game], words) if text else ""


# -- sentences as they are spoken: signs by their names, and no emoji ------------------------------------------------
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
