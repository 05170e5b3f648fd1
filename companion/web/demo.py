"""The demonstration on an empty table: a few turns of a game between people who are not there, picture by picture."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, request

from companion.games import game_by_id
from companion.paths import static_dir
from companion.record.record import Record, parse, read_head
from companion.rules.board import Board
from companion.rules.seeing import Viewer
from companion.rules.text import Text
from companion.web.templates import draw
from companion.web.words import words_of

demo = Blueprint("demo", __name__)


@demo.get("/demo/<int:number>")
def picture(number: int) -> Response:
    """One picture of it; they begin anew after the last one."""
    scenes = play()
    game, line, board = scenes[number % len(scenes)]
    lang = words_of(request).lang
    response = Response(draw("lobby/demo.html", lang, board=board, line=line, game=game))
    response.headers["Cache-Control"] = "max-age=3600"
    return response


@lru_cache(1)
def play() -> tuple[tuple[str, Text | None, Board], ...]:
    """The pictures: the sentence and the board after every entry of a record that comes along."""
    game, players, options, entries = read_head(parse((static_dir() / "demo.json").read_text("utf-8")), game_by_id)
    record = Record(game, players, options)
    scenes: list[tuple[str, Text | None, Board]] = []
    for entry in entries:
        line = game.sentence(record.state, entry)
        record.append(entry)
        scenes.append((game.id, line, game.board(game.view(record.state, Viewer()))))
    return tuple(scenes)
