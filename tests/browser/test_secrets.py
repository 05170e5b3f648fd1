"""A secret is on one phone, while it is held, and nowhere else."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .device import Device, reads
from .driver import Table

IDENTITIES = ("loyal yellow dwarf", "yellow saboteur", "loyal blue dwarf", "blue saboteur")
TELLING = (*IDENTITIES, "yellow-loyal", "yellow-saboteur", "blue-loyal", "blue-saboteur")


def tells(device: Device) -> list[str]:
    """The identities that can be found in the page as it is, or as it is sent."""
    page = device.page
    sources = [page.content(), device.request.get(page.url).text()]
    return [card for card in TELLING if any(card in source for source in sources)]


def test_the_card_is_in_no_page_but_the_one_that_is_held(table: Table) -> None:
    anna, ben = table.all_have_cards("Anna", "Ben")

    # Letting go before half a second shows nothing.
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/look") else None)
    anna.secret().tap()
    with ben.holding() as face:
        assert face.locator(".words").text_content() in IDENTITIES
        assert [tells(device) for device in (table, anna)] == [[], []]
    ben.is_covered()
    assert [tells(device) for device in table.everybody()] == [[], [], []]
    anna.shows("1 of 2 has looked")
    assert asked == []
    anna.is_covered()

    # The last one to look sees the card although the game starts.
    with anna.holding() as face:
        table.is_headed("Anna's turn")
        ben.is_headed("Anna's turn")
        expect(face).to_be_visible()
        assert face.locator(".words").text_content() in IDENTITIES
    anna.turn_begins()
    anna.is_covered()


COVERS = (
    "document.dispatchEvent(new Event('visibilitychange'))",
    "window.dispatchEvent(new Event('pagehide'))",
    "window.dispatchEvent(new Event('blur'))",
    "document.querySelector('button.hold').dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))",
)
"""Locked or another app, left, behind another window, the system takes the finger."""


def test_the_card_opens_by_keyboard_or_for_five_seconds_is_covered_at_once_and_stays_so_going_back(
    table: Table,
) -> None:
    (anna,) = table.all_have_cards("Anna", without=["Ben", "Cleo"])
    anna.tabs_to(anna.secret())
    assert anna.looks(by_keyboard=True) in IDENTITIES
    table.shows("1 of 3 has looked")
    for event in COVERS:
        with anna.holding():
            anna.page.evaluate(event)
            anna.is_covered()
            assert tells(anna) == [], event

    # A button shows it to who can't hold it.
    clock = anna.context.clock
    clock.install()
    anna.page.locator(".topbar .i").click()
    anna.page.locator("#i [data-shows]").press("Enter")
    clock.run_for(100)
    reads(anna.face(), re.compile(r"\S"))
    clock.run_for(4000)
    reads(anna.face(), re.compile(r"\S"))
    clock.run_for(1000)
    anna.is_covered()

    # Going back shows no secret, and no seat that was lost.
    anna.page.goto(f"{table.program.url}/about")
    anna.page.go_back()
    anna.shows("You've seen your card")
    assert tells(anna) == []
    anna.page.goto(f"{table.program.url}/about")
    table.phone("Anna").comes_back().shows("You've seen your card")
    anna.page.go_back()
    anna.says("another phone took it over")
    expect(anna.secret()).to_have_count(0)
