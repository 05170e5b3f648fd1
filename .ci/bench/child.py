"""A server under test as a process of its own: started, waited for, measured from outside, stopped."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PATIENCE = 60

_own: set[int] = set()
"""The processor of the servers, where they have one of their own."""


def set_apart() -> None:
    """Servers that are started from here on have a processor of their own, this process and its browsers the others.
    Raises ``OSError`` where there is one processor alone, or no way to say so."""
    if not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2:
        raise OSError("servers and browsers can't be set apart on this machine")
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, others)
    _own.add(first)


class Child:
    """A process that has printed a line starting with ``ready``; it serves on ``port``.

    ``started`` is the moment at which it was asked to start (``time.perf_counter``).
    """

    def __init__(
        self,
        command: Sequence[str],
        port: int,
        ready: str,
        env: Mapping[str, str] | None = None,
        folder: Path = ROOT,
    ) -> None:
        self.port = port
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            list(command),
            cwd=folder,
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(HERE.parent), **(env or {})},
            stdout=subprocess.PIPE,
            text=True,
        )
        if _own:
            os.sched_setaffinity(self.process.pid, _own)
        self._wait_for(ready)

    def _wait_for(self, ready: str) -> None:
        assert self.process.stdout
        watch = threading.Timer(PATIENCE, self.process.kill)
        watch.start()
        printed = []
        for line in self.process.stdout:
            printed.append(line)
            if line.startswith(ready):
                break
        else:
            raise RuntimeError(f"{self.process.args!r} did not start: {''.join(printed)}")
        watch.cancel()

    def cpu(self) -> float:
        """Seconds of processor that its threads have used."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(one.read_text(encoding="utf-8").split()[0]) for one in threads) / 1e9

    def memory(self) -> float:
        """Megabytes of memory that it holds."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def companion(folder: Path, env: Mapping[str, str] | None = None) -> Child:
    """The real program on ``folder``."""
    port = free_port()
    command = [sys.executable, "-m", "companion.command.cli", "--no-browser", "--host", "127.0.0.1"]
    return Child([*command, "--port", str(port), "--data", str(folder)], port, "Stop with", env)


def floor(folder: Path, size: int, env: Mapping[str, str] | None = None) -> Child:
    """The limit of the machine: see ``floor.py``. ``size``: the bytes of one event."""
    port = free_port()
    return Child([sys.executable, "-m", "bench.floor", str(port), str(folder), str(size)], port, "ready", env)
