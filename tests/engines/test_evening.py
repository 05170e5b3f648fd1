"""A game night of three with a table screen, in WPE, WebKitGTK and Firefox: what phones that are no Chromium have to
do.

`.ci/engines` runs it, one engine after another; plain `pytest` leaves it out. By hand, for one:
`pytest -n 0 -x tests/engines -k wpe`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from browser.program import Program

from .conftest import PHONE, SCREEN
from .window import Window

pytestmark = pytest.mark.filterwarnings("default")  # what other people's drivers have to say
CARD = "css:button.hold[data-key='card']"
FACE = "document.querySelector('button.hold.card .face')"
ROLES = ("loyal", "saboteur", "selfish")
STEPS = 40
"""More than a score ever has."""
DONE = "css:#thumb button.main"
PLAY_NO_FILM = """
document.getElementById("awake").dataset.film = "";
const film = document.querySelector(".awake-film");
film?.replaceChildren();
film?.load();
"""


class Evening:
    """The table screen and three phones; the steps of the game night build on each other."""

    def __init__(self, program: Program, window: Callable[[tuple[int, int]], Window]) -> None:
        self.program = program
        self.url = f"{program.url}/{program.code}"
        self.screen = window(SCREEN)
        self.anna, self.ben, self.cleo = (window(PHONE) for _ in range(3))
        self.phones = {"Anna": self.anna, "Ben": self.ben, "Cleo": self.cleo}

    @property
    def windows(self) -> list[Window]:
        return [self.screen, *self.phones.values()]


@pytest.fixture(scope="module")
def evening(program: Program, window: Callable[[tuple[int, int]], Window]) -> Evening:
    return Evening(program, window)


@pytest.fixture
def screen(evening: Evening) -> Window:
    return evening.screen


@pytest.fixture
def anna(evening: Evening) -> Window:
    return evening.anna


@pytest.fixture
def ben(evening: Evening) -> Window:
    return evening.ben


@pytest.fixture
def cleo(evening: Evening) -> Window:
    return evening.cleo


def test_phones_join_and_the_table_screen_hears_of_it(evening: Evening, screen: Window) -> None:
    screen.open(evening.program.host_link)
    if not screen.plays_films():
        screen.runs(PLAY_NO_FILM)
    for name, phone in evening.phones.items():
        phone.open(evening.url)
        phone.type("css:input[name=name]", name)
        phone.press("Join")
        phone.waits("document.querySelector('.me')?.textContent.trim() === arguments[0]", name)
        screen.shows(name)


def test_windows_are_as_large_as_what_they_stand_for(evening: Evening) -> None:
    sizes = [one.runs("return innerWidth") for one in evening.windows]
    assert sizes == [SCREEN[0], *[PHONE[0]] * 3]


def test_a_chair_is_dragged(screen: Window) -> None:
    names = "[...document.querySelectorAll('.chair:not(.empty) .name')].map(one => one.textContent.trim()).join()"
    assert screen.waits(names) == "Anna,Ben,Cleo"
    screen.drag("css:.chair[data-place='0']", "css:.chair[data-place='2']")
    screen.waits(f"{names} !== 'Anna,Ben,Cleo'")
    screen.drag("css:.chair[data-place='2']", "css:.chair[data-place='0']")
    screen.waits(f"{names} === 'Anna,Ben,Cleo'")


def test_cards_are_dealt_and_held_to_be_seen(evening: Evening, screen: Window) -> None:
    screen.press("css:.taps [value=turns]")
    screen.waits("!!document.querySelector('.taps [value=turns][aria-pressed=true]')")
    screen.press("css:.deal")
    if screen.waits("document.querySelector('#only[open], #prepare[open]')?.id") == "only":
        screen.press("css:#only .main")
    screen.press("css:#prepare label:has(input[name='first'])")
    screen.press("css:#prepare button.main")
    screen.waits("!!document.querySelector('.looked')")
    for phone in evening.phones.values():
        with phone.holding(CARD):
            seen = phone.waits(f"{FACE}?.textContent.trim()")
            assert any(role in seen for role in ROLES)
        phone.waits(f"!{FACE}.textContent.trim()")
    screen.is_headed("Anna's turn")


def test_a_short_tap_says_that_the_card_is_held(anna: Window) -> None:
    anna.is_headed("Your turn")
    anna.press(CARD)
    anna.waits("!!document.querySelector('button.hold.card[data-tapped]')")
    assert not anna.runs(f"return {FACE}.textContent.trim()")


def test_a_button_shows_the_card_for_five_seconds(anna: Window) -> None:
    anna.press("css:.topbar .i")
    anna.find("css:#i [data-shows]")
    anna.activates("css:#i [data-shows]")
    assert any(role in anna.waits(f"{FACE}.textContent.trim()") for role in ROLES)
    anna.waits(f"!{FACE}.textContent.trim()")


def test_a_turn_is_played_and_taken_back(screen: Window, anna: Window, ben: Window, cleo: Window) -> None:
    anna.press(DONE)
    for other in (screen, cleo):
        other.is_headed("Ben's turn")
    ben.is_headed("Your turn")
    screen.press("css:form.undoes button")
    anna.is_headed("Your turn")
    anna.press(DONE)
    ben.is_headed("Your turn")


def test_a_sheet_opens_from_a_tile_and_closes(ben: Window) -> None:
    ben.press("css:button.tile[data-sheet]")
    ben.find("css:dialog[open] h2")
    assert ben.runs("return document.activeElement === document.querySelector('dialog[open]')")
    ben.press("css:dialog[open] [data-close]")
    ben.waits("!document.querySelector('dialog[open]')")


def test_a_long_press_explains_a_tile(ben: Window) -> None:
    with ben.holding("css:button.tile[data-help]"):
        ben.waits("document.querySelector('dialog[open] .about-here')?.textContent.trim()")
    ben.press("css:dialog[open] [data-close]")
    ben.waits("!document.querySelector('dialog[open]')")


def test_what_stands_behind_the_i_opens_and_closes(ben: Window) -> None:
    ben.press("css:.topbar .i")
    ben.waits("document.querySelectorAll('#i[open] .seat').length > 1")
    ben.press("css:#i [data-close]")
    ben.waits("!document.querySelector('dialog[open]')")


def test_a_page_follows_after_a_cut_network(evening: Evening, screen: Window, ben: Window, cleo: Window) -> None:
    """Companion is stopped hard in mid-turn, and comes back."""
    evening.program.kill()
    for one in evening.windows:
        one.waits("!document.querySelector('#offline').hidden")
    evening.program.start()
    for one in evening.windows:
        one.waits("document.querySelector('#offline').hidden")
    ben.press(DONE)
    cleo.is_headed("Your turn")
    screen.is_headed("Cleo's turn")


def test_a_tap_into_a_silent_network_arrives_when_it_speaks_again(evening: Evening, anna: Window, cleo: Window) -> None:
    evening.program.freeze()
    try:
        cleo.press(DONE)
        cleo.waits("!document.querySelector('#offline').hidden")
    finally:
        evening.program.thaw()
    anna.is_headed("Your turn")


def test_a_page_follows_after_it_was_frozen(anna: Window, ben: Window, cleo: Window) -> None:
    """Two turns went by while a phone was in a pocket."""
    with cleo.frozen():
        anna.press(DONE)
        ben.is_headed("Your turn")
        ben.press(DONE)
        anna.is_headed("Cleo's turn")
    cleo.is_headed("Your turn")


def test_the_rest_of_the_evening_is_followed_lightly(screen: Window, anna: Window) -> None:
    """Nobody's turn is followed from here on; how the round ends is tapped on the table screen and on phones."""
    screen.press("Menu")
    screen.press("css:#menu .followed")
    screen.press("css:#ways form:has([value='nothing']) button")
    screen.press("End round")
    row = "css:.factsheet .people > li:nth-child(1)"
    gold = "document.querySelector('.factsheet .people > li:nth-child(1) input[type=number]').value"
    before = int(screen.waits(gold))
    screen.press(f"{row} [data-step='1']")
    screen.waits(f"{gold} === arguments[0]", str(before + 1))
    anna.waits("document.querySelector('.own-row input[type=number]')?.value === arguments[0]", str(before + 1))
    anna.press("css:.own-row [data-step='1']")
    screen.waits(f"{gold} === arguments[0]", str(before + 2))


def test_the_score_is_told_step_by_step(screen: Window, anna: Window) -> None:
    """It would go on automatically if it weren't stopped."""
    screen.press("css:label:has([data-nobody])")  # nobody got out
    screen.press("Reveal the cards")
    screen.press("css:.pausing button[value='1']")
    screen.find("css:.pausing button[value='0']")
    told = "document.querySelector('.nextstep input[name=told]')?.value ?? 'all'"
    for _ in range(STEPS):
        if (step := screen.runs(f"return {told}")) == "all":
            break
        screen.press("css:.nextstep button")
        with suppress(AssertionError):  # news may have taken the button away under the finger: once more
            screen.waits(f"({told}) !== arguments[0]", step, seconds=5)
    anna.find("css:.verdict")


def test_the_book_has_the_evening(evening: Evening, screen: Window) -> None:
    screen.open(f"{evening.program.url}/book")
    screen.shows("Anna")


def test_no_console_had_anything_to_complain_about(evening: Evening) -> None:
    """Beside what came of the network that was cut."""
    assert [one.complaints() for one in evening.windows] == [[]] * len(evening.windows)
