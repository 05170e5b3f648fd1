"""Score cases played as rounds that nobody follows: dealt, told on the page of facts with the fewest taps, scored."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser.driver import SCREEN
from browser.program import Program
from playwright.sync_api import Browser, Locator, Page, expect

from companion.games import game_by_id
from companion.kept.store import Store
from companion.record.record import Record, read_record
from companion.rules.game import Game
from companion.rules.scoring import Score

OK = 2
"""One tap on Round over, one to turn the cards up."""


@dataclass
class Told:
    """A case as far as it has been played: the entries of its record, and the taps that they took."""

    case: Mapping[str, Any]
    game: Game[Any]
    names: list[str]
    options: dict[str, Any]
    entries: list[dict[str, Any]] = field(default_factory=list)
    taps: int = 0
    least: int = 0
    code: str = ""

    @property
    def rounds(self) -> Sequence[Mapping[str, Any]]:
        return self.case["facts"]["rounds"]  # type: ignore[no-any-return]

    def record(self) -> Record:
        return read_record(self.json(), game_by_id)

    def json(self) -> dict[str, Any]:
        head = {"format": "companion-record-1", "game": self.game.id, "options": self.options}
        return {**head, "players": self.names, "entries": self.entries}

    def deals(self, given: Mapping[str, Any]) -> None:
        """The deal of a round, with the cards of the case and the gold that each had before it."""
        seats = given.get("seats")
        cards = [seat["card"] for seat in seats] if seats else list(given["cards"])
        ways = self.game.prepared(len(cards), self.game.complete(self.options))
        way = next(way for way in ways if not Counter(cards) - Counter(way.elements()))
        aside = list((Counter(way.elements()) - Counter(cards)).elements())
        deal = {"kind": "deal", "cards": cards, "aside": aside, "first": 0, "follow": "nothing"}
        self.entries.append(deal)
        before = given.get("gold_before") or ()
        for seat, (own, gold) in enumerate(zip(self.record().state.seats, before, strict=False)):
            if change := gold - own.gold:
                self.entries.append({"kind": "correct", "seat": seat, "gold": change})

    def printed(self) -> dict[str, Any]:
        """The outcome of the rounds that were told, by the game itself."""
        scores: list[Score] = []
        for number, entry in enumerate(self.entries, start=1):
            if entry["kind"] == "facts":
                state = read_record({**self.json(), "entries": self.entries[:number]}, game_by_id).state
                scores.append(self.game.score(self.game.played(state)))
        told = {"id": self.case["id"], "game": self.game.id, "players": len(self.names), "taps": self.taps}
        return {**told, **self.game.after(scores)}


def started(case: Mapping[str, Any]) -> Told:
    facts = case["facts"]
    game = game_by_id(facts["game"])
    first = facts["rounds"][0]
    names = [seat["name"] for seat in first["seats"]] if "seats" in first else []
    names = names or [f"Player {n}" for n in range(1, len(first["cards"]) + 1)]
    options = dict(facts.get("options", {}))
    usual = game.complete(options).get("rounds")
    if usual is not None and len(facts["rounds"]) > usual:
        options["rounds"] = len(facts["rounds"])
    return Told(case, game, names, options)


def played(browser: Browser, cases: Sequence[Mapping[str, Any]]) -> Iterator[Told]:
    """All of them side by side, a table each, round by round."""
    found = [started(case) for case in cases]
    for number in range(max(len(one.rounds) for one in found)):
        now = [one for one in found if number < len(one.rounds)]
        with tempfile.TemporaryDirectory() as folder:
            program = Program(Path(folder) / "data")
            for one in now:
                one.deals(one.rounds[number])
                program.imports(one.json())
            with closing(Store(program.folder)) as store:
                for one, row in zip(now, store.tables.all(), strict=True):
                    one.code = row.code
            with program, closing(browser.new_context(**SCREEN, locale="en-GB", reduced_motion="reduce")) as context:
                page = context.new_page()
                page.goto(program.host_link)
                for one in now:
                    _tell(page, program, one, one.rounds[number])
                program.stop()
            with closing(Store(program.folder)) as store:
                for one, row in zip(now, store.tables.all(), strict=True):
                    game = store.games.current(row.id)
                    assert game
                    kept = store.journal.entries(game.id)
                    one.entries = [{k: v for k, v in entry.items() if k not in ("at", "device")} for entry in kept]
    yield from found


def _tell(page: Page, program: Program, told: Told, given: Mapping[str, Any]) -> None:
    """A round at the table screen, from Round over to the first card that turns up."""
    url = f"{program.url}/{told.code}/host"
    page.request.post(f"{url}/start", headers={"Origin": program.url})
    page.goto(f"{program.url}/{told.code}/table")
    hand = Finger(page)
    hand.taps_on(page.locator(".round-over"))
    expect(page.locator("form.factsheet")).to_be_visible()
    for answer in answers(given):
        hand.answers(*answer)
    hand.taps_on(page.locator(".done-with .main"))
    expect(page.locator("form.factsheet"), page.locator("#say").inner_text()).to_have_count(0)
    expect(page.locator("#telling")).to_be_visible()
    told.taps += hand.taps
    told.least += least(given)


def answers(given: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """All that the page has to be told: how, where, and what."""
    rows = given.get("seats", [])
    for seat, row in enumerate(rows):
        if "gold" in row:
            yield "count", f"n:gold.{seat}", row["gold"]
        for value in row.get("treasures", ()):
            yield "add", f"t:treasures.{seat}", value
        if row.get("dragon"):
            yield "mark", f"b:dragon.{seat}", "1"
    for seat in sorted((s for s, row in enumerate(rows) if row.get("out")), key=lambda s: rows[s]["out"]):
        yield "next", f"j:out.{seat}", None
    for name in ("finder", "connector"):
        if name in given:
            yield "mark", f"j:{name}", -1 if given[name] is None else given[name]
    for value, times in Counter(given.get("nuggets", ())).items():
        yield "count", f"n:nuggets_{value}", times
    for name in ("blue_way", "green_way"):
        if given.get(name):
            yield "mark", f"b:{name}", "1"
    if "crystals" in given:
        yield "count", "n:crystals", given["crystals"]
    for name in ("broken", "trapped"):
        for seat in given.get(name, ()):
            yield "mark", f"b:{name}.{seat}", "1"
    for thief, victim in given.get("thefts", ()):
        yield "whom", f"j:stolen.{thief}", victim


def least(given: Mapping[str, Any]) -> int:
    """The fewest taps that can be thought of."""
    taps = OK + bool(given.get("nuggets"))
    for how, where, what in answers(given):
        if how == "count" and where.startswith("n:nuggets"):
            taps += what
        elif how == "count":
            taps += by_count(3 if "gold" in where else 0, what)
        else:
            taps += 2 if how == "whom" else 1
    return taps


def by_count(start: int, value: int) -> int:
    """Stepped, or typed after a tap on the number."""
    return min(abs(value - start), 1 + len(str(value)))


class Finger:
    """Somebody at the table screen, whose taps are counted; a digit that is typed is one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def taps_on(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def answers(self, how: str, name: str, value: Any) -> None:
        found = self.page.locator(f"form.factsheet [name='{name}']:not([name^='d:'])")
        if how == "count":
            self._counts(found, value)
        elif how == "add":
            self._adds(found, value)
        elif how == "next":
            self.taps_on(found.locator("xpath=..").locator("[data-place]"))
        elif how == "mark":
            target = self.page.locator(f"form.factsheet [name='{name}'][value='{value}']")
            self.taps_on(target.locator("xpath=.."))
            expect(target).to_be_checked()
        else:
            details = self.page.locator(f"form.factsheet details:has([name='{name}'])")
            self.taps_on(details.locator("summary"))
            self.taps_on(details.locator(f"label:has([value='{value}'])"))

    def _counts(self, number: Locator, value: int) -> None:
        if not number.is_visible():
            self.taps_on(self.page.locator("form.factsheet .by-app > summary"))
        start = int(number.input_value())
        if abs(value - start) <= 1 + len(str(value)):
            step = number.locator("xpath=..").locator(f"[data-step='{1 if value > start else -1}']")
            for _ in range(abs(value - start)):
                self.taps_on(step)
        else:
            self.taps_on(number)
            self.page.keyboard.type(str(value))
            self.taps += len(str(value))
        assert number.input_value() == str(value)

    def _adds(self, line: Locator, value: int) -> None:
        button = line.locator("xpath=..").locator(f"[data-add='{value}']")
        if button.count():
            self.taps_on(button)
        else:
            self.taps_on(line)
            self.page.keyboard.press("End")
            self.page.keyboard.type(f" {value}")
            self.taps += len(str(value))
