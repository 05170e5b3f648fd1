"""The table screen at every moment of an evening, in all sizes, both themes and both languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from .program import Program

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (820, 1180))
THEMES = ("dark", "light")
LANGUAGES = {"en": "en-GB", "de": "de-DE"}
PLAYERS = {3: "saboteur", 6: "dark-cave", 12: "saboteur-2"}
NAMES = (
    *("Anna", "Ben", "Cleo", "Dana", "Emil", "Grandma"),
    *("Gustav", "Hanna", "Ines", "Johannes", "Katharina", "Leo"),
)
TURNS: tuple[tuple[tuple[str, dict[str, Any]], ...], ...] = (
    (("spiderweb", {"marker": "circle"}),),
    (("boots", {"to": 2}),),
    (("battle-axe", {"to": 0}),),
    (("play-path", {}), ("reveal-goal", {"goal": "exit"})),
    (("creature", {"creature": "lindworm", "attacks": [0]}),),
    (("play-path", {}),),
)
"""Six in The Dark Cave, after which much lies on the table."""
Sizes = Sequence[tuple[int, int]]
Takes = Callable[[str], None]


class Evening:
    """A table without phones, played by what its forms send."""

    def __init__(self, program: Program, context: BrowserContext, page: Page) -> None:
        self.program, self.context, self.page = program, context, page

    def posts(self, what: str, **form: Any) -> None:
        answer = self.context.request.post(f"{self.program.url}/{self.program.code}/host/{what}", form=form)
        assert answer.ok, answer.text()

    def acts(self, by: int, kind: str, **more: Any) -> None:
        self.posts("act", entries=json.dumps([{"kind": kind, "by": by, **more}]), stamp="")

    def sits(self, players: int, game: str) -> None:
        for name in NAMES[:players]:
            self.posts("seats", name=name)
        self.posts("choose", game=game)

    def deals(self) -> None:
        self.posts("deal", **{"j:first": "0"})

    def plays(self, game: str, players: int) -> None:
        """Some turns, so that something lies on the table."""
        self.posts("start")
        if game != "dark-cave":
            for seat in range(min(4, players)):
                self.acts(seat, "play-path")
            return
        for seat, turn in enumerate(TURNS):
            for kind, more in turn:
                self.acts(seat, kind, **more)
            self.acts(seat, "end-turn")

    def ends(self, game: str, players: int) -> None:
        """Two have left the cave with their gold, then the table agrees to stop."""
        if game == "dark-cave":
            for seat in (0, 1, 2):
                self.acts(seat, "play-path")
                if seat:
                    self.acts(seat, "leave")
                self.acts(seat, "end-turn")
        self.posts("act", entries='[{"kind": "end", "reason": "agreed"}]', stamp="")
        if game == "saboteur-2":
            self.posts("act", entries='[{"kind": "crystals", "count": 3}]', stamp="")

    def told(self) -> str | None:
        """How much has been told, as the button that tells more has it."""
        told = self.page.locator(".nextstep input[name=told]")
        return told.first.input_value() if told.count() else None

    def tells(self) -> Iterator[int]:
        """Step after step; the number of each."""
        number = 0
        while (before := self.told()) is not None:
            self.posts("next", told=before)
            self.posts("pause", stop="1")
            self.page.wait_for_function(
                "told => document.querySelector('input[name=told]')?.value !== told", arg=before
            )
            number += 1
            yield number


def moments(evening: Evening, players: int, takes: Takes) -> None:
    """From the empty table to the winners."""
    game = PLAYERS[players]
    if players == 6:
        evening.page.wait_for_selector(".deserted")
        takes("empty")
    evening.sits(players, game)
    evening.page.wait_for_selector(f".chair[data-place='{players - 1}']")
    takes("lobby")
    evening.deals()
    evening.page.wait_for_selector(".looking")
    takes("look")
    evening.plays(game, players)
    evening.page.wait_for_selector(".plate .on")
    takes("turn")
    evening.ends(game, players)
    evening.page.wait_for_selector("input[name=told]", state="attached")
    takes("over")
    for number in evening.tells():
        if number in (players // 2, players, players + 2):
            takes(f"told-{number}")
    takes("winners")


def photograph(program: Program, browser: Browser, folder: Path, players: int, sizes: Sizes = SIZES) -> int:
    """One evening with so many players; the number of pictures."""
    screens: dict[str, Page] = {}
    for lang, locale in LANGUAGES.items():
        context = browser.new_context(locale=locale, reduced_motion="reduce")
        screens[lang] = context.new_page()
        screens[lang].goto(program.host_link)
    taken = 0

    def takes(what: str) -> None:
        nonlocal taken
        for lang, page in screens.items():
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                for width, height in sizes:
                    page.set_viewport_size({"width": width, "height": height})
                    page.screenshot(path=folder / f"table-{players:02}-{what}-{lang}-{theme}-{width}.png")
                    taken += 1

    first = screens["en"]
    moments(Evening(program, first.context, first), players, takes)
    for page in screens.values():
        page.context.close()
    return taken


DOCS = {
    (6, "lobby"): ("lobby", "dark"),
    (6, "look"): ("look", "dark"),
    (6, "told-6"): ("cards", "dark"),
    (6, "winners"): ("winners", "light"),
    (12, "turn"): ("twelve", "light"),
}
"""The pictures of the documents: name and theme, by the players and the moment."""


def for_documents(program: Program, browser: Browser, folder: Path, players: int) -> None:
    """Those of one evening, small enough to be read on the way."""
    context = browser.new_context(
        locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce", color_scheme="dark"
    )
    page = context.new_page()
    page.goto(program.host_link)

    def takes(what: str) -> None:
        name, theme = DOCS.get((players, what), ("", ""))
        if name:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.screenshot(path=folder / f"table-{name}.jpg", type="jpeg", quality=80)

    moments(Evening(program, context, page), players, takes)
    context.close()
