"""What each seat of a game in one file learns at a deal, as sentences, and how large these can be on a phone.

The rules for it are in the file; ``game`` shows the sentences to their owners.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from math import ceil
from typing import NamedTuple
from unicodedata import east_asian_width

from companion.engine.text import Text as Words
from companion.engine.text import make_own_words
from companion.toml_games.definition import GameDefinition, LearningTable, say
from companion.toml_games.readers import CARDS, NAMES, PLACE

Deal = tuple[str, ...]
"""The card of each seat."""
NAME_BYTES = 24
SIZES = 28, 22, 18, 15, 13, 11
"""The sizes of letters for what a seat learns, in pixels; the card's own lines have at most 16."""
WIDTH = 262
HEIGHT = 460
WIDE = 0.56
"""The room for words on a card, in pixels on a phone of 360 × 640, and the width of a letter in parts of its height."""
ALL_TOLD = 36
NOTHING = make_own_words({"en": "You learn nothing whatever."})
"""The height of the line below what is learnt, in pixels, and the sentence for a seat that learns nothing."""
LISTED = "\n"
"""Marks the start, the end and each seat of a list on a phone: it is shown with a seat a line, in two columns."""


class Learnt(NamedTuple):
    """What one rule tells a seat: about which other seats (None: about none), and with which cards."""

    rule: LearningTable
    seats: tuple[int, ...] | None
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class DealtTable:
    """A game in one file with its players' names and the cards that are in the deal, including those aside."""

    form: GameDefinition
    names: tuple[str, ...]
    deck: Mapping[str, int]

    # -- what is told -------------------------------------------------------------------------------------------
    def list_learnt(self, deal: Deal, seat: int) -> list[Learnt]:
        """List what the seat is told at this deal in the order of the file, without rules that tell it nothing."""
        found: list[Learnt] = []
        for rule in self.rules_of(deal[seat]):
            others = tuple(other for other, card in enumerate(deal) if other != seat and card in rule.others)
            seats = None if rule.of is None else others
            if seats or seats is None or rule.none:
                found.append(Learnt(rule, seats, tuple(deal[other] for other in others) if rule.card else None))
        return found

    def rules_of(self, card: str) -> list[LearningTable]:
        return [rule for rule in self.form.learns if card in rule.readers(len(self.names))]

    def words(self, one: Learnt, lang: str, drawn: Mapping[str, str], listed: bool = False) -> str:
        """Write what was learnt as a sentence.

        ``drawn`` fills the placeholders of ``[draw]``; a placeholder without a value stays.
        """
        rule, seats, cards = one
        names = [self.names[seat] for seat in seats or ()]
        each = [f"{name}: {say(self.form.cards[id].name, lang)}" for name, id in zip(names, cards or (), strict=False)]
        listing = LISTED.join(["", *each, ""]) if listed else ", ".join(each)
        values = {**drawn, NAMES: ", ".join(names), CARDS: listing}
        words = rule.none if seats == () and rule.none else rule.says
        return PLACE.sub(lambda place: values.get(place[1], place[0]), say(words, lang))

    # -- how long that can be -----------------------------------------------------------------------------------
    @cached_property
    def longest(self) -> dict[int, Words]:
        """The longest sentence of each rule, by the rule's number."""
        return {rule.id: self._longest(rule) for rule in self.form.learns}

    def _longest(self, rule: LearningTable) -> Words:
        """Write the rule's sentence with the longest possible names and drawn words."""
        names = self.names
        others = [id for id in rule.others if id in self.deck]
        many = min(len(names) - 1, sum(self.deck[id] for id in others))
        seats = sorted(range(len(names)), key=lambda seat: -size_of(names[seat]))[:many]
        found: dict[str, str] = {}
        for lang in self.form.languages:
            card = max(others, key=lambda id: size_of(say(self.form.cards[id].name, lang)), default="")
            said = [Learnt(rule, tuple(seats), (card,) * many), Learnt(rule, (), ())]
            found[lang] = max((self.words(learnt, lang, self._longest_drawn, True) for learnt in said), key=size_of)
        return make_own_words(found)

    def fullest(self, card: str) -> list[Words]:
        """List everything that the owner of this card could be told."""
        return [self.longest[rule.id] for rule in self.rules_of(card)]

    @cached_property
    def _longest_drawn(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for draw in self.form.draw.values():
            each = [text for item in draw.from_ for words in item for _, text in words.own]
            found |= dict.fromkeys(draw.places, max(each, key=size_of))
            found[draw.places[-1]] = max(map(draw.every, self.form.languages), key=size_of)
        return found

    @cached_property
    def letters(self) -> tuple[int, int, int]:
        """The largest of ``SIZES`` in which everything fits that this deal could tell anyone, or 0 if none does.

        With it, how many tenths of the card are for its own lines, and how many for what is learnt. The size goes by
        what could be told, not by what is: otherwise it would give the card away.
        """
        for size in SIZES:
            own = max(self._height(self.form.list_own_lines(card), min(size, 16)) for card in self.deck)
            learnt = ALL_TOLD + max(self._height(self.fullest(card) or [NOTHING], size) for card in self.deck)
            if own + learnt <= HEIGHT:
                break
        whole = max(HEIGHT, own + learnt)
        return size if whole == HEIGHT else 0, ceil(10 * own / whole), ceil(10 * learnt / whole)

    def _height(self, said: Sequence[Words], size: int) -> float:
        """Return the height in pixels of these words at this size, in the language in which it is largest."""
        each = ([_lines(say(words, lang), size) for words in said] for lang in self.form.languages)
        return max(sum(lines * size * 1.25 + 5 for lines in counts) for counts in each)


def name_drawn(form: GameDefinition, drawn: Sequence[int], lang: str) -> dict[str, str]:
    """Return the drawn words, and all that could have been drawn, by their placeholders."""
    found = {draw.places[-1]: draw.every(lang) for draw in form.draw.values()}
    for draw, number in zip(form.draw.values(), drawn, strict=False):
        found |= zip(draw.places, (say(words, lang) for words in draw.ways[number]), strict=False)
    return found


def cut_names(names: Iterable[str]) -> tuple[str, ...]:
    """Shorten long names for cards; they stay different."""
    found: list[str] = []
    for name in names:
        short = name
        end = ""
        while size_of(f"{short}{end}") > NAME_BYTES or f"{short}{end}" in found:
            short = short[:-1]
            end = f"…{len(found) + 1}" if f"{short}…" in found else "…"
        found.append(f"{short}{end}")
    return tuple(found)


def size_of(text: str) -> int:
    """Count the bytes of a text in a page."""
    return len(escape(text).encode())


@lru_cache(2**12)
def _lines(text: str, size: int) -> float:
    """Count the lines of a text at this size; half lines too, because a list has two seats on a line."""
    wide = (sum(1 if east_asian_width(letter) in "WF" else WIDE for letter in part) for part in text.split(LISTED))
    return (1 + sum(ceil(2.16 * size * width / WIDTH) for width in wide)) / 2
