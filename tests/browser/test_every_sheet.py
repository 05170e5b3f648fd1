"""All pages, with every sheet and panel that they open: words are whole and not faint, figures are round, nothing
overlaps, all can be hit and sent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from playing import NAMES, Play
from playwright.sync_api import Browser, Page, ViewportSize
from sizes import SEED, size

from companion.games import all_games, folders, game_by_id
from companion.kept.store import Store
from companion.record.record import parse, read_head, read_record
from companion.rules.game import Game
from companion.rules.state import NOTHING, OVER, PLAYING, ROUND_OVER, SCORING, TIMERS, TURNS
from companion.table.importing import imported

from .kinds import House, Kind, Sitting
from .opened import everything
from .program import Program
from .windows import windows_of

pytestmark = pytest.mark.browser

SWEPT = size("SWEPT", 5, 60)
"""So many pages of each game, with all that they open; ``COMPANION_SWEPT=9999``: all of them, a night long."""
GAMES = [game for id, game in all_games().items() if folders()[id].parent.name == "games"]
STAGES = ("lobby", "look", "play", "late", "scoring", "between", "over")
FACTS = "facts"
UNFOLLOWED = {NOTHING: NOTHING, TIMERS: TIMERS, FACTS: NOTHING}
"""Rounds that follow no turns, and one of them when it is told what it came to: what each follows."""
SCREENS: tuple[tuple[int, int], ...] = ((820, 1180), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160))
PHONES: tuple[tuple[int, int], ...] = ((360, 640), (390, 664), (390, 844))
LANGS = ("en", "de", "fr", "es")
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
NO_FORM: tuple[str, ...] = (
    *("A field of the form is missing", "the form has no entry", "The form has no entry", "form can't be read"),
    *("Type a whole number", "fill in every row"),
)
SENT = """async ([forms, wrong]) => {
  const found = [];
  const headers = {"HX-Request": "true", "Accept-Language": "en"};
  for (const [path, fields] of forms) {
    const answer = await fetch(path, {method: "POST", headers, body: new URLSearchParams(fields)});
    const text = (await answer.text()).replaceAll("&#39;", "'");
    const failed = answer.status >= 500 || wrong.some((sentence) => text.includes(sentence));
    if (failed) found.push(`${path} ${JSON.stringify(fields)}: ${answer.status}`);
  }
  return found;
}"""


@dataclass(frozen=True)
class Case:
    """One page: of which table, who looks at it on what."""

    players: int
    stage: str
    viewer: str
    size: tuple[int, int]
    lang: str
    theme: Literal["dark", "light"] = "dark"


def cases(game: Game[Any]) -> list[Case]:
    random = Random(f"{SEED}-{game.id}")
    counts = range(game.least, game.most + 1)
    stages = (*STAGES, *UNFOLLOWED)
    screens = product(counts, stages, ("table", "watch"), SCREENS, LANGS, THEMES)
    phones = product(counts, stages, ("turn", "waits", "remote"), PHONES, LANGS, THEMES)
    found = [Case(*one) for one in (*screens, *phones)]
    random.shuffle(found)
    # However few are swept, one of each round that follows no turns is among them.
    always = [next(case for case in found if case.stage == stage) for stage in UNFOLLOWED]
    most = Case(min(6, game.most), "scoring", "table", SCREENS[1], "en")
    end = Case(min(6, game.most), "over", "turn", PHONES[0], "de")
    return [*dict.fromkeys((most, end, *always, *found))][:SWEPT]


def record(game: Game[Any], players: int, stage: str) -> dict[str, Any] | None:
    """A game that has come as far as that; None where this one never does."""
    head = {"format": "companion-record-1", "game": game.id, "options": {}, "players": list(NAMES[:players])}
    if stage == "lobby":
        return {**head, "entries": []}
    follow = UNFOLLOWED.get(stage, TURNS)
    if follow not in game.follows:
        return None
    wanted = {"scoring": SCORING, "between": ROUND_OVER, "over": OVER}.get(stage, PLAYING)
    enough = {"play": 12, "late": 45, TIMERS: 20}.get(stage, 1)
    for seed in range(5):
        play = Play(game, players, {}, seed, hurry=0.01, follow=(follow,))
        for _ in range(2000):
            if play.over or (play.state.status == wanted and len(play.record.entries) >= enough):
                break
            play.step()
        if play.state.status == wanted:
            return {**head, "entries": [sensible(entry) for entry in play.record.entries]}
    return None


def sensible(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with values as small as people type them, where any would do."""
    if "values" not in entry:
        return entry
    return {**entry, "values": [[min(value, 9) for value in each] for each in entry["values"]]}


