"""The machine gets another address in mid-game: the phones, which can't follow, scan the new code and play on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .driver import Phone, Table
from .test_coming_back import GONE

pytestmark = pytest.mark.browser
A_WHILE = 20_000


NEW = "127.0.0.2"


def scans(table: Table, name: str) -> Phone:
    """The same phone at the new address, where it has no cookie."""
    phone = table.phone(name)
    phone.url = phone.url.replace("127.0.0.1", NEW)
    phone.page.goto(phone.url)
    return phone


def test_with_the_pin_or_the_hosts_yes_all_play_on_and_nobody_sits_down_twice(table: Table, two: list[Phone]) -> None:
    anna = two[0]
    pin = anna.has_pin()
    table.expects(GONE, because="the phones are at the old address")
    for phone in two:
        phone.page.clock.install()
    program = table.program
    program.kill()
    program.host = NEW
    program.start()
    table.open()
    for phone in two:
        expect(phone.offline).to_be_visible()
        elsewhere = phone.page.locator("#elsewhere")
        expect(elsewhere).to_be_hidden()
        phone.page.clock.fast_forward(A_WHILE)
        expect(elsewhere).to_contain_text("Does the table show another code now? Scan it")
    anna.page.locator("#elsewhere button.hold").dispatch_event(
        "pointerdown", {"isPrimary": True, "button": 0, "bubbles": True}
    )
    anna.page.clock.fast_forward(500)
    expect(anna.page.locator("#elsewhere .face")).to_have_text(pin)

    again = scans(table, "Anna")
    expect(again.page.get_by_role("heading", level=2).first).to_have_text("Are you one of them?")
    again.follows("I am Anna")
    again.page.get_by_label("Your PIN").fill(pin)
    again.follows("Take my seat")
    again.turn_begins()

    other = scans(table, "Ben")
    expect(other.page.get_by_role("link", name="I am Anna")).to_have_count(0)
    other.follows("I am Ben")
    other.follows("I don't know it: ask the host")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Waiting for the host")
    table.taps("Yes, Ben goes on with it")
    expect(other.page.locator(".me")).to_contain_text("Ben")
    expect(table.page.locator("#asked")).to_be_hidden()
    again.taps("Path card, done")
    other.turn_begins()
    assert [place for place in ("Anna", "Ben", "Cleo") if table.page.locator(".who", has_text=place).count() == 1] == [
        "Anna",
        "Ben",
        "Cleo",
    ]
