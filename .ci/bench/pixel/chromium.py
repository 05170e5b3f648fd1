"""A page of one of the programs in Chromium: tapped by touch, throttled for the time of a tap, asked what it saw."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page

from .marks import Seen
from .programs import Program

PHONE, TABLE = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PROBE = Path(__file__).with_name("probe.js")
TARGET = "#thumb button.main"
PATIENCE = 15.0


class Screen:
    """A page that is open, and its session with the browser."""

    def __init__(self, page: Page, session: CDPSession, seat: int | None) -> None:
        self.page = page
        self.session = session
        self.seat = seat

    async def settled(self) -> None:
        """Nothing on it has changed for a while."""
        await self.page.evaluate("probe.settled()")

    async def arm(self) -> None:
        await self.page.evaluate("probe.arm()")

    async def throttle(self, rate: int) -> None:
        await self.session.send("Emulation.setCPUThrottlingRate", {"rate": rate})

    async def at(self) -> dict[str, float]:
        """Where the button lies that a tap goes to."""
        box = await self.page.locator(TARGET).bounding_box()
        assert box
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    async def tap(self, point: dict[str, float], press: float) -> None:
        """A finger lies on that point for ``press`` seconds."""
        send = self.session.send
        await send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        await asyncio.sleep(press)
        await send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def painted(self) -> None:
        await asyncio.wait_for(self.page.evaluate("probe.painted"), PATIENCE)

    async def seen(self) -> Seen:
        return Seen.of(await self.page.evaluate("probe.marks()"))

    async def busy(self) -> float:
        """Milliseconds of processor that the page's main thread has used."""
        metrics: list[dict[str, Any]] = (await self.session.send("Performance.getMetrics"))["metrics"]
        return 1e3 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    async def close(self) -> None:
        await self.page.context.close()


async def opened(browser: Browser, program: Program, seat: int | None, wait: bool = True) -> Screen:
    """The page of a seat, or of the table screen, in a context (and so in a process) of its own. Without ``wait`` it is
    blank, and is to be sent to its address."""
    phone = seat is not None
    context = await browser.new_context(viewport=PHONE if phone else TABLE, has_touch=phone, is_mobile=phone)  # type: ignore[arg-type]
    path, cookie = program.page(seat)
    if cookie:
        name, _, value = cookie.partition("=")
        await context.add_cookies([{"name": name, "value": value, "url": program.url}])
    await context.add_init_script(PROBE.read_text(encoding="utf-8"))
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})
    screen = Screen(page, session, seat)
    if wait:
        await page.goto(program.url + path)
        await page.locator("#live h1").wait_for()
        await screen.settled()
    return screen
