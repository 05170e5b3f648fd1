"""The machine gets another address in mid-game: the phones, which can't follow, scan the new code and play on."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

from playwright.sync_api import Route, expect

from .driver import Phone, Table
from .test_coming_back import GONE

A_WHILE = 20_000


NEW = "127.0.0.2"


def scans(table: Table, name: str) -> Phone:
    """The same phone at the new address, where it has no cookie."""
    phone = table.phone(name)
    phone.url = phone.url.replace("127.0.0.1", NEW)
    phone.page.goto(phone.url)
    return phone


def is_another_phone(phone: Phone) -> None:
    """What it asks comes from an address of its own, as in the table's network; all windows here have one."""

    def from_there(route: Route) -> None:
        sent = route.request
        with closing(HTTPConnection(urlsplit(sent.url).netloc, source_address=("127.0.0.9", 0))) as to:
            to.request("POST", urlsplit(sent.url).path, sent.post_data, sent.all_headers())
            answer = to.getresponse()
            route.fulfill(status=answer.status, headers=dict(answer.getheaders()), body=answer.read())

    phone.page.route("**/ask", lambda route: from_there(route) if route.request.method == "POST" else route.continue_())


def says_yes(table: Table, phone: Phone) -> None:
    """The host does, to the phone with these digits."""
    asked = f"{phone.page.locator('.digits').inner_text()} says: I am {phone.name}."
    question = table.page.locator("#asked form", has_text=asked)
    with table.answered():
        question.get_by_role("button", name="Yes").click()


def test_with_the_hosts_yes_all_play_on_and_nobody_sits_down_twice(table: Table, two: list[Phone]) -> None:
    table.expects(GONE, because="the phones are at the old address")
    for phone in two:
        phone.page.clock.install()
    program = table.program
    program.kill()
    program.host = NEW
    program.start()
    table.open()
    two[0].press(two[0].button("Path card, done"))
    for phone in two:
        expect(phone.offline).to_be_visible()
        elsewhere = phone.page.locator("#elsewhere")
        expect(elsewhere).to_be_hidden()
        phone.page.clock.fast_forward(A_WHILE)
        expect(elsewhere).to_contain_text("Does the table show another code now? Scan it")
    expect(two[0].page.locator("#elsewhere")).to_contain_text("Path card, done was not sent: tap it again.")
    expect(two[1].page.locator("#elsewhere")).not_to_contain_text("not sent")

    again = scans(table, "Anna")
    expect(again.page.get_by_role("heading", level=2).first).to_have_text("Are you one of them?")
    again.follows("I am Anna")
    says_yes(table, again)
    again.turn_begins()

    other, third = scans(table, "Ben"), scans(table, "Ben")
    is_another_phone(third)
    for phone in (other, third):
        expect(phone.page.get_by_role("button", name="I am Anna")).to_have_count(0)
        phone.follows("I am Ben")
        expect(phone.page.get_by_role("heading", level=1)).to_have_text("Waiting for the host")
    expect(table.page.locator("#asked form")).to_have_count(2)
    says_yes(table, other)
    expect(other.page.locator(".me").filter(visible=True)).to_contain_text("Ben")
    expect(third.page.get_by_role("alert")).to_contain_text("The host has not said yes")
    expect(table.page.locator("#asked")).to_be_hidden()
    again.taps("Path card, done")
    other.turn_begins()
    assert [place for place in ("Anna", "Ben", "Cleo") if table.page.locator(".who", has_text=place).count() == 1] == [
        "Anna",
        "Ben",
        "Cleo",
    ]
