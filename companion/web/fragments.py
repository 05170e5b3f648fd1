"""Pieces of pages that are drawn once: what they show depends on what is given alone, and mostly stays from change to
change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from companion.rules.board import SeatRow
from companion.table.log import LogLine
from companion.web.templates import draw

PIECES = 2**12
"""Of the lines of a hundred tables the newest; more would be kept of one long game alone."""


def log_lines(lines: Sequence[LogLine], lang: str, url: str, offered: Collection[int] = ()) -> Markup:
    """Lines of the log; with the host's ``url`` each opens, to be mended. Undone and redone can be what is
    ``offered``."""
    drawn = [(line, line.redo if line.undo is None else line.undo) for line in lines]
    return Markup("").join([_log_line(line, lang, url, number in offered) for line, number in drawn])


@lru_cache(PIECES)
def _log_line(line: LogLine, lang: str, url: str, offered: bool) -> Markup:
    return Markup(draw("parts/log_line.html", lang, line=line, url=url, offered=offered))  # noqa: S704 - drawn with autoescape


def seat_rows(rows: Sequence[SeatRow], game: str, lang: str) -> Markup:
    """The seats of a board."""
    return Markup("").join([seat_row(row, game, lang, "li") for row in rows])


def seat_row(row: SeatRow, game: str, lang: str, tag: str) -> Markup:
    """One seat of a board, as an element of that ``tag``."""
    return piece("parts/seat_row.html", lang, row=row, game=game, tag=tag)


@lru_cache(PIECES)
def piece(template: str, lang: str, **given: Any) -> Markup:
    """Any template that shows nothing but what is given, all of which can be compared."""
    return Markup(draw(template, lang, **given))  # noqa: S704 - as above
