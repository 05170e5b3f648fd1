"""Who sits where, with which phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from .device import reads
from .driver import Phone, Table
from .kinds import AFTER, PATHS, SCREEN, Kind, house

LOST = "This seat has moved to another phone"


def test_the_host_removes_seats(table: Table) -> None:
    (anna,) = table.seats("Anna")
    table.adds("Ben")
    sheet = table.opens("Add a seat")
    names = table.page.get_by_label("Players without a phone (this screen shows their cards):")
    expect(names).to_be_focused()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    table.opens("Add a seat")
    expect(names).to_be_focused()
    names.press_sequentially("Grandma")
    names.press("Enter")
    seats = table.page.locator(".chair .name")
    reads(seats, ["Anna", "Ben", "Grandma"])
    table.empties("seats")
    table.opens("Add a seat")
    names.focus()
    table.page.keyboard.insert_text("Emil\nFred\n")  # as it is pasted
    expect(names).to_have_attribute("rows", "3")
    table.taps("Add")
    reads(seats, ["Anna", "Ben", "Grandma", "Emil", "Fred"])
    removes(table, "Emil")
    removes(table, "Fred")
    anna.shows("Grandma")
    removes(table, "Anna")
    reads(seats, ["Ben", "Grandma"])
    anna.shows(LOST)
    anna.joins()
    removes(table, "Anna")
    anna.shows(LOST)
    is_offered_her_name(anna)


def removes(table: Table, name: str) -> None:
    table.empties("seats")
    table.page.locator("button.chair", has_text=name).click()
    table.is_open("seats").get_by_text("Remove a seat").click()
    table.taps(f"Remove {name}")


def is_offered_her_name(anna: Phone) -> None:
    """By her phone alone: nothing that it asks for has the name, before she taps it."""
    sent: list[str] = []
    anna.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data} {request.headers}"))
    anna.page.goto(anna.url)
    today = anna.page.evaluate("new Intl.DateTimeFormat('en', {weekday: 'long'}).format()")
    offered = anna.page.get_by_role("button", name=f"I'm Anna, like on {today}")
    expect(offered).to_be_visible()
    assert sent
    assert not any("Anna" in one for one in sent)
    offered.click()
    reads(anna.page.locator(".me"), "Anna")
    anna.page.context.clear_cookies()
    anna.page.evaluate("kept.set('name', JSON.stringify(['Anna', Date.now(), 'before somebody was forgotten']))")
    for _ in range(2):
        anna.page.goto(anna.url)
        expect(anna.page.get_by_label("Your name")).to_be_visible()
        expect(offered).to_be_hidden()
    assert anna.page.evaluate("kept.get('name')") == ""


def test_the_link_gives_a_phone_to_a_player_who_came_without(table: Table) -> None:
    """As the code to host, it is on the screen only while its sheet is open."""
    table.adds("Anna", "Ben", "Grandma")
    table.deals_and_begins(first=2)
    link = table.seat_link("Grandma")
    table.page.emulate_media(media="print")
    expect(table.page.get_by_role("img", name="QR code for the seat of Grandma")).to_be_visible()
    expect(table.page.locator(":is(.chair, input, button, #joincode):visible")).to_have_count(0)
    table.page.emulate_media(media="screen")
    grandma = table.phone("Grandma")
    grandma.page.goto(link)
    grandma.follows("Take this seat")
    assert table.all_look()["Grandma"]
    grandma.turn_begins()
    table.opens_menu("Players and phones")
    table.sends(table.page.get_by_role("button", name="Host from my phone"))
    expect(table.page.get_by_role("img", name="QR code to host from a phone")).to_be_visible()
    table.closes_sheets()
    expect(table.page.locator("#seatlink")).to_be_empty()


def test_who_deals_right_after_somebody_sat_down_is_asked_once(table: Table) -> None:
    table.open()
    table.adds("Anna", "Ben")
    deal, sheet = table.page.locator(".deal"), table.page.locator("#only")
    deal.click()
    reads(sheet.locator("h2"), "Only Anna and Ben?")
    sheet.get_by_role("button", name="Wait for the others").click()
    expect(sheet).to_be_hidden()
    deal.click()
    sheet.get_by_role("button", name="Deal to 2").click()
    table.taps("Deal")
    expect(table.page.locator(".chair")).to_have_count(0)


def test_a_table_whose_people_sat_before_is_prepared_at_once(table: Table) -> None:
    table.adds("Anna", "Ben")
    table.open()
    table.page.locator(".deal").click()
    expect(table.page.locator("#prepare")).to_be_visible()
    expect(table.page.locator("#only")).to_be_hidden()
    table.taps("Deal")
    expect(table.page.locator(".chair")).to_have_count(0)
    table.enters("over")
    table.page.locator(".deal").click()
    expect(table.page.locator("#prepare")).to_be_visible()
    expect(table.page.locator("#only")).to_be_hidden()


def test_who_deals_to_fewer_than_played_tonight_is_asked_whether_nobody_else_comes(
    browser_program: Browser, tmp_path: Path
) -> None:
    kind = Kind("fewer", ("dark-cave", 3, AFTER), "table", PATHS["table"])
    page = browser_program.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
    with house(tmp_path / "data", [kind]) as rooms:
        rooms.shows(page, kind)
        page.locator(".deal").click()
        expect(page.locator("#prepare")).to_be_visible()
        expect(page.locator("#only")).to_be_hidden()
        last = page.locator(".chair[data-id]").last.get_attribute("data-id")
        rooms.posts(page, kind, f"seat/{last}/remove")
        page.reload()
        page.locator(".deal").click()
        reads(page.locator("#only h2"), "Only Christopher and B?")
        page.locator("#only .main").click()
        expect(page.locator("#only")).to_be_hidden()
        expect(page.locator("#prepare")).to_be_visible()
    page.context.close()
