"""The inputs of a form, drawn here and not by a template: a page has hundreds of choices, and people wait for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup, escape

from companion.rules.asking import Choice, Field, Flag, Line, ListOf, Number, OneOf, SomeOf
from companion.rules.text import Text
from companion.web.forms import default_of, input_name, shown_value, to_json
from companion.web.icons import icon
from companion.web.words import Words, words_in

Values = Mapping[str, Any]
TEXTS = 2**13


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
    """Draws the fields of one game in one language."""

    game: str
    words: Words

    def buttons(self, field: OneOf, id: str) -> Markup:
        """The choices of a form that one tap fills in, a button for each; ``id`` is that of the form."""
        name = escape(input_name(field, field.name))
        drawn = [self._button(choice, name, f"{id}-{number}") for number, choice in enumerate(field.choices, 1)]
        head = f'<fieldset class="choices"><legend>{escape(self.words.t(field.label))}</legend>'
        return _markup("\n".join([head, *drawn, "</fieldset>\n"]))

    def _button(self, choice: Choice, name: str, id: str) -> str:
        text = self._text(choice)
        if not choice.closed:
            value = escape(to_json(choice.value))
            return f'<button class="button" name="{name}" value="{value}">{text}</span></button>'
        why = f'<small id="{id}">{escape(self.words.t(choice.closed))}</small>'
        button = f'<button class="button" type="button" disabled aria-describedby="{id}">{text}</span></button>'
        return f'<span class="shut">{button}{why}</span>'

    def input(self, field: Field, path: str, id: str, values: Values) -> Markup:
        """Any field. ``path`` is where its value goes, ``values`` are those it has already."""
        draw = next(draw for kind, draw in _DRAWN if isinstance(field, kind))
        return _markup(draw(self, field, path, id, values))

    def whole(self, field: Field, path: str, id: str, values: Values) -> Markup:
        """A field that may not be left out: where the browser sends nothing of it, the form says what that means."""
        return left_out(field, path) + self.input(field, path, id, values)

    def _list(self, field: ListOf, path: str, id: str, values: Values) -> str:
        if not field.each:
            return ""
        rows = (
            self.whole(inner, f"{path}.{number}", f"{id}-{number + 1}", values)
            for number, inner in enumerate(field.each)
        )
        return (
            f'<fieldset class="rows"><legend>{escape(self.words.t(field.label))}</legend>{"".join(rows)}</fieldset>\n'
        )

    def _chips(self, field: OneOf | SomeOf, path: str, id: str, values: Values) -> str:
        """A radio button or checkbox for each choice; nothing where nothing could be chosen and need not be."""
        if field.optional and all(choice.closed for choice in field.choices):
            return ""
        one, clan = isinstance(field, OneOf), field.clan if isinstance(field, OneOf) else None
        chosen = shown_value(values, path, None)
        name = escape(input_name(field, path))
        sign = ""
        if isinstance(field, OneOf) and clan:
            sign = f'<span class="sign {clan}">{clan_sign(clan, self.words.lang)}{icon(field.icon, self.game)}</span>'
        css, label = "chips asked" if clan else "chips", escape(self.words.t(field.label))
        head = f'<fieldset class="{css}"><legend>{sign}{label}</legend>'
        drawn = [head]
        if one and field.optional:
            people = any(choice.label.message == "{name}" for choice in field.choices)
            nothing = escape(self.words.gettext("nobody") if people else self.words.gettext("nothing"))
            drawn.append(f'<label><input type="radio" name="{name}" value=""{_on(chosen is None)}>{nothing}</label>')
        head = f'<input type="{"radio" if one else "checkbox"}" name="{name}"'
        needed = " required" if one and not field.optional else ""
        drawn += [self._chip(choice, head, needed, _is_chosen(choice, chosen, one)) for choice in field.choices]
        return "\n".join([*drawn, "</fieldset>\n"])

    def _chip(self, choice: Choice, head: str, needed: str, chosen: bool) -> str:
        why = f"<small>{escape(self.words.t(choice.closed))}</small>" if choice.closed else ""
        shut, off = (' class="shut"', " disabled") if why else ("", "")
        box = f'{head} value="{escape(to_json(choice.value))}"{off}{needed}{_on(chosen)}>'
        return f"<label{shut}>{box}{self._text(choice)}{why}</span></label>"

    def _flag(self, field: Flag, path: str, id: str, values: Values) -> str:
        why = f"<small>{escape(self.words.t(field.closed))}</small>" if field.closed else ""
        shut, off = (" shut", " disabled") if why else ("", "")
        on = _on(shown_value(values, path, False))
        box = f'<input type="checkbox" name="{input_name(field, path)}" value="1"{off}{on}>'
        return f'<label class="chip{shut}">{box}<span>{escape(self.words.t(field.label))}{why}</span></label>\n'

    def _stepper(self, field: Number, path: str, id: str, values: Values) -> str:
        shown = shown_value(values, path, field.low if field.start is None else field.start)
        less, more = escape(self.words.gettext("less")), escape(self.words.gettext("more"))
        number = f'<input id="{id}" type="number" inputmode="numeric" name="{input_name(field, path)}"'
        return (
            f'<div class="stepper"><label for="{id}">{escape(self.words.t(field.label))}</label>\n<span>'
            f'<button type="button" class="button" data-step="-1" aria-label="{less}">−</button>'
            f'{number} min="{field.low}" max="{field.high}" value="{escape(shown)}">'
            f'<button type="button" class="button" data-step="1" aria-label="{more}">+</button></span></div>\n'
        )

    def _line(self, field: Line, path: str, id: str, values: Values) -> str:
        value = escape(shown_value(values, path, ""))
        line = f'<input id="{id}" name="{input_name(field, path)}" maxlength="200" value="{value}">'
        return f'<label class="line" for="{id}">{escape(self.words.t(field.label))}{line}</label>\n'

    def _text(self, choice: Choice) -> str:
        """Icon and words; the span is left open for what belongs to them."""
        return _text(choice.label, choice.icon, self.game, self.words.lang)


def left_out(field: Field, path: str) -> Markup:
    """The field's value where the browser sends nothing of it."""
    value = default_of(field)
    return _markup("" if value is ... else f'<input type="hidden" name="d:{path}" value="{escape(to_json(value))}">')


@lru_cache(TEXTS)
def _text(label: Text, drawing: str, game: str, lang: str) -> str:
    return f"{icon(drawing, game) if drawing else ''}<span>{escape(words_in(lang).t(label))}"


_DRAWN: tuple[tuple[type[Field], Callable[..., str]], ...] = (
    (OneOf, Inputs._chips),
    (Flag, Inputs._flag),
    (Number, Inputs._stepper),
    (SomeOf, Inputs._chips),
    (ListOf, Inputs._list),
    (Line, Inputs._line),
)


def _on(checked: object) -> str:
    return " checked" if checked else ""


def _is_chosen(choice: Choice, chosen: Any, one: bool) -> bool:
    if one:
        return chosen is not None and bool(chosen == choice.value)
    return isinstance(chosen, Collection) and not isinstance(chosen, str) and choice.value in chosen


def _markup(drawn: str) -> Markup:
    return Markup(drawn)  # noqa: S704 - every part is escaped where it is put in
