"""The history for other programs, as CSV and JSON.

docs/history.md explains the columns. The record of a single game is exported by ``companion export``.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from companion.history.history import Appearance, History, Play

COLUMNS = ("play_id", "date", "game", "players", "name", "side", "points", "won")
COMPUTED = tuple("=+-@\t\r＝＋－＠")
"""A spreadsheet takes a text for a formula if it starts with one of these characters."""


def as_csv(book: History) -> str:
    """Write a line for each person and game."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for play in book.plays:
        for player in play.by_seat:
            row = {**_game(play), **_result(player), "won": int(player.won)}
            table.writerow([_make_harmless(row[column]) for column in COLUMNS])
    return text.getvalue()


def as_json(book: History) -> dict[str, Any]:
    """Return the history as one object: a list of games, each with its game night."""
    plays = [
        {**_game(play), "evening": play.evening, "results": [_result(player) for player in play.by_seat]}
        for play in book.plays
    ]
    return {"format": "companion-book-1", "plays": plays}


def _game(play: Play) -> dict[str, Any]:
    return {"play_id": play.play_id, "date": play.played_at, "game": play.game, "players": len(play.people)}


def _result(one: Appearance) -> dict[str, Any]:
    return {"name": one.person.name, "side": one.result.side, "points": one.result.points, "won": one.won}


def _make_harmless(value: Any) -> Any:
    """Keep a spreadsheet from taking a cell for a formula: a name like ``=1+1`` gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and value[:1] in COMPUTED else value
