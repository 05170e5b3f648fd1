"""What all tests share."""

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import built  # noqa: F401 - before anything of the program is imported
import pytest
from browser import chromium
from compiled import compiled_once
from hypothesis import HealthCheck, settings
from jinja2 import StrictUndefined
from lot import begins_anew, is_fixed
from new_files import copied_from_the_first
from playwright.sync_api import Browser
from sizes import SEED, size

from companion import clock
from companion.kept.store import Store
from companion.web import app

app.undefined = StrictUndefined
compiled_once()
copied_from_the_first()
is_fixed()

# There is memory enough: looking for what nobody needs any more took an eighth of the time.
gc.set_threshold(200_000, 20, 50)

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


def pytest_itemcollected(item: pytest.Item) -> None:
    """``-m "not browser"`` and ``-m "not faults"`` leave out what stands in these folders."""
    if (folder := item.path.parent.name) in ("browser", "faults"):
        item.add_marker(folder)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Without the names that a test is chosen by: they are most of what another process would be sent of it."""
    report = yield
    report.keywords = {}
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each process has its share of the long ones first, then of what drives a browser.

    They are given out as so many parts of one list, of which who is ready takes from the end of another's."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long, browser, rest = list[pytest.Item](), list[pytest.Item](), list[pytest.Item]()
    for item in items:
        marked = item.get_closest_marker
        (long if marked("long") else browser if marked("browser") else rest).append(item)
    dealt, others = list[pytest.Item](), iter(rest)
    for number in range(processes):
        begin, end = (len(browser) * place // processes for place in (number, number + 1))
        share = [*long[number::processes], *browser[begin:end]]
        size = (len(items) - len(dealt)) // (processes - number)
        dealt += [*share, *islice(others, max(0, size - len(share)))]
    items[:] = dealt


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """More than processors: a test in a browser waits now and then, and so does one for its disk."""
    processors = yield
    return processors + min(4, (processors + 1) // 2)


def pytest_make_parametrize_id(val: object) -> str | None:
    """A game, a file, an evening has its name in the name of the test."""
    names = (getattr(val, what, None) for what in ("id", "name"))
    return next((name for name in names if isinstance(name, str)), None)


@pytest.fixture(autouse=True)
def _same_lot() -> None:
    """Each test is dealt what it would be dealt alone."""
    begins_anew()


class Steady:
    """The clock by which a score is told: in this process it stands still until a test moves it."""

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
