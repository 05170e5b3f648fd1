"""With only ongoing effects tracked, two taps place a thing, and one starts a turn and says what is due."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from evenings import evening
from playwright.sync_api import expect

from companion.engine.state import TOKENS

from .driver import Table

FLIP, OFF = "web to 1.", "web and discard its card."


def test_what_is_laid_is_due_when_its_owners_turn_starts(dealt: Callable[..., Table]) -> None:
    told = evening("dark-cave-6")
    table = dealt({**told.record, "entries": [{**told.deal, "follow": TOKENS}]})
    table.enters("start")
    for who in (0, 3):
        table.sends(table.opens_place(told.players[who]).locator("button[name=lay][value^='webs-0:']"))
        start = table.page.locator(f"#lies{who} .starts > button")
        for said in (FLIP, OFF):
            table.closes_sheets()
            if start.get_attribute("data-sheet"):
                table.press(start)
                table.page.locator("dialog[open] .main").click()
            else:
                start.click()
            owner = f'#news [data-kind=reminder][data-text^="{told.players[who]}"]'
            expect(table.page.locator(f'{owner}[data-text$="{said}"]')).to_have_count(1)
        expect(start).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("dark-cave-6", ("webs-0:2", "boots:1")),
        ("lost-mines-6", ("trolls:1", "trolls:1")),
        ("saboteur-2-8", ("broken-0:1", "trapped:1")),
    ],
)
def test_the_table_device_alone_lays_hits_and_starts_turns(
    dealt: Callable[..., Table], name: str, things: tuple[str, ...]
) -> None:
    """A thing is two taps, a hit is one, a turn is one: without a phone, and what is tapped is there at once."""
    told = evening(name)
    table = dealt({**told.record, "entries": [{**told.deal, "follow": TOKENS}]})
    table.enters("start")
    table.open()
    for who, thing in enumerate(things):
        table.taps_place(told.players[who])
        table.sends(table.page.locator("#place").locator(f"button[name=lay][value='{thing}']"))
        expect(table.page.locator("#place")).to_be_hidden()
        expect(table.page.locator(f"#lies{who} .token")).not_to_have_count(0)
    start = table.page.locator("#lies0 .starts > button")
    if name == "dark-cave-6":
        table.taps_place(told.players[2])
        table.sends(table.page.locator("#place button[name=lay][value^='creatures-1:']"))
        table.sends(table.page.locator("#hits-lying").get_by_role("button", name=told.players[1]))
        table.shows(f"The lindworm hits {told.players[1]}.")
        table.sends(table.page.locator("#hits-lying").get_by_role("button", name=told.players[3]))
        table.shows(f"The lindworm hits {told.players[3]}.")
        table.page.locator("#hits-lying").get_by_role("button", name="Nobody else").click()
        expect(table.page.locator("#hits-lying")).to_be_hidden()
    if name == "saboteur-2-8":  # where nothing goes automatically
        expect(start).to_have_count(0)
        return
    table.sends(start)
    table.shows(f"{told.players[0]}'s turn starts.")


CUT = """() => {
  const {top, bottom} = document.querySelector(".middle").getBoundingClientRect();
  const all = [...document.querySelectorAll(".middle .button, .middle .todo li")].filter((one) => one.offsetHeight);
  const cut = all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < top - 1 || box.bottom > bottom + 1;
  });
  return [all.length, ...cut.map((one) => one.textContent)];
}"""
"""How many buttons and orders for now there are in the middle, and which of them are cut."""


def test_of_much_that_lies_there_neither_an_order_nor_the_button_that_ends_the_round_is_cut(table: Table) -> None:
    names = ["Christopher", "Alexandra", "Maximilian", "Konstantin"]
    table.has_begun(without=["Friederike", *names], follow=TOKENS)
    for who, laid in enumerate(("webs-0:2", "creatures-1:1", "creatures-0:1", "webs-1:2", "webs-2:2")):
        table.enters(f"place/{who}/things", lay=laid)
    table.page.set_viewport_size({"width": 1366, "height": 768})
    table.page.set_extra_http_headers({"Accept-Language": "de"})
    table.page.reload()
    table.page.locator("#lies0 .starts .button").click()
    expect(table.page.locator(".todo li")).to_have_count(1)
    for width, height in ((1366, 768), (1280, 720), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert table.page.evaluate(CUT) == [3], f"{width} × {height}"
        # However little room there is, one sees whose turns are waited for.
        expect(table.page.locator(".waits .figure").first).to_be_visible()
