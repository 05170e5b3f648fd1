"""As it lies: everything that the app believes to be on the table as one form, and what comes back of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.fields import AnyOf, Field, Flag, Number, OneOf, SomeOf, Things
from companion.rules.setting import Believed
from companion.rules.text import T
from companion.web.forms import FormError

MOST = 9


@dataclass(frozen=True)
class Row:
    """One input: its ``field``, the ``path`` that its value comes back under, and the ``value`` that stands there."""

    field: Field
    path: str
    value: Any

    @property
    def values(self) -> dict[str, Any]:
        """The same as inputs are given what is known."""
        nested: Any = self.value
        for step in reversed(self.path.split(".")):
            nested = {step: nested}
        return dict(nested)


def rows(believed: Sequence[Believed], seat: int) -> list[Row]:
    """The inputs for what lies before that seat (-1: before nobody)."""
    return [row for one in believed if one.seat == seat for row in _rows(one)]


def _rows(one: Believed) -> Iterator[Row]:
    path = _path(one)
    if isinstance(one.field, Things):
        which, *others = one.field.each
        assert isinstance(which, OneOf)
        for number, choice in enumerate(which.choices):
            lying: dict[str, Any] = next((thing for thing in one.value if thing[which.name] == choice.value), {})
            for field in reversed(others):
                label = T("{thing}: {what}", thing=choice.label, what=field.label)
                shown = replace(field, label=label, optional=isinstance(field, OneOf))
                yield Row(shown, f"{path}.c{number}.{field.name}", lying.get(field.name, _start(field)))
    elif isinstance(one.field, AnyOf):
        for number, choice in enumerate(one.field.choices):
            label = T("{thing}: {what}", thing=one.field.label, what=choice.label)
            count = Number(f"c{number}", label, low=0, high=one.field.most or MOST)
            yield Row(count, f"{path}.c{number}", one.value.count(choice.value))
    else:
        yield Row(replace(one.field, optional=isinstance(one.field, Flag)), path, one.value)


def read(believed: Sequence[Believed], given: Mapping[str, Any]) -> dict[tuple[int, str], Any]:
    """The values of a form with these inputs, by seat and name. What did not change is as it was, its order too."""
    return {(one.seat, one.field.name): _read(one, _under(given, _path(one))) for one in believed}


def _read(one: Believed, given: Any) -> Any:
    if isinstance(one.field, Things):
        return _things(one, given if isinstance(given, dict) else {})
    if isinstance(one.field, AnyOf):
        counts = given if isinstance(given, dict) else {}
        wanted = {choice.value: counts.get(f"c{number}", 0) for number, choice in enumerate(one.field.choices)}
        return _in_order(one.value, Counter(wanted))
    if isinstance(one.field, SomeOf):
        return _in_order(one.value, Counter(map(_plain, given if isinstance(given, list) else [])))
    return bool(given) if isinstance(one.field, Flag) else given if given is not None else one.value


def _plain(value: Any) -> Any:
    if not isinstance(value, (str, int)):
        raise FormError(T("the form can't be read: load the page again"))
    return value


def _things(one: Believed, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    assert isinstance(one.field, Things)
    which, *others = one.field.each
    assert isinstance(which, OneOf)
    found = []
    for number, choice in enumerate(which.choices):
        answers = given.get(f"c{number}")
        if isinstance(answers, dict) and "owner" in answers:
            found.append({which.name: choice.value, **{field.name: answers.get(field.name) for field in others}})
    return found


def _in_order(before: Sequence[Any], wanted: Counter[Any]) -> list[Any]:
    """What stays stands as it stood, what is new comes after it."""
    kept, left = [], Counter({value: max(0, count) for value, count in wanted.items() if type(count) is int})
    for value in before:
        if left[value] > 0:
            left[value] -= 1
            kept.append(value)
    return [*kept, *left.elements()]


def _start(field: Field) -> Any:
    return field.high if isinstance(field, Number) else None


def _path(one: Believed) -> str:
    return f"{'table' if one.seat < 0 else f's{one.seat}'}.{one.field.name}"


def _under(given: Any, path: str) -> Any:
    for step in path.split("."):
        given = given.get(step) if isinstance(given, dict) else None
    return given
