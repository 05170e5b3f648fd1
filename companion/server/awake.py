"""The machine stays awake while a game is played and people are connected.

Each system has its own way: a process that holds the lock until its input is closed, by us or because we are gone
(Linux, macOS), or a call that has to be repeated by nobody (Windows). None of them survives this program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

SECONDS = 15.0
"""Seconds between two looks whether the machine is needed."""

CANT = "This machine can't be kept awake from here: switch its own sleep off while you play."
CONTINUOUS, SYSTEM_REQUIRED = 0x80000000, 0x00000001
"""ES_CONTINUOUS and ES_SYSTEM_REQUIRED of SetThreadExecutionState."""
INHIBIT = ("--what=idle:sleep", "--who=Companion", "--why=A game is being played", "--mode=block")


class ByProcess:
    """The machine stays awake as long as ``command`` runs. It ends by itself when its input is closed."""

    def __init__(self, *command: str) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None

    def hold(self) -> bool:
        """Keep awake, from now on or still; False where that can't be."""
        try:
            self._process = self._process or subprocess.Popen(  # noqa: S603 - one of two fixed commands
                self.command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError:
            return False
        return self._process.poll() is None

    def release(self) -> None:
        if self._process:
            self._process.communicate()
        self._process = None


class ByCall:
    """Windows: a state of the thread that calls, until it takes it back."""

    def __init__(self, call: Callable[[int], int]) -> None:
        self._call = call

    def hold(self) -> bool:
        """Keep awake, from now on or still; False where that can't be."""
        return bool(self._call(CONTINUOUS | SYSTEM_REQUIRED))

    def release(self) -> None:
        self._call(CONTINUOUS)


def way(platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which) -> ByProcess | ByCall:
    """Return how this machine is kept awake."""
    if platform == "win32":
        import ctypes

        library: Any = ctypes
        return ByCall(library.windll.kernel32.SetThreadExecutionState)
    name, options = ("caffeinate", ("-i",)) if platform == "darwin" else ("systemd-inhibit", INHIBIT)
    found, cat = which(name), which("cat")
    # `cat` ends when we do, whatever ended us.
    return ByProcess(found, *options, cat) if found and cat else ByCall(lambda state: 0)


class Keeper:
    """The machine is kept awake while ``needed()`` says so; ``say`` is told once where it can't."""

    def __init__(self, needed: Callable[[], bool], by: ByProcess | ByCall, say: Callable[[str], object]) -> None:
        self._needed, self._by, self._say = needed, by, say
        self.release = by.release

    def look(self) -> bool:
        """Hold or release, as it is needed now; False where it can't be done and need not be tried again."""
        needed = self._needed()
        if needed and self._by.hold():
            return True
        self.release()
        if needed:
            self._say(CANT)
        return not needed
