"""The worked cases: every record replays to the state it names, every set of facts to its score.

A case says what it is about, and nothing of the rest: a new fact of the state changes none. One of each game is
``whole``, to notice a fact that comes into the state by mistake.
"""

import json
import re
from typing import Any

import pytest
from built import ROOT
from worked import cases, run, shared

from companion.games import list_folders


def named(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", [*cases("replay"), *shared()], ids=named)
def test_replay(case: dict[str, Any]) -> None:
    result = run("replay", "-", text=json.dumps(case["record"]))
    if "expect" in case:
        assert result.exit_code == 0, result.stderr
        printed = json.loads(result.stdout)
        found = printed if case.get("whole") else part(printed, case["expect"])
        assert found == case["expect"], case["why"]
        return
    assert (result.exit_code, result.stdout) == (2, "")
    number = case["error"]["entry"] if case["error"] is not True else None
    if case["error"] is True:
        assert result.stderr.startswith("entry ")
    elif number is None:
        assert not result.stderr.startswith("entry ")
    else:
        kind = case["record"]["entries"][number]["kind"]
        assert result.stderr.startswith(f"entry {number} ({kind}")
    assert result.stderr.count("\n") == 1


def part(whole: Any, wanted: Any) -> Any:
    """Of ``whole`` what ``wanted`` has something to say about; lists of another length differ as a whole."""
    if isinstance(wanted, dict) and isinstance(whole, dict):
        return {key: part(whole.get(key, "missing"), value) for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(whole, list) and len(wanted) == len(whole):
        return [part(one, other) for one, other in zip(whole, wanted, strict=True)]
    return whole


@pytest.mark.parametrize("case", cases("score"), ids=named)
def test_score(case: dict[str, Any]) -> None:
    result = run("score", "-", text=json.dumps(case["facts"]))
    assert result.exit_code == 0, result.stderr
    assert part(json.loads(result.stdout), case["expect"]) == case["expect"], case["why"]


@pytest.mark.parametrize("game", list_folders())
def test_replay_compares_one_whole_state_of_each_game(game: str) -> None:
    """All that is printed of a round that is over."""
    (case,) = (case for case in cases("replay", game) if case.get("whole"))
    assert case["expect"]["status"] == "over"
    assert all(case["expect"] for case in cases("replay", game) if "expect" in case), "each says something"


# -- what docs/record.md decides ------------------------------------------------------------------------------------
RECORD = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
OPEN = RECORD.partition("## Where the rules leave it open")[2].partition("\n## ")[0]
DECIDED = [[cell.strip(" `") for cell in line.split(" | ")] for line in OPEN.splitlines() if line.endswith("}`")]


@pytest.mark.parametrize("row", DECIDED, ids=lambda row: row[0][:60])
def test_replay_is_so_as_the_page_decides(row: list[str]) -> None:
    _, entries, said = row
    expected = json.loads(said)
    deal = json.loads(re.findall(r"```json\n(.*?)```", OPEN, re.DOTALL)[0])
    record = {"format": "companion-record-1", "game": "dark-cave", "players": ["Anna", "Ben", "Cleo", "Dora", "Emil"]}
    given = json.dumps({**record, "entries": [deal, *json.loads(entries)]})
    result = run("replay", "-", text=given)
    if "error" in expected:
        assert (result.exit_code, expected["error"] in result.stderr) == (2, True), result.stderr
        return
    printed = json.loads(result.stdout)
    assert {key: printed[key] for key in expected} == expected


def test_every_decision_of_the_page_is_played() -> None:
    assert len(DECIDED) == len(OPEN.partition("---|---|---\n")[2].partition("\n\n")[0].splitlines())
