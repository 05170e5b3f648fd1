"""Windows of one engine after the other; without it the game night is skipped with one line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from browser.program import Program

from .browsers import ENGINES, Crash, Size, missing, standing
from .window import Window

PHONE, SCREEN = (390, 844), (1280, 800)
CRASHED = 70
"""The exit status where a browser has crashed: the game night can be started again."""


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """An engine that is missing is an error where ``COMPANION_REQUIRE_ENGINES`` is set."""
    name: str = request.param
    if why := missing(name):
        (pytest.fail if os.environ.get("COMPANION_REQUIRE_ENGINES") else pytest.skip)(why)
    return name


@pytest.fixture(scope="module")
def program(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder: Path = tmp_path_factory.mktemp(engine) / "data"
    with Program(folder) as running:
        yield running


@pytest.fixture(scope="module")
def window(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Size], Window]]:
    """Opens a window; a browser that does not start is started again once, and that is said. One that does not start
    then either has crashed."""
    opened: list[Window] = []
    folder = tmp_path_factory.mktemp(f"{engine}-windows")
    numbers = count()

    def opens(size: Size) -> Window:
        log = folder / f"window-{next(numbers)}.log"
        try:
            opened.append(Window(engine, size, surroundings, log))
        except Exception as error:
            print(f"{engine} did not start, once more: {error}")
            try:
                opened.append(Window(engine, size, surroundings, log))
            except Exception as again:
                raise Crash(f"{engine} does not start") from again
        return opened[-1]

    with standing(engine, folder) as surroundings:
        yield opens
        for one in opened:
            one.close()


def pytest_exception_interact(node: pytest.Item, call: pytest.CallInfo[None]) -> None:
    if call.excinfo and call.excinfo.errisinstance(Crash):
        node.config.stash[crashes] = True


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.stash.get(crashes, False):
        session.exitstatus = CRASHED


crashes = pytest.StashKey[bool]()
