"""The app on a data folder of its own, the host's browser, and a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.house import House
from history_records import app, host

__all__ = ["app", "host"]


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[House]:
    """A table with four phones, the host and a stranger."""
    with House(tmp_path / "data") as found:
        yield found
