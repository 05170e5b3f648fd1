"""Plays games to their interesting points and photographs the table screen there.

``python -m tests.browser.shots FOLDER``: each moment, in four sizes, both themes and languages, with 3, 6 and 12
players. ``--documents``: the pictures of the documents, with phones. ``look`` has every page of phones.
Nothing is checked, people look at the pictures.
"""

from __future__ import annotations

import argparse
import tempfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from companion.kept.store import Store
from companion.paths import static_dir
from companion.web import site

from . import chromium, stage_shots
from .driver import Table
from .program import Program, free_port

NAMES = ("Anna", "Ben", "Cleo", "Dana", "Emil")
HOME = "http://192.168.1.5:8000"
"""An address as people have it."""


def table_story(folder: Path, browser: Browser, players: int, documents: bool) -> None:
    """An evening at the table screen."""
    with at_home() as program:
        if documents:
            stage_shots.for_documents(program, browser, folder, players)
        else:
            print(f"{stage_shots.photograph(program, browser, folder, players)} pictures, {players} players")


@contextmanager
def at_home() -> Iterator[Program]:
    """A program whose codes say ``HOME``, without the games of the tests."""
    with tempfile.TemporaryDirectory() as data:
        folder, port = Path(data) / "data", free_port()
        with closing(Store(folder)) as store:
            site.keep(store, site.given(site.kept(store), HOME, None))
        with Program(folder, port, alone=True) as program:
            program.port, program.url = port, f"http://127.0.0.1:{port}"
            program.host_link = program.host_link.replace(HOME, program.url)
            yield program


JPEG: dict[str, Any] = {"type": "jpeg", "quality": 82}


def evening(folder: Path, browser: Browser) -> None:
    """Six at a table with their phones: a phone in a turn and one that waits, a card in the hand, the end, and what the
    README begins with: the screen and two phones."""
    with at_home() as program:
        table = Table(program, browser, color_scheme="dark", reduced_motion="reduce").open()
        anna, ben, cleo, *_ = table.seats(*NAMES, "Finn")
        table.deals("dark-cave", "Anna")
        with cleo.holding():
            card = cleo.page.screenshot(path=folder / "phone-card.jpg", **JPEG)
        table.all_look()
        for seat, turn in enumerate(stage_shots.TURNS):
            for kind, more in turn:
                table.acts(by=seat, kind=kind, **more)
            table.acts(by=seat, kind="end-turn")
        anna.turn_begins()
        table.is_headed("Anna's turn")
        for phone in (anna, ben):
            phone.page.evaluate("document.fonts.ready")
        shots = {"card": card, "turn": anna.page.screenshot(path=folder / "phone-turn.jpg", **JPEG)}
        ben.page.screenshot(path=folder / "phone-waits.jpg", **JPEG)
        code = table.page.locator("#joincode svg.qr").evaluate("code => code.outerHTML")
        _beside(browser, folder, {"screen": table.page.screenshot(), **shots}, code)
        for seat in range(4):
            for kind in ("play-path", *(("leave",) if seat > 1 else ()), "end-turn"):
                table.acts(by=seat, kind=kind)
        table.agrees_to_stop()
        table.tells_the_score()
        cleo.page.reload()
        cleo.page.wait_for_selector(".over .verdict")
        cleo.page.screenshot(path=folder / "phone-end.jpg", **JPEG)
        table.close()


def _beside(browser: Browser, folder: Path, shots: Mapping[str, bytes], code: str) -> None:
    """A screen and two phones, with the code and the address that lead there."""

    def data(content: bytes, kind: str = "image/png") -> str:
        return f"data:{kind};base64,{b64encode(content).decode()}"

    face = (static_dir() / "vendor" / "grenze-600.woff2").read_bytes()
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    page.set_content((Path(__file__).parent / "beside.html").read_text(encoding="utf-8"))
    page.evaluate(
        """async ({face, shots, code, address}) => {
          document.fonts.add(await new FontFace("Grenze", `url(${face})`).load());
          for (const [id, shot] of Object.entries(shots)) document.getElementById(id).src = shot;
          document.getElementById("code").innerHTML = code;
          document.getElementById("address").textContent = address;
          await Promise.all([...document.images].map((one) => one.decode()));
        }""",
        {
            "face": data(face, "font/woff2"),
            "shots": {id: data(shot) for id, shot in shots.items()},
            "code": code,
            "address": HOME.removeprefix("http://"),
        },
    )
    page.screenshot(path=folder / "evening.jpg", **JPEG)
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--players", type=int, choices=tuple(stage_shots.PLAYERS), action="append")
    parser.add_argument("--documents", action="store_true", help="the pictures of the documents")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    path = chromium.find(whole=True)
    if path is None:
        raise SystemExit(chromium.MISSING)
    with chromium.launched(path) as browser:
        wanted = {players for players, _ in stage_shots.DOCS} if given.documents else stage_shots.PLAYERS
        for players in given.players or sorted(wanted):
            table_story(given.folder, browser, players, given.documents)
        if given.documents:
            evening(given.folder, browser)


if __name__ == "__main__":
    main()
