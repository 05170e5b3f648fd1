"""Helpers for all commands: errors in one sentence, files, the data folder.

The commands are in ``main`` and ``data``; ``check`` is in ``toml_games.command``.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import click

from companion.paths import data_dir
from companion.storage.store import Store


def fail(error: object) -> NoReturn:
    """End the command with a sentence on stderr, nothing on stdout, and exit status 2."""
    click.echo(str(error), err=True)
    sys.exit(2)


def read_text(path: str) -> str:
    """Read a file, or standard input for ``-``."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        fail(f"{path} can't be read: {error.strerror}")
    except UnicodeDecodeError:
        fail(f"{path} is not a record: it isn't UTF-8 text")


def show(data: Any) -> None:
    """Print an object as JSON, with sorted keys and an indent of two spaces."""
    click.echo(json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False))


def data_folder(given: str | None) -> Path:
    return Path(given).expanduser().absolute() if given else data_dir()


def service() -> tuple[Path, int] | None:
    """Find the data folder and the port of a companion that runs here as a service; None if there is none."""
    if not (systemctl := shutil.which("systemctl")):
        return None
    asked = [systemctl, "show", "companion.service", "--property=ActiveState,ExecStart"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=False).stdout  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    folder = re.search(r"--data[ =](\S+)", told)
    port = re.search(r"--port[ =](\d+)", told)
    if "ActiveState=active" not in told or folder is None:
        return None
    return Path(folder[1]), int(port[1]) if port else 8000


def find_folder(given: str | None, command: str) -> Path:
    """Return the data folder for a command.

    If a service runs here with another folder, the user has to name the folder; otherwise the command fails.
    """
    folder = data_folder(given)
    found = service()
    if given or found is None or found[0] == folder:
        return folder
    fail(
        f"Companion runs here as a service with its data in {found[0]}. Choose which data you mean:\n"
        f"  {command} --data {shlex.quote(str(found[0]))}\n  {command} --data {shlex.quote(str(folder))}"
    )


def open_store(data: str | None, to_read: bool = False) -> closing[Store]:
    """Open the data folder for one command.

    It fails while a companion runs with that folder, unless the command only wants ``to_read``.
    """
    return closing(Store(data_folder(data), to_read=to_read))


DATA = click.option(
    "--data",
    metavar="FOLDER",
    envvar="COMPANION_DATA",
    help="Where the data is stored (default: printed at the start).",
)
