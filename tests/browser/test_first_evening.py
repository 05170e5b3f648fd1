"""Six at a table of whom five have never played: how it goes in one minute, and then each rule once, on their page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from first_rounds import KNOWS, NAMES, PATH, Begun, Pupils, first_round, plain
from playwright.sync_api import Page, expect
from sizes import LARGE, SEED

from companion.games import all_games
from companion.i18n import LANGUAGES, render
from companion.rules.game import Game

from .driver import Phone, Table
from .ears import hears, listener, spoken

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}
LONGEST = 160
GAMES = [game for game in all_games().values() if game.teaches.lessons]
TO_ITS_END = GAMES if LARGE else GAMES[SEED % len(GAMES) :][:1]
"""Games whose first round is played out here. That each rule comes once and in time is asked of all of them, without a
browser, by tests/test_first_evening.py."""
LESSONS = """() => [...document.querySelectorAll("main .lesson")].map(one => ({
  heading: one.querySelector("b").textContent,
  words: one.querySelector("b").nextSibling.textContent.trim(),
}))"""
OUT_OF_SIGHT = """lessons => {
  const lesson = document.querySelector("#own .lesson");
  const before = lesson.innerHTML;
  const hidden = lessons.filter(([heading, words]) => {
    lesson.querySelector("b").textContent = heading;
    lesson.querySelector("b").nextSibling.textContent = ` ${words}`;
    return [document.querySelector("#top h1"), lesson, document.querySelector("#thumb .main")].some(one => {
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return box.top < 0 || box.bottom > innerHeight || !one.contains(document.elementFromPoint(x, y));
    });
  });
  lesson.innerHTML = before;
  return hidden;
}"""
TAPPED = "window.tapped = 0; addEventListener('click', event => { tapped += event.isTrusted; }, true);"


@pytest.fixture
def script() -> str:
    return TAPPED


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_six_of_whom_five_are_new_hear_each_rule_once_in_a_first_round(table: Table, game: Game[Any]) -> None:
    phones = table.has_begun(*NAMES, game=game.id, new=[name for name in NAMES if name != NAMES[KNOWS]])
    pages = [table.page, *(phone.page for phone in phones)]
    phones[0].page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    pupils = Pupils(game)
    for begun in first_round(game):
        if begun.after.done:
            goes_on(table, phones, pages, begun)
        pupils.hear(begun, dict(heard(pages)))
        if not begun.after.done:
            lessons = [
                (render(one.about.title, lang), render(one.about.help, lang))
                for one in game.lessons
                for lang in LANGUAGES
            ]
            assert phones[0].page.evaluate(OUT_OF_SIGHT, lessons) == []
        if not pupils.missing or game not in TO_ITS_END:
            return
    raise AssertionError(pupils.missing)


def goes_on(table: Table, phones: list[Phone], pages: list[Page], begun: Begun) -> None:
    """A turn is played: a path card with one tap on one's own phone, all else as the host enters it."""
    by = begun.entries[-1]["by"]
    if begun.after is PATH and by < len(phones):
        phone = phones[by]
        before = phone.page.evaluate("tapped")
        with phone.answered():
            phone.page.locator("#thumb form:not([hidden]) button.main").tap()
        assert phone.page.evaluate("tapped") == before + 1, "a turn takes one tap, with a rule above it or without"
        version = phone.page.evaluate("live.version")
    else:
        drawn = {name for move in begun.record.game.moves.values() for name in move.drawn}
        entries = [{name: value for name, value in entry.items() if name not in drawn} for entry in begun.entries]
        version = table.acts_on(entries).rpartition(".")[0]  # without the phones that a table screen counts
    for page in pages:
        page.wait_for_function("version => !live.older(live.version, version)", arg=version)


def heard(pages: list[Page]) -> Iterator[tuple[int, str]]:
    """By seat the heading of the rule on its phone; none stands on the table screen."""
    for own, page in enumerate(pages, -1):
        shown = page.evaluate(LESSONS)
        assert all(0 < len(one["words"]) <= LONGEST for one in shown)
        assert len(shown) < (2 if own >= 0 else 1), "one at a time"
        yield from ((own, plain(one["heading"])) for one in shown)


def test_how_it_goes_in_one_minute_is_tapped_through_skipped_or_spoken(table: Table) -> None:
    (anna,) = table.seats("Anna")
    table.adds("Ben", "Cleo")
    table.chooses("lost-mines")
    anna.taps("New to me")
    expect(anna.button("New to me")).to_have_attribute("aria-pressed", "true")

    table.opens("More games")
    opener, sheet = table.page.locator("#games [data-sheet=minute]"), table.page.locator("#minute")
    opener.click()
    for number in range(6):
        expect(sheet.locator("li").nth(number)).to_be_in_viewport(ratio=0.9)
        sheet.get_by_role("button", name="Go on").click()
    expect(sheet).to_be_hidden()
    opener.click()
    expect(sheet.locator("li").first).to_be_in_viewport(ratio=0.9)
    sheet.get_by_role("button", name="Skip").click()
    expect(sheet).to_be_hidden()

    for lang in ("en", "de"):
        page = listener(table, lang, "en", "de")
        page.locator("button[data-sheet=menu]").click()
        page.locator(".hear").click()
        page.keyboard.press("Escape")
        hears(page, 1)
        page.locator("[data-sheet=minute]").click()
        expect(page.locator("#minute")).to_be_hidden()
        lines = [render(words, lang) for _, words in all_games()["lost-mines"].teaches.minute]
        assert spoken(page)[1:] == [[lang, line] for line in lines]
        page.context.close()


def test_who_knows_the_game_by_now_says_so_behind_the_i(table: Table) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"], game="saboteur", new=["Anna"])
    lesson = anna.page.locator("#own .lesson")
    expect(lesson).to_be_visible()
    anna.press(anna.page.locator(".topbar .i"))
    anna.taps("New to me")
    expect(lesson).to_have_count(0)
    anna.taps("New to me")
    expect(lesson).to_be_visible()
