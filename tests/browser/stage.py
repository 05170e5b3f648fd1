"""What the table screen has behind buttons: its sheets are opened as needed, as a host would."""

from __future__ import annotations

import re
from contextlib import suppress
from time import monotonic

from playwright.sync_api import Locator, TimeoutError

from .device import SECONDS, SOON, Device, words_of
from .windows import awaits

IN_FRONT = "dialog.sheet[open], body:not(:has(dialog.sheet[open]))"
BUTTONS = "button, summary, a.button, a.link"
IDS = "sheets => sheets.map(sheet => sheet.id)"
OPENED = "openers => openers.map(opener => opener.dataset.sheet)"
CLOSE = "() => document.querySelectorAll('dialog.sheet[open]').forEach(sheet => sheet.close())"
EMPTY = """name => {
  const sheet = document.getElementById(name);
  if (sheet?.dataset.panel) sheet.querySelector("[hx-morph-skip]").replaceChildren();
}"""
CHANGED = """() => new Promise(changed => {
  new MutationObserver(changed).observe(document, {subtree: true, childList: true, attributes: true});
  setTimeout(changed, 100, true);
})"""
"""Ends when the page changes, or soon: it may have changed before."""
FILLED = """() => [...document.querySelectorAll("dialog.sheet[open][data-panel]")]
  .every(sheet => sheet.querySelector("[hx-morph-skip]").hasChildNodes())"""

LOG = """async () => {
  const answer = await fetch(document.getElementById("logsheet").dataset.panel);
  const log = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...log.querySelectorAll(".log ol > li")].map(line =>
    [...line.childNodes].find(one => one.textContent.trim()).textContent.trim());
}"""


class Stage(Device):
    """The table screen. A button in a sheet is looked for there."""

    def button(self, label: str | re.Pattern[str]) -> Locator:
        self.reveals(label)
        return super().button(label)

    def opens(self, label: str) -> Locator:
        """Open what is behind a button: a sheet, or a form."""
        self.reveals(label)
        words = self.page.get_by_text(label, exact=True)
        opener = self.page.locator("button[data-sheet]").filter(has=words).filter(visible=True)
        names = opener.evaluate_all(OPENED)
        if not names:
            return super().opens(label)
        self.empties(names[0])
        self.press(opener.first)
        return self.is_open(names[0])

    def _has_tile(self, action: str) -> bool:
        self.reveals(words_of(action))
        return self._tile(action).count() > 0

    def reveals(self, label: str | re.Pattern[str]) -> None:
        """Bring the button into view, whichever sheet it is in, and wherever news put it meanwhile."""
        words = self.page.get_by_text(label, exact=isinstance(label, str))
        found = self.page.locator(BUTTONS).filter(has=words)
        sheet = self.page.locator("dialog.sheet[open]")
        in_front = self.page.locator(IN_FRONT).locator(found).filter(visible=True)
        hidden = self.page.locator("dialog.sheet:not([open], #place)").filter(has=found)
        unseen = self.page.locator("#acts button").filter(visible=True)
        until = monotonic() + SECONDS
        while monotonic() < until:
            if in_front.count():
                return
            if sheet.count():
                self.fills()
                if not in_front.count():
                    self.closes_sheets()
                continue
            # In one question, because the page may be another one at the next.
            names = hidden.evaluate_all(IDS) + unseen.evaluate_all(OPENED)
            if not names:
                awaits(self.page, CHANGED)
                continue
            with suppress(TimeoutError):
                self.opens_sheet(names[0], SOON)
        raise AssertionError(f"nothing shows {label}")

    def opens_sheet(self, name: str, patience: float | None = None) -> Locator:
        """Open a sheet by its button, which may be in another one, and wait until it is filled; the sheet. Raises
        TimeoutError if there is no such button after as many milliseconds as ``patience``, or the usual ones."""
        opener = self.page.locator("#acts button" if name == "place" else f"[data-sheet='{name}']")
        if not opener.filter(visible=True).count():
            for outer in self.page.locator("dialog.sheet").filter(has=opener).evaluate_all(IDS)[:1]:
                self.opens_sheet(outer, patience)
        self.empties(name)
        self.press(opener.filter(visible=True).first, patience)
        return self.is_open(name)

    def is_open(self, name: str) -> Locator:
        """Wait until that sheet is open, and filled; the sheet."""
        sheet = self.page.locator(f"#{name}")
        sheet.wait_for()
        self.fills()
        return sheet

    def empties(self, name: str) -> None:
        """Forget what a fetched sheet showed when it was last open, so that only the new answer is waited for."""
        self.page.evaluate(EMPTY, name)

    def fills(self) -> None:
        """Wait until an open sheet that is fetched has come."""
        awaits(self.page, FILLED)

    def closes_sheets(self) -> None:
        self.page.evaluate(CLOSE)

    def opens_log(self) -> Locator:
        self.closes_sheets()
        return self.opens_sheet("logsheet")

    def log(self) -> list[str]:
        """Its sentences, newest first, without their buttons: what the page would fetch, in no sheet."""
        lines: list[str] = self.page.evaluate(LOG)
        return lines
