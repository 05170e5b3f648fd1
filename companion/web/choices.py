"""The choices of a form, drawn here and not by a template: a page has hundreds of them, and people wait for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from markupsafe import Markup, escape

from companion.rules.fields import Choice, OneOf, SomeOf
from companion.web.forms import input_name, to_json
from companion.web.icons import icon
from companion.web.words import Words, words_in


def choice_buttons(field: OneOf, id: str, game: str, lang: str) -> Markup:
    """A button for each choice of a form that one tap fills in; ``id`` is that of the form."""
    words = words_in(lang)
    name = escape(input_name(field, field.name))
    drawn = []
    for number, choice in enumerate(field.choices, 1):
        text = _text(choice, game, words)
        if choice.closed:
            why = f'<small id="{id}-{number}">{escape(words.t(choice.closed))}</small>'
            button = (
                f'<button class="button" type="button" disabled aria-describedby="{id}-{number}">{text}</span></button>'
            )
            drawn.append(f'<span class="shut">{button}{why}</span>')
        else:
            value = escape(to_json(choice.value))
            drawn.append(f'<button class="button" name="{name}" value="{value}">{text}</span></button>')
    return Markup("\n".join(drawn))  # noqa: S704 - every part is escaped


def chip_inputs(field: OneOf | SomeOf, path: str, chosen: Any, game: str, lang: str) -> Markup:
    """A radio button or checkbox for each choice, those ``chosen`` before already set."""
    words = words_in(lang)
    one = isinstance(field, OneOf)
    head = f'<input type="{"radio" if one else "checkbox"}" name="{escape(input_name(field, path))}"'
    needed = " required" if one and not field.optional else ""
    drawn = []
    for choice in field.choices:
        closed = f"<small>{escape(words.t(choice.closed))}</small>" if choice.closed else ""
        marks = (" disabled" if closed else "") + needed + (" checked" if _is_chosen(choice, chosen, one) else "")
        value = escape(to_json(choice.value))
        shut = ' class="shut"' if closed else ""
        drawn.append(f'<label{shut}>{head} value="{value}"{marks}>{_text(choice, game, words)}{closed}</span></label>')
    return Markup("\n".join(drawn))  # noqa: S704 - every part is escaped


def _text(choice: Choice, game: str, words: Words) -> str:
    """Icon and words; the span is left open for what belongs to them."""
    return f"{icon(choice.icon, game) if choice.icon else ''}<span>{escape(words.t(choice.label))}"


def _is_chosen(choice: Choice, chosen: Any, one: bool) -> bool:
    if one:
        return chosen is not None and bool(chosen == choice.value)
    return isinstance(chosen, Collection) and choice.value in chosen
