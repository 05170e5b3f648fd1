"""A tap counts once, wherever it comes from, and everybody sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .device import Device
from .driver import PHONE, Phone, Table

REFUSED = "status of 409"
MEANWHILE = "Something else was entered meanwhile"


def test_two_clicks_in_one_tick_are_one_entry(table: Table, two: list[Phone]) -> None:
    anna, ben = two
    with anna.answered():
        anna.button("Path card, done").evaluate("button => { button.click(); button.click() }")
    ben.turn_begins()
    table.is_headed("Ben's turn")
    assert table.log().count("Anna lays a path card.") == 1


def test_two_clicks_on_deal_deal_once(table: Table) -> None:
    anna, _ = table.seats("Anna", "Ben")
    table.chooses("dark-cave")
    table.prepares()
    table.page.get_by_label("Anna", exact=True).filter(visible=True).check()
    with table.answered():
        table.button("Deal").evaluate("button => { button.click(); button.click() }")
    anna.shows("0 of 2 have looked")
    assert [line for line in table.log() if "are dealt" in line] == ["The cards are dealt. Anna begins."]


def test_a_tap_on_a_stale_page_gets_the_fresh_page_and_changes_nothing(table: Table, two: list[Phone]) -> None:
    anna, ben = two
    anna.goes_deaf()
    table.acts(kind="boots", by=0, to=1)
    ben.shows_of("Ben", "boots")
    before = table.log()
    anna.is_headed("Your turn")
    table.expects(REFUSED, because="the stale tap is refused")
    anna.taps("Path card, done")
    anna.says(MEANWHILE)
    anna.shows_of("Ben", "boots")
    assert table.log() == before
    anna.taps("End the turn")
    ben.turn_begins()
    expect(anna.page.get_by_role("alert")).to_be_hidden()


def test_a_tap_is_on_every_other_screen_without_a_reload(table: Table, three: list[Phone]) -> None:
    anna, ben, cleo = three
    watcher = Device(table.browser, PHONE, "Watcher", table.problems)
    watcher.page.goto(f"{table.program.url}/{table.program.code}/watch")
    screens = [table, anna, ben, cleo, watcher]
    for screen in screens:
        screen.page.evaluate("window.never = 'reloaded'")
    anna.plays("lindworm", ["Cleo", "Anna"])
    for screen in screens:
        screen.lies("lindworm of Anna")
        screen.shows_of("Cleo", "lies down")
        screen.shows_of("Anna", "lies down", "5 cards in hand")
        assert screen.page.evaluate("window.never") == "reloaded"
    watcher.close()


def test_the_active_player_takes_back_the_last_entry_and_nobody_else_does(table: Table, two: list[Phone]) -> None:
    anna, ben = two
    anna.plays("Battle-axe", "Cleo")
    ben.shows_of("Cleo", "1 battle-axe")
    expect(ben.button("Undo")).to_have_count(0)
    anna.taps("Undo")
    anna.shows("Path card, done")
    with ben.opens_board():
        expect(ben.row("Cleo")).not_to_contain_text("battle-axe")
    anna.taps("Path card, done")
    anna.is_headed("Ben's turn")
    anna.shows("Anna lays a path card.")
    anna.taps("Undo")
    anna.turn_begins()
    ben.is_headed("Anna's turn")


def test_the_host_takes_back_any_entry_from_the_log_and_brings_it_back(table: Table, three: list[Phone]) -> None:
    anna, ben, cleo = three
    anna.plays("goblin", ["Cleo"])
    ben.turn_begins()
    table.shows_of("Cleo", "2 gold")
    sentence = "Anna plays the goblin. Cleo puts 1 gold back into the pool."
    table.undoes(sentence)
    for screen in table.everybody():
        screen.shows_of("Cleo", "3 gold")
        lying = screen.page.locator(".things, .plate").get_by_text("goblin of Anna")  # what is said aloud names it too
        with screen.opens_board():
            expect(lying).to_have_count(0)
    anna.shows("Path card, done")
    table.redoes(sentence)
    for screen in table.everybody():
        screen.shows_of("Cleo", "2 gold")
        screen.lies("goblin of Anna")
    ben.turn_begins()
    cleo.is_headed("Ben's turn")


def test_the_reminders_stand_on_the_phone_whose_turn_begins(table: Table, three: list[Phone]) -> None:
    anna, ben, cleo = three
    anna.plays("Spiderweb", "■")
    for phone in (ben, cleo):
        phone.turn_begins()
        phone.taps("Path card, done")
    anna.turn_begins()
    anna.shows("Flip your ■ web to 1.")
    table.shows("Anna: Flip your ■ web to 1.")
    anna.taps("Path card, done")
    for phone in (ben, cleo):
        phone.turn_begins()
        phone.taps("Path card, done")
    anna.shows("Take your ■ web off, discard its card.")


def test_a_panel_that_stands_open_follows_the_game(table: Table, two: list[Phone]) -> None:
    """What the host opened before somebody else's tap is as good after it: it is filled anew."""
    anna, ben = two
    table.opens_place("Ben")
    gold = table.page.locator("#place").get_by_role("spinbutton", name="Gold")
    expect(gold).to_have_value("3")
    gold.fill("6")
    anna.taps("Path card, done")
    ben.turn_begins()
    table.is_headed("Ben's turn")
    stamp = table.page.locator("#stamp input").input_value()
    expect(table.page.locator("#place > [hx-morph-skip] > div")).to_have_attribute(
        "hx-vals:inherited", f'{{"stamp": "{stamp}"}}'
    )
    expect(gold).to_have_value("6")
    with table.answered():
        table.press(table.page.locator("#place").get_by_role("button", name="Gold of Ben: 3 → 6"))
    ben.shows_of("Ben", "6 gold")


