"""A hand that plays record entries over a phone's page with as few taps as the page allows, and counts them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from browser.device import Device
from playwright.sync_api import Locator, expect

Entry = dict[str, Any]
END = "end-turn"
FIND = """async ({entries, to, opened}) => {
  const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
  const holder = document.getElementById("sheets");
  const behind = async (opener) => {
    const answer = await fetch(holder.dataset.at + opener.dataset.sheet + holder.dataset.own);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const openers = document.querySelectorAll(":is(#own, #way) .tile[data-sheet]");
  const places = opened ? [holder] : [document.getElementById("own"), document.getElementById("thumb"),
    ...await Promise.all([...openers].map(behind))];
  const forms = places.flatMap((place) => [...place.querySelectorAll(`form[action*='/${to}']`)]);
  let best = null, most = -1;
  for (const form of forms) {
    const kept = form.querySelector("input[name=entries]");
    if (!kept) continue;
    const base = JSON.parse(kept.value)[0], keys = Object.keys(base);
    if (!keys.every((key) => same(base[key], entries[key])) || keys.length <= most) continue;
    best = form; most = keys.length;
  }
  if (!best) return null;
  for (const old of document.querySelectorAll("[data-meant]")) delete old.dataset.meant;
  best.dataset.meant = "";
  const base = JSON.parse(best.querySelector("input[name=entries]").value)[0];
  return {left: Object.keys(entries).filter((key) => !(key in base)), sheet: best.closest("dialog")?.id ?? ""};
}"""
MARK = """(entry) => {
  const want = JSON.stringify(entry, Object.keys(entry).sort());
  for (const box of document.querySelectorAll("#way input[name=way]")) {
    const value = JSON.parse(box.value);
    if (box.checked || JSON.stringify(value, Object.keys(value).sort()) !== want) continue;
    for (const old of document.querySelectorAll("[data-meant]")) delete old.dataset.meant;
    box.parentElement.dataset.meant = "";
    return {sheet: box.closest("dialog")?.id ?? ""};
  }
  return null;
}"""
SEEN = """(target) => {
  const box = target.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) return false;
  const top = document.elementFromPoint(x, y);
  return top !== null && (target === top || target.contains(top) || top.contains(target));
}"""


class Hand:
    """The thumb of one player. ``taps`` and ``sheets`` count what it did since it was asked last."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.page = device.page
        self.taps = self.sheets = 0
        self.height = 0.0
        self.hidden: dict[str, bool] = {}
        self.sizes: Sequence[tuple[int, int]] = ()

    def counted(self) -> tuple[int, int]:
        found = self.taps, self.sheets
        self.taps = self.sheets = 0
        return found

    def plays(self, entries: Sequence[Entry], sizes: Sequence[tuple[int, int]]) -> dict[str, bool]:
        """One whole turn, from its arrival; whether headline or needed button were out of sight, by size."""
        self.sizes, self.hidden = sizes, {}
        expect(self.page.locator("#top h1.mine")).to_be_visible()
        card, *rest = [entry for entry in entries if entry["kind"] != END]
        ends = entries[-1]["kind"] == END
        later = [event for event in rest if not self._marks(event)]
        self._card(card)
        if ends:
            self._finish(later)
        return self.hidden

    def _finish(self, later: list[Entry]) -> None:
        mine = self.page.locator("#top h1.mine")
        if (
            mine.count()
            and self.page.locator("#thumb form").filter(has=self.page.locator("input[value*=end-turn]")).count()
        ):
            for event in later:
                self._card(event)
            self._tap(self.page.locator("#thumb .button.main"), sends=True)
            later = []
        expect(mine).to_have_count(0)
        assert not later, f"{self.device.who}: nothing on the page says {later}"

    def _marks(self, event: Entry) -> bool:
        """Mark what happened on the way before the card is tapped, where the page offers that."""
        found = self.page.evaluate(MARK, event)
        if found is None:
            return False
        if found["sheet"]:
            self._open(found["sheet"])
        self._tap(self.page.locator("[data-meant]"))
        return True

    def _open(self, sheet: str) -> None:
        self._tap(self.page.locator(f"[data-sheet='{sheet}']"))
        self.page.locator(f"dialog[id='{sheet}'][open]").wait_for()
        self.sheets += 1

    def _found(self, entry: Entry, to: str, opened: bool = False) -> Any:
        """The form that is sent ``to`` that address and fits the entry best, marked, on the page or behind a tile;
        of what is ``opened``, there alone."""
        return self.page.evaluate(FIND, {"entries": entry, "to": to, "opened": opened})

    def _card(self, entry: Entry) -> None:
        """Light what a card shows, tap it, and answer what it asks."""
        found = self._found(entry, "act")
        assert found, f"{self.device.who}: no button for {entry}\n{self.page.locator('#live').inner_text()}"
        form, left = self.page.locator("form[data-meant]"), [name for name in found["left"] if name != "drawn"]
        if not found["sheet"]:
            for name in left:
                if not (name == "count" and entry[name] == 1):
                    self._shows(form, name, entry[name])
            self._found(entry, "act")
            self._tap(form.locator("button").last, sends=True)
            return
        self._open(found["sheet"])
        self._found(entry, "act", opened=True)
        self._answers(form, entry, left)

    def _shows(self, form: Locator, name: str, value: Any) -> None:
        """What the card of that form shows, lit in the row."""
        of = str(form.get_attribute("hx-include")).rpartition("data-of='")[2].partition("'")[0]
        for one in value if isinstance(value, list) else [value]:
            sent = "1" if one is True else json.dumps(one)
            self._tap(
                self.page.locator("#way label").filter(
                    has=self.page.locator(f"[data-of='{of}'][name$=':{name}'][value='{sent}']")
                )
            )

    def _answers(self, form: Locator, entry: Entry, left: list[str]) -> None:
        lists = [name for name in left if isinstance(entry[name], list)]
        single = [name for name in left if name not in lists]
        sending = [name for name in single if form.locator(f"button[name='j:{name}']").count()]
        for name in single:
            if name not in sending:
                self._tap(
                    form.locator("label").filter(
                        has=self.page.locator(f"[name$=':{name}'][value='{json.dumps(entry[name])}']")
                    )
                )
        for name in lists:
            *first, last = entry[name]
            for value in first:
                self._tap(
                    form.locator("label.and").filter(has=self.page.locator(f"[name='l:{name}'][value='{value}']"))
                )
            self._tap(form.locator(f"button[name='l:{name}'][value='{last}']"), sends=True)
            return
        if sending:
            value = json.dumps(entry[sending[0]])
            self._tap(form.locator(f"button[name='j:{sending[0]}'][value='{value}']"), sends=True)
        else:
            self._tap(form.locator("button.main"), sends=True)

    def _tap(self, target: Locator, sends: bool = False) -> None:
        if not self.hidden:
            self._look_for(target)
        self.taps += 1
        if sends:
            with self.device.answered():
                self.device.press(target)
        else:
            self.device.press(target)

    def _look_for(self, target: Locator) -> None:
        """Whether headline and the first thing needed can be seen without scrolling, in each size."""
        head = self.page.locator("#top h1")
        for width, height in reversed(self.sizes):
            self.page.set_viewport_size({"width": width, "height": height})
            seen = all(one.evaluate(SEEN) for one in (head, target))
            self.hidden[f"{width}x{height}"] = not seen
            if (width, height) == self.sizes[-1]:
                self.height = float(self.page.evaluate("document.documentElement.scrollHeight / innerHeight"))
