"""All that pages are built from, on one page.

``python -m tests.browser.components FOLDER`` photographs it: as on a phone and on a table screen, narrow and wide, in
both themes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from companion.storage.store import Store
from companion.web.app import create_app

from . import chromium
from .opened import THEMES

KINDS = ("phone", "table")
WIDTHS = (360, 1280)
PEOPLE = [
    SimpleNamespace(name=name, colour=n, figure=figure)
    for n, (name, figure) in enumerate((("Anna", "anvil"), ("Benedikt", "cat"), ("Cleo", "candle")))
]


@contextmanager
def shown(page: Page, kind: str) -> Iterator[None]:
    """Show it in that page, with the styles of that kind of page; nothing is served."""
    source = Path(__file__).with_name("components.html").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        app = create_app(store)
        with app.app_context():
            html = app.jinja_env.from_string(source).render(kind=kind, game="dark-cave", people=PEOPLE)

        def answers(route: Route) -> None:
            address = urlsplit(route.request.url)
            if address.path == "/":
                return route.fulfill(body=html, content_type="text/html; charset=utf-8")
            with app.test_client().get(address.path) as answer:
                return route.fulfill(body=answer.data, content_type=answer.mimetype, status=answer.status_code)

        page.route("**/*", answers)
        page.goto("http://components/")
        page.evaluate("document.fonts.ready")
        yield
        page.unroute_all()
        store.close()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with chromium.launched(whole=True) as browser:
        for kind in KINDS:
            for width in WIDTHS:
                page = browser.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
                with shown(page, kind):
                    for theme in THEMES:
                        page.emulate_media(color_scheme=theme)
                        page.screenshot(path=folder / f"{kind}-{width}-{theme}.png", full_page=True)
                page.close()


if __name__ == "__main__":
    main()
