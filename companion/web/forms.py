"""Forms: the names of inputs say how their values are read, so a tap can be read without knowing the state.

An input is named ``type:path``. The types: ``j`` a JSON value, ``l`` one item of a list of them, ``b`` yes or no,
``n`` a number, ``z`` a number that is left out at 0, ``t`` a text. A path with dots goes into lists: ``cards.0``.
``d`` is the JSON value that stands there where the browser sends nothing, as it does for a box that is not ticked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

from werkzeug.datastructures import MultiDict

from companion.games import game_by_id
from companion.record.record import loads
from companion.rules.asking import END, Action, Entry, Field, Flag, ListOf, Number, OneOf, ShortText, SomeOf
from companion.rules.move import IGNORED
from companion.rules.text import RuleError, T, Text

MOST = 400
WAY = 8
DEEPEST = 8
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")


Other = TypeVar("Other", int, None)
NO_ENTRY = T("the form has no entry: load the page again")


class FormError(RuleError):
    """A form that no page of ours sends."""

    def __init__(self, text: Text = NO_ENTRY) -> None:
        super().__init__(text)


def read_whole(given: str, digits: int, other: Other) -> int | Other:
    """Return the number of at most so many digits that a text is; ``other`` where it is none."""
    return int(given) if given.isascii() and given.isdigit() and len(given) <= digits else other


def name_input(field: Field, path: str) -> str:
    """Name the field's input, ``path`` being where its value goes."""
    if isinstance(field, SomeOf):
        return f"l:{path}"
    if isinstance(field, OneOf):
        return f"j:{path}"
    if isinstance(field, Flag):
        return f"b:{path}"
    if isinstance(field, Number):
        return f"z:{path}" if field.optional else f"n:{path}"
    if isinstance(field, ShortText):
        return f"t:{path}"
    raise TypeError(f"{field.name}: a list of fields has no input of its own")


def find_default(field: Field) -> Any:
    """Return the value, in a list or a whole object, of a field for which a browser sends nothing.

    ``...`` where it has to be filled in.
    """
    if isinstance(field, Flag):
        return False
    if isinstance(field, ShortText):
        return ""
    if isinstance(field, SomeOf) or (isinstance(field, ListOf) and not field.each):
        return []
    if isinstance(field, Number) and field.optional:
        return 0
    return None if isinstance(field, OneOf) and field.optional else ...


def find_unsent(field: Field) -> str | None:
    """Return the JSON value that stands there where the browser sends nothing."""
    value = find_default(field)
    return None if value is ... else to_json(value)


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def to_json(value: Any) -> str:
    """Write a value as it stands in an input."""
    return str(value) if type(value) is int else _encode(value)


def find_one_choice(action: Action) -> OneOf | None:
    """Return the field, where one tap on a choice is all it takes: the only one, and one of a few choices."""
    first, *more = action.asked or (None,)
    return first if isinstance(first, OneOf) and not first.optional and not more else None


def is_long(action: Action) -> bool:
    """Tell whether a form asks something of each player: then it has a sheet of its own."""
    return not action.closed and any(isinstance(field, ListOf) for field in action.asked)


def read_tap(form: MultiDict[str, str]) -> list[Entry]:
    """Read the entries of a tap: one action, or a card, all that was marked on the way, and the end of the turn.

    Things on the way stand in their order. Raises a FormError for what is no form of ours.
    """
    entries = read_json(form.get("entries", ""))
    if not isinstance(entries, list) or not 0 < len(entries) <= 4:
        raise FormError
    if len(entries) == 1 and isinstance(entries[0], dict):
        entries[0].update(read_fields(form))
    entries += [read_json(one) for one in form.getlist("way")[:WAY]]
    if not all(map(_is_entry, entries)):
        raise FormError
    end = [{"kind": END, "by": entries[0].get("by")}] if form.get("ends") == "1" else []
    return [*entries, *end]


def _is_entry(entry: Any) -> bool:
    """When it was made, and on which device, no form says: only a record does."""
    return isinstance(entry, dict) and isinstance(entry.get("kind"), str) and IGNORED.isdisjoint(entry)


