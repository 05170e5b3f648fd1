"""The published form of a record: docs/record.schema.json."""

import json
from typing import Any

import pytest
from playing import Play
from record_schema import FILE, FILES, VALID, boxes, written
from sizes import LARGE
from worked import cases

from companion.engine.game import Game
from companion.engine.state import EVERY_TURN, RESULT_ONLY, TOKENS
from companion.toml_games.files import game_of_file

BOXES = boxes()
HEAD: dict[str, Any] = {"format": "companion-record-1", "game": "saboteur", "players": ["A", "B", "C"], "entries": []}


def faults(record: Any) -> list[str]:
    return [error.message for error in VALID.iter_errors(record)]


def test_record_schema_is_a_schema_and_current() -> None:
    VALID.check_schema(VALID.schema)
    assert FILE.read_text(encoding="utf-8") == written(), "run: python tests/record_schema.py"


@pytest.mark.parametrize("game", BOXES)
def test_record_schema_takes_every_worked_case(game: Game) -> None:
    told = [case for case in cases("replay", game.id) if "expect" in case][:: 1 if LARGE else 3]
    assert told
    assert {case["id"]: faults(case["record"]) for case in told if faults(case["record"])} == {}


def test_record_schema_refuses_a_case_for_its_form_and_not_for_its_play() -> None:
    """A word instead of yes or no, an option that no game has, an entry of another game."""
    refused = [case for game in BOXES for case in cases("replay", game.id) if "expect" not in case]
    assert len(refused) > 40
    assert {case["id"] for case in refused if faults(case["record"])} == {"DC-E17", "DC-E18", "DC-U09", "SB-E11"}


@pytest.mark.parametrize("game", [*BOXES, *(game_of_file("file", text) for text in FILES)])
def test_record_schema_takes_random_records(game: Game) -> None:
    for seed in range(8) if LARGE else (1, 7)[: 1 if game.file else 2]:
        options = {"dealing": "cards"} if seed == 7 else {}
        follow = (EVERY_TURN, TOKENS, RESULT_ONLY) if seed % 2 else (EVERY_TURN,)
        play = Play(game, max(game.least, 4), options, seed, busy=0.1, hurry=0.02, follow=follow).run()
        assert faults(json.loads(json.dumps(play.record.to_json()))) == []


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"game": "other"},
        {"players": ["A"]},
        {"players": ["A", "B", ""]},
        {"more": 1},
        {"options": {"competitive": 1}},
        {"entries": [{"kind": "odd"}]},
        {"entries": [{"by": 0}]},
        {"entries": [{"kind": "play-path", "by": 12}]},
        {"entries": [{"kind": "play-path", "by": 0, "odd": 1}]},
        {"entries": [{"kind": "deal"}]},
    ],
    ids=str,
)
def test_record_schema_refuses_what_is_no_record(change: dict[str, Any]) -> None:
    assert faults(HEAD) == []
    assert faults({**HEAD, **change}) != []
