"""Mistakes are mended in the log: what could have been done then takes the place of what was entered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.kept.store import Store
from companion.rules.putting_right import Believed
from companion.rules.text import RuleError
from companion.table import Table, Tables, dealing, mending, playing, seating, settings
from companion.table.now import log_of
from companion.web import lies
from companion.web.forms import FormError


@pytest.fixture
def table(tmp_path: Path) -> Table:
    store = Store(tmp_path / "data")
    table = Tables(store).create()
    for name in ("Anna", "Ben", "Cleo"):
        table.do(seating.add_seat, name)
    table.do(settings.choose, "dark-cave", {})
    table.do(dealing.deal, 0)
    table.do(dealing.start_early)
    table.do(playing.act, [{"kind": "boots", "by": 0, "to": 1}], "table", "")
    table.do(playing.act, [{"kind": "end-turn", "by": 0}], "table", "")
    return table


def test_what_was_entered_wrongly_becomes_what_it_was(table: Table) -> None:
    assert {"boots", "play-path"} <= {action.kind for action in mending.mending(table.at, 1).actions}
    table.do(mending.amend, 1, [{"kind": "boots", "by": 0, "to": 2}], table.at.stamp)
    state = table.at.playing[1].state
    assert [seat.boots for seat in state.seats] == [False, False, True]
    line = next(line for line in log_of(table.at) if line.number == 2)
    assert [str(text) for text in line.instead or ()] == ["Anna gives Cleo boots."]


def test_what_nothing_can_replace_says_why(table: Table) -> None:
    assert "deal" in str(mending.mending(table.at, 0).why)
    with pytest.raises(RuleError, match="deal"):
        table.do(mending.amend, 0, [], table.at.stamp)


def test_only_what_was_offered_then_can_take_the_place(table: Table) -> None:
    with pytest.raises(RuleError):
        table.do(mending.amend, 1, [{"kind": "correct", "seat": 0, "gold": 9}], table.at.stamp)
    assert json.dumps(table.at.playing[1].entries[-1]) == json.dumps({"kind": "end-turn", "by": 0})


def test_what_no_page_of_ours_sends_is_refused(table: Table) -> None:
    with pytest.raises(FormError):
        lies.read(mending.believed(table.at), {"table": {"goals": [{}]}})


def test_as_it_lies_is_one_entry_for_all_that_is_otherwise(table: Table) -> None:
    believed = mending.believed(table.at)
    assert lies.read(believed, _sent(believed)) == {(one.seat, one.field.name): one.value for one in believed}
    given = _sent(believed)
    given["s1"]["boots"] = False
    given["s2"]["boots"] = True
    given["table"]["webs"]["c1"] = {"owner": 2, "side": 1}
    table.do(mending.lay, lies.read(believed, given), table.at.stamp)
    state = table.at.playing[1].state
    assert [seat.boots for seat in state.seats] == [False, False, True]
    assert [(web.marker, web.side, web.owner) for web in state.webs] == [("triangle", 1, 2)]
    assert table.at.playing[1].entries[-1]["kind"] == "set"
    before = len(table.at.playing[1].entries)
    table.do(mending.lay, lies.read(mending.believed(table.at), _sent(mending.believed(table.at))), table.at.stamp)
    assert len(table.at.playing[1].entries) == before, "nothing was otherwise"


def _sent(believed: Sequence[Believed]) -> dict[str, Any]:
    """What the form sends when nothing was touched."""
    given: dict[str, Any] = {}
    for row in [row for seat in range(-1, 3) for row in lies.rows(believed, seat)]:
        inner, *steps = row.path.split(".")
        place = given.setdefault(inner, {})
        for step in steps[:-1]:
            place = place.setdefault(step, {})
        if row.value is not None:
            place[steps[-1]] = row.value
    return given


def test_several_in_the_place_of_one_whose_turn_had_an_undo(table: Table) -> None:
    """A turn with something between its entries is no one line, however many there are."""
    for entry in ({"kind": "play-path", "by": 1}, {"kind": "tunnel", "by": 1}, {"kind": "bridge", "by": 1}):
        table.do(playing.act, [entry], "table", "")
    table.do(playing.undo, 5, "table", "")
    table.do(playing.act, [{"kind": "end-turn", "by": 1}], "table", "")
    tunnel, bridge = {"kind": "tunnel", "by": 1}, {"kind": "bridge", "by": 1}
    table.do(playing.act, [{"kind": "play-path", "by": 2}], "table", "")
    assert [line.number for line in log_of(table.at)][:2] == [8, 7]
    table.do(mending.amend, 4, [tunnel, bridge, tunnel], "")
    assert [line.number for line in log_of(table.at) if line.number is not None] == [8, 7, 5, 4, 3, 2, 0]


def test_what_a_seat_says_of_itself_has_its_name(table: Table) -> None:
    """In the log, now and after a restart; what the table device says has none."""
    table.do(mending.lay, {(1, "boots"): False}, table.at.stamp, 1)
    table.do(mending.lay, {(2, "boots"): True}, table.at.stamp)
    again = Tables(table.store).get(table.code)
    assert again
    for one in (table, again):
        assert [str(line.text).endswith("So says Ben.") for line in log_of(one.at)[:2]] == [False, True]
