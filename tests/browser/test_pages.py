"""What holds for every page: languages, large targets, keyboard, and the score page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .device import Device
from .driver import Phone, Table

pytestmark = pytest.mark.browser

LEAST = 44
EXAMPLE = (
    ("Anna", "yellow-loyal", 2, 1),
    ("Ben", "blue-loyal", 3, 2),
    ("Cleo", "yellow-saboteur", 2, 3),
    ("Dana", "yellow-loyal", 2, 4),
    ("Emil", "blue-loyal", 1, 0),
)
"""Sums as in the rulebook's example: name, card, gold, place of leaving (0: still inside)."""
TARGETS = (
    "button, a.button, summary, select, label:has(input),"
    " input:not([type=hidden]):not([type=radio]):not([type=checkbox])"
)
SMALL = """(targets, least) => targets
  .filter(target => target.checkVisibility({visibilityProperty: true}))
  .map(target => [target.getBoundingClientRect(), target])
  .filter(([box]) => box.width && (box.width < least - .5 || box.height < least - .5))
  .map(([box, target]) => `${target.outerHTML.slice(0, 80)}: ${box.width} × ${box.height}`)"""


def small_targets(device: Device) -> list[str]:
    """What is too small for a thumb, of all that can be seen and touched."""
    found: list[str] = device.page.locator(TARGETS).evaluate_all(SMALL, LEAST)
    return found


def overflow(device: Device) -> int:
    """By how much the page is wider than the screen."""
    wide: int = device.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


def test_everything_on_a_phone_is_large_enough_for_a_thumb_and_fits_its_width(table: Table) -> None:
    visitor = table.phone("Visitor")
    for path in ("", f"/{table.program.code}", f"/{table.program.code}/back", "/about", "/score"):
        visitor.page.goto(table.program.url + path)
        assert (path, small_targets(visitor), overflow(visitor)) == (path, [], 0)
    table.phones.clear()
    anna, ben = table.seats("Anna with a long name", "Ben")
    assert (small_targets(anna), overflow(anna)) == ([], 0)
    table.deals("dark-cave", first=anna.name)
    assert (small_targets(anna), overflow(anna)) == ([], 0)
    for phone in (anna, ben):
        phone.looks()
    anna.turn_begins()
    assert (small_targets(anna), overflow(anna)) == ([], 0)
    for form in ("rat", "Swap cards", "Spiderweb"):
        sheet = anna.opens(form)
        assert (form, small_targets(anna), overflow(anna)) == (form, [], 0)
        anna.press(sheet.locator("[data-close]"))
    anna.plays("Path card", "It shows a gold vein")
    assert (small_targets(anna), overflow(anna)) == ([], 0)
    anna.opens("Menu")
    assert (small_targets(anna), overflow(anna)) == ([], 0)
    assert (small_targets(ben), overflow(ben)) == ([], 0)
    visitor.context.close()


def test_each_phone_speaks_its_own_language(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    anna.opens("Menu")
    anna.follows("Deutsch")
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    for other in (table, ben):
        expect(other.page.locator("html")).to_have_attribute("lang", "en")
    table.deals("dark-cave", first="Anna")
    for phone in (anna, ben):
        phone.looks()
    ben.is_headed("Anna's turn")
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")


def test_a_whole_turn_by_keyboard(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    table.deals_and_begins("dark-cave", first="Anna")
    anna.turn_begins()
    bridge = anna.page.get_by_role("checkbox", name="Bridge")
    anna.tabs_to(bridge)
    anna.page.keyboard.press("Space")
    expect(bridge).to_be_checked()
    opener = anna.button("Spiderweb")
    anna.tabs_to(opener)
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("dialog[open]")).to_have_count(0)
    expect(opener).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.tabs_to(anna.page.locator("dialog[open]").get_by_role("button", name="▲"))
    with anna.answered():
        anna.page.keyboard.press("Space")
    ben.turn_begins()
    ben.shows("▲ web of Anna, showing 2")


def test_an_open_form_stays_as_it_is_while_news_come_in(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    pin = ben.looks_at_pin()
    table.deals_and_begins("dark-cave", first="Anna")
    anna.turn_begins()
    form = anna.opens("rat")
    box = form.get_by_label("Ben too")
    anna.press(form.locator(".pair", has=anna.page.get_by_label("Ben too")).locator(".and"))
    expect(box).to_be_checked()
    Phone(table, "Ben").comes_back(pin)
    expect(anna.page.locator("#log")).to_contain_text("Ben's seat was taken over by another phone.")
    expect(form).to_be_visible()
    expect(box).to_be_checked()


def test_the_score_of_a_game_played_without_the_app(table: Table) -> None:
    visitor = Phone(table, "Visitor")
    page = visitor.page
    page.goto(table.program.url + "/score")
    form = page.locator("form", has=page.get_by_text("Saboteur: The Dark Cave", exact=True))
    form.get_by_role("combobox").select_option("5")
    form.get_by_role("button").click()
    visitor.shows("Compute the score")
    for seat, (name, card, gold, out) in enumerate(EXAMPLE):
        page.locator("input[name=name]").nth(seat).fill(name)
        page.locator(f"[name='j:card.{seat}']").select_option(f'"{card}"')
        page.locator(f"[name='n:gold.{seat}']").fill(str(gold))
        page.locator(f"[name='j:out.{seat}']").select_option(str(out))
    visitor.follows("Compute the score")
    visitor.shows("yellow clan: 4 gold × 3 dwarves working for the other side = 12")
    visitor.shows("blue clan: 5 gold × 2 dwarves working for the other side = 10")
    visitor.shows("Anna wins!", "Dana wins!")
    visitor.hides("Ben wins!", "Cleo wins!", "Emil wins!")
    expect(page.locator("[name='n:gold.1']")).to_have_value("3")
    visitor.context.close()


def test_twelve_players_are_typed_down_the_columns_of_a_table(table: Table) -> None:
    visitor = Phone(table, "Visitor")
    page = visitor.page
    page.goto(f"{table.program.url}/score?game=saboteur-2&players=12")
    assert overflow(visitor) == 0
    page.locator("input[name=name]").first.focus()
    for seat in range(12):
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(f"Dwarf {seat}")
        page.keyboard.press("Tab")
    for seat in range(12):
        cell = page.get_by_role("combobox", name=re.compile(f"^Dwarf {seat} Role$"))
        expect(cell).to_be_focused()
        page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="Dwarf 0 Trapped")).to_be_focused()
    expect(page.get_by_label("Who connected the treasure")).to_contain_text("Dwarf 11")
    visitor.context.close()
