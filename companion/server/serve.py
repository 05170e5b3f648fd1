"""Starting the server: address, QR code and host link in the terminal, then serving until it is stopped."""

from __future__ import annotations

import gc
import logging
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from gevent.threadpool import ThreadPool

from companion.kept.store import Store, StoreError
from companion.kept.writing import Executor
from companion.server import awake, mdns
from companion.server.connection import Server
from companion.table import Tables
from companion.web import addresses, qr, site
from companion.web.app import create_app
from companion.web.context import Context
from companion.web.live import Hub
from companion.web.urls import make_url

TRIES = 20
LONELY = 60.0
"""Seconds until it is said that no phone has come."""
FOLLOWS = 3.0
"""Seconds after which the machine's addresses are looked at again."""
LAST_ANSWERS = 5.0
"""Seconds that what was asked before the end may take: a slow disk still saves it."""
SWITCH = 0.0005
"""Seconds after which one thread lets another go on."""
NOBODY = "No phone has come yet. Why one can't get here says, in another window: companion doctor"
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - phones on the table's network are to reach it


def serve(
    folder: Path,
    *,
    host: str,
    port: int,
    url: str | None,
    base_path: str | None,
    no_browser: bool,
    by_name: bool,
    no_keep_awake: bool,
    no_book: bool,
    games: Sequence[Path],
) -> None:
    """Open the data, find a free port, say where everything is, and serve.

    ``by_name``: also under http://companion.local. ``no_keep_awake``: the machine may sleep during a game. ``url``
    and ``base_path``: None is what the data folder keeps. ``no_book``: nobody reads again what is played to its end.
    ``games``: folders with games in one file, beside that in the data folder. Raises StoreError, OSError, and
    SiteError for an address that can't be.
    """
    raise_file_limit()
    # Without this the faults of pages would go to the server's own log, which is off.
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    store = Store(folder, executor=executor())
    hub = Hub()
    stopped = ExitStack()
    try:
        told = site.choose_site(site.read_site(store), url, base_path)
        site.keep_site(store, told)
        app = create_app(store, hub, SITE=told, BOOK=not no_book, GAMES=tuple(games))
        tables = app.extensions["context"].tables
        table = tables.find_newest()
        server, bound = listen(app, host, port)
        stopped.callback(server.has_answered, LAST_ANSWERS)
        app.config["PORT"] = bound
        everywhere = host in EVERYWHERE
        app.config["ADDRESS"] = "" if everywhere else host
        keep_copy(store)
        reached = addresses.choose_for_codes(addresses.find_addresses()) if everywhere else host
        here = reached or "127.0.0.1"
        store.announce(make_url(here, bound))
        lost = reached is None and not told.url
        announce(folder, told, make_url(here, bound), f"/{table.code}", f"/host/{store.host_key}", port, lost)
        say_what_is_kept(told, make_url(here, bound), url, base_path)
        if by_name:
            teller = mdns.start(bound, "" if everywhere else host, f"{told.path}/{table.code}")
            assert teller.stdin
            stopped.callback(teller.stdin.close)
        if not no_keep_awake:
            keeper = awake.Keeper(lambda: tables.is_played_at(hub.list_topics()), awake.way(), click.echo)
            keeper.start()
            stopped.callback(keeper.stop)
        click.echo("Stop with Ctrl+C.")
        if everywhere and not told.url:
            moves = partial(follow_move, store, told, tables, hub, bound)
            follower = Follower(app.extensions["context"].network.now, reached, moves)
            follower.start()
            stopped.callback(follower.stop)
        waiting = threading.Timer(LONELY, name_the_doctor, [app.extensions["context"]])
        waiting.daemon = True
        waiting.start()
        stopped.callback(waiting.cancel)
        sys.stdout.flush()
        if not no_browser:
            local = make_url("localhost" if everywhere else here, bound)
            link = f"{local}{told.path}/host/{store.host_key}"
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
        stop_on_signals(server, hub)
        # What has been loaded stays for good: the collector need not look through it again and again, for 15 ms.
        gc.freeze()
        server.serve_forever()
    finally:
        stopped.close()
        hub.close()
        store.close()


