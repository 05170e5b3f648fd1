"""The form of a game in one file: what it may say, and every mistake in it with its line.

``read_form`` gives a ``Form``, in which spans are resolved to numbers of players and names of sides to their cards, or
raises ``Mistaken`` with all mistakes. docs/game-files.md explains the form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import comb, prod
from typing import Any, NamedTuple

from companion.roles.source import Mistake, Path, Source, Unreadable, forbidden, read

FEWEST, MOST = 2, 12
EVERYBODY, THE_SEAT, NAMES, CARDS = "everybody", "the_seat", "names", "cards"
RESERVED = (EVERYBODY, THE_SEAT, NAMES, CARDS)
LIMITS = {"learns": 24, "looks": 12, "night": 60, "clock": 12, "ends": 12}
"""How many of each a file may have."""
MOST_CARDS, MOST_OPTIONAL, MOST_DRAWN, FEW_DRAWN = 40, 16, 2000, 20
MOST_READINGS = 500
MOST_TEXT, MOST_LINES, MOST_COUNT = 200, 4, 24

Words = Mapping[str, str]
"""One text by language; English is always there."""
ByPlayers = Mapping[int, int]
"""A number for each number of players."""
Wins = tuple[str, ...]
"""Sides, cards or THE_SEAT; none is nobody."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
_SPAN = re.compile(r"(\d{1,2})(?:-(\d{1,2})|(\+))?")
PLACE = re.compile(r"\{([^{}]*)\}")


class Mistaken(Exception):
    """A file that is no game yet: every mistake, in the order of its lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = sorted(set(mistakes), key=lambda one: (one.line or 0, one.text))
        super().__init__("\n".join(map(str, self.mistakes)))


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
    why: Words | None


@dataclass(frozen=True)
class Look:
    """``times``: None is without limit."""

    name: Words
    who: frozenset[str]
    at: str
    times: ByPlayers | None


@dataclass(frozen=True)
class Step:
    """``nights``: the first and the last night in which it is read (None: no last one)."""

    says: Words
    seconds: ByPlayers
    where: frozenset[str] | None
    players: frozenset[int]
    nights: tuple[int, int | None]


@dataclass(frozen=True)
class Clock:
    name: Words
    seconds: ByPlayers
    says: Words | None


@dataclass(frozen=True)
class Ask:
    """``who``: None is everybody, so the table names the seat."""

    who: frozenset[str] | None
    says: Words


@dataclass(frozen=True)
class End:
    """``named``: None, or the cards that make ``then`` win when the seat that was asked for has one, else ``wins``."""

    when: Words
    players: frozenset[int]
    where: frozenset[str] | None
    asks: Ask | None
    wins: Wins
    named: frozenset[str] | None
    then: Wins
    pays: Mapping[str, int] | None


class Draw(NamedTuple):
    """Something secret besides the cards. ``kind``: "word", "pair" or "place"; each item is the words to be put in:
    one, two, or a place and its parts."""

    id: str
    kind: str
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


def read_form(content: bytes | str, icons: Collection[str] | None = None) -> Form:
    """The game that a file describes. ``icons``: the drawings there are (None: any is taken). Raises ``Mistaken``."""
    try:
        source = read(content)
    except Unreadable as error:
        raise Mistaken([error.mistake]) from None
    reader = _Reader(source, icons)
    form = reader.form()
    if reader.mistakes or form is None:
        raise Mistaken(reader.mistakes)
    return form


def id_of(title: str) -> str:
    """An id for a game that came without the name of a file, from its English title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "game"


def nearest(word: str, words: Iterable[str]) -> str:
    """`: did you mean "merlin"?` where a word like it is known, else nothing."""
    found = get_close_matches(word, list(words), 1, 0.6)
    return f': did you mean "{found[0]}"?' if found else ""


def _shown(value: object) -> str:
    said = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    text = said or (f'"{value}"' if isinstance(value, str) else str(value))
    return text if len(text) <= 60 else f"{text[:57]}…"


