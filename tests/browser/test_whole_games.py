"""Whole games of The Dark Cave, from joining to the score, with a phone for everybody."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import expect

from .device import Device
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
    phones = [table.phone(name).joins() for name in FIVE]
    table.shows(*FIVE)
    for device in table.everybody():
        device.page.evaluate("window.never = 'reloaded'")
    cards = table.deals_and_all_look("dark-cave", first="Anna")
    anna, ben, cleo, dana, _ = phones
    anna.turn_begins()
    anna.marks("Goal card", "the exit")
    anna.plays("Path card", "with a vein")
    ben.turn_begins()
    ben.marks("Gold of a vein")
    ben.plays("Path card")
    table.shows_of("Ben", "4 gold", cards["Ben"])
    cleo.turn_begins()
    cleo.marks("Tunnel")
    cleo.plays("Spiderweb", "▲")
    dana.turn_begins()
    dana.plays("rat", ["Ben", "Cleo"])
    table.all_know_that_lie("▲ web of Cleo, showing 2", "rat of Dana")
    gold = {"Anna": 3, "Ben": 4, "Cleo": 2, "Dana": 3, "Emil": 3}
    out = leave_until_it_is_over(table, phones[4:] + phones[:4], cards)
    check_the_score(table, cards, gold, out)
    for device in table.everybody():
        assert device.page.evaluate("window.never") == "reloaded"
    table.taps("Again with the same people")
    for phone in phones:
        phone.is_headed("Look at your card")
    again = {phone.name: phone.looks() for phone in phones}
    assert set(again.values()) <= set(CARDS)
    ben.turn_begins()
    everybody_shows(table, "Ben's turn", but=ben)


def everybody_shows(table: Table, *texts: str, but: Device | None = None) -> None:
    for device in table.everybody():
        if device is not but:
            device.shows(*texts)


def leave_until_it_is_over(table: Table, phones: list[Phone], cards: dict[str, str]) -> list[str]:
    """One player after the other lays a path card and leaves; the app ends the game by itself. Who left, in order."""
    out: list[str] = []
    for phone in cycle(phones):
        phone.turn_begins()
        phone.marks("Out of the cave")
        phone.plays("Path card")
        out.append(phone.name)
        if any(all(name in out for name in cards if CARDS[cards[name]] == clan) for clan in ("yellow", "blue")):
            break
        phone.shows_of(phone.name, f"out of the cave, number {len(out)}", cards[phone.name])
    everybody_shows(table, "The game is over")
    return out


def check_the_score(table: Table, cards: dict[str, str], gold: dict[str, int], out: list[str]) -> None:
    """The host tells it step by step, every screen along; the sums are those of the rulebook."""
    table.enters("pause", stop="1")
    turned = table.page.locator(".flip:not(.back)")
    if not turned.count():  # it had not begun by itself
        table.next_step()
    everybody_shows(table, "Who was who")
    expect(turned).to_have_count(1)
    for place in range(2, len(cards)):
        table.next_step()
        expect(turned).to_have_count(place)
    twisted = [name for name, card in cards.items() if not card.startswith(f"loyal {CARDS[card]}")]
    if twisted:
        expect(table.page.locator(".flip.back")).to_have_count(1)
        expect(table.page.locator(".spot", has=table.page.locator(".flip.back"))).to_contain_text(twisted[-1])
    table.next_step()
    for name, card in cards.items():
        everybody_shows(table, f"{name}: {card}, works for the {CARDS[card]} clan", but=table)
    table.hides("The treasures", "The winner")
    told = set(table.tells_step_by_step())
    assert ("Gold over the turns" in told) is (len(set(gold.values())) > 1), "where the lines differ"
    assert "The treasures" in told
    assert told & {"The winner", "The winners"}
    table.opens("How it was counted")
    members = {clan: [name for name in cards if CARDS[cards[name]] == clan] for clan in ("yellow", "blue")}
    saved = {clan: sum(gold[name] for name in names if name in out) for clan, names in members.items()}
    times = {"yellow": len(members["blue"]), "blue": len(members["yellow"])}
    treasure = {clan: saved[clan] * times[clan] for clan in members}
    for clan in members:
        dwarves = "dwarf" if times[clan] == 1 else "dwarves"
        sums = (
            f"{clan} clan: {saved[clan]} gold × {times[clan]} {dwarves} working for the other side = {treasure[clan]}"
        )
        everybody_shows(table, sums)
    first = CARDS[cards[out[0]]]
    winner = first if treasure["yellow"] == treasure["blue"] else max(treasure, key=lambda clan: treasure[clan])
    everybody_shows(table, *(f"{name} wins!" for name in members[winner]))
    table.hides(*(f"{name} wins!" for name in cards if name not in members[winner]))


def test_the_codes_on_the_table_screen_lead_to_the_table(table: Table) -> None:
    join = table.page.get_by_role("img", name="QR code to join").first
    assert scan(join) == f"{table.program.url}/{table.program.code}"
