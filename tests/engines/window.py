"""A browser window in few verbs (open, press, hold, type, read, wait), the same in every engine.

A window waits for what is to be seen, never for a time.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .browsers import CRASHED, Crash, Size, begin, children, waits

SECONDS = 30
FILM = "video/mp4; codecs=avc1.42E01E,mp4a.40.2"
FIND = """
const [what] = arguments;
const seen = one => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden"
  && (one.checkVisibility?.() ?? true);
const words = one => (one.getAttribute("aria-label") ?? one.textContent).replace(/\\s+/g, " ").trim();
const find = () => {
  if (what.startsWith("css:")) return [...document.querySelectorAll(what.slice(4))].find(seen) ?? null;
  const all = document.querySelectorAll("button, summary, a, label");
  const found = [...all].filter(one => seen(one) && !one.disabled);
  return found.find(one => words(one) === what) ?? found.find(one => words(one).startsWith(what)) ?? null;
};
const found = find();
"""
PLACE = f"""{FIND}
const moves = one => one.effect?.target?.contains(found);
if (!found || document.getAnimations().some(moves)) return null;
found.scrollIntoView({{block: "center", inline: "center", behavior: "instant"}});
const {{ x, y, width, height }} = found.getBoundingClientRect();
const middle = [Math.floor(x + width / 2), Math.floor(y + height / 2)];
const top = document.elementFromPoint(...middle);
if (!top || !(found.contains(top) || top.closest("label")?.control === found)) return null;
return [...middle, found.matches(":hover")];
"""
SEEN = """
const sent = [...document.querySelectorAll("[data-sending]")].map(one => `under way: ${one.textContent.trim()}`);
return [location.href, ...sent, document.body.innerText].join("\\n");
"""


class Window:
    """One browser with cookies of its own. ``log`` is the file for what it says."""

    def __init__(self, engine: str, size: Size, surroundings: Mapping[str, str], log: Path) -> None:
        self.engine = engine
        self._log = log
        self._marionette = engine == "firefox"
        self._browser = begin(engine, size, surroundings, log)
        self._driver = self._browser.driver

    def close(self) -> None:
        with suppress(Exception):
            self._browser.ends()
        with suppress(ProcessLookupError):  # a driver that does not answer ends nothing
            os.kill(self._browser.process, signal.SIGKILL)

    # -- open, read, wait -----------------------------------------------------------------------------------------
    def open(self, url: str) -> None:
        (self._driver.navigate if self._marionette else self._driver.get)(url)

    def runs(self, script: str, *args: Any) -> Any:
        try:
            if self._marionette:
                return self._driver.execute_script(script, script_args=list(args), sandbox=None)
            return self._driver.execute_script(script, *args)
        except Exception as error:
            if not self.lives():
                raise Crash(f"{self.engine} is gone: {error}") from error
            raise

    def waits(self, condition: str, *args: Any, seconds: float = SECONDS) -> Any:
        """Until that expression is true on the page; its value."""
        return self._until(lambda: self.runs(f"return {condition}", *args), f"{condition} {args}", seconds)

    def find(self, what: str) -> Any:
        """Something that can be seen: by its words, or by ``css:…``."""
        return self._until(lambda: self.runs(f"{FIND} return found;", what), what)

    def shows(self, text: str) -> None:
        self.waits("document.body.innerText.includes(arguments[0])", text)

    def is_headed(self, text: str) -> None:
        self.waits("document.querySelector('h1')?.textContent.trim() === arguments[0]", text)

    def _until(self, found: Any, what: str, seconds: float = SECONDS) -> Any:
        return waits(found, f"{self.engine}: {what}", seconds, self._seen)

    def _seen(self) -> str:
        """What is on the page, for a failure to say."""
        with suppress(Exception):
            return str(self.runs(SEEN))
        return "(the page can't be asked)"

    # -- press, hold, type ----------------------------------------------------------------------------------------
    def press(self, what: str) -> None:
        """As soon as it is still and nothing covers it."""
        with self.holding(what):
            pass

    def activates(self, what: str) -> None:
        """As a screen reader does: also what is there for it alone."""
        self.runs("arguments[0].click()", self.find(what))

    @contextmanager
    def holding(self, what: str) -> Iterator[None]:
        """A finger on it; inside, it stays there."""
        self._over(what)
        self._finger(DOWN)
        try:
            yield
        finally:
            self._finger(UP)

    def drag(self, what: str, to: str) -> None:
        there = self._over(to)
        x, y = self._over(what)
        self._finger(DOWN, _move((x + 12, y + 12)), _move(there), UP)

    def type(self, what: str, text: str) -> None:
        field = self.find(what)
        field.clear()
        field.send_keys(text)

    def _over(self, what: str) -> tuple[int, int]:
        """The finger, or mouse, is over the middle of what can be hit; it is still there. A middle between two pixels
        is now the one, now the other."""

        def over() -> Any:
            if not (place := self.runs(PLACE, what)):
                return None
            x, y, _ = place
            self._finger(_move((x + 1, y)), _move((x, y)))  # one that has not moved hovers over nothing new
            if not (place := self.runs(PLACE, what)):
                return None
            left, top, hovered = place
            return (x, y) if hovered and abs(left - x) <= 1 and abs(top - y) <= 1 else None

        x, y = self._until(over, what)
        return x, y

    def _finger(self, *actions: dict[str, Any]) -> None:
        kind = {"pointerType": "mouse"}
        self._browser.performs([{"type": "pointer", "id": "finger", "parameters": kind, "actions": list(actions)}])

    # -- the browser itself ---------------------------------------------------------------------------------------
    def _inner(self) -> list[int]:
        """The processes that pages run in."""
        return children(self._browser.process)

    def lives(self) -> bool:
        return bool(self._inner()) and CRASHED not in self._log.read_text(errors="replace")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """As a phone that has put its browser to sleep: nothing in it runs, and nothing has been closed."""
        asleep = self._inner()
        for one in asleep:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in asleep:
                os.kill(one, signal.SIGCONT)

    def plays_films(self) -> bool:
        """WebKit leaves that to GStreamer's plugins. WPE 2.38 gives the pictures of a film back twice, and
        crashes of it by and by: there none is played."""
        asked = "return document.createElement('video').canPlayType(arguments[0])"
        return self.engine != "wpe" and bool(self.runs(asked, FILM))

    def complaints(self) -> list[str]:
        """What its console had to say that is an error."""
        if self._marionette:
            with self._driver.using_context("chrome"):
                return list(self._driver.execute_script(CONSOLE, sandbox="system"))
        lines = self._log.read_text(errors="replace").splitlines()
        return [line for line in lines if "CONSOLE" in line and "ERROR" in line]


CONSOLE = """
return Services.console.getMessageArray()
  .filter(one => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
  .filter(one => one.sourceName.startsWith("http"))
  .map(one => one.toString());
"""
DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}


def _move(to: tuple[int, int]) -> dict[str, Any]:
    return {"type": "pointerMove", "x": to[0], "y": to[1], "duration": 0, "origin": "viewport"}
