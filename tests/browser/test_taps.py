"""A tap counts once, wherever it comes from, and everyone sees it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .device import reads
from .driver import Table


def test_two_clicks_in_one_tick_are_one_entry_and_a_panel_that_stands_open_follows_as_the_log_does(
    table: Table,
) -> None:
    """What the host opened before someone else's tap is as good after it: it is filled again. The log only grows."""
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"])
    table.opens_place("Ben")
    gold = table.page.locator("#place").get_by_role("spinbutton", name="Gold")
    expect(gold).to_have_value("3")
    gold.fill("6")
    with anna.answered():
        anna.button("Path card, end turn").evaluate("button => { button.click(); button.click() }")
    table.is_headed("Ben's turn")
    stamp = table.page.locator("#stamp input").input_value()
    expect(table.page.locator("#place > [hx-morph-skip] > div")).to_have_attribute(
        "hx-vals:inherited", f'{{"stamp": "{stamp}"}}'
    )
    expect(gold).to_have_value("6")
    table.sends(table.page.locator("#place").get_by_role("button", name="Gold of Ben: 3 → 6"))
    anna.shows_of("Ben", "6 gold")
    assert table.log().count("Anna plays a path card.") == 1

    log = table.opens_log()
    lines = log.locator("ol > li")
    before = lines.count()
    table.has_turn_ended(1)
    reads(lines.first, re.compile("Ben plays a path card."))
    expect(lines).to_have_count(before + 1)
    expect(log).to_be_visible()


def test_news_leave_a_button_that_is_held_down(table: Table) -> None:
    """Replaced between finger down and finger up, it would be no tap."""
    table.all_have_cards(without=["Anna", "Ben", "Cleo"])
    button = table.page.locator("#middle button:not(.open)").first
    button.hover()
    news = """() => {
      const middle = document.getElementById("middle");
      return live.put(`<div id="middle" hx-swap-oob="true">${middle.innerHTML}</div>`) === "";
    }"""
    table.page.mouse.down()
    assert not table.page.evaluate(news)
    table.page.mouse.move(1, 1)
    table.page.mouse.up()
    table.page.evaluate("document.activeElement.blur()")
    assert table.page.evaluate(news)


def test_what_is_said_in_red_goes(table: Table) -> None:
    """By a tap anywhere, a sheet that closes, or in time."""
    table.has_begun(without=["Anna", "Ben"])
    table.has_turn_ended(0)
    table.is_headed("Ben's turn")
    table.expects("404", "no such entry")
    said = table.page.locator("#say")

    def is_refused() -> None:
        expect(said).to_be_hidden()
        table.closes_sheets()
        table.page.locator("#undo [name=entry]").first.evaluate("input => input.value = 9999")
        table.page.locator("#undo button").click()
        table.shows("There is no such entry")

    is_refused()
    table.page.mouse.click(640, 420)
    is_refused()
    table.page.locator("#menu").evaluate("sheet => { sheet.showModal(); sheet.close(); }")
    expect(said).to_be_hidden()
    table.context.clock.install()
    is_refused()
    table.context.clock.fast_forward(6000)
    expect(said).to_be_hidden()
