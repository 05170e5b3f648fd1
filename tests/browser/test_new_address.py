"""The computer gets another address in mid-game: the phones, which can't follow, scan the new code and play on."""

from __future__ import annotations

from playwright.sync_api import expect

from .device import reads
from .driver import Phone, Table
from .test_coming_back import GONE

A_WHILE = 20_000


NEW = "127.0.0.2"


def scans(phone: Phone) -> None:
    """Open the new address, where it has no cookie."""
    phone.url = phone.url.replace("127.0.0.1", NEW)
    phone.page.goto(phone.url)


def says_yes(table: Table, phone: Phone) -> None:
    """The host does, to the phone with these digits."""
    asked = f"{phone.page.locator('.digits').inner_text()} says: I'm {phone.name}."
    question = table.page.locator("#asked form", has_text=asked)
    table.sends(question.get_by_role("button", name="Yes"))


def test_with_the_hosts_yes_all_play_on_and_nobody_sits_down_twice(table: Table) -> None:
    table.expects(GONE, because="Anna's phone is at the old address")
    anna, ben = table.has_phone("Anna"), table.has_phone("Ben")
    for phone in (anna, ben):
        phone.sends_name()
    table.adds("Cleo")
    table.deals_and_begins()
    anna.opens_seat()
    anna.context.clock.install()
    program = table.program
    program.kill()
    program.host = NEW
    program.start()
    table.open()
    expect(table.page.locator(".again .qr")).to_be_visible()
    expect(anna.offline).to_be_visible()
    expect(anna.page.locator("#elsewhere")).to_be_hidden()
    anna.context.clock.fast_forward(A_WHILE)
    anna.shows("Is the table showing a new code? Scan it")
    anna.hides("not sent")
    anna.follows("Path card, end turn")
    anna.shows("Path card, end turn wasn't sent. Tap it again.")

    scans(anna)
    reads(anna.page.get_by_role("heading", level=2).first, "Is one of these you?")
    anna.follows("I'm Anna")
    with anna.is_heard():
        says_yes(table, anna)
    anna.turn_begins()

    scans(ben)
    expect(ben.page.get_by_role("button", name="I'm Anna")).to_have_count(0)
    ben.follows("I'm Ben")
    reads(ben.page.get_by_role("heading", level=1), "Waiting for the host")
    says_yes(table, ben)
    reads(ben.page.locator(".me"), "Ben")
    expect(table.page.locator("#asked")).to_be_hidden()
    expect(table.page.locator(".again")).to_have_count(0)
    anna.taps("Path card, end turn")
    ben.turn_begins()
    for name in ("Anna", "Ben", "Cleo"):
        expect(table.page.locator(".who", has_text=name)).to_have_count(1)
