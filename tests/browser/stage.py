"""What the table screen keeps behind buttons: its sheets are opened on the way, as a host would."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .device import Device

BUTTONS = "button, summary, a.button, a.link"


class Stage(Device):
    """The table screen. A button that lies in a sheet is looked for there."""

    def button(self, label: str | re.Pattern[str]) -> Locator:
        self.reveals(label)
        return super().button(label)

    def opens(self, label: str | re.Pattern[str]) -> Locator:
        """Open what is behind a button: a sheet, or a form."""
        self.reveals(label)
        words = self.page.get_by_text(label, exact=True)
        opener = self.page.locator("button[data-sheet]").filter(has=words).filter(visible=True)
        if not opener.count():
            return super().opens(label)
        sheet = self.page.locator(f"#{opener.first.get_attribute('data-sheet')}")
        self.opens_sheet(sheet)
        return sheet

    def reveals(self, label: str | re.Pattern[str]) -> None:
        """Have the button be seen, whichever sheet it lies in."""
        words = self.page.get_by_text(label, exact=isinstance(label, str))
        found = self.page.locator(BUTTONS).filter(has=words)
        for _ in range(150):
            sheet = self.page.locator("dialog.sheet[open]")
            self.fills()
            if sheet.count() and not sheet.locator(found).filter(visible=True).count():
                self.closes_sheets()
            if found.filter(visible=True).count():
                return
            self.closes_sheets()
            hidden = self.page.locator("dialog.sheet:not([open])").filter(has=found)
            unseen = self.page.locator("button[data-sheet^='for']").filter(visible=True)
            # In one question, for the page may be another one at the next.
            names = hidden.evaluate_all("sheets => sheets.map(sheet => sheet.id)")
            names += unseen.evaluate_all("buttons => buttons.map(button => button.dataset.sheet)")
            if names:
                self.opens_sheet(self.page.locator(f"#{names[0]}"))
            else:
                self.page.wait_for_timeout(50)
        raise AssertionError(f"nothing shows {label}")

    def opens_sheet(self, sheet: Locator) -> None:
        """Open a sheet by its button, which may lie in another one, and wait until it is filled."""
        name = sheet.get_attribute("id")
        opener = self.page.locator(f"[data-sheet='{name}']")
        if not opener.filter(visible=True).count():
            outer = self.page.locator("dialog.sheet").filter(has=opener)
            if not outer.count():
                return
            self.opens_sheet(self.page.locator(f"#{outer.first.get_attribute('id')}"))
        self.empties(sheet)
        self.press(opener.filter(visible=True).first)
        self.fills()

    def empties(self, sheet: Locator) -> None:
        """Forget what a fetched sheet showed when it was last open, so that only the new answer is waited for."""
        for inside in sheet.locator("[hx-morph-skip]").all()[:1] if sheet.get_attribute("data-panel") else ():
            inside.evaluate("inside => inside.replaceChildren()")

    def fills(self) -> None:
        """Wait until an open sheet that is fetched has come."""
        for sheet in self.page.locator("dialog.sheet[open][data-panel]").all():
            expect(sheet.locator("[hx-morph-skip]").first).not_to_be_empty()

    def closes_sheets(self) -> None:
        for sheet in self.page.locator("dialog.sheet[open]").all():
            sheet.evaluate("sheet => sheet.close()")

    def opens_log(self) -> Locator:
        self.closes_sheets()
        sheet = self.page.locator("#logsheet")
        self.opens_sheet(sheet)
        return sheet

    def log(self) -> list[str]:
        self.opens_log()
        lines = super().log()
        self.closes_sheets()
        return lines
