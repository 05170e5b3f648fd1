"""The voice of a page, next to what it shows: announcements.

The region is the same for everyone who reads the same language; each page decides for itself whether it makes a
sound of it. A page has it in an element with the id ``NEWS``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from companion.engine.text import T, Text
from companion.table.views.announce import list_announcements
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import TableView
from companion.web.render.regions import Region
from companion.web.render.templates import draw
from companion.web.translator import Translator

NEWS = "news"

SIGNS = {
    "●": T("circle"),
    "▲": T("triangle"),
    "■": T("square"),
    "◆": T("diamond"),
    "×": T("times"),
    "÷": T("divided by"),
    "−": T("minus"),
}
JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
"""Characters that hold the parts of an emoji together."""


def draw_news(view: TableView, words: Translator) -> Region:
    """Draw the current announcements."""
    page = Page(view, PageViewer())
    names = [place.name for place in page.in_game]
    said = [
        (announcement, say_aloud(announcement.text, names, words) if announcement.text else "")
        for announcement in list_announcements(page)
    ]
    at = f"{page.stamp}.{len(page.score.steps)}"  # grows with every change
    return NEWS, draw("voice/news.html", words.lang, said=said, at=at)


# -- sentences as they are spoken: symbols by their names, and no emoji ----------------------------------------------
def say_aloud(text: Text, names: Sequence[str], words: Translator) -> str:
    """Write the sentence in that language as a voice says it; ``names`` are those of the seats, in their order."""
    said = words.speak(text)
    for number, name in enumerate(names, 1):
        # A name without a letter or a digit has to be called something.
        called = say_name(name) or words.gettext("Player {n}", n=number)
        if called != name:
            said = said.replace(name, called)
    for sign in SIGNS.keys() & {*said}:
        said = said.replace(sign, f" {words.t(SIGNS[sign])} ")
    return " ".join(drop_emoji(said).split())


@lru_cache(2**8)
def say_name(name: str) -> str:
    """Write a name as it is said, "" if all of it is symbols."""
    said = " ".join(drop_emoji(name).split())
    return said if re.search(r"\w", said) else ""


def drop_emoji(text: str) -> str:
    """Take out pictures, the colours of their skin and what joins them."""
    pictures = {letter for letter in text if unicodedata.category(letter) in ("So", "Sk") and ord(letter) > 0xFF}
    return "".join(letter for letter in text if letter not in pictures and letter not in JOINERS)
