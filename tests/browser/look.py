"""Photographs every kind of page, and every sheet and panel that it opens.

``python -m tests.browser.look FOLDER [--only WORD] [--lang de] [--light]``."""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize

from . import chromium
from .kinds import SMALL, house, kinds
from .opened import PAGE, everything

SIZES: dict[str, ViewportSize] = {"small": SMALL, "large": {"width": 390, "height": 844}}


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="kinds of pages whose name has this in it")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--size", choices=SIZES, default="small")
    parser.add_argument("--screen", default="1280x800", help="width and height of the table screen")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wanted = [kind for kind in kinds() if given.only in kind.name]
    width, height = map(int, given.screen.split("x"))
    with (
        tempfile.TemporaryDirectory() as data,
        chromium.launched(whole=True) as browser,
        house(Path(data) / "data", wanted) as rooms,
    ):
        page = browser.new_page(
            viewport=SIZES[given.size],
            is_mobile=True,
            has_touch=True,
            locale=given.lang,
            color_scheme="light" if given.light else "dark",
            reduced_motion="reduce",
        )
        for kind in wanted:
            if kind.table not in rooms.sittings:
                continue
            page.set_viewport_size({"width": width, "height": height} if kind.screen else SIZES[given.size])
            rooms.shows(page, kind)
            tall = page.evaluate("document.documentElement.scrollHeight / innerHeight")
            print(f"{kind.name}: {tall:.2f} screens")
            if wrong := rooms.program.errors():
                raise SystemExit(wrong)
            for name in everything(page):
                of = "" if name == PAGE else "-" + re.sub(r"[^a-z0-9]+", "-", name.lower())
                page.screenshot(path=given.folder / f"{kind.name}{of}.png", full_page=name == PAGE)


if __name__ == "__main__":
    main()
