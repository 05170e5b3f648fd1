"""The start of the program, the first load of a phone, and the time until it can be read."""

from __future__ import annotations

import gzip
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from . import tables
from .child import Child, companion
from .figures import Report
from .plain import Answer, ask, first_answer

SLOW_NET = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""As a phone with bad reception: 400 kbit/s, and 400 ms to the first byte of each answer."""
SLOWER = 4
_UNASKED = re.compile(r'<link rel="apple-touch-icon"[^>]*>|<noscript>.*?</noscript>')
"""Fetched when the page is put on a home screen, or where no scripts run."""
_FILES = re.compile(r'(?:href|src)="(/(?:static|b|i)/[^"#]+)')


def start(report: Report, folder: Path, runs: int) -> None:
    """From starting the process to the first page answered."""
    (made,) = tables.make(folder, 1, 100)
    for _ in range(runs):
        with companion(folder) as child:
            answer = first_answer(child.port, f"/{made.code}", made.cookies[0])
            assert answer.status == 200, answer.body
            report.add("start: process start to first answered page", "ms", (time.perf_counter() - child.started) * 1e3)
            report.add("memory after the start", "MB", child.memory())


def first_load(report: Report, folder: Path) -> None:
    """Everything a phone fetches that has never been here: its page, the files it names, the first state."""
    (made,) = tables.make(folder, 1, 100)
    with companion(folder) as child:
        answers = list(_load(child, made))
        size = sum(answer.size for answer in answers)
        report.add("first load of a phone: requests (and its stream)", "", len(answers) + 1)
        report.add("first load of a phone: compressed bytes, headers included", "kB", size / 1000)


def _load(child: Child, made: tables.Made) -> Iterator[Answer]:
    page = ask(child.port, f"/{made.code}", made.cookies[0])
    assert page.status == 200
    yield page
    html = (gzip.decompress(page.body) if page.zipped else page.body).decode()
    html = _UNASKED.sub("", html)
    for path in sorted(set(_FILES.findall(html))):
        answer = ask(child.port, path.replace("&amp;", "&"))
        assert answer.status == 200, path
        yield answer


def readable(report: Report, folder: Path, runs: int) -> None:
    """In Chromium, on a slow network and with a slow processor: when the page is first drawn, and when all is there."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        report.note("no time to readable: playwright is not installed")
        return
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        report.note("no time to readable: no Chromium here")
        return
    (made,) = tables.make(folder, 1, 100)
    name, _, token = made.cookies[0].partition("=")
    with companion(folder) as child, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        for _ in range(runs):
            url = f"http://127.0.0.1:{child.port}"
            context = browser.new_context(viewport={"width": 390, "height": 844})
            context.add_cookies([{"name": name, "value": token, "url": url}])
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW_NET)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(f"{url}/{made.code}", wait_until="load")
            drawn = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            page.wait_for_function(drawn)
            report.add("readable on a slow phone: first drawn", "ms", page.evaluate(drawn))
            loaded = "performance.getEntriesByType('navigation')[0].loadEventStart"
            report.add("readable on a slow phone: all loaded, taps work", "ms", page.evaluate(loaded))
            context.close()
        browser.close()
