"""What grows and what must not: an action in a long game, opening such a table, the memory that tables take, and that
phones that come back and taps leave behind."""

from __future__ import annotations

import asyncio
import http.client
import time
from pathlib import Path
from urllib.parse import urlencode

from . import delivery, tables
from .child import Child, companion
from .figures import Report, percentile
from .plain import ask
from .wire import Screen, get

LENGTHS = (1, 100, 1_000, 10_000)
TAPS = 20
MANY = 100
IDLE = 23
"""Tables with nearly 300 screens."""
BACK, LONG = 5_000, 20_000
"""Phones that come back, taps at one table."""
WARM = 200
REST = 8.0
"""Seconds in which each stream has two heartbeats."""
PACE = 100.0


def actions(report: Report, folder: Path, runs: int) -> None:
    """A tap with no other screen connected, where the journal has so many entries; and the first page there."""
    made = {length: tables.make(folder / f"{length}", 1, length - 1)[0] for length in LENGTHS}
    # The newest table is loaded at the start, so it has to be another one than the one that is measured.
    other = {length: tables.make(folder / f"{length}", 1)[0] for length in LENGTHS}
    for run in range(runs):
        for length, table in made.items():
            with companion(folder / f"{length}") as child:
                # The first page of a process loads much that has nothing to do with the table.
                ask(child.port, f"/{other[length].code}", other[length].cookies[0])
                opened = ask(child.port, f"/{table.code}", table.cookies[0])
                assert opened.status == 200
                report.add(f"opening a table with {length:,} entries", "ms", opened.seconds * 1e3)
                used = child.cpu()
                seconds = [_tap(table, child.port, run * TAPS + number) for number in range(TAPS)]
                report.add(f"an action at entry {length:,}: until its answer", "ms", percentile(seconds, 0.5) * 1e3)
                report.add(f"an action at entry {length:,}: processor", "ms", (child.cpu() - used) / TAPS * 1e3)


def _tap(table: tables.Made, port: int, number: int) -> float:
    """Seconds from the tap to its answer."""
    cookie, fields = table.tap(number)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept-Encoding": "gzip",
        "HX-Request": "true",
        "Cookie": cookie,
        "Origin": f"http://127.0.0.1:{port}",
    }
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    began = time.perf_counter()
    connection.request("POST", f"/{table.code}/act", urlencode(fields), headers)
    response = connection.getresponse()
    body = response.read()
    seconds = time.perf_counter() - began
    connection.close()
    assert response.status == 200, body
    return seconds


def memory(report: Report, folder: Path, runs: int) -> None:
    """What a table takes that somebody has opened, with 200 entries and no stream."""
    made = tables.make(folder, MANY, 199)
    for _ in range(runs):
        with companion(folder) as child:
            for table in made[:10]:
                ask(child.port, f"/{table.code}", table.cookies[0])
            before = child.memory()
            for table in made[10:]:
                ask(child.port, f"/{table.code}", table.cookies[0])
            report.add("memory of one more table with 200 entries", "kB", (child.memory() - before) / (MANY - 10) * 1e3)


def idle(report: Report, folder: Path, runs: int) -> None:
    """What screens take that nobody taps."""
    made = tables.make(folder, IDLE)
    streams = IDLE * tables.SCREENS

    async def measured(child: Child) -> None:
        before = child.memory()
        opened = await delivery.open_all(made, child.port)
        await asyncio.sleep(REST)
        held, name = child.memory(), f"{streams} idle streams"
        report.add(f"{name}: memory with all open", "MB", held)
        report.add(f"{name}: memory of one with its share of the table", "kB", (held - before) / streams * 1e3)
        used = child.cpu()
        await asyncio.sleep(REST)
        report.add(f"{name}: processor", "% of a core", (child.cpu() - used) / REST * 100)
        for table in opened:
            table.close()

    for _ in range(runs):
        with companion(folder) as child:
            asyncio.run(measured(child))


def kept(report: Report, folder: Path, share: float) -> None:
    """What stays in memory of phones that come back, and of a long evening with 13 screens. ``share``: how much of
    each, up to 1."""
    back, taps = (max(WARM, round(number * share)) for number in (BACK, LONG))
    (made,) = tables.make(folder, 1)
    with companion(folder) as child:
        asyncio.run(_come_back(child, made, WARM))
        before = child.memory()
        asyncio.run(_come_back(child, made, back))
        report.add(f"memory after {back:,} reconnects", "MB more", child.memory() - before)
    with companion(folder) as child:
        before, after = asyncio.run(_long_evening(child, made, taps))
        report.add(f"memory after {taps:,} taps on one table", "MB more", after - before)


async def _come_back(child: Child, made: tables.Made, times: int) -> None:
    """One phone after the other gets its stream's first state, and goes."""
    loop = asyncio.get_running_loop()
    for number in range(times):
        cookie = made.cookies[number % len(made.cookies)]
        request = get(f"/{made.code}/stream/phone", child.port, cookie)
        _, screen = await loop.create_connection(lambda: Screen(request), "127.0.0.1", child.port)  # noqa: B023
        await asyncio.wait_for(screen.opened, 60)
        screen.close()
    await asyncio.sleep(REST)  # by then the program has noticed that the last ones are gone


async def _long_evening(child: Child, made: tables.Made, taps: int) -> tuple[float, float]:
    """Megabytes before and after."""
    (table,) = await delivery.open_all([made], child.port)
    await delivery.play([table], PACE, WARM, child.cpu)
    before = child.memory()
    await delivery.play([table], PACE, taps, child.cpu)
    after = child.memory()
    table.close()
    return before, after
