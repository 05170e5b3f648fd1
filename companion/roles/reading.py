"""Reads a game in one file: tables of keys say what may stand where, and what they can't say is checked behind them.

``read_form`` gives a ``Form``, in which spans are resolved to numbers of players and names of sides to their cards, or
raises ``Mistaken`` with all mistakes, each with its line. docs/game-files.md explains the form; its JSON Schema is made
from the tables of keys.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from companion.roles.form import (
    CARDS,
    EVERYBODY,
    NAMES,
    PLACE,
    THE_SEAT,
    ByPlayers,
    Card,
    Clock,
    Draw,
    End,
    Form,
    Learning,
    Look,
    Side,
    Step,
    Words,
)
from companion.roles.source import Mistake, Mistaken, Path, Source, forbidden, read

FEWEST, MOST = 2, 12
RESERVED = (EVERYBODY, THE_SEAT, NAMES, CARDS)
MOST_CARDS, MOST_OPTIONAL, MOST_DRAWN, FEW_DRAWN = 40, 16, 2000, 20
HINTS = 300
MOST_TEXT, MOST_LINES, MOST_COUNT = 200, 4, 24

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
SPAN = re.compile(r"(\d{1,2})(?:-(\d{1,2})|(\+))?")


def read_form(content: bytes | str, icons: Collection[str] | None = None) -> Form:
    """The game that a file describes. ``icons``: the drawings there are (None: any is taken). Raises ``Mistaken``."""
    reader = _Reader(read(content), icons)
    form = reader.form()
    if reader.mistakes or form is None:
        raise Mistaken(reader.mistakes)
    return form


def nearest(word: object, words: Iterable[str]) -> str:
    """`: did you mean "merlin"?` where a word like it is known, else nothing."""
    found = get_close_matches(word, list(words), 1, 0.6) if isinstance(word, str) else []
    return f': did you mean "{found[0]}"?' if found else ""


# -- kinds of values --------------------------------------------------------------------------------------------------
# Each reads a value as the game has it; where it is none of its kind it notes the mistake, and gives another one.
class Text(NamedTuple):
    """A string, or strings by language. ``places``: placeholders may stand there, and are checked later."""

    places: bool = False

    def read(self, reader: _Reader, path: Path, value: Any) -> Words:
        if not isinstance(value, dict):
            return {"en": reader.words(path, value, self.places)}
        if "en" not in value:
            reader.wrong(path, f'"{_name(path)}" has no English: "en" was expected among its languages')
        for lang in value:
            if not LANGUAGE.fullmatch(lang):
                reader.wrong((*path, lang), f'"{lang}" is no language; a code such as "de" was expected')
        found = {lang: reader.words(path, one, self.places) for lang, one in value.items()}
        reader.languages |= dict.fromkeys(found)
        return {"en": "", **found}


class Lines(NamedTuple):
    """A list of texts."""

    most: int

    def read(self, reader: _Reader, path: Path, value: Any) -> tuple[Words, ...]:
        if isinstance(value, list) and len(value) <= self.most:
            return tuple(Text().read(reader, path, one) for one in value)
        reader.unfit(path, value, f"a list of at most {self.most} texts", path[-1])
        return ()


class Whole(NamedTuple):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def read(self, reader: _Reader, path: Path, value: Any) -> int:
        if type(value) is int and self.least <= value <= self.most:
            return value
        reader.unfit(path, value, f"a whole number from {self.least} to {self.most}")
        return self.least


class Flag(NamedTuple):
    """True or false."""

    default: bool = False

    def read(self, reader: _Reader, path: Path, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        reader.unfit(path, value, "true or false")
        return self.default


class OneOf(NamedTuple):
    """One of these words."""

    words: tuple[str, ...]

    def read(self, reader: _Reader, path: Path, value: Any) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        reader.unfit(path, value, " or ".join(map(_shown, self.words)), near=reader.near(value, self.words))
        return self.words[0]


class Span(NamedTuple):
    """Numbers of players by a span such as 7, "5-6" or "7+"."""

    def read(self, reader: _Reader, path: Path, value: Any) -> frozenset[int]:
        first, last = reader.players
        everything = frozenset(range(first, last + 1))
        text = str(value) if type(value) is int else value
        match = SPAN.fullmatch(text) if isinstance(text, str) else None
        if not match:
            reader.wrong(path, f'{_shown(value)} is no span of players: 7, "5-6" or "7+" was expected')
            return everything
        low = int(match[1])
        high = int(match[2]) if match[2] else last if match[3] else low
        if high < low and not match[3]:
            reader.wrong(path, f"the span {_shown(value)} goes backwards")
            return everything
        if reader.spans_hold and not first <= low <= high <= last:
            reader.wrong(path, f"the span {_shown(value)} is outside the {first} to {last} players of this game")
            return everything
        return frozenset(range(max(low, first), min(high, last) + 1)) or everything


class BySpan(NamedTuple):
    """A value for each number of players, given once or by span."""

    of: Whole | Flag

    def read(self, reader: _Reader, path: Path, value: Any) -> dict[int, Any]:
        first, last = reader.players
        if not isinstance(value, dict):
            return dict.fromkeys(range(first, last + 1), self.of.read(reader, path, value))
        found: dict[int, Any] = {}
        twice: set[int] = set()
        before = len(reader.mistakes)
        for key, one in value.items():
            here = dict.fromkeys(Span().read(reader, (*path, key), key), self.of.read(reader, (*path, key), one))
            twice |= here.keys() & found.keys()
            found |= here
        missing = [n for n in range(first, last + 1) if n not in found]
        if len(reader.mistakes) == before and reader.spans_hold:
            if twice:
                reader.wrong(path, f'two spans of "{_name(path)}" hold for {min(twice)} players; one was expected')
            if missing:
                reader.wrong(path, f'no span of "{_name(path)}" holds for {missing[0]} players')
        return {n: found.get(n, self.of[0]) for n in range(first, last + 1)}


class Names(NamedTuple):
    """A list of cards and sides, or one of the words in ``also``."""

    also: tuple[str, ...] = ()

    def read(self, reader: _Reader, path: Path, value: Any) -> list[str]:
        if not isinstance(value, list):
            reader.unfit(path, value, "a list of cards and sides")
            return []
        known = [*reader.cards, *reader.sides, *self.also]
        for one in value:
            if not isinstance(one, str):
                reader.wrong(path, f'{_shown(one)} stands in "{_name(path)}"; cards and sides were expected')
            elif one not in known:
                reader.wrong(path, f'no card or side is called "{one}"{reader.near(one, known)}')
        return [one for one in value if isinstance(one, str) and one in known]


class Cards(NamedTuple):
    """The cards of a list of cards and sides. ``asked``: their owners have to know that they have them."""

    names: Names = Names()
    asked: bool = False

    def read(self, reader: _Reader, path: Path, value: Any) -> frozenset[str]:
        names = self.names.read(reader, path, value)
        for card in reader.cards.values() if self.asked else ():
            if not card.told and (card.id in names or card.side in names):
                said = f'"{card.id}" is not told to its owner (told = false), so it can\'t be asked'
                reader.wrong(path, said)
        every = EVERYBODY in names
        return frozenset(id for id, card in reader.cards.items() if every or id in names or card.side in names)


class Icon(NamedTuple):
    """The name of a drawing."""

    def read(self, reader: _Reader, path: Path, value: Any) -> str | None:
        icon = value if isinstance(value, str) else None
        if icon is None or (reader.icons is not None and icon not in reader.icons):
            said = reader.near(value, reader.icons or ()) or "; `companion check --icons` lists them"
            reader.wrong(path, f"there is no drawing {_shown(value)}{said}")
        return icon


class Later(NamedTuple):
    """A value whose table reads it; ``what`` it is."""

    what: str

    def read(self, reader: _Reader, path: Path, value: Any) -> Any:
        return value


Kind = Text | Lines | Whole | Flag | OneOf | Span | BySpan | Names | Cards | Icon | Later


class Key(NamedTuple):
    """A key of a table. ``default`` is read where it isn't there (None: nothing is), and is no mistake."""

    kind: Kind
    needed: bool = False
    default: Any = None


