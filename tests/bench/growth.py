"""What grows and what must not: an action in a long game, opening such a table, the memory a table takes, and what is
left of phones that came back again and again and of taps that went on and on."""

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
RECONNECTS, WARM_RECONNECTS = 5_000, 500
LONG_PLAY, WARM_TAPS = 20_000, 500


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


def lasting(report: Report, folder: Path, taps: int = LONG_PLAY) -> None:
    """The memory left behind by phones of one table that come back, and by taps at it, with all its screens open."""
    (made,) = tables.make(folder, 1)
    with companion(folder) as child:
        asyncio.run(_lasting(report, made, child, taps))


async def _lasting(report: Report, made: tables.Made, child: Child, taps: int) -> None:
    (table,) = await delivery.open_all([made], child.port)
    await _played(table, WARM_TAPS)
    await _come_back(made, child.port, WARM_RECONNECTS)
    before = child.memory()
    await _come_back(made, child.port, RECONNECTS)
    after = child.memory()
    report.add(f"memory left by {RECONNECTS:,} reconnects", "MB", after - before)
    await _played(table, taps)
    report.add(f"memory left by {taps:,} taps at one table", "MB", child.memory() - after)
    table.close()


async def _come_back(made: tables.Made, port: int, times: int) -> None:
    """One phone after the other opens a stream and leaves it; each has another one open."""
    loop = asyncio.get_running_loop()
    for number in range(times):
        request = get(f"/{made.code}/stream/phone", port, made.cookies[number % tables.SEATS])
        _, screen = await loop.create_connection(lambda r=request: Screen(r), "127.0.0.1", port)  # type: ignore[misc]
        await asyncio.wait_for(screen.opened, 60)
        screen.close()


async def _played(table: delivery.WebTable, taps: int) -> None:
    """One tap after the other, each as soon as the one before is answered."""
    before = len(table.finger.answered)
    for number in range(before, before + taps):
        table.tap()
        while len(table.finger.answered) <= number:
            await asyncio.sleep(0.001)
        assert not table.refused()
