"""Counts the controls of the pages of an evening, and lists them: ``python -m tests.controls``.

A control is a form's address, a link's address or a sheet that opens, with numbers, names and codes taken out, counted
once for each of ten pages. Moves, choices, options, chips, steppers and the pages without a table are none."""

from __future__ import annotations

import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # started as a program, the other tests are not found else

from crawl import PHONELESS, PLAYERS, Worlds, get
from playing import NothingOpenError, Play, facts_at_random, filled
from test_crawl import GAMES

from companion.rules.asking import Entry
from companion.rules.game import ENDS
from companion.rules.state import OVER, PLAYING, SCORING, TURNS
from companion.table import dealing, ending, following, playing
from companion.table.log import device_of
from companion.table.screen import Viewer, make_screen

MENUS = ("menu", "machinery")
"""The ids of what holds a menu, and its class on a phone."""
GAME = re.compile(r"/(act|typed|things|counts|row|choose|follow)$|^opens (s-|w-s-|settle|hits)")
"""Addresses of moves, of what is counted and of choices, and sheets of moves."""
CHOICES = {"act", "query", "by-app"}
"""Classes of what opens a move or a choice; in a form all that opens is one."""
BARE = ("input", "meta", "link", "br", "img", "path", "rect", "source", "use", "circle")


