"""Each sprite as a file that browsers keep."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from companion.games import all_games
from companion.web.icons import OWN, sprite

sprites = Blueprint("sprites", __name__)


@sprites.get("/i/<game>.svg", endpoint="static")
def drawings(game: str) -> Response:
    """The drawings of one game, or of what belongs to none."""
    if game not in {*all_games(), *OWN}:
        abort(404)
    return Response(sprite(game), mimetype="image/svg+xml")
