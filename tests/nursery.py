"""Starts Companion many times a minute: everything is imported once, and each start is a fork that goes on as the
command does.

Reads lines of JSON and answers each in lines of JSON. ``{"start": [arguments], "errors": path, "grace": seconds}``:
first the number of the process, then what it printed up to its last line, or to its end; a phone whose stream has ended
is asleep after that many seconds, or the usual ones. ``{"wait": process}``: how it ended, when it has.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import tempfile
import traceback
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from compiled import compiled_once
from late import come_late
from lot import is_fixed
from new_files import copied_from_the_first

from companion.cli import main
from companion.server import serve
from companion.storage.store import Store
from companion.web import sse
from companion.web.app import create_app

LAST_LINE = "Stop with"


def warm_up() -> None:
    """Whatever a first request needs, before there are children."""
    compiled_once()
    copied_from_the_first()
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder))) as store:
        app = create_app(store)
        changed: Any = serve
        changed.Compiled = lambda: app.jinja_env.bytecode_cache
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)
        table = app.extensions["context"].tables.create()
        host = app.test_client()
        host.get(f"/host/{store.host_key}")
        for path in ("", "watch", "live/watch", "table"):
            host.get(f"/{table.code}/{path}".rstrip("/"), buffered=True)
    gc.collect()
    gc.freeze()


def run(arguments: list[str], printed: int, errors: str, grace: float | None) -> None:
    """Be the command, in the child."""
    sse.GRACE = sse.GRACE if grace is None else grace
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(printed, 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    status: Any = 1
    try:
        main.main(arguments, prog_name="companion")
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 0)


class Children:
    """Those that have been started and not been waited for, and what each of them prints."""

    def __init__(self) -> None:
        self._lines: dict[int, Any] = {}

    def start(self, arguments: list[str], errors: str, grace: float | None) -> None:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            run(arguments, writing, errors, grace)
        os.close(writing)
        say(child)
        self._lines[child] = lines = os.fdopen(reading, encoding="utf-8")
        said = []
        for line in lines:
            said.append(line)
            if line.startswith(LAST_LINE):
                break
        say("".join(said))

    def wait(self, child: int) -> None:
        _, status = os.waitpid(child, 0)
        self._lines.pop(child).close()
        say(os.waitstatus_to_exitcode(status))

    def end(self) -> None:
        for child in self._lines:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def say(what: object) -> None:
    print(json.dumps(what), flush=True)


def serve_tables() -> None:
    warm_up()
    come_late()
    is_fixed()
    children = Children()
    for line in sys.stdin:
        wanted = json.loads(line)
        if "start" in wanted:
            children.start(wanted["start"], wanted["errors"], wanted["grace"])
        else:
            children.wait(wanted["wait"])
    children.end()


if __name__ == "__main__":
    serve_tables()
