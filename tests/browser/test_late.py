"""What arrives late is dropped: every kind of answer, held back past every kind of newer one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from time import monotonic

import pytest
from playwright.sync_api import Route, expect

from .device import SECONDS, Device
from .driver import Phone, Table

REFUSED = "status of 409"
EVERY = 5000
"""Milliseconds between two questions of the joining page."""
GATE = """
const fetches = window.fetch;
let gate = Promise.resolve();
let lost = false;
window.lose = () => {
  lost = true;
  window.news = new Promise((isLost) => { window.loses = isLost; });
};
window.find = () => { lost = false; };
window.shut = () => { gate = new Promise((open) => { window.opened = open; }); };
window.fetch = async (...given) => {
  const answer = await fetches(...given);
  if (!String(given[0]).includes("/stream/")) return answer;
  const waits = async (chunk, out) => {
    await gate;
    if (!lost) out.enqueue(chunk);
    else if (new TextDecoder().decode(chunk).includes("id: ")) window.loses();
  };
  return new Response(answer.body.pipeThrough(new TransformStream({transform: waits})), answer);
};
"""
"""The stream's bytes wait behind a gate, or never come out of it."""


class Held:
    """An answer that Companion has given, and the network holds back."""

    def __init__(self, device: Device, url: str) -> None:
        self._page = device.page
        self._kept: list[tuple[Route, object]] = []
        self._page.route(url, self._keep, times=1)

    def _keep(self, route: Route) -> None:
        self._kept.append((route, route.fetch()))

    def is_given(self) -> None:
        until = monotonic() + SECONDS
        while not self._kept:
            assert monotonic() < until, "nobody asks for it"
            self._page.evaluate("0")

    def comes(self) -> None:
        ((route, answer),) = self._kept
        with self._page.expect_event("requestfinished", lambda request: request == route.request):
            route.fulfill(response=answer)  # type: ignore[arg-type]
        # What the page does with it, it has done when it has asked for something else.
        self._page.evaluate("fetch('/about').then(answer => answer.text())")


def asks(device: Device) -> None:
    """The safety net's question, now and not in twenty seconds; its answer is awaited elsewhere."""
    device.page.evaluate("() => { live.ask(); }")


@pytest.fixture
def script() -> str:
    return GATE


@pytest.fixture
def anna(table: Table) -> Phone:
    """The phone that goes first in a game of three. Its stream, and the table's, have a gate."""
    (phone,) = table.has_begun("Anna", without=["Ben", "Cleo"])
    phone.page.evaluate(WATCH)
    return phone


def gold(table: Table) -> None:
    """Something changes at the table: Ben has one more."""
    stamp = table.page.locator("#stamp input")
    before = stamp.input_value()
    table.acts(kind="correct", seat=1, gold=1)
    expect(stamp).not_to_have_value(before)


def goes_round(table: Table, anna: Phone) -> None:
    """The others have their turns, and Anna starts again."""
    for seat in (1, 2):
        table.has_turn_ended(seat)
    anna.turn_begins()
    table.is_headed("Anna's turn")


WATCH = """() => {
  window.seen = [];
  const look = () => seen.push(Number(document.querySelector("#stamp input").value.split(".")[1]));
  const all = {subtree: true, childList: true, characterData: true};
  new MutationObserver(look).observe(document.getElementById("live"), all);
}"""


def never_went_back(anna: Device) -> None:
    """The page is current, and what it was made of, which has only grown, was never less than it had been."""
    seen = anna.page.evaluate("seen")
    assert seen
    assert seen == sorted(seen)
    anna.is_as_opened_now()


def by_stream(table: Table, anna: Phone) -> None:
    anna.page.evaluate("opened()")


def by_tap(table: Table, anna: Phone) -> None:
    """Her page is an old one: the answer is a refusal, with a page that is fresh."""
    table.expects(REFUSED, because="the tap is on a page that has been left behind")
    anna.taps("Path card, end turn")
    anna.says("Something else was entered in the meantime")


def by_poll(table: Table, anna: Phone) -> None:
    asks(anna)


def a_poll(table: Table, anna: Phone) -> Held:
    gold(table)
    held = Held(anna, "**/live/phone*")
    asks(anna)
    held.is_given()
    return held


