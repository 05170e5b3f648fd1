"""The start of the demo: data in its own folder, which is deleted with it, and pages for this computer only."""

from __future__ import annotations

import logging
import sys
import tempfile
import threading
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from random import Random

import click

from companion.demo.fifth import FifthPerson
from companion.demo.frames import PAGE, create_demo
from companion.server.http_server import Ending
from companion.server.serve import listen, poll_in_thread, raise_file_limit, run_until_stopped
from companion.storage.store import Store
from companion.web import addresses
from companion.web.render.templates import Compiled
from companion.web.sse import Hub

HOST = "127.0.0.1"
LOOKS = 0.25
"""Seconds between two looks of the fifth person."""


def serve_demo(port: int, no_browser: bool) -> None:
    """Serve the demo until the process is stopped. Raises an OSError if there is no free port."""
    files = raise_file_limit()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    hub = Hub()
    ending = Ending()
    with ExitStack() as at_end:
        folder = at_end.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-", ignore_cleanup_errors=True))
        store = Store(Path(folder))
        at_end.callback(store.close)
        demo = create_demo(store, hub, ADDRESS=HOST)
        demo.app.jinja_env.bytecode_cache = Compiled()
        server = listen(demo.app, HOST, port, files)
        bound = server.server_address[1]
        demo.app.config["PORT"] = bound
        url = addresses.make_url(HOST, bound) + PAGE
        click.echo(f"Demo:          {url}")
        click.echo("               For this computer only. Everything in it is deleted when it stops.")
        click.echo("Stop with Ctrl+C.")
        sys.stdout.flush()
        fifth = FifthPerson(demo.table, hub, demo.fifth, Random())  # noqa: S311 - no secret
        at_end.callback(poll_in_thread(fifth.look, LOOKS, ending))
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        run_until_stopped(server, hub, ending, at_end)