class _Reader:
    """Reads the data of a file, and goes on after each mistake."""

    def __init__(self, source: Source, icons: Collection[str] | None) -> None:
        self.mistakes: list[Mistake] = []
        self.warnings: list[Mistake] = []
        self._source = source
        self._icons = icons
        self._span = (FEWEST, MOST)
        self._languages: dict[str, None] = {"en": None}
        self._cards: dict[str, Card] = {}
        self._sides: dict[str, Side] = {}
        self._drawn: dict[str, Draw] = {}
        self._spans_hold = True
        """Whether spans are held against the number of players, which may be a mistake itself."""

    # -- mistakes -----------------------------------------------------------------------------------------------
    def wrong(self, path: Path, text: str) -> None:
        self.mistakes.append(Mistake(self._source.line(path), text))

    # -- plain values -------------------------------------------------------------------------------------------
    def table(self, path: Path, value: Any, known: Collection[str], required: Collection[str] = ()) -> dict[str, Any]:
        """A table with no unknown keys, and all that are required."""
        if not isinstance(value, dict):
            self.wrong(path, f'"{_name(path)}" is {_shown(value)}; a table was expected')
            return {}
        for key in value:
            if key not in known:
                said = nearest(key, known) or f"; expected: {', '.join(known)}"
                self.wrong((*path, key), f'there is no key "{key}" in [{_name(path)}]{said}')
        for key in required:
            if key not in value:
                self.wrong(path, f'the key "{key}" is missing in [{_name(path)}]')
        return value

    def tables(self, value: dict[str, Any], name: str) -> list[tuple[Path, Any]]:
        """The tables of a list such as ``[[learns]]``."""
        found = value.get(name, [])
        if not isinstance(found, list):
            self.wrong((name,), f'"{name}" is no list of tables: [[{name}]] was expected')
            return []
        if len(found) > LIMITS[name]:
            self.wrong((name, LIMITS[name]), f"there are {len(found)} [[{name}]]; at most {LIMITS[name]} were expected")
        return [((name, i), one) for i, one in enumerate(found[: LIMITS[name]])]

    def whole(self, path: Path, value: Any, least: int, most: int) -> int:
        if type(value) is int and least <= value <= most:
            return value
        self.wrong(path, f'"{_name(path)}" is {_shown(value)}; a whole number from {least} to {most} was expected')
        return least

    def flag(self, path: Path, value: Any, default: bool) -> bool:
        if isinstance(value, bool):
            return value
        self.wrong(path, f'"{_name(path)}" is {_shown(value)}; true or false was expected')
        return default

    def text(self, path: Path, value: Any, places: Callable[[str], str] | None = None) -> Words:
        """A string, or strings by language. ``places`` says what is wrong with a placeholder (nothing may stand there
        where it is None)."""
        if isinstance(value, dict):
            if "en" not in value:
                self.wrong(path, f'"{_name(path)}" has no English: "en" was expected among its languages')
            for lang in value:
                if not _LANGUAGE.fullmatch(lang):
                    self.wrong((*path, lang), f'"{lang}" is no language; a code such as "de" was expected')
            found = {lang: self._one(path, one, places) for lang, one in value.items()}
            self._languages |= dict.fromkeys(found)
            return {"en": "", **found}
        return {"en": self._one(path, value, places)}

    def _one(self, path: Path, value: Any, places: Callable[[str], str] | None) -> str:
        if not isinstance(value, str):
            self.wrong(path, f'"{_name(path)}" is {_shown(value)}; a text was expected')
            return ""
        if not value.strip():
            self.wrong(path, f'"{_name(path)}" is empty; a text was expected')
        if len(value) > MOST_TEXT:
            self.wrong(path, f'"{_name(path)}" has {len(value)} characters; at most {MOST_TEXT} were expected')
        if wrong := forbidden(value):
            self.wrong(path, f'"{_name(path)}" holds {wrong}; plain text was expected')
        for place in PLACE.findall(value):
            if said := places(place) if places else "a placeholder stands in what [[learns]] says, and nowhere else":
                self.wrong(path, f"{{{place}}}: {said}")
        return value

    def optional_text(self, path: Path, table: dict[str, Any], key: str) -> Words | None:
        return self.text((*path, key), table[key]) if key in table else None

    def required_text(
        self, path: Path, table: dict[str, Any], key: str, places: Callable[[str], str] | None = None
    ) -> Words:
        return self.text((*path, key), table[key], places) if key in table else {"en": ""}

    def choice(self, path: Path, value: Any, choices: tuple[str, ...]) -> str:
        if value in choices and isinstance(value, str):
            return value
        said = nearest(value, choices) if isinstance(value, str) else ""
        self.wrong(path, f'"{_name(path)}" is {_shown(value)}; {" or ".join(map(_shown, choices))} was expected{said}')
        return choices[0]

    # -- spans --------------------------------------------------------------------------------------------------
    def span(self, path: Path, value: Any, first: int, last: int, what: str = "players") -> frozenset[int]:
        """Numbers from ``first`` to ``last`` by a span such as 7, "5-6" or "7+"; all of them after a mistake."""
        everything = frozenset(range(first, last + 1))
        text = str(value) if type(value) is int else value
        match = _SPAN.fullmatch(text) if isinstance(text, str) else None
        if not match:
            self.wrong(path, f'{_shown(value)} is no span of {what}: 7, "5-6" or "7+" was expected')
            return everything
        low = int(match[1])
        high = int(match[2]) if match[2] else last if match[3] else low
        if high < low and not match[3]:
            self.wrong(path, f"the span {_shown(value)} goes backwards")
            return everything
        if self._spans_hold and not first <= low <= high <= last:
            self.wrong(path, f"the span {_shown(value)} is outside the {first} to {last} {what} of this game")
            return everything
        return frozenset(range(max(low, first), min(high, last) + 1)) or everything

    def players(self, path: Path, table: dict[str, Any]) -> frozenset[int]:
        first, last = self._span
        if "players" in table:
            return self.span((*path, "players"), table["players"], first, last)
        return frozenset(range(first, last + 1))

    def by_players(self, path: Path, value: Any, read_one: Callable[[Path, Any], Any], default: Any) -> dict[int, Any]:
        """A value for each number of players, given once or by span; the ``default`` where there is a mistake."""
        first, last = self._span
        if not isinstance(value, dict):
            return dict.fromkeys(range(first, last + 1), read_one(path, value))
        found: dict[int, Any] = {}
        twice: set[int] = set()
        before = len(self.mistakes)
        for key, one in value.items():
            read_value = read_one((*path, key), one)
            for n in self.span((*path, key), key, first, last):
                if n in found:
                    twice.add(n)
                found[n] = read_value
        missing = [n for n in range(first, last + 1) if n not in found]
        if len(self.mistakes) == before and self._spans_hold:
            if twice:
                self.wrong(path, f'two spans of "{_name(path)}" hold for {min(twice)} players; one was expected')
            if missing:
                self.wrong(path, f'no span of "{_name(path)}" holds for {missing[0]} players')
        return {n: found.get(n, default) for n in range(first, last + 1)}

    def number(self, path: Path, value: Any, least: int, most: int) -> ByPlayers:
        return self.by_players(path, value, lambda at, one: self.whole(at, one, least, most), least)

    # -- names --------------------------------------------------------------------------------------------------
    def id(self, path: Path, id: str) -> None:
        if id in RESERVED:
            self.wrong(path, f'"{id}" is a word of this form and no id')
        elif not _ID.fullmatch(id):
            self.wrong(path, f'"{id}" is no id; letters, digits, - and _ were expected, at most 40')

    def names(self, path: Path, value: Any, also: Collection[str] = ()) -> list[str]:
        """Ids of cards and sides, or one of the words in ``also``."""
        if not isinstance(value, list):
            self.wrong(path, f'"{_name(path)}" is {_shown(value)}; a list of cards and sides was expected')
            return []
        found = []
        known = [*self._cards, *self._sides, *also]
        for one in value:
            if not isinstance(one, str):
                self.wrong(path, f'{_shown(one)} stands in "{_name(path)}"; cards and sides were expected')
            elif one not in known:
                self.wrong(path, f'no card or side is called "{one}"{nearest(one, known)}')
            else:
                found.append(one)
        return found

    def cards_of(self, names: Iterable[str]) -> frozenset[str]:
        """The cards of these cards and sides."""
        named = set(names)
        every = EVERYBODY in named
        return frozenset(id for id, card in self._cards.items() if every or id in named or card.side in named)

    def cards(self, path: Path, table: dict[str, Any], key: str, also: Collection[str] = ()) -> frozenset[str]:
        return self.cards_of(self.names((*path, key), table.get(key, []), also))

    # -- the tables of a file -----------------------------------------------------------------------------------
    def form(self) -> Form | None:
        whole = self._source.data
        self.table((), whole, ("game", "sides", "cards", "deal", "draw", *LIMITS), ("game", "cards", "deal"))
        game = self._game(whole.get("game", {}))
        self._read_sides(whole.get("sides", {}))
        self._read_cards(whole.get("cards", {}))
        counts, fill, aside = self._deal(whole.get("deal", {}))
        self._read_draws(whole.get("draw", {}))
        lists: dict[str, Any] = {
            "learns": tuple(self._learning(i, *one) for i, one in enumerate(self.tables(whole, "learns"))),
            "looks": tuple(self._look(*one) for one in self.tables(whole, "looks")),
            "night": tuple(self._step(*one) for one in self.tables(whole, "night")),
            "clocks": tuple(self._clock(*one) for one in self.tables(whole, "clock")),
            "ends": tuple(self._end(*one) for one in self.tables(whole, "ends")),
        }
        if self.mistakes:
            return None
        form = Form(
            **game, sides=self._sides, cards=self._cards, counts=counts, fill=fill, aside=aside, draws=self._drawn,
            **lists, languages=tuple(self._languages), warnings=tuple(self.warnings),
        )  # fmt: skip
        self._check_deal(form)
        if not self.mistakes:
            self._check_possible(form)
        return form

    def _game(self, value: Any) -> dict[str, Any]:
        path: Path = ("game",)
        keys = ("title", "players", "rounds", "minutes", "about", "out")
        game = self.table(path, value, keys, ("title", "players") if isinstance(value, dict) and value else ())
        given = game.get("players")
        if isinstance(given, list) and len(given) == 2 and all(type(one) is int for one in given):
            low, high = given
            if FEWEST <= low <= high <= MOST:
                self._span = (low, high)
            else:
                self._spans_hold = False
                said = f"two numbers from {FEWEST} to {MOST} were expected, the fewest first"
                self.wrong((*path, "players"), f'"players" is [{low}, {high}]; {said}')
        else:
            self._spans_hold = False
            if given is not None:
                said = "the fewest and the most were expected, such as [5, 10]"
                self.wrong((*path, "players"), f'"players" is {_shown(given)}; {said}')
        return {
            "title": self.required_text(path, game, "title"),
            "players": self._span,
            "rounds": self.whole((*path, "rounds"), game.get("rounds", 1), 1, 20),
            "minutes": self.whole((*path, "minutes"), game["minutes"], 1, 999) if "minutes" in game else None,
            "about": self.optional_text(path, game, "about"),
            "out": self.choice((*path, "out"), game["out"], ("hidden", "shown")) if "out" in game else None,
        }

    def _read_sides(self, value: Any) -> None:
        for id, one in (self.table(("sides",), value, value) if isinstance(value, dict) else {}).items():
            path: Path = ("sides", id)
            self.id(path, id)
            side = self.table(path, one, ("name", "goal"), ("name",))
            name, goal = self.required_text(path, side, "name"), self.optional_text(path, side, "goal")
            self._sides[id] = Side(id, name, goal)
        if not isinstance(value, dict):
            self.table(("sides",), value, ())

    def _read_cards(self, value: Any) -> None:
        cards = value if isinstance(value, dict) else self.table(("cards",), value, ())
        if len(cards) > MOST_CARDS:
            self.wrong(("cards",), f"there are {len(cards)} kinds of cards; at most {MOST_CARDS} were expected")
        for id, one in list(cards.items())[:MOST_CARDS]:
            self._cards[id] = self._card(("cards", id), id, one)
        switches = [id for id, card in self._cards.items() if card.optional is not None]
        if len(switches) > MOST_OPTIONAL:
            said = f"there are {len(switches)} optional cards; at most {MOST_OPTIONAL} were expected"
            self.wrong(("cards", switches[MOST_OPTIONAL]), said)
        for id, card in self._cards.items():
            if card.instead is None:
                continue
            path: Path = ("cards", id, "instead")
            if card.instead not in self._cards:
                self.wrong(path, f'no card is called "{card.instead}"{nearest(card.instead, self._cards)}')
            elif self._cards[card.instead].optional is not None:
                self.wrong(path, f'"{card.instead}" is optional itself; a card that is always there was expected')
        for id in set(self._cards) & set(self._sides):
            if [one.id for one in self._cards.values() if one.side == id] != [id]:
                said = "an id for both was expected only where that card is the only one of that side"
                self.wrong(("cards", id), f'"{id}" is a card and a side; {said}')

    def _card(self, path: Path, id: str, value: Any) -> Card:
        self.id(path, id)
        flags = ("open", "chosen", "told")
        card = self.table(
            path, value, ("side", "name", "says", "icon", *flags, "optional", "instead"), ("side", "name")
        )
        side = card.get("side", "")
        if "side" in card and side not in self._sides:
            near = nearest(side, self._sides) if isinstance(side, str) else ""
            self.wrong((*path, "side"), f"no side is called {_shown(side)}{near}")
        says = card.get("says", [])
        if not isinstance(says, list) or len(says) > MOST_LINES:
            self.wrong((*path, "says"), f'"says" is {_shown(says)}; a list of at most {MOST_LINES} texts was expected')
            says = []
        icon = card.get("icon")
        if icon is not None and self._icons is not None and icon not in self._icons:
            near = nearest(icon, self._icons) if isinstance(icon, str) else ""
            said = near or "; `companion check --icons` lists them"
            self.wrong((*path, "icon"), f"there is no drawing {_shown(icon)}{said}")
        is_open, chosen, told = (self.flag((*path, key), card.get(key, key == "told"), key == "told") for key in flags)
        if not told and (is_open or chosen):
            self.wrong((*path, "told"), f'"{id}" is open or chosen, and not told; one of both was expected')
        optional = None
        if "optional" in card:
            at: Path = (*path, "optional")
            optional = self.by_players(at, card["optional"], lambda at, one: self.flag(at, one, True), True)
        if "instead" in card and "optional" not in card:
            self.wrong((*path, "instead"), f'"{id}" is not optional, so nothing is dealt instead of it')
        if not isinstance(card.get("instead", ""), str):
            self.wrong((*path, "instead"), f'"instead" is {_shown(card["instead"])}; a card was expected')
        return Card(
            id=id,
            side=side if isinstance(side, str) else "",
            name=self.required_text(path, card, "name"),
            says=tuple(self.text((*path, "says"), one) for one in says),
            icon=icon if isinstance(icon, str) else None,
            open=is_open,
            chosen=chosen,
            told=told,
            optional=optional,
            instead=card["instead"] if isinstance(card.get("instead"), str) else None,
        )

    def _deal(self, value: Any) -> tuple[dict[str, ByPlayers], str | None, ByPlayers]:
        path: Path = ("deal",)
        deal = self.table(path, value, ("cards", "fill", "aside"))
        given = deal.get("cards", {})
        counts: dict[str, ByPlayers] = {}
        if not isinstance(given, dict):
            self.table((*path, "cards"), given, ())
        else:
            for id, count in given.items():
                at: Path = (*path, "cards", id)
                if id not in self._cards:
                    self.wrong(at, f'no card is called "{id}"{nearest(id, self._cards)}')
                else:
                    counts[id] = self.number(at, count, 0, MOST_COUNT)
        fill = deal.get("fill")
        if fill is not None and (not isinstance(fill, str) or fill not in self._cards):
            near = nearest(fill, self._cards) if isinstance(fill, str) else ""
            self.wrong((*path, "fill"), f"no card is called {_shown(fill)}{near}")
            fill = None
        elif fill is not None and self._cards[fill].optional is not None:
            self.wrong((*path, "fill"), f'"{fill}" is optional; the fill is always there')
        for id, card in self._cards.items():
            if card.optional is not None and id not in counts:
                self.wrong(("cards", id), f'"{id}" is optional, and does not stand in the cards of [deal]')
            if card.optional is not None and card.instead is None and fill is None and "fill" not in deal:
                said = 'nothing is dealt where it is switched off: "instead", or a "fill" in [deal], was expected'
                self.wrong(("cards", id, "optional"), f'"{id}" is optional, and {said}')
            if card.chosen and any(n > 1 for n in counts.get(id, {}).values()):
                self.wrong((*path, "cards", id), f'"{id}" is chosen, so there is one copy of it')
            if card.chosen and id == fill:
                self.wrong((*path, "fill"), f'"{id}" is chosen, so there is one copy of it')
        aside = self.number((*path, "aside"), deal.get("aside", 0), 0, 12)
        return counts, fill, aside

    def _read_draws(self, value: Any) -> None:
        draws = value if isinstance(value, dict) else self.table(("draw",), value, ())
        total = 0
        for id, one in draws.items():
            path: Path = ("draw", id)
            self.id(path, id)
            items = self.table(path, one, ("from",), ("from",)).get("from", [])
            at: Path = (*path, "from")
            if not isinstance(items, list) or not items:
                if "from" in (one if isinstance(one, dict) else {}):
                    self.wrong(at, f'"from" is {_shown(items)}; a list of things to draw was expected')
                items = []
            total += len(items)
            if total > MOST_DRAWN:
                self.wrong(at, f"there are more than {MOST_DRAWN} things to draw")
                return
            kinds = {_kind(item) for item in items}
            if len(kinds) > 1:
                self.wrong(at, f'"from" of [{_name(path)}] mixes words, pairs and places; one kind was expected')
            read_items = tuple(self._drawable(at, id, item) for item in items)
            kind = kinds.pop() if len(kinds) == 1 else "word"
            self._drawn[id] = Draw(id, kind, read_items)
            if 0 < len(items) < FEW_DRAWN:
                said = f"[{_name(path)}] draws from {len(items)}: with fewer than {FEW_DRAWN} the last can be guessed"
                self.warnings.append(Mistake(self._source.line(at), said))

    def _drawable(self, path: Path, id: str, item: Any) -> tuple[str, ...]:
        if isinstance(item, str):
            return (self._one(path, item, None),)
        if isinstance(item, list):
            if len(item) != 2:
                self.wrong(path, f"{_shown(item)} has {len(item)} words; a pair was expected")
            return tuple(self._one(path, one, None) for one in item)
        if isinstance(item, dict):
            place = "place" if "place" in item or id not in item else id
            for key in item:
                if key not in (place, "parts"):
                    self.wrong(path, f'there is no key "{key}" in a place{nearest(key, (place, "parts"))}')
            parts = item.get("parts", [])
            if not isinstance(parts, list) or not parts:
                self.wrong(path, f"a place has the parts {_shown(parts)}; a list of texts was expected")
                parts = []
            if place not in item:
                self.wrong(path, 'the key "place" is missing in a place')
            return (self._one(path, item.get(place, "?"), None), *(self._one(path, one, None) for one in parts))
        self.wrong(path, f"{_shown(item)} can't be drawn; a text, a pair or a place with parts was expected")
        return ("",)

    def _places(self, names: bool, cards: bool) -> Callable[[str], str]:
        """What is wrong with a placeholder in what is learnt; nothing where it can be filled in."""
        fitting = [name for one in self._drawn.values() for name in _placeholders(one)]
        fitting += [*([NAMES] if names else []), *([CARDS] if names and cards else [])]

        def wrong(place: str) -> str:
            if place in fitting:
                return ""
            if place == NAMES or (place == CARDS and cards):
                return "this says nothing of other seats" if not names else ""
            if place == CARDS:
                return "cards are named only with card = true" if names else "this says nothing of other seats"
            return f"nothing of that name is drawn{nearest(place, fitting)}"

        return wrong

    def _learning(self, number: int, path: Path, value: Any) -> Learning:
        keys = ("who", "not", "players", "of", "but", "card", "says", "none", "why")
        rule = self.table(path, value, keys, ("who", "says"))
        card = self.flag((*path, "card"), rule.get("card", False), False)
        who = self.cards(path, rule, "who", (EVERYBODY,)) - self.cards(path, rule, "not")
        of = self.cards(path, rule, "of", (EVERYBODY,)) - self.cards(path, rule, "but") if "of" in rule else None
        for key in ("but", "none", "card"):
            if of is None and key in rule:
                self.wrong((*path, key), f'"{key}" speaks of other seats, and "of" is missing')
        return Learning(
            number=number,
            who=who,
            players=self.players(path, rule),
            of=of,
            card=card,
            says=self.required_text(path, rule, "says", self._places(of is not None, card)),
            none=self.text((*path, "none"), rule["none"], self._places(False, False)) if "none" in rule else None,
            why=self.optional_text(path, rule, "why"),
        )

    def _look(self, path: Path, value: Any) -> Look:
        look = self.table(path, value, ("name", "who", "at", "times"), ("name", "who", "at"))
        self._told((*path, "who"), look.get("who", []))
        return Look(
            name=self.required_text(path, look, "name"),
            who=self.cards(path, look, "who", (EVERYBODY,)),
            at=self.choice((*path, "at"), look["at"], ("side", "card")) if "at" in look else "side",
            times=self.number((*path, "times"), look["times"], 1, 99) if "times" in look else None,
        )

    def _told(self, path: Path, names: Any) -> None:
        """Who is asked has to know that it is."""
        asked = names if isinstance(names, list) else []
        for card in self._cards.values():
            if not card.told and (card.id in asked or card.side in asked):
                self.wrong(path, f'"{card.id}" is not told to its owner (told = false), so it can\'t be asked')

    def _step(self, path: Path, value: Any) -> Step:
        step = self.table(path, value, ("says", "seconds", "where", "players", "nights"), ("says", "seconds"))
        nights: tuple[int, int | None] = (1, None)
        if "nights" in step:
            found = self.span((*path, "nights"), step["nights"], 1, 99, "nights")
            nights = (min(found), max(found) if max(found) < 99 else None)
        return Step(
            says=self.required_text(path, step, "says"),
            seconds=self.number((*path, "seconds"), step.get("seconds", 1), 1, 3600),
            where=self.cards(path, step, "where") if "where" in step else None,
            players=self.players(path, step),
            nights=nights,
        )

    def _clock(self, path: Path, value: Any) -> Clock:
        clock = self.table(path, value, ("name", "seconds", "says"), ("name", "seconds"))
        return Clock(
            name=self.required_text(path, clock, "name"),
            seconds=self.number((*path, "seconds"), clock.get("seconds", 1), 1, 3600),
            says=self.optional_text(path, clock, "says"),
        )

    def _end(self, path: Path, value: Any) -> End:
        end = self.table(path, value, ("when", "players", "where", "asks", "wins", "pays"), ("when", "wins"))
        asks = self._ask((*path, "asks"), end["asks"]) if "asks" in end else None
        seat = (THE_SEAT,) if asks else ()
        wins, named, then = end.get("wins", []), None, []
        if isinstance(wins, dict):
            at: Path = (*path, "wins")
            if asks is None:
                self.wrong(at, 'who wins hangs on a seat, and "asks" is missing')
            keys = ("named", "then", "else")
            given = self.table(at, wins, keys, keys)
            named = self.cards(at, given, "named")
            then = self.names((*at, "then"), given.get("then", []), seat or (THE_SEAT,))
            wins = self.names((*at, "else"), given.get("else", []), seat or (THE_SEAT,))
        else:
            wins = self.names((*path, "wins"), wins, seat)
        pays = None
        if "pays" in end:
            at = (*path, "pays")
            given = end["pays"] if isinstance(end["pays"], dict) else self.table(at, end["pays"], ())
            known = set(self.names(at, list(given)))
            pays = {id: self.whole((*at, id), n, 0, 100) for id, n in given.items() if id in known}
        return End(
            when=self.required_text(path, end, "when"),
            players=self.players(path, end),
            where=self.cards(path, end, "where") if "where" in end else None,
            asks=asks,
            wins=tuple(wins),
            named=named,
            then=tuple(then),
            pays=pays,
        )

    def _ask(self, path: Path, value: Any) -> Ask:
        ask = self.table(path, value, ("who", "says"), ("who", "says"))
        self._told((*path, "who"), ask.get("who", []))
        names = self.names((*path, "who"), ask.get("who", []), (EVERYBODY,))
        who = None if EVERYBODY in names else self.cards_of(names)
        return Ask(who, self.required_text(path, ask, "says"))

    # -- what has to come out -----------------------------------------------------------------------------------
    def _check_deal(self, form: Form) -> None:
        """For every number of players the cards are as many as seats and those aside. A switch changes no number."""
        first, last = form.players
        for n in range(first, last + 1):
            named, needed = sum(counts[n] for counts in form.counts.values()), n + form.aside[n]
            of_aside = f" and {form.aside[n]} aside" if form.aside[n] else ""
            if named > needed or (named < needed and form.fill is None):
                said = f"{n} players{of_aside} need {needed}, and [deal] has {named}"
                self.wrong(("deal", "cards"), f"the cards don't come out: {said}")
                return
            for id, copies in form.deck(n, ()).items():
                if form.cards[id].chosen and copies > 1:
                    other = next(one.id for one in form.cards.values() if one.instead == id)
                    said = f'{n} players can be dealt {copies} copies of "{id}", which is chosen; one was expected'
                    self.wrong(("cards", other, "instead"), said)
                    return

    def _check_possible(self, form: Form) -> None:
        """Sides and cards that nobody can have, and ends that nobody can win."""
        first, last = form.players
        ever = {n: form.ever(n) for n in range(first, last + 1)}
        dealt = frozenset[str]().union(*ever.values())
        for id in form.cards:
            if id not in dealt:
                self.wrong(("cards", id), f'"{id}" is never dealt, with any number of players and any setting')
        for id in form.sides:
            if not any(form.cards[card].side == id for card in dealt):
                self.wrong(("sides", id), f'nobody can be on the side "{id}"')
        # Who isn't told their card may read what the owner of any such card reads.
        untold = [id for id, card in form.cards.items() if not card.told]
        for readers in ([id] if id not in untold else untold for id in form.cards):
            rules = [[rule for rule in form.learns if id in rule.who] for id in readers]
            if sum(map(_readings, rules)) > MOST_READINGS:
                said = f'too many rules say the same words to "{readers[0]}": what that tells could not be counted'
                self.wrong(("learns", max(rules, key=_readings)[-1].number, "says"), said)
                break
        for i, end in enumerate(form.ends):
            held = [
                ever[n] for n in end.players
                if end.where is None or end.where & ever[n]
            ]  # fmt: skip
            possible = frozenset[str]().union(*held)
            possible |= {form.cards[id].side for id in possible}
            for id in dict.fromkeys((*end.wins, *end.then)):
                if id != THE_SEAT and id not in possible:
                    self.wrong(("ends", i, "wins"), f'"{id}" can\'t win there: nobody can have it')


def _readings(rules: Sequence[Learning]) -> int:
    """In how many ways these rules could have said what their reader read, where some say the same words."""
    texts = Counter(tuple(sorted(words.items())) for rule in rules for words in (rule.says, rule.none) if words)
    return prod(comb(n, n // 2) for n in texts.values())


def _kind(item: Any) -> str:
    return "pair" if isinstance(item, list) else "place" if isinstance(item, dict) else "word"


def _placeholders(draw: Draw) -> tuple[str, ...]:
    """What may stand in braces for something that is drawn."""
    return {"pair": (f"{draw.id}.1", f"{draw.id}.2"), "place": (draw.id, f"{draw.id}.part")}.get(draw.kind, (draw.id,))


def _name(path: Path) -> str:
    """A place as the file's writer has it before them."""
    return ".".join(str(part) for part in path if not isinstance(part, int)) or "file"
