"""Buttons of actions, their forms, and the inputs of these: templates draw them, with what they show now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup, escape

from companion.rules.asking import Action, Field, Flag, ListOf, Number, OneOf, SomeOf
from companion.table.now import Doing
from companion.web.forms import default_of, entries_json, input_name, one_choice, shown_value
from companion.web.templates import Macros, macros
from companion.web.words import words_in

Values = Mapping[str, Any]
GROUPS = ("settle", "play", "move", "any", "end")
URL, STAMP = "\x01", "\x03"
"""Where a page puts its own into what is drawn once for several."""


@lru_cache(2**10)
def post(url: str, css: str = "") -> Markup:
    """The attributes of a form that is sent to ``url`` and answered with a fresh live part."""
    hx = 'hx-target="#live" hx-swap="innerMorph" hx-sync="this:drop" hx-disable="find button"'
    style = f' class="{css}"' if css else ""
    return Markup(f'method="post" action="{{0}}" hx-post="{{0}}" {hx}{style}').format(url)  # noqa: S704 - fixed


def hidden(stamp: str, entries: str) -> Markup:
    """The unseen fields of a form: the state its page was made of, and the entries it makes."""
    kept = f'<input type="hidden" name="stamp" value="{escape(stamp)}">'
    return Markup(f'{kept}<input type="hidden" name="entries" value="{escape(entries)}">')  # noqa: S704 - escaped


def back(stamp: str, tap: int) -> Markup:
    """The unseen fields of a form that takes that tap back, or brings it back."""
    fields = '<input type="hidden" name="stamp" value="{}"><input type="hidden" name="entry" value="{}">'
    return Markup(fields).format(stamp, tap)  # noqa: S704 - fixed


@dataclass(frozen=True)
class Forms:
    """The forms of one game in one language, for templates to draw."""

    game: str
    lang: str
    post = staticmethod(post)
    hidden = staticmethod(hidden)
    back = staticmethod(back)

    @property
    def _draw(self) -> Macros:
        return macros("parts/forms.html", self.lang)

    def acts(self, doing: Doing, url: str, prefix: str, stamp: str, secrets: bool) -> Markup:
        """All buttons of a seat, on the page that sends them to ``url``, their ids beginning with ``prefix``;
        ``secrets`` where the seat alone looks."""
        turns = [self._draw.quick(quick, url, hidden(stamp, entries_json(quick)), self.game) for quick in doing.quick]
        one_tap = [quick.entries[0] for quick in doing.quick if len(quick.entries) == 1]
        offered = [action for action in doing.actions if action.asked or action.base not in one_tap]
        drawn: dict[str, list[Markup]] = {}
        for group in GROUPS:
            actions = enumerate((action for action in offered if action.group == group), 1)
            place, opens = f"{prefix}{doing.seat}{group}", group == "settle"
            shown = ((n, action) for n, action in actions if secrets or not action.secret)
            drawn[group] = [self.action(action, f"{place}{n}", url, stamp, opens) for n, action in shown]
        return self._draw.grouped(turns, drawn)

    def action(self, action: Action, id: str, url: str, stamp: str, open: bool = False) -> Markup:
        """One button with its form."""
        if action.closed:
            return self._draw.shut(action, id, self.game)
        kept = hidden(stamp, entries_json(action))
        if not action.asked:
            return self._draw.tap(action, url, kept, self.game)
        return self._draw.form(action, id, url, kept, self.fields(action, id), open and not action.secret, self.game)

    def fields(self, action: Action, id: str) -> Markup:
        """The fields still to be filled in, and the button that sends them."""
        if (choice := one_choice(action)) is not None:
            return self.buttons(choice, id)
        fields = (self.input(one, one.name, f"{id}-{number}", {}) for number, one in enumerate(action.asked, 1))
        return self._draw.fields(action, Markup("").join(fields), self.game)

    # -- inputs -------------------------------------------------------------------------------------------------
    def buttons(self, field: OneOf, id: str) -> Markup:
        """The choices of a form that one tap fills in, a button for each; ``id`` is that of the form."""
        return self._draw.buttons(field, input_name(field, field.name), id, self.game)

    def input(self, field: Field, path: str, id: str, values: Values) -> Markup:
        """Any field. ``path`` is where its value goes, ``values`` are those it has already."""
        draw = self._draw
        if isinstance(field, ListOf):
            places = ((one, f"{path}.{number}", f"{id}-{number + 1}") for number, one in enumerate(field.each))
            rows = (self.whole(*place, values) for place in places)
            return draw.rows(field, Markup("").join(rows)) if field.each else Markup("")
        name = input_name(field, path)
        if isinstance(field, Flag):
            return draw.flag(field, name, shown_value(values, path, False))
        if isinstance(field, Number):
            start = field.low if field.start is None else field.start
            return draw.stepper(field, name, id, shown_value(values, path, start))
        if isinstance(field, (OneOf, SomeOf)):
            return self._chips(field, name, shown_value(values, path, None))
        return draw.line(field, name, id, shown_value(values, path, ""))

    def whole(self, field: Field, path: str, id: str, values: Values) -> Markup:
        """A field that may not be left out: where the browser sends nothing of it, the form says what that means."""
        value, drawn = default_of(field), self.input(field, path, id, values)
        return drawn if value is ... else self._draw.left_out(path, value) + drawn

    def _chips(self, field: OneOf | SomeOf, name: str, value: Any) -> Markup:
        """A radio button or checkbox for each choice; nothing where nothing could be chosen and need not be."""
        if field.optional and all(choice.closed for choice in field.choices):
            return Markup("")
        if isinstance(field, SomeOf):
            several = isinstance(value, Collection) and not isinstance(value, str)
            return self._draw.chips(field, name, "checkbox", value if several else (), "", self.game)
        nobody = ""
        if field.optional:
            people = any(choice.label.message == "{name}" for choice in field.choices)
            words = words_in(self.lang)
            nobody = words.gettext("nobody") if people else words.gettext("nothing")
        return self._draw.chips(field, name, "radio", () if value is None else (value,), nobody, self.game)


@cache
def forms_of(game: str, lang: str) -> Forms:
    """The forms of that game's pages in that language."""
    return Forms(game, lang)
