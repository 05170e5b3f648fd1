"""The worked cases: every record replays to the state it names, every set of facts to its score."""

import json
import re
from typing import Any

import pytest
from built import ROOT
from worked import cases, run, shared


def named(case: dict[str, Any]) -> str:
    return str(case["id"])


SHARED = shared()


@pytest.mark.parametrize("case", [*cases("replay"), *SHARED], ids=named)
def test_replay(case: dict[str, Any]) -> None:
    result = run("replay", "-", text=json.dumps(case["record"]))
    if "expect" in case:
        assert result.exit_code == 0, result.stderr
        printed = json.loads(result.stdout)
        assert (part(printed, case["expect"]) if case in SHARED else printed) == case["expect"], case["why"]
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
    """Of ``whole`` what ``wanted`` has something to say about."""
    if isinstance(wanted, dict) and isinstance(whole, dict):
        return {key: part(whole.get(key, "missing"), value) for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(whole, list) and len(wanted) == len(whole):
        return [part(one, other) for one, other in zip(whole, wanted, strict=True)]
    return whole


@pytest.mark.parametrize("case", cases("score"), ids=named)
def test_score(case: dict[str, Any]) -> None:
    result = run("score", "-", text=json.dumps(case["facts"]))
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout) == case["expect"], case["why"]


# -- what docs/record.md decides ------------------------------------------------------------------------------------
RECORD = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
OPEN = RECORD.partition("## Where the rules leave it open")[2].partition("\n## ")[0]
DECIDED = [[cell.strip(" `") for cell in line.split(" | ")] for line in OPEN.splitlines() if line.endswith("}`")]


@pytest.mark.parametrize("row", DECIDED, ids=lambda row: row[0][:60])
def test_what_the_page_decides_is_so(row: list[str]) -> None:
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
