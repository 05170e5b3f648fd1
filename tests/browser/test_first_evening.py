"""Somebody to whom the game is new, on the smallest phone: how it goes, and then each rule above the tiles."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .driver import Table

pytestmark = pytest.mark.browser

SMALL = {"width": 360, "height": 640}


def test_a_newcomer_is_told_how_it_goes_and_then_each_rule_in_sight_of_the_main_button(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    table.adds("Cleo")
    table.chooses("saboteur")
    anna.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    anna.taps("New to me")
    expect(anna.button("New to me")).to_have_attribute("aria-pressed", "true")

    table.prepares()
    table.page.locator(".preparing[open] [data-sheet=minute]").click()
    pictures = table.page.locator("#minute li")
    for number in range(6):
        expect(pictures.nth(number)).to_be_in_viewport(ratio=0.9)
        table.page.locator("#minute").get_by_role("button", name="Go on").click()
    expect(table.page.locator("#minute")).to_be_hidden()
    table.closes_sheets()

    table.deals_and_begins("saboteur", "Anna")
    anna.turn_begins()
    lesson = anna.page.locator("#own .lesson")
    expect(lesson).to_contain_text("Then draw one.")
    for seen in (anna.headline, lesson, anna.page.locator("#thumb .main")):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(ben.page.locator(".lesson")).to_have_count(0)

    anna.plays("Discard")
    expect(lesson).to_have_count(0)
    ben.plays("Map")
    expect(lesson).to_contain_text("Look at one of the goal cards")
    expect(ben.page.locator(".lesson")).to_have_count(0)
    expect(table.page.locator(".lesson")).to_have_count(0)
