"""Phones that are locked and on the table: play doesn't depend on them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .device import reads
from .driver import Table


@pytest.fixture
def grace() -> float:
    """Whose stream has ended is asleep at once."""
    return 0


HITS = """button => {
  const {left, top, width, height} = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_a_round_of_which_nothing_is_tapped_goes_to_its_score_with_all_phones_locked(table: Table) -> None:
    phones = table.has_begun("Anna", "Ben", "Cleo", game="saboteur", follow="nothing")
    for phone in phones:
        phone.looks()
        phone.shows_page("hidden")
    lanterns = table.page.locator(".plate .asleep")
    expect(lanterns).to_have_count(3)
    reads(lanterns, ["asleep"] * 3)
    line = table.page.locator("#asleep > button")
    reads(line, "3 phones asleep · show the code")
    over = table.page.get_by_role("button", name="End round")
    for width, height in ((1366, 768), (1920, 1080), (1280, 800)):
        table.page.set_viewport_size({"width": width, "height": height})
        assert over.evaluate(HITS), f"{width} × {height}"
    line.click()
    expect(table.page.locator("#wakes .qr")).to_be_visible()
    table.page.evaluate("""() => {
      document.getElementById("asked").append(document.createElement("form"));
      live.stream.dispatchEvent(new Event("changed"));
    }""")
    expect(table.page.locator("#wakes")).to_be_hidden()
    table.page.evaluate("document.getElementById('asked').replaceChildren()")

    table.taps("End round")
    table.page.locator(".whoever label", has_text="Nobody").click()
    table.page.locator(".done-with .main").click()
    expect(table.page.locator(".cardsrow")).to_be_visible()
    expect(line).to_have_count(0)
    while table.has_more_to_tell():
        pass
    expect(table.page.locator("input[name=told]")).to_have_count(0)
    phones[0].shows_page("visible")
    expect(phones[0].page.locator(".over .verdict")).to_be_visible()
