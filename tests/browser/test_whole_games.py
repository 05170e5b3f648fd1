"""A whole game of The Dark Cave, from joining to the score, with a phone for each: all is done by keyboard once."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import expect

from .driver import Phone, Table
from .scan import scan

FIVE = ("Anna", "Ben", "Cleo", "Dana", "Emil")
CARDS = {
    "loyal yellow dwarf": "yellow",
    "yellow saboteur": "blue",
    "loyal blue dwarf": "blue",
    "blue saboteur": "yellow",
}
"""The clan that each card works for."""


@pytest.mark.long
def test_five_play_from_joining_to_the_score_and_again(table: Table) -> None:
    table.keys = True
    code = table.page.get_by_role("img", name="QR code to join").first
    assert scan(code) == f"{table.program.url}/{table.program.code}"
    phones = [*(table.phone(name).joins() for name in FIVE[:2]), *table.seats(*FIVE[2:])]
    table.shows(*FIVE)
    for device in table.everybody():
        device.page.evaluate("window.never = 'reloaded'")
    table.deals()
    anna, ben, cleo, dana, _ = phones
    cards = {phone.name: phone.looks(by_keyboard=phone in (anna, ben)) for phone in phones}
    anna.turn_begins()
    anna.marks("Goal card", "the exit")
    anna.plays("Path card", "with a vein")
    ben.turn_begins()
    ben.marks("Gold from a vein")
    ben.plays("Path card")
    table.shows_of("Ben", "4 gold", cards["Ben"])
    cleo.turn_begins()
    cleo.marks("Tunnel")
    cleo.plays("Spiderweb", "▲")
    dana.turn_begins()
    dana.plays("rat", ["Ben", "Cleo"])
    table.all_know_that_lie("Cleo's ▲ web, showing 2", "Dana's rat")
    leave_until_it_is_over(table, phones[4:] + phones[:4], cards)
    check_the_score(table, cards)
    for device in table.everybody():
        assert device.page.evaluate("window.never") == "reloaded"
    table.taps("Play again, same people")
    for phone in phones:
        phone.is_headed("Look at your card")
    assert set(table.all_look().values()) <= set(CARDS)
    ben.turn_begins()
    table.is_headed("Ben's turn")
    table.opens_menu("Start over or stop")
    expect(table.page.locator("#menu .invited")).to_be_visible()
    table.taps("Back to the lobby")
    table.shows("Deal to 5")


def leave_until_it_is_over(table: Table, phones: list[Phone], cards: dict[str, str]) -> None:
    """One player after the other plays a path card and leaves, the first one by keyboard; the app ends the game
    automatically."""
    out: list[str] = []
    for phone in cycle(phones):
        phone.keys = not out
        phone.turn_begins()
        phone.marks("Out of the cave")
        phone.plays("Path card")
        out.append(phone.name)
        if any(all(name in out for name in cards if CARDS[cards[name]] == clan) for clan in ("yellow", "blue")):
            break
        phone.shows_of(phone.name, f"out of the cave, number {len(out)}", cards[phone.name])
    table.everybody_shows("The game is over")


def check_the_score(table: Table, cards: dict[str, str]) -> None:
    """The host reveals it step by step, and every screen follows."""
    table.enters("pause", stop="1")
    turned = table.page.locator(".flip:not(.back)")
    if not turned.count():  # it had not started automatically
        table.next_step()
    table.everybody_shows("Who was who")
    expect(turned).to_have_count(1)
    for place in range(2, len(cards)):
        table.next_step()
        expect(turned).to_have_count(place)
    table.hides("The treasures", "The winner")
    while table.next_step():
        pass
    table.told()
    table.everybody_shows(*table.counted())
