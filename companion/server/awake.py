"""The machine stays awake while a game is played and people are connected.

Each system has its own way: a process that holds the lock until its input is closed (Linux) or until we are gone
(macOS), or a call that has to be repeated by nobody (Windows). None of them survives this program.
"""

from __future__ import annotations

import os
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


class CannotError(Exception):
    """A machine that has no way to stay awake, or refuses it."""


class ByProcess:
    """The machine stays awake as long as ``command`` runs. It ends by itself when its input is closed."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None

    def hold(self) -> None:
        """Keep awake, from now on or still. Raises CannotError."""
        if self._process is None:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - one of two fixed commands
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            except OSError as error:
                raise CannotError from error
        elif self._process.poll() is not None:
            raise CannotError

    def release(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin
        process.stdin.close()
        if process.poll() is None:
            process.terminate()
        process.wait()


class ByCall:
    """Windows: a state of the thread that calls, until it takes it back."""

    def __init__(self, call: Callable[[int], int]) -> None:
        self._call = call

    def hold(self) -> None:
        """Keep awake, from now on or still. Raises CannotError."""
        if not self._call(CONTINUOUS | SYSTEM_REQUIRED):
            raise CannotError

    def release(self) -> None:
        self._call(CONTINUOUS)


def way(platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which) -> ByProcess | ByCall | None:
    """Return how this machine is kept awake; None where there is no way."""
    if platform == "win32":
        import ctypes

        library: Any = ctypes
        return ByCall(library.windll.kernel32.SetThreadExecutionState)
    if platform == "darwin" and (found := which("caffeinate")):
        return ByProcess([found, "-i", "-w", str(os.getpid())])
    if (found := which("systemd-inhibit")) and (cat := which("cat")):
        # `cat` ends when we do, whatever ended us.
        said = ["--who=Companion", "--why=A game is being played", "--mode=block"]
        return ByProcess([found, "--what=idle:sleep", *said, cat])
    return None


class Keeper:
    """The machine is kept awake while ``needed()`` says so; ``say`` is told once where it can't."""

    def __init__(self, needed: Callable[[], bool], by: ByProcess | ByCall | None, say: Callable[[str], object]) -> None:
        self._needed = needed
        self._by = by
        self._say = say

    def release(self) -> None:
        """Let the machine sleep again."""
        if self._by:
            self._by.release()

    def look(self) -> bool:
        """Hold or release, as it is needed now; False where it can't be done and need not be tried again."""
        if not self._needed():
            self.release()
            return True
        try:
            if self._by is None:
                raise CannotError
            self._by.hold()
        except CannotError:
            self._say(CANT)
            self.release()
            return False
        return True
