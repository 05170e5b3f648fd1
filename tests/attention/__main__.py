"""``python -m tests.attention [FILE …]``: plays evenings over the pages in Chromium with touch and prints how
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
from browser.driver import PHONE
from browser.program import Program
from playwright.sync_api import Browser

from companion.kept.store import Store

from .hand import Hand

CASES = Path(__file__).parents[1] / "cases" / "evenings"
SIZES = ((390, 664), (360, 640))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attention", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="evenings (default: those of tests/cases/evenings)")
    path = chromium.find(whole=True)
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 2
    files = parser.parse_args(arguments).files or sorted(CASES.glob("*.json"))
    read = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
    with chromium.launched(path) as browser:
        evenings = [played(browser, one, name) for name, one in read.items() if "turns" in one]
    print(json.dumps(evenings, indent=2))
    return 0


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


def progress(name: str, done: int, of: int) -> None:
    filled = 30 * done // max(1, of)
    end = "\n" if done == of else ""
    print(f"\r{name:<18} [{'#' * filled}{'.' * (30 - filled)}] {done}/{of}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
