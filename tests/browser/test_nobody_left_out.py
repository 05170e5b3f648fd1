"""Shared phones, no phones, cards by hand, who is here, and a network that is not as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .driver import Phone, Table
from .program import Program
from .scan import scan

WIFI = 'Café; "home"'
PASSWORD = r"it's: a,secret\here"

STUB = """
import ifaddr, ipaddress, json, pathlib

ipaddress.IPv4Address.is_loopback = property(lambda one: str(one) == "127.0.0.1")

def get_adapters():
    ips = json.loads(pathlib.Path({file!r}).read_text())
    return [ifaddr.Adapter("wlan0", "wlan0", [ifaddr.IP(ip, 8, "wlan0") for ip in ips])]

ifaddr.get_adapters = get_adapters
"""
"""Stands in for a router that gives the machine other addresses."""


# -- several seats on one phone ---------------------------------------------------------------------------------
class Shared(Phone):
    """One phone in several hands."""

    def adds_here(self, name: str) -> None:
        """Another player sits down at this phone."""
        self.press(self.page.locator(".topbar .i"))
        self.follows("Two on this phone")
        self.page.get_by_label("Your name").fill(name)
        self.follows("Sit down")
        expect(self.page.locator(".me").filter(visible=True)).to_have_text(name)

    def shares_with(self, name: str) -> None:
        """The same without its pages, up to that player's."""
        self.posts(f"{self.url}/share", {"name": name})
        self.page.goto(self.url)
        expect(self.page.locator(".me").filter(visible=True)).to_have_text(name)

    def goes_to(self, name: str, label: str | None = None) -> None:
        """Hand it on; the page is opaque then."""
        if label is None:
            self.press(self.page.locator(".topbar .i"))
        self.follows(label or f"Hand the phone to {name}")
        self.is_headed(f"Hand the phone to {name}")
        assert "data-look" not in self.page.content()

    def opens_for(self, name: str) -> None:
        self.follows(f"I am {name}")
        expect(self.page.locator(".me").filter(visible=True)).to_have_text(name)


@pytest.fixture
def shared(table: Table) -> Shared:
    """Anna and Ben on one phone, Ben has it in hand."""
    phone = Shared(table, "Anna")
    table.phones.append(phone)
    phone.has_joined()
    phone.shares_with("Ben")
    return phone


def test_two_players_share_a_phone_through_a_turn(table: Table, shared: Shared) -> None:
    phone = shared
    cleo = table.phone("Cleo").has_joined()
    table.has_dealt("dark-cave", first="Anna")
    bens = phone.looks()
    phone.goes_to("Anna", "Anna has not looked yet: hand the phone to Anna")
    phone.opens_for("Anna")
    annas = phone.looks()
    assert bens
    assert annas
    cleo.looks()
    phone.turn_begins()
    phone.taps("Path card, done")
    table.is_headed("Ben's turn")
    phone.goes_to("Ben", "Ben's turn: hand the phone to Ben")
    phone.opens_for("Ben")
    phone.turn_begins()
    assert phone.looks() == bens
    phone.taps("Path card, done")
    cleo.turn_begins()


def test_no_way_back_shows_a_page_of_another_seat(table: Table) -> None:
    """By all the pages on which two sit down at one phone."""
    phone = Shared(table, "Anna")
    table.phones.append(phone)
    phone.joins()
    phone.adds_here("Ben")
    phone.goes_to("Anna")
    phone.page.go_back()
    phone.is_headed("Hand the phone to Anna")
    phone.page.reload()
    phone.is_headed("Hand the phone to Anna")
    phone.opens_for("Anna")
    for _ in range(4):
        phone.page.go_back()
        expect(phone.headline).to_be_visible()
        expect(phone.page.locator(".me", has_text="Ben")).to_have_count(0)
        phone.hides("Hand the phone to Anna")


def test_a_page_that_was_left_open_turns_opaque(table: Table, shared: Shared) -> None:
    """A second tab of the browser with Ben's page, while the phone goes to Anna."""
    phone = shared
    left = phone.context.new_page()
    left.goto(phone.url)
    expect(left.locator(".me").filter(visible=True)).to_have_text("Ben")
    expect(left.get_by_text("You are in")).to_be_visible()
    phone.goes_to("Anna")
    expect(left.get_by_text("Another player has this phone now.")).to_be_visible()
    phone.opens_for("Anna")
    expect(left.get_by_text("You are in")).to_have_count(0)
    left.get_by_text("Open their page").tap()
    expect(left.locator(".me").filter(visible=True)).to_have_text("Anna")


