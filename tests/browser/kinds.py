"""Every kind of page, at tables that are at each stage of each game before Companion starts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from playing import Play
from playwright.sync_api import Page, ViewportSize

from companion.engine.play import make_offer
from companion.engine.round_facts import list_tracking_modes
from companion.engine.state import EVERY_TURN, OVER, PLAYING, RESULT_ONLY, ROUND_OVER, SCORING, TOKENS
from companion.games import all_games, game_by_id, list_folders
from companion.record.record import parse, read_record
from companion.storage.store import Store
from companion.table.tables import Tables, import_record

from .program import Program
from .windows import awaits

SCREEN: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 360, "height": 640}
LATER_STYLES = """() => {
  const later = document.getElementById("stream")?.dataset.laterStyle;
  return !later || [...document.styleSheets].some((sheet) => sheet.href?.endsWith(later));
}"""
"""A phone looks as it does when it has stood for a moment."""
GAMES = [game for id, game in all_games().items() if list_folders()[id].parent.name == "games"]
NAMES = (
    *("Christopher", "B", "Ana-María-Zoé", "Maximilian", "علي", "Konstantin"),
    *("Greta", "Friederike", "Z\u0308\u0301", "Wilhelmine", "🧌", "Theodora"),
)
"""Half of them are as long as names are that people have, others are drawn in odd ways."""
COUNTED = "counted"
FACTS = "facts"
SCORED = "scoring"
REVEAL = "reveal"
ASLEEP = "half of the phones asleep"
AFTER, AFTER_TWO, STRIP = "lobby after a game", "lobby after two games", "end with the strip"
STAGES = {
    "lobby": (EVERY_TURN, None, 0),
    "look": (EVERY_TURN, PLAYING, 1),
    "turn": (EVERY_TURN, PLAYING, 3),
    "play": (EVERY_TURN, PLAYING, 12),
    "late": (EVERY_TURN, PLAYING, 45),
    REVEAL: (EVERY_TURN, SCORING, 1),
    SCORED: (EVERY_TURN, SCORING, 1),
    "between": (EVERY_TURN, ROUND_OVER, 1),
    "over": (EVERY_TURN, OVER, 1),
    RESULT_ONLY: (RESULT_ONLY, PLAYING, 1),
    TOKENS: (TOKENS, PLAYING, 5),
    FACTS: (RESULT_ONLY, PLAYING, 1),
    COUNTED: (RESULT_ONLY, OVER, 1),
    ASLEEP: (TOKENS, PLAYING, 12),
    AFTER: (EVERY_TURN, OVER, 1),
    AFTER_TWO: (RESULT_ONLY, OVER, 1),
    STRIP: (EVERY_TURN, OVER, 1),
}
"""How each is followed, its status, and after how many entries at least."""
UNFOLLOWED = (RESULT_ONLY, TOKENS, FACTS, ASLEEP)
"""Rounds whose turns aren't tracked and that have started; the result of the last but one is entered."""
EARLIER = {AFTER_TWO: 1, STRIP: 2}
"""How many games the same people have played before."""
CROWDED = (ASLEEP, AFTER_TWO, AFTER, STRIP)
"""What everyone looks at between two games, and while phones sleep: the fullest screens that there are."""
PATHS = {"table": "/{code}/table", "watch": "/{code}/watch", "remote": "/{code}/host", "turn": "/{code}"}
PATHS["waits"] = PATHS["turn"]
"""Where who looks at a table is."""
Place = tuple[str, int, str]
"""A game, how many play it, and its stage."""


@dataclass(frozen=True)
class Kind:
    """A page: of which table, who looks at it (``PATHS``; "" is a stranger), and what is tapped on it at first."""

    name: str
    table: Place = ("dark-cave", 6, "lobby")
    viewer: str = ""
    path: str = "/{code}"
    opens: tuple[str, ...] = ()

    @property
    def screen(self) -> bool:
        return self.viewer in ("table", "watch")


PLAIN = (
    Kind("empty", ("dark-cave", 0, "lobby"), "table", PATHS["table"]),
    Kind("front", path="/"),
    Kind("join"),
    Kind("ask", path="/{code}/ask"),
    Kind("share", path="/{code}/share", viewer="turn"),
    Kind("about", path="/about"),
    Kind("network", path="/network"),
    Kind("print", path="/{code}/host/print", viewer="remote"),
    Kind("missing", path="/NOPE"),
    *(Kind(f"score-{game.id}", path=f"/score?game={game.id}&players={game.most}") for game in GAMES),
    *(Kind(f"cards-{game.id}", path=f"/cards/{game.id}") for game in GAMES),
)
OFTEN: Place = ("saboteur", 4, "over")
"""Where the same people have played a dozen games."""
BOOK = tuple(
    Kind(f"book{''.join(opens)}", OFTEN, "remote", "/book", opens)
    for opens in ((), (".evenings a",), (".evenings a", ".results a"), (".evenings a", ".results a", ".figures a"))
)


def kinds() -> Iterator[Kind]:
    """Yield all of them."""
    yield from (*PLAIN, *BOOK)
    for game in GAMES:
        for stage in STAGES:
            for viewer, path in PATHS.items():
                yield Kind(f"{game.id}-{stage}-{viewer}", (game.id, min(6, game.most), stage), viewer, path)


