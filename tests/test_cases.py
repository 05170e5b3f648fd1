"""The worked cases: every record replays to the state it names, every set of facts to its score."""

from __future__ import annotations

import json
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
