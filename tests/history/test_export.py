"""The history as CSV and JSON."""

import json
from typing import Any

import pytest
from built import ROOT
from flask.testing import FlaskClient
from history_records import add, book_of, deals, ends, rows_of, run, saboteur, seated

from companion.history import export
from companion.storage.store import Store
from companion.table.commands import play, rounds


@pytest.fixture
def folder(store: Store) -> str:
    add(store, saboteur())
    return str(store.folder)


def test_as_csv_has_a_line_for_each_person_and_game(folder: str) -> None:
    told = run("book", "--format", "csv", "--data", folder)
    assert told.splitlines()[0] == "play_id,date,game,players,name,side,points,won"
    rows = rows_of(told)
    assert {(row["date"], row["game"], row["players"]) for row in rows} == {("2026-01-02 19:00:00", "saboteur", "4")}
    assert [(row["name"], row["side"], row["points"], row["won"]) for row in rows] == [
        ("Anna", "diggers", "0", "0"),
        ("Ben", "diggers", "0", "0"),
        ("Cleo", "saboteurs", "12", "1"),
        ("Dora", "diggers", "0", "0"),
    ]


def test_as_json_has_the_same_with_the_evenings(folder: str) -> None:
    rows = rows_of(run("book", "--data", folder))
    (play,) = json.loads(run("book", "--format", "json", "--data", folder))["plays"]
    assert play["evening"].endswith("-2026-01-02")
    for row, result in zip(rows, play["results"], strict=True):
        assert row == {
            **{name: str(play[name]) for name in ("play_id", "date", "game", "players")},
            **{name: str(int(value) if name == "won" else value) for name, value in result.items()},
        }


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|'/C calc'!A0", "＝1+1"])
def test_as_csv_writes_no_name_that_a_spreadsheet_computes(store: Store, host: FlaskClient, name: str) -> None:
    add(store, saboteur([name, "Ben", "Cleo", "Dora"]))
    downloaded = host.get("/book/out/book.csv").text
    assert downloaded.startswith("\ufeff"), "so that Excel reads umlauts"
    files = [downloaded.removeprefix("\ufeff"), run("book", "--data", str(store.folder))]
    for told in files:
        names = {row["name"] for row in rows_of(told)}
        assert names == {f"'{name}", "Ben", "Cleo", "Dora"}
    assert host.get("/book/out/book.json").get_json()["plays"][0]["results"][0]["name"] == name


def test_as_csv_has_no_winner_where_nobody_has_won(app: Any, store: Store, host: FlaskClient) -> None:
    """Everyone is still in the cave, one with more gold."""
    table = seated(app)
    table.run(rounds.choose, "dark-cave", {})
    deals(table)
    table.run(play.act, [{"kind": "correct", "seat": 0, "gold": 3}], "table", "")
    ends(table)
    rows = rows_of(host.get("/book/out/book.csv").text)
    assert {row["won"] for row in rows} == {"0"}
    (evening,) = book_of(store).evenings
    text = host.get(f"/book/evening/{evening.id}").text
    assert "Nobody has won." in text
    assert "1.</i>" not in text


GUIDE = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("column", export.COLUMNS)
def test_columns_are_all_in_the_docs(column: str) -> None:
    assert f"`{column}`" in GUIDE
