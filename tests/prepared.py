"""A process that runs tests: what it changes in Companion, and the fixtures of all."""

import gc
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browser import chromium
from compiled import compiled_once
from hypothesis import HealthCheck, settings
from jinja2 import StrictUndefined
from lot import begins_anew, is_fixed
from new_files import copied_from_the_first
from playwright.sync_api import Browser
from qrcode.main import QRCode
from sizes import SEED, size

from companion import clock
from companion.storage.store import Store
from companion.web import app

app.undefined = StrictUndefined
compiled_once()
copied_from_the_first()
is_fixed()
# Each of the eight is a code; to find the one that is read best took a fiftieth of the time.
best_mask = QRCode.best_mask_pattern
QRCode.best_mask_pattern = lambda _: 0

# There is memory enough: looking for what nobody needs any more took an eighth of the time.
gc.set_threshold(200_000, 20, 50)


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the last one."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skipped here and not in the fixture, all tests that need a browser are one line of the summary."""
    if "browser_program" not in getattr(item, "fixturenames", ()) or os.environ.get("COMPANION_REQUIRE_BROWSER"):
        return
    if chromium.find() is None:
        pytest.skip(chromium.MISSING)


# How long an example takes says nothing here: several test processes share few cores. With the usual seed each run has
# the same examples, so that a change fails by what it changes; with any other one each run looks for new ones.
settings.register_profile(
    "table",
    deadline=None,
    derandomize=SEED == 1,
    max_examples=size("EXAMPLES", 4, 40),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("table")


@pytest.fixture(autouse=True)
def _same_lot() -> None:
    """Each test is dealt what it would be dealt alone."""
    begins_anew()


class Steady:
    """The clock by which a score is revealed: in this process it stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


_steady = clock.steady = Steady()


@pytest.fixture
def steady() -> Steady:
    """That clock, to be moved."""
    return _steady


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A data folder of its own, open."""
    with closing(Store(tmp_path)) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser_program() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    with chromium.launched() as found:
        yield found
