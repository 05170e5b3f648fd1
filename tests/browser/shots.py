"""The pictures of the documents: ``python -m tests.browser.shots``. ``look`` photographs every page.

With them is saved which words and icons they show. ``--check`` plays the same again without taking any, and names what
the pages now show differently.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playing import NAMES
from playwright.sync_api import Browser, Page, expect

from companion.paths import static_dir
from companion.storage.store import Store
from companion.web import base_url

from . import chromium
from .driver import Table
from .program import Program, free_port
from .windows import rests

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = "shown.json"

TURNS: tuple[tuple[tuple[str, dict[str, Any]], ...], ...] = (
    (("spiderweb", {"marker": "circle"}),),
    (("boots", {"to": 2}),),
    (("battle-axe", {"to": 0}),),
    (("play-path", {}), ("reveal-goal", {"goal": "exit"})),
    (("creature", {"creature": "lindworm", "attacks": [0]}),),
    (("play-path", {}),),
)
"""Six in The Dark Cave, after which there is much on the table."""
HOME = "http://192.168.1.5:8000"
"""An address as people have it."""
JPEG: dict[str, Any] = {"type": "jpeg", "quality": 82}


SEES = """() => {
  const inSight = ({left, right, top, bottom}) =>
    right - left > 1 && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  const seen = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const words = new Set(), icons = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const said = text.data.trim().replace(/\\s+/g, " ");
    if (said && seen(text.parentElement) && inSight(range.getBoundingClientRect())) words.add(said);
  }
  for (const icon of document.querySelectorAll("svg.icon, svg.picture")) {
    if (!seen(icon) || !inSight(icon.getBoundingClientRect())) continue;
    const drawn = icon.querySelector("path")?.getAttribute("d").slice(0, 24);
    icons.add(icon.querySelector("use")?.getAttribute("href").split("#")[1] ?? drawn);
  }
  return {words: [...words].sort(), icons: [...icons].sort()};
}"""
"""The words and the icons in sight; of a drawing without a name in the page, how it starts."""
Shown = dict[str, dict[str, list[str]]]


class SeededProgram(Program):
    """It deals the same each time, and its table has the same code."""

    under = (sys.executable, str(Path(__file__).parent / "seeded.py"))


@dataclass
class Gallery:
    """Pictures in a folder, or without one only what they would show."""

    folder: Path | None
    shown: Shown = field(default_factory=dict)

    def takes(self, page: Page, name: str, file: str = "") -> bytes:
        """Photograph a page as it is; into ``file`` where it is a picture of its own."""
        rests(page)
        self.shown[name] = page.evaluate(SEES)
        if self.folder is None:
            return b""
        return page.screenshot(path=self.folder / f"{file}.jpg", **JPEG) if file else page.screenshot()


@contextmanager
def table_at_home(browser: Browser) -> Iterator[Table]:
    """A table of a program whose codes say ``HOME``."""
    with tempfile.TemporaryDirectory() as data:
        folder, port = Path(data) / "data", free_port()
        with closing(Store(folder)) as store:
            base_url.keep_site(store, base_url.choose_site(base_url.read_site(store), HOME, None))
        with SeededProgram(folder, port, alone=True) as program:
            program.port, program.url = port, f"http://127.0.0.1:{port}"
            program.host_link = program.host_link.replace(HOME, program.url)
            table = Table(program, browser, color_scheme="dark", reduced_motion="reduce")
            yield table
            table.close()


def photographs(gallery: Gallery, table: Table, name: str, theme: str = "dark") -> None:
    """The table screen."""
    table.catches_up(*table.phones)
    table.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    gallery.takes(table.page, f"table-{name}", f"table-{name}")
    table.page.emulate_media(color_scheme="dark")


def evening(gallery: Gallery, browser: Browser) -> None:
    """Six at a table with their phones, from the lobby to the end in the hand; and what the page of a game night starts
    with: the screen and two phones."""
    with table_at_home(browser) as table:
        anna, ben, cleo, *_ = table.open().seats(*NAMES[:6])
        expect(table.page.locator(".arrived.yes")).to_have_count(6)
        photographs(gallery, table, "lobby")
        table.deals()
        photographs(gallery, table, "look")
        with cleo.holding():
            card = gallery.takes(cleo.page, "phone-card", "phone-card")
        table.all_look()
        for seat, turn in enumerate(TURNS):
            for kind, more in (*turn, ("end-turn", {})):
                table.acts(by=seat, kind=kind, **more)
        anna.turn_begins()
        table.is_headed("Anna's turn")
        for phone in (anna, ben):
            phone.catches_up(table)
        shots = {"card": card, "turn": gallery.takes(anna.page, "phone-turn", "phone-turn")}
        gallery.takes(ben.page, "phone-waits", "phone-waits")
        code = table.page.locator("#joincode svg.qr").evaluate("code => code.outerHTML")
        screen = gallery.takes(table.page, "evening")
        if gallery.folder is not None:
            beside(browser, gallery.folder, {"screen": screen, **shots}, code)
        for seat in range(4):
            for kind in ("play-path", *(("leave",) if seat > 1 else ()), "end-turn"):
                table.acts(by=seat, kind=kind)
        table.agrees_to_stop()
        for _ in range(7):  # the dark before the last card is a step, too
            table.next_step()
        photographs(gallery, table, "cards")
        table.tells_the_score()
        table.closes_sheets()
        photographs(gallery, table, "winners", "light")
        cleo.page.reload()
        cleo.page.wait_for_selector(".over .verdict")
        gallery.takes(cleo.page, "phone-end", "phone-end")


def twelve(gallery: Gallery, browser: Browser) -> None:
    with table_at_home(browser) as table:
        table.has_begun(without=NAMES, game="saboteur-2")
        for seat in range(4):
            table.acts(by=seat, kind="play-path")
        table.is_headed(f"{NAMES[4]}'s turn")
        photographs(gallery, table, "twelve", "light")


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


def find_differences(kept: Shown, now: Shown) -> list[str]:
    """A line for each picture that shows something else than the pages do now."""
    found = []
    for name in sorted({*kept, *now}):
        for what in ("words", "icons"):
            before = set(kept.get(name, {}).get(what, ()))
            today = set(now.get(name, {}).get(what, ()))
            if before != today:
                gone = ", ".join(sorted(before - today)) or "nothing"
                new = ", ".join(sorted(today - before)) or "nothing"
                found.append(f"{name}.jpg, {what}: gone are {gone}; new are {new}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=PICTURES)
    parser.add_argument("--check", action="store_true", help="take none, and name what they show otherwise")
    given = parser.parse_args()
    if not given.check:
        given.folder.mkdir(parents=True, exist_ok=True)
    gallery = Gallery(None if given.check else given.folder)
    with chromium.launched(whole=True) as browser:
        evening(gallery, browser)
        twelve(gallery, browser)
    file = given.folder / SHOWN
    if not given.check:
        file.write_text(json.dumps(gallery.shown, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    elif found := find_differences(json.loads(file.read_text(encoding="utf-8")), gallery.shown):
        sys.exit("\n".join([*found, "Take the pictures anew: python -m tests.browser.shots"]))


if __name__ == "__main__":
    main()
