"""A game in one file as it was read for one number of players; its dataclasses say what a file may hold.

Spans are numbers by now, and names of sides their cards. docs/game-files.md explains the form, docs/game.schema.json is
its JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.roles.kinds import (
    CARD,
    CARD_OR_SIDE,
    ICON,
    LOOK,
    THE_SEAT,
    Amounts,
    ById,
    BySpan,
    Cards,
    Drawn,
    Flag,
    Id,
    Lines,
    Many,
    Names,
    OneOf,
    Players,
    Span,
    Table,
    Text,
    Whole,
    Winners,
    key,
)
from companion.roles.source import Mistake
from companion.rules.text import Text as Words

MOST_CARDS, MOST_COUNT = 40, 24
NOTHING_SET: Mapping[str, Any] = {}
TEXT, TOLD = Text(), Text(places=True)
SECONDS = BySpan(Whole(1, 3600))


@dataclass(frozen=True, kw_only=True)
class Game:
    """``[game]``."""

    title: Words = key(TEXT)
    players: range = key(Players())
    rounds: int = key(Whole(1, 20), default=1)
    minutes: int = key(Whole(1, 999), default=0)
    about: Words | None = key(TEXT, default=None)
    out: str = key(OneOf(("hidden", "shown")), default="")


@dataclass(frozen=True, kw_only=True)
class Side:
    """``[sides.ID]``."""

    id: str
    name: Words = key(TEXT, default=None)
    goal: Words | None = key(TEXT, default=None)


@dataclass(frozen=True, kw_only=True)
class Card:
    """``[cards.ID]``. ``optional``: how its switch stands at first; None: it has none."""

    id: str
    side: str = key(Id())
    name: Words = key(TEXT, default=None)
    says: tuple[Words, ...] = key(Lines(4), default=())
    icon: str = key(ICON, default="")
    open: bool = key(Flag(), default=False)
    chosen: bool = key(Flag(), default=False)
    told: bool = key(Flag(), default=True)
    optional: bool | None = key(BySpan(Flag()), default=None)
    instead: str | None = key(CARD, default=None)


@dataclass(frozen=True, kw_only=True)
class Deal:
    """``[deal]``: the copies of each card, the card of all that are left, how many lie aside."""

    cards: Mapping[str, int] = key(Amounts(BySpan(Whole(0, MOST_COUNT)), CARD), default_factory=dict)
    fill: str | None = key(CARD, default=None)
    aside: int = key(BySpan(Whole(0, MOST_COUNT)), default=0)


@dataclass(frozen=True, kw_only=True)
class Draw:
    """``[draw.ID]``: something secret besides the cards. Each thing is a word, or the two of a pair."""

    id: str
    from_: tuple[tuple[Words, ...], ...] = key(Drawn())

    @property
    def pairs(self) -> bool:
        return len(self.from_[0]) == 2

    @property
    def places(self) -> tuple[str, ...]:
        """The placeholders of what was drawn, and of all that could have been."""
        words = (f"{self.id}.1", f"{self.id}.2") if self.pairs else (self.id,)
        return *words, f"{self.id}.all"


@dataclass(frozen=True, kw_only=True)
class Learning:
    """``[[learns]]``: whom it is told, and of which other seats (None: the words alone)."""

    number: int
    who: frozenset[str] = key(Cards())
    not_: frozenset[str] = key(Cards(), default=frozenset())
    players: bool = key(Span(), default=True)
    of: frozenset[str] | None = key(Cards(), default=None)
    but: frozenset[str] | None = key(Cards(), default=None)
    card: bool | None = key(Flag(), default=None)
    says: Words = key(TOLD)
    none: Words | None = key(TOLD, default=None)

    @property
    def readers(self) -> frozenset[str]:
        return self.who - self.not_ if self.players else frozenset()

    @property
    def others(self) -> frozenset[str]:
        """The cards of the seats that it is about."""
        return (self.of or frozenset()) - (self.but or frozenset())


@dataclass(frozen=True, kw_only=True)
class Look:
    """``[[looks]]``. ``who``: None is whoever the table names; ``times``: None is without limit."""

    number: int
    name: Words = key(TEXT)
    who: frozenset[str] | None = key(Cards(named=True))
    at: str = key(OneOf(("side", "card")))
    times: int | None = key(BySpan(Whole(0, 99)), default=None)


@dataclass(frozen=True, kw_only=True)
class Step:
    """``[[night]]``."""

    number: int
    says: Words = key(TEXT)
    seconds: int = key(SECONDS)
    where: frozenset[str] | None = key(Cards(), default=None)
    look: str | None = key(LOOK, default=None)


@dataclass(frozen=True, kw_only=True)
class Clock:
    """``[[clock]]``."""

    number: int
    name: Words = key(TEXT)
    seconds: int = key(SECONDS)
    says: Words | None = key(TEXT, default=None)


@dataclass(frozen=True, kw_only=True)
class Wins:
    """Who wins: ``then`` where the seat that was asked for has one of the cards ``named``, ``else_`` otherwise."""

    named: frozenset[str] | None = key(Cards())
    then: tuple[str, ...] = key(Names((THE_SEAT,)))
    else_: tuple[str, ...] = key(Names((THE_SEAT,)))

    @property
    def either(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.then, *self.else_)))

    def by(self, card: str | None) -> tuple[str, ...]:
        return self.then if self.named is not None and card in self.named else self.else_


@dataclass(frozen=True, kw_only=True)
class End:
    """``[[ends]]``."""

    number: int
    when: Words = key(TEXT)
    where: frozenset[str] | None = key(Cards(), default=None)
    asks: Words | None = key(TEXT, default=None)
    wins: Wins = key(Winners(Table(Wins)))
    pays: Mapping[str, int] | None = key(Amounts(Whole(0, 100), CARD_OR_SIDE, (THE_SEAT,)), default=None)


@dataclass(frozen=True, kw_only=True)
class Form:
    """A whole file, for so many ``players``."""

    players: int
    undeclared: Collection[str]
    """Sides without a table of their own."""
    languages: Collection[str]
    game: Game = key(Table(Game))
    sides: Mapping[str, Side] = key(ById(Side), default_factory=dict)
    cards: Mapping[str, Card] = key(ById(Card, MOST_CARDS))
    deal: Deal = key(Table(Deal))
    draw: Mapping[str, Draw] = key(ById(Draw), default_factory=dict)
    learns: tuple[Learning, ...] = key(Many(Learning, 24), default=())
    looks: tuple[Look, ...] = key(Many(Look, 12), default=())
    night: tuple[Step, ...] = key(Many(Step, 60), default=())
    clock: tuple[Clock, ...] = key(Many(Clock, 12), default=())
    ends: tuple[End, ...] = key(Many(End, 12), default=())

    def of_side(self, side: str) -> list[str]:
        """The cards of a side, in the order of the file."""
        return [id for id, card in self.cards.items() if card.side == side]

    def own_lines(self, card: str) -> list[Words]:
        """What the card itself says: its name, its side, the goal, its lines; nothing of it to who isn't told it."""
        one = self.cards[card]
        side = self.sides[one.side]
        return [one.name, side.name, *([side.goal] if side.goal else []), *one.says] if one.told else []

    def asked_in(self, step: Step) -> Look | None:
        """The question that comes up in a step of the night."""
        return next((look for look in self.looks if look.name.message == step.look), None)

    @property
    def seats(self) -> int:
        """Cards that are dealt, those aside among them."""
        return self.players + self.deal.aside

    @property
    def switches(self) -> list[str]:
        """The optional cards, in the order of the file."""
        return [id for id, card in self.cards.items() if card.optional is not None]

    def deck(self, options: Mapping[str, Any] = NOTHING_SET) -> dict[str, int]:
        """Copies of each card that is dealt, those aside among them. A switch that the options don't set stands as the
        file has it."""
        found = dict.fromkeys(self.cards, 0)
        for id, count in self.deal.cards.items():
            card = self.cards[id]
            dealt = (
                id if card.optional is None or options.get(id, card.optional) else card.instead or self.deal.fill or id
            )
            found[dealt] += count
        if self.deal.fill is not None:
            found[self.deal.fill] += self.seats - sum(found.values())
        return {id: n for id, n in found.items() if n > 0}

    @property
    def most(self) -> Mapping[str, int]:
        """The cards that some setting of the switches deals, and how many copies at most."""
        on, off = (self.deck(dict.fromkeys(self.switches, each)) for each in (True, False))
        return {id: max(on.get(id, 0), off.get(id, 0)) for id in self.cards if id in on or id in off}


class GameFile(NamedTuple):
    """A checked file, by the number of players."""

    forms: Mapping[int, Form]
    warnings: tuple[Mistake, ...]


def say(words: Words, lang: str = "en") -> str:
    return dict(words.own).get(lang, words.message)


def id_of(title: str) -> str:
    """An id for a game that came without the name of a file, from its English title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-0123456789")[:40].strip("-") or "game"
