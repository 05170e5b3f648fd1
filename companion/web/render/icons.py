"""Icons: one small sprite for each game, with the drawings that game uses and no others.

They come from ``static/icons.svg``, for all games, and from the ``icons.svg`` in a game's own folder.
"""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app
from markupsafe import Markup

from companion.avatars import FIGURES
from companion.engine.game import list_icons
from companion.games import all_games, find_game, game_by_id, list_folders
from companion.paths import static_dir

sprites = Blueprint("sprites", __name__)
_SVG = "http://www.w3.org/2000/svg"
_USE = re.compile(r'<use href="#(.+?)" (.+?) />')
_PATH = re.compile("<path .+?/>")
SHARED = ("undo", "eye", "info", "hand", "hourglass", "crown", "goal", "won", "lost", "no-chair")
"""On every page of a game, besides what the game names."""
OWN = {
    "figures": FIGURES,
    "screen": (
        "full-screen",
        "turn-round",
        "deck",
        "chair",
        "sound-on",
        "sound-off",
        "phone",
        "hourglass",
        "finish",
        "next",
        "tap",
        "undo",
        "no-phone",
        "asleep",
        "info",
        "wrench",
        "crown",
    ),
}
"""Sprites that belong to no game; ``screen``: the machinery of a page."""


def icon(name: str, game: str) -> Markup:
    """Draw the icon of that name out of the sprite of a game, or one of ``OWN``, in the colour of the text.

    There are words next to it, so screen readers skip it.
    """
    if name not in _list_drawings(game):
        return Markup("")
    if name in _list_of_roles(game):
        return Markup(_embed(name, "icon"))  # noqa: S704 - Companion's own file
    where = f"{current_app.config['SITE'].path}/i/{game}.svg?v={_hash(game)}#{name}"
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}"/></svg>').format(where)


@cache
def picture(name: str) -> Markup:
    """Return the drawing itself, large, for what must not be fetched before it is shown: the page has it."""
    return Markup(_embed(name, "picture"))  # noqa: S704 - Companion's own file


def _embed(name: str, css: str) -> str:
    drawings = _list_every_drawing()
    name = name if name in drawings else "eye"  # a file can name one that doesn't exist
    drawing = _USE.sub(lambda found: f"<g {found[2]}>{_PATH.findall(drawings[found[1]])[0]}</g>", drawings[name])
    return drawing.replace(f'<symbol id="{name}"', f'<svg class="{css}" aria-hidden="true"').replace("symbol>", "svg>")


@cache
def _list_of_roles(game: str) -> frozenset[str]:
    """List only the pictures of roles: few pages show one, so no phone loads them before."""
    known = find_game(game)
    if known is None:
        return frozenset()
    roles = {topic.icon for topic in known.guide.roles}
    return frozenset(roles - {tile.icon for tile in known.guide.tiles} - set(SHARED))


@cache
def join_sprite(game: str) -> str:
    """Return the SVG file with the drawings of one game, or those of ``OWN``."""
    names = set(OWN.get(game, ()))
    if not names:
        known = game_by_id(game)
        names = {*SHARED, *list_icons(known), *(tile.icon for tile in known.guide.tiles)} - _list_of_roles(game)
    body = "".join(drawing for name, drawing in _list_drawings(game).items() if name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'


@sprites.get("/i/<game>.svg", endpoint="static")
def drawings(game: str) -> Response:
    """Answer with a sprite as a file that browsers keep."""
    if game not in OWN and find_game(game) is None:
        abort(404)
    return Response(join_sprite(game), mimetype="image/svg+xml")


@cache
def _hash(game: str) -> str:
    return hashlib.sha256(join_sprite(game).encode()).hexdigest()[:6]


@cache
def _list_drawings(game: str) -> dict[str, str]:
    """Return the drawings that a game can name: its own, and those for all."""
    own = list_folders()[game] / "icons.svg" if game in list_folders() else None
    return {**_read(static_dir() / "icons.svg"), **(_read(own) if own and own.is_file() else {})}


@cache
def _list_every_drawing() -> dict[str, str]:
    return {name: drawing for game in all_games() for name, drawing in _list_drawings(game).items()}


def list_shared_drawings() -> list[str]:
    """Return the names of the drawings that any game can use."""
    return sorted(_read(static_dir() / "icons.svg"))


@cache
def _read(file: Path) -> dict[str, str]:
    # The file is Companion's own, so the parser's weakness for hostile XML does not matter.
    root = ET.parse(file).getroot()  # noqa: S314
    ET.register_namespace("", _SVG)
    return {
        symbol.attrib["id"]: ET.tostring(symbol, encoding="unicode").replace(f' xmlns="{_SVG}"', "").strip()
        for symbol in root.iter(f"{{{_SVG}}}symbol")
    }
