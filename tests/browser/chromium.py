"""The Chromium on this computer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

WINDOWLESS = "chromium-headless-shell"
NAMES = (WINDOWLESS, "chromium", "chromium-browser", "google-chrome")
"""Debian's Chromium without windows of its own draws the same pages, and does half as much besides."""
MISSING = (
    "no Chromium found: install one (Debian: apt install chromium-headless-shell, or chromium), or name its program in"
    " COMPANION_CHROMIUM; COMPANION_REQUIRE_BROWSER=1 makes this an error"
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UNUSED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"),
    # What Playwright switches off itself: the last list counts.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
)
"""Parts of Chromium's own windows, which nobody sees here: each new window would load them, dearer than our page."""


def find(whole: bool = False) -> str | None:
    """The path of Chromium, or None. ``whole``: rather the one that people have, for pictures and for measuring."""
    given = os.environ.get("COMPANION_CHROMIUM")
    names = [given] if given else sorted(NAMES, key=WINDOWLESS.__eq__) if whole else NAMES
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def launched(whole: bool = False) -> Iterator[Browser]:
    """A running headless Chromium, of those that ``find`` would find."""
    path = find(whole)
    if path is None:
        raise SystemExit(MISSING)
    flags = [*FLAGS, f"--disable-features={','.join(UNUSED)}"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags, chromium_sandbox=False)
        yield browser
        browser.close()
