"""The show runs automatically in the browser: nobody taps, and it is shown; a tap on the board, keys and arrows move
it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .device import reads
from .driver import Table

LISTENS = "buzzed = []; navigator.vibrate = pattern => buzzed.push(pattern);"


def test_it_is_told_by_itself_or_by_hand_and_taken_back_after_a_question(table: Table) -> None:
    """On a phone as on the table: its own card turns over and is felt, and before the last one all is dark."""
    (anna,) = table.has_begun("Anna", without=("Benedikt", "Cleo"))
    anna.page.evaluate(LISTENS)
    anna.page.locator(".me").click()
    table.agrees_to_stop()
    still, runs = (table.page.locator(f".pausing button[value='{value}']") for value in "01")
    told = table.page.locator(".nextstep input[name=told]")
    watching = table.page.context.new_page()
    watching.goto(f"{table.program.url}/{table.program.code}/watch")
    screens = (table.page, watching, anna.page)
    up = watching.locator(".flip:not(.back)")
    expect(anna.page.locator(".own-card")).to_be_visible()
    expect(runs.or_(still)).to_be_visible()
    table.page.keyboard.press("Space")
    expect(still).to_be_visible()
    for beat in range(int(told.input_value()), 3):
        expect(told).to_have_value(str(beat))
        expect(up).to_have_count(beat)
        table.page.keyboard.press("ArrowRight")
    for screen in screens:
        expect(screen.locator(".breath")).to_have_count(1)
    expect(up).to_have_count(2)
    table.page.locator(".say-it").click()
    expect(told).to_have_value("4")
    for screen in screens:
        expect(screen.locator(".breath")).to_have_count(0)
    expect(up).to_have_count(3)
    expect(anna.page.locator(".own-card .role-card")).to_be_visible()
    anna.page.wait_for_function("buzzed.includes(70)")
    expect(watching.locator(".pace")).to_have_count(0)
    table.page.locator(".say-it").click()
    expect(runs).to_be_visible()
    table.tells_the_score()
    expect(table.page.locator(".finale")).to_be_visible()
    expect(watching.locator(".finale")).to_be_visible()
    for width, height in ((390, 664), (360, 640)):
        anna.page.set_viewport_size({"width": width, "height": height})
        end = anna.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert end == [width, height], "the end is one screen in the hand"
    table.closes_sheets()
    expect(table.page.get_by_role("button", name="Undo:").filter(visible=True)).to_have_count(1)
    sheet = table.opens_sheet("takeback")
    reads(sheet, re.compile("Undoing it won't make them forget"))
    table.sends(sheet.get_by_role("button", name="Undo", exact=True))
    table.is_headed("Anna's turn")
    watching.close()
