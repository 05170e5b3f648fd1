"""The pictures of the documents: ``python -m tests.browser.shots FOLDER``. ``look`` photographs every page.

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

from playing import NAMES
from playwright.sync_api import Browser

from companion.paths import static_dir
from companion.storage.store import Store
from companion.web import base_url

from . import chromium
from .driver import Table
from .program import Program, free_port

TURNS: tuple[tuple[tuple[str, dict[str, Any]], ...], ...] = (
    (("spiderweb", {"marker": "circle"}),),
    (("boots", {"to": 2}),),
    (("battle-axe", {"to": 0}),),
    (("play-path", {}), ("reveal-goal", {"goal": "exit"})),
    (("creature", {"creature": "lindworm", "attacks": [0]}),),
    (("play-path", {}),),
)
"""Six in The Dark Cave, after which much lies on the table."""
HOME = "http://192.168.1.5:8000"
"""An address as people have it."""
JPEG: dict[str, Any] = {"type": "jpeg", "quality": 82}


@contextmanager
def table_at_home(browser: Browser, alone: bool = False) -> Iterator[Table]:
    """A table of a program whose codes say ``HOME``; ``alone`` it is without the games of the tests."""
    with tempfile.TemporaryDirectory() as data:
        folder, port = Path(data) / "data", free_port()
        with closing(Store(folder)) as store:
            base_url.keep_site(store, base_url.choose_site(base_url.read_site(store), HOME, None))
        with Program(folder, port, alone=alone) as program:
            program.port, program.url = port, f"http://127.0.0.1:{port}"
            program.host_link = program.host_link.replace(HOME, program.url)
            table = Table(program, browser, color_scheme="dark", reduced_motion="reduce")
            yield table
            table.close()


def photographs(table: Table, folder: Path, name: str, theme: str = "dark") -> None:
    """The table screen."""
    table.page.evaluate("document.fonts.ready")
    table.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    table.page.screenshot(path=folder / f"table-{name}.jpg", **JPEG)
    table.page.emulate_media(color_scheme="dark")


def evening(folder: Path, browser: Browser) -> None:
    """Six at a table with their phones, from the lobby to the end in the hand; and what the README begins with: the
    screen and two phones."""
    with table_at_home(browser, alone=True) as table:
        anna, ben, cleo, *_ = table.open().seats(*NAMES[:6])
        photographs(table, folder, "lobby")
        table.deals()
        photographs(table, folder, "look")
        with cleo.holding():
            card = cleo.page.screenshot(path=folder / "phone-card.jpg", **JPEG)
        table.all_look()
        for seat, turn in enumerate(TURNS):
            for kind, more in (*turn, ("end-turn", {})):
                table.acts(by=seat, kind=kind, **more)
        anna.turn_begins()
        table.is_headed("Anna's turn")
        for phone in (anna, ben):
            phone.page.evaluate("document.fonts.ready")
        shots = {"card": card, "turn": anna.page.screenshot(path=folder / "phone-turn.jpg", **JPEG)}
        ben.page.screenshot(path=folder / "phone-waits.jpg", **JPEG)
        code = table.page.locator("#joincode svg.qr").evaluate("code => code.outerHTML")
        beside(browser, folder, {"screen": table.page.screenshot(), **shots}, code)
        for seat in range(4):
            for kind in ("play-path", *(("leave",) if seat > 1 else ()), "end-turn"):
                table.acts(by=seat, kind=kind)
        table.agrees_to_stop()
        for _ in range(6):
            table.next_step()
        photographs(table, folder, "cards")
        table.tells_the_score()
        table.closes_sheets()
        photographs(table, folder, "winners", "light")
        cleo.page.reload()
        cleo.page.wait_for_selector(".over .verdict")
        cleo.page.screenshot(path=folder / "phone-end.jpg", **JPEG)


def twelve(folder: Path, browser: Browser) -> None:
    with table_at_home(browser) as table:
        table.has_begun(without=NAMES, game="saboteur-2")
        for seat in range(4):
            table.acts(by=seat, kind="play-path")
        table.is_headed(f"{NAMES[4]}'s turn")
        photographs(table, folder, "twelve", "light")


def beside(browser: Browser, folder: Path, shots: Mapping[str, bytes], code: str) -> None:
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
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with chromium.launched(whole=True) as browser:
        evening(folder, browser)
        twelve(folder, browser)


if __name__ == "__main__":
    main()
