"""The real program as a process of its own, which can be killed and started again."""

from __future__ import annotations

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from companion.games import game_by_id
from companion.record.record import parse, read_record
from companion.storage.store import Store
from companion.table.tables import import_record

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
END_SECONDS = 30


class Nursery:
    """Where programs are started without everything being imported again: ``tests/nursery.py``."""

    def __init__(self, *under: str) -> None:
        self._process = subprocess.Popen(
            [*under, sys.executable, str(ROOT / "tests" / "nursery.py")],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._process.communicate)

    def ask(self, **what: Any) -> Any:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return self.hears()

    def hears(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


@cache
def nursery(*under: str) -> Nursery:
    """One for all programs of this process under that command."""
    return Nursery(*under)


class Child:
    """A program that the nursery has started: as much of a ``Popen`` as is needed of it."""

    def __init__(self, arguments: list[str], errors: Path, *under: str, grace: float | None = None) -> None:
        self._nursery = nursery(*under)
        self.pid: int = self._nursery.ask(start=arguments, errors=str(errors), grace=grace)

    def printed(self) -> str:
        text: str = self._nursery.hears()
        return text

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self) -> int:
        status: int = self._nursery.ask(wait=self.pid)
        return status


class Alone(subprocess.Popen[str]):
    """A program in a Python of its own, as a person starts it."""

    def __init__(self, arguments: list[str], errors: Path, *under: str) -> None:
        with errors.open("a") as told:
            super().__init__(
                [*under, sys.executable, "-m", "companion.cli.main", *arguments],
                cwd=ROOT,
                env={**os.environ, "PYTHONUTF8": "1"},
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
            )

    def printed(self) -> str:
        assert self.stdout
        lines = []
        for line in self.stdout:
            lines.append(line)
            if line.startswith("Stop with"):
                break
        return "".join(lines)

    def wait(self, timeout: float | None = None) -> int:
        assert self.stdout
        status = super().wait(timeout)
        self.stdout.close()
        return status


FORKS = hasattr(os, "fork")


def on(folder: Path, port: int, host: str = "127.0.0.1") -> list[str]:
    """The arguments with which tests start ``companion`` on a data folder."""
    return ["--no-browser", "--no-keep-awake", "--host", host, "--port", str(port), "--data", str(folder)]


def started(arguments: list[str], errors: Path, *under: str, grace: float | None = None) -> Child | Alone:
    """``companion`` with these arguments, which says on stderr what lands in ``errors``."""
    errors.touch()
    return Child(arguments, errors, *under, grace=grace) if FORKS else Alone(arguments, errors, *under)


class Program:
    """``companion`` on a data folder of its own; ``url``, ``code`` and ``host_link`` are what it printed.

    ``alone``: in a Python of its own, with the environment as it is now. ``grace``: the seconds after which a phone
    whose stream has ended is asleep, where that is not left to it."""

    under: tuple[str, ...] = ()
    """A command that Companion is run under, if any."""

    def __init__(
        self,
        folder: Path,
        port: int | None = None,
        host: str = "127.0.0.1",
        alone: bool = False,
        grace: float | None = None,
    ) -> None:
        self.folder = folder
        self.grace = grace
        self.port = port or free_port()
        self.host = host
        self.alone = alone
        self.url = self.code = self.host_link = ""
        self.tokens: dict[str, str] = {}
        self._errors = folder.with_suffix(".stderr")
        self._process: Child | Alone | None = None

    def imports(self, record: dict[str, Any], phones: Sequence[str] = ()) -> None:
        """As ``companion import`` does, before the start. The seats of ``phones`` are taken: ``tokens`` opens them."""
        read = read_record(parse(json.dumps(record)), game_by_id)
        with closing(Store(self.folder)) as store:
            row = import_record(store, read)
            self.tokens = {
                seat.name: store.seats.claim(seat.id) for seat in store.seats.of(row.id) if seat.name in phones
            }

    def start(self) -> None:
        """Start it, and wait until it has said where it is: it listens by then."""
        arguments = on(self.folder, self.port, self.host)
        if self.alone:
            self._process = Alone(arguments, self._errors, *self.under)
        else:
            self._process = started(arguments, self._errors, *self.under, grace=self.grace)
        with self._not_for_ever(START_SECONDS):
            printed = self._process.printed()
        phones = re.search(r"Phones: +(http://\S+)/(\w{4})\n", printed)
        link = re.search(r"Table screen: +(http://\S+)\n", printed)
        assert phones, f"the program did not start: {printed}{self.errors()}"
        assert link
        self.url, self.code = phones.groups()
        self.host_link = link[1]
        self.port = int(self.url.rpartition(":")[2])

    @contextmanager
    def _not_for_ever(self, seconds: float) -> Iterator[threading.Event]:
        """A program that hangs is ended, and the event says so."""
        assert self._process
        hangs, process = threading.Event(), self._process

        def end() -> None:
            hangs.set()
            process.kill()

        watch = threading.Timer(seconds, end)
        watch.start()
        try:
            yield hangs
        finally:
            watch.cancel()

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        """``kill -9``: no chance to tidy up."""
        assert self._process
        self._process.kill()
        self._wait()

    def freeze(self) -> None:
        """It is there and says nothing any more: a silent hole in the network."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """As Ctrl+C does; nothing happens where it has been stopped already."""
        if self._process:
            self._process.send_signal(signal.SIGTERM)
            self._wait()

    def _wait(self) -> None:
        assert self._process
        with self._not_for_ever(END_SECONDS) as hangs:
            self._process.wait()
        self._process = None
        assert not hangs.is_set(), "the program did not end"

    def errors(self) -> str:
        """What it has written to stderr so far."""
        return self._errors.read_text()

    def __enter__(self) -> Program:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is asked of it any more."""
        if self._process:
            self.kill()


def free_port() -> int:
    """A port nobody listens on; if it is taken meanwhile, Companion takes the next one and says so.

    The same one whenever it is free: what a window has fetched from one Companion it need not fetch from the next. None
    of those that the system gives to clients, nor those from which another process of tests starts to look: a restarted
    Companion needs its own."""
    for port in count(20_000 + os.getpid() % 400 * 25):
        with socket.socket() as found, suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(("127.0.0.1", port))
            return port
    raise AssertionError("unreachable")
