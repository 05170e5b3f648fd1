"""Evenings played with the timers alone: things are tapped at the places of the table screen, and turns are started."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser.driver import Table
from browser.program import Program
from playwright.sync_api import Browser, Locator, expect

from companion.games import game_by_id
from companion.record.record import Record
from companion.rules.facts import MIDDLE
from companion.rules.putting_right import SetFacts, lying_at
from companion.web.voice import aloud
from companion.web.words import words_in

Entry = Mapping[str, Any]


@dataclass
class Timers:
    """One evening at the table screen, beside the same evening with every turn followed."""

    table: Table
    followed: Record
    laid: int = 0
    taken: int = 0
    starts: int = 0
    asked: int = 0
    taps: int = 0
    reminders: list[dict[str, Any]] = field(default_factory=list)

    def plays(self, turn: list[dict[str, Any]]) -> None:
        """The start of a turn, where its seat owns something that runs, and what is laid and taken in it."""
        by = turn[0]["by"]
        start = self.table.page.locator(f"#has{by} .starts > button")
        due = [one for one in self.followed.state.reminders if one["seat"] == by and one["kind"] != "skip-turn"]
        if start.count():
            if start.get_attribute("data-sheet"):
                self.asked += 1
                self._opens(start)
                start = self.table.page.locator("dialog[open] .main")
            self._tap(start)
            self.starts += 1
            self._hears(due)
        elif due:
            raise AssertionError(f"nobody is asked for {due}")
        for entry in turn:
            if act := DO.get(entry["kind"]):
                act(self, entry)
            self.followed.append(dict(entry))

    def _hears(self, due: list[dict[str, Any]]) -> None:
        """All that is due is said now."""
        game, state = self.followed.game, self.followed.state
        said = self.table.page.locator("#news [data-kind=reminder]")
        for one in due:
            text = aloud(game.reminder(one, state.names), state.names, words_in("en"))
            expect(said.and_(self.table.page.locator(f'[data-text$="{text}"]'))).to_have_count(1)
            self.reminders.append(one)

    def lays(self, place: int, fact: str, piece: Any = None) -> None:
        self.laid += 1
        self._thing(place, fact, piece)

    def takes(self, place: int, fact: str, piece: Any = None) -> None:
        self.taken += 1
        self._thing(place, fact, piece, less=True)

    def _thing(self, place: int, fact: str, piece: Any, less: bool = False) -> None:
        """Two taps: the place, the thing."""
        setting = self.followed.game.moves[SetFacts.kind]
        assert isinstance(setting, SetFacts)
        there = lying_at(setting.believed(self.followed.state), place)
        thing = next(
            one for one in there
            if one.fact.field.name == fact and (piece is None or (one.choice and one.choice.value == piece))
        )  # fmt: skip
        sheet = self.opens(place)
        buttons = sheet.locator(f"button[name=lay][value^='{thing.id}:']")
        self._tap(buttons.last if less and thing.counted else buttons.first)

    def opens(self, place: int) -> Locator:
        self.taps += 1
        return self.table.opens_place("The middle" if place == MIDDLE else self.followed.state.names[place])

    def hits(self, seat: int) -> None:
        """Two taps: the lindworm lies in the cave, so the middle asks whom it hits."""
        if self.followed.state.seats[seat].lying:
            return
        name = self.followed.state.names[seat]
        self._opens(self.table.page.locator("#middle [data-sheet^=hits]"))
        self._tap(self.table.page.locator("dialog[open] .hits").get_by_role("button", name=name, exact=True))

    def chops(self, entry: Entry) -> None:
        self.taken += 1
        sheet = self.opens(entry["by"])
        self._tap(sheet.locator("form").filter(has=self.table.page.locator(f"[value*='{entry['marker']}']")).last)

    def _opens(self, button: Locator) -> None:
        self.taps += 1
        self.table.press(button)

    def _tap(self, target: Locator) -> None:
        self.taps += 1
        button = target if target.evaluate("one => one.matches('button')") else target.locator("button")
        with self.table.answered():
            self.table.press(button)

    def printed(self) -> dict[str, Any]:
        counted = {name: getattr(self, name) for name in ("laid", "taken", "starts", "asked", "taps", "reminders")}
        return {"game": self.followed.game.id, "players": len(self.followed.players), **counted}


def creature(evening: Timers, entry: Entry) -> None:
    """The creature lies before who lured it, unless an axe drives it away; whom the lindworm hits lies down."""
    if "axe" in entry:
        evening.takes(entry["axe"], "axes")
        return
    evening.lays(entry["by"], "creatures", entry["creature"])
    for seat in entry.get("attacks", []) if entry["creature"] == "lindworm" else []:
        evening.hits(seat)


def meet(evening: Timers, entry: Entry) -> None:
    if not entry.get("axe") and entry["creature"] == "lindworm":
        evening.hits(entry["by"])
    elif entry.get("axe"):
        owner = next(one["owner"] for one in evening.followed.state.creatures if one["creature"] == entry["creature"])
        evening.takes(owner, "creatures", entry["creature"])
        evening.takes(entry["by"], "axes")


def thunderstorm(evening: Timers, entry: Entry) -> None:
    for owner in [entry["troll"]] if "troll" in entry else entry.get("trolls", []):
        evening.takes(owner, "trolls")
    for _ in range(int(entry.get("trap", False)) or entry.get("traps", 0)):
        evening.takes(MIDDLE, "traps")


DO: dict[str, Callable[[Timers, Any], None]] = {
    "spiderweb": lambda evening, entry: evening.lays(entry["by"], "webs", entry["marker"]),
    "creature": creature,
    "meet": meet,
    "boots": lambda evening, entry: evening.lays(entry["to"], "boots"),
    "battle-axe": lambda evening, entry: evening.lays(entry["to"], "axes"),
    "chop-web": Timers.chops,
    "troll": lambda evening, entry: evening.lays(entry["by"], "trolls"),
    "trap": lambda evening, entry: evening.lays(MIDDLE, "traps"),
    "thunderstorm": thunderstorm,
    "break": lambda evening, entry: evening.lays(entry["to"], "broken", entry["tool"]),
    "repair": lambda evening, entry: evening.takes(entry["to"], "broken", entry["tool"]),
    "trapped": lambda evening, entry: evening.lays(entry["to"], "trapped"),
    "free": lambda evening, entry: evening.takes(entry["to"], "trapped"),
}
"""What is done at the table screen for an entry of a followed evening; all else is left out."""


def played(browser: Browser, evening: Mapping[str, Any], turns: int | None = None) -> dict[str, Any]:
    """That evening, or its first ``turns``."""
    with at_table(browser, evening) as one:
        for turn in evening["turns"][:turns]:
            one.plays(turn)
        return one.printed()


@contextmanager
def at_table(browser: Browser, evening: Mapping[str, Any]) -> Iterator[Timers]:
    """The deal of the evening, at the table screen alone."""
    head = {name: evening[name] for name in ("game", "options", "players")}
    followed = Record(game_by_id(evening["game"]), evening["players"], evening["options"])
    followed.append(dict(evening["deal"]))
    deal = {**evening["deal"], "follow": "timers"}
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder) / "data")
        program.imports({"format": "companion-record-1", **head, "entries": [deal]})
        with program:
            table = Table(program, browser).open()
            table.enters("start", stamp="")
            expect(table.page.locator("#middle .round-over")).to_be_visible()
            yield Timers(table, followed)
            table.close()
