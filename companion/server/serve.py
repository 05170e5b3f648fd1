"""The start of the server: open the data, find a port, print the addresses, and serve until it is stopped.

The options come from ``companion.cli.main``; the app that is served is ``companion.web.app``.
"""

from __future__ import annotations

import gc
import logging
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import click
from flask import Flask

from companion.server import keep_awake, mdns
from companion.server.http_server import Ending, Server
from companion.storage.store import Store, StoreError
from companion.web import addresses
from companion.web.app import create_app
from companion.web.base_url import Site, choose_site, keep_site, read_site
from companion.web.context import Context
from companion.web.render import qr
from companion.web.render.templates import Compiled
from companion.web.sse import Hub

PORTS = 20
"""How many ports are tried."""
LONELY_SECONDS = 60.0
"""After this many seconds without a phone, ``companion doctor`` is suggested."""
FOLLOWS = 3.0
"""The computer's addresses are checked every this many seconds."""
FILES = 65536
"""The most files that can be open, unless the system allows fewer."""
NOBODY = "No phone has connected yet. To find out why, run this in another window: companion doctor"
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
    box: bool,
    games: Sequence[Path],
) -> None:
    """Serve the tables in ``folder`` until the process is stopped.

    ``url`` and ``base_path`` are saved in the folder for the next start; None stands for what an earlier start saved.
    ``by_name``: also answer to http://companion.local. ``games``: folders with games in one file, besides the one in
    ``folder``. ``box``: this computer has its own Wi-Fi.
    Raises StoreError, OSError, and SiteError for an impossible address.
    """
    files = raise_file_limit()
    # Without this, errors of pages would go to the server's own log, which is off.
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    hub = Hub()
    ending = Ending()
    with ExitStack() as at_end:
        store = Store(folder)
        at_end.callback(store.close)
        site = choose_site(read_site(store), url, base_path)
        keep_site(store, site)
        app = create_app(store, hub, SITE=site, BOOK=not no_book, GAMES=tuple(games), BOX=box)
        app.jinja_env.bytecode_cache = Compiled()
        context: Context = app.extensions["context"]
        server = listen(app, host, port, files)
        bound = server.server_address[1]
        everywhere = host in EVERYWHERE
        app.config["PORT"] = bound
        app.config["ADDRESS"] = "" if everywhere else host
        try:
            store.backup()
        except StoreError as error:  # people can play even if the disk is full
            click.echo(error.text, err=True)

        reached = addresses.choose_for_codes(addresses.find_addresses()) if everywhere else host
        here = addresses.make_url(reached or "127.0.0.1", bound)
        if not site.url and store.last_address not in ("", here):
            context.note_move()
        store.announce(here)
        table = f"/{context.tables.find_newest().code}"
        host_link = f"/host/{store.host_key}"
        lost = reached is None and not site.url
        print_start(folder, site, here, table, host_link, port, bound, lost)
        print_kept(site, here, url, base_path)

        if by_name:
            name = mdns.MdnsName(bound, "" if everywhere else host, site.path + table)
            at_end.callback(poll_in_thread(name.look, mdns.SECONDS, ending, name.close))
        if not no_keep_awake:
            keeper = keep_awake.KeepAwake(
                lambda: context.tables.is_played_at(hub.list_topics()), keep_awake.choose_lock(), click.echo
            )
            at_end.callback(poll_in_thread(keeper.look, keep_awake.SECONDS, ending, keeper.release))
        click.echo("Stop with Ctrl+C.")
        if everywhere and not site.url:
            at_end.callback(poll_in_thread(partial(follow, store, site, context, bound), FOLLOWS, ending))
        lonely = threading.Timer(LONELY_SECONDS, suggest_doctor, [context])
        lonely.daemon = True
        lonely.start()
        at_end.callback(lonely.cancel)
        sys.stdout.flush()
        if not no_browser:
            local = addresses.make_url("localhost", bound) if everywhere else here
            threading.Thread(target=webbrowser.open, args=(local + site.path + host_link,), daemon=True).start()
        run_until_stopped(server, hub, ending, at_end)
    # Otherwise Python collects garbage before it exits, which takes longer than the whole shutdown.
    gc.freeze()


