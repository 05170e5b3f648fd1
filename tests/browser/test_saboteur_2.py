"""Whole games of Saboteur 2 in the browser: hats are swapped, thieves steal, and only the owner learns a new role."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from .device import Device
from .driver import Table

SEVEN = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina")
ROLES = ("blue gold-digger", "green gold-digger", "boss", "profiteer", "geologist", "saboteur")
HANDS = {
    "format": "companion-record-1",
    "game": "saboteur-2",
    "options": {"rounds": 2},
    "players": list(SEVEN),
    "entries": [
        {
            "kind": "deal",
            "first": 0,
            "cards": ["boss", "blue-digger", "saboteur", "green-digger", "profiteer", "geologist", "blue-digger"],
            "aside": [
                *("blue-digger", "blue-digger", "green-digger", "green-digger", "green-digger"),
                *("geologist", "saboteur", "saboteur"),
            ],
        }
    ],
}
EXCHANGED = "Your role has been swapped"


def no_role_is_told(device: Device) -> None:
    """Nowhere in what the stream keeps fresh."""
    told = device.live.inner_text().casefold().replace("saboteur 2", "")  # the title
    assert [role for role in ROLES if role in told] == []


def gold_is(devices: Sequence[Device], gold: dict[str, int]) -> None:
    for device in devices:
        with device.opens_board():
            for name, has in gold.items():
                expect(device.row(name)).to_contain_text(f"{has} gold")


@pytest.mark.long
def test_seven_play_two_rounds_with_swapped_hats_and_two_thefts(dealt: Callable[..., Table]) -> None:
    table = dealt(HANDS, *SEVEN[:4])
    anna, ben, cleo, dora = table.finds_a_deal()
    assert [phone.looks() for phone in table.phones] == ["boss", "blue gold-digger", "saboteur", "green gold-digger"]
    table.begins()

    anna.turn_begins()
    anna.follows("Not right now")
    anna.shows("nobody is trapped", "there's no theft on the table", "nobody has a broken tool")
    anna.page.keyboard.press("Escape")
    anna.plays("Trapped!", "Cleo")
    ben.turn_begins()
    ben.taps("Theft")
    cleo.lies("Ben's theft")
    for other in (table, anna, ben, dora):
        other.lies("Ben's theft", "takes 1 gold at the end of the round")
    cleo.turn_begins()
    cleo.follows("Not right now")
    cleo.shows("Cleo is trapped and can't play path cards")
    cleo.hides("Path reaches the treasure!")
    cleo.page.keyboard.press("Escape")
    cleo.plays("Discard", 2)
    dora.turn_begins()
    dora.plays("Swap your hats", "Cleo")
    cleo.shows(EXCHANGED)
    for other in (table, anna, ben, dora):
        other.shows("Dora swaps Cleo's role: it's set aside, and Cleo looks at the new one on the phone.")
        other.hides(EXCHANGED)
        no_role_is_told(other)
    assert cleo.looks() in ("blue gold-digger", "green gold-digger", "geologist", "saboteur")
    table.turn_of("Emil").plays("Inspection", "Finn")
    no_role_is_told(table)
    table.opens_place("Emil")
    with table.handed_to("Emil"):
        assert table.looks("peek-5") == "Finn: geologist"
    table.turn_of("Finn").plays("Break: pick", "Gina")
    table.turn_of("Gina").plays("Pay two cards", "pick")
    table.shows_of("Gina", "5 cards in hand")
    anna.turn_begins()
    anna.taps("Path card")
    ben.turn_begins()
    ben.plays("Swap your hands", "Gina")
    table.shows_of("Ben", "5 cards in hand")
    table.shows_of("Gina", "6 cards in hand")
    cleo.turn_begins()
    cleo.taps("Rockfall")
    cleo.hides(EXCHANGED)
    dora.turn_begins()
    dora.taps("Theft")
    for seat in (4, 5, 6):
        table.has_turn_ended(seat)
    anna.turn_begins()
    form = anna.opens("Path reaches the treasure!")
    expect(form.locator(".asked .sign .clan.blue, .asked .sign .clan.green")).to_have_count(2)
    anna.plays("Path reaches the treasure!", "yes", "no")

    table.everybody_shows("It's over! How many crystals can you see?")
    table.plays("Count the crystals", 3)
    for device in table.everybody():
        device.is_headed("Anna reached the treasure.")
        no_role_is_told(device)
    gold_is(table.phones, dict.fromkeys(SEVEN, 0))
    cleo.taps("Reveal the cards")
    while table.has_more_to_tell():
        pass

    # The thieves see who has gold.
    dora.is_headed("You choose")
    for other in (table, anna, ben, cleo):
        other.is_headed("Dora steals 1 gold")
    gold_is(table.phones, {"Anna": 1, "Ben": 2, "Cleo": 0, "Dora": 0, "Emil": 0, "Finn": 3, "Gina": 2})
    dora.opens("Steal 1 gold")
    dora.shows("Cleo has no gold", "Emil has no gold")
    dora.plays("Steal 1 gold", "Finn")
    ben.is_headed("You choose")
    table.shows("Dora takes 1 gold from Finn.")
    ben.plays("Steal 1 gold", "Gina")
    table.page.locator("form.nextstep").wait_for(state="attached")
    table.enters("pause", stop="1")
    table.tells_the_score()
    table.everybody_shows(
        "Who was who",
        "Who wins the round",
        "The thefts",
        "Blue gets there.",
        "Green can't get there: blue doors are in the way.",
        "4 winners: 2 gold each.",
        "Anna, boss: 2 − 1 = 1",
        "Emil, profiteer: 2 − 2 = 0",
        "Finn, geologist: 3 crystals",
        "Trapped, so they neither win nor get gold: Cleo",
        "Dora takes 1 gold from Finn",
        "Ben takes 1 gold from Gina",
    )
    gold_is(table.phones, {"Anna": 1, "Ben": 3, "Cleo": 0, "Dora": 1, "Emil": 0, "Finn": 2, "Gina": 1})

    table.deals_the_next_round(proposed="Ben")
    table.begins()
    ben.turn_begins()
    ben.taps("Path card")
    cleo.turn_begins()
    table.agrees_to_stop()
    table.plays("Count the crystals", 0)
    anna.is_headed("The game is over")
    table.tells_the_score()
    table.everybody_shows("The treasure was not reached: the saboteurs win.")
    sums = table.page.locator("section.step", has_text="All rounds").locator("li b").all_inner_texts()
    assert [int(one) for one in sums] == sorted(int(one) for one in sums)
    table.closes_sheets()
    assert table.page.locator(".finale").inner_text().count("wins!") == sums.count(sums[-1])
