"""Who runs tests: given out to several processes, in a good order."""

import os
import shutil
import tempfile
from collections.abc import Generator
from itertools import islice
from pathlib import Path

import built  # noqa: F401 - before anything of Companion is imported
import pytest

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes folders of its own in it
ROOM = 1 << 29
"""Bytes: some ten times what a run has there at a time."""


def pytest_configure(config: pytest.Config) -> None:
    """What tests write is in memory, if there is any: a seventh of the time of those with tables went to the disk. The
    process that only gives tests out needs nothing of Companion."""
    if "TMPDIR" not in os.environ and has_room(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    if not config.option.numprocesses:
        config.pluginmanager.import_plugin("prepared")


def has_room(folder: Path) -> bool:
    """Whether programs can be written there, too, and run."""
    if not os.access(folder, os.W_OK):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free > ROOM


def pytest_itemcollected(item: pytest.Item) -> None:
    """``-m "not browser"`` and ``-m "not faults"`` leave out what is in these folders."""
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

    They are given out as parts of one list; a process that is ready takes from the end of another's."""
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
    """A game, a file, a game night has its name in the name of the test."""
    names = (getattr(val, what, None) for what in ("id", "name"))
    return next((name for name in names if isinstance(name, str)), None)
