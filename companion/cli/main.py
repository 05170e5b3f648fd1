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
    """A group of commands that says in one sentence what one of them could not do."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (RuleError, SiteError, StoreError) as error:
            fail(error)


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="companion")
@click.option("--host", default="", metavar="ADDRESS", help="Listen on this address only (default: on all).")
@click.option("--port", default=8000, type=click.IntRange(1, 65535), help="The first port to try (default: 8000).")
@click.option("--url", metavar="ADDRESS", help="What the QR codes say, behind a proxy or in a container; it is kept.")
@click.option("--base-path", metavar="PATH", help="The path that a proxy puts before every page; it is kept.")
@click.option("--no-browser", is_flag=True, help="Don't open the table screen in a browser.")
@click.option("--mdns", "by_name", is_flag=True, help=f"Also answer to http://{mdns.NAME} (needs zeroconf).")
@click.option("--no-keep-awake", is_flag=True, help="Let this machine sleep while a game is played.")
@click.option("--no-book", is_flag=True, help="Nobody reads again what was played: no page /book.")
@click.option("--box", is_flag=True, help="This machine is a Wi-Fi of its own: tell phones where the table is.")
@click.option("--games", multiple=True, metavar="FOLDER", help="Games in one file lie there too (several allowed).")
@DATA
@click.pass_context
def main(context: click.Context, /, by_name: bool, games: tuple[str, ...], data: str | None, **start: Any) -> None:
    """The companion for hidden-role games on a real table.

    Without a command it starts the table: it prints the address and a QR code for the phones, the link of the table
    screen and where the data lies, and serves until it is stopped (Ctrl+C).

    The other commands work with records (one game as a JSON file) and with facts of games played without the app.
    """
    if context.invoked_subcommand is not None:
        # Options before a command are those of the start.
        for option in context.command.params:
            if context.get_parameter_source(option.name or "") == ParameterSource.COMMANDLINE:
                name = context.invoked_subcommand
                fail(f"companion {name} knows no {option.opts[0]} before it; see companion {name} --help")
    else:
        if by_name and (advice := mdns.say_missing()):
            fail(advice)
        from companion.server.serve import serve

        try:
            serve(data_folder(data), by_name=by_name, games=[Path(folder) for folder in games], **start)
        except OSError as error:
            fail(f"The companion can't listen there: {error.args[-1]}")


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--view", "viewer", metavar="VIEWER", help="Print what this viewer is shown: seat:N or table.")
def replay(file: str, viewer: str | None) -> None:
    """Fold a record and print the state it ends in, the whole truth.

    FILE is a record as `companion export` writes it (- for standard input). A record that can't be gets one sentence
    on stderr that names the entry, and exit status 2.
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
        fail(f"--view {viewer}: table or seat:N was expected, N from 0 to {players - 1}")


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
def score(file: str) -> None:
    """Work out the scores of rounds that were played without the app.

    FILE holds the facts as JSON (- for standard input). Facts that can't be get one sentence on stderr that names
    them, and exit status 2.
    """
    show(score_facts(parse(read_text(file)), game_by_id))


@main.command()
@click.argument("table")
@click.option(
    "--game", "number", type=click.IntRange(1), help="Which game of the table, from 1 (default: the last one)."
)
@DATA
def export(table: str, number: int | None, data: str | None) -> None:
    """Write the record of a table's game to standard output.

    TABLE is the table's code, --data a folder or one file, such as a backup or a file that was put aside. The record
    holds every secret of the game. Of a damaged one it holds what can be read up to the first bad entry; stderr says
    what is wrong, and has the good entries after it.
    """
    with open_store(data, to_read=True) as store:
        row = store.tables.by_code(table)
        if row is None:
            fail(f"there is no table {table}; there are: {', '.join(t.code for t in store.tables.all()) or 'none'}")
        games = store.games.of(row.id)
        number = number or len(games) or 1
        if number > len(games):
            fail(f"table {row.code} has no game {number}; it has {len(games)}")
        game = games[number - 1]
        entries, damage = read_entries(store, game)
        head = {"format": FORMAT, "game": game.game, "options": game.options, "players": game.players}
        show({**head, **({FILE: game.file} if game.file else {}), "entries": entries})
        if damage:
            click.echo(f"Game {game.number} of table {row.code} is damaged: {damage}.", err=True)
            click.echo(f"Written was what comes before: {len(entries)} entries.", err=True)
            for number, entry in enumerate(store.journal.salvage(game.id)):
                if number >= len(entries):
                    told = json.dumps(entry, ensure_ascii=False) if entry else "can't be read"
                    click.echo(f"Entry {number}: {told}", err=True)


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Look at this port (default: where the companion runs).")
@DATA
def doctor(port: int | None, data: str | None) -> None:
    """Say why a phone can't reach the table.

    Lists the addresses of this machine, what each seems to be and whether the companion answers there, and then what
    to try. Run it in another window while the companion runs. The exit status is 1 when no phone can reach it.
    """
    served = None if data or find_running(data_folder(data)) else service()
    if served:
        data = str(served[0])
        port = port or served[1]
        click.echo(f"The companion runs as a service, with its data in {data}.")
        click.echo(f"Its commands need that folder: companion backup FILE --data {data}")
    running = None
    with suppress(OSError):  # a service's folder is closed to others
        running = find_running(data_folder(data))
    told = Site()
    with suppress(StoreError, OSError), open_store(data, to_read=True) as store:
        told = read_site(store)
    port = port or urlsplit(running or "").port or (80 if running else 8000)
    if running or not served:
        click.echo(f"The companion runs at {running}." if running else "No companion runs on these data now.")
    if told.url:
        click.echo(
            f"The codes say {told.url}, as --url told: whether that leads here knows only what stands before it."
        )
    click.echo("")
    found = network.examine(port)
    for one in found:
        says = "answers" if one.answers else "no answer"
        click.echo(f"{one.address.ip + ':' + str(port):22}{says:11}{one.address.interface}: {one.what}")
    usable = [one for one in found if one.usable]
    click.echo("")
    if usable:
        click.echo(
            f"It answers at http://{usable[0].address.ip}:{port}{told.path}; whether a phone gets there only a phone"
        )
        click.echo("can tell: open that address on one. If it does not get there:")
    elif any(one.answers for one in found):
        click.echo(
            "The companion answers on no address that phones can reach: join a Wi-Fi, or start it without --host."
        )
    else:
        click.echo(f"Nothing answers on port {port}: start the companion first, or name its port with --port.")
    for what, how in network.advice(port):
        click.echo(f"- {what}{'' if str(what).endswith('?') else ':'} {how}")
    sys.exit(0 if usable else 1)


for command in (demo.demo, data.import_records, data.book, data.backup, data.restore):
    main.add_command(command)
if file_games := import_file_games("command"):
    main.add_command(file_games.check)
for command in main.commands.values():
    # Else the list of commands is cut after a few words.
    command.short_help = (command.help or "").partition("\n\n")[0].replace("\n", " ")


if __name__ == "__main__":
    main()
