"""The real program as a process of its own, which can be killed and started again."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
START_SECONDS = 30


class Program:
    """``companion`` on a data folder of its own; ``url``, ``code`` and ``host_link`` are what it printed."""

    under: tuple[str, ...] = ()
    """A command that the program is run under, if any."""

    def __init__(self, folder: Path, port: int | None = None, host: str = "127.0.0.1") -> None:
        self.folder = folder
        self.port = port or free_port()
        self.host = host
        self.url = self.code = self.host_link = ""
        self._errors = folder.with_suffix(".stderr")
        self._process: subprocess.Popen[str] | None = None

    def imports(self, record: dict[str, Any]) -> None:
        """``companion import``, before the start."""
        command = [sys.executable, "-m", "companion.cli", "import", "-", "--data", str(self.folder)]
        subprocess.run(command, cwd=ROOT, input=json.dumps(record), text=True, check=True, capture_output=True)

    def start(self) -> None:
        """Start it, and wait until it has said where it is: it listens by then."""
        command = [*self.under, sys.executable, "-m", "companion.cli", "--no-browser", "--no-keep-awake"]
        command += ["--host", self.host]
        command += ["--port", str(self.port), "--data", str(self.folder)]
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "PYTHONUTF8": "1"},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        printed = self._printed(self._process)
        phones = re.search(r"Phones: +(http://\S+)/(\w{4})\n", printed)
        link = re.search(r"Table screen: +(http://\S+)\n", printed)
        assert phones, f"the program did not start: {printed}{self.errors()}"
        assert link
        self.url, self.code = phones.groups()
        self.host_link = link[1]
        self.port = int(self.url.rpartition(":")[2])

    def _printed(self, process: subprocess.Popen[str]) -> str:
        """What it prints up to its last line; a program that hangs is ended."""
        assert process.stdout
        watch = threading.Timer(START_SECONDS, process.kill)
        watch.start()
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Stop with"):
                break
        watch.cancel()
        return "".join(lines)

    def kill(self) -> None:
        """``kill -9``: no chance to tidy up."""
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        self._wait()

    def freeze(self) -> None:
        """It is there and says nothing any more: a silent hole in the network."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """As Ctrl+C does; nothing happens where it has ended already."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._wait()

    def _wait(self) -> None:
        assert self._process
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            assert self._process.stdout
            self._process.stdout.close()

    def errors(self) -> str:
        """What it has written to stderr so far."""
        return self._errors.read_text()

    def __enter__(self) -> Program:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def free_port() -> int:
    """A port nobody listens on; should it be taken meanwhile, the program takes the next one and says so."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
