"""The table speaks, and its screens stay on, in a real browser: listened to word by word and tone by tone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from evenings import evening
from playwright.sync_api import Page, expect
from sizes import LARGE, size

from .device import reads
from .driver import Table
from .ears import PLAIN_HTTP, ears, has_voice, hears, listener, spoken

GREETING = {"en": "From now on, I'll tell you what to do.", "de": "Ab jetzt sage ich euch, was zu tun ist."}
CALLED = {"en": "{name}'s turn", "de": "{name} ist dran"}
TURNS = size("TURNS", 2, 99)
"""How many turns of a game night are listened to, to its last reminder."""
Dealt = Callable[..., Table]


def has_news(page: Page, entries: int) -> None:
    """Wait until the page has the news of a record of that length."""
    expect(page.locator("#news ol")).to_have_attribute("data-at", re.compile(rf"^\d+\.{entries}\."))


@pytest.mark.long
@pytest.mark.parametrize("name", ["dark-cave-6", "lost-mines-6"] if LARGE else ["dark-cave-6"])
def test_an_evening_is_spoken_at_its_moments_in_both_languages(dealt: Dealt, name: str) -> None:
    told = evening(name)
    first = max(0, max(told.reminders("en")) + 1 - TURNS)
    before = [told.deal, *(entry for turn in told.turns[:first] for entry in turn)]
    table = dealt({**told.record, "entries": before})
    if not first:
        table.enters("start")
    pages = {lang: listener(table, lang, "en", "de") for lang in GREETING}
    expected = {lang: [[lang, words]] for lang, words in GREETING.items()}
    for page in pages.values():
        has_voice(page)
    # Who only wants the reminders hears nothing else.
    pages["de"].locator("button[data-sheet=menu]").click()
    pages["de"].locator("[data-turns]").uncheck()
    entries = len(before)
    for number, turn in list(enumerate(told.turns))[first : first + TURNS]:
        for entry in turn:
            table.acts(**entry)
        entries += len(turn)
        follower = told.players[(number + 1) % len(told.players)]
        for lang, page in pages.items():
            due = told.reminders(lang).get(number)
            has_news(page, entries)
            if due or lang == "en":
                expected[lang].append([lang, due or CALLED[lang].format(name=follower)])
                hears(page, len(expected[lang]))
    for lang, page in pages.items():
        assert spoken(page) == expected[lang]


def test_silence_creates_nothing_and_each_level_its_own(table: Table) -> None:
    listening = listener(table, "en", "de", "xx")
    table.adds("Anna", "Ben")
    table.deals_and_begins()
    has_news(listening, 1)
    table.has_turn_ended(0)
    has_news(listening, 3)
    assert listening.evaluate("[heard.contexts, heard.tones, heard.spoken.length]") == [0, 0, 0]
    # No voice of this language: the page says so, and sounds replace it.
    here = listening.locator(".hear")
    listening.locator("button[data-sheet=menu]").click()
    here.click()
    reads(here.locator("span:visible"), "Voice and sounds")
    expect(listening.locator(".no-voice")).to_be_visible()
    tones = listening.evaluate("heard.tones")
    assert tones > 0
    table.has_turn_ended(1)
    listening.wait_for_function("before => heard.tones > before", arg=tones)
    assert spoken(listening) == []
    for words in ("Sounds", "Silent"):
        here.click()
        reads(here.locator("span:visible"), words)
    tones = listening.evaluate("heard.tones")
    table.has_turn_ended(0)
    has_news(listening, 7)
    assert listening.evaluate("[heard.tones, sound.context]") == [tones, None]


def test_nothing_is_said_twice_and_an_undo_is_said(table: Table) -> None:
    listening = listener(table, "en", "en")
    table.adds("Anna 🦊", "Ben")
    table.deals_and_begins(first=1)
    has_news(listening, 1)
    has_voice(listening)
    table.has_turn_ended(1)
    hears(listening, 2)
    assert spoken(listening)[1] == ["en", "Anna's turn"]
    listening.reload()
    expect(listening.locator(".wants-tap")).to_be_visible()
    table.has_turn_ended(0)
    has_news(listening, 5)
    assert spoken(listening) == [], "no browser lets a page speak before it is touched"
    listening.locator("h1").click()
    hears(listening, 1)
    expect(listening.locator(".wants-tap")).to_be_hidden()
    assert spoken(listening) == [["en", "Ben's turn"]]
    listening.reload()
    listening.locator("h1").click()
    expect(listening.locator(".wants-tap")).to_be_hidden()
    table.enters("undo", entry="4", stamp="")
    hears(listening, 2)
    undone = "Undone: Anna plays a path card."
    assert spoken(listening) == [["en", undone], ["en", "Anna's turn"]], "nothing is said again"


def test_a_phone_feels_its_own_turn_makes_no_sound_and_shows_no_film(table: Table) -> None:
    table.script += ears("en")
    anna = table.has_phone("Anna").has_joined()
    table.adds("Ben")
    anna.press(anna.page.locator(".topbar .i"))
    expect(anna.page.get_by_label("Vibrate")).to_be_checked()
    anna.page.keyboard.press("Escape")
    table.deals_and_begins(first=1)
    has_news(anna.page, 1)
    assert anna.page.evaluate("heard.buzzes") == 0, "it's Ben's turn"
    table.has_turn_ended(1)
    anna.page.wait_for_function("() => heard.buzzes === 1")
    assert anna.page.evaluate("[heard.contexts, heard.tones, heard.spoken.length]") == [0, 0, 0]
    expect(anna.page.locator("#awake, video")).to_have_count(0)


@pytest.mark.parametrize("script", [PLAIN_HTTP])
def test_a_film_keeps_the_screen_on_over_plain_http(table: Table) -> None:
    page = table.page
    page.locator(".topline").click()
    film = page.locator("video")
    page.locator("button[data-sheet=menu]").click()
    expect(page.get_by_text("screen stays on (video)")).to_be_visible()
    playing = (
        "() => { const [video] = document.querySelectorAll('video'); return !video.paused && video.currentTime > 0 }"
    )
    page.wait_for_function(playing)
    assert film.evaluate("video => [video.loop, video.muted, video.error]") == [False, True, None]
    # Most of it on the screen, a good part of the window, and nobody sees it or can touch it.
    seen = film.evaluate(
        """video => new Promise(done => new IntersectionObserver(([{ intersectionRatio, boundingClientRect: box }]) =>
          done([intersectionRatio, box.width * box.height / innerWidth / innerHeight])).observe(video))"""
    )
    assert seen[0] >= 0.75
    assert seen[1] > 0.2
    style = film.evaluate(
        "video => { const s = getComputedStyle(video); return [s.opacity, s.pointerEvents, s.zIndex] }"
    )
    assert style == ["0.01", "none", "-1"]
    # The watchdog, and back to the start.
    film.evaluate("video => video.pause()")
    page.keyboard.press("Shift")
    page.wait_for_function(playing)
    film.evaluate("video => { video.currentTime = 3.9 }")
    page.wait_for_function("() => document.querySelector('video').currentTime < 2")


def test_where_the_browser_can_keep_it_on_no_film_is_needed_and_every_sound_is_heard(table: Table) -> None:
    table.opens("Menu")
    expect(table.page.get_by_text("screen stays on (browser)")).to_be_visible()
    expect(table.page.locator("video")).to_have_count(0)

    # Rendered as the browser would play them: the loudest sample of each.
    loudest: dict[str, float] = table.page.evaluate(
        """async () => {
          const found = {};
          for (const name of Object.keys(sound.SCORES)) {
            const context = new OfflineAudioContext(1, 44100 * 2, 44100);
            sound.write(context, name);
            const samples = (await context.startRendering()).getChannelData(0);
            found[name] = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
          }
          return found;
        }"""
    )
    assert set(loudest) >= {"turn", "reminder", "theft", "lamp", "cards", "gold", "won", "lost"}
    assert {name: level for name, level in loudest.items() if not 0.05 < level < 1} == {}
