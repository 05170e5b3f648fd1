"""The parts that pages are made of, on one page, to look at: ``python -m tests.browser.samples FOLDER``.

It photographs them as a phone and as the table screen show them, dark and light. Nothing is checked.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, Route

from companion.looks import FIGURES
from companion.web.guard import POLICY
from companion.web.icons import picture

from . import chromium
from .program import Program

Theme = Literal["dark", "light"]
THEMES: tuple[Theme, ...] = ("dark", "light")
CAVE = "dark-cave"
TILES = (
    *(("secret-information", "Look at a goal"), ("clan", "Look at a card"), ("rockfall", "Rockfall")),
    *(("swap", "Swap cards"), ("spiderweb", "Spiderweb"), ("boots", "Boots"), ("battle-axe", "Battle-axe")),
)
PEOPLE = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Grandma")


def icon(name: str, game: str) -> str:
    return f'<svg class="icon" aria-hidden="true"><use href="/i/{game}.svg#{name}"></use></svg>'


def _tiles() -> str:
    drawn = "".join(f'<button class="tile">{icon(name, CAVE)}<span>{words}</span></button>' for name, words in TILES)
    return f'<div class="tiles">{drawn}<button class="tile" disabled>{icon("discard", CAVE)}Discard</button></div>'


def _strip() -> str:
    rows = (
        f'<li class="place{" active" if name == "Ben" else ""}"><b><span class="clan {clan}"></span>{name}</b>'
        f'<span><span class="gold">{icon("nugget", CAVE)}3</span> {icon("hand", CAVE)}5</span></li>'
        for name, clan in zip(PEOPLE, ("blue", "yellow", "green", "yellow", "blue", "blue"), strict=True)
    )
    return f'<ol class="strip">{"".join(rows)}</ol>'


def sheet() -> str:
    """A sheet with people to choose from, and the tile that opens it."""
    chips = "".join(
        f'<label><input type="radio" name="to" value="{n}"{" checked" if not n else ""}>{name}</label>'
        for n, name in enumerate(PEOPLE)
    )
    return f"""<button class="tile" data-sheet="goblin">{icon("goblin", CAVE)}<span>Goblin</span></button>
<dialog class="sheet" id="goblin" aria-labelledby="goblin-title">
<button type="button" class="grab" data-close aria-label="Close"></button>
<h2 id="goblin-title">{icon("goblin", CAVE)}Goblin</h2>
<p class="about">Whoever it runs into loses 1 gold. A battle-axe drives it away.</p>
<fieldset class="chips"><legend>Whom does it run into?</legend>{chips}</fieldset>
<button class="button main big">Goblin: Anna loses 1 gold</button></dialog>"""


def phone() -> str:
    """Everything a phone may show."""
    return f"""<header class="topbar"><b><span class="clan yellow"></span>Ben</b><small>your turn</small></header>
<main id="live"><h1>Ben’s turn</h1>
<ul class="todo"><li>{icon("rat", CAVE)}<span>Take the rat off, discard its card</span></li>
<li class="theirs"><span><b>Anna:</b> stand your dwarf up</span></li></ul>
{_tiles()}<p></p>{_strip()}
<button class="hold yellow"><span class="back"><b>Your card – hold to look</b></span></button>
<p>{"".join(f'<span class="figure s{n % 12}">{icon(name, "figures")}</span> ' for n, name in enumerate(FIGURES))}</p>
<p><button class="button">A button</button></p><p><button class="button" disabled>Shut</button></p>
<p class="say">What went wrong</p><p class="notice">A notice</p>
<label class="line">A line<input value="text"></label>
<div class="role-card yellow">{picture("dwarf")}<h2>Loyal to yellow</h2><p>Dig for your own clan.</p>
<ul><li>{icon("nugget", CAVE)}Gold that yellow dwarves bring out counts for you</li></ul></div>
{sheet()}
<div class="thumb"><div class="done">Done: path card. + bridge <button class="link">Undo</button></div>
<button class="button main big">{icon("path", CAVE)}<span>Path card, done</span></button></div></main>"""


def screen() -> str:
    """What lies on the table's screen."""
    web = f'<span class="token">{icon("spiderweb", CAVE)}<b>2</b></span>'
    worm = f'<span class="token bad">{icon("lindworm", CAVE)}</span>'
    boots = f'<span class="token good">{icon("boots", CAVE)}</span>'
    plates = "".join(
        f'<article class="plate"><div class="who"><span class="name">{name}</span><span class="marks">'
        f'<span class="clan {clan}"></span>{state}</span></div>'
        f'<div class="has"><span class="gold">{icon("nugget", CAVE)} 3</span>'
        f"<span>{icon('hand', CAVE)} 5</span>{web}{worm}{boots}</div></article>"
        for name, clan, state in (
            ("Anna", "blue", ""),
            ("Ben", "yellow", '<i class="on"></i>'),
            ("Cleo", "green", '<small class="next">next</small>'),
        )
    )
    return f"""<main><h1>Ben’s turn</h1>
<ul class="todo"><li>{icon("lying", CAVE)}<span>Stand your dwarf up</span></li></ul>
<div class="inline">{plates}<article class="plate empty">an empty chair</article></div>
<p class="inline"><span class="pile high">III</span><span class="pile low">II</span><span class="pile none">I</span>
<span class="goal">?</span><span class="goal up">{icon("goal", CAVE)}</span></p>
<p class="inline"><button class="button pill">{icon("full-screen", "screen")}Full screen</button>
<button class="button main big">Deal to 6</button></p></main>"""


def page(kind: str, body: str) -> str:
    """A page of that kind with those parts."""
    return (
        f'<!doctype html><html lang="en"><title>Samples</title><meta name="viewport" content="width=device-width">'
        f'<link rel="stylesheet" href="/b/{kind}.css"><body class="{kind}">{body}'
        f'<script src="/b/{kind}.js"></script>'
    )


def show(shown: Page, url: str, kind: str, body: str) -> None:
    """Opens a page with those parts as if the program had sent it."""
    shown.route("**/samples", partial(_answer, text=page(kind, body)))
    shown.goto(f"{url}/samples")


def _answer(route: Route, text: str) -> None:
    route.fulfill(body=text, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY})


def take(browser: Browser, url: str, folder: Path, theme: Theme) -> None:
    for kind, width, height, body in (("phone", 390, 844, phone()), ("table", 1280, 800, screen())):
        shown = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
        show(shown, url, kind, body)
        shown.wait_for_load_state("networkidle")
        shown.screenshot(path=folder / f"{kind}-{theme}.png", full_page=True)
        if kind == "phone":
            shown.get_by_role("button", name="Goblin", exact=True).click()
            shown.screenshot(path=folder / f"sheet-{theme}.png", animations="disabled")
        shown.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    path = chromium.find(whole=True)
    if path is None:
        raise SystemExit(chromium.MISSING)
    with (
        tempfile.TemporaryDirectory() as data,
        Program(Path(data) / "data") as program,
        chromium.launched(path) as browser,
    ):
        for theme in THEMES:
            take(browser, program.url, folder, theme)


if __name__ == "__main__":
    main()
