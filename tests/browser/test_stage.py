"""The table screen: read in the order of the table, each change said once, seats moved by finger, keys and pointer."""

from __future__ import annotations

from playwright.sync_api import expect

from .device import reads
from .driver import Table

NAMES = ("Anna", "Benedikt", "Cleo", "Dana", "Emil", "Friederike")


def test_it_is_read_in_the_order_of_the_table_and_each_change_of_a_token_is_told_once(table: Table) -> None:
    table.has_begun(without=NAMES)
    order = "[...document.querySelectorAll('.middle h1, .plate .name')].map((one) => one.textContent.trim())"
    assert table.page.evaluate(order) == ["Anna's turn", *NAMES]
    told = table.page.evaluate_handle(
        """() => {
          const told = [];
          const heard = document.getElementById("heard");
          new MutationObserver(() => told.push(heard.textContent)).observe(heard, { childList: true });
          return told;
        }"""
    )
    table.acts(kind="spiderweb", by=0, marker="circle")
    table.shows_of("Anna", "Anna's ● web, showing 2")
    table.acts(kind="end-turn", by=0)
    table.is_headed("Benedikt's turn")
    table.acts(kind="boots", by=1, to=2)
    table.shows_of("Cleo", "boots")
    assert told.json_value() == ["Anna's ● web, showing 2.", "Cleo: boots."]


def test_a_chair_is_moved_by_keys_by_the_pointer_and_by_a_finger(table: Table) -> None:
    table.adds(*NAMES[:4])
    names = table.page.locator(".chair .name")
    reads(names, list(NAMES[:4]))
    table.page.locator("button.chair", has_text="Anna").focus()
    table.page.keyboard.press("ArrowRight")
    reads(names, ["Benedikt", "Anna", "Cleo", "Dana"])
    table.page.locator("button.chair", has_text="Dana").drag_to(table.page.locator("button.chair", has_text="Benedikt"))
    reads(names, ["Dana", "Benedikt", "Anna", "Cleo"])
    tablet = table.has_phone("the host's tablet")
    tablet.page.set_viewport_size({"width": 820, "height": 1180})
    tablet.page.goto(table.program.host_link)
    chairs = tablet.page.locator("button.chair")
    expect(chairs).to_have_count(4)
    boxes = [chairs.nth(place).bounding_box() for place in (0, 3)]
    (x, y), (there, far) = [(box["x"] + 20, box["y"] + 20) for box in boxes if box]
    for left, top in ((x, y), ((x + there) / 2, (y + far) / 2), (there, far)):
        tablet.touches("touchStart" if left == x else "touchMove", {"x": left, "y": top})
    tablet.touches("touchEnd")
    reads(tablet.page.locator(".chair .name"), ["Benedikt", "Anna", "Cleo", "Dana"])
