"""All pages, with every sheet and panel that they open: axe finds nothing, words are whole and not faint, figures are
round, nothing overlaps, all can be hit and sent, and no target is too small."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import NAMES, Play
from playwright.sync_api import Browser
from sizes import LARGE, SEED, size

from companion.games import all_games, list_folders
from companion.rules.game import Game
from companion.rules.state import NOTHING, OVER, PLAYING, ROUND_OVER, SCORING, TIMERS, TURNS

from .kinds import SCREEN, House, Kind, house
from .opened import THEMES, Theme, complaints, everything
from .windows import windows_of

SWEPT = size("SWEPT", 3, 60)
"""So many pages of each game, with all that they open; ``COMPANION_SWEPT=9999``: all of them, a night long."""
GAMES = [game for id, game in all_games().items() if list_folders()[id].parent.name == "games"]
STAGES = ("lobby", "look", "play", "late", "scoring", "between", "over")
FACTS = "facts"
UNFOLLOWED = {NOTHING: NOTHING, TIMERS: TIMERS, FACTS: NOTHING}
"""Rounds that follow no turns, and one of them when it is told what it came to: what each follows."""
SCREENS: tuple[tuple[int, int], ...] = ((820, 1180), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160))
PHONES: tuple[tuple[int, int], ...] = ((360, 640), (390, 664), (390, 844))
LANGS = ("en", "de", "fr", "es")
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
    theme: Theme = "dark"

    @property
    def table(self) -> str:
        return f"{self.players}-{self.stage}"


def cases(game: Game[Any]) -> list[Case]:
    random = Random(f"{SEED}-{game.id}")
    counts = range(game.least, game.most + 1)
    stages = (*STAGES, *UNFOLLOWED)
    screens = product(counts, stages, ("table", "watch"), SCREENS, LANGS, THEMES)
    phones = product(counts, stages, ("turn", "waits", "remote"), PHONES, LANGS, THEMES)
    found = [Case(*one) for one in (*screens, *phones)]
    random.shuffle(found)
    # However few are swept, of each game another round that follows no turns is among them.
    unfollowed = [*UNFOLLOWED, *UNFOLLOWED][GAMES.index(game) % len(UNFOLLOWED) :]
    always = [next(case for case in found if case.stage == stage) for stage in unfollowed]
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


def kind_of(case: Case, seat: int) -> Kind:
    steps = ("start",) * (case.stage in UNFOLLOWED) + ("ask",) * (case.stage == FACTS)
    if case.viewer in ("turn", "waits"):
        waits = case.viewer == "waits"
        return Kind("phone", table=case.table, seat=seat + waits, steps=steps, told=case.stage == "over")
    path = {"table": "/{code}/table", "watch": "/{code}/watch", "remote": "/{code}/host"}[case.viewer]
    return Kind(case.viewer, path, table=case.table, host=case.viewer != "watch", steps=steps)


def faults(
    browser: Browser,
    rooms: House,
    kind: Kind,
    mobile: bool,
    lang: str,
    theme: Theme,
    most: int = 99,
    sends: bool = False,
) -> list[str]:
    """What is wrong with that page, and with so many things that it opens; where it ``sends`` each form is, once."""
    size = SCREEN if kind.screen else rooms.size
    look = {"viewport": size, "locale": lang, "reduced_motion": "reduce", "color_scheme": theme}
    window = windows_of(browser).take(look | ({"is_mobile": True, "has_touch": True} if mobile else {}))
    window.context.clear_cookies()
    page = window.page
    rooms.shows(page, kind)
    page.evaluate("document.fonts.ready")
    found = complaints(page, theme)
    sent: list[Any] = []
    for name in islice(everything(page), most):
        found += [f"{name}: {one}" for one in page.evaluate("opened.faults()")]
        sent += page.evaluate("opened.forms()")
    if sends:
        page.goto(f"{rooms.program.url}/about")  # the page that they were on would show all that comes of them
        found += page.evaluate(SENT, [list({json.dumps(form): form for form in sent}.values()), NO_FORM])
    windows_of(browser).give_back(window)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_all_that_opens_can_be_read_hit_and_sent(browser_program: Browser, tmp_path: Path, game: Game[Any]) -> None:
    wanted = cases(game)
    records = {case.table: record(game, case.players, case.stage) for case in wanted}
    found: list[str] = []
    with house(tmp_path / "data", records={name: one for name, one in records.items() if one}) as rooms:
        for case in wanted:
            if case.table not in rooms.sittings:
                continue
            rooms.size = {"width": case.size[0], "height": case.size[1]}
            kind, mobile = kind_of(case, rooms.turns[case.table]), case.viewer in ("turn", "waits", "remote")
            wrong = faults(browser_program, rooms, kind, mobile, case.lang, case.theme, sends=True)
            found += [f"{case}: {one}" for one in wrong]
        assert rooms.program.errors() == ""
    assert not found, "\n".join(found)


@pytest.mark.long
def test_every_kind_of_page_can_be_used_by_everybody(browser_program: Browser, tmp_path: Path) -> None:
    """Each in one theme; where the sweeps are short a sixth of them, and of those the page alone. Screens come first:
    later they would ask for phones that have been there."""
    found: list[str] = []
    with house(tmp_path / "data") as rooms:
        kinds = sorted((one for one in rooms.kinds() if not one.alike), key=lambda one: not one.screen)
        for number, kind in enumerate(kinds if LARGE else kinds[SEED % 6 :: 6]):
            wrong = faults(browser_program, rooms, kind, True, "en-GB", THEMES[number % 2], 99 if LARGE else 1)
            found += [f"{kind.name}: {one}" for one in wrong]
    assert not found, "\n".join(found)
