"""A sheet comes up from below, stays while news come in, and goes when it is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.security import POLICY

from .kinds import SMALL
from .program import Program
from .windows import UNDRAWN, windows_of

HTMX = '<script src="/static/vendor/htmx.min.js"></script>'
CONFIG = '{"morphIgnore":["data-htmx-powered","open","data-keep"]}'
MORPH = "text => htmx.swap({target: '#live', swap: 'innerMorph', text})"


PEOPLE = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Grandma")
CHIPS = "".join(f'<label><input type="radio" name="to" value="{name}">{name}</label>' for name in PEOPLE)
SHEET = f"""<button class="tile" data-sheet="goblin"><span>Goblin</span></button>
<dialog class="sheet" id="goblin" aria-labelledby="goblin-title">
<button type="button" class="grab" data-close aria-label="Close"></button>
<h2 id="goblin-title">Goblin</h2>
<fieldset class="chips"><legend>Who does it run into?</legend>{CHIPS}</fieldset>
<button class="button main big">Goblin: Anna loses 1 gold</button></dialog>"""
PAGE = f"""<!doctype html><html lang="en"><title>Sheets</title><meta name="viewport" content="width=device-width">
<meta name="htmx-config" content='{CONFIG}'><link rel="stylesheet" href="/b/phone.css"><body class="phone">{HTMX}
<main id="live">{SHEET}</main><script src="/b/phone.js"></script>"""
HEADERS = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY}


@pytest.fixture
def page(program: Program, browser_program: Browser) -> Iterator[Page]:
    window = windows_of(browser_program).take({"viewport": SMALL, "reduced_motion": "reduce"}, UNDRAWN)
    window.page.route("**/sheets", lambda route: route.fulfill(body=PAGE, headers=HEADERS))
    window.page.goto(f"{program.url}/sheets")
    yield window.page
    windows_of(browser_program).give_back(window)


def opened(page: Page) -> None:
    page.get_by_role("button", name="Goblin", exact=True).click()
    expect(page.get_by_role("dialog", name="Goblin")).to_be_visible()


def is_above_all(page: Page) -> bool:
    return bool(page.evaluate("document.querySelector('.sheet').matches(':modal')"))


def test_a_sheet_is_at_the_foot_gives_the_focus_back_stays_while_news_come_and_is_closed_by_its_answer(
    page: Page,
) -> None:
    """News changes what is in it, and leaves it open until it is removed."""
    closings: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Close").click(),
        lambda: page.mouse.click(180, 20),
    )
    for closes in closings:
        opened(page)
        box = page.get_by_role("dialog").bounding_box()
        assert box is not None
        assert (round(box["y"] + box["height"]), round(box["width"])) == (640, 360)
        closes()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate("document.activeElement.dataset.sheet") == "goblin"

    opened(page)
    page.get_by_text("Cleo").click()
    page.evaluate(MORPH, "<p>New above it.</p>" + SHEET.replace("Dana", "Dora"))
    expect(page.get_by_text("Dora")).to_be_visible()
    assert is_above_all(page)
    expect(page.get_by_label("Cleo")).to_be_checked()
    expect(page.get_by_label("Cleo")).to_be_focused()
    page.evaluate("document.getElementById('live').append(document.querySelector('.sheet'))")
    page.evaluate(MORPH, SHEET)
    assert is_above_all(page), "although news has moved it"
    page.evaluate(MORPH, "<p>Not possible any more.</p>")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.documentElement).overflowY") != "hidden"

    page.route("**/answer", lambda route: route.fulfill(body="<p>Done.</p>", content_type="text/html"))
    form = '<form hx-post="/answer" hx-target="#said">'
    text = SHEET.replace("<fieldset", f"{form}<fieldset").replace("</dialog>", "</form></dialog>")
    page.evaluate(MORPH, f'{text}<p id="said"></p>')
    opened(page)
    page.get_by_role("button", name="Goblin: Anna loses 1 gold").click()
    expect(page.get_by_text("Done.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
