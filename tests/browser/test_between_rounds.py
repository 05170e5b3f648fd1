"""Between two rounds in the browser: the sheet stays while people are tapped in and out, phones get their seat, and
panels are filled on phones as on the table screen."""

from __future__ import annotations

from playwright.sync_api import expect

from .driver import Table
from .windows import rests


def test_people_are_tapped_in_and_out_in_one_sheet_and_dealt_to(table: Table) -> None:
    (anna,) = table.seats("Anna")
    table.adds("Ben", "Cleo", "Dora")
    table.chooses("saboteur")
    table.prepares()
    begins = table.page.locator("#prepare input[name='first']")
    expect(begins.and_(table.page.locator(":checked"))).to_have_count(1)
    expect(table.page.locator("#prepare").get_by_label("pick at random")).to_be_checked()
    table.enters("deal", follow="turns", first="0")
    table.enters("start")
    zoe = table.phone("Zoe").has_joined()
    zoe.shows("You can watch for now and join between rounds.")
    table.acts(kind="end", reason="agreed")
    zoe.taps("Join from the next round")
    zoe.hides("Join from the next round")
    table.tells_the_score()
    table.closes_sheets()
    table.opens_sheet("deal")
    sheet = table.page.locator("#deal")
    table.sends(sheet.get_by_role("button", name="Dora keeps playing"))
    expect(sheet.get_by_role("button", name="Dora keeps playing")).to_have_attribute("aria-pressed", "false")
    expect(sheet.get_by_role("button", name="Zoe keeps playing")).to_have_attribute("aria-pressed", "true")
    expect(sheet.get_by_label("Dora", exact=True)).to_have_count(0)
    table.sends(sheet.get_by_role("button", name="Deal the next round"))
    table.shows("0 of 4 have looked")
    assert zoe.looks()
    assert anna.looks()


def test_every_fact_is_two_taps_from_the_table_screen(table: Table) -> None:
    """A seat, a thing; a seat and the number is there; three taps for another phone, or to say that someone left."""
    table.has_begun(without=["Anna", "Ben", "Cleo"])
    sheet = table.page.locator("#place")
    table.opens_place("Ben")
    table.sends(sheet.get_by_role("button", name="boots"))
    table.shows_of("Ben", "boots")
    table.sends(sheet.get_by_role("button", name="boots"))
    expect(sheet.get_by_role("button", name="boots")).to_have_attribute("aria-pressed", "false")
    expect(sheet.get_by_label("Gold")).to_have_value("3")
    for _ in range(2):
        table.press(sheet.get_by_role("button", name="more").first)
    table.sends(sheet.get_by_role("button", name="Gold of Ben: 3 → 5"))
    table.shows_of("Ben", "5 gold")
    expect(sheet).to_be_hidden()
    table.opens_place("The middle")
    expect(sheet.get_by_label("Draw deck")).to_be_visible()
    table.sends(sheet.get_by_role("button", name="Cleo"))
    table.is_headed("Cleo's turn")
    table.seat_link("Anna")
    table.closes_sheets()
    table.opens_place("Ben")
    opener = sheet.locator("[data-sheet^=leaves]")
    rests(table.page)
    before = opener.bounding_box()
    table.press(opener)
    expect(sheet.locator(".sheet[open][id^=leaves]")).to_be_visible()
    assert opener.bounding_box() == before, "what is asked stands in front, and moves nothing"
    table.sends(sheet.get_by_role("button", name="Ben leaves the table"))
    table.shows_of("Ben", "has left")
