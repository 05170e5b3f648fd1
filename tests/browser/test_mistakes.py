"""A night of each game with mistakes: undone at once, seen three turns later, a thing forgotten, a count wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect
from sizes import LARGE

from .driver import Phone, Table


@dataclass(frozen=True)
class Mistakes:
    """What is easily forgotten in a game, and what is counted wrong at a seat.

    ``what`` is lit before the large button, with a ``choice`` if it asks for one; if it ``sends``, it is a card on its
    own. ``said`` is the log's word for it, ``wrong`` the label of the count."""

    game: str
    what: str
    said: str
    wrong: str
    choice: str = ""
    sends: bool = False


MISTAKES = (
    Mistakes("dark-cave", "with a vein", "gold vein", "Gold"),
    Mistakes("lost-mines", "Reveal a mine", "gold mine", "Treasures", choice="gold mine"),
    Mistakes("saboteur", "Path reaches a stone", "stone", "Cards in hand", sends=True),
    Mistakes("saboteur-2", "Path reaches a stone", "stone", "Gold", sends=True),
)
LAYS = "plays a path card"
CARD = re.compile("^Path card(, end turn)?$")


def lays(phone: Phone) -> None:
    """The large button, whatever it says by what is lit."""
    phone.turn_begins()
    with phone.answered():
        phone.press(phone.page.locator("#thumb form:not([hidden]) button.main"))


def says_of_itself(phone: Phone, label: str, number: int) -> None:
    """Tap one's own seat, say how much there is."""
    with phone.behind_i("Fix a mistake") as sheet:
        sheet.get_by_label(label).fill(str(number))
        with phone.answered():
            phone.press(sheet.locator("[data-says]"))


@pytest.mark.parametrize("of", MISTAKES if LARGE else MISTAKES[:1], ids=lambda of: of.game)
def test_an_evening_with_mistakes(table: Table, of: Mistakes) -> None:
    (anna,) = table.has_begun("Anna", without=["Ben", "Cleo"], game=of.game)

    # Forgotten, and undone at once.
    lays(anna)
    table.is_headed("Ben's turn")
    table.shows(f"Anna {LAYS}")
    anna.taps("Undo")
    anna.turn_begins()
    if of.sends:
        anna.taps(of.what)
    else:
        anna.marks(of.what, of.choice)
        lays(anna)
    table.is_headed("Ben's turn")
    log = table.log()
    assert any(of.said in line for line in log)
    before = [line for line in log if line.startswith("Anna")]

    # Seen when others have played: on Anna's phone there is no undo any more, but her seat.
    anna.goes_deaf()
    table.has_turn_ended(1)
    table.is_headed("Cleo's turn")
    table.expects("status of 409", because="something was entered since")
    anna.taps("Undo")
    anna.says("Something else has been entered since. Tap your seat to fix it.")
    expect(anna.button("Undo")).to_have_count(0)
    says_of_itself(anna, of.wrong, 2)
    log = table.log()
    assert any(re.match(r"Corrected: .*Anna.* Entered by Anna\.", line) for line in log), log
    assert [line for line in log if line.startswith("Anna")] == before

    # Tapped for Cleo by the host, undone and redone at the table.
    table.taps(CARD)
    anna.opens_seat().turn_begins()
    sentence = f"Cleo {LAYS}."
    table.undoes(sentence)
    anna.is_headed("Cleo's turn")
    table.redoes(sentence)
    anna.turn_begins()

    # Someone else's count, three turns later, by the table.
    for seat in (0, 1):
        table.has_turn_ended(seat)
    table.is_headed("Cleo's turn")
    anna.is_headed("Cleo's turn")
    expect(anna.button("Undo")).to_have_count(0)
    sheet = table.opens_place("Ben")
    sheet.get_by_label(of.wrong).fill("1")
    with table.answered():
        table.press(sheet.locator("[data-says]"))
    assert any(re.match("Corrected: .*Ben", line) for line in table.log())


def test_a_seats_sheet_opened_again_has_its_counts_as_they_are(table: Table) -> None:
    """What was typed before and not sent, or sent and undone, is gone."""
    table.has_begun(without=["Anna", "Ben", "Cleo"], follow="timers")
    seat = table.page.get_by_role("button", name="Anna: fix something")
    says = table.page.locator("#place [data-says]")
    for _ in range(2):
        seat.click(position={"x": 20, "y": 8})
        expect(table.page.locator("#place [data-step]").first).to_be_visible()
        expect(says).to_be_hidden()
        table.page.locator("#place [data-step='1']").first.click()
        expect(says).to_be_visible()
        table.closes_sheets()
