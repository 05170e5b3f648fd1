"""The sentences that phones are told at a deal of a game in one file, and how long they can be.

Who sees the sentences, and when, is ``game``'s; which there are, the file's.
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
"""Letters of what is learnt, in pixels; what the card says itself has 16 at most."""
WIDTH = 262
HEIGHT = 460
WIDE = 0.56
"""Pixels of a card for its words on a phone of 360 × 640, and how wide a letter is by its height."""
ALL_TOLD = 36
NOTHING = make_own_words({"en": "You learn nothing whatever."})
"""Pixels of the line below what is learnt, and what stands there where nothing is."""
LISTED = "\n"
"""Stands before, between and behind the seats of a list with cards on a phone: a seat a line, in two columns."""


class Learnt(NamedTuple):
    """The answer of one rule to a seat: about which seats (None: the rule is about none), and with which cards."""

    rule: LearningTable
    seats: tuple[int, ...] | None
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class DealtTable:
    """A game in one file as these people play it: the cards that are dealt to them and those aside."""

    form: GameDefinition
    names: tuple[str, ...]
    deck: Mapping[str, int]

    # -- what is told -------------------------------------------------------------------------------------------
    def list_learnt(self, deal: Deal, seat: int) -> list[Learnt]:
        """Return what the seat is told at this deal, in the order of the file, without rules that tell it nothing."""
        found: list[Learnt] = []
        for rule in self.rules_of(deal[seat]):
            others = tuple(one for one, card in enumerate(deal) if one != seat and card in rule.others)
            seats = None if rule.of is None else others
            if seats or seats is None or rule.none:
                found.append(Learnt(rule, seats, tuple(deal[one] for one in others) if rule.card else None))
        return found

    def rules_of(self, card: str) -> list[LearningTable]:
        return [rule for rule in self.form.learns if card in rule.readers(len(self.names))]

    def words(self, one: Learnt, lang: str, drawn: Mapping[str, str], listed: bool = False) -> str:
        """Write the sentence of what was learnt.

        ``drawn`` fills the placeholders of ``[draw]``; those that it lacks stay.
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
        """Each rule, by its number, as said when it tells most."""
        return {rule.id: self._longest(rule) for rule in self.form.learns}

    def _longest(self, rule: LearningTable) -> Words:
        """Write the rule with the longest names of all that it can name, and the longest words that can be drawn."""
        names = self.names
        others = [id for id in rule.others if id in self.deck]
        many = min(len(names) - 1, sum(self.deck[id] for id in others))
        seats = sorted(range(len(names)), key=lambda seat: -size_of(names[seat]))[:many]
        found: dict[str, str] = {}
        for lang in self.form.languages:
            card = max(others, key=lambda id: size_of(say(self.form.cards[id].name, lang)), default="")
            said = [Learnt(rule, tuple(seats), (card,) * many), Learnt(rule, (), ())]
            found[lang] = max((self.words(one, lang, self._longest_drawn, True) for one in said), key=size_of)
        return make_own_words(found)

    def fullest(self, card: str) -> list[Words]:
        """List all that the owner of this card could ever be told."""
        return [self.longest[rule.id] for rule in self.rules_of(card)]

    @cached_property
    def _longest_drawn(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for draw in self.form.draw.values():
            each = [text for item in draw.from_ for one in item for _, text in one.own]
            found |= dict.fromkeys(draw.places, max(each, key=size_of))
            found[draw.places[-1]] = max(map(draw.every, self.form.languages), key=size_of)
        return found

    @cached_property
    def letters(self) -> tuple[int, int, int]:
        """The largest of ``SIZES`` in which all can be read that this deal could say to anybody.

        With it, how many tenths of a card are for what it says itself, and how many for what is learnt. 0: no size is
        small enough.
        """
        for size in SIZES:
            own = max(self._height(self.form.list_own_lines(card), min(size, 16)) for card in self.deck)
            learnt = ALL_TOLD + max(self._height(self.fullest(card) or [NOTHING], size) for card in self.deck)
            if own + learnt <= HEIGHT:
                break
        whole = max(HEIGHT, own + learnt)
        return size if whole == HEIGHT else 0, ceil(10 * own / whole), ceil(10 * learnt / whole)

    def _height(self, said: Sequence[Words], size: int) -> float:
        """Return the pixels that these words need in these letters, in the language in which that is most."""
        each = ([_lines(say(words, lang), size) for words in said] for lang in self.form.languages)
        return max(sum(lines * size * 1.25 + 5 for lines in one) for one in each)


def name_drawn(form: GameDefinition, drawn: Sequence[int], lang: str) -> dict[str, str]:
    """Return by placeholder the words that were drawn, and all that could have been."""
    found = {draw.places[-1]: draw.every(lang) for draw in form.draw.values()}
    for draw, number in zip(form.draw.values(), drawn, strict=False):
        found |= zip(draw.places, (say(one, lang) for one in draw.ways[number]), strict=False)
    return found


def cut_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as they stand on cards: long ones are cut, and stay different."""
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
    """Count the lines of a text in these letters, half ones too, for two listed seats stand on a line."""
    wide = (sum(1 if east_asian_width(one) in "WF" else WIDE for one in part) for part in text.split(LISTED))
    return (1 + sum(ceil(2.16 * size * one / WIDTH) for one in wide)) / 2
