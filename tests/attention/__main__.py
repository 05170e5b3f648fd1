"""``python -m tests.attention [FILE …] [--json]``: plays evenings over the pages in Chromium with touch and prints how
many taps, sheets and looks for a button they take."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from browser import chromium
from browser.device import Device
from browser.driver import PHONE, Table
from browser.program import Program
from playwright.sync_api import Browser, expect

from companion.kept.store import Store

from . import facts, timers
from .hand import Hand

CASES = Path(__file__).parents[1] / "cases" / "evenings"
SIZES = ((390, 664), (360, 640))
SCREEN, TAP, LETTER, HOLD = 1.0, 0.5, 0.15, 0.5
"""Seconds that a new screen, a tap, a letter and a hold take."""
EIGHT = ("Anna", "Benjamin", "Cleo", "Dana", "Emil", "Frederike", "Gina", "Hugo")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attention", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="evenings (default: those of tests/cases/evenings)")
    parser.add_argument("--facts", nargs="+", type=Path, help="score cases, played as rounds that nobody follows")
    parser.add_argument("--follow", choices=["timers"], help="play the evenings with the timers alone")
    parser.add_argument("--json", action="store_true", help="print JSON alone, without the table")
    given = parser.parse_args(arguments)
    path = chromium.find(whole=True)
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 2
    if given.facts:
        with chromium.launched(path) as browser:
            return tell_facts(browser, given.facts, given.json)
    files = given.files or sorted(CASES.glob("*.json"))
    read = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    if given.follow:
        with chromium.launched(path) as browser:
            print(json.dumps([timers.played(browser, one) for one in read.values() if "turns" in one], indent=2))
        return 0
    with chromium.launched(path) as browser:
        evenings = [played(browser, one, name) for name, one in read.items() if "turns" in one]
        found = {"evenings": evenings, "all_looked_s": all_looked(browser)}
    print(json.dumps(found, indent=2))
    if not given.json:
        print(table(found))
    return 0


def tell_facts(browser: Browser, files: Sequence[Path], only_json: bool) -> int:
    """Plays score cases and prints their taps and outcomes; 1 where one is not as the case says."""
    found = list(facts.played(browser, facts.read(files)))
    printed = [one.printed() for one in found]
    print("[\n" + ",\n".join(map(json.dumps, printed)) + "\n]")
    wrong = [
        one["id"]
        for one, told in zip(printed, found, strict=True)
        if any(one[key] != told.case["expect"][key] for key in ("totals", "winners"))
    ]
    if not only_json:
        rounds = sum(len(one.rounds) for one in found)
        taps, least = sum(one.taps for one in found), sum(one.least for one in found)
        print(f"{len(found)} cases, {rounds} rounds, {taps / rounds:.2f} taps a round, at least {least / rounds:.2f}")
        print("not as expected:", ", ".join(wrong) or "none")
    return 1 if wrong else 0


def played(browser: Browser, evening: dict[str, Any], name: str) -> dict[str, Any]:
    """One evening, every turn on the phone of whoever's turn it is."""
    taps: dict[str, list[int]] = defaultdict(list)
    sheets, heights = 0, [0.0]
    hidden = {f"{width}x{height}": 0 for width, height in SIZES}
    turns = evening["turns"]
    with at_table(browser, evening) as hands:
        for number, turn in enumerate(turns):
            progress(name, number, len(turns))
            hand = hands[turn[0]["by"]]
            for size, out in hand.plays(turn, SIZES).items():
                hidden[size] += out
            heights.append(hand.height)
            tapped, opened = hand.counted()
            taps[turn[0]["kind"]].append(tapped)
            sheets += opened
            # Between turns people read on: the turn has to come to them.
            hand.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        progress(name, len(turns), len(turns))
    total = sum(sum(one) for one in taps.values())
    return {
        "game": evening["game"],
        "players": len(evening["players"]),
        "turns": len(turns),
        "taps_per_turn": round(total / len(turns), 3),
        "by_kind": {kind: round(sum(one) / len(one), 2) for kind, one in sorted(taps.items())},
        "sheets": sheets,
        "out_of_sight": hidden,
        "page_height": {"360x640": round(max(heights), 2)},
    }


@contextmanager
def at_table(browser: Browser, evening: dict[str, Any]) -> Iterator[list[Hand]]:
    """The deal of the evening, a phone for each seat, everybody has looked."""
    record = {
        "format": "companion-record-1",
        "game": evening["game"],
        "options": evening["options"],
        "players": evening["players"],
        "entries": [evening["deal"]],
    }
    with ExitStack() as stack:
        program = Program(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data")
        program.imports(record)
        code, tokens = seats_of(program)
        stack.enter_context(program)
        hands = []
        for name, token in tokens.items():
            device = Device(browser, {**PHONE, "locale": "en-GB"}, name, [])
            stack.callback(device.close)
            device.has_cookie(f"seat_{code}", token, program.url)
            device.page.goto(f"{program.url}/{code}")
            hands.append(Hand(device))
        for hand in hands:
            if hand.page.locator(".looked").count():
                hand.device.looks()
        yield hands


def seats_of(program: Program) -> tuple[str, dict[str, str]]:
    """The table's code, and a phone's token for every seat by name, before the program starts."""
    store = Store(program.folder)
    row = store.tables.all()[-1]
    tokens = {seat.name: store.seats.claim(seat.id) for seat in store.seats.of(row.id)}
    store.close()
    return row.code, tokens


def all_looked(browser: Browser) -> float:
    """From ``companion`` to "8 of 8 have looked", one after the other, at an agreed pace."""
    seconds = SCREEN
    with tempfile.TemporaryDirectory() as folder, Program(Path(folder) / "data") as program:
        table = Table(program, browser).open()
        for name in EIGHT:
            table.phone(name).joins()
            seconds += SCREEN + LETTER * len(name) + TAP + SCREEN
        table.deals("saboteur", first=EIGHT[0])
        seconds += TAP + TAP + TAP + SCREEN
        for phone in table.phones:
            phone.looks()
        seconds += HOLD
        expect(table.page.get_by_text("Everybody looks at their card")).to_have_count(0)
        table.close()
    return round(seconds, 1)


def progress(name: str, done: int, of: int) -> None:
    filled = 30 * done // max(1, of)
    end = "\n" if done == of else ""
    print(f"\r{name:<18} [{'#' * filled}{'.' * (30 - filled)}] {done}/{of}", end=end, file=sys.stderr, flush=True)


def table(found: dict[str, Any]) -> str:
    head = f"{'evening':<20}{'turns':>6}{'taps a turn':>13}{'sheets':>8}"
    head += f"{'out 390×664':>13}{'out 360×640':>13}{'height':>8}"
    rows = [
        f"{one['game']} {one['players']:<{19 - len(one['game'])}}{one['turns']:>6}{one['taps_per_turn']:>13}"
        f"{one['sheets']:>8}{one['out_of_sight']['390x664']:>13}{one['out_of_sight']['360x640']:>13}"
        f"{one['page_height']['360x640']:>8}"
        for one in found["evenings"]
    ]
    return "\n".join([head, *rows, f"all have looked after {found['all_looked_s']} s"])


if __name__ == "__main__":
    sys.exit(main())
