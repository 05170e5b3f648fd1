"""Photographs every kind of page, and every sheet and panel that it opens.

``python -m tests.browser.look FOLDER [--only WORD] [--lang de] [--light]``."""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize

from . import chromium
from .kinds import SMALL, house
from .opened import PAGE, everything

SIZES: dict[str, ViewportSize] = {"small": SMALL, "large": {"width": 390, "height": 844}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="kinds of pages whose name has this in it")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--size", choices=SIZES, default="small")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    path = chromium.find(whole=True)
    if path is None:
        raise SystemExit(chromium.MISSING)
    size = SIZES[given.size]
    with (
        tempfile.TemporaryDirectory() as data,
        chromium.launched(path) as browser,
        house(Path(data) / "data", size) as rooms,
    ):
        context = browser.new_context(
            viewport=size,
            is_mobile=True,
            has_touch=True,
            locale=given.lang,
            color_scheme="light" if given.light else "dark",
            reduced_motion="reduce",
        )
        page = context.new_page()
        for kind in rooms.kinds():
            if given.only not in kind.name:
                continue
            try:
                rooms.shows(page, kind)
            except Exception as error:
                print(kind.name, str(error)[:300])
            tall = page.evaluate("document.documentElement.scrollHeight / innerHeight")
            print(f"{kind.name}: {tall:.2f} screens")
            if wrong := rooms.program.errors():
                raise SystemExit(wrong)
            page.screenshot(path=given.folder / f"{kind.name}.png", full_page=not kind.opens)
            for name in () if kind.opens else everything(page):
                if name != PAGE:
                    page.screenshot(path=given.folder / f"{kind.name}-{re.sub(r'[^a-z0-9]+', '-', name.lower())}.png")


if __name__ == "__main__":
    main()
