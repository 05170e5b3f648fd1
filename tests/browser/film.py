"""The film of the README, played in the demo: ``python -m tests.browser.film [FILE]``.

Someone joins, the cards are dealt and held, a few turns, the end. Needs Pillow: ``pip install -e ".[test,film]"``.
"""

from __future__ import annotations

import argparse
import io
import re
import signal
import tempfile
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Locator, Page, expect

from companion.demo.frames import NAMES, PHONES, TABLE

from . import chromium
from .device import SECONDS
from .program import ROOT, started

FILE = ROOT / "docs" / "pictures" / "demo.webp"
SIZE = (1280, 720)
MOST = 2_000_000
"""Bytes of the film."""
QUALITY = 75
TURNING = 5
"""Pictures of a card that turns in the hand."""
FASTER = 6
"""How much faster than in play the cards are revealed."""
LONGEST = 0.5
"""For how many seconds a picture is shown at most, however long this computer took for it."""
TOUCH = 22
"""Pixels from where a finger is to the edge of its ring."""
GAME = "saboteur"


class Shot(NamedTuple):
    """A picture, for how many milliseconds it is shown, and where a finger is on it."""

    picture: bytes
    milliseconds: int
    touch: tuple[float, float] | None = None


class Film:
    """What happens on the page of the demo, picture by picture."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.shots: list[Shot] = []
        self.page: Page = context.new_page()
        self.page.goto(address)
        self.screen, *self.phones = (
            self.page.frame_locator(f"iframe[data-src^='{path}/']") for path in (TABLE, *PHONES)
        )
        for phone in self.phones:
            expect(phone.locator(".me")).to_be_visible()

    # -- what is done -----------------------------------------------------------------------------------------------
    def shows(self, milliseconds: int, touch: tuple[float, float] | None = None) -> None:
        self.shots.append(Shot(self.page.screenshot(), milliseconds, touch))

    def runs(self, until: Locator) -> None:
        """Film what moves until that is to be seen, faster than it is."""
        before = time.monotonic()
        while not until.is_visible():
            self.shows(0)
            now = time.monotonic()
            passed = min(LONGEST, now - before)
            self.shots[-1] = self.shots[-1]._replace(milliseconds=round(passed * 1000 / FASTER))
            before = now

    def taps(self, target: Locator, milliseconds: int = 450) -> None:
        """Show a finger on a button, and tap."""
        target.wait_for()
        self.shows(milliseconds, self._find_middle(target))
        target.click()

    def _find_middle(self, target: Locator) -> tuple[float, float]:
        box = target.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def looks(self, phone: FrameLocator, filmed: bool = False) -> None:
        """Hold the card of a phone until it is open."""
        card = phone.locator("button.hold").first
        x, y = self._find_middle(card)
        self.page.mouse.move(x, y)
        if filmed:
            self.shows(300, (x, y))
        self.page.mouse.down()
        expect(phone.locator("button.hold[data-keep=open]")).to_be_visible()
        if filmed:
            for _ in range(TURNING):
                self.shows(80)
            self.shows(1000)
        self.page.mouse.up()
        expect(phone.locator("button.hold[data-keep]")).to_have_count(0)

    # -- the story --------------------------------------------------------------------------------------------------
    def frees_last_phone(self) -> FrameLocator:
        """Take the seat away from the last phone, which shows the page to join then."""
        *_, phone = self.phones
        code = urlsplit(self._source(phone)).path.rpartition("/")[2]
        seat = self.screen.locator("button.chair", has_text=NAMES[-1]).get_attribute("data-id")
        base = self.address.rpartition("/")[0]
        self.context.request.post(f"{base}{TABLE}/{code}/host/seat/{seat}/remove")
        self.context.clear_cookies(path=f"{PHONES[-1]}/")
        self.reloads(phone)
        expect(phone.locator("#name")).to_be_visible()
        return phone

    def _source(self, phone: FrameLocator) -> str:
        return phone.owner.get_attribute("src") or ""

    def reloads(self, frame: FrameLocator) -> None:
        frame.owner.evaluate("frame => frame.contentWindow.location.reload()")

    def joins(self) -> None:
        phone = self.frees_last_phone()
        field = phone.locator("#name")
        expect(self.screen.locator("button.chair")).to_have_count(len(NAMES))
        self.shows(800)
        field.click()
        for letter in NAMES[-1]:
            field.press_sequentially(letter)
            self.shows(110)
        self.taps(phone.locator("form.fields button.main"))
        expect(phone.locator(".me")).to_be_visible()
        expect(self.screen.locator("button.chair")).to_have_count(len(NAMES) + 1)
        self.shows(700)

    def deals(self) -> None:
        # Otherwise it asks whether more people are on their way, if one has just come.
        self.reloads(self.screen)
        self.screen.locator("#stream[data-htmx-powered]").wait_for(state="attached")
        self.taps(self.screen.locator(".deal"))
        self.screen.get_by_label(NAMES[0], exact=True).filter(visible=True).click()
        self.taps(self.screen.locator(".sheet[open] button.main"), 700)
        expect(self.phones[0].locator("button.hold").first).to_be_visible()
        self.shows(600)

    def plays(self) -> None:
        """A turn of each but the last, and of the fifth person."""
        for phone in self.phones[:-1]:
            main = phone.locator("button.main").filter(visible=True).first
            self.taps(main, 300)
            expect(main).to_be_hidden()
            self.shows(250)
        expect(self.phones[-1].locator("button.main").filter(visible=True)).not_to_have_count(0)
        self.shows(400)

    def ends(self) -> None:
        """All cards are revealed, and who has won."""
        self.taps(self.screen.locator("#ends button").filter(visible=True).first, 600)
        self.taps(self.screen.locator("#endround .main"), 600)
        verdict = self.screen.locator(".ended")
        self.runs(verdict)
        self.shows(1800)


def make(browser: Browser, address: str) -> list[Shot]:
    """Play the story at the demo of that address, in the dark as at a table at night."""
    looks: dict[str, object] = {"color_scheme": "dark", "locale": "en-GB"}
    width, height = SIZE
    context = browser.new_context(viewport={"width": width, "height": height}, **looks)  # type: ignore[arg-type]
    context.set_default_timeout(SECONDS * 1000)
    film = Film(context, address)
    film.screen.locator(f".box[value='{GAME}']").click()
    expect(film.screen.locator(f".box[data-game='{GAME}']")).to_be_visible()
    film.joins()
    film.deals()
    film.looks(film.phones[1], filmed=True)
    for phone in (film.phones[0], *film.phones[2:]):
        film.looks(phone)
    expect(film.phones[0].locator("button.main").filter(visible=True)).not_to_have_count(0)
    film.shows(500)
    film.plays()
    film.ends()
    context.close()
    return film.shots


def write(shots: list[Shot], file: Path) -> None:
    """Put the pictures together, each with its finger."""
    pictures = [draw(shot) for shot in shots]
    first, *others = pictures
    file.parent.mkdir(parents=True, exist_ok=True)
    durations = [shot.milliseconds for shot in shots]
    first.save(file, save_all=True, append_images=others, duration=durations, loop=0, quality=QUALITY, method=6)
    bytes_ = file.stat().st_size
    print(f"{file}: {len(shots)} pictures, {sum(durations) / 1000:.1f} s, {bytes_ // 1000} kB")
    if bytes_ > MOST:
        raise SystemExit(f"That is more than {MOST // 1000} kB.")


def draw(shot: Shot) -> Image.Image:
    picture = Image.open(io.BytesIO(shot.picture)).convert("RGB")
    if shot.touch:
        x, y = shot.touch
        ring = (x - TOUCH, y - TOUCH, x + TOUCH, y + TOUCH)
        ImageDraw.Draw(picture, "RGBA").ellipse(ring, fill=(255, 255, 255, 90), outline=(255, 255, 255, 220), width=3)
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=FILE)
    file = parser.parse_args().file
    with tempfile.TemporaryDirectory() as folder, chromium.launched(whole=True) as browser:
        program = started(["demo", "--no-browser", "--port", "8000"], Path(folder) / "stderr")
        found = re.search(r"http://\S+", program.printed())
        assert found
        try:
            shots = make(browser, found[0])
        finally:
            program.send_signal(signal.SIGTERM)
            program.wait()
    write(shots, file)


if __name__ == "__main__":
    main()
