"""A game night for the tests of a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path / "data") as evening:
        yield evening
