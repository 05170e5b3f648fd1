"""A game that is over is walked through on the stage: by keys, by steps, with open cards; a moment is passed on."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .driver import Table
from .test_accessible import complaints
from .test_stage import breaks_doubled

pytestmark = pytest.mark.browser

SIZES = ((390, 844), (1280, 800), (1920, 1080))


@pytest.fixture
def told(table: Table) -> Table:
    """A game of three turns, told."""
    table.has_begun(without=["Anna", "Ben", "Cleo"])
    for seat in range(3):
        table.has_turn_ended(seat)
    table.agrees_to_stop()
    table.tells_the_score()
    return table


def is_at(page: Page, moment: str) -> None:
    """Wait until the address is that of this moment, and the slider has been answered."""
    expect(page).to_have_url(re.compile(f"/past/1/{re.escape(moment)}$"))


def test_by_keys_and_steps_from_the_deal_to_the_end(told: Table) -> None:
    page = told.page
    told.follows("Looking back")
    is_at(page, "0")
    said, slider = page.locator("#said"), page.get_by_role("slider")
    expect(said).to_have_text("The cards are dealt. Anna begins.")
    expect(page.locator("#before")).to_have_attribute("aria-disabled", "true")
    slider.focus()
    slider.press("ArrowRight")
    is_at(page, "1")
    expect(said).to_have_text("Anna lays a path card.")
    expect(slider).to_have_attribute("aria-valuetext", "2: Anna lays a path card.")
    told.is_headed("Anna's turn")
    slider.press("ArrowRight")
    is_at(page, "2")
    told.is_headed("Ben's turn")
    expect(slider).to_be_focused()
    slider.press("End")
    is_at(page, "7")
    told.is_headed("The game is over")
    page.get_by_role("link", name="one step back").click()
    is_at(page, "6")
    slider.press("Home")
    is_at(page, "0")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    is_at(page, "1")
    expect(slider).to_have_value("1")


def test_dragged_it_moves_at_once_and_ends_where_it_was_let_go(told: Table) -> None:
    page = told.page
    told.follows("Looking back")
    box = page.get_by_role("slider").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle, steps=5)
    expect(page.locator("#said")).not_to_have_text("The cards are dealt. Anna begins.")
    page.mouse.move(box["x"] + box["width"], middle, steps=5)
    page.mouse.up()
    is_at(page, "7")
    told.is_headed("The game is over")


def test_with_open_cards_and_passed_on_to_another_device(told: Table) -> None:
    page = told.page
    told.follows("Looking back")
    page.get_by_role("slider").press("ArrowRight")
    is_at(page, "1")
    expect(page.locator(".plate .role")).to_have_count(0)
    page.get_by_role("link", name="With open cards").click()
    is_at(page, "1?open=1")
    expect(page.locator(".plate .role")).to_have_count(3)
    expect(page.get_by_role("link", name="With open cards")).to_have_attribute("aria-current", "true")
    page.get_by_role("slider").press("ArrowRight")
    is_at(page, "2?open=1")
    page.get_by_role("link", name="Pass it on").click()
    address = page.get_by_label("The address of this moment").input_value()
    assert address.endswith("/past/1/2?open=1")
    page.get_by_role("button", name="Copy").click()
    told.shows("Copied")
    page.keyboard.press("Escape")
    other = told.phone("somebody")
    other.page.goto(told.program.url + address[address.index(f"/{told.program.code}") :])
    other.is_headed("Ben's turn")
    expect(other.page.locator(".plate .role")).to_have_count(3)
    expect(other.page.locator("#said")).to_have_text("Anna's turn ends; Anna draws 1 card.")


def test_without_a_script_a_button_goes_there(told: Table) -> None:
    context = told.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{told.program.url}/{told.program.code}/past")
    page.get_by_role("slider").fill("3")
    page.get_by_role("button", name="Go there").click()
    is_at(page, "3")
    page.get_by_role("link", name="With open cards").click()
    page.get_by_role("link", name="one step on").click()
    is_at(page, "4?open=1")
    page.get_by_role("link", name="Pass it on").click()
    expect(page.get_by_label("The address of this moment")).to_have_value(re.compile(r"/past/1/4\?open=1$"))
    context.close()


@pytest.mark.drawn
def test_everybody_can_use_it_on_every_screen(told: Table) -> None:
    page, found = told.page, {}
    page.emulate_media(reduced_motion="reduce")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{told.program.url}/{told.program.code}/past/1/3?open=1")
        found[width] = complaints(page, Axe())
        page.get_by_role("link", name="Pass it on").click()
        expect(page.locator("dialog .qr")).to_be_visible()
        found[width] += complaints(page, Axe())
    assert found == {390: [], 1280: [], 1920: []}


@pytest.mark.drawn
def test_words_twice_as_large_lie_over_nothing(told: Table) -> None:
    told.page.goto(f"{told.program.url}/{told.program.code}/past/1/3")
    assert breaks_doubled(told, "looking back") == []
