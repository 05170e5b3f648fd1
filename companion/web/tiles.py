"""The turn on a phone: tiles, the sheets behind them, what is marked before a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from markupsafe import Markup

from companion.games import game_by_id
from companion.rules.asking import GROUPS, Action, Choice, Entry, Field, Flag, Number, OneOf, SomeOf
from companion.rules.cards import clan_name
from companion.rules.guide import Guide
from companion.rules.text import T, Text
from companion.table.now import Doing
from companion.web.buttons import forms_of
from companion.web.forms import input_name, to_json
from companion.web.icons import icon
from companion.web.templates import Macros, macros
from companion.web.words import words_in

DRAWN = 2**12
Clans = tuple[str | None, ...]
DISCARD = "discard"
SHOWN, COUNTED = T("{first} {then}"), T("{what}: {name}")


@dataclass(frozen=True)
class Turn:
    """The page of a seat whose turn it is, drawn once a change: ``main`` is what stands under the thumb."""

    tiles: Markup
    main: Markup


class Mark(NamedTuple):
    """Something that a card shows, lit before its tap: the words for it, and the input that sends it. ``alone``: it
    takes the place of every other one of that name."""

    icon: str
    words: Text
    name: str
    value: str
    alone: str = ""


class Deed(NamedTuple):
    """An action as a phone shows and sends it: ``about`` stands above its questions, ``starts`` are inputs that have a
    value before anybody types one."""

    icon: Markup
    name: str
    help: str
    about: str | None
    entries: str
    starts: tuple[tuple[str, int], ...]
    ends: bool


@dataclass(frozen=True)
class Tiles:
    """Draws turns of one game in one language. ``clans`` are the public backs by seat."""

    game: str
    lang: str
    clans: Clans

    @cached_property
    def guide(self) -> Guide:
        return game_by_id(self.game).guide

    @property
    def _draw(self) -> Macros:
        return macros("phone/turn.html", self.lang)

    def t(self, text: Text | None) -> str:
        return words_in(self.lang).t(text)

    # -- one's own turn -----------------------------------------------------------------------------------------
    def turn(self, doing: Doing) -> Turn:
        """Everything that can be done now: the large button, the row above it, the tiles, what is shut with its
        reason."""
        actions = sorted((one for one in doing.actions if one.group != "settle"), key=self._place)
        open_ones = [one for one in actions if not one.closed]
        main = self._main(open_ones) if doing.waits else None
        cards = [one for one in open_ones if one is not main and self._group(one) != "way"]
        cards.sort(key=lambda one: GROUPS.index(self._group(one)))
        shut = [(self._deed(one).name, one.closed) for one in actions if one.closed and not one.rare]
        tiles = self._draw.turn(Markup("").join(map(self._tile, cards)), shut)
        row = self._row(main, open_ones, doing)
        large = Markup("")
        if main:
            others = [one for one in cards if marks_of(one)]
            large = self._large(main) + Markup("").join(self._large(one, hidden=True) for one in others)
        return Turn(tiles, row + large) if doing.waits else Turn(tiles + row, large)

    def _row(self, main: Action | None, actions: Sequence[Action], doing: Doing) -> Markup:
        """What the card shows and what happens on the way, the commonest first: what hardly ever happens stands last,
        after what other cards may show."""
        ids = {**_lit_by(actions), **_marked_by(doing.way)}
        then = [(one, [ids.get(to_json(entry), "") for entry in entries]) for one, entries in doing.then]
        tiles = [one for one in actions if one is not main and self._group(one) == "way"]
        others = [one for one in actions if one is not main and one not in tiles]
        drawn = [
            *([self._shown(main, main=True)] if main else ()),
            *(self._step(one) for one in tiles if not one.rare),
            *map(self._marked, doing.way),
            *(self._marked(one, " ".join(after)) for one, after in then if all(after)),
            *map(self._shown, others),
            *(self._step(one) for one in tiles if one.rare),
            *(self._marked(one) for one, after in then if not all(after)),
        ]
        inside = Markup("").join(drawn)
        return self._draw.row(inside) if inside else inside

    def _place(self, action: Action) -> int:
        """The place of a tile: one that is not listed comes last, and what is secret, in the order that it has."""
        if action.secret:
            return DRAWN
        return self.guide.places.get(action.tile.key, DRAWN) if action.tile else DRAWN

    def _main(self, actions: Sequence[Action]) -> Action | None:
        """The commonest: what ends the turn where a card has been played, else the first that asks nothing. Never a
        secret choice: a hand on the large button would be seen."""
        actions = [one for one in actions if not one.secret]
        ending = next((one for one in actions if one.group == "end"), None)
        playing = [one for one in actions if one.group == "play"]
        if ending and not playing:
            return ending
        ready = [one for one in playing if not self._asked(one)]
        usual = [one for one in ready if one.kind in (self.guide.tiles[0].key, DISCARD)] if self.guide.tiles else ready
        return next(iter(usual or ready), ending)

    def _group(self, action: Action) -> str:
        tile = action.tile
        if tile:
            return tile.group
        return "way" if action.group == "move" else "other"

    @lru_cache(DRAWN)  # noqa: B019 - there are few of this class
    def _deed(self, action: Action) -> Deed:
        """Most actions stay what they were from turn to turn."""
        tile = action.tile
        starts = (one for one in action.asked if isinstance(one, Number) and not one.optional)
        return Deed(
            icon(tile.icon if tile and tile.icon else action.icon, self.game),
            self.t(tile.name if tile else action.label),
            tile.key if tile else "",
            self.t(tile.help) if tile else None,
            to_json([action.base]),
            tuple((input_name(one, one.name), one.low if one.start is None else one.start) for one in starts),
            action.ends,
        )

    def _asked(self, action: Action) -> tuple[Field, ...]:
        """The fields that its sheet asks for; where there is none, all is marked before the tap."""
        return action.asked if _waits(action) else ()

    def _with(self, name: str, shown: str, action: Action) -> str:
        """The card with what it shows, or with how many it is of."""
        counted = any(isinstance(one, Number) and not one.optional for one in action.asked)
        return self.t(COUNTED.filled(what=name, name=shown) if counted else SHOWN.filled(first=name, then=shown))

    def _large(self, action: Action, hidden: bool = False) -> Markup:
        deed = self._deed(action)
        words, gettext = self.t(action.label) if action.group == "end" else deed.name, words_in(self.lang).gettext
        shown = self._with(deed.name, "{shown}", action) if marks_of(action) else ""
        if action.ends:
            words, shown = (gettext("{what}, done", what=one) if one else "" for one in (words, shown))
        return self._draw.large(deed, words, shown, _id(action) if shown else "", hidden)

    @lru_cache(DRAWN)  # noqa: B019 - as above
    def _tile(self, action: Action) -> Markup:
        deed = self._deed(action)
        if self._opens(action):
            return self._draw.opener(deed, _id(action))
        return self._draw.tile(deed, _id(action) if marks_of(action) else "")

    @lru_cache(DRAWN)  # noqa: B019 - as above
    def _shown(self, action: Action, main: bool = False) -> Markup:
        """What the card may show, each a mark; but for the commonest card with its name."""
        marks, deed = marks_of(action), self._deed(action)
        drawn = []
        for mark in marks:
            shown = self.t(mark.words)
            words = shown if main else self._with(deed.name, shown, action)
            drawn.append((icon(mark.icon, self.game) if mark.icon else deed.icon, words, shown, mark))
        return self._draw.shown(drawn, _id(action))

    @lru_cache(DRAWN)  # noqa: B019 - as above
    def _step(self, action: Action) -> Markup:
        """Something on the way that is entered by itself, with each thing that can be ticked besides."""
        if self._opens(action):
            return self._draw.opener(self._deed(action), _id(action))
        deed = self._deed(action)
        ways = ((deed.name if n == 0 else self.t(label), entry) for n, (label, entry) in enumerate(concrete(action)))
        return Markup("").join(
            self._draw.tile(deed._replace(name=name, entries=to_json([entry])), "") for name, entry in ways
        )

    def _opens(self, action: Action) -> bool:
        """There is a sheet behind its tile."""
        return bool(self._asked(action)) or (action.tile is not None and action.tile.shows)

    # -- sheets -------------------------------------------------------------------------------------------------
    def sheet(self, doing: Doing, id: str) -> Markup:
        """The sheet behind the tile with that id, or nothing where it can't be done now: a page fetches it when the
        tile is touched."""
        offered = (one for one in doing.actions if one.group != "settle" and not one.closed)
        found = (self._sheet(one, id) for one in offered if self._opens(one) and _id(one) == id)
        return next(found, Markup(""))

    def _sheet(self, action: Action, id: str) -> Markup:
        """The questions of a card. Where one question is left, a tap on its answer sends."""
        if not self._asked(action):
            return self._draw.sheet(self._deed(action), id, Markup(""), Markup(""))
        *first, last = self._asked(action)
        if isinstance(last, OneOf) and last.optional and first:
            first, last = [last], first[-1]
        draw = forms_of(self.game, self.lang).input
        asked = [
            draw(_possible(field), field.name, f"{id}-{n}", {}) for n, field in enumerate(first, 1) if _open(field)
        ]
        answers = Markup("")
        if isinstance(last, (OneOf, SomeOf)) and not any(not f.optional for f in first):
            answers = self._answers(action, last)
        else:
            asked.append(draw(last, last.name, f"{id}-l", {}))
        return self._draw.sheet(self._deed(action), id, Markup("").join(asked), answers)

    def _answers(self, action: Action, field: OneOf | SomeOf) -> Markup:
        """The answers that can be given, each a button that sends; of several, some may be marked before."""
        choices = [choice for choice in field.choices if not choice.closed]
        usual = Counter(choice.note.message for choice in choices if choice.note).most_common(1)
        choices = [one._replace(note=None) if one.note and one.note.message == usual[0][0] else one for one in choices]
        given = [(choice, self._clan(choice)) for choice in choices]
        name, several = input_name(field, field.name), isinstance(field, SomeOf)
        return self._draw.answers(self._deed(action), field, name, given, several, self.game)

    def _clan(self, choice: Choice) -> str | None:
        seat = choice.value if choice.label.message == "{name}" and type(choice.value) is int else -1
        return self.clans[seat] if 0 <= seat < len(self.clans) else None

    @lru_cache(DRAWN)  # noqa: B019 - as above
    def _marked(self, action: Action, after: str = "") -> Markup:
        """What marks something to have happened on the way, before the card; again and again where it can. ``after``:
        only once one of the inputs with these ids is lit."""
        deed, id, ways = self._deed(action), _way_id(action), concrete(action)
        often = game_by_id(self.game).moves[action.kind].often
        if any(isinstance(field, OneOf) and not field.optional for field in action.asked):
            return self._draw.asks_which(deed, id, ways, after)
        named = [(deed.name if n == 0 else self.t(label), entry) for n, (label, entry) in enumerate(ways)]
        return self._draw.marked(deed, id, named, often, after)


def _id(action: Action) -> str:
    """The id of its sheet."""
    fixed = "-".join("-".join(value) if isinstance(value, list) else str(value) for value in action.fixed.values())
    return f"s-{action.kind}-{fixed}".rstrip("-")


def _way_id(action: Action) -> str:
    """What the ids of its marks begin with."""
    return f"w-{_id(action)}"


def _marked_by(way: Sequence[Action]) -> dict[str, str]:
    """By entry the input that marks it to have happened on the way."""
    each = ((action, n, entry) for action in way for n, (_, entry) in enumerate(concrete(action)))
    return {to_json(entry): f"{_way_id(action)}-{n}-0" for action, n, entry in each}


def _lit_by(actions: Sequence[Action]) -> dict[str, str]:
    """By entry the input that lights what the card shows, where that is yes or no."""
    marks = ((action, n, mark) for action in actions for n, mark in enumerate(marks_of(action)))
    return {
        to_json({**action.base, mark.name[2:]: True}): f"{_id(action)}-{n}"
        for action, n, mark in marks
        if mark.name[0] == "b"
    }


def _waits(action: Action) -> bool:
    """A tap on it has to wait for an answer: its tile opens a sheet."""
    asks = action.tile is not None and action.tile.asks
    return any(asks or not (field.optional or isinstance(field, Number)) for field in action.asked)


def marks_of(action: Action) -> list[Mark]:
    """All that can be said of a card before its tap, where it opens no sheet."""
    if action.secret or _waits(action):
        return []
    return [mark for field in action.asked for mark in _marks(field)]


def _marks(field: Field) -> list[Mark]:
    name = input_name(field, field.name)
    if isinstance(field, Flag):
        return [] if field.closed else [Mark(field.icon, field.shown or field.label, name, "1")]
    if isinstance(field, Number):
        usual = field.start if field.start is not None else field.low
        counts = (n for n in range(field.low, field.high + 1) if n != (0 if field.optional else usual))
        words = field.shown or COUNTED.filled(what=field.label)
        return [Mark(field.icon, words.filled(n=n, name=n), name, str(n), name) for n in counts]
    if isinstance(field, (OneOf, SomeOf)):
        words, alone = COUNTED.filled(what=field.label), name if isinstance(field, OneOf) else ""
        given = ((one, one.shown or words.filled(name=one.label)) for one in field.choices if not one.closed)
        return [Mark(one.icon, shown, name, to_json(one.value), alone) for one, shown in given]
    return []


def _possible(field: Field) -> Field:
    """The question with those answers alone that can be given."""
    if isinstance(field, (OneOf, SomeOf)):
        return replace(field, choices=tuple(choice for choice in field.choices if not choice.closed))
    return field


def _open(field: Field) -> bool:
    """A question that may be left out has something to be answered."""
    if isinstance(field, Flag):
        return field.closed is None
    if isinstance(field, (OneOf, SomeOf)) and field.optional:
        return any(not choice.closed for choice in field.choices)
    return True


def concrete(action: Action) -> list[tuple[Text, Entry]]:
    """The entries an action can become: each answer to what it has to ask, and with what can be ticked."""
    asked = [field for field in action.asked if isinstance(field, OneOf) and not field.optional]
    ticked = [field for field in action.asked if isinstance(field, Flag) and field.closed is None]
    found: list[tuple[Text, Entry]] = []
    for chosen in product(*([c for c in field.choices if not c.closed] for field in asked)):
        values = {field.name: choice.value for field, choice in zip(asked, chosen, strict=True)}
        label = _answered(action.label, asked, chosen)
        found.append((label, {**action.base, **values}))
        for field in ticked:
            shown = SHOWN.filled(first=label, then=field.shown or field.label)
            found.append((shown, {**action.base, **values, field.name: True}))
    return found


def _answered(label: Text, asked: Sequence[OneOf], chosen: Sequence[Choice]) -> Text:
    """The answer, or each with what it answers where there are several; without a question what the action says."""
    if len(chosen) < 2:
        return chosen[0].label if chosen else label
    pairs = zip(asked, chosen, strict=True)
    about = [(clan_name(field.clan) if field.clan else field.label, choice.label) for field, choice in pairs]
    return T("{sum}", sum=[T("{first} {then}", first=what, then=answer) for what, answer in about])


@cache
def tiles_of(game: str, lang: str, clans: Clans) -> Tiles:
    """The tiles of that game's pages in that language."""
    return Tiles(game, lang, clans)
