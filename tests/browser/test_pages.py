"""What holds for every page: languages, large targets, keyboard, and the score page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .device import reads
from .driver import PHONE, Table
from .kinds import LATER_STYLES, SMALL
from .windows import awaits, rests


def test_a_whole_turn_by_keyboard_the_turn_comes_to_whoever_it_is_and_rules_are_looked_up(table: Table) -> None:
    """Wherever the page was, it is at its top; its title says so; and who is next knows before. Rules are found by a
    word, with accents or without; the page that phones have finds too."""
    (anna,) = table.has_begun("Anna", without=["Ben"])
    main = anna.page.locator("#thumb form:not([hidden]) .button.main")
    main.wait_for()
    anna.page.keyboard.press("Tab")
    expect(anna.page.get_by_role("link", name="Skip to what's next")).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(main).to_be_focused()
    anna.page.keyboard.press("Shift+Tab")
    anna.page.keyboard.press("Escape")
    expect(main).to_be_focused()
    opener = anna.page.locator(".topbar .i")
    opener.press("Enter")
    anna.shows("what's in front of each player")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#i")).to_be_hidden()
    expect(opener).to_be_focused()
    anna.keys = True
    anna.plays("Spiderweb", "▲")
    table.is_headed("Ben's turn")
    table.lies("Anna's ▲ web, showing 2")
    undo = anna.page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    anna.sends(undo)
    anna.turn_begins()
    anna.sends(main)
    table.is_headed("Ben's turn")
    table.taps_place("Ben")
    tile = table.page.locator("#place .turn .tile").first
    expect(tile).to_be_visible()
    rests(table.page)
    before = tile.bounding_box()
    table.page.locator("#place [data-sheet^=wrong]").click()
    expect(table.page.locator("#place .sheet .lying")).to_be_visible()
    assert tile.bounding_box() == before, "what is wrong is mended in front of it, and moves nothing"
    table.closes_sheets()

    anna.shows("you're next")
    anna.page.set_viewport_size({"width": 360, "height": 200})
    anna.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert anna.page.evaluate("scrollY") > 0
    table.has_turn_ended(1)
    anna.turn_begins()
    expect(anna.page).to_have_title(re.compile("^▶ Your turn"))
    assert anna.page.evaluate("scrollY") == 0
    anna.hides("you're next")
    table.page.get_by_role("button", name="Rules").click()
    rules = table.page.locator("#rules")
    rules.get_by_role("searchbox").fill("SPÍDERWEB blocks a path")
    reads(rules.locator(".about-card:visible h3"), ["Spiderweb"])
    rules.get_by_role("searchbox").fill("no such thing")
    reads(rules.get_by_role("status"), "Nothing found.")
    table.page.goto(f"{table.program.url}/cards/saboteur")
    table.page.get_by_role("searchbox").fill("rockfall")
    reads(table.page.locator(".about-card:visible h3").first, "Rockfall")


def test_who_is_called_what_stands_wherever_somebody_can_be_chosen(table: Table) -> None:
    page = table.has_phone("Visitor").page
    page.goto(f"{table.program.url}/score?game=saboteur-2&players=12")
    page.get_by_label("Name of player 12").fill("Zoë")
    page.keyboard.press("Tab")
    page.locator(".opens").click()
    steals = page.locator(".whom").first
    steals.locator("summary").click()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    steals.locator("label", has_text="Zoë").click()
    reads(steals.locator("summary b"), "Zoë")


UNDER = """(element) => {
  const words = document.createRange();
  words.selectNodeContents(element);
  const over = [...document.querySelectorAll(".topbar > *")].map((one) => one.getBoundingClientRect());
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  return [...words.getClientRects()].some((line) => over.some((one) => meet(line, one)));
}"""
"""Whether words of it are under the "i"."""


def test_a_phone_without_scripts_says_so_and_with_them_a_list_stays_a_long_press_explains_and_all_fits(
    table: Table,
) -> None:
    """A list, where it was pushed; all that is behind the "i", on its sheet; what is said, next to it."""
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"], dark=True)
    context = table.browser.new_context(**PHONE, java_script_enabled=False)
    page = context.new_page()
    sentence = page.locator("noscript .say")  # not by its text: that of a <noscript> is left out
    page.goto(f"{table.program.url}/{table.program.code}")
    expect(sentence).to_be_visible()
    context.add_cookies(anna.request.storage_state()["cookies"])  # type: ignore[arg-type] # what it gives it takes
    page.goto(anna.page.url)
    expect(sentence).to_be_visible()
    context.close()
    anna.page.set_viewport_size({"width": 200, "height": 844})
    row = anna.page.locator(".way")
    row.evaluate("row => row.scrollLeft = 60")
    stamp = anna.page.locator("#stamp input")
    before = stamp.input_value()
    table.acts(kind="correct", seat=1, gold=1)
    expect(stamp).not_to_have_value(before)
    assert row.evaluate("row => row.scrollLeft") == 60

    anna.page.set_viewport_size(PHONE["viewport"])
    main = anna.page.locator("#thumb form:not([hidden]) .main")
    anna.marks("with a vein")
    anna.marks("Goal card", "the exit")
    reads(main, "Path card with a vein + exit, end turn")
    assert row.evaluate("row => row.scrollWidth <= row.clientWidth"), "there is room for two lines"
    anna.marks("Goal card", "the exit")
    anna.marks("with a vein")
    reads(main, "Path card, end turn")
    help = anna.page.locator("#help")
    with anna.behind_i() as sheet:
        sheet.locator("[data-help=hand]").first.click(delay=700)
        reads(help, re.compile("The number of cards in a player's hand"))
        anna.page.keyboard.press("Escape")
    anna.page.locator("#own .tile", has_text="Goblin").click(delay=700)
    reads(help, re.compile("Up to 5 steps"))
    anna.page.keyboard.press("Escape")
    anna.is_headed("Your turn")
    anna.page.set_viewport_size(SMALL)
    anna.page.locator(".topbar .i").click()
    anna.shows("what's in front of each player")
    rests(anna.page)
    inside, bottom = anna.page.locator("#i").evaluate(
        "sheet => [sheet.scrollHeight <= sheet.clientHeight + 1, sheet.getBoundingClientRect().bottom]"
    )
    assert inside
    assert bottom <= SMALL["height"]
    anna.page.keyboard.press("Escape")
    anna.goes_deaf()
    table.has_turn_ended(0)
    table.expects("status of 409", because="the tap is on a page that has been left behind")
    anna.taps("Path card, end turn")
    anna.says("Something else was entered in the meantime")
    assert not anna.page.locator("#say").evaluate(UNDER)
    anna.opens_seat()
    table.enters("seat/1/release")
    anna.shows("This seat has moved to another phone")
    assert not anna.page.locator("#live > .say").evaluate(UNDER)


LINES = """element => {
  const words = document.createRange();
  words.selectNodeContents(element);
  return new Set([...words.getClientRects()].map(line => line.top)).size;
}"""
"""On how many lines its words are."""


def test_names_are_whole_in_the_sheet_of_a_creature_whose_button_is_in_sight(table: Table) -> None:
    names = ["Mia", "Maximilian", "Katharina", "Alexandra", "Christopher"]
    (first,) = table.has_begun("Friederike", without=names, dark=True)
    first.page.set_viewport_size(SMALL)
    awaits(first.page, LATER_STYLES)
    sheet = first.opens("rat")
    shown = sheet.locator(".pair .button > span:not(.clan)")
    expect(shown).to_have_count(6)
    assert [name.inner_text() for name in shown.all() if name.evaluate(LINES) > 1] == []
    expect(sheet.locator("button.main")).to_be_in_viewport(ratio=1)


WHOLE = """face => {
  const whole = (one) => one.scrollHeight <= one.clientHeight + 1;
  const [name, hints] = [".name", ".hints"].map((part) => face.querySelector(part));
  const words = document.createRange();
  words.selectNodeContents(name);
  const box = words.getBoundingClientRect();
  return [box.height > 20 && box.top >= 0 && box.bottom <= hints.getBoundingClientRect().top + 1,
    [...face.querySelectorAll(".line")].every((line) => line.clientHeight > 40), whole(hints)];
}"""
"""Whether the name is whole and nothing covers it, whether each hint is, and whether all of them are in sight."""


@pytest.mark.drawn
def test_what_a_held_card_says_scrolls_in_half_a_screen_and_its_name_stays(table: Table) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"])
    for height, seen in ((330, False), (844, True)):
        anna.page.set_viewport_size({"width": 390, "height": height})
        with anna.holding() as face:
            assert face.evaluate(WHOLE) == [True, True, seen]