def read_fields(form: MultiDict[str, str]) -> dict[str, Any]:
    """Read the values of all inputs named as above."""
    values: dict[str, Any] = {}
    for kind, path, given in _list_inputs(form):
        value = _read_value(kind, given)
        if value is not ...:
            _put(values, path.split("."), value)
    return {name: _make_lists(value) for name, value in values.items()}


def read_paths(form: MultiDict[str, str], as_typed: bool = False) -> dict[str, Any]:
    """Read the values of single inputs by their paths, as they are sent one by one; an input that is empty again too.

    ``as_typed``: to be shown again, whatever was typed: numbers, and what can't be read, stand as the text that they
    are.
    """
    values: dict[str, Any] = {}
    for kind, path, given in _list_inputs(form):
        try:
            value = given[-1] if as_typed and kind in "nzt" else _read_value(kind, given)
        except FormError:
            if not as_typed:
                raise
            value = given[-1]
        if value is ...:
            value = {"b": False, "t": "", "z": 0}.get(kind, ...)
        if value is not ... and (as_typed or kind != "d"):
            values[path] = value
    return values


def _list_inputs(form: MultiDict[str, str]) -> list[tuple[str, str, list[str]]]:
    """Type, path and what was given, of each input; first what stands where nothing else was given."""
    if len(form) > MOST:
        raise FormError
    parts = ((*name.partition(":"), form.getlist(name)) for name in form)
    named = [(kind, path, given) for kind, colon, path, given in parts if colon and len(kind) == 1]
    return sorted(named, key=lambda one: one[0] != "d")


def _read_value(kind: str, given: list[str]) -> Any:
    """Read the value of one input, or ``...`` where it is left out."""
    last = given[-1].strip()
    if kind == "l":
        return [read_json(one) for one in dict.fromkeys(given) if one]
    if kind == "b":
        return True if last else ...
    if kind == "t":
        return last or ...
    if kind in "jd":
        return read_json(last) if last else ...
    if kind in "nz":
        if not last and kind == "z":
            return ...
        if not _NUMBER.fullmatch(last):
            raise FormError(T("type a whole number, such as 3, where a number is asked for"))
        return ... if kind == "z" and int(last) == 0 else int(last)
    raise FormError


def _put(values: dict[str, Any], path: list[str], value: Any) -> None:
    if len(path) > DEEPEST:
        raise FormError
    for step in path[:-1]:
        inner = values.setdefault(step, {})
        if not isinstance(inner, dict):
            raise FormError
        values = inner
    values[path[-1]] = value


def _make_lists(value: Any) -> Any:
    """Objects whose keys are 0, 1, 2 … become lists; others stay objects."""
    if not isinstance(value, dict):
        return value
    if not all(key.isdigit() for key in value):
        return {key: _make_lists(inner) for key, inner in value.items()}
    keys = sorted(value, key=lambda key: (len(key), key))
    if keys != [str(number) for number in range(len(keys))]:
        raise FormError(T("a field of the form is missing: fill in every row"))
    return [_make_lists(value[key]) for key in keys]


def read_json(text: str) -> Any:
    try:
        return loads(text)
    except ValueError:
        raise FormError(T("the form can't be read: load the page again")) from None


def find_value(values: Mapping[str, Any], path: str) -> Any:
    """Return the value already given for an input, by its path, or None."""
    value: Any = values
    for step in path.split("."):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def set_language(game: str, lang: str) -> dict[str, str]:
    """Set the option of a game that draws words in several languages to that of the table's device, if it is one."""
    fields = (one for one in game_by_id(game).options() if isinstance(one, OneOf) and one.name == "language")
    return {one.name: lang for one in fields if any(choice.value == lang for choice in one.choices)}


def list_flags_off(game: str) -> dict[str, bool]:
    """Return the yes-or-no options of a game, all off: an unticked box is not in the form."""
    return {field.name: False for field in game_by_id(game).options() if isinstance(field, Flag)}
