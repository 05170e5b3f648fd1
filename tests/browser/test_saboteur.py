"""Whole games of Saboteur in the browser: the nuggets go from phone to phone, and nobody sees another's."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from .device import Device
from .driver import Table

FIVE = ("Anna", "Ben", "Cleo", "Dora", "Emil")
DIGGER = "gold-digger"
PICKS = re.compile(" picks a nugget card$")


def picker(table: Table) -> str:
    """Whose pick it is, as the table screen says; nobody's when the round is over."""
    over = table.page.locator("form.nextstep")
    expect(table.headline.filter(has_text=PICKS).or_(over).first).to_be_attached()
    return "" if over.count() else PICKS.sub("", table.headline.inner_text())


def device_of(table: Table, name: str) -> Device:
    return next((phone for phone in table.phones if phone.name == name), table)


def offered(device: Device) -> list[int]:
    """The nugget cards drawn as buttons on that screen, most valuable first."""
    labels = device.page.get_by_role("button", name=re.compile(r"^\d nuggets?$")).filter(visible=True).all_inner_texts()
    return [int(label.split()[0]) for label in labels]


def picks(table: Table, name: str) -> tuple[list[int], int]:
    """The digger takes the last card on offer; what was offered, and what it took."""
    device = device_of(table, name)
    if device is table:
        with table.handed_to(name):
            cards = offered(table)
            table.page.get_by_role("button", name=re.compile(r"^\d nuggets?$")).last.click()
            table.is_headed("Put this back on the table")
        return cards, cards[-1]
    device.is_headed("You choose")
    device.opens("Pick a nugget card")
    cards = offered(device)
    with device.answered():
        device.press(device.page.get_by_role("button", name=re.compile(r"^\d nuggets?$")).last)
    return cards, cards[-1]


def drafts(table: Table, hidden_from: tuple[Device, ...] = ()) -> list[tuple[str, int]]:
    """The whole draft, who took what. Each sees what the one before has left, and ``hidden_from`` see none of it."""
    taken: list[tuple[str, int]] = []
    left: list[int] = []
    while name := picker(table):
        for device in (table, *hidden_from):
            if device is table or device.who != name:
                device.is_headed(f"{name} picks a nugget card")
                no_nugget_is_told(device)
        cards, card = picks(table, name)
        if taken:
            assert cards == left
        left = cards[:-1]
        taken.append((name, card))
        expect(table.headline).not_to_have_text(f"{name} picks a nugget card")
    assert left == []
    return taken


def no_nugget_is_told(device: Device) -> None:
    """Not in the page, whether it is to be seen or not."""
    assert re.search(r"\d nuggets?\b(?! card)", device.page.content()) is None


def looks_at_cards(table: Table) -> dict[str, str]:
    """Everybody looks at the own card; who has no phone, on the table device."""
    cards = {phone.name: phone.looks() for phone in table.phones}
    for name in FIVE:
        if name not in cards:
            with table.handed_to(name):
                cards[name] = table.looks()
    return cards


@pytest.mark.long
def test_five_play_three_rounds_and_nobody_sees_anothers_gold(table: Table) -> None:
    phones = anna, ben, cleo, dora = table.seats(*FIVE[:4])
    table.adds("Emil")
    table.deals("saboteur", first="Anna")
    cards = looks_at_cards(table)

    anna.turn_begins()
    anna.plays("Break: mine wagon", "Ben")
    ben.turn_begins()
    ben.page.get_by_text("Not possible now").filter(visible=True).first.click()
    ben.shows("Ben may lay no path card with broken tools: mine wagon")
    ben.hides("Path reaches the treasure!")
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

    finder = next(name for name in ("Cleo", "Dora", "Emil", "Anna") if cards[name] == DIGGER)
    for name in cycle(("Ben", "Cleo", "Dora", "Emil", "Anna")):
        if name == finder:
            table.turn_of(name).taps("Path reaches the treasure!")
            break
        table.turn_of(name).taps("Rockfall" if name == "Ben" else "Path card")
    taken = drafts(table, tuple(phones))
    table.enters("pause", stop="1")
    counter_clockwise = [FIVE[(FIVE.index(finder) - step) % 5] for step in range(5)]
    diggers = [name for name in counter_clockwise if cards[name] == DIGGER]
    assert [name for name, _ in taken] == [name for _, name in zip(range(5), cycle(diggers), strict=False)]
    for phone in phones:
        own = " + ".join(str(card) for who, card in taken if who == phone.name)
        assert phone.looks("gold").startswith(f"{own} in this round. " if own else "You have 0")
    table.tells_the_score()
    table.opens("How it was counted")
    for name in diggers:
        cards_taken = {1: "1 card", 2: "2 cards", 3: "3 cards"}[len([who for who, _ in taken if who == name])]
        table.everybody_shows(f"{name} took {cards_taken}, unseen")
    for device in table.everybody():
        no_nugget_is_told(device)

    first = FIVE[(FIVE.index(finder) + 1) % 5]
    for agreed in (True, False):
        table.deals_the_next_round(proposed=first)
        table.begins()
        table.turn_of(first).taps("Path card")
        first = FIVE[(FIVE.index(first) + 1) % 5]
        if agreed:
            table.agrees_to_stop()
            table.enters("pause", stop="1")
            table.tells_the_score()
            table.opens("How it was counted")
            table.everybody_shows("The table agreed to stop; the treasure was not reached.", "the saboteurs win")
        else:
            table.acts(kind="end", reason="cards")
    table.hides("Place")
    table.tells_the_score()
    table.opens("How it was counted")
    table.everybody_shows("Nobody has a card left, and the treasure was not reached.", *table.counted())


def test_with_the_cards_of_the_box_everybody_types_what_they_took(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    table.adds("Cleo")
    table.chooses("saboteur")
    table.opens_sheet("options")
    with table.answered():
        table.page.get_by_label("the cards of the box: diggers type what they got").check()
    table.deals("saboteur", first="Anna")
    cards = {phone.name: phone.looks() for phone in (anna, ben)}
    table.begins()
    anna.turn_begins()
    anna.taps("Path reaches the treasure!")
    for place, phone in enumerate((anna, ben)):
        if cards[phone.name] == DIGGER:
            phone.is_headed("You choose")
            phone.plays("Nuggets I got", 3 + place)
            if phone is anna:
                # At least one digger after her still has to type; nobody need come after Ben.
                assert phone.looks("gold") == "You have 0 nuggets."
        else:
            phone.is_headed("Play is over! The score needs a few answers")
    hands_over = table.page.get_by_text("Cleo chooses in secret: hand over")
    expect(hands_over.or_(table.page.locator("form.nextstep")).first).to_be_attached()
    if hands_over.count():
        with table.handed_to("Cleo"):
            table.page.get_by_role("spinbutton").fill("2")
            table.press(table.page.locator("button.sends", has_text="Nuggets I got"))
            table.is_headed("Put this back on the table")
    table.page.locator("form.nextstep").wait_for(state="attached")
    table.enters("pause", stop="1")
    for place, phone in enumerate((anna, ben)):
        phone.is_headed("Round 1 is over")
        if cards[phone.name] == DIGGER:
            assert phone.looks("gold") == f"{3 + place} in this round. You have {3 + place} nuggets."
