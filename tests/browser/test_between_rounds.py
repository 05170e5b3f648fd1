"""Between two rounds in the browser: the sheet stays while people are tapped in and out, phones get their place, and
panels are filled on phones as on the table screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .driver import Table

pytestmark = pytest.mark.browser


def test_people_are_tapped_in_and_out_in_one_sheet_and_dealt_to(table: Table) -> None:
    (anna,) = table.seats("Anna")
    table.adds("Ben", "Cleo", "Dora")
    table.chooses("saboteur")
    table.prepares()
    begins = table.page.locator("#deal-turns input[name='j:first']")
    expect(begins.and_(table.page.locator(":checked"))).to_have_count(0)
    table.page.locator("#deal-turns").get_by_label("the lot decides").check()
    table.taps("Deal")
    table.begins()
    zoe = table.phone("Zoe").has_joined()
    zoe.shows("You watch now, and can sit down between two rounds.")
    table.agrees_to_stop()
    zoe.taps("Sit down: I play from the next round on")
    zoe.hides("Sit down: I play from the next round on")
    table.tells_the_score()
    table.opens("On to the next round")
    sheet = table.page.locator("#deal")
    with table.answered():
        table.press(sheet.get_by_role("button", name="Dora plays on"))
    expect(sheet.get_by_role("button", name="Dora plays on")).to_have_attribute("aria-pressed", "false")
    expect(sheet.get_by_role("button", name="Zoe plays on")).to_have_attribute("aria-pressed", "true")
    expect(sheet.get_by_label("Dora", exact=True)).to_have_count(0)
    with table.answered():
        table.press(sheet.get_by_role("button", name="Deal the next round"))
    table.shows("0 of 4 have looked")
    assert zoe.looks()
    assert anna.looks()


def test_a_phone_mends_its_last_turn_and_what_lies_before_it(table: Table) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"], game="saboteur")
    anna.taps("Path card")
    table.is_headed("Ben's turn")
    anna.press(anna.page.locator("[data-sheet=mend]"))
    with anna.answered():
        anna.press(anna.page.locator("#mend").get_by_role("button", name="Discard"))
    table.shows("Anna discards a card")
    anna.opens("Menu")
    anna.press(anna.page.get_by_role("button", name="What lies before me"))
    lies = anna.page.locator("#lies")
    lies.get_by_label("lantern").check()
    with anna.answered():
        anna.press(lies.get_by_role("button", name="This is how it lies"))
    table.shows("Set right:")


def test_a_game_is_given_up_in_two_taps(table: Table) -> None:
    table.all_have_cards(without=["Anna", "Ben", "Cleo"], game="saboteur")
    table.press(table.page.locator("[data-sheet=ending]"))
    with table.answered():
        table.press(table.page.get_by_role("button", name="Give it up: the same people choose anew"))
    table.is_headed("Who plays?")
    table.shows("Anna", "Ben", "Cleo")


def test_every_fact_is_two_taps_from_the_table_screen(table: Table) -> None:
    table.has_begun(without=["Anna", "Ben", "Cleo"], game="saboteur")
    table.press(table.page.get_by_role("button", name="Menu"))
    table.press(table.page.get_by_role("button", name="As it lies"))
    lies = table.page.locator("#lies")
    lies.get_by_role("group", name="Ben").get_by_label("lantern").check()
    with table.answered():
        table.press(lies.get_by_role("button", name="This is how it lies"))
    expect(lies).to_be_hidden()
    table.shows("Set right:")