class Controls(HTMLParser):
    """Reads the controls of one page, apart for its menu."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code, self.found, self.inside = code, set[tuple[bool, str]](), list[bool]()
        self.details = list[str | None]()
        self.headline: str | None = None
        self.in_form = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        holds = tag in ("dialog", "details") and (given.get("id") in MENUS or given.get("class") in MENUS)
        if tag not in BARE:
            self.inside.append(any(self.inside[-1:]) or holds)
        if tag == "form":
            self.in_form = True
        if tag == "details":
            a_choice = self.in_form or CHOICES & set(given.get("class", "").split())
            self.details.append(None if a_choice else given.get("id", ""))
        if tag == "summary" and self.details[-1] is not None:
            self.headline = self.details[-1]
        for name in ("action", "formaction", "hx-post", "href"):
            if name in given and tag in ("form", "button", "a") and not given[name].startswith("#"):
                self.adds(given[name])
        if "data-sheet" in given:
            self.adds("opens " + (given.get("data-of") or given["data-sheet"]))

    def handle_data(self, data: str) -> None:
        if self.headline is not None and not self.details[-1]:
            self.headline += data

    def handle_endtag(self, tag: str) -> None:
        if tag not in BARE and self.inside:
            self.inside.pop()
        if tag == "summary" and self.headline is not None:
            self.adds(f"opens {self.headline.strip()}")
            self.headline = None
        if tag == "details":
            self.details.pop()
        if tag == "form":
            self.in_form = False

    def adds(self, what: str) -> None:
        for name in (self.code, *PLAYERS):
            what = what.replace(name, "…")
        what = re.sub(r"-?\d+", "#", what.partition("?")[0])
        what = re.sub(r"(^|/)cards/.*", "/cards/…", what)
        what = re.sub(r"^(\.\./)?/?(…/)?(?=.)", "/", what) if not what.startswith("opens") else what
        if not GAME.search(what):
            self.found.add((any(self.inside[-1:]), what))


class Evening:
    """One table of a game, looked at whenever it has changed."""

    def __init__(self, worlds: Worlds, counted: dict[str, set[str]]) -> None:
        self.worlds, self.world, self.counted = worlds, worlds.first, counted

    def reads(self, page: str, device: str, viewer: str, path: str) -> None:
        status, _, body = self.world.ask(viewer, get(f"/{self.world.code}/{path}".rstrip("/")))
        if status != 200:
            return
        read = Controls(self.world.code)
        read.feed(body.decode() if page == "lobby" else re.sub("<aside.*?</aside>", "", body.decode(), flags=re.S))
        for in_menu, what in read.found:
            self.counted[f"{device}: {'menu' if in_menu else page}"].add(what)

    def looks(self, page: str) -> None:
        """All pages; what stands beside the live part of a table screen is seen in the lobby alone."""
        self.reads(page, "table", "host", "table")
        seats = [int(one[-1]) for one in self.world.clients if one.startswith("seat")]
        for seat in seats:
            self.reads(page, "phone", f"seat {seat}", "")
        if page == "lobby":
            return
        for number in range(len(PLAYERS)):
            self.reads(page, "table", "host", f"host/panel/for/{number}")
            self.reads("place", "table", "host", f"host/panel/place/{number}")
        for name in ("place/-1", "everybody"):
            self.reads("place", "table", "host", f"host/panel/{name}")
        for name in ("menu", "seats", "ways", "phone"):
            self.reads("menu", "table", "host", f"host/panel/{name}")
        for name in ("log", "end"):
            self.reads(page, "table", "host", f"host/panel/{name}")
        self.reads("ends", "table", "host", "host/panel/told")
        for seat in seats:
            self.reads("menu", "phone", f"seat {seat}", "panel/i")

    def plays(self, follow: str) -> None:
        """One round, followed so, and what comes after it, to the end of the game."""
        self.looks("lobby")
        self.worlds.do(dealing.deal, 0, follow=follow)
        self.looks("play")
        self.worlds.do(dealing.start_early)
        self.looks("play")
        for _ in range(8):
            if self.worlds.state.status == PLAYING:
                with suppress(NothingOpenError):
                    self.moves(follow)
                self.looks("play" if self.worlds.state.status == PLAYING else "ends")
        if follow == TURNS:
            self.ends()
        else:
            self.worlds.do(following.ask)
            self.looks("ends")
            self.worlds.do(following.tell, facts_at_random(self.worlds.chooser()))
        while self.worlds.state.status == SCORING:
            self.looks("ends")
            self.world.enters(self.worlds.chooser().choose())
        self.tells()
        if self.worlds.state.status != OVER:
            self.worlds.do(dealing.stop)
            self.tells()

    def moves(self, follow: str) -> None:
        play = self.worlds.chooser()
        if follow == TURNS:
            quick = [one for several in play.game.offer(play.state).quick.values() for one in several]
            self.enters(quick[0].entries if quick else play.choose().entries)
            return
        ways = [one for seat in play.state.players for one in play.open_actions(seat)]
        if ways := [one for one in ways if not play.game.moves[one.kind].drawn]:
            self.enters((filled(play.random.choice(ways), play.random),))

    def enters(self, entries: Sequence[Entry]) -> None:
        """By the phone of whoever does it."""
        by = entries[0].get("by") if entries else None
        device = device_of(None if by == PHONELESS else by)
        self.worlds.do(playing.act, [dict(one) for one in entries], device, "", by)

    def ends(self) -> None:
        if self.worlds.state.status != PLAYING:
            return
        over = self.world.game.table_actions(self.worlds.state, ENDS)
        self.world.act(over[0].base if over else {"kind": "end", "reason": "agreed"})

    def tells(self) -> None:
        self.looks("ends")
        while make_screen(self.world.table.now, Viewer()).more_steps:
            self.worlds.do(ending.show_next)
            self.looks("ends")


def evenings(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[tuple[Worlds, str]]:
    for game in GAMES:
        for follow in game.follows:
            with Worlds(folder / game.id / follow, patch, game, []) as worlds:
                worlds.first.table.at.dice = Random(3)
                worlds.play = Play(game, len(PLAYERS), {}, 5)
                yield worlds, follow


def main() -> None:
    counted: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for worlds, follow in evenings(Path(folder), patch):
            Evening(worlds, counted).plays(follow)
    for page in sorted(counted):
        print(f"{page}: {len(counted[page])}")
        for what in sorted(counted[page]):
            print(f"    {what}")
    print(f"\nin all: {sum(map(len, counted.values()))}")


if __name__ == "__main__":
    main()
