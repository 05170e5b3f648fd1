"""The application factory.

It puts the parts together: security checks, error pages, the routes of each module. The server is in ``server.serve``.
"""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask
from jinja2 import make_logging_undefined

from companion.games import import_file_games, read_from
from companion.paths import static_dir
from companion.storage.backups import GAMES
from companion.storage.store import Store
from companion.table import Tables
from companion.web import errors, pages, security
from companion.web.assets import asset, bundles
from companion.web.base_url import Site, mount
from companion.web.context import Context, find_table, hear_clock
from companion.web.passed_device import handed
from companion.web.render.icons import sprites
from companion.web.routes.front import front
from companion.web.routes.history import book
from companion.web.routes.host import host
from companion.web.routes.network import network
from companion.web.routes.score import score
from companion.web.routes.seat import seat
from companion.web.routes.stream import streams
from companion.web.sse import Hub

undefined = make_logging_undefined(logging.getLogger(__name__))
"""A name that a template doesn't have: it is logged, and the page drawn without it. In tests it is an error."""


def create_app(store: Store, hub: Hub | None = None, **config: Any) -> Flask:
    """Make the app on one open store; ``hub`` carries the live streams. The caller closes both when it stops.

    ``config``: ``ALLOWED_HOSTS`` (more names to answer under) ``PORT`` and ``ADDRESS`` (for the addresses that are
    shown; an empty ``ADDRESS``: the server listens on all), ``SITE`` (the address behind a proxy), ``BOOK`` (whether
    there is one), ``GAMES`` (folders with games in one file), ``BOX`` (the computer is a Wi-Fi of its own), ``FRAMES``
    (more paths under which every page can be found, for the frames of one page; each has its own cookies).
    """
    site = config.setdefault("SITE", Site())
    app = Flask(
        "companion",
        template_folder=str(static_dir().parent / "templates"),
        static_folder=str(static_dir()),
        instance_path=str(store.folder),
    )
    usual = {"ALLOWED_HOSTS": (), "PORT": 8000, "ADDRESS": "", "BOOK": True, "GAMES": (), "BOX": False, "FRAMES": ()}
    app.config.update({**usual, **config})
    hub = hub or Hub()
    app.extensions["context"] = Context(store, Tables(store, hub.publish), hub)
    app.logger.setLevel(logging.WARNING)
    app.jinja_env.undefined = undefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(pages.TEMPLATE_GLOBALS, asset=asset)
    security.init_app(app)
    errors.init_app(app)
    app.before_request(find_table)
    app.before_request(hear_clock)
    for kind in errors.STATUSES:
        app.register_error_handler(kind, pages.answer_refusal)
    read_from([store.folder / GAMES, *app.config["GAMES"]])
    tables = (score, host, handed, streams, seat)
    for part in (bundles, sprites, front, network, book, *tables):
        app.register_blueprint(part)
    if file_games := import_file_games("pages"):
        app.register_blueprint(file_games.adding)
    app.wsgi_app = mount(app.wsgi_app, site.path, *app.config["FRAMES"])  # type: ignore[method-assign, assignment]
    return app
