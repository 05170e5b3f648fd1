"""As it lies: everything that the app believes to be on the table as one form, and what comes back of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from companion.rules.asking import AnyOf, Field, Flag, Number, OneOf, SomeOf, Things
from companion.rules.putting_right import Believed
from companion.rules.text import T
from companion.web.forms import FormError

MOST = 9
OWNER, MINE = "owner", "mine"


@dataclass(frozen=True)
class Row:
    """One input: its ``field``, the ``path`` that its value comes back under, and the ``value`` that stands there."""

    field: Field
    path: str
    value: Any

    @property
    def values(self) -> dict[str, Any]:
        """The rows as values for inputs."""
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


def own_rows(believed: Sequence[Believed], seat: int) -> list[Row]:
    """The inputs for what lies before that seat, its own things among those of the table: nobody else's."""
    found: list[Row] = []
    for one in believed:
        if one.seat == seat:
            found += _rows(one)
        elif one.seat < 0 and isinstance(one.field, Things):
            found += _own_things(one, seat)
        elif one.seat < 0 and _lists_seats(one.field):
            count = Number(f"c{seat}", one.field.label, low=0, high=MOST)
            found.append(Row(count, f"{_path(one)}.c{seat}", one.value.count(seat)))
    return found


def _lists_seats(field: Field) -> TypeGuard[AnyOf]:
    return isinstance(field, AnyOf) and all(type(choice.value) is int for choice in field.choices)


def _own_things(one: Believed, seat: int) -> Iterator[Row]:
    """Of things that lie before seats: which of those that lie before nobody else lie before this one."""
    assert isinstance(one.field, Things)
    which, *others = one.field.each
    assert isinstance(which, OneOf)
    path = _path(one)
    for number, choice in enumerate(which.choices):
        lying = next((thing for thing in one.value if thing[which.name] == choice.value), None)
        if lying is not None and lying[OWNER] != seat:
            continue
        yield Row(Flag(MINE, T("{thing}: lies before me", thing=choice.label)), f"{path}.c{number}.{MINE}", bool(lying))
        for field in others:
            if field.name != OWNER:
                label = T("{thing}: {what}", thing=choice.label, what=field.label)
                start = (lying or {}).get(field.name, _start(field))
                yield Row(replace(field, label=label), f"{path}.c{number}.{field.name}", start)


def read_own(believed: Sequence[Believed], given: Mapping[str, Any], seat: int) -> dict[tuple[int, str], Any]:
    """The values of that form. What lies before others stays, whatever the form says."""
    found: dict[tuple[int, str], Any] = {}
    for one in believed:
        answers = _under(given, _path(one))
        answers = answers if isinstance(answers, dict) else {}
        if one.seat == seat:
            found[one.seat, one.field.name] = _read(one, _under(given, _path(one)))
        elif one.seat < 0 and isinstance(one.field, Things):
            found[one.seat, one.field.name] = _with_own(one, answers, seat)
        elif one.seat < 0 and _lists_seats(one.field):
            wanted = {owner: one.value.count(owner) for owner in one.value} | {seat: answers.get(f"c{seat}", 0)}
            found[one.seat, one.field.name] = _in_order(one.value, Counter(wanted))
    return found


def _with_own(one: Believed, answers: Mapping[str, Any], seat: int) -> list[dict[str, Any]]:
    assert isinstance(one.field, Things)
    which, *others = one.field.each
    assert isinstance(which, OneOf)
    of_others = {thing[which.name]: thing for thing in one.value if thing[OWNER] != seat}
    found = []
    for number, choice in enumerate(which.choices):
        said = answers.get(f"c{number}")
        if choice.value in of_others:
            found.append(of_others[choice.value])
        elif isinstance(said, dict) and said.get(MINE):
            more = {field.name: said.get(field.name) for field in others if field.name != OWNER}
            found.append({which.name: choice.value, **more, OWNER: seat})
    return found


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
    """The old ones as they stood, the new ones after them."""
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
