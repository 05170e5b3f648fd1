"""Every page of every stage, opened once and judged in all sizes, in both themes and with large words, with every sheet
and panel that it opens; then all that it sends is sent, and where a score is revealed it is revealed to its end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from faults.web import Browser as Hand
from playwright.sync_api import Browser
from sizes import LARGE, SEED, size

from companion.engine.state import OVER, RESULT_ONLY, TOKENS
from companion.i18n import LANGUAGES

from .kinds import AFTER, ASLEEP, BOOK, CROWDED, FACTS, GAMES, PATHS, PLAIN, SCORED, SCREEN, STAGES, House, Kind, house
from .opened import JUDGES, THEMES, Size, Theme, fits, judge
from .windows import Window, windows_of

SWEPT = size("SWEPT", 8, 60)
"""So many pages of each game, with all that they open; ``COMPANION_SWEPT=9999``: all of them, a night long."""
SCREENS = (
    *((1280, 720), (1366, 768), *([(3840, 2160)] if LARGE else [])),
    *((1920, 1080), (360, 640), (1280, 800)),
)
UPRIGHT = (820, 1180)
PHONES = ((390, 664), (390, 844), (360, 640))
Seen = tuple[Kind, str, Sequence[Theme]]
FACES = (
    ":root { --text: Verdana, 'DejaVu Sans'; --display: 'Before Grenze', var(--text) }",
    ":root { --text: 'Arial Narrow', 'Roboto Condensed', 'Liberation Sans Narrow', 'DejaVu Sans Condensed' }",
)
"""What a screen writes in that has no usual face, and to which ours has not come yet; and what one does that has."""
TELLS = """async (face) => {
  const told = () => document.querySelector("input[name=told]")?.value;
  const before = told();
  if (!before) return false;
  const body = new URLSearchParams({told: before});
  await fetch("host/next", {method: "POST", headers: {"HX-Request": "true"}, body});
  for (let tries = 0; told() === before; tries++) {
    if (tries > 2999) throw new Error("the next step does not come");
    await new Promise((done) => setTimeout(done, 5));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(face);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter(one => one !== window.face), sheet];
  window.face = sheet;
  return true;
}"""
"""One step more of the score, if there is one, in a face."""
NO_FORM = (
    *("A field of the form is missing", "form couldn't be read"),
    *("Type a whole number", "fill in every row"),
)


def swept() -> Iterable[tuple[Kind, str]]:
    """Yield kinds of pages with their languages. However few they are: a full lobby or what the score asks, a turn and
    the score on the table screen, rounds whose turns aren't tracked, a turn and the end in the hand, the host's phone
    in a turn, while phones sleep and in the lobby, and the history."""
    unfollowed = ((TOKENS, "table"), (FACTS, "table"), (RESULT_ONLY, "turn"), (FACTS, "waits"))
    hosts = ("late", ASLEEP, AFTER, "lobby")
    for number, (game, rest, hosted) in enumerate(zip(GAMES, unfollowed, hosts, strict=True)):
        random = Random(f"{SEED}-{game.id}")
        found = list(product(range(game.least, game.most + 1), STAGES, PATHS))
        random.shuffle(found)
        always = [
            (game.most, ("counted", "over")[number % 2], "table"),
            (min(6, game.most), SCORED, "table") if number % 3 else (game.most, "lobby", "table"),
            (game.most if number % 2 else min(6, game.most), "turn", "table"),
            (min(6, game.most), *rest),
            (game.most, "over", "turn"),
            (game.most, "turn", "turn"),
            (game.most, hosted, "remote"),
        ]
        # Each of those is in one game at least, on the table screen.
        crowds = list(product((3, 5, 6, 8), CROWDED)) if LARGE else [((6, 8)[number % 2], CROWDED[number])]
        always[:0] = [(players, stage, "table") for players, stage in crowds]
        for players, stage, viewer in [*dict.fromkeys((*always, *found))][:SWEPT]:
            name = f"{game.id}-{players}-{stage}-{viewer}"
            # Three long buttons are below each other where several choose at the screen.
            long = "de" if stage == SCORED else "en"
            lang = random.choice([*LANGUAGES]) if viewer != "table" else long
            yield Kind(name, (game.id, players, stage), viewer, PATHS[viewer]), lang
    yield from ((kind, "en") for kind in (*BOOK, *(PLAIN if LARGE else PLAIN[SEED % 3 :: 3])))


def telling(rooms: House, kind: Kind, window: Window) -> list[str]:
    """Return what is wrong at each step of a score, with what a screen can write in."""
    found, number = [], 0
    sizes = ((360, 640), *(SCREENS if LARGE else SCREENS[:1]))
    rooms.posts(window.page, kind, "pause", stop="1")
    while window.page.evaluate(TELLS, FACES[number % 2]):
        number += 1
        sizes = sizes[::-1]  # all is fitted in a room that changes
        found += [f"step {number}, {fault}" for fault in fits(window, sizes if LARGE else sizes[:1])]
    return found


def sent(hand: Hand, forms: Iterable[Any]) -> Iterator[str]:
    """Send these without a page, which would show all that comes of them; yield those that it should not send."""
    for path, fields in forms:
        answer = hand.request("POST", path, [*map(tuple, fields)], HX_Request="true", Accept_Language="en")
        if location := answer.header("location"):
            answer = hand.get(urljoin(path, location), Accept_Language="en")
        if answer.status >= 500 or any(sentence in unescape(answer.text) for sentence in NO_FORM):
            yield f"{path} {fields}: {answer.status}"


def sizes_of(kind: Kind) -> Sequence[Size]:
    """Return those in which it fits without scrolling, as far as its viewer promises that."""
    if kind.table[2] == SCORED:
        return SCREENS if kind.screen else ()
    if kind.table[2] == RESULT_ONLY:
        return ()
    return (UPRIGHT, *SCREENS) if kind.screen else PHONES


def faults(browser: Browser, rooms: House, kind: Kind, lang: str, themes: Sequence[Theme]) -> list[str]:
    """Return what is wrong with a page and all that it opens, sends and reveals."""
    phone = {} if kind.screen else {"is_mobile": True, "has_touch": True}
    looks_like = {"viewport": SCREEN, "reduced_motion": "reduce", "color_scheme": THEMES[0], **phone}
    window = windows_of(browser).take(looks_like, JUDGES)
    page = window.page
    page.set_extra_http_headers({"Accept-Language": lang})
    window.measures(*((1280, 800) if kind.screen else (360, 640)))
    rooms.shows(page, kind)
    page.evaluate("document.fonts.ready.then(judges)")
    found = fits(window, sizes_of(kind))
    faults, forms = judge(page, kind.viewer == "table", 99 if kind.viewer or LARGE else 1, themes)
    found += faults
    if kind.viewer == "table":
        page.evaluate("document.querySelectorAll('dialog[open]').forEach((one) => one.close())")
        found += telling(rooms, kind, window)
    if kind.path == "/book":
        page.emulate_media(media="print")
        found += [f"printed: {words}" for words in page.locator(":is(.button, .path, .foot):visible").all_inner_texts()]
        page.emulate_media(media="screen")
    hand = Hand(rooms.program.port, {str(one.get("name")): str(one.get("value")) for one in page.context.cookies()})
    windows_of(browser).give_back(window)
    found += sent(hand, {json.dumps(form): form for form in forms}.values())
    return [f"{kind.name}, {lang}: {fault}" for fault in found]


def at_one_table() -> dict[str, list[Seen]]:
    """The same by the table that they are pages of, with the themes in which axe sees them; the history is one of all
    finished games."""
    found: dict[str, list[Seen]] = {}
    for number, (kind, lang) in enumerate(swept()):
        game, players, stage = kind.table
        name = f"{game}-end" if STAGES[stage][1] == OVER else f"{game}-{players}-{stage}"
        found.setdefault(name, []).append((kind, lang, THEMES if LARGE else THEMES[number % 2 :][:1]))
    return found


@pytest.mark.long
@pytest.mark.parametrize("pages", (tables := at_one_table()).values(), ids=tables)
def test_every_page_can_be_used_by_everybody(browser_program: Browser, tmp_path: Path, pages: list[Seen]) -> None:
    """Axe finds nothing, words are whole and not faint, nothing overlaps, all can be hit and sent."""
    found = list[str]()
    with house(tmp_path / "data", [kind for kind, *_ in pages]) as rooms:
        for kind, lang, themes in pages:
            if kind.table in rooms.sittings:
                found += faults(browser_program, rooms, kind, lang, themes)
        assert rooms.program.errors() == ""
    assert not found, "\n".join(found)


MARKED = """([marked, others]) => {
  const frames = (one) => ["", "::before"].map((part) => {
    const style = getComputedStyle(one, part || undefined);
    return [style.outlineStyle, style.outlineWidth, style.borderTopStyle, style.borderTopWidth].join();
  });
  const plain = [...document.querySelectorAll(others)].map((one) => String(frames(one)));
  const found = [...document.querySelectorAll(marked)].map((one) => String(frames(one)));
  return found.length > 0 && plain.length > 0 && found.every((one) => !plain.includes(one));
}"""
"""Whether these have frames that none of the others has: with high contrast nothing else distinguishes them."""


@pytest.mark.drawn
def test_with_high_contrast_one_sees_what_is_chosen_and_whose_turn_it_is(
    browser_program: Browser, tmp_path: Path
) -> None:
    kinds = [Kind(stage, ("dark-cave", 6, stage), "table", PATHS["table"]) for stage in ("lobby", "turn")]
    window = windows_of(browser_program).take({"viewport": SCREEN, "color_scheme": "dark"}, JUDGES)
    page = window.page
    page.emulate_media(forced_colors="active")
    with house(tmp_path / "data", kinds) as rooms:
        rooms.shows(page, kinds[0])
        assert page.evaluate(MARKED, [".box[aria-current]", ".box:not([aria-current])"])
        assert page.evaluate(MARKED, [".taps [aria-pressed=true]", ".taps [aria-pressed=false]"])
        rooms.shows(page, kinds[1])
        assert page.evaluate(MARKED, [".plate:has(.on)", ".plate:not(:has(.on))"])
    window.spent = True
    windows_of(browser_program).give_back(window)
