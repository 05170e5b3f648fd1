"""The worked cases, in the folders of the games they are about, and those of what games share; and the command that
prints them."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.games import list_folders


def cases(what: str, game: str | None = None) -> list[dict[str, Any]]:
    """The cases of that kind (``replay``, ``score``) of one game, or of all."""
    return [
        case
        for id, folder in list_folders().items()
        for path in sorted((folder / "cases").glob(f"*{what}.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
        if game in (None, id)
    ]


def shared() -> list[dict[str, Any]]:
    """Corrections, and rounds that track no turns."""
    files = sorted((Path(__file__).parent / "cases").glob("*.json"))
    return [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))]


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    """What the command prints; anything but an ordinary end is a fault."""
    result = CliRunner().invoke(main, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def over(game: str) -> list[dict[str, Any]]:
    """Records of whole games."""
    return [one["record"] for one in cases("replay", game) if one.get("expect", {}).get("status") == "over"]
