"""An evening of three with a table screen, in WPE, WebKitGTK and Firefox: what phones that are no Chromium have to do.

Run by itself (`pytest -n 0 -x tests/engines`, `-k wpe` for one engine): `pytest` alone leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browser.program import Program

from .conftest import PHONE, SCREEN
from .window import Window

pytestmark = pytest.mark.filterwarnings("default")  # what other people's drivers have to say
FACE = "document.querySelector('button.hold.card .face')"
ROLES = ("loyal", "saboteur", "selfish")


class Evening:
    """The table screen and three phones; the steps of the evening build on each other."""

    def __init__(self, program: Program, window: Callable[[tuple[int, int]], Window]) -> None:
        self.program = program
        self.url = f"{program.url}/{program.code}"
        self.screen = window(SCREEN)
        self.phones = {name: window(PHONE) for name in ("Anna", "Ben", "Cleo")}

    @property
    def windows(self) -> list[Window]:
        return [self.screen, *self.phones.values()]


@pytest.fixture(scope="module")
def evening(program: Program, window: Callable[[tuple[int, int]], Window]) -> Iterator[Evening]:
    found = Evening(program, window)
    yield found
    assert [one.complaints() for one in found.windows] == [[]] * len(found.windows)


@pytest.fixture
def anna(evening: Evening) -> Window:
    return evening.phones["Anna"]


def test_phones_join_and_the_table_screen_hears_of_it(evening: Evening) -> None:
    evening.screen.open(evening.program.host_link)
    for name, phone in evening.phones.items():
        phone.open(evening.url)
        phone.type("css:input[name=name]", name)
        phone.press("Sit down")
        phone.waits("document.querySelector('.me')?.textContent.trim() === arguments[0]", name)
        evening.screen.shows(name)


def test_a_chair_is_dragged(evening: Evening) -> None:
    screen = evening.screen
    names = "[...document.querySelectorAll('.chair:not(.empty) .name')].map(one => one.textContent.trim()).join()"
    assert screen.waits(names) == "Anna,Ben,Cleo"
    screen.drag("css:.chair[data-place='0']", "css:.chair[data-place='2']")
    screen.waits(f"{names} !== 'Anna,Ben,Cleo' && {names}")
    screen.drag("css:.chair[data-place='2']", "css:.chair[data-place='0']")
    screen.waits(f"{names} === 'Anna,Ben,Cleo'")


def test_cards_are_dealt_and_held_to_be_seen(evening: Evening) -> None:
    screen = evening.screen
    screen.press("css:label:has(input[value='dark-cave'])")
    screen.waits("document.querySelector('input[name=was]')?.value === 'dark-cave'")
    screen.press("css:.deal[data-sheet]")
    screen.find("css:#deal[open]")
    screen.press("css:#deal label:has(input[name='j:first'])")
    screen.press("css:#deal button.main")
    screen.waits("!!document.querySelector('.looked')")
    for phone in evening.phones.values():
        with phone.holding("css:button.hold[data-key='card']"):
            seen = phone.waits(f"{FACE}?.textContent.trim()")
            assert any(role in seen for role in ROLES)
        phone.waits(f"!{FACE}.textContent.trim()")
    screen.is_headed("Anna's turn")


def test_a_short_tap_says_that_the_card_is_held(anna: Window) -> None:
    anna.is_headed("Your turn")
    anna.press("css:button.hold[data-key='card']")
    anna.waits("!!document.querySelector('button.hold.card[data-tapped]')")
    assert not anna.runs(f"return {FACE}?.textContent.trim()")


def test_a_button_shows_the_card_for_five_seconds(anna: Window) -> None:
    anna.activates("css:button.hold.card + * [data-shows], .held > [data-shows]")
    assert any(role in anna.waits(f"{FACE}?.textContent.trim()") for role in ROLES)
    anna.waits(f"!{FACE}.textContent.trim()")


def test_a_turn_is_played_and_taken_back(evening: Evening, anna: Window) -> None:
    anna.press("css:#thumb button.main")
    for other in (evening.screen, evening.phones["Cleo"]):
        other.is_headed("Ben's turn")
    evening.phones["Ben"].is_headed("Your turn")
    evening.screen.press("css:form.undoes button")
    anna.is_headed("Your turn")
    anna.press("css:#thumb button.main")
    evening.phones["Ben"].is_headed("Your turn")


def test_a_sheet_opens_from_a_tile_and_closes(evening: Evening) -> None:
    ben = evening.phones["Ben"]
    ben.press("css:button.tile[data-sheet]")
    ben.find("css:dialog[open] h2")
    assert ben.runs("return document.activeElement === document.querySelector('dialog[open]')")
    ben.press("css:dialog[open] [data-close]")
    ben.waits("!document.querySelector('dialog[open]')")


def test_a_long_press_explains_a_tile(evening: Evening) -> None:
    ben = evening.phones["Ben"]
    with ben.holding("css:button.tile"):
        ben.waits("!!document.querySelector('dialog[open]')")
    ben.press("css:dialog[open] [data-close]")


def test_the_menu_opens(anna: Window) -> None:
    anna.press("Menu")
    anna.waits("!!document.querySelector('details[open]')")
    anna.press("Menu")


def test_a_page_follows_after_a_cut_network(evening: Evening) -> None:
    """The program is stopped hard in mid-turn, and comes back."""
    evening.program.kill()
    for one in evening.windows:
        one.waits("!document.querySelector('#offline').hidden")
    evening.program.start()
    for one in evening.windows:
        one.waits("document.querySelector('#offline').hidden")
    evening.phones["Ben"].press("css:#thumb button.main")
    evening.phones["Cleo"].is_headed("Your turn")
    evening.screen.is_headed("Cleo's turn")


def test_a_tap_into_a_silent_network_arrives_when_it_speaks_again(evening: Evening, anna: Window) -> None:
    evening.program.freeze()
    try:
        evening.phones["Cleo"].press("css:#thumb button.main")
    finally:
        evening.program.thaw()
    anna.is_headed("Your turn")


def test_the_log_opens_on_a_phone(anna: Window) -> None:
    anna.press("css:#log summary")
    anna.waits("document.querySelectorAll('#log li').length > 1")


def test_the_score_is_told_and_looked_back_at(evening: Evening, anna: Window) -> None:
    screen = evening.screen
    screen.press("css:[data-sheet=ending]")
    screen.press("css:#ending form button")
    screen.find("css:.nextstep button")
    screen.press("css:.nextstep button")
    screen.press("css:.pausing button")
    while told := screen.runs("return document.querySelector('input[name=told]')?.value"):
        screen.press("css:.nextstep button")
        screen.waits("document.querySelector('input[name=told]')?.value !== arguments[0]", told)
    anna.waits("/won|lost/i.test(document.body.innerText)")


def test_the_deal_is_checked_on_the_phone(anna: Window) -> None:
    back = anna.runs("return location.href")
    anna.open(anna.runs("return location.href").rstrip("/") + "/fair")
    anna.waits("/fits/i.test(document.body.innerText)")
    anna.open(back)


def test_the_game_is_looked_back_at_and_the_book_opened(evening: Evening) -> None:
    screen = evening.screen
    screen.open(f"{evening.url}/past")
    screen.find("css:input[type=range]")
    screen.open(f"{evening.program.url}/book")
    screen.shows("Anna")
