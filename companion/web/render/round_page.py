"""The page of facts as things to tap: a row a person, and what concerns the whole round below.

Which fields it has is decided in ``table.round_form``; the command that enters it is in ``table.commands.tracking``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from companion.engine.fields import Field, Flag, IntList, Number, OneOf, OptionalRank, OptionalSeat
from companion.table.round_form import fields_by_path
from companion.web.forms import to_json

KINDS = (
    (OptionalRank, "place"), (OptionalSeat, "whom"), (OneOf, "card"), (Number, "count"), (Flag, "flag"),
    (IntList, "values"),
)  # fmt: skip


class Control(NamedTuple):
    """A question. ``kind`` says how it is drawn, ``name`` is the name of its input, ``value`` its present value."""

    kind: str
    name: str
    field: Any
    value: Any

    @property
    def seat(self) -> int | None:
        """The index of its person among those who play, in a row."""
        _, _, place = self.name.partition(".")
        return int(place) if place else None

    @property
    def list(self) -> str:
        """The fact that it asks for."""
        return self.name.partition(".")[0]

    @property
    def shown(self) -> str:
        """The value as an input has it."""
        return str(self.value) if self.kind in ("count", "values") else to_json(self.value)


@dataclass(frozen=True)
class RoundPage:
    """The questions of a round: those on each person, those answered by one of them, and those on all."""

    rows: tuple[tuple[Control, ...], ...]
    ones: tuple[Control, ...]
    rest: tuple[Control, ...]
    firsts: tuple[Control, ...]
    by_app: tuple[Control, ...]
    """Facts that the app works out if nobody enters them."""

    @property
    def all(self) -> tuple[Control, ...]:
        return (*chain(*self.rows), *self.ones, *self.rest, *self.firsts, *self.by_app)

    @property
    def draft(self) -> dict[str, str]:
        """The value of each input, for a page that is open."""
        return {control.name: control.shown for control in self.all}

    @property
    def question(self) -> Control | None:
        """The only thing that is asked of people: which of them it was."""
        return self.ones[0] if len(self.ones) == 1 and not any(self.rows) else None

    @property
    def order(self) -> Control | None:
        """The order that is asked for, in the row of the first person."""
        return next(
            (control for control in (*self.rows[:1], ())[0] if control.kind == "place" and control.field.question), None
        )

    @property
    def tells(self) -> bool:
        """A person has something to fill in for itself."""
        return bool(self.ones) or any(self.rows)

    @property
    def ticked(self) -> bool:
        """All that is asked of people is ticked."""
        return all(control.kind in ("flag", "whom", "card") for row in self.rows for control in row)


def make_round_page(fields: Sequence[Field], players: int, values: Mapping[str, Any]) -> RoundPage:
    """Make the sheet of these ``values``, by their paths."""
    controls = [_make_control(field, path, values) for path, field in fields_by_path(fields).items()]
    rows = tuple(tuple(control for control in controls if control.seat == place) for place in range(players))
    single = [control for control in controls if control.seat is None]
    whom = [control for control in single if control.kind == "whom"]
    ones = tuple(control for control in whom if not control.field.first_of)
    firsts = tuple(control for control in whom if control.field.first_of)
    by_app = tuple(control for control in single if isinstance(control.field, Number) and control.field.by_app)
    return RoundPage(
        rows, ones, tuple(control for control in single if control not in (*whom, *by_app)), firsts, by_app
    )


def _make_control(field: Field, path: str, values: Mapping[str, Any]) -> Control:
    kind = next(kind for type, kind in KINDS if isinstance(field, type))
    start = {"flag": False, "values": ""}.get(kind)
    if isinstance(field, Number):
        start = field.low if field.start is None else field.start
    elif isinstance(field, OptionalSeat) and "." in path:
        start = field.nobody
    return Control(kind, path, field, values.get(path, start))
