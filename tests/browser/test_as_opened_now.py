"""After each change every page is what one opened now would be, although it got no more than what had changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from evenings import NAMES, Evening, evening
from sizes import LARGE, size

from .device import Device
from .driver import Phone, Table

TURNS = size("OPENED", 2, 20)
"""How many of a game night's last turns."""


@pytest.fixture
def screens(dealt: Callable[..., Table], request: pytest.FixtureRequest) -> tuple[Evening, Table, list[Device]]:
    """A game night near its end: the table's screen, the phones of the first two, and one that watches."""
    told = evening(request.param)
    played = [entry for turn in told.turns[:-TURNS] for entry in turn]
    table = dealt({**told.record, "entries": [told.deal, *played]}, *told.players[:2])
    table.open()
    phones = [table.phone(name).sits_down() for name in told.players[:2]]
    watching = Phone(table, "someone")
    table.phones.append(watching)
    watching.page.goto(f"{watching.url}/watch")
    if not played:
        table.begins()
    return told, table, [table, *phones, watching]


@pytest.mark.parametrize("screens", NAMES if LARGE else NAMES[::3], indirect=True)
def test_every_page_is_as_one_that_is_opened_now(screens: tuple[Evening, Table, list[Device]]) -> None:
    told, table, devices = screens
    for turn in told.turns[-TURNS:]:
        for entry in turn:
            table.acts(**{name: value for name, value in entry.items() if name != "drawn"})
        for device in devices:
            device.is_as_opened_now()
    table.acts(kind="end", reason="agreed")
    while True:
        for device in devices:
            device.is_as_opened_now()
        if not table.has_more_to_tell():
            return
