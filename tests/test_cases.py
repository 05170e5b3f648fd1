"""The worked cases: every record replays to the state it names, every set of facts to its score."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from worked import cases

from companion.command.cli import main


def named(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", cases("replay"), ids=named)
def test_replay(case: dict[str, Any]) -> None:
    result = CliRunner().invoke(main, ["replay", "-"], input=json.dumps(case["record"]))
    if "expect" in case:
        assert result.exit_code == 0, result.stderr
        assert json.loads(result.stdout) == case["expect"], case["why"]
        return
    assert (result.exit_code, result.stdout) == (2, "")
    number = case["error"]["entry"]
    if number is None:
        assert not result.stderr.startswith("entry ")
    else:
        kind = case["record"]["entries"][number]["kind"]
        assert result.stderr.startswith(f"entry {number} ({kind}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("case", cases("score"), ids=named)
def test_score(case: dict[str, Any]) -> None:
    result = CliRunner().invoke(main, ["score", "-"], input=json.dumps(case["facts"]))
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout) == case["expect"], case["why"]


# -- what docs/record.md decides ------------------------------------------------------------------------------------
RECORD = (Path(__file__).parent.parent / "docs" / "record.md").read_text(encoding="utf-8")
OPEN = RECORD.partition("## Where the rules leave it open")[2].partition("\n## ")[0]
DECIDED = [[cell.strip(" `") for cell in line.split(" | ")] for line in OPEN.splitlines() if line.endswith("}` |")]


@pytest.mark.parametrize("row", DECIDED, ids=lambda row: row[0].strip("| ")[:60])
def test_what_the_page_decides_is_so(row: list[str]) -> None:
    _, entries, said = row
    expected = json.loads(said.removesuffix(" |").rstrip("`"))
    deal = json.loads(re.findall(r"```json\n(.*?)```", OPEN, re.DOTALL)[0])
    record = {"format": "companion-record-1", "game": "dark-cave", "players": ["Anna", "Ben", "Cleo", "Dora", "Emil"]}
    given = json.dumps({**record, "entries": [deal, *json.loads(entries)]})
    result = CliRunner().invoke(main, ["replay", "-"], input=given)
    if "error" in expected:
        assert (result.exit_code, expected["error"] in result.stderr) == (2, True), result.stderr
        return
    printed = json.loads(result.stdout)
    assert {key: printed[key] for key in expected} == expected


def test_every_decision_of_the_page_is_played() -> None:
    assert len(DECIDED) == OPEN.count("\n| ") - 1
