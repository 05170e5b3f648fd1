"""Reading forms. An input is named after its field, and its value is read as JSON, or else as a text.

Inputs of a list add ``.0``, ``.1`` … to its name, in that order, and those of a list in it once more; those of any
number of choices add ``[]``. What is empty is left out of an entry. The rules say whether the values are possible.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from flask import request
from werkzeug.datastructures import MultiDict

from companion.engine.actions import END, Entry
from companion.engine.fields import Field, OneOf, SomeOf
from companion.engine.move import IGNORED
from companion.engine.setup import list_option_fields
from companion.engine.text import RuleError, T, Text
from companion.games import game_by_id
from companion.record.record import loads

MOST = 400
WAY = 8
DEEP = 3
OWN = frozenset(("entries", "way", "ends", "stamp", "newest", "game", "how", "follow", "counts"))
"""The names of inputs that belong to no field of an entry."""

Other = TypeVar("Other", int, None)
MISSING = T("part of the form is missing: fill in every row")
UNREADABLE = T("the form couldn't be read: reload the page")


class FormError(RuleError):
    """A form that no page of this program sends."""

    def __init__(self, text: Text = UNREADABLE) -> None:
        super().__init__(text)


def read_input(name: str) -> str:
    """Read the text of an input of the form that was sent; "" if it has none of that name."""
    return request.form.get(name, "")


def parse_int(given: str, digits: int, other: Other) -> int | Other:
    """Read a whole number of at most ``digits`` digits; return ``other`` if the text is none."""
    return int(given) if given.isascii() and given.isdigit() and len(given) <= digits else other


def name_input(field: Field, path: str) -> str:
    """Return the name of a field's input; ``path`` is where its value goes."""
    return f"{path}[]" if isinstance(field, SomeOf) else path


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def to_json(value: Any) -> str:
    """Write a value as an input has it."""
    return str(value) if type(value) is int else _encode(value)


def read_tap(form: MultiDict[str, str]) -> list[Entry]:
    """Read the entries of a tap: an action, events along the way that were marked, and perhaps the end of the turn.

    Events along the way are in order. Raises a FormError for anything but our forms.
    """
    entries = read_json(form.get("entries", ""))
    if not isinstance(entries, list) or not 0 < len(entries) <= 4:
        raise FormError
    if len(entries) == 1 and isinstance(entries[0], dict):
        entries[0].update(read_fields(form))
    entries += [read_json(event) for event in form.getlist("way")[:WAY]]
    if not all(map(_is_entry, entries)):
        raise FormError
    end = [{"kind": END, "by": entries[0].get("by")}] if form.get("ends") == "1" else []
    return [*entries, *end]


def _is_entry(entry: Any) -> bool:
    """Return whether a form can have this entry; ``at`` and ``device`` are only in records."""
    return isinstance(entry, dict) and isinstance(entry.get("kind"), str) and IGNORED.isdisjoint(entry)


def read_paths(form: MultiDict[str, str]) -> dict[str, Any]:
    """Read the values of inputs by the paths in their names, empty ones included."""
    if len(form) > MOST:
        raise FormError
    return {name.removesuffix("[]"): _read_value(name, form.getlist(name)) for name in form if name not in OWN}


def read_fields(form: MultiDict[str, str]) -> dict[str, Any]:
    """Read the values of fields by their names."""
    values = _Rows()
    for path, value in read_paths(form).items():
        if value == "":
            continue
        *above, last = path.split(".", DEEP)
        found = values
        for step in above:
            found = found.setdefault(step, _Rows())
            if not isinstance(found, _Rows):
                raise FormError(MISSING)
        found[last] = value
    return {name: _make_list(value) for name, value in values.items()}


class _Rows(dict[str, Any]):
    """The values of a list by their positions, as they come."""


def _make_list(value: Any) -> Any:
    if not isinstance(value, _Rows):
        return value
    if list(value) != [str(place) for place in range(len(value))]:
        raise FormError(MISSING)
    return [_make_list(row) for row in value.values()]


def _read_value(name: str, given: list[str]) -> Any:
    """Read the value of an input; of several with one name the last one counts."""
    if name.endswith("[]"):
        return [_read_text(text) for text in dict.fromkeys(given) if text]
    return _read_text(given[-1].strip())


def _read_text(text: str) -> Any:
    try:
        return int(text) if text.isascii() and text.isdigit() else loads(text)  # 05, as people type it, is no JSON
    except ValueError:
        return text


def read_json(text: str) -> Any:
    try:
        return loads(text)
    except ValueError:
        raise FormError from None


def set_language(game: str, lang: str) -> dict[str, str]:
    """Return the option "language" of a game that has one, set to that of the table's device."""
    fields = (
        field for field in list_option_fields(game_by_id(game)) if isinstance(field, OneOf) and field.name == "language"
    )
    return {field.name: lang for field in fields if any(choice.value == lang for choice in field.choices)}
