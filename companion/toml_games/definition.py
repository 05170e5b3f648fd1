"""The keys of a game's file, as dataclasses: one for each table. An instance is a file that was read.

In it, spans are resolved for each number of players, and names of sides are replaced by their cards. docs/game-files.md
explains the keys, docs/game.schema.json is their JSON Schema.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Annotated, Any, Literal, TypeVar, dataclass_transform

from companion.engine.fields import CardCounts
from companion.engine.text import T, make_own_words
from companion.engine.text import Text as Words
from companion.toml_games.parser import Path
from companion.toml_games.readers import (
    ID,
    MOST_NAMED,
    PLACE,
    THE_SEAT,
    Holds,
    IntRange,
    Length,
    NameOf,
    PerPlayerCount,
    Phrase,
    TextReader,
    TomlPath,
    read_asked,
    read_cards,
    read_drawn,
    read_players,
    read_value,
)

TableT = TypeVar("TableT")
MOST_CARDS = 40
UNTOLD = T("You don't get to see your card")

SentenceText = Annotated[Words, TextReader(places=True)]
OptionalFlag = Literal[True, False]
CardName = Annotated[str, ID]
CardId = Annotated[str, NameOf("card")]
CardSet = Annotated[frozenset[str], read_cards]
Winner = Annotated[str, NameOf("card or side", (THE_SEAT,))]
Winning = Annotated[tuple[Winner, ...], Length(0, MOST_NAMED)]
Count = Annotated[int, IntRange(0, 24)]
Copies = Annotated[Mapping[int, int], PerPlayerCount(Count)]
Seconds = Annotated[Mapping[int, int], PerPlayerCount(Annotated[int, IntRange(1, 3600)])]


@dataclass_transform(frozen_default=True, kw_only_default=True)
def table(of: type[TableT]) -> type[TableT]:
    """Declare a dataclass as a table of a file."""
    return dataclass(frozen=True, kw_only=True)(of)


@table
class TomlTable:
    """A table, with its path in the file."""

    path: Path

    @property
    def id(self) -> Any:
        """Its name, or its number among tables of the same kind."""
        return self.path[-1]


@table
class NamedTable(TomlTable):
    """A table with a name; without one, its name is made from its id."""

    name_: Phrase | None = None

    @property
    def name(self) -> Words:
        words = re.sub(r"[-_]+", " ", self.id).strip()
        return self.name_ or make_own_words({"en": words[:1].upper() + words[1:]})


@table
class GameTable(TomlTable):
    """``[game]``."""

    title: Phrase
    players: Annotated[range, read_players]
    rounds: Annotated[int, IntRange(1, 20)] = 1
    minutes: Annotated[int, IntRange(1, 999)] = 0
    about: Phrase | None = None
    out: Literal["hidden", "shown"] | None = None


@table
class SideTable(NamedTable):
    """``[sides.ID]``. ``dark``: who plays against all; its cards are revealed last."""

    goal: Phrase | None = None
    dark: OptionalFlag = False


@table
class CardTable(NamedTable):
    """``[cards.ID]``. ``optional``: whether its switch is on at first (None: it has no switch)."""

    side: CardName
    says: Annotated[tuple[Phrase, ...], Length(0, 4)] = ()
    icon: Annotated[str, NameOf("drawing", hint="; `companion check --icons` lists them")] = ""
    open: OptionalFlag = False
    chosen: OptionalFlag = False
    told: OptionalFlag = True
    optional: Annotated[Mapping[int, bool], PerPlayerCount(OptionalFlag)] | None = None
    instead: CardId | None = None


@table
class DealTable(TomlTable):
    """``[deal]``: the copies of each card, the card for all other seats, and how many cards are set aside."""

    cards: Mapping[CardId, Copies] = field(default_factory=dict)
    fill: CardId | None = None
    aside: Copies = field(default_factory=Counter)


@table
class DrawTable(TomlTable):
    """``[draw.ID]``: secret words besides the cards. Each item is a word or a pair of words."""

    from_: Annotated[tuple[tuple[Words, ...], ...], read_drawn]

    @property
    def pairs(self) -> bool:
        return len(self.from_[0]) == 2

    def every(self, lang: str) -> str:
        """List everything that could be drawn, as a text."""
        return ", ".join(" / ".join(say(words, lang) for words in item) for item in self.from_)

    @property
    def ways(self) -> tuple[tuple[Words, ...], ...]:
        """Everything that can be drawn: the items of ``from_``, then all pairs in the other order."""
        return (*self.from_, *(pair[::-1] for pair in self.from_ if self.pairs))

    @property
    def places(self) -> tuple[str, ...]:
        """The placeholders for the drawn words, and for all words that could have been drawn."""
        words = (f"{self.id}.1", f"{self.id}.2") if self.pairs else (self.id,)
        return *words, f"{self.id}.all"


@table
class LearningTable(TomlTable):
    """``[[learns]]``: who is told something, and about which other seats (None: only the words)."""

    who: CardSet
    not_: CardSet = frozenset()
    players: Holds = range(100)
    of: CardSet | None = None
    but: CardSet = frozenset()
    card: OptionalFlag = False
    says: SentenceText
    none: SentenceText | None = None

    def readers(self, players: int) -> frozenset[str]:
        """Return the cards whose owners are told, with this number of players."""
        return self.who - self.not_ if players in self.players else frozenset()

    @property
    def others(self) -> frozenset[str]:
        """The cards whose owners the rule is about."""
        return (self.of or frozenset()) - self.but


@table
class QuestionRule(TomlTable):
    """``[[looks]]``. ``who``: who can ask (None: whoever the table names). ``times``: how often it can be asked."""

    name: Phrase
    who: Annotated[frozenset[str] | None, read_asked]
    at: Literal["side", "card"]
    times: Annotated[Mapping[int, float], PerPlayerCount(Annotated[int, IntRange(0, 99)])] = field(
        default_factory=lambda: defaultdict(lambda: inf)
    )


@table
class NightStep(TomlTable):
    """``[[night]]``."""

    says: Phrase
    seconds: Seconds
    where: CardSet | None = None
    look: Annotated[str, NameOf("question of [[looks]]")] | None = None


@table
class ClockTable(TomlTable):
    """``[[clock]]``."""

    name: Phrase
    seconds: Seconds
    says: Phrase | None = None


@table
class WinsTable(TomlTable):
    """The winners by an answer: ``then`` if the named seat has one of the cards in ``named``, otherwise ``else_``."""

    named: CardSet
    then: Winning
    else_: Winning

    def by(self, card: str | None) -> tuple[str, ...]:
        """Return who wins if the named seat has this card."""
        return self.then if card in self.named else self.else_

    @property
    def either(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.then, *self.else_)))


def read_winners(at: TomlPath, value: Any) -> Any:
    """Read the sides and cards that win, or a ``WinsTable``."""
    if isinstance(value, dict):
        return read_value(at, WinsTable, value)
    won = read_value(at, Winning, value)
    return WinsTable(path=at.path, named=frozenset(), then=won, else_=won)


@table
class EndTable(TomlTable):
    """``[[ends]]``."""

    when: Phrase
    where: CardSet | None = None
    asks: Phrase | None = None
    wins: Annotated[WinsTable, read_winners]
    pays: Mapping[Winner, Annotated[int, IntRange(0, 100)]] | None = None


@table
class TomlFile(TomlTable):
    """A whole file."""

    game: GameTable
    sides: Mapping[CardName, SideTable] = field(default_factory=dict)
    cards: Annotated[Mapping[CardName, CardTable], Length(1, MOST_CARDS)]
    deal: DealTable
    draw: Mapping[CardName, DrawTable] = field(default_factory=dict)
    learns: Annotated[tuple[LearningTable, ...], Length(0, 24)] = ()
    looks: Annotated[tuple[QuestionRule, ...], Length(0, 12)] = ()
    night: Annotated[tuple[NightStep, ...], Length(0, 60)] = ()
    clock: Annotated[tuple[ClockTable, ...], Length(0, 12)] = ()
    ends: Annotated[tuple[EndTable, ...], Length(0, 12)] = ()


@table
class GameDefinition(TomlFile):
    """A file as a game. ``undeclared`` are the sides without a table."""

    undeclared: Collection[str]
    languages: Collection[str]

    def list_meant(self, *names: str) -> set[str]:
        """Return the cards for these ids of sides and cards; the id of the named seat stays."""
        return {card for name in names for card in self.of_side(name) or [name]}

    def can_win(self, side: str) -> bool:
        """Return whether anyone of that side can win."""
        own = self.list_meant(side, THE_SEAT)
        return not self.ends or any(self.list_meant(*end.wins.either) & own for end in self.ends)

    def of_side(self, side: str) -> list[str]:
        """Return the cards of a side, in the order of the file."""
        return [id for id, card in self.cards.items() if card.side == side]

    def lines(self, card: str) -> list[Words]:
        """Return the lines on the card itself: its name, its side, the goal, its own lines."""
        one = self.cards[card]
        side = self.sides[one.side]
        return [one.name, side.name, *([side.goal] if side.goal else []), *one.says]

    def list_own_lines(self, card: str) -> list[Words]:
        """Return the lines of the card that its owner reads."""
        return self.lines(card) if self.cards[card].told else [UNTOLD]

    def find_asked(self, step: NightStep) -> QuestionRule | None:
        """Return the question that is asked in a step of the night."""
        return next((look for look in self.looks if look.name.message == step.look), None)

    @property
    def switches(self) -> dict[str, Mapping[int, bool]]:
        """The optional cards in the order of the file, each with its switch at first, by number of players."""
        return {id: card.optional for id, card in self.cards.items() if card.optional is not None}

    def deck(self, players: int, options: Mapping[str, Any]) -> CardCounts:
        """Count the copies of each card for this number of players, including the set-aside cards.

        A switch that the options don't set is as in the file.
        """
        found = CardCounts(dict.fromkeys(self.cards, 0))
        for id, copies in self.deal.cards.items():
            card = self.cards[id]
            dealt = card.optional is None or options.get(id, card.optional[players])
            there = id if dealt else card.instead or self.deal.fill
            if there:
                found[there] += copies[players]
        if self.deal.fill is not None:
            found[self.deal.fill] += players + self.deal.aside[players] - found.total()
        return +found

    def most(self, players: int) -> CardCounts:
        """Count the most copies of each card that any setting of the switches deals to this number of players."""
        on, off = (self.deck(players, dict.fromkeys(self.switches, each)) for each in (True, False))
        return on | off


def is_in_play(cards: frozenset[str] | None, deck: Iterable[str]) -> bool:
    """Return whether something that needs one of these cards applies to this deck; without ``cards`` it always does."""
    return cards is None or not cards.isdisjoint(deck)


def find_places(words: Words | None) -> set[str]:
    """Return the placeholders in a text, in all its languages."""
    return {place for _, text in words.own for place in PLACE.findall(text)} if words else set()


def say(words: Words, lang: str = "en") -> str:
    return dict(words.own).get(lang, words.message)


def id_of(title: str) -> str:
    """Make an id from the English title, for a game that came without a file name."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-0123456789")[:40].strip("-") or "game"
