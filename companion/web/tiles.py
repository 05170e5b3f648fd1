"""The turn on a phone: tiles, the sheets behind them, what is marked to happen on the way, and the bar afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import Any

from markupsafe import Markup, escape

from companion.games import game_by_id
from companion.rules.asking import GROUPS, Action, Choice, Entry, Field, Flag, Number, OneOf, SomeOf
from companion.rules.guide import Guide
from companion.rules.text import Text
from companion.table.now import Doing, Done
from companion.web.buttons import STAMP, URL, post
from companion.web.forms import input_name, to_json
from companion.web.icons import icon
from companion.web.inputs import Inputs, clan_sign
from companion.web.words import words_in

DRAWN = 2**12
Clans = tuple[str | None, ...]
MARKED = ' hx-include="#way input:checked"'
DISCARD = "discard"
MORE = "add-more"
SHOWN = 3
"""What can be added stands in the bar itself, so many of it; the rest behind "…"."""


@dataclass(frozen=True)
class Turn:
    """The page of a seat whose turn it is, drawn once a change."""

    tiles: str
    main: str

    def on(self, text: str, url: str, stamp: str) -> Markup:
        return Markup(text.replace(URL, url).replace(STAMP, stamp))  # noqa: S704 - escaped below


@dataclass(frozen=True)
class Tiles:
    """Draws turns of one game in one language. ``clans`` are the public backs by seat."""

    game: str
    lang: str
    clans: Clans

    @cached_property
    def guide(self) -> Guide:
        return game_by_id(self.game).guide

    @cached_property
    def inputs(self) -> Inputs:
        return Inputs(self.game, words_in(self.lang))

    @cached_property
    def _bars(self) -> dict[tuple[str, str], tuple[Done, Markup]]:
        return {}

    @cached_property
    def words_of(self) -> dict[str, Markup]:
        """Words that stand within markup."""
        _ = self._
        found = (_("Your last turn"), _("Undo"), _("Close"), _("What else happened"), _("Not possible now"), _("Mend"))
        return dict(zip(("last", "undo", "close", "more", "shut", "mend"), found, strict=True))

    def t(self, text: Text | None) -> Markup:
        return escape(self.inputs.words.t(text))

    def _(self, message: str, **values: Any) -> Markup:
        return escape(self.inputs.words.gettext(message, **values))

    # -- one's own turn -----------------------------------------------------------------------------------------
    def turn(self, doing: Doing) -> Turn:
        """Everything that can be done now: the large button, the tiles, what is shut with its reason."""
        actions = [one for one in doing.actions if one.group != "settle" and not one.rare]
        actions.sort(key=self._place)
        open_ones = [one for one in actions if not one.closed]
        main = self._main(open_ones)
        drawn = dict.fromkeys(GROUPS, "")
        for action in open_ones:
            if action is not main:
                drawn[self._group(action)] += self._tile(action)
        if marked := "".join(self._marked(one, number) for number, one in enumerate(doing.way)):
            drawn["way"] += marked
        cards = "".join(one for name, one in drawn.items() if name != "way")
        text = f'<div class="tiles">{cards}</div>' if cards else ""
        if drawn["way"]:
            head = self._("On the way, this turn") if doing.way else self._("On the way")
            text += f'<div id="way" role="group" aria-labelledby="way-t"><h2 id="way-t">{head}</h2>'
            text += f'<div class="tiles low">{drawn["way"]}</div></div>'
        text += self._shut([one for one in actions if one.closed])
        return Turn(text, self._large(main) if main else "")

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

    def name(self, action: Action) -> Markup:
        """Its short name, as far as it says all that is fixed."""
        tile = action.tile
        return self.t(tile.name if tile else action.label)

    def _icon(self, action: Action) -> Markup:
        tile = action.tile
        return icon(tile.icon if tile and tile.icon else action.icon, self.game)

    def _asked(self, action: Action) -> tuple[Field, ...]:
        """The fields whose answer the tap has to wait for; the others are said afterwards, if there is any need."""
        tile = action.tile
        if tile and tile.asks:
            return action.asked
        return tuple(field for field in action.asked if not field.optional and not isinstance(field, Number))

    def _large(self, action: Action) -> str:
        words = self.name(action)
        if action.group == "end":
            words = self.t(action.label)
        elif action.ends:
            words = self._("{what}, done", what=self.inputs.words.t(self._text(action)))
        button = f'<button class="button main big">{self._icon(action)}<span>{words}</span></button>'
        return f"<form {post(URL)}{MARKED}>{self._kept(action)}{button}</form>"

    def _text(self, action: Action) -> Text:
        tile = action.tile
        return tile.name if tile else action.label

    def _kept(self, action: Action, stamp: str = STAMP) -> str:
        """The unseen fields of a form."""
        kept = f'<input type="hidden" name="stamp" value="{stamp}">' if stamp else ""
        kept += f'<input type="hidden" name="entries" value="{escape(to_json([action.base]))}">'
        for field in action.asked:
            if isinstance(field, Number) and not field.optional:
                start = field.low if field.start is None else field.start
                kept += f'<input type="hidden" name="{input_name(field, field.name)}" value="{start}">'
        return kept + ('<input type="hidden" name="ends" value="1">' if action.ends else "")

    @lru_cache(DRAWN)  # noqa: B019 - there are few of this class
    def _tile(self, action: Action) -> str:
        """Most actions stay what they were from turn to turn."""
        face = f"{self._icon(action)}<span>{self.name(action)}</span>"
        if not self._asked(action):
            button = f'<button class="tile"{self._helped(action)}>{face}</button>'
            return f"<form {post(URL)}{MARKED}>{self._kept(action)}{button}</form>"
        id = self._id(action)
        return f'<button type="button" class="tile" data-sheet="{id}"{self._helped(action)}>{face}</button>'

    def _id(self, action: Action) -> str:
        fixed = "-".join("-".join(value) if isinstance(value, list) else str(value) for value in action.fixed.values())
        return f"s-{action.kind}-{fixed}".rstrip("-")

    def _helped(self, action: Action) -> str:
        tile = action.tile
        return f' data-help="{escape(tile.key)}"' if tile else ""

    # -- sheets -------------------------------------------------------------------------------------------------
    def sheet(self, doing: Doing, id: str) -> str:
        """The sheet behind the tile with that id, or nothing where it can't be done now: a page fetches it when the
        tile is touched."""
        offered = (one for one in doing.actions if one.group != "settle" and not (one.rare or one.closed))
        return next((self._sheet(one, id) for one in offered if self._asked(one) and self._id(one) == id), "")

    def _head(self, action: Action, id: str) -> str:
        tile = action.tile
        about = f'<p class="about">{self.t(tile.help)}</p>' if tile else ""
        close = f'<button type="button" class="grab" data-close aria-label="{self.words_of["close"]}"></button>'
        title = f'<h2 id="{id}-t">{self._icon(action)}{self.name(action)}</h2>'
        return f'<dialog class="sheet" id="{id}" aria-labelledby="{id}-t">{close}{title}{about}'

    def _sheet(self, action: Action, id: str) -> str:
        """The questions of a card. Where one question is left, a tap on its answer sends."""
        *first, last = self._asked(action)
        if isinstance(last, OneOf) and last.optional and first:
            first, last = [last], first[-1]
        ask = "".join(
            self.inputs.input(_possible(field), field.name, f"{id}-{n}", {})
            for n, field in enumerate(first, 1)
            if _open(field)
        )
        form = f"<form {post(URL, 'fields')}{MARKED}>{self._kept(action)}{ask}"
        if isinstance(last, (OneOf, SomeOf)) and not any(not f.optional for f in first):
            form += self._answers(action, last, id)
        else:
            ready = f"{self._icon(action)}<span>{self.name(action)}</span>"
            form += str(self.inputs.input(last, last.name, f"{id}-l", {}))  # markup would escape what stands before it
            form += f'<button class="button main big">{ready}</button>'
        return f"{self._head(action, id)}{form}</form></dialog>"

    def _answers(self, action: Action, field: OneOf | SomeOf, id: str) -> str:
        """The answers that can be given, each a button that sends; of several, some may be marked before."""
        several = isinstance(field, SomeOf)
        choices = [choice for choice in field.choices if not choice.closed]
        name = escape(input_name(field, field.name))
        css = "answers several" if several else "answers"
        usual = Counter(choice.note.message for choice in choices if choice.note).most_common(1)
        choices = [one._replace(note=None) if one.note and one.note.message == usual[0][0] else one for one in choices]
        text = f'<fieldset class="{css}"><legend>{self.t(field.label)}</legend>'
        text += "".join(self._answer(choice, name, several) for choice in choices)
        text += "</fieldset>"
        if several:
            what = self.inputs.words.t(self._text(action))
            nobody = self._("{what}: nobody", what=what)
            said = f'<span data-what="{escape(what)}" data-nobody="{nobody}">{nobody}</span>'
            text += f'<button class="button main big">{self._icon(action)}{said}</button>'
        return text

    def _answer(self, choice: Choice, name: str, several: bool) -> str:
        """A person, or a thing, with what comes of it."""
        value = escape(to_json(choice.value))
        sign = clan_sign(self._clan(choice), self.lang)
        picture = icon(choice.icon, self.game) if choice.icon else ""
        button = (
            f'<button class="button" name="{name}" value="{value}">{sign}{picture}<span>{self._says(choice)}</span>'
        )
        if not several:
            return f"{button}</button>"
        who = self.inputs.words.t(choice.label)
        also = self._("{name} too, and others", name=who)
        box = f'<input type="checkbox" name="{name}" value="{value}" data-who="{escape(who)}" aria-label="{also}">'
        plus = f'<label class="and">{box}<span aria-hidden="true">+</span></label>'
        return f'<span class="pair">{button}</button>{plus}</span>'

    def _says(self, choice: Choice) -> Markup:
        """Who, and what comes of it where that is not what happens to the others."""
        who = self.t(choice.label)
        if choice.note is None:
            return who
        told = self.t(choice.note).rstrip(".")
        head, name, rest = told.partition(who)
        return (
            Markup("{}<b>{}</b>{}").format(head, name, rest)
            if name
            else Markup("{} <small>{}</small>").format(who, told)
        )

    def _clan(self, choice: Choice) -> str | None:
        seat = choice.value if choice.label.message == "{name}" and type(choice.value) is int else -1
        return self.clans[seat] if 0 <= seat < len(self.clans) else None

    # -- what happens on the way, marked before the card --------------------------------------------------------
    @lru_cache(DRAWN)  # noqa: B019 - as above
    def _marked(self, action: Action, number: int) -> str:
        face = f"{self._icon(action)}<span>{self.name(action)}</span>"
        ways = concrete(action)
        if len(ways) == 1:
            box = f'<input type="checkbox" name="way" value="{escape(to_json(ways[0][1]))}">'
            return f'<label class="tile"{self._helped(action)}>{box}{face}</label>'
        id = f"w-{self._id(action)}"
        opener = f'<button type="button" class="tile" data-sheet="{id}"{self._helped(action)}>{face}</button>'
        chips = "".join(
            f'<label><input type="checkbox" data-one="{id}" name="way" value="{escape(to_json(entry))}">'
            f"<span>{self.t(label)}</span></label>"
            for label, entry in ways
        )
        title = self._("It is entered together with the card you play.")
        asked = f'<fieldset class="chips"><legend>{title}</legend>{chips}</fieldset>'
        return f"<div>{opener}{self._head(action, id)}{asked}</dialog></div>"

    # -- what is impossible now ---------------------------------------------------------------------------------
    def _shut(self, actions: Sequence[Action]) -> str:
        if not actions:
            return ""
        rows = "".join(f"<li><b>{self.name(one)}:</b> {self.t(one.closed)}</li>" for one in actions)
        return (
            f'<details class="shut-list" id="shut"><summary>{self.words_of["shut"]}</summary><ul>{rows}</ul></details>'
        )

    # -- the bar ------------------------------------------------------------------------------------------------
    def bar(self, done: Done, url: str, own: str) -> Markup:
        """The seat's last turn: to be taken back, or added to. Kept for each page, for no later turn has the same."""
        last = self._bars.get((url, own))
        if last is None or last[0] != done:
            if len(self._bars) >= DRAWN:
                self._bars.clear()
            last = self._bars[url, own] = (done, self._bar(done, url, own))
        return last[1]

    def _bar(self, done: Done, url: str, own: str) -> Markup:
        said = ", ".join(self.inputs.words.t(one) for one in done.what)
        done_words = self._("Done: {what}.", what=said)
        text = f'<div class="done" role="group" aria-label="{self.words_of["last"]}">'
        text += f"<p>{done_words}</p>"
        if done.undo is not None:
            kept = f'<input type="hidden" name="stamp" value="{STAMP}">'
            kept += f'<input type="hidden" name="entry" value="{done.undo}">'
            text += (
                f'<form {post(f"{url}undo{own}")}>{kept}<button class="link">{self.words_of["undo"]}</button></form>'
            )
        text += f'<button type="button" class="link" data-sheet="mend">{self.words_of["mend"]}</button>'
        shown, rest = _shown(done)
        text += '<div class="more">' + "".join(self._add(done, one, url, own) for one in shown)
        if rest:
            label = f'aria-label="{self.words_of["more"]}"'
            text += f'<button type="button" class="button pill" data-sheet="{MORE}" {label}>…</button>'
        return Markup(text + "</div></div>")  # noqa: S704 - escaped where it is put in

    def additions(self, done: Done, url: str, own: str) -> Markup:
        """All that can be put into that turn."""
        return Markup("".join(self._add(done, one, url, own) for one in _additions(done)))  # noqa: S704 - escaped where it is put in

    def rest(self, done: Done, url: str, own: str) -> str:
        """The rest of what can be added, behind "…"; nothing where all of it stands in the bar."""
        _, rest = _shown(done)
        close = f'<button type="button" class="grab" data-close aria-label="{self.words_of["close"]}"></button>'
        title = self._("What else happened in your last turn?")
        buttons = "".join(self._add(done, one, url, own) for one in rest)
        head = f'<dialog class="sheet" id="{MORE}" aria-labelledby="{MORE}-t">{close}<h2 id="{MORE}-t">{title}</h2>'
        return f'{head}<div class="more">{buttons}</div></dialog>' if rest else ""

    def _add(self, done: Done, one: Addition, url: str, own: str) -> str:
        action, label, entry = one
        kept = f'<input type="hidden" name="entries" value="{escape(to_json([entry]))}">'
        kept += f'<input type="hidden" name="entry" value="{done.number}">'
        kept += f'<input type="hidden" name="mends" value="{done.mends}">'
        words = self.name(action) if label == action.label and action.group == "move" else self.t(label)
        button = f'<button class="button pill">+ {self._icon(action)}<span>{words}</span></button>'
        return f"<form {post(f'{url}add{own}')}>{kept}{button}</form>"


Addition = tuple[Action, Text, Entry]


def _shown(done: Done) -> tuple[list[Addition], list[Addition]]:
    """The actions that can be added: those in the bar itself, and the rest."""
    more = _additions(done)
    cut = SHOWN if len(more) > SHOWN + 1 else len(more)
    return more[:cut], more[cut:]


def _additions(done: Done) -> list[Addition]:
    """Each way in which something can be put into that turn: the action, what it says, what it enters."""
    return [(one, label, entry) for one in done.more for label, entry in concrete(one)]


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
        label = chosen[0].label if chosen else action.label
        found.append((label, {**action.base, **values}))
        found += [(field.label, {**action.base, **values, field.name: True}) for field in ticked]
    return found


@cache
def tiles_of(game: str, lang: str, clans: Clans) -> Tiles:
    """The tiles of that game's pages in that language."""
    return Tiles(game, lang, clans)
