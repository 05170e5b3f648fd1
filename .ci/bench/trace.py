"""How much of the program one tap goes through: calls, and entries into modules, on a table with three phones.

An entry is a call of one of the program's functions by another of its modules, however much of a library lies between.
A page that asks many modules, or one of them again and again, shows here before it shows in milliseconds.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from flask.testing import FlaskClient

from companion.kept.store import Store
from companion.table import dealing, seating, settings
from companion.web.app import create_app
from companion.web.live import Hub

from .figures import Report

GAME, NAMES = "dark-cave", ("Anna", "Ben", "Cleo")
BEFORE = 9
"""Taps before the one that is traced: templates are loaded and every seat has had its turns."""
WORDS = frozenset({"companion.rules.text", "companion.web.words", "companion.web.icons", "companion.i18n"})
"""Modules that only put something into words or signs, and ask nobody."""


WRITTEN = "<string>"
"""Where the code of what dataclasses write for themselves seems to stand: making a value is no call of a module."""


class Trace:
    """What was called while it is entered (``with``)."""

    def __init__(self) -> None:
        self.calls = 0
        self.entries: Counter[str] = Counter()

    def __enter__(self) -> Trace:
        sys.setprofile(self._heard)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def without(self, left_out: frozenset[str]) -> Counter[str]:
        """The entries but those into modules that are ``left_out``."""
        return Counter({module: n for module, n in self.entries.items() if module not in left_out})

    def _heard(self, frame: FrameType, event: str, _: Any) -> None:
        module = _module(frame)
        if event != "call" or module is None:
            return
        self.calls += 1
        caller = frame.f_back
        while caller is not None and _module(caller) is None:
            caller = caller.f_back
        if caller is None or _module(caller) != module:
            self.entries[module] += 1


def _module(frame: FrameType) -> str | None:
    """The module of the program that the frame belongs to; None for a library's, and for a template's."""
    name = str(frame.f_globals.get("__name__"))
    return name if name.startswith("companion.") and frame.f_code.co_filename != WRITTEN else None


class Evening:
    """A table with a phone for each of the players, whose streams are read when there is news."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.hub = Hub()
        self.app = create_app(self.store, self.hub)
        self.table = self.app.extensions["context"].tables.create()
        self.phones = [self._phone(name) for name in NAMES]
        self.table.do(settings.choose, GAME, {})
        self.table.do(dealing.deal, 0)
        self.table.do(dealing.start_early)
        self.streams = [self._stream(phone) for phone in self.phones]
        self.reads()

    def _phone(self, name: str) -> FlaskClient:
        phone = self.app.test_client()
        phone.set_cookie(f"seat_{self.table.code}", self.table.do(seating.join, name)[1])
        return phone

    def _stream(self, phone: FlaskClient) -> Iterator[bytes]:
        answer = phone.get(f"/{self.table.code}/stream/phone", buffered=False, headers={"Accept-Encoding": "gzip"})
        return iter(answer.response)  # type: ignore[arg-type]

    def reads(self) -> None:
        """Every phone gets what is new."""
        for stream in self.streams:
            next(stream)

    def taps(self) -> None:
        """Who is on turn plays a path card, and all phones have it."""
        state = self.table.at.playing[1].state
        (quick,) = self.table.at.game.quick(state, state.turn.seat)
        form = {"stamp": self.table.at.stamp, "entries": json.dumps(list(quick.entries))}
        headers = {"HX-Request": "true", "Companion-Stream": "open", "Accept-Encoding": "gzip"}
        answer = self.phones[state.turn.seat].post(f"/{self.table.code}/act", data=form, headers=headers)
        assert answer.status_code == 204
        self.reads()

    def close(self) -> None:
        self.hub.close()
        self.store.close()


def tap(report: Report, folder: Path) -> None:
    """One tap at three phones, traced."""
    evening = Evening(folder)
    for _ in range(BEFORE):
        evening.taps()
    with Trace() as trace:
        evening.taps()
    evening.close()
    rest = trace.without(WORDS)
    report.add("a tap at three phones: calls", "", trace.calls)
    report.add("a tap at three phones: entries into modules", "", trace.entries.total())
    report.add("a tap at three phones: modules", "", len(trace.entries))
    report.add("a tap at three phones, without words: entries into modules", "", rest.total())
    report.add("a tap at three phones, without words: modules", "", len(rest))
    for module, count in trace.entries.most_common():
        print(f"{count:6} {module}")