def an_answer(table: Table, anna: Phone) -> Held:
    """Of a tap."""
    held = Held(anna, "**/act?seat=*")
    sheet = anna.opens("Boots")
    anna.press(sheet.locator(".answers button").first)
    held.is_given()
    anna.press(sheet.locator("[data-close]"))
    return held


LATE: tuple[tuple[Callable[[Table, Phone], Held] | None, Callable[[Table, Phone], None]], ...] = (
    *product((a_poll,), (by_stream, by_tap)),
    *product((None,), (by_tap, by_poll)),
    *product((an_answer,), (by_stream, by_tap, by_poll)),
)


def test_what_comes_late_is_dropped(table: Table, anna: Phone) -> None:
    """An answer, or the news alone, which wait at the gate."""
    for late, newer in LATE:
        anna.page.evaluate("shut()")
        held = late and late(table, anna)
        gold(table)
        newer(table, anna)
        anna.is_as_opened_now()
        if held:
            held.comes()
            anna.is_as_opened_now()
        anna.page.evaluate("opened()")
        gold(table)
        never_went_back(anna)
        if late is an_answer:
            goes_round(table, anna)


def test_a_page_that_has_missed_something_asks_for_all_and_a_stamp_is_that_of_what_is_shown(
    table: Table, anna: Phone
) -> None:
    """The stream sends what has changed since it last sent something: that says nothing to a page that lacks it. The
    stamp comes in with the last of what it stamps: a tap in between is refused."""
    anna.page.evaluate("lose()")
    gold(table)
    anna.page.evaluate("news")
    anna.page.evaluate("find()")
    with anna.page.expect_request("**/live/phone*"):
        gold(table)
    never_went_back(anna)

    anna.page.evaluate(HOLD)
    table.acts(kind="rockfall", by=0)
    anna.page.evaluate("held")
    table.expects(REFUSED, because="what the tap was made for is no more")
    anna.page.evaluate("document.querySelector('#thumb form').requestSubmit()")
    anna.says("Something else was entered in the meantime")
    anna.page.evaluate("goOn()")
    never_went_back(anna)
    anna.taps("End the turn")
    table.is_headed("Ben's turn")


def test_a_panel_that_comes_late(table: Table, anna: Phone) -> None:
    """What was asked for before the change would bring forms with the stamp of the page before."""
    for by_poll in (False, True):
        held = Held(table, "**/host/panel/place/0")
        table.taps_place("Anna")
        held.is_given()
        if by_poll:
            table.page.evaluate("shut()")
        anna.taps("Path card, end turn")
        if by_poll:
            asks(table)
        table.is_headed("Ben's turn")
        stamp = table.page.locator("#stamp input").input_value()
        inside, says = table.page.locator("#place > [hx-morph-skip] > div"), f'{{"stamp": "{stamp}"}}'
        expect(inside).to_have_attribute("hx-vals:inherited", says)
        held.comes()
        expect(inside).to_have_attribute("hx-vals:inherited", says)
        if not by_poll:
            goes_round(table, anna)


def test_the_joining_page_never_goes_back_to_older_seats(table: Table) -> None:
    """It asks for one list at a time: none that comes late can replace a newer one."""
    table.adds("Ben")
    dora = table.has_phone("Dora")
    dora.context.clock.install()
    dora.page.goto(dora.url)
    offered = dora.page.locator("#back button")
    expect(offered).to_have_text(["I'm Ben"])
    asked = list[str]()
    dora.page.on("request", lambda request: asked.append(request.url))
    held = Held(dora, dora.url)
    dora.context.clock.run_for(EVERY)
    held.is_given()
    table.adds("Cleo")
    dora.context.clock.run_for(2 * EVERY)
    assert asked == [dora.url]
    held.comes()
    expect(offered).to_have_text(["I'm Ben"])
    dora.context.clock.run_for(EVERY)
    expect(offered).to_have_text(["I'm Ben", "I'm Cleo"])


HOLD = """() => {
  const swap = htmx.swap.bind(htmx);
  window.held = new Promise((isHeld) => {
    htmx.swap = async (ctx) => {
      const goes = new Promise((go) => { window.goOn = go; });
      htmx.swap = swap;
      isHeld();
      await goes;
      return swap(ctx);
    };
  });
}"""
"""What htmx has to put into the page of the next event waits, while what a region replaces is there."""
