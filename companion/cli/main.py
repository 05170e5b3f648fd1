"""The ``companion`` command.

Each command reads its options, asks the layers below and prints; the server itself is ``server.serve``.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

from companion import __version__
from companion.cli import data, demo
from companion.cli.console import DATA, data_folder, fail, open_store, read_text, service, show
from companion.engine.text import RuleError
from companion.engine.views import make_snapshot, make_view
from companion.engine.visibility import TABLE, Viewer
from companion.games import game_by_id, import_file_games
from companion.record.record import FILE, FORMAT, parse, read_record, score_facts
from companion.server import mdns
from companion.storage.store import StoreError, find_running
from companion.table.loading import read_entries
from companion.web.base_url import Site, SiteError, read_site
from companion.web.routes import network


class Commands(click.Group):
    """A group of commands that turns an error of any of them into one sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (RuleError, SiteError, StoreError) as error:
            fail(error)


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="companion")
@click.option("--host", default="", metavar="ADDRESS", help="Listen on this address only (default: all).")
@click.option("--port", default=8000, type=click.IntRange(1, 65535), help="The first port to try (default: 8000).")
@click.option(
    "--url", metavar="ADDRESS", help="Address for the QR codes (for a proxy or container); remembered for next time."
)
@click.option(
    "--base-path", metavar="PATH", help="Path prefix that a proxy adds to every page; remembered for next time."
)
@click.option("--no-browser", is_flag=True, help="Don't open the table screen in a browser.")
@click.option("--mdns", "by_name", is_flag=True, help=f"Also answer to http://{mdns.NAME} (needs zeroconf).")
@click.option("--no-keep-awake", is_flag=True, help="Let this computer sleep during a game.")
@click.option("--no-book", is_flag=True, help="Turn off the history page (/book).")
@click.option("--box", is_flag=True, help="This computer is its own Wi-Fi: tell phones where the table is.")
@click.option(
    "--games", multiple=True, metavar="FOLDER", help="Also load one-file games from this folder (can be repeated)."
)
@DATA
@click.pass_context
def main(context: click.Context, /, by_name: bool, games: tuple[str, ...], data: str | None, **start: Any) -> None:
    """Companion for hidden-role games at a real table.

    Without a command, it opens the table: it prints the address with a QR code for the phones, the table screen's link
    and where your data is stored, and runs until you stop it (Ctrl+C).

    The other commands work with records (one game as a JSON file) and with results of games played without the app.
    """
    if context.invoked_subcommand is not None:
        # Options before the name of a command belong to the start.
        for option in context.command.params:
            if context.get_parameter_source(option.name or "") == ParameterSource.COMMANDLINE:
                name = context.invoked_subcommand
                fail(f"companion {name} doesn't take {option.opts[0]}; see companion {name} --help")
    else:
        if by_name and (advice := mdns.say_missing()):
            fail(advice)
        from companion.server.serve import serve

        try:
            serve(data_folder(data), by_name=by_name, games=[Path(folder) for folder in games], **start)
        except OSError as error:
            fail(f"Can't listen on that address: {error.args[-1]}")


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--view", "viewer", metavar="VIEWER", help="Print only what this viewer can see: seat:N or table.")
def replay(file: str, viewer: str | None) -> None:
    """Replay a record and print its final state, secrets included.

    FILE is a record as `companion export` writes it (- for standard input). If something in it is wrong, one sentence
    on stderr names the entry, and the exit status is 2.
    """
    record = read_record(parse(read_text(file)), game_by_id)
    game = record.game
    players = len(record.players)
    viewers = {"table": TABLE, **{f"seat:{n}": Viewer(seat=n, held=True) for n in range(players)}}
    if viewer is None:
        show(make_snapshot(game, record.state))
    elif viewer in viewers:
        show(make_view(game, record.state, viewers[viewer]))
    else:
        fail(f"--view must be table or seat:N, with N from 0 to {players - 1}")


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
def score(file: str) -> None:
    """Score rounds that were played without the app.

    FILE holds the results as JSON (- for standard input). If something in it is wrong, one sentence on stderr names the
    field, and the exit status is 2.
    """
    show(score_facts(parse(read_text(file)), game_by_id))


