"""With the timers alone an evening takes two taps for each thing, one for each turn of somebody who owns something."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attention import timers
from evenings import CASES

from companion.games import game_by_id
from companion.record.record import Record

from .driver import Table


def due(evening: dict[str, Any], turns: int) -> list[dict[str, Any]]:
    """The reminders of the same evening with every turn followed."""
    record = Record(game_by_id(evening["game"]), evening["players"], evening["options"])
    record.append(dict(evening["deal"]))
    found = []
    for turn in evening["turns"][:turns]:
        found += [one for one in record.state.reminders if one["kind"] != "skip-turn"]
        for entry in turn:
            record.append(dict(entry))
    return found


@pytest.mark.parametrize(("name", "turns", "hit"), [("dark-cave-6", 23, 2), ("lost-mines-6", 20, 0)])
def test_taps_and_reminders_of_an_evening(table: Table, name: str, turns: int, hit: int) -> None:
    evening = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    found = timers.played(table.browser, evening, turns)
    assert found["taps"] == 2 * found["laid"] + 2 * found["taken"] + 2 * hit + found["starts"] + found["asked"]
    assert found["laid"]
    assert found["reminders"] == due(evening, turns)
