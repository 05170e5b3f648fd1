"""The program as a process of its own: started, asked for pages, measured from outside, stopped."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
_COMMAND = (sys.executable, "-m", "companion", "--no-browser", "--host", "127.0.0.1")


@dataclass(frozen=True)
class Answer:
    """``size``: bytes of status line, headers and body as they came; ``seconds`` from asking to the last byte."""

    status: int
    body: bytes
    zipped: bool
    size: int
    seconds: float


class Child:
    """The program on a data folder. ``started`` is when it was asked to start (``time.perf_counter``)."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [*_COMMAND, "--port", str(self.port), "--data", str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        watch = threading.Timer(PATIENCE, self.process.kill)
        watch.start()
        printed = []
        for line in self.process.stdout:
            printed.append(line)
            if line.startswith("Stop with"):
                break
        else:
            raise RuntimeError(f"the program did not start: {''.join(printed)}")
        watch.cancel()

    def ask(
        self, path: str, cookie: str = "", body: str | None = None, more: Mapping[str, str] | None = None
    ) -> Answer:
        """A page, or with a ``body`` a tap, as a browser asks for it, over a connection of its own."""
        headers = {"Accept-Encoding": "gzip", **({"Cookie": cookie} if cookie else {}), **(more or {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        began = time.perf_counter()
        connection.request("GET" if body is None else "POST", path, body, headers)
        response = connection.getresponse()
        data = response.read()
        seconds = time.perf_counter() - began
        connection.close()
        head = sum(len(name) + len(value) + 4 for name, value in response.getheaders()) + 17
        zipped = response.getheader("Content-Encoding") == "gzip"
        return Answer(response.status, data, zipped, head + len(data), seconds)

    def cpu(self) -> float:
        """Seconds of processor that its threads have used (Linux)."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(one.read_text(encoding="utf-8").split()[0]) for one in threads) / 1e9

    def memory(self) -> float:
        """Megabytes of memory that it holds (Linux)."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