Keys = Mapping[str, Key]

TEXT, NEEDED, SECONDS = Text(), Key(Text(), True), Key(BySpan(Whole(1, 3600)), True)
COUNT = BySpan(Whole(0, MOST_COUNT))
POINTS = Whole(0, 100)
ANYBODY = Names((EVERYBODY,))
ASKED, WHERE = Key(Cards(ANYBODY, asked=True), True), Key(Cards())
TABLES: Mapping[str, Keys] = {
    "game": {
        "title": NEEDED,
        "players": Key(Later("players"), True),
        "rounds": Key(Whole(1, 20), default=1),
        "minutes": Key(Whole(1, 999)),
        "about": Key(TEXT),
        "out": Key(OneOf(("hidden", "shown"))),
    },
    "sides": {"name": NEEDED, "goal": Key(TEXT)},
    "cards": {
        "side": Key(Later("side"), True),
        "name": NEEDED,
        "says": Key(Lines(MOST_LINES), default=[]),
        "icon": Key(Icon()),
        "open": Key(Flag(), default=False),
        "chosen": Key(Flag(), default=False),
        "told": Key(Flag(True), default=True),
        "optional": Key(BySpan(Flag(True))),
        "instead": Key(Later("card")),
    },
    "deal": {
        "cards": Key(Later("counts"), default={}),
        "fill": Key(Later("card")),
        "aside": Key(BySpan(Whole(0, 12)), default=0),
    },
    "draw": {"from": Key(Later("draws"), True)},
    "learns": {
        "who": Key(Cards(ANYBODY), True),
        "not": Key(Cards(), default=[]),
        "players": Key(Span(), default="1+"),
        "of": Key(Cards(ANYBODY)),
        "but": Key(Cards()),
        "card": Key(Flag()),
        "says": Key(Text(places=True), True),
        "none": Key(Text(places=True)),
    },
    "looks": {
        "name": NEEDED,
        "who": ASKED,
        "at": Key(OneOf(("side", "card")), True),
        "times": Key(BySpan(Whole(1, 99))),
    },
    "night": {
        "says": NEEDED,
        "seconds": SECONDS,
        "where": WHERE,
    },
    "clock": {"name": NEEDED, "seconds": SECONDS, "says": Key(TEXT)},
    "ends": {
        "when": NEEDED,
        "where": WHERE,
        "asks": Key(TEXT),
        "wins": Key(Later("wins"), True),
        "pays": Key(Later("pays")),
    },
}
"""The keys of every table, under the name that it has in a file."""
LISTS = {"learns": 24, "looks": 12, "night": 60, "clock": 12, "ends": 12}
"""The tables of which a file may have several, and how many."""
WINS: Keys = {
    "named": Key(Cards(), True),
    "then": Key(Names((THE_SEAT,)), True),
    "else": Key(Names((THE_SEAT,)), True),
}


