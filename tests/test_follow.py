"""Rounds that follow no turns, or only the timers: the worked cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main

CASES = json.loads((Path(__file__).parent / "cases" / "follow.json").read_text(encoding="utf-8"))


def within(part: Any, whole: Any) -> bool:
    """Whether all that is said of it is so."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and within(part[key], whole[key]) for key in part)
    if isinstance(part, list) and part and isinstance(part[0], dict):
        return len(part) == len(whole) and all(within(one, other) for one, other in zip(part, whole, strict=True))
    return bool(part == whole)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['why']}")
def test_a_worked_case(case: dict[str, Any]) -> None:
    result = CliRunner().invoke(main, ["replay", "-"], input=json.dumps(case["record"]))
    if "expect" in case:
        assert result.exit_code == 0, result.stderr
        assert within(case["expect"], json.loads(result.stdout)), result.stdout
        return
    number = case["error"]["entry"]
    assert (result.exit_code, result.stdout) == (2, ""), result.stdout
    assert result.stderr.startswith(f"entry {number} ({case['record']['entries'][number]['kind']}"), result.stderr
