"""A game in one file, from the text that someone types at the table to the second night with it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.web.context import CLOCK

from .device import reads
from .driver import Table
from .ears import ears, has_voice
from .windows import awaits

FILE = """\
[game]
title = "The mill"
players = [5, 8]
out = "shown"
[sides.village]
name = "The village"
goal = "Every thief is out."
[sides.thieves]
name = "The thieves"
goal = "The miller is found."
[cards.miller]
side = "village"
name = "Miller"
[cards.villager]
side = "village"
name = "Villager"
[cards.watch]
side = "village"
name = "Watch"
icon = "eye"
[cards.thief]
side = "thieves"
name = "Thief"
[deal]
cards = { miller = 1, watch = 1, thief = 2 }
fill = "villager"
[[learns]]
who = ["thieves"]
of = ["thieves"]
says = "Thieves with you: {names}."
[[looks]]
name = "Whose side is somebody on?"
who = ["watch"]
at = "side"
[[looks]]
name = "Whose card is shown to you?"
who = "named"
at = "card"
[[night]]
says = "Thieves, open your eyes."
seconds = 600
[[night]]
says = "Watch, hold a name."
seconds = 600
look = "Whose side is somebody on?"
[[night]]
says = "Morning has come."
seconds = 600
[[clock]]
name = "Day"
seconds = 240
[[ends]]
when = "Every thief is out"
wins = ["village"]
[[ends]]
when = "The mill is empty"
asks = "Who is the miller?"
wins = { named = ["miller"], then = ["thieves"], else = ["village"] }
"""


HOUR_IN_MS = 3_600_000
SLEEPS = """() => {
  const now = Date.now;
  Date.now = () => now() + 600000;
  window.slept = Date.now();
}"""
"""The lid was closed for ten minutes, in which Companion's clock stood still, too."""


@pytest.fixture
def script() -> str:
    return ears("en")


def test_an_evening_with_a_game_that_somebody_has_typed(table: Table) -> None:
    phones = [table.has_phone(name) for name in ("Anna", "Ben", "Cleo", "Dora", "Emil")]
    for phone in phones:
        phone.sends_name()
    page = table.page

    # Typed at the table, with a mistake that is named while one types.
    table.opens("More games")
    table.follows("Add a game")
    page.locator("#game-written > summary").click()
    text = page.get_by_label("Game text")
    text.fill(FILE.replace('of = ["thieves"]', 'of = ["theives"]'))
    mistake = page.locator(".mistakes li")
    reads(mistake, '29of = ["theives"]no card or side is called "theives": did you mean "thieves"?')
    mistake.get_by_role("button", name="Line 29").click()
    assert text.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)") == 'of = ["theives"]'
    text.fill(FILE)
    expect(page.locator(".preview li")).to_have_count(4)
    table.shows("Thieves with you: ")
    table.follows("Save this game")
    table.shows("The mill")

    # Its options say what goes in. It is dealt with one tap, and every phone looks.
    table.opens_sheet("options")
    table.shows("5 players: 1 × Miller, 1 × Villager, 1 × Watch, 2 × Thief.")
    table.closes_sheets()
    page.locator(".deal").click()
    table.is_headed("Everyone, look at your card")
    told = {phone.name: phone.opens_seat().looks() for phone in phones}
    thieves = [name for name, said in told.items() if "Thief" in said]
    watch, miller = (next(name for name, said in told.items() if card in said) for card in ("Watch", "Miller"))
    assert all(f"Thieves with you: {other}." in told[one] for one, other in (thieves, thieves[::-1]))
    assert all("You learn nothing." in told[name] for name in told if name not in thieves)

    table.is_headed("The game is on")  # the voice says what changes from here on
    has_voice(page)

    # The night is read aloud by the table's device; then the timer, paused and lengthened.
    table.taps("Night")
    night = page.locator("dialog.night")
    reads(night.locator("h1"), "Thieves, open your eyes.")
    expect(night.get_by_text("Everyone else: eyes closed")).to_be_visible()
    night.get_by_role("button", name="Next").click()
    reads(night.locator("h1"), "Watch, hold a name.")
    by_name = {phone.name: phone for phone in phones}
    one, other = (f"night-1-1-{[*by_name].index(name)}" for name in (thieves[0], miller))
    for phone in phones:
        if phone.name not in (thieves[0], miller):
            told_at_night = phone.looks(one)
            assert told_at_night == (f"{thieves[0]}: The thieves" if phone.name == watch else "You learn nothing.")
            expect(phone.secret(one)).to_be_visible()
            phone.shows("Whose side is somebody on?")
            expect(phone.secret(other)).to_have_count(0)
    night.get_by_role("button", name="Next").click()
    reads(night.locator("h1"), "Morning has come.")
    expect(night.get_by_text("Everyone else: eyes closed")).to_be_hidden()
    for phone in phones:
        expect(phone.page.locator("[data-key^=night]")).to_have_count(0)
    night.get_by_role("button", name="Next").click()
    expect(night).to_have_count(0)
    with page.expect_request("**/host/clock") as tap:
        table.taps("Day")
    said = int(tap.value.headers[CLOCK.lower()])
    assert abs(page.evaluate("Date.now()") - said) < HOUR_IN_MS, "the host's browser says what time it is"
    page.evaluate(SLEEPS)
    awaits(page, "() => live.shift !== null && live.told > slept")
    reads(page.locator(".countdown b"), re.compile("^[34]:"))
    table.taps("Pause")
    table.taps("+ 30 s")

    # Someone is out, and their card is revealed.
    table.opens_place(thieves[0])
    table.taps(f"{thieves[0]} is out")
    table.shows_of(thieves[0], "Thief")

    gone = by_name.pop(thieves[0])
    gone.is_headed("You're out")

    # One whom the table names is asked alone, and answered.
    table.plays("Whose card is shown to you?", miller)
    asked = by_name[miller]
    asked.plays("Answer", watch)
    assert asked.looks("answer") == f"{watch}: Watch"
    expect(gone.page.locator("[data-key=answer]")).to_have_count(0)

    # Every phone is asked the same, and one alone is answered.
    table.taps("Whose side is somebody on?")
    for phone in by_name.values():
        phone.is_headed("Whose side is somebody on?")
        phone.plays("Answer", thieves[1] if phone.name != thieves[1] else watch)
    answers = {phone.name: phone.looks("answer") for phone in by_name.values()}
    assert answers.pop(watch) == f"{thieves[1]}: The thieves"
    assert set(answers.values()) == {"You learn nothing."}

    for phone in phones:  # the rest happens at the table
        phone.close()

    # How it ended, by large tiles; the seat that is asked for is named by the table, which hears the question.
    table.follows("End round")
    expect(page.locator("dialog#ending:modal")).to_be_visible()  # before seats and log, not over or under them
    table.plays("The mill is empty", miller)
    table.is_headed("The game is over")
    assert page.evaluate("heard.spoken.map(([, words]) => words)")[:8] == [
        "From now on, I'll tell you what to do.",
        "Thieves, open your eyes.",
        "Watch, hold a name.",
        "Morning has come.",
        "4 of 5 still in",
        "Whose side is somebody on?",
        "4 of 5 still in",
        "Who is the miller?",
    ]
    assert table.tells_the_score() == ["The winners", "How it ended", "Who had which card", "Who knew what"]
    table.shows(f"{miller}'s card: Miller.", *thieves)
    table.taps("Play again, same people")
    table.is_headed("Everyone, look at your card")