def run_until_stopped(server: Server, hub: Hub, ending: Ending, at_end: ExitStack) -> None:
    """Serve until the process is stopped; ``at_end`` then first ends the streams and what was started."""
    at_end.callback(server.end, ending)
    at_end.callback(hub.close)
    at_end.callback(server.stop)
    at_end.callback(ending.begin)
    with suppress(KeyboardInterrupt):
        for signum in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signum, signal.default_int_handler)
        server.serve_forever()
    # A service manager may send the signal twice; answers in progress are finished all the same.
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, signal.SIG_IGN)


def raise_file_limit() -> int:
    """Let the process open as many files as the system allows, and return how many: each connection needs one."""
    try:
        import resource
    except ImportError:
        return FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files


def listen(app: Flask, host: str, port: int, files: int = FILES, tries: int = PORTS) -> Server:
    """Open a server on the first free port from ``port`` on. Raises an OSError if there is none."""
    try:
        return Server((host, port), app, files)
    except PermissionError:
        raise PermissionError(
            f"port {port} needs administrator rights. Use one above 1023, such as --port 8000"
        ) from None
    except OSError:
        if tries == 1 or port == 65535:
            raise
    return listen(app, host, port + 1, files, tries - 1)


# -- in the terminal ------------------------------------------------------------------------------------------------
def print_start(
    folder: Path, site: Site, here: str, table: str, host_link: str, wanted: int, port: int, lost: bool
) -> None:
    """Print the address with its QR code, the link of the table screen and the data folder.

    ``here`` is the address of this computer, ``wanted`` the port in the options and ``port`` the one that was free.
    ``lost``: the computer is in no network that phones can reach.
    """
    url = site.url or here + site.path
    if port != wanted:
        click.echo(f"Port {wanted} is in use, so Companion is using port {port}.\n")
    if lost:
        click.echo(
            "Phones:        this computer isn't on a network they can reach. Connect it to Wi-Fi or open a hotspot;"
        )
        click.echo("               the address then appears here and on the table screen.")
    else:
        click.echo("Scan this with a phone on the same Wi-Fi:\n")
        click.echo(qr.draw_terminal(url + table))
        click.echo(f"Phones:        {url}{table}")
    click.echo(f"Table screen:  {url}{host_link}")
    click.echo(f"               (on this computer also {addresses.make_url('localhost', port)}{site.path}{host_link})")
    click.echo(f"Data:          {folder}")


def print_kept(site: Site, here: str, url: str | None, base_path: str | None) -> None:
    """Print which options of an earlier start still apply, how to reset them, and what is missing in a proxy's path."""
    if site.url and url is None:
        click.echo(f'Remembered:    --url {site.url} from last time; it leads to {here}. To forget it: --url ""')
    if site.path and not site.url:
        if base_path is None:
            click.echo(f'Remembered:    --base-path {site.path} from last time. To forget it: --base-path ""')
        click.echo(
            "Proxy:         also pass the address that phones open, or Companion answers only at this computer's own:"
        )
        click.echo(f"               --url https://YOUR.NAME{site.path}")


def suggest_doctor(context: Context) -> None:
    """Suggest ``companion doctor`` if no phone has connected."""
    if not context.visited:
        click.echo(NOBODY)


# -- while it runs --------------------------------------------------------------------------------------------------
def poll_in_thread(
    look: Callable[[], object], seconds: float, ending: Ending, close: Callable[[], object] = lambda: None
) -> Callable[[], None]:
    """Start a thread that calls ``look`` every ``seconds`` until it returns False or Companion ends, then ``close``.

    Returns a function that waits for that thread, to be called at the end.
    """

    def run() -> None:
        while look() is not False and not ending.begun.wait(seconds):
            pass
        close()

    def stop() -> None:
        thread.join(ending.count_left())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return stop


def follow(store: Store, site: Site, context: Context, port: int) -> None:
    """Print and publish the computer's likeliest address if it has changed: phones then have to scan the code again."""
    ip = addresses.choose_for_codes(context.network.now())
    here = addresses.make_url(ip, port) if ip else store.address
    if here == store.address:
        return
    # Connections don't notice that a network is gone. So all are closed, and phones that are still there reconnect.
    context.note_move()
    context.hub.reset_presence()
    store.announce(here)
    link = f"{here}{site.path}/{context.tables.find_newest().code}"
    click.echo(qr.draw_terminal(link))
    click.echo(f"New address.   Scan this with the phones, or open {link}")
    sys.stdout.flush()