class Rooms:
    """A data folder with the tables of some cases."""

    def __init__(self, folder: Path, game: Game[Any], wanted: Sequence[Case]) -> None:
        self.sittings: dict[str, Sitting] = {}
        self.turns: dict[str, int] = {}
        store = Store(folder)
        for players, stage in dict.fromkeys((case.players, case.stage) for case in wanted):
            given = record(game, players, stage)
            if given is None:
                continue
            content = parse(json.dumps(given))
            read = read_record(content, game_by_id)
            _, names, options, entries = read_head(content, game_by_id)
            row = imported(store, read, names, options, entries)
            seats = store.seats.of(row.id)
            # To the latter half the game is new; every third is without a phone.
            for seat in seats[len(seats) // 2 :]:
                store.seats.is_new_to(seat.id, game.id)
            tokens = tuple(store.seats.claim(seat.id) for number, seat in enumerate(seats) if number % 3 != 2)
            self.sittings[f"{players}-{stage}"] = Sitting(row.code, tokens)
            acting = game.offer(read.state).acting if entries else []
            self.turns[f"{players}-{stage}"] = acting[0] if acting else 0
        store.close()


def kind_of(case: Case, seat: int) -> Kind:
    table = f"{case.players}-{case.stage}"
    steps = ("start",) * (case.stage in UNFOLLOWED) + ("ask",) * (case.stage == FACTS)
    if case.viewer in ("turn", "waits"):
        return Kind("phone", table=table, seat=seat + (case.viewer == "waits"), steps=steps, told=case.stage == "over")
    path = {"table": "/{code}/table", "watch": "/{code}/watch", "remote": "/{code}/host"}[case.viewer]
    return Kind(case.viewer, path, table=table, host=case.viewer != "watch", steps=steps)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_all_that_opens_can_be_read_hit_and_sent(browser_program: Browser, tmp_path: Path, game: Game[Any]) -> None:
    wanted = cases(game)
    rooms = Rooms(tmp_path / "data", game, wanted)
    faults: list[str] = []
    with Program(tmp_path / "data") as program:
        for case in wanted:
            table = f"{case.players}-{case.stage}"
            if table not in rooms.sittings:
                continue
            width, height = case.size
            viewport: ViewportSize = {"width": width, "height": height}
            look: dict[str, Any] = {"viewport": viewport, "locale": case.lang, "reduced_motion": "reduce"}
            look["color_scheme"] = case.theme
            if case.viewer in ("turn", "waits", "remote"):
                look |= {"is_mobile": True, "has_touch": True}
            window = windows_of(browser_program).take(look)
            window.context.clear_cookies()
            house = House(program, rooms.sittings, rooms.turns, viewport)
            house.shows(window.page, kind_of(case, rooms.turns[table]))
            window.page.evaluate("document.fonts.ready")
            sent: list[Any] = []
            for name in everything(window.page):
                found = window.page.evaluate("opened.faults()")
                faults += [f"{case}: {name}: {one}" for one in found]
                sent += window.page.evaluate("opened.forms()")
            faults += [f"{case}: {one}" for one in refused(window.page, program, sent)]
            windows_of(browser_program).give_back(window)
        faults += [program.errors()] if program.errors() else []
    assert not faults, "\n".join(faults)


def refused(page: Page, program: Program, forms: list[Any]) -> list[str]:
    """Forms of which the program says that no page of its own can have sent them; each is sent once."""
    once = {json.dumps(form): form for form in forms}
    page.goto(f"{program.url}/about")  # the page that they were on would show all that comes of them
    found: list[str] = page.evaluate(SENT, [list(once.values()), NO_FORM])
    return found
