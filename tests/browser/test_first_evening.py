"""Some at a table have never played: how it goes in one minute, and then each rule on their page."""

from __future__ import annotations

import pytest
from playing import NAMES
from playwright.sync_api import expect
from sizes import LARGE

from companion.engine.game import Game
from companion.games import all_games
from companion.i18n import LANGUAGES, render

from .driver import Table
from .ears import has_voice, listener, spoken

SMALL = {"width": 360, "height": 640}
GAMES = [game for game in all_games().values() if game.teaches.lessons]
LESSONS = """() => [...document.querySelectorAll("main .lesson b")].map(heading => heading.textContent)"""
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


@pytest.mark.parametrize("game", GAMES if LARGE else GAMES[::2], ids=lambda game: game.id)
def test_who_is_new_reads_one_rule_and_any_rule_leaves_the_heading_and_the_button_in_sight(
    table: Table, game: Game
) -> None:
    """Which rule comes when, and to whom: tests/table/test_tutorial.py."""
    first, *others = NAMES[:3]
    (phone,) = table.has_begun(first, without=others, game=game.id, new=(first,), dark=True)
    phone.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    assert phone.page.evaluate(LESSONS) == ["A turn"]
    lessons = [
        (render(one.about.title, lang), render(one.about.help, lang)) for one in game.lessons for lang in LANGUAGES
    ]
    assert phone.page.evaluate(OUT_OF_SIGHT, lessons) == []


def test_how_it_goes_in_one_minute_is_tapped_through_skipped_or_spoken(table: Table) -> None:
    (anna,) = table.seats("Anna")
    table.adds("Ben", "Cleo")
    table.chooses("lost-mines")
    new = anna.button("I'm new to this")
    anna.sends(new)
    expect(new).to_have_attribute("aria-pressed", "true")

    table.opens("More games")
    opener, sheet = table.page.locator("#games [data-sheet=minute]"), table.page.locator("#minute")
    opener.click()
    for number in range(6):
        expect(sheet.locator("li").nth(number)).to_be_in_viewport(ratio=0.9)
        sheet.get_by_role("button", name="Continue").click()
    expect(sheet).to_be_hidden()
    opener.click()
    expect(sheet.locator("li").first).to_be_in_viewport(ratio=0.9)
    sheet.get_by_role("button", name="Skip").click()
    expect(sheet).to_be_hidden()

    for lang in ("en", "de") if LARGE else ("de",):
        page = listener(table, lang, "en", "de")
        has_voice(page)
        page.locator("[data-sheet=minute]").click()
        expect(page.locator("#minute")).to_be_hidden()
        lines = [render(words, lang) for _, words in all_games()["lost-mines"].teaches.minute]
        assert spoken(page)[1:] == [[lang, line] for line in lines]
