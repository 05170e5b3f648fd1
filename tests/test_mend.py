"""Putting things right: entries that take the place of others, and how it really lies (tests/cases/mend.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games import game_by_id
from companion.record import EntryError, Record, read_record
from companion.rules.errors import RuleError

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases" / "mend.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['why']}")
def test_a_worked_case(case: dict[str, Any]) -> None:
    if "error" in case:
        with pytest.raises(RuleError):
            read_record(case["record"], game_by_id)
        return
    record = read_record(case["record"], game_by_id)
    assert part(record.game.snapshot(record.state), case["expect"]) == case["expect"]


def part(whole: Any, wanted: Any) -> Any:
    """Of ``whole`` what ``wanted`` has something to say about."""
    if isinstance(wanted, dict) and isinstance(whole, dict):
        return {key: part(whole.get(key, "missing"), value) for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(whole, list) and len(wanted) == len(whole):
        return [part(one, other) for one, other in zip(whole, wanted, strict=True)]
    return whole


AMENDED = next(case for case in CASES if case["id"] == "M41")["record"]


def restored(entries: list[dict[str, Any]]) -> Any:
    game = game_by_id(AMENDED["game"])
    record = Record(game, AMENDED["players"])
    record.restore(entries)
    return game.snapshot(record.state)


@pytest.mark.parametrize("undone", [None, 1, 3, 4], ids=["nothing", "the entry", "the older amend", "the newer amend"])
def test_a_restored_journal_is_the_same_as_the_one_that_was_played(undone: int | None) -> None:
    entries = [*AMENDED["entries"], *([] if undone is None else [{"kind": "undo", "entry": undone}])]
    if undone == 1:
        entries = [entry for entry in entries if entry["kind"] != "end-turn"]
        entries = [
            {**entry, "entry": entry["entry"] - (entry["entry"] > 2)} if "entry" in entry else entry
            for entry in entries
        ]
    played = read_record({**AMENDED, "entries": entries}, game_by_id)
    assert restored(entries) == played.game.snapshot(played.state)


def boots(entries: list[dict[str, Any]]) -> list[bool]:
    record = read_record({**AMENDED, "entries": entries}, game_by_id)
    return [seat["boots"] for seat in record.game.snapshot(record.state)["seats"]]


def test_undoing_the_newer_amend_brings_the_older_one_back() -> None:
    assert boots([*AMENDED["entries"], {"kind": "undo", "entry": 4}]) == [False, False, True, False, False]


def test_undoing_both_amends_brings_back_what_was_entered() -> None:
    entries = [*AMENDED["entries"], {"kind": "undo", "entry": 4}, {"kind": "undo", "entry": 3}]
    assert boots(entries) == [False] * 5


def test_a_list_with_a_look_is_not_amended_again() -> None:
    look = {"kind": "secret-information", "by": 0, "look": "goal"}
    entries = [*AMENDED["entries"][:3], {"kind": "amend", "entry": 1, "as": [look]}]
    read_record({**AMENDED, "entries": entries}, game_by_id)
    with pytest.raises(EntryError, match=r"^entry 4 "):
        read_record({**AMENDED, "entries": [*entries, AMENDED["entries"][4] | {"as": []}]}, game_by_id)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"as": 1}, {"as": [1]}, {"as": [{}]}, {"entry": 4}, {"entry": 0, "as": []}, {"as": [], "more": 1}],
    ids=["no list", "a number", "a number in it", "no kind", "a later entry", "a deal", "an unknown field"],
)
def test_an_amend_that_is_none(wrong: dict[str, Any]) -> None:
    amend = {"kind": "amend", "entry": 1, **wrong}
    with pytest.raises(EntryError, match=r"^entry 3 \(amend\)"):
        read_record({**AMENDED, "entries": [*AMENDED["entries"][:3], amend]}, game_by_id)
