"""Whole games of The Lost Mines in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .device import reads
from .driver import Table

SIX = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn")
EXAMPLE = {
    "format": "companion-record-1",
    "game": "lost-mines",
    "players": list(SIX),
    "entries": [
        {
            "kind": "deal",
            "first": 0,
            "cards": ["yellow-loyal", "yellow-loyal", "blue-loyal", "blue-loyal", "yellow-saboteur", "blue-selfish"],
            "aside": ["blue-saboteur", "yellow-selfish"],
        }
    ],
}
"""The players of the rulebook's printed example."""


def takes(table: Table, name: str, what: str) -> None:
    """A turn on a mine with a treasure at its end; the last one ends the round with it."""
    device = table.turn_of(name)
    if device is table:
        table.opens(f"Play for {name}")
    device.marks(what)
    device.taps("Path card")


def types(table: Table, name: str, value: int) -> None:
    """Someone enters what their treasure is worth: on their phone, or on the table device passed to them."""
    for phone in table.phones:
        if phone.name == name:
            phone.shows("For your eyes only")
            phone.page.get_by_label("Treasure 1").fill(str(value))
            phone.taps("Save")
            return
    with table.handed_to(name):
        table.page.get_by_label("Treasure 1").fill(str(value))
        table.follows("Save")
        table.is_headed("Put this back on the table")


@pytest.mark.long
def test_six_play_the_printed_example_and_a_second_round(dealt: Callable[..., Table]) -> None:
    table = dealt(EXAMPLE, "Anna", "Cleo", "Finn")
    anna, cleo, finn = table.finds_a_deal()
    assert [phone.looks() for phone in (anna, cleo, finn)] == [
        "loyal yellow dwarf, works for the yellow clan",
        "loyal blue dwarf, works for the blue clan",
        "selfish blue dwarf, works alone",
    ]
    table.begins()

    anna.turn_begins()
    anna.marks("Reveal a mine", "gold mine")
    anna.hides("Silver treasure")
    anna.marks("Gold treasure")
    anna.taps("Axe")
    anna.opens("For your eyes only")  # after the round it is open
    types(table, "Anna", 5)
    anna.shows("Saved for scoring")
    takes(table, "Ben", "Take gold")
    cleo.turn_begins()
    cleo.marks("Reveal a mine", "dragon's mine")
    cleo.taps("Troll")
    for device in table.everybody():
        with device.opens_board():
            device.shows("Cleo's troll", "Removed when Cleo's turn starts")
            expect(device.row("Cleo")).to_contain_text("has the dragon token")
    table.turn_of("Dora")
    table.acts(kind="trap", by=3)
    table.acts(kind="cross-trap", by=3)
    table.shows("Emil takes a random card from Dora's hand and discards it unseen.")
    table.acts(kind="reveal-mine", by=3, mine="silver")
    table.opens("Play for Dora")
    table.taps("Take silver")
    table.taps("End the turn")
    takes(table, "Emil", "Take gold")
    takes(table, "Finn", "Take gold")
    expect(anna.page.get_by_label("Treasure 1")).to_have_value("5")
    table.has_turn_ended(0)
    table.turn_of("Ben").taps("Path card, end turn")
    cleo.turn_begins()
    cleo.shows("Remove your troll from the board and discard its card.")
    for device in table.everybody():
        with device.opens_board():  # what is said aloud may name it still
            device.shows("1 trap")
            expect(device.page.locator(".things, .plate").get_by_text("Cleo's troll")).to_have_count(0)
    takes(table, "Cleo", "Take silver")
    table.everybody_shows("It's over! What are your treasures worth?")

    cleo.shows("turn over your treasures and enter what each is worth")
    for name, value in {"Cleo": 2, "Ben": 3, "Dora": 2, "Finn": 3, "Emil": 4}.items():
        table.hides("Show the score")
        types(table, name, value)
    table.hides("yellow saboteur")
    table.tells_the_score()
    table.everybody_shows(
        "8 ÷ 2 dwarves = 4 each",
        "8 ÷ 3 dwarves = 2 each",
        "2 left over: to Emil, who has the most valuable treasure (4)",
        "Finn (selfish): treasures 3",
        "Cleo has the dragon token: 2 of 2 points go back",
    )
    for device in table.everybody():
        heading = device.page.get_by_role("heading", name="Points", exact=True)
        reads(device.page.locator("section.step").filter(has=heading).locator("li b"), ["4", "4", "0", "2", "4", "3"])

    table.deals_the_next_round(proposed="Dora")
    table.begins()
    table.has_turn_ended(3)
    table.turn_of("Emil").taps("Path card, end turn")
    finn.turn_begins()
    table.agrees_to_stop()
    table.tells_the_score()
    table.everybody_shows("Highest total: 4 points each.")
    for device in table.everybody():
        plot = device.page.get_by_role("img", name="Points, round by round")
        expect(plot.locator("polyline")).to_have_count(6)
        reads(plot.locator(".who"), ["4 Anna", "4 Ben", "0 Cleo", "2 Dora", "4 Emil", "3 Finn"])
    reads(table.page.locator("table tbody tr").last.locator("td"), ["2", "4", "4", "0", "2", "4", "3"])


COVERED = """() => {
  const top = document.querySelector("#prepare .button.main").getBoundingClientRect().top;
  const asked = [...document.querySelectorAll("#prepare .chips label")];
  return [asked.length, asked.filter((one) => one.getBoundingClientRect().bottom > top).length];
}"""
"""How many people can be tapped as going first, and how many of them are under the button."""


def test_who_goes_first_stands_above_the_button_that_deals(table: Table) -> None:
    table.adds(*SIX)
    table.enters("choose", game="lost-mines")
    table.page.set_viewport_size({"width": 1366, "height": 768})
    table.page.set_extra_http_headers({"Accept-Language": "de"})
    table.page.reload()
    table.press(table.page.locator("[data-sheet=prepare]").filter(visible=True))
    table.is_open("prepare")
    people, covered = table.page.evaluate(COVERED)
    assert people >= len(SIX)
    assert covered == 0
