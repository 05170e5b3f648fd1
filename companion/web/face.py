"""A card with its face up, for as long as it is held: fetched with the hold, kept by no page."""

from __future__ import annotations

from flask import Response

from companion.table import Table, playing
from companion.web.templates import draw
from companion.web.words import Words

SIZE = 8192
"""Bytes of every answer, never packed: whoever counts them learns nothing."""


def answer(table: Table, seat: int, key: str, words: Words) -> Response:
    """The face of what the seat may look at."""
    role = playing.face(table.at, seat, key)
    if playing.is_new(table.at, seat, key):
        table.do(playing.look, seat, key)
    drawn = draw("phone/role.html", words.lang, role=role, game=table.at.game.id)
    return Response(padded(drawn), mimetype="text/html", headers={"Content-Encoding": "identity"})


def padded(text: str) -> bytes:
    """The text with spaces up to the size that every one has."""
    body = text.encode()
    return body + b" " * (SIZE - len(body))
