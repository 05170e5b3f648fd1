"""Plays games to their interesting points and photographs table screen and phones there.

``python -m tests.browser.shots FOLDER``: the table screen at each moment, in four sizes, both themes and languages,
with 3, 6 and 12 players. ``--phones [--game ID] [--dark]``: phones. ``--documents``: the pictures of the documents.
Nothing is checked, people look at the pictures.
"""

from __future__ import annotations

import argparse
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from companion.kept.store import Store
from companion.paths import static_dir
from companion.web import site

from . import chromium, stage_shots
from .device import Device
from .driver import Phone, Table
from .program import Program, free_port

NAMES = ("Anna", "Ben", "Cleo", "Dana", "Emil")
HOME = "http://192.168.1.5:8000"
"""An address as people have it."""


class Camera:
    """Numbers the pictures in the order they were taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken = 0

    def takes(self, device: Device, what: str, *, whole: bool = True) -> None:
        """A phone whole, scrolled parts included; the table screen as it is seen, and whole where it is longer."""
        self.taken += 1
        name = f"{self.taken:02}-{what}-{device.who.lower()}"
        device.page.evaluate("scrollTo(0, 0)")
        device.page.screenshot(path=self.folder / f"{name}.png", full_page=whole and device.touch)
        height = device.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        if not device.touch and height > 0:
            device.page.screenshot(path=self.folder / f"{name}-whole.png", full_page=True)


def before(table: Table, camera: Camera, game: str) -> list[Phone]:
    """Front page, joining, the lobby, and everybody looking at their card."""
    visitor = table.phone("Visitor")
    visitor.page.goto(table.program.url)
    camera.takes(visitor, "front")
    visitor.page.goto(visitor.url)
    camera.takes(visitor, "join")
    camera.takes(table, "lobby-empty")
    phones = table.seats(*NAMES)
    table.phones.remove(visitor)
    visitor.page.goto(f"{visitor.url}/ask")
    camera.takes(visitor, "ask")
    visitor.page.goto(table.program.url + "/about")
    camera.takes(visitor, "about")
    visitor.close()
    table.adds("Grandma")
    table.chooses(game)
    camera.takes(table, "lobby")
    camera.takes(phones[0], "lobby")
    table.seat_link("Ben")
    camera.takes(table, "lobby-seat-link")
    table.deals(game, "Anna")
    if phones[0].secret().count():
        looking(table, camera, phones)
    return phones


def looking(table: Table, camera: Camera, phones: list[Phone]) -> None:
    for phone in phones[:2]:
        phone.looks()
    camera.takes(phones[2], "look")
    with phones[2].holding():
        camera.takes(phones[2], "look-held", whole=False)
    for phone in phones[3:]:
        phone.looks()
    table.shows("5 of 6 have looked")
    camera.takes(table, "look")
    handed_over(table, camera, "Hand over to Grandma")


def handed_over(table: Table, camera: Camera, button: str) -> None:
    """The table device in the hands of a player without a phone."""
    table.follows(button)
    camera.takes(table, "hand-over")
    table.follows("I am Grandma")
    camera.takes(table, "hand-open")
    with table.holding():
        camera.takes(table, "hand-held")
    table.follows("Done: cover it")
    camera.takes(table, "hand-back")
    table.follows("Back to the table")


def dark_cave(table: Table, camera: Camera, phones: list[Phone]) -> None:
    """A turn of each with something to see, and a second one of Anna, to whom much has happened."""
    anna, ben, cleo, dana, emil = phones
    anna.turn_begins()
    camera.takes(anna, "first-turn")
    anna.plays("Spiderweb", "●")
    camera.takes(anna, "after-step-1")
    ben.turn_begins()
    ben.plays("rat", ["Cleo", "Dana"])
    cleo.turn_begins()
    cleo.plays("Battle-axe", "Anna")
    dana.turn_begins()
    dana.plays("Path card", "It shows a gold vein")
    dana.taps("Takes the gold of a vein")
    emil.turn_begins()
    emil.plays("lindworm", ["Anna", "Ben"])
    emil.plays("Turns up a goal card", "the exit")
    table.is_headed("Grandma's turn")
    table.opens("Act for Grandma")
    camera.takes(table, "acting-for-grandma")
    table.plays("Boots", "Cleo")
    table.taps("End the turn")
    anna.turn_begins()
    camera.takes(anna, "turn-with-reminders")
    anna.opens("goblin")
    camera.takes(anna, "open-form")
    anna.page.keyboard.press("Escape")
    anna.plays("Look at a clan card", "Ben")
    with anna.holding("peek-1"):
        camera.takes(anna, "peek-held")
    anna.taps("End the turn")
    table.is_headed("Ben's turn")
    camera.takes(ben, "own-turn")
    camera.takes(cleo, "watching")
    camera.takes(table, "mid-game")
    ben.taps("Path card, done")
    cleo.turn_begins()
    cleo.taps("Over a bridge") if cleo.button("Over a bridge").count() else cleo.plays("Discard", 2)
    cleo.taps("Leaves the cave")
    camera.takes(cleo, "out")


def any_game(table: Table, camera: Camera, phones: list[Phone]) -> None:
    """What there is to see of a game without a story of its own."""
    camera.takes(table, "mid-game")
    for phone in phones[:2]:
        camera.takes(phone, "mid-game")


def after(table: Table, camera: Camera, phones: list[Phone]) -> None:
    """The end and the score, step by step."""
    if table.page.get_by_role("button", name="The middle: put right").count():
        table.opens_place("The middle")
        camera.takes(table, "middle")
    if table.page.get_by_text("'s turn").count():
        table.agrees_to_stop()
        table.settles()
    camera.takes(table, "end")
    camera.takes(phones[0], "end")
    table.next_step()
    table.next_step()
    camera.takes(table, "score-steps")
    camera.takes(phones[0], "score-steps")
    table.tells_the_score()
    camera.takes(table, "score")
    camera.takes(phones[0], "score")
    phones[0].page.goto(table.program.url + "/score")
    camera.takes(phones[0], "only-the-score")


STORIES: dict[str, Callable[[Table, Camera, list[Phone]], None]] = {"dark-cave": dark_cave}


def phones_story(folder: Path, browser: Browser, game: str, dark: bool) -> None:
    """An evening with phones, each moment as a phone sees it."""
    with tempfile.TemporaryDirectory() as data, Program(Path(data) / "data") as program:
        table = Table(program, browser, color_scheme="dark" if dark else "light").open()
        camera = Camera(folder)
        phones = before(table, camera, game)
        STORIES.get(game, any_game)(table, camera, phones)
        after(table, camera, phones)
        for complaint in table.complaints():
            print("complaint:", complaint)
        table.close()
    print(f"{camera.taken} pictures of phones in {folder}")


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
    parser.add_argument("--phones", action="store_true", help="phones instead of the table screen")
    parser.add_argument("--game", default="dark-cave", help="for phones")
    parser.add_argument("--dark", action="store_true", help="for phones")
    parser.add_argument("--documents", action="store_true", help="the pictures of the documents")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    path = chromium.find(whole=True)
    if path is None:
        raise SystemExit(chromium.MISSING)
    with chromium.launched(path) as browser:
        if given.phones:
            phones_story(given.folder, browser, given.game, given.dark)
            return
        wanted = {players for players, _ in stage_shots.DOCS} if given.documents else stage_shots.PLAYERS
        for players in given.players or sorted(wanted):
            table_story(given.folder, browser, players, given.documents)
        if given.documents:
            evening(given.folder, browser)


if __name__ == "__main__":
    main()
