"""The commands that bring games in, write the book out, and carry all of it to another machine.

``storage.backups`` says what is in a backup, ``history.export`` how the exported file looks.
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
    """Read a record in as a new table, and print the table's code.

    FILE is a record (- for standard input). Its players get seats without phones; phones take them over by the seats'
    QR codes. Stop the running companion first.
    """
    data = str(find_folder(data, f"companion import {shlex.quote(file)}"))
    record = read_record(parse(read_text(file)), game_by_id)
    with open_store(data) as store:
        row = import_record(store, record)
    n = len(record.entries)
    click.echo(f"Table {row.code}: {record.game.title}, {n} {'entry' if n == 1 else 'entries'}.")
    click.echo(f"Written into {data_folder(data)}.")


# -- the book -------------------------------------------------------------------------------------------------------
@click.command()
@click.option("--format", "form", type=click.Choice(("csv", "json")), default="csv", help="How (default: csv).")
@DATA
def book(form: str, data: str | None) -> None:
    """Write the results of all games that are over and told to standard output.

    csv has one line for each person and game, json the same as one object. docs/history.md explains the columns.
    """
    with open_store(data, to_read=True) as store:
        whole = HistoryReader(store).read_book()
        if form == "csv":
            click.echo(export.as_csv(whole), nl=False)
        else:
            show(export.as_json(whole))


# -- from one machine to another ------------------------------------------------------------------------------------
@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATA
def backup(file: Path, data: str | None) -> None:
    """Write everything into one file: to keep it, or to move to another machine (companion restore FILE).

    FILE must not be there yet. It holds all tables, games and people, and every secret of a game under way.
    """
    data = str(find_folder(data, f"companion backup {shlex.quote(str(file))}"))
    with open_store(data, to_read=True) as store:
        store.write_copy(file)
    click.echo(f"All of {data_folder(data)} is in {file.absolute()}.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--empty", is_flag=True, help="Begin without any game instead, where the data file is lost or damaged.")
@DATA
def restore(file: Path | None, empty: bool, data: str | None) -> None:
    """Bring the newest sound backup back, for data that are damaged or lost; or those of FILE, from another machine.

    The data file it replaces is kept beside it. Stop the running companion first. A backup is made at every start and
    after every game, of sound data alone; the last ten are kept in the folder "backups".
    """
    said = " --empty" if empty else f" {shlex.quote(str(file))}" if file else ""
    folder = find_folder(data, f"companion restore{said}")
    if empty and file:
        fail("--empty brings no file back: name the one or the other")
    if file or empty:
        restore_file(folder, file)
        click.echo(f"Brought back: {file}" if file else "Begun without any game; the backups stay.")
    else:
        newest = restore_latest_backup(folder)
        click.echo(f"Brought back: {newest}, the newest sound backup. It is {age(newest)} old.")
    click.echo(f"Written into {folder}.")
