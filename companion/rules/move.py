"""One kind of entry: who may make it when, with which fields, what it changes and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from companion.rules.action import Action, Entry
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, OneOf, is_number, plain
from companion.rules.state import State
from companion.rules.text import T, Text

StateT = TypeVar("StateT", bound=State[Any, Any])

IGNORED = frozenset({"at", "device"})
"""Fields an exported entry may carry and that no rule looks at."""

Shuffle = Callable[[list[Any]], None]


class Move(Generic[StateT]):
    """A kind of entry. Subclasses say ``kind`` and ``label``, and override what their rule is about.

    ``seated``: the entry is made for a seat (``by``). ``undoable`` is false for what can't be taken back at a real
    table: a peek. ``amendable`` is false for what nothing else can take the place of, nor it that of something else: a
    deal, and whatever chance decides. ``may_end_round``: a round may end with it, so it is put into no turn that others
    have followed. ``parallel``: several seats may make it in any order, so a stale page need not
    stop it.
    """

    kind: ClassVar[str]
    label: ClassVar[Text]
    icon: ClassVar[str] = ""
    group: ClassVar[str] = "play"
    seated: ClassVar[bool] = True
    undoable: ClassVar[bool] = True
    amendable: ClassVar[bool] = True
    parallel: ClassVar[bool] = False
    may_end_round: ClassVar[bool] = False

    def closed(self, state: StateT, by: int) -> Text | None:
        """Why seat ``by`` (-1: the table) can't do this now, or None when it can."""
        raise NotImplementedError

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        """The fields to be filled in. Asked only while the move is open."""
        return ()

    def actions(self, state: StateT, by: int) -> list[Action]:
        """The buttons: one, unless the move falls into several that differ in a fixed value."""
        return [self.action(by, fields=self.fields(state, by))]

    def action(self, by: int, **more: Any) -> Action:
        """An action of this kind, with this move's own label, icon and group where ``more`` has no other."""
        given = {"label": self.label, "icon": self.icon, "group": self.group, **more}
        return Action(kind=self.kind, by=by if self.seated else None, **given)

    def check(self, state: StateT, entry: Entry) -> None:
        """Raise for what the fields one by one can't tell."""

    def apply(self, state: StateT, entry: Entry) -> None:
        """Change ``state``. The entry has been judged and can't fail."""
        raise NotImplementedError

    def outcome(self, state: StateT, entry: Entry, shuffle: Shuffle) -> Entry:
        """The entry with what chance decides filled in by the app (default: nothing)."""
        return entry

    def sentence(self, state: StateT, entry: Entry) -> Text:
        """What everybody may read of it in the log. ``state`` is the one before the entry."""
        if self.seated:
            return T("{name}: {what}", name=state.seats[entry["by"]].name, what=self.label)
        return self.label

    def judge(self, state: StateT, entry: Entry) -> None:
        """Raise a RuleError with one sentence when ``entry`` is not possible in ``state``."""
        by = self._by(state, entry)
        closed = self.closed(state, by)
        if closed:
            raise RuleError(closed)
        action = self._variant(self.actions(state, by), entry)
        if action.closed:
            raise RuleError(action.closed)
        _check_fields(action, entry)
        self.check(state, entry)

    def _by(self, state: StateT, entry: Entry) -> int:
        if not self.seated:
            if "by" in entry:
                raise RuleError(T("{kind} is made for the whole table: no field by", kind=self.kind))
            return -1
        check_seat(state, "by", entry.get("by"))
        return int(entry["by"])

    def _variant(self, actions: Sequence[Action], entry: Entry) -> Action:
        """The one of ``actions`` whose fixed values the entry has; of several the one that fixes most."""
        fits = [action for action in actions if all(same(entry.get(k), v) for k, v in action.fixed.items())]
        found = max(fits, key=lambda action: len(action.fixed), default=None)
        for name in dict.fromkeys(name for action in actions for name in action.fixed):
            if found and (name not in entry or name in found.fixed or name in {f.name for f in found.fields}):
                continue
            if name not in entry:
                raise RuleError(T("the field {field} is missing", field=name))
            values = dict.fromkeys(action.fixed[name] for action in actions if name in action.fixed)
            choices = tuple(Choice(value, T("{value}", value=value)) for value in values)
            OneOf(name, T("{field}", field=name), choices=choices).check(entry[name])
        if found:
            return found
        raise RuleError(T("{kind}: these fields don't go together", kind=self.kind))


def same(one: Any, other: Any) -> bool:
    """Equal and of one type: in a record 1 is not true."""
    return type(one) is type(other) and bool(one == other)


def _check_fields(action: Action, entry: Entry) -> None:
    fields = {field.name: field for field in action.fields}
    known = {"kind", "by", *action.fixed, *fields, *IGNORED}
    for name in entry:
        if name not in known:
            raise RuleError(T("unknown field {field}", field=plain(name)))
    for name, field in fields.items():
        if name in entry:
            field.check(entry[name])
        elif not field.optional:
            raise RuleError(T("the field {field} is missing", field=name))


def check_seat(state: State[Any, Any], name: str, value: Any) -> None:
    """Raise unless ``value`` is a seat: a number from 0 to n-1."""
    if not is_number(value) or not 0 <= value < len(state.seats):
        last = len(state.seats) - 1
        raise RuleError(T("{field} must be a seat: a number from 0 to {last}", field=name, last=last))


def seat_choices(
    state: State[Any, Any], closed: Callable[[int], Text | None] = lambda seat: None, *, without: int | None = None
) -> tuple[Choice, ...]:
    """All seats but ``without`` as choices, by name; ``closed(seat)`` says why one can't be chosen."""
    return tuple(
        Choice(index, _named(seat.name), closed(index)) for index, seat in enumerate(state.seats) if index != without
    )


@lru_cache(2**12)
def _named(name: str) -> Text:
    """Kept, for every form names every seat, at every change."""
    return T("{name}", name=name)


def none_open(choices: Sequence[Choice]) -> bool:
    """Whether nothing at all can be chosen."""
    return all(choice.closed for choice in choices)
