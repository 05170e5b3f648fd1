"""What pages are told beside what they show: what is to be said aloud, and how long the turn has run.

The regions are the same for everybody who reads the same language; each page decides for itself whether it makes a
sound of them. A page has them in elements with the ids ``NEWS`` and ``CLOCK``.
"""

from __future__ import annotations

from dataclasses import replace

from companion.announce import announcements, patience, place_in_time, turn_id
from companion.screen import Viewer
from companion.table import Table
from companion.web.aloud import aloud
from companion.web.hall import hall
from companion.web.live import Live, Region
from companion.web.spoken import draw
from companion.web.words import Words

NEWS, CLOCK = "news", "clock"
MINUTES = (0, 1, 2, 3, 5, 10)
"""After how many minutes the voice can be told to ask; 0 is never."""


def with_voice(live: Live, table: Table, version: int, host: bool, words: Words) -> Live:
    """The live part and beside it what is said, and the clock; with its buttons where ``host``."""
    kept = hall().cache.get
    said = kept(table.code, version, (NEWS, words.lang), lambda: news(table, words))
    shown = kept(table.code, version, (CLOCK, words.lang, host), lambda: turn_clock(table, host, words))
    return replace(live, beside=(*live.beside, said, shown))


def news(table: Table, words: Words) -> Region:
    """What stands now and is to be said once."""
    screen = table.screen(Viewer())
    names = [place.name for place in screen.in_game] or [place.name for place in screen.places]
    said = [(one, aloud(one.text, names, words) if one.text else "") for one in announcements(screen)]
    running, asked = table.clock, patience(screen)
    asks = running.turn == turn_id(screen) and running.due is not None and asked is not None
    given = {
        "said": said,
        "at": ".".join(map(str, place_in_time(screen))),
        "turn": turn_id(screen),
        "due": running.due if asks else None,
        "asked": aloud(asked, names, words) if asks and asked else "",
    }
    return NEWS, draw("voice/news.html", words.lang, **given)


def turn_clock(table: Table, host: bool, words: Words) -> Region:
    """The clock, where the table wants one and a turn runs."""
    running = table.clock
    if not running.shown or not running.turn:
        return CLOCK, ""
    return CLOCK, draw("voice/clock.html", words.lang, clock=running, host=host, code=table.code)