@main.command()
@click.argument("table")
@click.option(
    "--game", "number", type=click.IntRange(1), help="Which of the table's games, from 1 (default: the last)."
)
@DATA
def export(table: str, number: int | None, data: str | None) -> None:
    """Write the record of a table's game to standard output.

    TABLE is the table's code. --data can be a folder or one file, such as a backup or a file that was set aside. The
    record holds every secret of the game. If the game is damaged, it holds what can be read up to the first bad entry;
    stderr says what's wrong and lists the good entries after that.
    """
    with open_store(data, to_read=True) as store:
        row = store.tables.by_code(table)
        if row is None:
            fail(
                f"there's no table {table}; the tables here: {', '.join(t.code for t in store.tables.all()) or 'none'}"
            )
        games = store.games.of(row.id)
        number = number or len(games) or 1
        if number > len(games):
            fail(f"table {row.code} has no game {number}; it has {len(games)}")
        game = games[number - 1]
        entries, damage = read_entries(store, game)
        head = {"format": FORMAT, "game": game.game, "options": game.options, "players": game.players}
        show({**head, **({FILE: game.file} if game.file else {}), "entries": entries})
        if damage:
            click.echo(f"Game {game.number} at table {row.code} is damaged: {damage}.", err=True)
            click.echo(f"Wrote the {len(entries)} entries before the damage.", err=True)
            for number, entry in enumerate(store.journal.salvage(game.id)):
                if number >= len(entries):
                    told = json.dumps(entry, ensure_ascii=False) if entry else "unreadable"
                    click.echo(f"Entry {number}: {told}", err=True)


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Check this port (default: the one Companion runs on).")
@DATA
def doctor(port: int | None, data: str | None) -> None:
    """Find out why a phone can't reach the table.

    Lists this computer's addresses, what each seems to be, and whether Companion answers there; then what to try. Run
    it in another window while Companion is running. The exit status is 1 if no phone can reach it.
    """
    served = None if data or find_running(data_folder(data)) else service()
    if served:
        data = str(served[0])
        port = port or served[1]
        click.echo(f"Companion runs as a service, with its data in {data}.")
        click.echo(f"Its commands need that folder, such as: companion backup FILE --data {data}")
    running = None
    with suppress(OSError):  # a service's folder is closed to others
        running = find_running(data_folder(data))
    told = Site()
    with suppress(StoreError, OSError), open_store(data, to_read=True) as store:
        told = read_site(store)
    port = port or urlsplit(running or "").port or (80 if running else 8000)
    if running or not served:
        click.echo(f"Companion is running at {running}." if running else "No Companion is running on this data.")
    if told.url:
        click.echo(f"The QR codes point to {told.url} (from --url). Only your proxy knows whether that leads here.")
    click.echo("")
    found = network.examine(port)
    for examined in found:
        says = "answers" if examined.answers else "no answer"
        click.echo(f"{examined.address.ip + ':' + str(port):22}{says:11}{examined.address.interface}: {examined.what}")
    usable = [examined for examined in found if examined.usable]
    click.echo("")
    if usable:
        click.echo(f"Companion answers at http://{usable[0].address.ip}:{port}{told.path}.")
        click.echo("Open that address on a phone. If it doesn't load:")
    elif any(examined.answers for examined in found):
        click.echo("Companion has no address that phones can reach: connect to Wi-Fi, or start it without --host.")
    else:
        click.echo(f"Nothing answers on port {port}: start Companion first, or pass its port with --port.")
    for what, how in network.advice(port):
        click.echo(f"- {what}{'' if str(what).endswith('?') else ':'} {how}")
    sys.exit(0 if usable else 1)


for command in (demo.demo, data.import_records, data.book, data.backup, data.restore):
    main.add_command(command)
if file_games := import_file_games("command"):
    main.add_command(file_games.check)
for command in main.commands.values():
    # Otherwise click cuts the descriptions in the list of commands after a few words.
    command.short_help = (command.help or "").partition("\n\n")[0].replace("\n", " ")


if __name__ == "__main__":
    main()
