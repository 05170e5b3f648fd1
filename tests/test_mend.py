"""Putting things right: how it really lies (tests/cases/mend.json)."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from playing import Play

from companion.games import game_by_id, offered
from companion.record.record import read_record
from companion.rules.game import Game
from companion.rules.putting_right import SetFacts
from companion.rules.text import RuleError

FOLDER = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = [
    case for name in ("mend.json", "mend-more.json") for case in json.loads((FOLDER / name).read_text("utf-8"))
]


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


# -- for every game -------------------------------------------------------------------------------------------------
every_game = pytest.mark.parametrize("game", list(offered().values()), ids=lambda game: game.id)


@every_game
def test_set_to_what_is_believed_changes_nothing(game: Game[Any]) -> None:
    for seed in range(4):
        play = Play(game, game.least, {}, seed, busy=0.05).run(25)
        move = game.moves["set"]
        assert isinstance(move, SetFacts)
        for one in move.believed(play.state):
            before = deepcopy(game.snapshot(play.state))
            whose = {} if one.seat < 0 else {"seat": one.seat}
            play.record.append({"kind": "set", **whose, one.field.name: one.value})
            assert game.snapshot(play.state) == before
        assert move.changed(play.state, {}) is None


def test_random_play_contains_all_that_puts_things_right() -> None:
    made: set[str] = set()
    for seed in range(30):
        entries = Play(game_by_id("saboteur"), 5, {}, seed, busy=0.1, hurry=0.05).run(200).record.entries
        made |= {entry["kind"] for entry in entries}
        made |= {"without" for entry in entries if entry.get("without")}
    assert made >= {"undo", "set", "correct", "stop", "join", "retire", "return", "without"}
