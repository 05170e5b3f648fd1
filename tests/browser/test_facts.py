"""Rounds that nobody tracks, entered at the table screen and on phones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playing import NAMES
from playwright.sync_api import Browser, expect

from .device import reads
from .driver import Table
from .kinds import FACTS, PATHS, Kind, house

ROUND: dict[str, Any] = {
    "kind": "deal",
    "cards": ["blue-digger", "green-digger", "green-digger", "boss", "profiteer", "saboteur", "saboteur"],
    "aside": [*["blue-digger"] * 3, *["geologist"] * 2, *["green-digger"] * 2, "saboteur"],
    "first": 0,
    "follow": "nothing",
}


def test_what_a_round_came_to_is_told_by_taps_and_typed(dealt: Callable[..., Table]) -> None:
    """Who it was, how, who is trapped, who stole from whom; and so many crystals that one types them."""
    record = {"format": "companion-record-1", "game": "saboteur-2", "options": {"rounds": 1}}
    table = dealt({**record, "players": list(NAMES[:7]), "entries": [ROUND]})
    table.enters("start")
    table.taps("End round")
    sheet = table.page.locator("form.factsheet")
    ways = sheet.locator("[name=blue_way], [name=green_way]").locator("xpath=..")
    sheet.locator("[name=connector][value='-1']").locator("xpath=..").click()
    expect(ways.filter(visible=True)).to_have_count(0)
    sheet.locator("[name=connector][value='3']").locator("xpath=..").click()
    expect(ways.filter(visible=True)).to_have_count(2)
    for name, value in {"connector": "3", "blue_way": "true", "trapped.6": "true"}.items():
        field = sheet.locator(f"[name='{name}'][value='{value}']")
        field.locator("xpath=..").click()
        expect(field).to_be_checked()
    sheet.locator("[name='crystals']").click()
    table.page.keyboard.type("5")
    thief = sheet.locator("details:has([name='stolen.5'])")
    thief.locator("summary").click()
    thief.locator("label:has([value='3'])").click()
    table.page.locator(".done-with .main").click()
    expect(table.page.locator(".cardsrow")).to_be_visible()
    table.tells_the_score()
    exported = json.loads(table.record())
    told = {"connector": 3, "blue_way": True, "crystals": 5, "trapped": [6], "thefts": [[5, 3]]}
    assert told.items() <= exported["entries"][-1].items()


def test_rows_come_from_phones_while_the_table_screen_fills_in_others(table: Table) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"], follow="nothing")
    reads(anna.page.locator("h1"), "The game is on")
    table.taps("End round")
    rows = table.page.locator(".factsheet .people > li")
    rows.nth(1).locator("[data-step='1']").click()
    rows.nth(1).locator("[data-place]").click()
    own = anna.page.locator(".own-row")
    for _ in range(2):
        own.locator("[data-step='1']").click()
    own.locator("[data-spot='2']").click()
    reads(own.locator("[data-spot='1']"), "1Ben")
    reads(own.locator("[data-says]"), "Send: Gold 5, Order of leaving 2")
    expect(rows.nth(0).locator("input[type=number]")).to_have_value("5")
    reads(rows.nth(0).locator("[data-place] b"), "2")
    reads(own.locator(".sent"), "✓ Sent to the table screen.")
    expect(own.locator(".main")).to_have_count(0)
    table.page.reload()
    expect(rows.nth(0).locator("input[type=number]")).to_have_value("5")
    rows.nth(0).locator("[data-step='-1']").click()
    expect(own.locator("input[type=number]")).to_have_value("4")
    reads(own.locator(".sent"), "Changed on the table screen.")
    expect(own.locator(".main")).to_have_count(1)
    rows.nth(1).locator("[data-place]").click()
    reads(rows.nth(0).locator("[data-place] b"), "1")
    own.get_by_role("button").last.click()
    reads(own.locator(".sent"), "✓ Sent to the table screen.")
    nobody = table.page.locator("[data-nobody]")
    rows.nth(0).locator("[data-place]").click()
    reads(rows.nth(0).locator("[data-place] b"), "?")
    asked = nobody.evaluate("one => (one.reportValidity(), one.validationMessage)")
    assert asked == "Who got out, and in which order?"
    nobody.locator("xpath=..").click()
    expect(nobody).to_be_checked()
    reads(own.locator(".main"), "Send: Gold 4, still inside")
    table.taps("Reveal the cards")
    expect(table.page.locator(".cardsrow")).to_be_visible()


def test_what_is_wrong_opens_one_person_and_who_it_was_is_said_by_a_phone_or_asked(table: Table) -> None:
    anna, ben = table.has_begun("Anna", "Ben", without=["Cleo"], game="saboteur", follow="nothing")
    table.page.locator("button[data-sheet=menu]").click()
    table.page.locator("#menu .putright").click()
    table.opens("Anna")
    tools = table.page.locator("details[name=everybody][open] .tile")
    expect(tools).to_have_count(3)
    assert len({box["y"] for tool in tools.all() if (box := tool.bounding_box())}) == 1
    table.closes_sheets()
    table.taps("End round")
    table.page.locator(".done-with .main").click()
    cards = table.page.locator(".whoever li")
    # Asked and read in one: news that come between take the words away until it is asked again.
    asked = cards.first.locator("input").evaluate("one => (one.reportValidity(), one.validationMessage)")
    assert asked == "Who reached the treasure?"
    anna.page.locator("[data-me]").click()
    expect(cards.first.locator("input")).to_be_checked()
    ben.page.locator(".own-row .main").click()
    expect(table.page.locator(".whoever .from-phone")).to_have_count(2)
    table.page.locator(".done-with .main").click()
    expect(table.page.locator(".cardsrow")).to_be_visible()


@pytest.mark.drawn
def test_rows_of_a_result_fit_a_low_screen_and_stay_where_they_are(browser_program: Browser, tmp_path: Path) -> None:
    cave = Kind("cave", ("dark-cave", 8, FACTS), "table", PATHS["table"])
    mines = Kind("mines", ("lost-mines", 5, FACTS), "table", PATHS["table"])
    page = browser_program.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce").new_page()
    with house(tmp_path / "data", [cave, mines]) as rooms:
        rooms.shows(page, cave)
        telling = page.locator(".telling")
        expect(telling).to_have_js_property("scrollHeight", telling.evaluate("one => one.clientHeight"))

        rooms.shows(page, mines)
        row = page.locator(".people > li").first
        two = row.get_by_role("button", name="2", exact=True)
        before = two.bounding_box()
        for _ in range(4):
            two.click()
        assert row.locator(".values input").evaluate("one => one.scrollWidth - one.clientWidth") == 0
        row.locator("label.tick").click()
        assert two.bounding_box() == before
    page.context.close()
