"""A game that is over is looked back at, moment by moment; before it is told nobody looks back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import game_by_id
from companion.record import Record
from companion.rules.action import Entry
from companion.store import Store
from companion.table import Refused, Table
from companion.table.past import moment
from companion.table.screen import Viewer
from companion.web.app import create_app

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
DEAL: Entry = {
    "kind": "deal",
    "cards": ["yellow-loyal", "blue-loyal", "blue-saboteur", "yellow-loyal", "blue-loyal"],
    "aside": ["yellow-loyal", "yellow-saboteur", "blue-loyal"],
    "first": 0,
}
ENTRIES: list[Entry] = [
    DEAL,
    {"kind": "play-path", "by": 0},
    {"kind": "undo", "entry": 1},
    {"kind": "secret-information", "by": 0, "look": "card", "seat": 2},
    {"kind": "end-turn", "by": 0},
    {"kind": "end", "reason": "agreed"},
]


@pytest.fixture
def record() -> Record:
    return Record.load(game_by_id("dark-cave"), NAMES, {}, ENTRIES)


def test_only_what_counts_is_a_moment(record: Record) -> None:
    found = [moment(record, at, False) for at in range(4)]
    assert [str(one.told) for one in found if one] == [
        "Round 1 is dealt. Anna begins.",
        "Anna looks at Cleo's card.",
        "Anna's turn ends; Anna draws 1 card.",
        "The table ends the round: we agree to stop",
    ]
    assert {one.last for one in found if one} == {3}


def test_the_table_saw_no_card_until_the_end_and_open_cards_are_open(record: Record) -> None:
    for at in range(3):
        seen, opened = moment(record, at, False), moment(record, at, True)
        assert seen is not None
        assert opened is not None
        assert [row.role for row in seen.board.seats] == [None] * 5
        assert all(row.role for row in opened.board.seats)


def test_open_cards_tell_who_could_be_sure(record: Record) -> None:
    found = moment(record, 1, True)
    assert found is not None
    assert "From here on Anna could be sure of Cleo." in map(str, found.sure)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Table, FlaskClient]]:
    with closing(Store(tmp_path)) as store:
        app = create_app(store)
        tables = next(one.tables for one in app.extensions.values() if hasattr(one, "tables"))
        made: Table = tables.create()
        for name in NAMES:
            made.add_seat(name)
        made.choose("dark-cave", {})
        made.deal(0)
        made.start_early()
        yield made, app.test_client()


def test_nobody_looks_back_before_the_score_is_told(table: tuple[Table, FlaskClient]) -> None:
    made, client = table
    made.act([{"kind": "end", "reason": "agreed"}], "table", "")
    with pytest.raises(Refused):
        made.past(0, True)
    assert client.get(f"/{made.code}/past?open=1").status_code == 403
    while made.screen(Viewer()).more_steps:
        made.show_next()
    page = client.get(f"/{made.code}/past?at=0&open=1")
    assert page.status_code == 200
    assert "dwarf" in page.get_data(as_text=True)
    assert client.get(f"/{made.code}/past?at=none").status_code == 200