def test_news_leave_a_button_that_is_held_down(table: Table) -> None:
    """Replaced between finger down and finger up, it would be no tap."""
    table.seats("Anna", "Ben")
    table.adds("Cleo")
    table.deals("dark-cave")
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


def test_the_log_grows_while_it_is_read(table: Table, three: list[Phone]) -> None:
    anna, ben, cleo = three
    for phone in (anna, ben, cleo, anna, ben, cleo):
        phone.turn_begins()
        phone.taps("Path card, done")
    anna.turn_begins()
    log = table.opens_log()
    lines = log.locator("ol > li")
    expect(lines.first).to_contain_text("Cleo lays a path card.")
    before = lines.count()
    anna.taps("Path card, done")
    expect(lines.first).to_contain_text("Anna lays a path card.")
    expect(lines).to_have_count(before + 1)
    expect(log).to_be_visible()


def test_the_table_corrects_counts_and_whose_turn_it_is(table: Table, two: list[Phone]) -> None:
    """By the number that there is; what was set for one is not added to the next."""
    anna, ben = two
    table.corrects("Anna", Gold=5)
    anna.shows_of("Anna", "5 gold")
    table.corrects("Ben", Gold=4)
    ben.shows_of("Ben", "4 gold")
    ben.shows_of("Anna", "5 gold")
    table.opens_place("Anna")
    expect(table.page.locator("#place").get_by_role("spinbutton", name="Gold")).to_have_value("5")
    table.closes_sheets()
    table.acts(kind="correct", active=1)
    ben.turn_begins()


@pytest.mark.parametrize("how", ["tap", "sheet", "time"])
def test_what_is_said_in_red_goes(table: Table, two: list[Phone], how: str) -> None:
    anna, _ = two
    if how == "time":
        table.context.clock.install()
    anna.taps("Path card, done")
    table.is_headed("Ben's turn")
    table.expects("404", "no such entry")
    table.page.locator("#undo [name=entry]").first.evaluate("input => input.value = 9999")
    table.page.locator("#undo button").click()
    table.shows("There is no such entry")
    if how == "tap":
        table.page.mouse.click(640, 420)
    elif how == "sheet":
        table.page.locator("#menu").evaluate("sheet => { sheet.showModal(); sheet.close(); }")
    else:
        table.context.clock.fast_forward(6000)
    expect(table.page.locator("#say")).to_be_hidden()
