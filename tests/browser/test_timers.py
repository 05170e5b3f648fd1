"""With the timers alone a thing is laid by two taps, and a turn is started by one, which says what is due."""

from __future__ import annotations

from collections.abc import Callable

from evenings import evening
from playwright.sync_api import expect

from companion.rules.state import TIMERS

from .driver import Table

FLIP, OFF = "web to 1.", "web off, discard its card."


def test_what_is_laid_is_due_when_its_owners_turn_starts(dealt: Callable[..., Table]) -> None:
    told = evening("dark-cave-6")
    table = dealt({**told.record, "entries": [{**told.deal, "follow": TIMERS}]})
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
