"""The inputs of a form: a template draws each, with what it shows now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from companion.rules.asking import Field, Flag, ListOf, Number, OneOf, SomeOf
from companion.web.forms import default_of, input_name, shown_value
from companion.web.templates import Macros, macros
from companion.web.words import Words, words_in

Values = Mapping[str, Any]


@cache
def clan_sign(clan: str | None, lang: str) -> Markup:
    """The sign of a clan or team: a colour, a shape, and its name for who sees neither."""
    if not clan:
        return Markup("")
    _ = words_in(lang).gettext
    name = {"yellow": _("yellow clan"), "blue": _("blue clan"), "green": _("green team")}.get(clan, clan)
    return Markup('<span class="clan {}" role="img" aria-label="{}"></span>').format(clan, name)


@dataclass(frozen=True)
class Inputs:
    """The fields of one game in one language."""

    game: str
    words: Words

    @property
    def _draw(self) -> Macros:
        return macros("parts/inputs.html", self.words.lang)

    def buttons(self, field: OneOf, id: str) -> Markup:
        """The choices of a form that one tap fills in, a button for each; ``id`` is that of the form."""
        return self._draw.buttons(field, input_name(field, field.name), id, self.game)

    def input(self, field: Field, path: str, id: str, values: Values) -> Markup:
        """Any field. ``path`` is where its value goes, ``values`` are those it has already."""
        draw = self._draw
        if isinstance(field, ListOf):
            places = ((one, f"{path}.{number}", f"{id}-{number + 1}") for number, one in enumerate(field.each))
            rows = (self.whole(*place, values) for place in places)
            return draw.list(field, Markup("").join(rows)) if field.each else Markup("")
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
            nobody = self.words.gettext("nobody") if people else self.words.gettext("nothing")
        return self._draw.chips(field, name, "radio", () if value is None else (value,), nobody, self.game)