def executor() -> Executor:
    """Make a thread that waits for the disk, while everybody else is served."""
    thread = ThreadPool(1)
    # While screens are drawn all the time, what takes 150 ms to be on disk took 190; else it gains nothing.
    sys.setswitchinterval(SWITCH)

    def outcome(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
        """Return an error in place of raising it: gevent prints what a thread raises."""
        try:
            return work(), None
        except BaseException as error:
            return None, error

    def wait_for(work: Callable[[], Any]) -> Any:
        found, error = thread.apply(outcome, (work,))
        if error is not None:
            raise error
        return found

    return wait_for


def keep_copy(store: Store) -> None:
    """Make a backup of what there is; a full disk is said and stops nobody from playing."""
    try:
        store.backup()
    except StoreError as error:
        click.echo(error.text, err=True)


def listen(app: object, host: str, port: int) -> tuple[Server, int]:
    """Open a server on the first free port from ``port`` on."""
    for candidate in range(port, min(port + TRIES, 65536)):
        server = Server((host, candidate), app)
        try:
            server.start()
        except PermissionError:
            raise PermissionError(
                f"port {candidate} is for administrators here. Take one above 1023, such as --port 8000"
            ) from None
        except OSError:
            if candidate + 1 >= min(port + TRIES, 65536):
                raise
            continue
        return server, candidate
    raise OSError(f"no free port from {port} on")


def announce(
    folder: Path, told: site.Site, here: str, table: str, host_link: str, wanted: int, lost: bool = False
) -> None:
    """Print all that the person who started it needs; ``here`` is the address of this machine.

    ``lost``: it is in no network that phones can reach.
    """
    port = urlsplit(here).port or 80
    url = told.url or here + told.path
    if port != wanted:
        click.echo(f"Port {wanted} is busy; this is port {port}.\n")
    if lost:
        click.echo("Phones:        this machine is in no network that they can reach. Join a Wi-Fi, or open a hotspot:")
        click.echo("               the address then appears here, and on the table screen.")
    else:
        click.echo("Scan me with a phone on the same Wi-Fi:\n")
        click.echo(qr.draw_terminal(url + table))
        click.echo(f"Phones:        {url}{table}")
    click.echo(f"Table screen:  {url}{host_link}")
    click.echo(f"               (on this machine also {make_url('localhost', port)}{told.path}{host_link})")
    click.echo(f"Data:          {folder}")


def say_what_is_kept(told: site.Site, here: str, url: str | None, base_path: str | None) -> None:
    """Print what an earlier start was told, how it is forgotten, and what is missing for a path behind a proxy."""
    if told.url and url is None:
        click.echo(f'Kept:          --url {told.url} of an earlier start; it leads to {here}. Forget it: --url ""')
    if told.path and not told.url:
        if base_path is None:
            click.echo(f'Kept:          --base-path {told.path} of an earlier start. Forget it: --base-path ""')
        click.echo("Proxy:         say too what phones open, or it answers under this machine's own addresses alone:")
        click.echo(f"               --url https://YOUR.NAME{told.path}")


class Follower(threading.Thread):
    """Calls ``moves`` with the likeliest address whenever it has become another one."""

    def __init__(
        self, found: Callable[[], list[addresses.Address]], known: str | None, moves: Callable[[str], None]
    ) -> None:
        super().__init__(daemon=True)
        self._found, self._last, self._moves = found, known, moves
        self._stops = threading.Event()

    def run(self) -> None:
        while not self._stops.wait(FOLLOWS):
            self.look()

    def look(self) -> None:
        now = addresses.choose_for_codes(self._found())
        if now and now != self._last:
            self._last = now
            self._moves(now)

    def stop(self) -> None:
        self._stops.set()


def follow_move(store: Store, told: site.Site, tables: Tables, hub: Hub, port: int, ip: str) -> None:
    """Tell everybody that the machine has another address: phones have to scan the code anew, on the table screen too.

    A network that is gone ends no connection: nothing says that nobody is at the other end any more.
    """
    hub.call_roll()
    here, code = make_url(ip, port), tables.find_newest().code
    store.announce(here)
    click.echo(qr.draw_terminal(f"{here}{told.path}/{code}"))
    click.echo(f"New address.   Phones scan this, or open {here}{told.path}/{code}")
    sys.stdout.flush()


def name_the_doctor(context: Context) -> None:
    """Where no phone has come."""
    if not context.visited:
        click.echo(NOBODY)


def stop_on_signals(server: Server, hub: Hub) -> None:
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
