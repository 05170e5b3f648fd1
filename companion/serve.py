"""Starting the server: address, QR code and host link in the terminal, then serving until it is stopped."""

from __future__ import annotations

import signal
import sys
import threading
import webbrowser
from pathlib import Path

import click
from gevent.pywsgi import WSGIServer

from companion.store import Store
from companion.web import addresses, qr
from companion.web.app import create_app
from companion.web.live import Hub
from companion.web.urls import at_address

TRIES = 20
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - phones on the table's network are to reach it


def serve(folder: Path, host: str, port: int, browser: bool) -> None:
    """Open the data, find a free port, say where everything is, and serve. Raises StoreError and OSError."""
    raise_file_limit()
    store = Store(folder)
    hub = Hub()
    try:
        app = create_app(store, hub)
        tables = app.extensions["hall"].tables
        table = tables.all()[-1] if store.tables() else tables.create()
        server, bound = listen(app, host, port)
        app.config["PORT"] = bound
        app.config["ADDRESS"] = "" if host in EVERYWHERE else host
        store.backup()
        known = [found.ip for found in addresses.addresses()]
        everywhere = host in EVERYWHERE
        here = (known[0] if known else "127.0.0.1") if everywhere else host
        store.announce(at_address(here, bound))
        announce(folder, here, table.code, store.host_key(), port, bound)
        if browser:
            link = f"{at_address('localhost' if everywhere else here, bound)}/host/{store.host_key()}"
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
        stop_on_signals(server, hub)
        server.serve_forever()
    finally:
        hub.close()
        store.close()


def listen(app: object, host: str, port: int) -> tuple[WSGIServer, int]:
    """A server on the first free port from ``port`` on."""
    for candidate in range(port, min(port + TRIES, 65536)):
        # Paths carry link secrets, so there is no access log; faults go to the app's own log without them.
        server = WSGIServer((host, candidate), app, log=None, error_log=None)
        try:
            server.start()
        except OSError:
            if candidate + 1 >= min(port + TRIES, 65536):
                raise
            continue
        return server, candidate
    raise OSError(f"no free port from {port} on")


def announce(folder: Path, address: str, code: str, key: str, wanted: int, port: int) -> None:
    """What the person who started it needs to see."""
    url = f"{at_address(address, port)}/{code}"
    if port != wanted:
        click.echo(f"Port {wanted} is busy; this is port {port}.\n")
    click.echo(qr.terminal(url))
    click.echo(f"Phones:        {url}")
    click.echo(f"Table screen:  {at_address(address, port)}/host/{key}")
    click.echo(f"               (on this machine also {at_address('localhost', port)}/host/{key})")
    click.echo(f"Data:          {folder}")
    click.echo("Stop with Ctrl+C.")
    sys.stdout.flush()


def stop_on_signals(server: WSGIServer, hub: Hub) -> None:
    """End the streams first, then the server, when the terminal or the system says so."""
    import gevent

    def stop() -> None:
        hub.close()
        server.stop(timeout=1)

    for name in ("SIGINT", "SIGTERM"):
        if hasattr(signal, name):
            gevent.signal_handler(getattr(signal, name), stop)


def raise_file_limit() -> None:
    """Every stream is an open file; many systems allow few of them by default."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
