"""A program and a table with phones for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from .driver import Table
from .program import Program
from .windows import UNDRAWN


@pytest.fixture
def grace() -> float | None:
    """The seconds after which a phone whose stream has ended is asleep, where a file of tests doesn't leave it to the
    program."""
    return None


@pytest.fixture
def program(browser_program: Browser, tmp_path: Path, grace: float | None) -> Iterator[Program]:
    """Companion, started; without a browser it would be started for nothing."""
    with Program(tmp_path / "data", grace=grace) as running:
        yield running


@pytest.fixture
def script() -> str:
    """What a file of tests has all pages of its tables run before their own scripts."""
    return ""


@pytest.fixture
def drawing(request: pytest.FixtureRequest) -> str:
    """Nothing for a test marked as seeing what is ``drawn``; otherwise what stops pages from drawing it."""
    return "" if request.node.get_closest_marker("drawn") else UNDRAWN


@pytest.fixture
def table(program: Program, browser_program: Browser, script: str, drawing: str) -> Iterator[Table]:
    """The table screen. A complaint in any console that the test did not expect makes it fail."""
    found = Table(program, browser_program, script + drawing)
    yield found
    found.close()
    assert found.complaints() == []


@pytest.fixture
def dealt(browser_program: Browser, tmp_path: Path, drawing: str) -> Iterator[Callable[..., Table]]:
    """The same with the deal of a record that was imported, for chance deals what it likes; and with the seats of those
    who have phones."""
    with ExitStack() as until_then:
        found: list[Table] = []

        def table(record: dict[str, Any], *phones: str) -> Table:
            program = Program(tmp_path / "data")
            program.imports(record, phones)
            found.append(Table(until_then.enter_context(program), browser_program, drawing))
            return found[-1]

        yield table
        for one in found:
            one.close()
            assert one.complaints() == []
