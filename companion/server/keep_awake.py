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

CANT = "Couldn't keep this computer awake. Turn off its sleep mode while you play."
CONTINUOUS = 0x80000000
SYSTEM_REQUIRED = 0x00000001
"""ES_CONTINUOUS and ES_SYSTEM_REQUIRED of SetThreadExecutionState."""
INHIBIT = ("--who=Companion", "--why=A game is in progress", "--mode=block")


class ProcessLock:
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


class WindowsLock:
    """Windows: a state of the thread that calls, until it takes it back."""

    def __init__(self, call: Callable[[int], int]) -> None:
        self._call = call

    def hold(self) -> bool:
        """Keep awake, from now on or still; False where that can't be."""
        return bool(self._call(CONTINUOUS | SYSTEM_REQUIRED))

    def release(self) -> None:
        self._call(CONTINUOUS)


def choose_lock(
    platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which
) -> ProcessLock | WindowsLock:
    """Return how this machine is kept awake."""
    if platform == "win32":
        import ctypes

        library: Any = ctypes
        return WindowsLock(library.windll.kernel32.SetThreadExecutionState)
    on_mac = platform == "darwin"
    found = which("caffeinate" if on_mac else "systemd-inhibit")
    cat = which("cat")
    if not (found and cat):
        return WindowsLock(lambda state: 0)
    # `cat` ends when we do, whatever ended us.
    if on_mac:
        return ProcessLock((found, "-i", cat))
    # Debian lets services and SSH sessions block idling, and not sleep; asked for both, it refuses both.
    return ProcessLock(*[(found, f"--what={what}", *INHIBIT, cat) for what in ("idle:sleep", "idle")])


class KeepAwake:
    """The machine is kept awake while ``needed()`` says so; ``say`` is told once where it can't."""

    def __init__(self, needed: Callable[[], bool], by: ProcessLock | WindowsLock, say: Callable[[str], object]) -> None:
        self._needed = needed
        self._by = by
        self._say = say
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
