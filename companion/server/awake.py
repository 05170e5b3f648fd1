"""The machine stays awake while a game is played and people are connected.

Each system has its own way: a process that holds the lock until its input is closed, by us or because we are gone
(Linux, macOS), or a call that has to be repeated by nobody (Windows). None of them survives this program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

SECONDS = 15.0
"""Seconds between two looks whether the machine is needed."""

CANT = "This machine can't be kept awake from here: switch its own sleep off while you play."
CONTINUOUS, SYSTEM_REQUIRED = 0x80000000, 0x00000001
"""ES_CONTINUOUS and ES_SYSTEM_REQUIRED of SetThreadExecutionState."""
INHIBIT = ("--who=Companion", "--why=A game is being played", "--mode=block")


class ByProcess:
    """The machine stays awake as long as a command runs. It ends by itself when its input is closed.

    The first of ``commands`` that the system does not refuse is the one that runs.
    """

    def __init__(self, *commands: Sequence[str]) -> None:
        self.commands = [*commands]
        self._process: subprocess.Popen[bytes] | None = None

    def hold(self) -> bool:
        """Keep awake, from now on or still; False where that can't be. A refusal is noticed at the next call."""
        try:
            if self._process and self._process.poll() is not None and len(self.commands) > 1:
                self.release()
                del self.commands[0]
            self._process = self._process or subprocess.Popen(  # noqa: S603 - one of a few fixed commands
                self.commands[0], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
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
    on_mac = platform == "darwin"
    found, cat = which("caffeinate" if on_mac else "systemd-inhibit"), which("cat")
    if not (found and cat):
        return ByCall(lambda state: 0)
    # `cat` ends when we do, whatever ended us.
    if on_mac:
        return ByProcess((found, "-i", cat))
    # Debian lets services and SSH sessions block idling, and not sleep; asked for both, it refuses both.
    return ByProcess(*[(found, f"--what={what}", *INHIBIT, cat) for what in ("idle:sleep", "idle")])


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
