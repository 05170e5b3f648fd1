"""Calls that one tap takes until it is accepted, and drawing what has changed: counted, whatever the computer."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from flask.testing import FlaskClient

from companion.storage.store import Store
from companion.table.commands import rounds
from companion.web.app import create_app
from companion.web.sse import Hub

from .child import ROOT
from .figures import Report

GAMES = ("saboteur", "dark-cave")
PLAYERS, WARM = 5, 10
PAGE = {"HX-Request": "true", "Companion-Stream": "open"}
PACKAGE = str(ROOT / "companion")


class Calls(Hub):
    """Counts the calls of the package's own functions and the modules they lie in, from ``start`` until a change is
    published, which is on disk then, or ``stop``. Each time that a generator goes on is a call."""

    def __init__(self) -> None:
        super().__init__(beat=lambda: 1e6)
        self.made, self.modules = 0, set[str]()

    def start(self) -> None:
        self.made, self.modules = 0, set()
        sys.setprofile(self._hear)

    def stop(self) -> None:
        sys.setprofile(None)

    def publish(self, topic: str) -> None:
        self.stop()
        super().publish(topic)

    def _hear(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            self.made += 1
            self.modules.add(frame.f_code.co_filename)


def measure(report: Report, folder: Path, runs: int) -> None:
    """A path card at a table of five, and the streams of five phones and of the table screen."""
    for game in GAMES:
        store, calls = Store(folder / game), Calls()
        app = create_app(store, calls)
        table = app.extensions["context"].tables.create()
        host, *phones = (app.test_client() for _ in range(PLAYERS + 1))
        host.get(f"/host/{store.host_key}")
        for number, phone in enumerate(phones):
            phone.get(f"/{table.code}")
            phone.post(f"/{table.code}/join", data={"name": f"Player {number + 1}"})
        table.run(rounds.choose, game, {})
        table.run(rounds.deal, 0)
        table.run(rounds.start_early)
        screens = [_stream(host, f"/{table.code}/stream/table")]
        screens += [_stream(phone, f"/{table.code}/stream/phone") for phone in phones]
        for run in range(WARM + runs):
            state = table.state.state
            action = next(one for one in table.view.offer.actions[state.turn.seat] if one.kind == "play-path")
            given = {"stamp": table.state.stamp, "entries": json.dumps([action.base]), "ends": str(int(action.ends))}
            calls.start()
            answer = phones[state.turn.seat].post(f"/{table.code}/act", data=given, headers=PAGE)
            assert (answer.status_code, answer.text) == (200, "")
            accepted, modules = calls.made, len(calls.modules)
            calls.start()
            for screen in screens:
                next(screen)
            calls.stop()
            if run >= WARM:
                report.add(f"{game}: calls until a tap is accepted", "", accepted)
                report.add(f"{game}: modules they lie in", "", modules)
                report.add(f"{game}: calls to draw six screens", "", calls.made)
        store.close()


def _stream(client: FlaskClient, path: str) -> Iterator[bytes]:
    """The stream of a screen, which has what stands now."""
    events = client.get(path, buffered=False).iter_encoded()
    next(events)
    return events
