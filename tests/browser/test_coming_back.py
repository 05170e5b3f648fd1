"""Networks break, servers are killed, phones are reloaded: everything comes back automatically."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from .driver import Table
from .windows import awaits

GONE = r"ERR_(CONNECTION_RE\w+|INCOMPLETE_CHUNKED|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)|Failed to fetch|network error"

OFF = f"{GONE}|ERR_INTERNET_DISCONNECTED"


def test_a_server_killed_in_mid_turn_comes_back_with_everything_and_gets_the_tap_made_meanwhile(table: Table) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"])
    table.acts(kind="creature", by=0, creature="rat", attacks=[1])
    anna.shows_of("Ben", "4 cards in hand")
    table.shows("Anna's rat")
    before = table.log()
    for screen in table.everybody():
        screen.page.evaluate("window.never = 'reloaded'")
    table.expects(GONE, because="the program is killed")
    table.program.kill()
    button = anna.button("End the turn")
    anna.press(button)
    for screen in table.everybody():
        expect(screen.offline).to_be_visible()
    expect(button).to_have_attribute("data-sending", "sending …")
    table.program.start()
    for screen in table.everybody():
        screen.is_headed("Ben's turn")
        expect(screen.offline).to_be_hidden()
        with screen.opens_board():
            screen.shows("Anna's rat")
            expect(screen.row("Ben")).to_contain_text("4 cards in hand")
        assert screen.page.evaluate("window.never") == "reloaded"
    expect(anna.page.locator("button[data-sending]")).to_have_count(0)
    assert table.log() == ["Anna's turn ends; Anna draws 1 card.", *before]


def test_of_two_taps_into_a_dead_network_the_last_one_counts_unless_it_comes_too_late_and_a_tile_opens_afterwards(
    table: Table,
) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben"])
    table.expects(f"{OFF}|status of 409", because="the network is gone, and the table goes on")
    sheet = anna.opens("Boots")
    answer = sheet.locator(".answers button").filter(has_text="Ben")
    expect(answer).to_be_visible()
    anna.has_network(False)
    anna.press(answer)
    expect(anna.offline).to_be_visible()
    expect(answer).to_have_attribute("data-sending", "sending …")
    anna.press(sheet.locator("[data-close]"))
    anna.follows("Path card, end turn")
    expect(anna.page.locator("button[data-sending]")).to_have_count(1)
    anna.has_network(True)
    anna.is_headed("Ben's turn")
    with anna.opens_board():
        expect(anna.row("Ben")).not_to_contain_text("boots")

    table.has_turn_ended(1)
    anna.turn_begins()
    anna.has_network(False)
    anna.press(anna.page.locator("button.tile[data-sheet]", has_text="Boots"))
    expect(anna.offline).to_be_visible()
    anna.has_network(True)
    anna.sends(answer)
    anna.shows_of("Ben", "boots")

    table.has_turn_ended(1)
    anna.turn_begins()
    anna.has_network(False)
    anna.follows("Path card, end turn")
    expect(anna.offline).to_be_visible()
    table.has_turn_ended(0)
    table.is_headed("Ben's turn")
    before = table.log()
    anna.has_network(True)
    anna.is_headed("Ben's turn")
    anna.says("Something else was entered in the meantime")
    expect(anna.page.locator("button[data-sending]")).to_have_count(0)
    assert table.log() == before


def test_a_page_from_the_background_or_whose_scripts_come_one_by_one_is_current(table: Table) -> None:
    anna = table.has_phone("Anna").has_joined()
    anna.shows_page("hidden")
    table.adds("Ben")
    anna.shows_page("visible")
    anna.shows("Ben")
    held: list[Route] = []
    anna.page.route("**/hx-sse.min.js*", lambda route: held.append(route))
    with anna.page.expect_request("**/hx-sse.min.js*"):
        anna.page.reload(wait_until="commit")
    awaits(anna.page, "() => window.htmx !== undefined")
    anna.page.evaluate("new Promise(done => setTimeout(() => setTimeout(done)))")
    held[0].continue_()
    anna.is_headed("You're in")
    table.adds("Cleo")
    anna.shows("Cleo")
