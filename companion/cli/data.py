"""The commands that import games, export the history, and move everything to another computer.

``storage.backups`` says what a backup holds, ``history.export`` what the exported file looks like.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from companion.cli.console import DATA, data_folder, fail, find_folder, open_store, read_text, show
from companion.games import game_by_id
from companion.history import export
from companion.history.reader import HistoryReader
from companion.record.record import parse, read_record
from companion.storage.backups import age
from companion.storage.data_file import restore_file, restore_latest_backup
from companion.table.tables import import_record


# -- records --------------------------------------------------------------------------------------------------------
@click.command(name="import")
@click.argument("file", type=click.Path(allow_dash=True))
@DATA
def import_records(file: str, data: str | None) -> None:
    """Import a record as a new table and print the table's code.

    FILE is a record (- for standard input). Its players get seats without phones; phones take them over with the seats'
    QR codes. Stop the running Companion first.
    """
    data = str(find_folder(data, f"companion import {shlex.quote(file)}"))
    record = read_record(parse(read_text(file)), game_by_id)
    with open_store(data) as store:
        row = import_record(store, record)
    n = len(record.entries)
    click.echo(f"Table {row.code}: {record.game.title}, {n} {'entry' if n == 1 else 'entries'}.")
    click.echo(f"Saved in {data_folder(data)}.")


# -- the history ----------------------------------------------------------------------------------------------------
@click.command()
@click.option("--format", "form", type=click.Choice(("csv", "json")), default="csv", help="The format (default: csv).")
@DATA
def book(form: str, data: str | None) -> None:
    """Print the results of all finished games.

    csv has one line for each person and game; json has the same as one object. docs/history.md explains the columns.
    """
    with open_store(data, to_read=True) as store:
        whole = HistoryReader(store).read_book()
        if form == "csv":
            click.echo(export.as_csv(whole), nl=False)
        else:
            show(export.as_json(whole))


# -- from one computer to another -----------------------------------------------------------------------------------
@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATA
def backup(file: Path, data: str | None) -> None:
    """Back up everything into one file, also to move to another computer (companion restore FILE).

    FILE must not exist yet. It holds all tables, games and people, and every secret of a game in progress.
    """
    data = str(find_folder(data, f"companion backup {shlex.quote(str(file))}"))
    with open_store(data, to_read=True) as store:
        store.write_copy(file)
    click.echo(f"Backed up {data_folder(data)} to {file.absolute()}.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--empty", is_flag=True, help="Start with no games instead, if the data file is lost or damaged.")
@DATA
def restore(file: Path | None, empty: bool, data: str | None) -> None:
    """Restore the newest good backup, or FILE from another computer.

    The data file it replaces is kept next to it. Stop the running Companion first. Intact data is backed up at every
    start and after every game; the last ten backups are in the folder "backups".
    """
    said = " --empty" if empty else f" {shlex.quote(str(file))}" if file else ""
    folder = find_folder(data, f"companion restore{said}")
    if empty and file:
        fail("Use --empty or FILE, not both")
    if file or empty:
        restore_file(folder, file)
        click.echo(f"Restored {file}." if file else "Started with no games; the backups are still there.")
    else:
        newest = restore_latest_backup(folder)
        click.echo(f"Restored {newest}, the newest good backup ({age(newest)} old).")
    click.echo(f"Saved in {folder}.")
