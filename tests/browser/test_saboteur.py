"""A whole game of Saboteur in the browser: the nuggets go from phone to phone, and nobody sees another's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .device import Device
from .driver import Table

FIVE = ("Anna", "Ben", "Cleo", "Dora", "Emil")
DIGGER, SABOTEUR = "gold-digger", "saboteur"
CARDS = {
    "format": "companion-record-1",
    "game": "saboteur",
    "players": list(FIVE),
    "entries": [
        {"kind": "deal", "first": 0, "cards": [DIGGER, DIGGER, SABOTEUR, DIGGER, DIGGER], "aside": [SABOTEUR]},
    ],
}
NUGGETS = re.compile(r"^\d nuggets?$")


def picks(table: Table, name: str) -> list[str]:
    """The digger takes the last of the cards on offer, of which the most valuable is the first; all of them."""
    device = next((phone for phone in table.phones if phone.name == name), None)
    buttons = (device or table).page.get_by_role("button", name=NUGGETS).filter(visible=True)
    if device is None:
        with table.handed_to(name):
            cards = buttons.all_inner_texts()
            buttons.last.click()
            table.is_headed("Put this back on the table")
        return cards
    device.is_headed("You choose")
    device.opens("Pick a nugget card")
    cards = buttons.all_inner_texts()
    device.sends(buttons.last)
    return cards


def no_nugget_is_told(device: Device) -> None:
    """Not in the page, whether it is to be seen or not."""
    assert re.search(r"\d nuggets?\b(?! card)", device.page.content()) is None


@pytest.mark.long
def test_five_play_three_rounds_and_nobody_sees_anothers_gold(dealt: Callable[..., Table]) -> None:
    table = dealt(CARDS, *FIVE[:4])
    phones = anna, ben, cleo, dora = table.finds_a_deal()
    assert table.all_look() == dict(zip(FIVE, (DIGGER, DIGGER, SABOTEUR, DIGGER), strict=False))
    with table.handed_to("Emil"):
        assert table.looks() == DIGGER

    anna.turn_begins()
    anna.plays("Break: mine wagon", "Ben")
    ben.turn_begins()
    ben.follows("Not right now")
    ben.shows("Ben can't play path cards with broken tools: mine wagon")
    ben.hides("Path reaches the treasure!")
    ben.page.keyboard.press("Escape")
    ben.taps("Map")
    cleo.turn_begins()
    cleo.plays("Break: lantern", "Ben")
    dora.turn_begins()
    dora.plays("Break: pick", "Ben")
    for device in table.everybody():
        device.shows_of("Ben", "mine wagon is broken", "lantern is broken", "pick is broken")
    table.turn_of("Emil").plays("Repair: lantern", "Ben")
    table.shows("Emil repairs Ben's lantern: discard both cards.")
    table.shows_of("Ben", "mine wagon is broken", "pick is broken")
    expect(table.row("Ben")).not_to_contain_text("lantern is broken")
    anna.turn_begins()
    anna.taps("Path reaches a stone")
    table.all_know_that_lie("a stone")
    for phone, card in ((ben, "Rockfall"), (cleo, "Path card"), (dora, "Path reaches the treasure!")):
        phone.turn_begins()
        phone.taps(card)

    # All screens say so, until someone reveals the cards: then it goes on automatically.
    for device in table.everybody():
        device.is_headed("Dora reached the treasure.")
    cleo.taps("Reveal the cards")
    while table.has_more_to_tell():
        pass

    # Counter-clockwise from who reached it; each sees what the one before has left.
    taken, left = defaultdict[str, list[str]](list), list[str]()
    for name in ("Dora", "Ben", "Anna", "Emil", "Dora"):
        for device in table.everybody():
            if device.name != name:
                device.is_headed(f"{name} picks a nugget card")
                no_nugget_is_told(device)
        cards = picks(table, name)
        assert not left or cards == left
        *left, card = cards
        taken[name].append(card.split()[0])
    assert not left
    table.page.locator("form.nextstep").wait_for(state="attached")
    table.enters("pause", stop="1")
    for phone in phones:
        own = " + ".join(taken[phone.name])
        assert phone.looks("gold").startswith(f"{own} in this round. " if own else "You have 0")
    table.tells_the_score()
    table.everybody_shows("Dora took 2 cards in secret", "Ben took 1 card in secret", "Emil took 1 card in secret")
    for device in table.everybody():
        no_nugget_is_told(device)

    table.deals_the_next_round(proposed="Emil")
    table.begins()
    table.turn_of("Emil").taps("Path card")
    table.agrees_to_stop()
    table.enters("pause", stop="1")
    table.tells_the_score()
    table.everybody_shows("Everyone agreed to stop, and the treasure was not reached.", "the saboteurs win")
    table.deals_the_next_round(proposed="Anna")
    table.begins()
    anna.turn_begins()
    table.acts(kind="end", reason="cards")
    table.hides("Place")
    table.tells_the_score()
    table.everybody_shows("Nobody has a card left, and the treasure was not reached.", *table.counted())