class _Reader:
    """Reads the data of a file, and goes on after each mistake."""

    def __init__(self, source: Source, icons: Collection[str] | None) -> None:
        self.mistakes: list[Mistake] = []
        self.icons = icons
        self.players = (FEWEST, MOST)
        self.spans_hold = True
        """Spans are held against the number of players, where that is no mistake itself."""
        self.languages: dict[str, None] = {"en": None}
        self.cards: dict[str, Card] = {}
        self.sides: dict[str, Side] = {}
        self._drawn: dict[str, Draw] = {}
        self._warnings: list[Mistake] = []
        self._source = source

    def wrong(self, path: Path, text: str) -> None:
        """Notes a mistake."""
        self.mistakes.append(Mistake(self._source.line(path), text))

    def unfit(self, path: Path, value: Any, expected: str, name: object = None, near: str = "") -> None:
        """Notes a value of another kind than was expected."""
        self.wrong(path, f'"{name or _name(path)}" is {_shown(value)}; {expected} was expected{near}')

    def near(self, word: object, words: Iterable[str]) -> str:
        """The nearest word, as it is said; among the first mistakes, for looking takes long."""
        return nearest(word, words) if len(self.mistakes) < HINTS else ""

    def words(self, path: Path, value: Any, places: bool = False) -> str:
        """One text in one language."""
        if not isinstance(value, str):
            self.unfit(path, value, "a text")
            return ""
        if not value.strip():
            self.wrong(path, f'"{_name(path)}" is empty; a text was expected')
        if len(value) > MOST_TEXT:
            self.wrong(path, f'"{_name(path)}" has {len(value)} characters; at most {MOST_TEXT} were expected')
        if wrong := forbidden(value):
            self.wrong(path, f'"{_name(path)}" holds {wrong}; plain text was expected')
        for place in () if places else PLACE.findall(value):
            self.wrong(path, f"{{{place}}}: a placeholder stands in what [[learns]] says, and nowhere else")
        return value

    # -- tables -------------------------------------------------------------------------------------------------
    def _table(
        self, path: Path, value: Any, known: Collection[str] | None, needed: Iterable[str] = ()
    ) -> dict[str, Any]:
        """A table with no unknown keys (None: any), and all that are needed."""
        if not isinstance(value, dict):
            self.unfit(path, value, "a table")
            return {}
        for key in value if known is not None else ():
            if known is not None and key not in known:
                said = self.near(key, known) or f"; expected: {', '.join(known)}"
                self.wrong((*path, key), f'there is no key "{key}" in [{_name(path)}]{said}')
        for key in needed:
            if key not in value:
                self.wrong(path, f'the key "{key}" is missing in [{_name(path)}]')
        return value

    def _read(self, path: Path, value: Any, keys: Keys) -> dict[str, Any]:
        """What each key of a table says."""
        table = self._table(path, value, keys, (key for key, one in keys.items() if one.needed))
        found: dict[str, Any] = {}
        for key, one in keys.items():
            given = table.get(key, one.default)
            before = len(self.mistakes)
            found[key] = one.kind.read(self, (*path, key), given) if one.needed or given is not None else None
            if key not in table:
                del self.mistakes[before:]  # that it is missing has been said
        return found

    def _ids(self, name: str, most: int = 0) -> Iterable[tuple[Path, str, Any]]:
        """The tables of a kind that have ids, such as ``[cards.merlin]``."""
        tables = self._table((name,), self._source.data.get(name, {}), None)
        if most and len(tables) > most:
            self.wrong((name,), f"there are {len(tables)} kinds of {name}; at most {most} were expected")
        for id, value in list(tables.items())[: most or None]:
            if id in RESERVED:
                self.wrong((name, id), f'"{id}" is a word of this form and no id')
            elif not ID.fullmatch(id):
                self.wrong((name, id), f'"{id}" is no id; letters, digits, - and _ were expected, at most 40')
            yield (name, id), id, value

    def _list(self, name: str) -> Iterable[tuple[Path, dict[str, Any]]]:
        """The tables of a list such as ``[[learns]]``, read."""
        found, most = self._source.data.get(name, []), LISTS[name]
        if not isinstance(found, list):
            self.wrong((name,), f'"{name}" is no list of tables: [[{name}]] was expected')
            found = []
        if len(found) > most:
            self.wrong((name, most), f"there are {len(found)} [[{name}]]; at most {most} were expected")
        for i, one in enumerate(found[:most]):
            yield (name, i), self._read((name, i), one, TABLES[name])

    # -- the tables of a file -----------------------------------------------------------------------------------
    def form(self) -> Form | None:
        """The whole file; None after a mistake."""
        self._table((), self._source.data, TABLES, ("game", "cards", "deal"))
        game = self._game(self._source.data.get("game"))
        for path, id, one in self._ids("sides"):
            self.sides[id] = Side(id, **self._read(path, one, TABLES["sides"]))
        self._read_cards()
        counts, fill, aside = self._deal(self._source.data.get("deal", {}))
        self._read_draws()
        learns = tuple(self._learning(*one) for one in self._list("learns"))
        looks = tuple(Look(**one) for _, one in self._list("looks"))
        night = tuple(Step(**one) for _, one in self._list("night"))
        clocks = tuple(Clock(**one) for _, one in self._list("clock"))
        ends = tuple(self._end(*one) for one in self._list("ends"))
        if self.mistakes:
            return None
        form = Form(
            **game, sides=self.sides, cards=self.cards, counts=counts, fill=fill, aside=aside, draws=self._drawn,
            learns=learns, looks=looks, night=night, clocks=clocks, ends=ends, languages=tuple(self.languages),
            warnings=tuple(self._warnings),
        )  # fmt: skip
        self._check_deal(form)
        if not self.mistakes:
            self._check_possible(form)
        return form

    def _game(self, value: Any) -> dict[str, Any]:
        if value is None:
            self.spans_hold = False
            return {}
        path: Path = ("game", "players")
        given = value.get("players") if isinstance(value, dict) else None
        self.spans_hold = False
        if isinstance(given, list) and len(given) == 2 and all(type(one) is int for one in given):
            low, high = given
            self.spans_hold = FEWEST <= low <= high <= MOST
            if self.spans_hold:
                self.players = (low, high)
            else:
                said = f"two numbers from {FEWEST} to {MOST} were expected, the fewest first"
                self.wrong(path, f'"players" is [{low}, {high}]; {said}')
        elif given is not None:
            said = "the fewest and the most were expected, such as [5, 10]"
            self.wrong(path, f'"players" is {_shown(given)}; {said}')
        return {**self._read(("game",), value, TABLES["game"]), "players": self.players}

    def _read_cards(self) -> None:
        for path, id, value in self._ids("cards", MOST_CARDS):
            self.cards[id] = self._card(path, id, self._read(path, value, TABLES["cards"]))
        switches = [id for id, card in self.cards.items() if card.optional is not None]
        if len(switches) > MOST_OPTIONAL:
            said = f"there are {len(switches)} optional cards; at most {MOST_OPTIONAL} were expected"
            self.wrong(("cards", switches[MOST_OPTIONAL]), said)
        for id, card in self.cards.items():
            if card.instead is None:
                continue
            path = ("cards", id, "instead")
            if card.instead not in self.cards:
                self.wrong(path, f'no card is called "{card.instead}"{self.near(card.instead, self.cards)}')
            elif self.cards[card.instead].optional is not None:
                self.wrong(path, f'"{card.instead}" is optional itself; a card that is always there was expected')
        for id in set(self.cards) & set(self.sides):
            if [one.id for one in self.cards.values() if one.side == id] != [id]:
                said = "an id for both was expected only where that card is the only one of that side"
                self.wrong(("cards", id), f'"{id}" is a card and a side; {said}')

    def _card(self, path: Path, id: str, card: dict[str, Any]) -> Card:
        side, instead = card["side"], card["instead"]
        if side is not None and (not isinstance(side, str) or side not in self.sides):
            self.wrong((*path, "side"), f"no side is called {_shown(side)}{self.near(side, self.sides)}")
        if not card["told"] and (card["open"] or card["chosen"]):
            self.wrong((*path, "told"), f'"{id}" is open or chosen, and not told; one of both was expected')
        if instead is not None and card["optional"] is None:
            self.wrong((*path, "instead"), f'"{id}" is not optional, so nothing is dealt instead of it')
        if instead is not None and not isinstance(instead, str):
            self.unfit((*path, "instead"), instead, "a card", "instead")
        card |= {
            "side": side if isinstance(side, str) else "",
            "instead": instead if isinstance(instead, str) else None,
        }
        return Card(id, **card)

    def _deal(self, value: Any) -> tuple[dict[str, ByPlayers], str | None, ByPlayers]:
        path: Path = ("deal",)
        deal = self._read(path, value, TABLES["deal"])
        counts: dict[str, ByPlayers] = {}
        for id, count in self._table((*path, "cards"), deal["cards"], None).items():
            at: Path = (*path, "cards", id)
            if id not in self.cards:
                self.wrong(at, f'no card is called "{id}"{self.near(id, self.cards)}')
            else:
                counts[id] = COUNT.read(self, at, count)
        fill = deal["fill"]
        if fill is not None and (not isinstance(fill, str) or fill not in self.cards):
            self.wrong((*path, "fill"), f"no card is called {_shown(fill)}{self.near(fill, self.cards)}")
            fill = None
        elif fill is not None and self.cards[fill].optional is not None:
            self.wrong((*path, "fill"), f'"{fill}" is optional; the fill is always there')
        for id, card in self.cards.items():
            if card.optional is not None and id not in counts:
                self.wrong(("cards", id), f'"{id}" is optional, and does not stand in the cards of [deal]')
            if card.optional is not None and card.instead is None and deal["fill"] is None:
                said = 'nothing is dealt where it is switched off: "instead", or a "fill" in [deal], was expected'
                self.wrong(("cards", id, "optional"), f'"{id}" is optional, and {said}')
            if card.chosen and any(n > 1 for n in counts.get(id, {}).values()):
                self.wrong((*path, "cards", id), f'"{id}" is chosen, so there is one copy of it')
            if card.chosen and id == fill:
                self.wrong((*path, "fill"), f'"{id}" is chosen, so there is one copy of it')
        return counts, fill, deal["aside"]

    def _read_draws(self) -> None:
        total = 0
        for path, id, value in self._ids("draw"):
            at: Path = (*path, "from")
            items = self._read(path, value, TABLES["draw"])["from"]
            if items is not None and (not isinstance(items, list) or not items):
                self.unfit(at, items, "a list of things to draw", "from")
            items = items if isinstance(items, list) else []
            total += len(items)
            if total > MOST_DRAWN:
                self.wrong(at, f"there are more than {MOST_DRAWN} things to draw")
                return
            kinds = {_kind(item) for item in items}
            if len(kinds) > 1:
                self.wrong(at, f'"from" of [{_name(path)}] mixes words and pairs; one kind was expected')
            self._drawn[id] = Draw(id, kinds == {"pair"}, tuple(self._drawable(at, item) for item in items))
            if 0 < len(items) < FEW_DRAWN:
                said = f"[{_name(path)}] draws from {len(items)}: with fewer than {FEW_DRAWN} the last can be guessed"
                self._warnings.append(Mistake(self._source.line(at), said))

    def _drawable(self, path: Path, item: Any) -> tuple[str, ...]:
        if isinstance(item, str):
            return (self.words(path, item),)
        if isinstance(item, list):
            if len(item) != 2:
                self.wrong(path, f"{_shown(item)} has {len(item)} words; a pair was expected")
            return tuple(self.words(path, one) for one in item)
        self.wrong(path, f"{_shown(item)} can't be drawn; a text or a pair was expected")
        return ("",)

    def _check_places(self, path: Path, words: Words, names: bool, cards: bool) -> None:
        """Placeholders that nothing fills in."""
        fitting = [name for one in self._drawn.values() for name in _placeholders(one)]
        fitting += [*([NAMES] if names else []), *([CARDS] if names and cards else [])]
        for place in (place for text in words.values() for place in PLACE.findall(text) if place not in fitting):
            said = f"nothing of that name is drawn{self.near(place, fitting)}"
            if place in (NAMES, CARDS):
                said = "cards are named only with card = true" if names else "this says nothing of other seats"
            self.wrong(path, f"{{{place}}}: {said}")

    def _learning(self, path: Path, rule: dict[str, Any]) -> Learning:
        of = rule["of"]
        for key in ("but", "none", "card"):
            if of is None and rule[key] is not None:
                self.wrong((*path, key), f'"{key}" speaks of other seats, and "of" is missing')
        self._check_places((*path, "says"), rule["says"], of is not None, bool(rule["card"]))
        self._check_places((*path, "none"), rule["none"] or {}, False, False)
        who = rule.pop("who") - rule.pop("not")
        but = rule.pop("but") or frozenset()
        return Learning(**rule | {"number": path[1], "who": who, "of": of and of - but, "card": bool(rule["card"])})

    def _end(self, path: Path, end: dict[str, Any]) -> End:
        at, asks, wins, named, then = (*path, "wins"), end["asks"], end["wins"], None, []
        if isinstance(wins, dict):
            if asks is None:
                self.wrong(at, 'who wins hangs on a seat, and "asks" is missing')
            given = self._read(at, wins, WINS)
            named, then, wins = given["named"], given["then"], given["else"]
        else:
            wins = Names((THE_SEAT,) if asks else ()).read(self, at, [] if wins is None else wins)
        pays = None
        if end["pays"] is not None:
            at = (*path, "pays")
            given = self._table(at, end["pays"], None)
            pays = {id: POINTS.read(self, (*at, id), given[id]) for id in Names().read(self, at, list(given))}
        return End(**end | {"wins": tuple(wins), "named": named, "then": tuple(then), "pays": pays})

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
        for i, end in enumerate(form.ends):
            held = (cards for cards in ever.values() if end.where is None or end.where & cards)
            possible = frozenset[str]().union(*held)
            possible |= {form.cards[id].side for id in possible}
            for id in dict.fromkeys((*end.wins, *end.then)):
                if id != THE_SEAT and id not in possible:
                    self.wrong(("ends", i, "wins"), f'"{id}" can\'t win there: nobody can have it')


def _shown(value: object) -> str:
    said = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    text = said or (f'"{value}"' if isinstance(value, str) else str(value))
    return text if len(text) <= 60 else f"{text[:57]}…"


def _kind(item: Any) -> str:
    return "pair" if isinstance(item, list) else "word"


def _placeholders(draw: Draw) -> tuple[str, ...]:
    """What may stand in braces for something that is drawn."""
    return (f"{draw.id}.1", f"{draw.id}.2") if draw.pairs else (draw.id,)


def _name(path: Path) -> str:
    """A place as the file's writer has it before them."""
    return ".".join(str(part) for part in path if not isinstance(part, int)) or "file"
