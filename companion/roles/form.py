"""A game in one file as it was read: spans are numbers of players by now, and names of sides their cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.roles.source import Mistake

EVERYBODY, THE_SEAT, NAMES, CARDS = "everybody", "the_seat", "names", "cards"

Words = Mapping[str, str]
"""One text by language; English is always there."""
ByPlayers = Mapping[int, int]
"""A number for each number of players."""
Wins = tuple[str, ...]
"""Sides, cards or THE_SEAT; none is nobody."""

PLACE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Side:
    id: str
    name: Words
    goal: Words | None


@dataclass(frozen=True)
class Card:
    """A kind of card. ``optional``: how its switch stands at first, by number of players; None: no switch."""

    id: str
    side: str
    name: Words
    says: tuple[Words, ...]
    icon: str | None
    open: bool
    chosen: bool
    told: bool
    optional: Mapping[int, bool] | None
    instead: str | None


@dataclass(frozen=True)
class Learning:
    """``[[learns]]``: owners of ``who`` are told of the other seats with a card in ``of`` (None: the words alone)."""

    number: int
    who: frozenset[str]
    players: frozenset[int]
    of: frozenset[str] | None
    card: bool
    says: Words
    none: Words | None


@dataclass(frozen=True)
class Look:
    """``times``: None is without limit."""

    name: Words
    who: frozenset[str]
    at: str
    times: ByPlayers | None


@dataclass(frozen=True)
class Step:
    says: Words
    seconds: ByPlayers
    where: frozenset[str] | None


@dataclass(frozen=True)
class Clock:
    name: Words
    seconds: ByPlayers
    says: Words | None


@dataclass(frozen=True)
class End:
    """``named``: None, or the cards that make ``then`` win when the seat that was asked for has one, else ``wins``."""

    when: Words
    where: frozenset[str] | None
    asks: Words | None
    wins: Wins
    named: frozenset[str] | None
    then: Wins
    pays: Mapping[str, int] | None


class Draw(NamedTuple):
    """Something secret besides the cards: words, or pairs of them."""

    id: str
    pairs: bool
    items: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Form:
    """A checked file."""

    title: Words
    players: tuple[int, int]
    rounds: int
    minutes: int | None
    about: Words | None
    out: str | None
    sides: Mapping[str, Side]
    cards: Mapping[str, Card]
    counts: Mapping[str, ByPlayers]
    """Copies of each card that ``[deal]`` names."""
    fill: str | None
    aside: ByPlayers
    draws: Mapping[str, Draw] = field(default_factory=dict)
    learns: tuple[Learning, ...] = ()
    looks: tuple[Look, ...] = ()
    night: tuple[Step, ...] = ()
    clocks: tuple[Clock, ...] = ()
    ends: tuple[End, ...] = ()
    languages: tuple[str, ...] = ("en",)
    warnings: tuple[Mistake, ...] = ()

    def switched_on(self, players: int) -> frozenset[str]:
        """The optional cards that are dealt to so many players where nobody touches a switch."""
        return frozenset(id for id, card in self.cards.items() if card.optional and card.optional[players])

    def deck(self, players: int, on: Collection[str] | None = None) -> dict[str, int]:
        """Copies of each card that is dealt to so many players, those aside among them; ``on``: the optional cards that
        are switched on (None: as the file has it)."""
        on = self.switched_on(players) if on is None else on
        found = dict.fromkeys(self.cards, 0)
        for id, counts in self.counts.items():
            card = self.cards[id]
            dealt = id if card.optional is None or id in on else card.instead or self.fill
            assert dealt is not None
            found[dealt] += counts[players]
        left = players + self.aside[players] - sum(found.values())
        if self.fill is not None:
            found[self.fill] += left
        return {id: n for id, n in found.items() if n}

    def ever(self, players: int) -> frozenset[str]:
        """The cards that some setting of the switches deals to so many players."""
        return frozenset(self.deck(players)) | {id for on in ([], list(self.cards)) for id in self.deck(players, on)}


def say(words: Words, lang: str = "en") -> str:
    return words.get(lang, words["en"])


def id_of(title: str) -> str:
    """An id for a game that came without the name of a file, from its English title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "game"
