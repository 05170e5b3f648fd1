"""Marks on a phone that waits, seen by nobody else, and what was thought told on the stage when the game is over."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from .driver import Phone, Table
from .test_accessible import complaints, in_turn

pytestmark = pytest.mark.browser

WORDS = "What I think of the others"


def sheet(phone: Phone) -> Locator:
    """The sheet with the marks, open."""
    found = phone.page.locator("#thoughts")
    expect(found.get_by_role("group").first).to_be_visible()
    return found


def marks(phone: Phone, name: str, mark: str) -> None:
    """One tap, and it stands."""
    button = sheet(phone).get_by_role("group", name=name).get_by_role("button", name=mark)
    phone.press(button)
    expect(button).to_have_attribute("aria-pressed", "true")


def closes(phone: Phone) -> None:
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#thoughts")).to_be_hidden()


def switches_on(table: Table) -> None:
    table.opens("Menu")
    with table.answered():
        table.page.get_by_label("Phones offer to mark").check()
    table.closes_sheets()


@pytest.fixture
def playing(table: Table) -> tuple[Table, list[Phone]]:
    """Three phones at a table that marks, on the turn of the first."""
    phones = table.has_begun("Anna", "Ben", "Cleo")
    switches_on(table)
    return table, phones


def test_a_phone_that_waits_offers_marks_and_one_that_acts_has_them_in_its_menu(
    playing: tuple[Table, list[Phone]],
) -> None:
    _, (anna, ben, _cleo) = playing
    offered = "main button[data-sheet='thoughts']"
    expect(ben.page.locator(offered)).to_be_visible()
    expect(anna.page.locator(offered)).to_be_hidden()
    ben.press(ben.page.locator(offered))
    marks(ben, "Anna", "against us")
    marks(ben, "Cleo", "with us")
    marks(ben, "Cleo", "nothing")
    closes(ben)
    anna.opens("Menu")
    anna.press(anna.page.locator(".menu button[data-sheet='thoughts']"))
    expect(sheet(anna).locator("[aria-pressed=true]:not([value=''])")).to_have_count(0)
    marks(anna, "Ben", "with us")
    closes(anna)
    anna.press(anna.page.locator("summary", has_text="Menu"))
    anna.taps("Path card, done")
    ben.turn_begins()
    expect(ben.page.locator(offered)).to_be_hidden()
    expect(anna.page.locator(offered)).to_be_visible()
    anna.press(anna.page.locator(offered))
    expect(sheet(anna).get_by_role("group", name="Ben").get_by_role("button", name="with us")).to_have_attribute(
        "aria-pressed", "true"
    )


@pytest.mark.drawn
def test_the_sheet_can_be_used_by_everybody(playing: tuple[Table, list[Phone]]) -> None:
    _, (_, ben, _) = playing
    ben.page.emulate_media(reduced_motion="reduce")
    ben.press(ben.page.locator("main button[data-sheet='thoughts']"))
    marks(ben, "Anna", "against us")
    ben.page.get_by_label("My notes").fill("Anna took the map")
    assert complaints(ben.page, Axe()) == []


@pytest.mark.drawn
def test_when_the_score_is_told_it_is_told_step_by_step_or_skipped(playing: tuple[Table, list[Phone]]) -> None:
    table, (_anna, ben, _cleo) = playing
    ben.press(ben.page.locator("main button[data-sheet='thoughts']"))
    marks(ben, "Anna", "against us")
    marks(ben, "Cleo", "with us")
    closes(ben)
    table.ends_a_turn()
    table.is_headed("Ben's turn")
    table.agrees_to_stop()
    table.tells_the_score()
    table.page.emulate_media(reduced_motion="reduce")
    table.follows("What was thought")
    said: list[str] = []
    found: dict[tuple[int, int], list[str]] = {}
    while True:
        said.append(table.headline.inner_text())
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            table.page.set_viewport_size({"width": width, "height": height})
            found[len(said), width] = complaints(table.page, Axe(), in_turn(len(found)))
        following = table.page.locator("a[rel=next]")
        if not following.count():
            break
        following.click()
        expect(table.headline).not_to_have_text(said[-1])
    assert said[-2:] == ["Anna, round 1", "Cleo, round 1"]
    assert {key: one for key, one in found.items() if one} == {}
    table.page.locator("a[rel=prev]").click()
    table.is_headed("Anna, round 1")
    expect(table.page.locator("svg.lane")).to_have_count(2)
    table.follows("Skip")
    table.shows("The story")
    ben.follows("What was thought")
    ben.shows("1 of")
