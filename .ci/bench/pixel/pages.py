"""The pages for React: read off the product at every turn, and built with the client into a folder."""

from __future__ import annotations

import json
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser

from .chromium import opened
from .programs import SEATS, Product

HERE = Path(__file__).parent
PACKAGES = ("react@18", "react-dom@18", "esbuild@0.25")
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title>
{styles}
<style>#root, .bgio-client {{ display: contents; }}</style>
<script src="/{title}.js" defer></script><script src="/client.js" defer></script></head>
<body class="{body}"><div id="root"></div></body></html>
"""


async def build(installed: Path, folder: Path, product: Product, browser: Browser, seats: list[int | None]) -> Path:
    """``folder`` with a page for each of ``seats``, the client, and the styles and drawings of the product."""
    folder.mkdir()
    read = await _read(product, browser, seats)
    for seat, turns in read.items():
        _write(folder, seat, turns)
    addresses = {url for turns in read.values() for turn in turns for url in [*turn["styles"], *turn["files"]]}
    for path in sorted({urlsplit(url).path for url in addresses}):
        _copy(product.url, path, folder)
    shutil.copy(HERE / "client.js", installed / "client.js")
    bundle = ["node_modules/.bin/esbuild", "client.js", "--bundle", "--minify", "--log-level=error"]
    bundle += ["--define:process.env.NODE_ENV='production'", f"--outfile={folder / 'client.js'}"]
    subprocess.run([part.replace("'", '"') for part in bundle], cwd=installed, check=True)
    return folder


async def _read(product: Product, browser: Browser, seats: list[int | None]) -> dict[int | None, list[Any]]:
    """What stands on the pages at each of twelve turns, from seat 0's on."""
    screens = {seat: await opened(browser, product, seat) for seat in seats}
    script = (HERE / "read.js").read_text(encoding="utf-8")
    found: dict[int | None, list[Any]] = {seat: [] for seat in seats}
    for _ in range(SEATS):
        for seat, screen in screens.items():
            await screen.settled()
            found[seat].append(await screen.page.evaluate(script))
        await product.tap()
    for screen in screens.values():
        await screen.close()
    return found


def _write(folder: Path, seat: int | None, turns: list[Any]) -> None:
    title = "table" if seat is None else str(seat)
    data = {"seat": seat, "players": SEATS, "shell": turns[0]["shell"], "turns": [turn["live"] for turn in turns]}
    text = f"window.PAGES = {json.dumps(data, ensure_ascii=False)};\n"
    (folder / f"{title}.js").write_text(text, encoding="utf-8")
    styles = "".join(f'<link rel="stylesheet" href="{url}">' for url in turns[0]["styles"])
    page = _PAGE.format(title=title, styles=styles, body=turns[0]["body"])
    (folder / f"{title}.html").write_text(page, encoding="utf-8")


def _copy(url: str, path: str, folder: Path) -> None:
    """A style, font or drawing; no script, and nothing that belongs to a table."""
    if not path.startswith(("/b/", "/i/", "/static/")) or path.endswith(".js"):
        return
    target = folder / path[1:]
    target.parent.mkdir(parents=True, exist_ok=True)
    with urllib.request.urlopen(url + path) as answer:
        target.write_bytes(answer.read())
