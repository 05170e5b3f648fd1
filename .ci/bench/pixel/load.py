"""From the address to a page that takes a tap, on a slow phone behind a slow network that has never been here."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Browser

from ..figures import Report
from .chromium import opened
from .programs import PRODUCT, REACT, Program
from .rounds import SLOW

NET = {"offline": False, "latency": 100, "downloadThroughput": 1_500_000 // 8, "uploadThroughput": 1_500_000 // 8}
WHAT = f"first load until a tap works, {SLOW}×, 1.5 Mbit/s, 100 ms"
GOAL = 0.45


async def measure(report: Report, browser: Browser, programs: Sequence[Program], runs: int) -> None:
    """The phone of the seat on turn, in each program in turn."""
    for _ in range(runs):
        for program in programs:
            screen = await opened(browser, program, 0, wait=False)
            await screen.session.send("Network.enable")
            await screen.session.send("Network.emulateNetworkConditions", NET)
            await screen.throttle(SLOW)
            await screen.page.goto(program.url + program.page(0)[0])
            report.add(f"{WHAT}, {program.name}", "ms", await screen.page.evaluate("probe.ready"))
            await screen.close()
    report.ratio(f"{WHAT}, to {REACT}'s (goal {GOAL})", f"{WHAT}, {PRODUCT}", f"{WHAT}, {REACT}")
