"""A data folder, and a record as a file."""

import json
import os
from pathlib import Path

import pytest

from .commands import played


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A record, as a file."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played()), encoding="utf-8")
    return str(path)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a Companion that runs as a service on this computer, as systemctl describes it."""
    folder = tmp_path / "service"
    tools = tmp_path / "tools"
    tools.mkdir()
    told = f"{{ path=/opt/x ; argv[]=/opt/x --port 8123 --data {folder} ; ignore_errors=no }}"
    (tools / "systemctl").write_text(f"#!/bin/sh\necho 'ExecStart={told}'\necho ActiveState=active\n")
    (tools / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    return folder
