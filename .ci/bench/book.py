"""The group's book of a thousand games of eight players: made once, brought up to date, and each of its pages."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.book.book import Book
from companion.book.keeping import Bookkeeper
from companion.games import all_games
from companion.kept.store import Store
from companion.record.record import Record
from companion.table.importing import imported
from companion.web.app import create_app

from .figures import Report
from .play import random_record

GAMES, PLAYERS, DIFFERENT = 1_000, 8, 40
EVENING = 4
"""Games of one evening."""


def made(folder: Path) -> Store:
    """A data folder with so many games, four to an evening at one table after the other."""
    store = Store(folder)
    boxes = [game for game in all_games().values() if game.most >= PLAYERS]
    records = [random_record(boxes[n % len(boxes)], PLAYERS, n) for n in range(DIFFERENT)]
    for number in range(GAMES):
        began = datetime(2020, 1, 3, 19, tzinfo=UTC) + timedelta(days=number // EVENING, hours=number % EVENING)
        add(store, records[number % DIFFERENT], began)
    return store


def add(store: Store, record: Record, began: datetime) -> None:
    entries = [
        {**entry, "at": (began + timedelta(seconds=20 * n)).isoformat()} for n, entry in enumerate(record.entries)
    ]
    imported(store, record, record.players, dict(record.given_options), entries)


def measure(report: Report, folder: Path, runs: int) -> None:
    """Everything in turn; the numbers are milliseconds on this machine."""
    store = made(folder)
    entries = store.people._row("SELECT COUNT(*) AS n FROM entries")
    assert entries
    report.note(f"{GAMES} games of {PLAYERS} players, {entries['n']} entries")
    for _ in range(max(2, runs // 2)):
        store._db.execute("DELETE FROM outcomes")
        report.add("the book of 1,000 games, made from the journal", "s", taken(Bookkeeper(store).book) / 1e3)
    for _ in range(runs):
        report.add("the book of 1,000 games, made from their outcomes", "s", taken(Bookkeeper(store).book) / 1e3)
    size = store.people._row("SELECT SUM(LENGTH(outcome)) AS n FROM outcomes")
    assert size
    report.add("the size of the outcomes", "MB", size["n"] / 1e6)
    keeper = Bookkeeper(store)
    keeper.book()
    boxes = list(all_games().values())
    for number in range(runs * 2):
        record = random_record(boxes[number % len(boxes)], PLAYERS, 500 + number)
        add(store, record, datetime(2026, 1, 3 + number, 19, tzinfo=UTC))
        report.add("one game more", "ms", taken(keeper.book))
    pages(report, store, keeper.book(), runs)
    store.close()
    shutil.rmtree(folder)


def pages(report: Report, store: Store, book: Book, runs: int) -> None:
    """Each page as the server makes it, with the question whether anything has changed."""
    client = create_app(store).test_client()
    client.get(f"/host/{store.host_key()}")
    front = book.front()
    addresses = {
        "front page": "/book",
        "an evening": f"/book/evening/{front.evenings[0].id}",
        "a person": f"/book/person/{front.people[0].person.id}",
        "a game": f"/book/game/{front.games[0][0]}",
    }
    for name, path in addresses.items():
        assert client.get(path).status_code == 200  # and templates are compiled
        for _ in range(runs * 3):
            report.add(f"page: {name}", "ms", taken(client.get, path))


def taken(do: Callable[..., Any], *given: Any) -> float:
    """How many milliseconds of the processor it took: other work on the machine does not count."""
    before = time.process_time()
    do(*given)
    return (time.process_time() - before) * 1e3
