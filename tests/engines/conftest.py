"""Windows of one engine after the other; without it the evening is skipped with one line."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.program import Program

from .window import ENGINES, Window, missing

PHONE, SCREEN = (390, 844), (1280, 800)


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """WebKit is an error where it is missed and ``COMPANION_REQUIRE_ENGINES`` is set; Firefox never is."""
    name: str = request.param
    if why := missing(name):
        required = os.environ.get("COMPANION_REQUIRE_ENGINES") and name != "firefox"
        (pytest.fail if required else pytest.skip)(why)
    if name != "gtk" or os.environ.get("DISPLAY"):
        yield name
        return
    screen = subprocess.Popen(
        [str(shutil.which("Xvfb")), "-displayfd", "1", "-screen", "0", "1600x1000x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert screen.stdout
    os.environ["DISPLAY"] = f":{screen.stdout.readline().strip()}"
    yield name
    del os.environ["DISPLAY"]
    screen.kill()
    screen.communicate()


@pytest.fixture(scope="module")
def program(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder: Path = tmp_path_factory.mktemp(engine) / "data"
    with Program(folder) as running:
        yield running


@pytest.fixture(scope="module")
def window(engine: str) -> Iterator[Callable[[tuple[int, int]], Window]]:
    """Opens a window; a browser that crashes when it begins is begun anew once, and that is said."""
    opened: list[Window] = []

    def opens(size: tuple[int, int]) -> Window:
        try:
            opened.append(Window(engine, size))
        except Exception as error:
            print(f"{engine} did not start, once more: {error}")
            opened.append(Window(engine, size))
        return opened[-1]

    yield opens
    for one in opened:
        one.close()
