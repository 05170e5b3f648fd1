"""The facts of a game played without the app as a table: a row for each player, typed down the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from companion.rules.asking import Choice, Field, Flag, Line, ListOf, Number, OneOf
from companion.web.forms import input_name, shown_value, to_json
from companion.web.inputs import left_out
from companion.web.words import Words

PLAIN = (OneOf, Number, Flag, Line)
PLAYER = "player {n}"


def split(fields: Sequence[Field], players: int) -> tuple[list[ListOf], list[Field]]:
    """The facts of each player, which are the columns, and those of the round."""
    columns = [
        field
        for field in fields
        if isinstance(field, ListOf)
        and len(field.each) == players
        and all(isinstance(one, PLAIN) for one in field.each)
    ]
    return columns, [field for field in fields if field not in columns]


def is_player(field: Field) -> bool:
    """A question for one of the players."""
    return isinstance(field, OneOf) and any(choice.label.message == PLAYER for choice in field.choices)


@dataclass(frozen=True)
class ScoreTable:
    """Draws the table. The order of its cells in the page is the order of the tab key: down each column."""

    words: Words
    names: Sequence[str]
    values: Mapping[str, Any]

    def drawn(self, columns: Sequence[ListOf]) -> Markup:
        cells, left = self._head("name", self.words.gettext("Name")), Markup("")
        cells += "".join(self._name(seat, name) for seat, name in enumerate(self.names))
        for column in columns:
            cells += self._head(column.name, self.words.t(column.label))
            cells += "".join(self._cell(column, one, seat) for seat, one in enumerate(column.each))
            left += Markup("").join(left_out(one, f"{column.name}.{seat}") for seat, one in enumerate(column.each))
        size = f"r{len(self.names)} c{len(columns)}"
        return left + Markup(f'<div class="facts {size}" tabindex="-1">{cells}</div>')  # noqa: S704 - escaped below

    def _head(self, name: str, label: str) -> str:
        css = ' class="first"' if name == "name" else ""
        return f'<b id="c-{name}"{css}>{escape(label)}</b>'

    def _name(self, seat: int, name: str) -> str:
        label = escape(self.words.gettext("Name of player {n}", n=seat + 1))
        head = f'<input class="first" id="n-{seat}" name="name" data-seat="{seat}" value="{escape(name)}"'
        return f'{head} maxlength="24" autocomplete="off" aria-label="{label}">'

    def _cell(self, column: ListOf, field: Field, seat: int) -> str:
        path = f"{column.name}.{seat}"
        named = f'name="{input_name(field, path)}" aria-labelledby="n-{seat} c-{column.name}"'
        if isinstance(field, OneOf):
            return self._select(field, path, named)
        if isinstance(field, Flag):
            on = " checked" if shown_value(self.values, path, False) else ""
            return f'<label class="tick"><input type="checkbox" {named} value="1"{on}></label>'
        if isinstance(field, Number):
            value = escape(shown_value(self.values, path, field.low if field.start is None else field.start))
            limits = f'min="{field.low}" max="{field.high}"'
            return f'<input type="number" inputmode="numeric" {limits} {named} value="{value}">'
        return f'<input {named} maxlength="200" value="{escape(shown_value(self.values, path, ""))}">'

    def _select(self, field: OneOf, path: str, named: str) -> str:
        chosen = shown_value(self.values, path, None)
        first = "" if any(choice.value in (0, -1) for choice in field.choices) else '<option value="">–</option>'
        options = first + "".join(self._option(choice, chosen) for choice in field.choices if not choice.closed)
        return f"<select {named}{' required' if first else ''}>{options}</select>"

    def _option(self, choice: Choice, chosen: Any) -> str:
        value = f'value="{escape(to_json(choice.value))}"{" selected" if choice.value == chosen else ""}'
        if choice.label.message != PLAYER:
            return f"<option {value}>{escape(self.words.t(choice.label))}</option>"
        seat = int(choice.label.values["n"]) - 1
        return f'<option {value} data-of="{seat}">{escape(self.names[seat])}</option>'

    def one(self, field: OneOf, path: str, id: str) -> Markup:
        """A fact of the round that is a player: by name."""
        select = self._select(field, path, f'id="{id}" name="{input_name(field, path)}"')
        label = f'<label class="line" for="{id}">{escape(self.words.t(field.label))}{select}</label>'
        return Markup(label)  # noqa: S704 - escaped above
