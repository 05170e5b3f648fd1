"""Keeping the computer awake while a game is played and people are connected.

On Linux and macOS a second process holds the lock until its input is closed: by us, or because we have ended. On
Windows it is one call, valid for the calling thread. In no case does the lock outlive this program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

SECONDS = 15.0
"""Whether the computer has to stay awake is checked every this many seconds."""

CANT = "Couldn't keep this computer awake. Turn off its sleep mode while you play."
CONTINUOUS = 0x80000000
SYSTEM_REQUIRED = 0x00000001
"""ES_CONTINUOUS and ES_SYSTEM_REQUIRED of SetThreadExecutionState."""
INHIBIT = ("--who=Companion", "--why=A game is in progress", "--mode=block")


class ProcessLock:
    """Keeps the computer awake as long as a command runs. The command ends when its input is closed.

    It runs the first of ``commands`` that the system doesn't refuse.
    """

    def __init__(self, *commands: Sequence[str]) -> None:
        self.commands = [*commands]
        self._process: subprocess.Popen[bytes] | None = None

    def hold(self) -> bool:
        """Keep the computer awake; return False if that is impossible. A refusal is noticed at the next call."""
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
    """Keeps a Windows computer awake: a state of the calling thread, until it resets it."""

    def __init__(self, call: Callable[[int], int]) -> None:
        self._call = call

    def hold(self) -> bool:
        """Keep the computer awake; return False if that is impossible."""
        return bool(self._call(CONTINUOUS | SYSTEM_REQUIRED))

    def release(self) -> None:
        self._call(CONTINUOUS)


def choose_lock(
    platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which
) -> ProcessLock | WindowsLock:
    """Return the lock that works on this system."""
    if platform == "win32":
        import ctypes

        library: Any = ctypes
        return WindowsLock(library.windll.kernel32.SetThreadExecutionState)
    on_mac = platform == "darwin"
    found = which("caffeinate" if on_mac else "systemd-inhibit")
    cat = which("cat")
    if not (found and cat):
        return WindowsLock(lambda state: 0)
    # `cat` ends when we end, for whatever reason.
    if on_mac:
        return ProcessLock((found, "-i", cat))
    # Debian lets services and SSH sessions block idling, and not sleep; asked for both, it refuses both.
    return ProcessLock(*[(found, f"--what={what}", *INHIBIT, cat) for what in ("idle:sleep", "idle")])


class KeepAwake:
    """Keeps the computer awake while ``needed()`` is true; if it can't, it calls ``say`` once."""

    def __init__(self, needed: Callable[[], bool], by: ProcessLock | WindowsLock, say: Callable[[str], object]) -> None:
        self._needed = needed
        self._by = by
        self._say = say
        self.release = by.release

    def look(self) -> bool:
        """Hold or release the lock, as needed now; return False if that fails and there is no use in trying again."""
        needed = self._needed()
        if needed and self._by.hold():
            return True
        self.release()
        if needed:
            self._say(CANT)
        return not needed
