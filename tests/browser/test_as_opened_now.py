"""After each change every page is what one opened now would be, although it got no more than what had changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from evenings import NAMES, Evening, evening
from sizes import LARGE, size

from .device import Device
from .driver import Phone, Table

pytestmark = pytest.mark.browser

TURNS = size("OPENED", 2, 20)
"""The last turns of an evening, so many."""
DIFFERS = r"""async (seconds) => {
  const given = /^(style|open|tabindex|inert|data-htmx-powered|data-keep.*)$/;
  const made = /^(htmx-.*|calm)$/;
  const lines = (node, into = []) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) into.push(node.data.trim().replace(/\s+/g, " "));
    if (node.nodeType !== Node.ELEMENT_NODE) return into;
    const says = [...node.attributes].filter(({name}) => name !== "class" && !given.test(name));
    const classes = [...node.classList].filter((name) => !made.test(name));
    into.push([node.localName, ...classes.sort(), ...says.map(({name, value}) => `${name}=${value}`).sort()].join(" "));
    if (!node.matches("[hx-morph-skip]")) node.childNodes.forEach((inner) => lines(inner, into));
    return into;
  };
  const look = async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
    const [shown, opened] = [document, fresh].map((one) => lines(one.querySelector("main")));
    const at = opened.findIndex((line, number) => line !== shown[number]);
    if (at < 0 && shown.length === opened.length) return "";
    return `shown: ${shown.slice(at, at + 9).join(" | ")}, opened now: ${opened.slice(at, at + 9).join(" | ")}`;
  };
  for (const until = performance.now() + seconds * 1000; ; await new Promise((on) => setTimeout(on, 50))) {
    const differs = await look();
    if (!differs || performance.now() > until) return differs;
  }
}"""
"""What differs after so many seconds, or nothing: without what scripts write and what panels are filled with."""
SECONDS = 10


def is_as_opened_now(device: Device) -> None:
    """Soon: the news is on its way."""
    assert device.page.evaluate(DIFFERS, SECONDS) == "", device.who


@pytest.fixture
def screens(dealt: Callable[..., Table], request: pytest.FixtureRequest) -> tuple[Evening, Table, list[Device]]:
    """An evening near its end: the table's screen, the phones of the first two, and one that watches."""
    told = evening(request.param)
    played = [entry for turn in told.turns[:-TURNS] for entry in turn]
    table = dealt({**told.record, "entries": [told.deal, *played]}, *told.players[:2])
    table.open()
    phones = [table.phone(name).sits_down() for name in told.players[:2]]
    watching = Phone(table, "somebody")
    table.phones.append(watching)
    watching.page.goto(f"{watching.url}/watch")
    if not played:
        table.begins()
    return told, table, [table, *phones, watching]


@pytest.mark.parametrize("screens", NAMES if LARGE else NAMES[::2], indirect=True)
def test_every_page_is_as_one_that_is_opened_now(screens: tuple[Evening, Table, list[Device]]) -> None:
    told, table, devices = screens
    for turn in told.turns[-TURNS:]:
        for entry in turn:
            table.acts(**{name: value for name, value in entry.items() if name != "drawn"})
        for device in devices:
            is_as_opened_now(device)
    table.acts(kind="end", reason="agreed")
    while True:
        for device in devices:
            is_as_opened_now(device)
        if not table.has_more_to_tell():
            return
