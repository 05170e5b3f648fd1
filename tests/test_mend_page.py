"""Mistakes are mended in the log: what could have been done then takes the place of what was entered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules.errors import RuleError
from companion.store import Store
from companion.table import Table, Tables


@pytest.fixture
def table(tmp_path: Path) -> Table:
    store = Store(tmp_path / "data")
    table = Tables(store).create()
    for name in ("Anna", "Ben", "Cleo"):
        table.add_seat(name)
    table.choose("dark-cave", {})
    table.deal(0)
    table.start_early()
    table.act([{"kind": "boots", "by": 0, "to": 1}], "table", "")
    table.act([{"kind": "end-turn", "by": 0}], "table", "")
    return table


def test_what_was_entered_wrongly_becomes_what_it_was(table: Table) -> None:
    assert {"boots", "play-path"} <= {action.kind for action in table.mending(1).actions}
    table.amend(1, [{"kind": "boots", "by": 0, "to": 2}], table.stamp())
    state = table.playing[1].state
    assert [seat.boots for seat in state.seats] == [False, False, True]
    line = next(line for line in table.log() if line.number == 2)
    assert [str(text) for text in line.instead or ()] == ["Anna gives Cleo boots."]


def test_what_nothing_can_replace_says_why(table: Table) -> None:
    assert "deal" in str(table.mending(0).why)
    with pytest.raises(RuleError, match="deal"):
        table.amend(0, [], table.stamp())


def test_only_what_was_offered_then_can_take_the_place(table: Table) -> None:
    with pytest.raises(RuleError):
        table.amend(1, [{"kind": "correct", "seat": 0, "gold": 9}], table.stamp())
    assert json.dumps(table.playing[1].entries[-1]) == json.dumps({"kind": "end-turn", "by": 0})
