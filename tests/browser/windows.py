"""Windows of the browser, which are used again: to open one costs more than most of what is done in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

EMPTY = "about:blank"
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
COUNT_ANSWERS = """
addEventListener("htmx:finally:request", ({detail: {ctx}}) => {
  if (ctx.request.method !== "POST") return;
  const shown = () => window.answers = (window.answers ?? 0) + 1;
  const version = ctx.text === "" && ctx.response.headers.get("Companion-Version");
  const look = () => {
    if (!version || !live.older(live.version, version)) return requestAnimationFrame(() => setTimeout(shown));
    live.stream.addEventListener("changed", look, {once: true});
  };
  look();
});
"""
"""Says when what came of a tap has become the page, by its answer or by the stream."""
UNDRAWN = """
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html, dialog, ::backdrop { opacity: 0 !important }");
  document.adoptedStyleSheets = [sheet];
}
"""
"""All is laid out, and can be found and hit; of what nobody sees the browser draws nothing, which is a fifth of its
work."""
SETTLES = """async () => {
  await document.fonts.ready;
  const ends = ({effect}) => effect.getComputedTiming().endTime < Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""
SMALL = 0.05
"""How large pages are drawn that nobody looks at: to draw them is a third of what it costs to judge them."""
Listener = Callable[[Any], None]


def awaits(page: Page, what: str, arg: object = None) -> None:
    """Wait until that is true of the page, which is asked by the clock: asked at each frame, it would draw them."""
    page.wait_for_function(what, arg=arg, polling=20)


def rests(page: Page) -> None:
    """Wait until what moves has come to rest, except for what moves all the time."""
    page.evaluate(SETTLES)


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """What is sent inside has its answer on the page when this ends."""
    before = page.evaluate("window.answers ?? 0")
    yield
    awaits(page, "before => (window.answers ?? 0) > before", before)


class Window:
    """A page, with cookies of its own. Who changes more of it than a page forgets says that it is ``spent``."""

    def __init__(self, browser: Browser, looks_like: dict[str, Any]) -> None:
        # What the windowless Chromium refuses unasked; each table screen would play its film.
        self.context: BrowserContext = browser.new_context(**looks_like, permissions=["screen-wake-lock"])
        self.context.add_init_script(COUNT_ANSWERS)
        self.context.on("page", self._listen)
        self.page: Page = self.context.new_page()
        self.finger: CDPSession = self.context.new_cdp_session(self.page)
        self.finger.send("Page.enable")
        self.looks_like = looks_like
        self.script = self._run = ""
        self.spent = False
        self.listeners: dict[str, Listener] = {}
        """Who hears what its pages say: by "console" and "pageerror"."""
        self._measured: dict[str, Any] = {}

    def _listen(self, page: Page) -> None:
        page.on("console", lambda said: self._hear("console", said))
        page.on("pageerror", lambda said: self._hear("pageerror", said))

    def _hear(self, kind: str, said: object) -> None:
        if kind in self.listeners:
            self.listeners[kind](said)

    def runs(self, script: str) -> None:
        """Have it run before those of each page, instead of what it ran for others."""
        if script == self.script:
            return
        if self._run:
            self.finger.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._run})
        self._run = self.finger.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]
        self.script = script

    def measures(self, width: int, height: int, drawn: float = SMALL) -> None:
        """Be so large for pages that are judged by what their scripts say; nothing can be tapped on them then."""
        mobile = self.looks_like.get("is_mobile", False)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile, "scale": drawn}
        if size != self._measured:
            self.finger.send("Emulation.setDeviceMetricsOverride", size)
            self._measured = size

    def forgets(self) -> bool:
        """Whether it is as good as new."""
        if self.spent or self.context.pages != [self.page]:
            return False
        looks = self.looks_like
        try:
            self.page.unroute_all()
            self.page.set_extra_http_headers({})
            self.context.set_offline(False)
            if self.page.url != EMPTY:
                self.page.evaluate(FORGET)
                self.page.goto(EMPTY)
                self.finger.send("Page.resetNavigationHistory")
            self.context.clear_cookies()
            motion, scheme = looks.get("reduced_motion", "null"), looks.get("color_scheme", "null")
            self.page.emulate_media(media="null", reduced_motion=motion, color_scheme=scheme)
            if self._measured:
                self.measures(**looks["viewport"], drawn=1)
                self._measured = {}
            if self.page.viewport_size != looks["viewport"]:
                self.page.set_viewport_size(looks["viewport"])
        except Error:
            return False
        self.listeners = {}
        return True


class Windows:
    """All windows of one browser; those that nobody uses by what they look like."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Window]] = {}
        self._taken: list[Window] = []

    def take(self, looks_like: dict[str, Any], script: str = "") -> Window:
        """``script`` runs before those of each page: one that runs it already is taken first."""
        free = self._free.get(repr(looks_like))
        window = max(free, key=lambda one: one.script == script) if free else Window(self._browser, looks_like)
        if free:
            free.remove(window)
        window.runs(script)
        self._taken.append(window)
        return window

    def give_back(self, window: Window) -> None:
        """Nothing happens to one that was given back already."""
        if window not in self._taken:
            return
        self._taken.remove(window)
        if window.forgets():
            self._free.setdefault(repr(window.looks_like), []).append(window)
        else:
            window.context.close()


@cache
def windows_of(browser: Browser) -> Windows:
    return Windows(browser)
