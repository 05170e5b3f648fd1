"""The book for other programs: CSV and JSON.

docs/history.md explains the columns. A record of one game leaves the program elsewhere (``companion export``).
"""

from __future__ import annotations

import csv
import io
from typing import Any

from companion.history.history import Appearance, History, Play

COLUMNS = ("play_id", "date", "game", "players", "name", "side", "points", "won")
COMPUTED = tuple("=+-@\t\r＝＋－＠")
"""Letters with which a text begins that spreadsheets compute."""


def as_csv(book: History) -> str:
    """Write a line for each person and game."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for play in book.plays:
        for one in play.by_seat:
            row = {**_game(play), **_result(one), "won": int(one.won)}
            table.writerow([_make_harmless(row[column]) for column in COLUMNS])
    return text.getvalue()


def as_json(book: History) -> dict[str, Any]:
    """Return the book as one object, game by game, with the evening of each."""
    plays = [
        {**_game(play), "evening": play.evening, "results": [_result(one) for one in play.by_seat]}
        for play in book.plays
    ]
    return {"format": "companion-book-1", "plays": plays}


def _game(play: Play) -> dict[str, Any]:
    return {"play_id": play.play_id, "date": play.played_at, "game": play.game, "players": len(play.people)}


def _result(one: Appearance) -> dict[str, Any]:
    return {"name": one.person.name, "side": one.result.side, "points": one.result.points, "won": one.won}


def _make_harmless(value: Any) -> Any:
    """Keep a spreadsheet from computing a cell: a name like ``=1+1`` gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in COMPUTED else value