def record(id: str, players: int, stage: str) -> dict[str, Any] | None:
    """Return a game that has come as far as that; None where this one never does."""
    game = game_by_id(id)
    follow, wanted, enough = STAGES[stage]
    tonight = stage in (AFTER, AFTER_TWO, STRIP)
    head = {"format": "companion-record-1", "game": id, "options": {}, "players": list(NAMES[:players])}
    if wanted is None:
        return {**head, "entries": []}
    for seed in range(5 if follow in list_tracking_modes(game) else 0):
        play = Play(game, players, {}, seed, hurry=0.01, follow=(follow,))
        for _ in range(2000):
            if play.over or (play.state.status == wanted and len(play.record.entries) >= enough):
                break
            play.step()
        if stage == REVEAL and (play.state.unscored is None or not game.list_opening(play.state.unscored)):
            return None
        if play.state.status == wanted:
            return {**head, "entries": [sensible(entry, tonight) for entry in play.record.entries]}
    return None


def sensible(entry: dict[str, Any], tonight: bool) -> dict[str, Any]:
    """Return the entry of a game night, this one or another, with values as small as people type them, where any would
    do."""
    at = datetime.now(UTC).isoformat(timespec="seconds") if tonight else "2026-01-02T19:00:00+00:00"
    small = {"values": [[min(value, 9) for value in each] for each in entry["values"]]} if "values" in entry else {}
    return {**entry, **small, "at": at}


@dataclass(frozen=True)
class Sitting:
    """A table: its code, and the tokens of the seats with phones, starting with whose turn it is."""

    code: str
    tokens: tuple[str, ...]


@dataclass
class House:
    """The running program and its tables."""

    program: Program
    sittings: dict[Place, Sitting]
    awake: dict[str, HTTPConnection] = field(default_factory=dict)
    """The connections of phones that are awake, by their tokens."""

    def shows(self, page: Page, kind: Kind) -> None:
        """Open that page as its viewer, and what is to be opened on it."""
        sitting = self.sittings[kind.table]
        stage = kind.table[2]
        page.context.clear_cookies()
        page.request.get(self.program.host_link, max_redirects=0)
        for step in ("start",) * (stage in UNFOLLOWED) + ("ask",) * (stage == FACTS):
            self.posts(page, kind, step)
        in_hand = kind.viewer in ("turn", "waits") and stage in ("between", "over", COUNTED)
        if in_hand or stage in (SCORED, AFTER, AFTER_TWO, STRIP):
            while "nextstep" in self.posts(page, kind, "next"):
                pass
        if stage in (AFTER, AFTER_TWO):
            self.posts(page, kind, "lobby")
        if stage == ASLEEP:
            self.connects(sitting)
        if kind.viewer in ("turn", "waits"):
            token = sitting.tokens[kind.viewer == "waits"]
            page.context.add_cookies([{"name": f"seat_{sitting.code}", "value": token, "url": self.program.url}])
        if kind.viewer not in ("table", "remote"):
            page.context.clear_cookies(name="host")
        page.goto(self.program.url + kind.path.format(code=sitting.code))
        awaits(page, LATER_STYLES)
        for selector in kind.opens:
            page.goto(page.locator(selector).filter(visible=True).first.evaluate("link => link.href"))

    def connects(self, sitting: Sitting) -> None:
        """Have every second phone of the table be awake, if it is not: all others sleep."""
        for token in sitting.tokens[len(sitting.tokens) % 2 :: 2]:
            if token not in self.awake:
                self.awake[token] = connection = HTTPConnection("127.0.0.1", self.program.port)
                cookie = {"Cookie": f"seat_{sitting.code}={token}"}
                connection.request("GET", f"/{sitting.code}/stream/phone", headers=cookie)
                assert connection.getresponse().status == 200

    def posts(self, page: Page, kind: Kind, step: str, **form: Any) -> str:
        """Send one tap of the host at that table; the answer."""
        headers = {"Origin": self.program.url, "HX-Request": "true"}
        url = f"{self.program.url}/{self.sittings[kind.table].code}/host/{step}"
        return page.request.post(url, form=form, headers=headers).text()


@contextmanager
def house(folder: Path, kinds: Iterable[Kind]) -> Iterator[House]:
    """Run Companion with the tables of these kinds that a game comes to; of three or more every third has no phone, and
    to the latter half the game is new."""
    folder.mkdir(parents=True, exist_ok=True)
    sittings = {}
    with closing(Store(folder)) as store:
        for place in dict.fromkeys(kind.table for kind in kinds):
            if not place[1]:
                sittings[place] = Sitting(Tables(store).create().code, ())
            content = record(*place) if place[1] else None
            if content is None:
                continue
            read = read_record(parse(json.dumps(content)), game_by_id)
            row = import_record(store, read)
            seats = store.seats.of(row.id)
            names, ids = [seat.name for seat in seats], [seat.id for seat in seats]
            for _ in range(11 if place == OFTEN else EARLIER.get(place[2], 0)):
                again = store.games.new(row.id, read.game.id, read.state.options, names, ids, read.game.file)
                store.journal.append_record(again.id, read.entries)
            for seat in seats[len(seats) // 2 :]:
                store.seats.change(seat.id, new_to=read.game.id)
            first = next(iter(make_offer(read.game, read.state).acting if read.entries else ()), 0)
            clockwise = range(first, first + len(seats))
            phones = [n % len(seats) for n in clockwise if n == first or n % 3 != 2 or len(seats) == 2]
            sittings[place] = Sitting(row.code, tuple(store.seats.claim(seats[number].id) for number in phones))
    # Whose phone is awake does not depend on how long Companion runs.
    with Program(folder, grace=0) as program:
        rooms = House(program, sittings)
        try:
            yield rooms
        finally:
            for connection in rooms.awake.values():
                connection.close()
