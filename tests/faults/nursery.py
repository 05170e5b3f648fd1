"""Starts the program many times a minute: everything is imported once, and each start is a fork that serves.

Reads lines of JSON: ``{"start": [folder, port]}`` and ``{"kill": true}``; answers each with one line. Between a start
and the next one the child prints to this process's standard error.
"""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()

import contextlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from pathlib import Path  # noqa: E402

from flask import Flask  # noqa: E402
from jinja2.bccache import Bucket, BytecodeCache  # noqa: E402

from companion import serve  # noqa: E402
from companion.store import Store  # noqa: E402
from companion.web.app import create_app  # noqa: E402


class Known(BytecodeCache):
    """Templates compiled once for all children."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.kept.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


def warm_up() -> None:
    """Whatever a first request needs, before there are children."""
    Flask.jinja_options = {"bytecode_cache": Known()}
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Store(Path(folder))) as store:
        app = create_app(store)
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)
        table = app.extensions["context"].tables.create()
        for path in ("", "watch", "live/watch"):
            app.test_client().get(f"/{table.code}/{path}".rstrip("/"), buffered=True)


def start(folder: str, port: int) -> int:
    told, telling = os.pipe()
    child = os.fork()
    if child:
        os.close(telling)
        with os.fdopen(told) as answer:
            sys.stdout.write(answer.readline() or "died\n")
        return child
    os.close(told)
    os.dup2(2, 1)

    def listens(*_: object) -> None:
        os.write(telling, b"listens\n")
        os.close(telling)

    serve.announce = listens  # type: ignore[assignment]
    try:
        serve.serve(Path(folder), "127.0.0.1", port, browser=False)
    finally:
        os._exit(1)


def main() -> None:
    child = 0
    warm_up()
    for line in sys.stdin:
        wanted = json.loads(line)
        if "start" in wanted:
            child = start(*wanted["start"])
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            sys.stdout.write("killed\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
