"""The wait for a deal: from the tap on "Deal" until the last of twelve phones has the cards, when all of them open."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

from companion.kept.store import Store
from companion.record import fair
from companion.table import Tables, seating, settings

from .child import companion
from .figures import Report, percentile
from .tables import GAME, SEATS
from .wire import Finger, Screen, get, post

PATIENCE = 30
_DEAL = re.compile(r'data-deal="([^"]*)"')


@dataclass(frozen=True)
class Made:
    """A table in its lobby: its code, the host's cookie, and each phone's, by the id of its seat."""

    code: str
    host: str
    cookies: dict[int, str]


def make(folder: Path) -> Made:
    """A table of twelve in a new data folder."""
    store = Store(folder)
    try:
        table = Tables(store).create()
        tokens = [table.do(seating.join, f"Player {n + 1}")[1] for n in range(SEATS)]
        table.do(settings.choose, GAME, {})
        cookies = {seat.id: f"seat_{table.code}={token}" for seat, token in zip(table.at.seats, tokens, strict=True)}
        return Made(table.code, f"host={store.host_key()}", cookies)
    finally:
        store.close()


class Phone(Screen):
    """One seat as static/js/phone-later/fair.js has it: it commits to bits for each deal that may come, opens them for
    the terms, and notes when the cards are there."""

    def __init__(self, made: Made, port: int, seat: int) -> None:
        super().__init__(get(f"/{made.code}/stream/phone", port, made.cookies[seat]))
        self.made, self.port, self.seat = made, port, seat
        self.finger, self.sent = Finger(), set[str]()
        self.waits = asyncio.Event()
        self.dealt = 0.0

    def told(self, event: bytes) -> None:
        found = _DEAL.search(event.decode())
        if found is None:
            return
        data = json.loads(unescape(found[1]))
        if data["terms"]:
            deal = fair.Deal(json.loads(data["terms"]))
            self.post("open", "opened", f"open {deal.of}", self.bits)
            self.waits.set()
        elif self.waits.is_set():
            self.waits.clear()
            self.dealt = time.perf_counter()
        for of in data["coming"] if not data["terms"] else ():
            promise = data["promises"][of.partition("/")[0]]
            self.post("commit", "commitment", of, f"{of} {fair.commitment(promise, of, self.seat, self.bits)}")

    @property
    def bits(self) -> str:
        return f"{self.seat:032x}"

    def post(self, path: str, name: str, what: str, value: str) -> None:
        if what not in self.sent:
            self.sent.add(what)
            fields = {name: f"{self.seat} {value}"}
            self.finger.send(post(f"/{self.made.code}/{path}", self.port, self.made.cookies[self.seat], fields))


def measure(report: Report, folder: Path, deals: int) -> None:
    """Some deals at one table, of which the last ones are fresh deals of its first round."""
    made = make(folder)
    with companion(folder) as child:
        used, waits = child.cpu(), asyncio.run(_deals(made, child.port, deals))
        report.add("the program's processor for each of these deals", "ms", (child.cpu() - used) / deals * 1e3)
    for share in (50, 95, 100):
        report.add(f"the wait for a deal with {SEATS} phones: p{share}", "ms", percentile(waits, share / 100) * 1e3)


async def _deals(made: Made, port: int, deals: int) -> list[float]:
    phones, host = [Phone(made, port, seat) for seat in made.cookies], Finger()
    fingers = [host, *(phone.finger for phone in phones)]
    every: list[Screen | Finger] = [*phones, *fingers]
    for one in every:
        await asyncio.get_running_loop().create_connection(partial(_same, one), "127.0.0.1", port)
    await asyncio.gather(*(phone.opened for phone in phones))
    waits = []
    for number in range(deals):
        await _until(lambda: all(len(phone.finger.answered) == len(phone.sent) for phone in phones))
        tap: dict[str, Any] = {"j:first": "0"} if number == 0 else {"reason": "again"}
        began = time.perf_counter()
        host.send(post(f"/{made.code}/host/{'afresh' if number else 'deal'}", port, made.host, tap))
        await _until(partial(_have_cards, phones, began))
        waits.append(max(phone.dealt for phone in phones) - began)
    for one in every:
        one.close()
    refused = [answer for finger in fingers for answer in finger.refused]
    assert not refused, refused[0]
    return waits


def _same(one: Screen | Finger) -> Screen | Finger:
    return one


def _have_cards(phones: Sequence[Phone], since: float) -> bool:
    return all(phone.dealt > since for phone in phones)


async def _until(there: Callable[[], bool]) -> None:
    """Waits for it without taking the processor from the server."""
    end = time.perf_counter() + PATIENCE
    while not there():
        assert time.perf_counter() < end, "a deal has not come"
        await asyncio.sleep(0.005)
