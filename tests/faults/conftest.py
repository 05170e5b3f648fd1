"""A house and a program to break; the browser's fixtures are those of the browser tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import drawing, grace, program, script, table
from browser.program import Program

from .house import House

# It imports what Windows doesn't have, and fills disks in ways that it doesn't have, either.
collect_ignore = ["test_disk.py"] if sys.platform == "win32" else []

__all__ = ["at_home", "drawing", "grace", "program", "running", "script", "table"]


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[House]:
    """The app in this process."""
    with House(tmp_path / "data") as found:
        yield found


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The real program, for what only its server can show; one for all tests of a module."""
    with Program(tmp_path_factory.mktemp("program") / "data") as found:
        yield found
        assert found.errors() == ""