# -- no phone ---------------------------------------------------------------------------------------------------
# -- cards by hand ----------------------------------------------------------------------------------------------
# -- who leaves, who comes --------------------------------------------------------------------------------------
def test_a_player_leaves_and_comes_back(table: Table) -> None:
    table.adds("Anna")
    (ben,) = table.seats("Ben")
    table.adds("Cleo")
    table.deals_and_begins("dark-cave", first="Anna")
    table.opens_place("Anna")
    table.press(table.page.locator("#place summary").filter(has_text="Leaves"))
    table.taps("Anna leaves the table")
    ben.turn_begins()
    table.shows("Anna leaves the table; their turns are skipped.")
    table.opens_place("Anna")
    table.taps("Is back")
    table.shows("Anna is back.")
    with ben.behind_i("I leave"):
        ben.taps("Ben leaves the table")
    ben.is_headed("You have left")
    expect(ben.page.locator(".tile, .held, #cards").filter(visible=True)).to_have_count(0)
    ben.taps("Come back in")
    ben.is_headed("Cleo's turn")
    late = table.phone("Dora").joins()
    late.shows("You watch now, and are in from the next one on.")
    table.shows("In from the next game on: Dora")


# -- the network ------------------------------------------------------------------------------------------------
def test_the_table_screen_shows_which_phones_are_here(table: Table) -> None:
    anna, _ = table.seats("Anna", "Ben")
    rows = table.page.locator(".chair:not(.empty)")
    expect(rows.locator(".arrived.yes")).to_have_count(2)
    anna.page.goto("about:blank")
    expect(rows.filter(has_text="Anna")).to_contain_text("not connected")
    expect(rows.filter(has_text="Ben").locator(".arrived.yes")).to_be_attached()
    anna.page.goto(anna.url)
    expect(rows.filter(has_text="Anna").locator(".arrived.yes")).to_be_attached()


def test_a_code_for_the_wifi_is_made_and_kept_in_this_browser_alone(table: Table) -> None:
    sent: list[str] = []
    table.context.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    table.follows("A phone won't connect?")
    table.page.get_by_label("Name of the Wi-Fi").fill(WIFI)
    table.page.get_by_label("Password (empty: an open Wi-Fi)").fill(PASSWORD)
    code = table.page.locator("#wifi-qr")
    expected = r"WIFI:S:Café\; \"home\";T:WPA;P:it's\: a\,secret\\here;;"
    assert scan(code) == expected
    table.page.reload()
    expect(table.page.get_by_label("Name of the Wi-Fi")).to_have_value(WIFI)
    assert scan(code) == expected
    table.page.get_by_label("Password (empty: an open Wi-Fi)").fill("")
    assert scan(code) == r"WIFI:S:Café\; \"home\";T:nopass;;"
    table.page.get_by_label("Its name is hidden").check()
    assert scan(code) == r"WIFI:S:Café\; \"home\";T:nopass;H:true;;"
    table.page.get_by_role("button", name="Forget it").click()
    expect(code).to_be_hidden()
    table.page.reload()
    expect(table.page.get_by_label("Name of the Wi-Fi")).to_have_value("")
    assert not [one for one in sent if "Caf" in one or "secret" in one]


@pytest.fixture
def moving(browser_program: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, Path]]:
    """A program that listens everywhere on a machine whose addresses stand in a file."""
    addresses = tmp_path / "addresses.json"
    addresses.write_text('["127.0.0.2"]')
    (tmp_path / "stub").mkdir()
    (tmp_path / "stub" / "sitecustomize.py").write_text(STUB.format(file=str(addresses)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "stub"))
    with Program(tmp_path / "data", host="0.0.0.0", alone=True) as program:  # noqa: S104 - on the loopback network
        table = Table(program, browser_program)
        yield table.open(), addresses
        table.close()
        assert table.complaints() == []


def test_the_address_changes_and_phones_come_back_on_the_new_one(moving: tuple[Table, Path]) -> None:
    table, addresses = moving
    port = table.program.port
    table.page.goto(table.program.host_link.replace("127.0.0.2", "localhost"))
    anna, ben = table.seats("Anna", "Ben")
    table.seats("Cleo")
    table.deals_and_begins("dark-cave", first="Anna")
    anna.taps("Path card, done")
    addresses.write_text(json.dumps(["127.0.0.3"]))
    expect(table.page.locator("#joincode .url").filter(visible=True)).to_have_text(
        f"127.0.0.3:{port}/{table.program.code}"
    )
    table.press(table.page.locator("[data-sheet=menu]"))
    assert scan(table.page.locator(".invited svg")) == f"http://127.0.0.3:{port}/{table.program.code}"
    anna.url = anna.url.replace("127.0.0.2", "127.0.0.3")
    anna.comes_back()
    anna.is_headed("Ben's turn")
    link = table.seat_link("Ben")
    assert link.startswith(f"http://127.0.0.3:{port}/")
    ben.page.goto(link)
    ben.follows("Take the seat with this phone")
    ben.turn_begins()
    ben.taps("Path card, done")
    anna.is_headed("Cleo's turn")
