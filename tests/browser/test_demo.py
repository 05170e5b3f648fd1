"""The demo as a stranger meets it: all of it in one window of one browser, and one window at a time."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from companion.demo.frames import FIFTH, NAMES, PHONES, TABLE

from .device import SECONDS
from .program import free_port, started

FRAMES = (TABLE, *PHONES)


@pytest.fixture
def address(browser_program: Browser, tmp_path: Path) -> Iterator[str]:
    """Where a demo is that has just been started."""
    errors = tmp_path / "demo.stderr"
    program = started(["demo", "--no-browser", "--port", str(free_port())], errors)
    found = re.search(r"http://\S+", program.printed())
    assert found, errors.read_text()
    yield found[0]
    program.send_signal(signal.SIGTERM)
    program.wait()
    assert errors.read_text() == ""


@pytest.fixture
def browser(browser_program: Browser, address: str) -> Iterator[BrowserContext]:
    """One that is the host of a real table on this computer, too."""
    context = browser_program.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    context.set_default_timeout(SECONDS * 1000)
    context.add_cookies([{"name": "host", "value": "real", "url": address.rpartition("/")[0]}])
    yield context
    context.close()


def frames(page: Page) -> list[FrameLocator]:
    """The table screen and the phones."""
    return [page.frame_locator(f"iframe[src^='{path}/']") for path in FRAMES]


def test_all_four_phones_tap_while_all_screens_stream(browser: BrowserContext, address: str) -> None:
    page = browser.new_page()
    streams: list[str] = []
    problems: list[str] = []
    page.on("response", lambda answer: streams.append(answer.url) if "/stream/" in answer.url else None)
    page.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
    page.goto(address)
    screen, *phones = frames(page)
    for phone, name in zip(phones, NAMES, strict=True):
        expect(phone.locator(".me")).to_have_text(name)
    expect(screen.locator(".chair .here, .chair .on").or_(screen.locator("button.chair"))).not_to_have_count(0)
    screen.locator(".deal").click()
    screen.get_by_label(NAMES[0], exact=True).filter(visible=True).click()
    screen.locator(".sheet[open] button.main").click()
    for phone in phones:
        card = phone.locator("button.hold").first
        card.hover()
        page.mouse.down()
        expect(phone.locator("button.hold[data-keep=open]")).to_be_visible()
        page.mouse.up()
        expect(phone.locator("button.hold[data-keep]")).to_have_count(0)
    for phone in phones:
        expect(phone.get_by_role("heading", level=1)).to_have_text("Your turn")
        phone.locator("button.main").filter(visible=True).first.click()
    # Whoever plays alone has looked and makes a tap, and then it is Anna's turn again.
    expect(phones[0].get_by_role("heading", level=1)).to_have_text("Your turn")
    expect(screen.get_by_role("heading", level=1)).to_contain_text(NAMES[0])
    expect(screen.locator("#live")).to_contain_text(FIFTH)
    assert {re.sub(r"http://[^/]+|/\w{4}/.*", "", url) for url in streams} == set(FRAMES)
    assert len(streams) == len(FRAMES)
    assert problems == []
    names = [frame.evaluate("nameKept('voice')") for frame in page.frames[1:]]
    assert sorted(names) == sorted(f"companion{path}-voice" for path in FRAMES)
    kept = {(one["name"], one["path"]): one["value"] for one in browser.cookies()}
    assert kept["host", "/"] == "real"
    assert {path for _, path in kept} == {"/", *(f"{path}/" for path in FRAMES)}


def test_a_second_window_says_so_and_goes_on_when_the_first_is_closed(browser: BrowserContext, address: str) -> None:
    first = browser.new_page()
    first.goto(address)
    expect(frames(first)[1].locator(".me")).to_have_text(NAMES[0])
    second = browser.new_page()
    second.goto(address)
    said = second.get_by_role("status").filter(visible=True)
    expect(said).to_contain_text("already open in another window")
    expect(second.locator("iframe[src]")).to_have_count(0)
    expect(second.locator(".screen")).to_be_hidden()
    first.close()
    expect(second.locator(".screen")).to_be_visible()
    expect(frames(second)[1].locator(".me")).to_have_text(NAMES[0])
    expect(said).to_have_count(0)
