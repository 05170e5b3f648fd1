"""What whoever plays ten minutes sees: words are whole and lie under nothing, and the first press is answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.rules.state import TIMERS

from .driver import Table
from .kinds import LATER_STYLES, LIGHT, SMALL, light
from .test_pages import UNDER

NAMES = ("Christopher", "Anna-Lena", "Mia")
LINES = """element => {
  const words = document.createRange();
  words.selectNodeContents(element);
  return new Set([...words.getClientRects()].map(line => line.top)).size;
}"""
"""On how many lines its words stand."""
CUT = "elements => elements.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
BESIDE = "switched => switched.lastChild.previousSibling.getBoundingClientRect().right"
WORDS = """element => {
  const words = document.createRange();
  words.selectNodeContents(element.lastChild);
  return words.getBoundingClientRect().left;
}"""


def is_over(table: Table) -> None:
    """A game whose cards are all up, and whose score has been told."""
    table.enters("act", entries='[{"kind": "end", "reason": "agreed"}]', stamp="")
    table.tells_the_score()


def small(page: Page) -> None:
    page.set_viewport_size(SMALL)


def test_the_lot_is_chosen_at_first_so_that_the_first_press_deals(table: Table) -> None:
    table.adds(*NAMES)
    table.prepares()
    expect(table.page.locator(".preparing[open]").get_by_label("the lot decides")).to_be_checked()
    table.taps("Deal")
    expect(table.page.locator(".looked")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 800)])
def test_what_waits_for_a_turn_keeps_its_heading_where_it_gets_full(dealt: object, width: int, height: int) -> None:
    table = dealt(light(LIGHT["cave"], TIMERS))  # type: ignore[operator]
    table.enters("start")
    table.page.set_viewport_size({"width": width, "height": height})
    heading = table.page.get_by_role("heading", name="When their turn starts")
    expect(heading).to_be_visible()
    assert table.page.locator(".middle").evaluate("middle => middle.scrollHeight <= middle.clientHeight + 1")


def test_names_are_whole_in_the_sheet_of_a_creature_whose_button_is_in_sight(table: Table) -> None:
    (first,) = table.has_begun(NAMES[0], without=[*NAMES[1:], "Maximilian", "Katharina", "Alexandra"])
    small(first.page)
    first.page.wait_for_function(LATER_STYLES)
    sheet = first.opens("rat")
    names = sheet.locator(".pair .button > span:not(.clan)")
    expect(names).to_have_count(6)
    broken = [name.inner_text() for name in names.all() if name.evaluate(LINES) > 1]
    assert broken in ([], ["Anna-Lena"])
    box = sheet.locator("button.main").bounding_box()
    assert box
    assert box["y"] + box["height"] <= SMALL["height"]


def test_who_is_next_reads_the_own_name_whole(table: Table) -> None:
    _, second = table.has_begun("Mia", "Christopher", without=["Ben"])
    small(second.page)
    second.shows("you are next")
    assert second.page.locator(".me").evaluate_all(CUT) == []


def test_at_the_end_all_names_are_whole(table: Table) -> None:
    (first,) = table.has_begun(NAMES[0], without=[*NAMES[1:], "Ben", "Cleo", "Kai"])
    small(first.page)
    is_over(table)
    table.enters("deal")
    table.enters("start")
    is_over(table)
    names = first.page.locator(".over .wins .name")
    expect(names.first).to_be_visible()
    assert names.evaluate_all(CUT) == []


def test_what_is_said_of_a_seat_that_went_to_another_phone_lies_beside_the_i(table: Table) -> None:
    (ben,) = table.has_begun("Ben", without=["Anna", "Cleo"])
    small(ben.page)
    table.phone("Ben").page.goto(table.seat_link("Ben"))
    table.phones[-1].page.get_by_role("button").first.click()
    ben.shows("This seat is on another phone now")
    assert not ben.page.locator("#live > .say").evaluate(UNDER)


def test_all_that_stands_behind_the_i_fits(table: Table) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"])
    small(anna.page)
    anna.page.locator(".topbar .i").click()
    anna.shows("what lies before whom")
    inside, bottom = anna.page.locator("#i").evaluate(
        "sheet => [sheet.scrollHeight <= sheet.clientHeight + 1, sheet.getBoundingClientRect().bottom]"
    )
    assert inside
    assert bottom <= SMALL["height"]


def test_there_is_a_gap_between_the_drawing_and_the_word_of_the_voice(table: Table) -> None:
    table.open().press(table.page.locator("[data-sheet=menu]"))
    switched = table.page.locator(".hear [data-is=silent]")
    assert switched.evaluate(BESIDE) + 4 <= switched.evaluate(WORDS)


def test_undo_on_the_screen_of_the_winners_asks_first(table: Table) -> None:
    table.has_begun(without=["Anna", "Ben", "Cleo"])
    is_over(table)
    expect(table.page.get_by_role("button", name="Undo:").filter(visible=True)).to_have_count(1)
    sheet = table.opens_sheet("takeback")
    expect(sheet).to_contain_text("what was seen stays seen")
    with table.answered():
        sheet.get_by_role("button", name="Undo", exact=True).click()
    table.is_headed("Anna's turn")
