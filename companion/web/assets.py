"""Styles and scripts: many small files under ``static``, joined into one bundle for each kind of page.

A new file is in a bundle as soon as it is in one of the bundle's folders. The folders are joined in the order given
here, the files of a folder in the order of their names; what others build on is in ``base``.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from itertools import product

from flask import Blueprint, Response, abort, current_app, jsonify, request

from companion.paths import static_dir

FOLDERS = {
    "phone": ("base", "parts", "phone"),
    "phone-later": ("later", "phone-later"),
    "table": ("base", "sounds", "parts", "later", "table"),
    "book": ("base", "parts", "later", "book"),
    "demo": ("base", "parts", "demo"),
}
"""The folders in ``static/css`` and ``static/js`` by kind of page. Plain pages look as phones do. A phone at a table
loads later what it doesn't show at first: the page of facts, vibration, what is printed."""
BUNDLES = {f"{page}.{kind}": (page, kind) for page, kind in product(FOLDERS, ("css", "js"))}
_COMMENT = {
    "css": re.compile(r"/\*.*?\*/", re.DOTALL),
    "js": re.compile(r"(?:^\s*|(?<=[;{},])\s+)//\s.*", re.MULTILINE),
}
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_HEAD = {"css": "", "js": '"use strict";\n'}
_STATIC_URL = re.compile(r'url\("/static/([^"]+)"\)')
_MIME = {"css": "text/css", "js": "text/javascript"}

bundles = Blueprint("bundles", __name__)


@bundles.get("/b/<filename>", endpoint="static")
def bundle(filename: str) -> Response:
    """Send the styles or the script of one kind of page."""
    if filename not in BUNDLES:
        abort(404)
    response = Response(join(filename), mimetype=_MIME[BUNDLES[filename][1]])
    response.set_etag(_hash(filename))
    response.make_conditional(request)
    return response


@bundles.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send the icon and name on a home screen.

    It names no start page: that is the page that was added, which may be a seat's. And no window of its own: on some
    phones that has other cookies, and the seat would be lost.
    """
    ground = "#17110b"
    icons = [{"src": asset(f"app/icon-{n}.png"), "sizes": f"{n}x{n}", "type": "image/png"} for n in (192, 512)]
    response = jsonify(name="Companion", display="browser", icons=icons, theme_color=ground, background_color=ground)
    response.mimetype = "application/manifest+json"
    return response


@cache
def join(name: str) -> str:
    """Join the content of a bundle. The files it names have their version in the address."""
    page, kind = BUNDLES[name]
    folders = (static_dir() / kind / folder for folder in FOLDERS[page])
    files = (path for folder in folders for path in sorted(folder.glob(f"*.{kind}")))
    text = _HEAD[kind] + "".join(drop_comments(path.read_text(encoding="utf-8"), kind) for path in files)
    return _STATIC_URL.sub(lambda found: f'url("../static/{found[1]}?v={_hash(found[1])}")', text)


def drop_comments(text: str, kind: str) -> str:
    """Return a file as a bundle has it: without comments and indents, 9 kB of a phone's first load."""
    return _INDENT.sub("", _COMMENT[kind].sub("", text))


def asset(name: str) -> str:
    """Return the address of a bundle or of another static file, with its version: browsers can keep it for good."""
    folder = "b" if name in BUNDLES else "static"
    return f"{current_app.config['SITE'].path}/{folder}/{name}?v={_hash(name)}"


@cache
def _hash(name: str) -> str:
    content = join(name).encode() if name in BUNDLES else (static_dir() / name).read_bytes()
    return hashlib.sha256(content).hexdigest()[:8]
