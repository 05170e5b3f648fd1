"""Finished games for the history: as records that are read in, and as tables that play them."""

import csv
import io
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import worked
from faults.house import Kept
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import all_games
from companion.history.history import History
from companion.history.reader import HistoryReader
from companion.record.record import Record
from companion.storage.store import Store
from companion.table import Table
from companion.table.commands import play, reveal_score, rounds, seating
from companion.table.tables import import_record
from companion.web.app import create_app

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
ZACHARIAS = ["Zacharias", *NAMES[1:]]
THEN = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)
DEAL = {"cards": ["gold-digger", "gold-digger", "saboteur", "gold-digger"], "aside": ["gold-digger"]}
OVER = {"kind": "end", "reason": "agreed"}


def saboteur(names: list[str] = NAMES, began: datetime = THEN, note: str = "") -> dict[str, Any]:
    """A record of Saboteur in which the only saboteur wins every round; and a correction with that note."""
    entries: list[dict[str, Any]] = []
    for _ in range(3):
        entries += [{"kind": "deal", **DEAL, "first": 1}, {"kind": "discard", "by": 1}, dict(OVER)]
    if note:
        entries.append({"kind": "correct", "seat": 1, "gold": 1, "note": note})
    for number, entry in enumerate(entries):
        entry["at"] = (began + timedelta(minutes=5 * number)).isoformat()
    return {"game": "saboteur", "options": {}, "players": names, "entries": entries}


def add(store: Store, record: dict[str, Any]) -> str:
    game = all_games()[record["game"]]
    folded = Record.load(game, record["players"], record["options"], record["entries"])
    return import_record(store, folded).code


def seated(app: Any, names: list[str] = NAMES) -> Table:
    """A new table at which these sit and have chosen Saboteur."""
    table: Table = app.extensions["context"].tables.create()
    table.run(rounds.choose, "saboteur", {})
    for name in names:
        table.run(seating.add_seat, name)
    return table


def deals(table: Table) -> None:
    """Dealt, and play has started."""
    table.run(rounds.deal, 0)
    table.run(rounds.start_early)


def ends(table: Table) -> None:
    """The round is over, and its score revealed."""
    table.run(play.act, [OVER], "table", "")
    tells(table)


def tells(table: Table) -> None:
    while not table.state.told:
        table.run(reveal_score.reveal_next)


def book_of(store: Store) -> History:
    """The history as a new process makes it."""
    return HistoryReader(store).read_book()


@pytest.fixture
def app(store: Store) -> Any:
    made = create_app(store)
    made.test_client_class = Kept
    return made


@pytest.fixture
def host(app: Any, store: Store) -> FlaskClient:
    client: FlaskClient = app.test_client()
    client.get(f"/host/{store.host_key}")
    return client


def rows_of(told: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(told)))


def run(*arguments: str) -> str:
    result = worked.run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def person(reader: FlaskClient, name: str) -> str:
    """The address of a person's page, as the first page of the history has it."""
    return str(
        re.findall(rf'/book/person/(\w+)">[^"]*"[^"]*"[^>]*>.*?<b[^>]*>{name}</b>', reader.get("/book").text)[-1]
    )


def games_of(host: FlaskClient) -> dict[str, int]:
    return Counter(row["name"] for row in rows_of(host.get("/book/out/book.csv").text))


def rename(host: FlaskClient, old: str, new: str, **more: str) -> TestResponse:
    return host.post(f"/book/person/{person(host, old)}/name", data={"name": new, **more})


def forget(host: FlaskClient, name: str) -> TestResponse:
    return host.post(f"/book/person/{person(host, name)}/forget", data={"sure": "1"})


def everything(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def play_to_the_end(table: Table) -> None:
    table.run(rounds.choose, "saboteur", {})
    for _ in range(3):
        deals(table)
        ends(table)
