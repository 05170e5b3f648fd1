"""The group's book: what comes into it and when, who may read it, people, evenings, and everything that goes out."""

import csv
import io
import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import worked
from built import ROOT
from faults.house import Kept
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import clock
from companion.engine.text import RuleError, T
from companion.games import all_games
from companion.history import export
from companion.history.history import History
from companion.history.reader import HistoryReader
from companion.record.record import Record
from companion.storage.backups import backups
from companion.storage.checksums import find_damaged
from companion.storage.schema import connect
from companion.storage.store import JournalRead, RevealProgress, Store, StoreError
from companion.table import Table
from companion.table.commands import play, reveal_score, rounds, seating
from companion.table.tables import import_record
from companion.web.app import create_app
from companion.web.context import CLOCK

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
    """Dealt, and play has begun."""
    table.run(rounds.deal, 0)
    table.run(rounds.start_early)


def ends(table: Table) -> None:
    """The round is over, and told."""
    table.run(play.act, [OVER], "table", "")
    tells(table)


def tells(table: Table) -> None:
    while not table.state.told:
        table.run(reveal_score.reveal_next)


def book_of(store: Store) -> History:
    """The book as a new process makes it."""
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


# -- what comes into it ---------------------------------------------------------------------------------------------
def test_a_game_is_in_the_book_when_it_is_over_and_told(app: Any, host: FlaskClient) -> None:
    table = seated(app)
    for _ in range(3):
        deals(table)
        assert "Anna" not in host.get("/book").text
        table.run(play.act, [OVER], "table", "")
        while not table.state.told:
            assert "Anna" not in host.get("/book").text
            assert host.get("/book/out/book.csv").text.count("\n") == 1
            table.run(reveal_score.reveal_next)
    # No page was asked for: the table has told it to the book by itself.
    assert [one.person.name for play in app.extensions["context"].read_book().plays for one in play.by_seat] == NAMES
    assert "Anna" in host.get("/book").text
    table.run(play.undo_tap, len(table.state.record.entries) - 1, "table", "")
    assert "Anna" not in host.get("/book").text


def test_a_correction_after_the_end_is_in_the_book(store: Store) -> None:
    add(store, saboteur())
    keeper = HistoryReader(store)
    (before,) = keeper.read_book().plays
    game = store.games.of(1)[0]
    store.games.save(replace(game, over=True, show=RevealProgress(3, 99)))
    store.journal.append(game.id, 9, [{"kind": "correct", "seat": 0, "gold": 2}], "a", "", "table")
    (after,) = keeper.read_book().plays
    assert [one.outcome.results[0].points for one in (before, after)] == [0, 2]
    assert keeper.read_book().plays == [after]


def test_a_game_can_be_left_out_and_taken_in_again(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    assert "Anna" in host.get("/book").text
    play = host.get("/book/out/book.json").get_json()["plays"][0]["play_id"]
    assert host.post(f"/book/play/{play}/leave-out").status_code == 303
    text = host.get("/book").text
    assert "/book/person" not in text
    assert "Forget Anna" in text  # who stands there alone can be forgotten all the same
    assert "/book/take-in/1" in text
    host.post("/book/take-in/1")
    assert "Anna" in host.get("/book").text


def folded(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that a new process has to fold for the book."""
    found: list[int] = []
    read = store.journal.read

    def counted(game: int) -> JournalRead:
        found.append(game)
        return read(game)

    with monkeypatch.context() as here:
        here.setattr(store.journal, "read", counted)
        book_of(store)
    return found


def test_outcomes_are_kept_until_the_game_changes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(3):
        add(store, saboteur(began=THEN + timedelta(days=day)))
    assert folded(store, monkeypatch) == [1, 2, 3]
    assert folded(store, monkeypatch) == []
    store.journal.append(2, 9, [{"kind": "correct", "seat": 0, "gold": 2}], "a", "", "table")
    assert folded(store, monkeypatch) == [2]


def test_outcomes_of_another_format_are_made_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, saboteur())
    assert folded(store, monkeypatch) == [1]
    monkeypatch.setattr("companion.history.reader.FORMAT", 0)
    assert folded(store, monkeypatch) == [1]


@pytest.mark.parametrize("change", ["mark = 'x'", "outcome = '{'"])
def test_a_damaged_outcome_is_made_again(store: Store, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    add(store, saboteur())
    before = export.as_csv(book_of(store))
    store._db.execute(f"UPDATE outcomes SET {change}")  # noqa: S608 - the changes above
    assert export.as_csv(book_of(store)) == before
    assert folded(store, monkeypatch) == []


def test_a_game_that_cannot_be_read_stops_no_other(store: Store) -> None:
    add(store, saboteur())
    add(store, saboteur(began=THEN + timedelta(days=1)))
    store._db.execute('UPDATE entries SET body = \'{"kind": "odd"}\' WHERE game_id = 1 AND seq = 2')
    assert [play.id for play in book_of(store).plays] == [2]


# -- evenings -------------------------------------------------------------------------------------------------------
def test_an_evening_ends_after_six_hours(store: Store) -> None:
    began = [THEN + timedelta(hours=hours) for hours in (0, 5.8, 6.6, 13.3)]
    code = imported_at(store, *began)
    evenings = [[play.outcome.started for play in one.plays] for one in reversed(book_of(store).evenings)]
    assert evenings == [[one.timestamp() for one in began[:3]], [began[3].timestamp()]]
    ids = {f"{code}-2026-01-03", f"{code}-2026-01-02"}
    assert {one.id for one in book_of(store).evenings} == ids
    other = add(store, saboteur())
    assert {one.id for one in book_of(store).evenings} == ids | {f"{other}-2026-01-02"}, "each table has its own"


def imported_at(store: Store, *times: datetime) -> str:
    """Games at one table, as ``companion import FOLDER`` puts them there."""
    code = add(store, saboteur(began=times[0]))
    for began in times[1:]:
        game = store.games.new(1, "saboteur", {}, NAMES, [])
        store.journal.append_record(game.id, saboteur(began=began)["entries"])
        store.games.save(replace(game, over=True))
    return code


DAY = timedelta(days=1)
SET_RIGHT = timedelta(minutes=20)


def plays_at(app: Any, monkeypatch: pytest.MonkeyPatch, machine: datetime, table: Table) -> None:
    """A game that is dealt when the machine's clock says that."""
    monkeypatch.setattr(clock, "now", machine.timestamp)
    deals(table)
    ends(table)
    table.run(rounds.end)
    while not table.state.told:
        table.run(reveal_score.reveal_next)


def say_time(client: FlaskClient, code: str, time: datetime, address: str = "10.42.0.7") -> None:
    """The browser loads something of the table, and says what time it is."""
    headers = {CLOCK: str(round(time.timestamp() * 1000))}
    client.get(f"/{code}/host/panel/log", headers=headers, environ_base={"REMOTE_ADDR": address})


def test_without_a_clock_the_next_week_is_another_evening(
    app: Any, store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box that was never online goes on where it was switched off; the host's browser knows the date."""
    table = seated(app)
    plays_at(app, monkeypatch, THEN, table)
    before = book_of(store).plays[0]
    machine = THEN + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", machine.timestamp)
    say_time(host, table.code, machine + 7 * DAY)
    plays_at(app, monkeypatch, machine, table)
    first, second = book_of(store).plays
    assert (first.play_id, first.played_at, first.evening) == (before.play_id, before.played_at, before.evening)
    assert second.played_at == "2026-01-09 20:00:00"
    assert [one.id for one in book_of(store).evenings] == [f"{table.code}-2026-01-09", f"{table.code}-2026-01-02"]
    entries = store.journal.read(second.id).entries
    assert all(entry["at"].startswith("2026-01-02T20:00") for entry in entries), "the record has the machine's time"
    assert [game.ahead for game in store.games.of(table.state.row.id)] == [0, (7 * DAY).total_seconds()]


def test_a_clock_that_is_set_in_mid_evening_makes_no_second_one(
    app: Any, store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, wrong = seated(app), THEN - 30 * DAY
    monkeypatch.setattr(clock, "now", wrong.timestamp)
    say_time(host, table.code, THEN)
    plays_at(app, monkeypatch, wrong, table)
    deals(table)
    monkeypatch.setattr(clock, "now", (THEN + SET_RIGHT).timestamp)
    ends(table)
    table.run(rounds.end)
    tells(table)
    table.run(rounds.open_lobby)
    plays_at(app, monkeypatch, THEN + timedelta(hours=1), table)
    (evening,) = book_of(store).evenings
    assert [play.minutes for play in evening.plays] == [0, 20, 0]
    assert [play.played_at[11:16] for play in evening.plays] == ["19:00", "19:00", "20:00"]


@pytest.mark.parametrize("said", [THEN + timedelta(minutes=59), THEN - 30 * 365 * DAY, None])
def test_a_time_that_says_nothing_changes_no_date(
    said: datetime | None, app: Any, store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Less than an hour away, a browser without a clock of its own, or one that is not the host's
    or has its time from this machine."""
    table = seated(app)
    monkeypatch.setattr(clock, "now", THEN.timestamp)
    if said:
        say_time(host, table.code, said)
    else:
        say_time(app.test_client(), table.code, THEN + 7 * DAY)
        say_time(host, table.code, THEN + 7 * DAY, "127.0.0.1")
        host.get(f"/{table.code}/host/panel/log", headers={CLOCK: "soon"})
    plays_at(app, monkeypatch, THEN, table)
    assert book_of(store).plays[0].played_at == "2026-01-02 19:00:00"


def test_the_page_of_an_evening_tells_who_what_and_how_long(store: Store, host: FlaskClient) -> None:
    code = add(store, saboteur())
    text = host.get(f"/book/evening/{code}-2026-01-02").text
    for told in ("Friday 2 January 2026", "Cleo wins.", "40 min", "saboteur"):
        assert told in text
    assert 'class="highlight"' in text


# -- out ------------------------------------------------------------------------------------------------------------
def rows_of(told: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(told)))


def run(*arguments: str) -> str:
    result = worked.run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def folder(store: Store) -> str:
    add(store, saboteur())
    return str(store.folder)


def test_csv_has_a_line_for_each_person_and_game(folder: str) -> None:
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


def test_json_has_the_same_with_the_evenings(folder: str) -> None:
    rows = rows_of(run("book", "--data", folder))
    (play,) = json.loads(run("book", "--format", "json", "--data", folder))["plays"]
    assert play["evening"].endswith("-2026-01-02")
    for row, result in zip(rows, play["results"], strict=True):
        assert row == {
            **{name: str(play[name]) for name in ("play_id", "date", "game", "players")},
            **{name: str(int(value) if name == "won" else value) for name, value in result.items()},
        }


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|'/C calc'!A0", "＝1+1"])
def test_no_spreadsheet_computes_a_name(store: Store, host: FlaskClient, name: str) -> None:
    add(store, saboteur([name, "Ben", "Cleo", "Dora"]))
    downloaded = host.get("/book/out/book.csv").text
    assert downloaded.startswith("\ufeff"), "so that Excel reads umlauts"
    files = [downloaded.removeprefix("\ufeff"), run("book", "--data", str(store.folder))]
    for told in files:
        names = {row["name"] for row in rows_of(told)}
        assert names == {f"'{name}", "Ben", "Cleo", "Dora"}
    assert host.get("/book/out/book.json").get_json()["plays"][0]["results"][0]["name"] == name


def test_where_nobody_has_won_nobody_is_first(app: Any, store: Store, host: FlaskClient) -> None:
    """Everybody is still in the cave, one with more gold."""
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


def test_ids_stay_the_same_wherever_the_record_goes(store: Store, tmp_path: Path) -> None:
    add(store, saboteur())
    store.people.rename("anna", "Annabelle")
    with closing(Store(tmp_path / "other")) as other:
        add(other, saboteur(began=THEN - timedelta(days=9)))
        add(other, saboteur())
        told = []
        for one in (store, other):
            plays = [play for play in book_of(one).plays if "-02 " in play.played_at]
            told.append([(play.play_id, person.id) for play in plays for person in play.people])
        assert told[0] == told[1] != []


# -- from one machine to another ------------------------------------------------------------------------------------
def test_a_group_moves_by_one_file(folder: str, store: Store, tmp_path: Path) -> None:
    before = run("book", "--data", folder)
    file, there = str(tmp_path / "group.db"), str(tmp_path / "there")
    for at, name, text in (folder, "ours", "[game]\r\n"), (folder, "both", "a = 1"), (there, "both", "a = 2"):
        (Path(at) / "games").mkdir(parents=True, exist_ok=True)
        (Path(at) / "games" / f"{name}.toml").write_bytes(text.encode())
    (Path(folder) / "games" / "Not an id.toml").write_text("x")
    run("backup", file, "--data", folder)
    assert run("restore", file, "--data", there).startswith(f"Restored {file}.\n")
    assert run("book", "--data", there) == before
    games = {one.name: one.read_bytes() for one in (Path(there) / "games").iterdir()}
    assert games == {"ours.toml": b"[game]\r\n", "both.toml": b"a = 2"}, (
        "added games come along, over none that is there"
    )
    with closing(sqlite3.connect(Path(there) / "companion.db")) as conn:
        assert not conn.execute("SELECT key FROM meta WHERE key LIKE 'game %'").fetchall()


def test_a_backup_is_never_written_over_a_file(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "group.db"
    file.write_text("mine")
    result = worked.run("backup", str(file), "--data", folder)
    assert result.exit_code == 2
    assert file.read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_what_is_no_backup_is_not_restored(content: bytes | None, store: Store, tmp_path: Path) -> None:
    add(store, saboteur())
    store.close()
    file = tmp_path / "odd.db"
    if content is None:
        with closing(sqlite3.connect(file)) as conn:
            conn.execute("CREATE TABLE other (id)")
    else:
        file.write_bytes(content)
    result = worked.run("restore", str(file), "--data", str(store.folder))
    assert result.exit_code == 2
    assert "is not a Companion backup" in result.stderr
    with closing(Store(store.folder)) as again:
        assert len(again.tables.all()) == 1


# -- who may see it -------------------------------------------------------------------------------------------------
PAGES = ("/book", "/book/out/book.csv", "/book/game/saboteur")


@pytest.fixture
def guest(app: Any) -> FlaskClient:
    """A phone with a seat at a table where nothing was played yet."""
    client: FlaskClient = app.test_client()
    code = seated(app, []).code
    assert client.post(f"/{code}/join", data={"name": "Zoe"}).status_code == 303
    return client


@pytest.mark.parametrize("path", PAGES)
def test_the_whole_book_is_for_those_whom_the_host_lets(
    app: Any, store: Store, host: FlaskClient, guest: FlaskClient, path: str
) -> None:
    add(store, saboteur())
    stranger = app.test_client()
    assert "Anna" in host.get(path).text
    assert "Anna" not in guest.get(path).text
    assert host.post("/book/readers", data={"readers": "seats"}).status_code == 303
    assert "Anna" in guest.get(path).text
    assert host.post("/book/readers", data={"readers": "host"}).status_code == 303
    assert "Anna" not in guest.get(path).text
    assert stranger.get(path).status_code == 403
    assert "/book" not in stranger.get("/").text


def test_a_seat_reads_what_was_played_at_its_own_table(app: Any, store: Store, host: FlaskClient) -> None:
    other = add(store, saboteur(["Ida", "Jan", "Kai", "Lea"]))
    own = add(store, saboteur())
    plays = host.get("/book/out/book.json").get_json()["plays"]
    mine = plays[1]["play_id"]
    phone = app.test_client()
    assert phone.post(f"/{own}/join", data={"name": "Zoe"}).status_code == 303
    assert "Cleo" in phone.get("/book").text
    assert "Cleo" in phone.get(f"/book/evening/{own}-2026-01-02").text
    assert [play["play_id"] for play in phone.get("/book/out/book.json").get_json()["plays"]] == [mine]
    everything = [phone.get(path).text for path in PAGES]
    assert not [text for text in everything if "Ida" in text or "Kai" in text]
    assert phone.get(f"/book/evening/{other}-2026-01-02").status_code == 404
    assert phone.get(f"/book/person/{person(host, 'Ida')}").status_code == 404


def test_only_the_host_puts_right(store: Store, host: FlaskClient, guest: FlaskClient) -> None:
    add(store, saboteur())
    host.post("/book/readers", data={"readers": "seats"})
    anna, id = person(guest, "Anna"), guest.get("/book/out/book.json").get_json()["plays"][0]["play_id"]
    paths = [f"/book/person/{anna}/{what}" for what in ("name", "forget")]
    for path in (*paths, f"/book/play/{id}/leave-out", "/book/take-in/1", "/book/readers", "/book/forget"):
        assert guest.post(path, data={"sure": "1", "name": "X"}).status_code == 403
    assert "Forget" not in guest.get(f"/book/person/{anna}").text


@pytest.mark.parametrize("path", PAGES)
def test_without_a_book_there_is_none(store: Store, path: str) -> None:
    client = create_app(store, BOOK=False).test_client()
    client.get(f"/host/{store.host_key}")
    assert client.get(path).status_code == 404
    assert "/book" not in client.get("/").text
    assert store.people.outcomes() == {}


# -- people ---------------------------------------------------------------------------------------------------------
def person(reader: FlaskClient, name: str) -> str:
    """The address of a person's page, as the first page of the book has it."""
    return str(
        re.findall(rf'/book/person/(\w+)">[^"]*"[^"]*"[^>]*>.*?<b[^>]*>{name}</b>', reader.get("/book").text)[-1]
    )


def games_of(host: FlaskClient) -> dict[str, int]:
    return Counter(row["name"] for row in rows_of(host.get("/book/out/book.csv").text))


def rename(host: FlaskClient, old: str, new: str, **more: str) -> TestResponse:
    return host.post(f"/book/person/{person(host, old)}/name", data={"name": new, **more})


def forget(host: FlaskClient, name: str) -> TestResponse:
    return host.post(f"/book/person/{person(host, name)}/forget", data={"sure": "1"})


def test_a_person_is_renamed_everywhere(store: Store, host: FlaskClient) -> None:
    code = add(store, saboteur())
    add(store, saboteur(["Anna", "BEN", "Cleo", "Dora"], THEN + timedelta(days=7)))
    assert rename(host, "BEN", "Benjamin").status_code == 303
    assert games_of(host) == {"Anna": 2, "Benjamin": 2, "Cleo": 2, "Dora": 2}
    for path in ("/book", f"/book/evening/{code}-2026-01-02", "/book/game/saboteur"):
        assert "Benjamin" in host.get(path).text
        assert ">Ben<" not in host.get(path).text
    add(store, saboteur(["Anna", "benjamin", "Cleo", "Dora"], THEN + timedelta(days=14)))
    assert games_of(host)["Benjamin"] == 3
    assert rename(host, "Benjamin", "Ben").status_code == 303
    assert games_of(host)["Ben"] == 3


def test_who_has_played_in_nothing_that_was_scored_can_be_put_right(app: Any, store: Store, host: FlaskClient) -> None:
    """A game that was stopped at once has people, and no score; whatever its evening leads to is there."""
    table = seated(app)
    deals(table)
    table.run(play.act, [{"kind": "stop"}], "table", "")
    tells(table)
    (evening,) = book_of(store).evenings

    def leads_to() -> list[str]:
        found = re.findall(r'href="(/book/[^"]*)"', host.get(f"/book/evening/{evening.id}").text)
        assert {host.get(path).status_code for path in found} == {200}
        return [path for path in found if "/person/" in path]

    ben = leads_to()[1]
    assert "0 games" in host.get(ben).text
    assert host.post(f"{ben}/name", data={"name": "Benjamin"}, follow_redirects=True).status_code == 200
    assert "</span>Benjamin</h1>" in host.get(ben).text
    assert host.post(f"{ben}/forget", data={"sure": "1"}).status_code == 303
    assert len(set(leads_to())) == 3


def test_a_name_that_exists_makes_two_one_after_a_question(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    add(store, saboteur(["Anna", "Benni", "Cleo", "Dora"], THEN + timedelta(days=7)))
    asked = rename(host, "Benni", "BEN")
    assert asked.status_code == 409
    assert "Are Benni and Ben the same person?" in asked.text
    assert games_of(host) == {"Anna": 2, "Ben": 1, "Benni": 1, "Cleo": 2, "Dora": 2}
    assert rename(host, "Benni", "Ben", sure="1").status_code == 303
    assert games_of(host) == {"Anna": 2, "Ben": 2, "Cleo": 2, "Dora": 2}
    assert "Benni" not in host.get("/book").text


def test_somebody_who_has_a_seat_and_has_never_played_is_asked_for_too(
    app: Any, store: Store, host: FlaskClient
) -> None:
    add(store, saboteur())
    seated(app, ["Zoe"])
    assert "Are Anna and Zoe the same person?" in rename(host, "Anna", "zoe").text


def test_who_have_played_in_one_game_are_two(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    refused = rename(host, "Anna", "ben", sure="1")
    assert refused.status_code == 422
    assert "These two have played at the same table, so they can't be the same person." in unescape(refused.text)
    assert games_of(host) == dict.fromkeys(NAMES, 1)


@pytest.mark.parametrize(("what", "data"), [("name", {"name": "  "}), ("name", {"name": "Somebody"}), ("forget", {})])
def test_what_can_not_be_of_people(store: Store, host: FlaskClient, what: str, data: dict[str, str]) -> None:
    add(store, saboteur())
    assert host.post(f"/book/person/{person(host, 'Anna')}/{what}", data=data).status_code == 422
    assert games_of(host) == dict.fromkeys(NAMES, 1)


def everything(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_who_is_forgotten_is_nowhere_any_more(store: Store, host: FlaskClient) -> None:
    code = add(store, saboteur(ZACHARIAS, note="zacharias said so"))
    add(store, saboteur(["Ben", "ZACHARIAS", "Cleo", "Dora"], THEN + timedelta(days=7)))
    played = store.tables.by_code(code)
    assert played
    store.journal.note(played.id, 1, 0, T("{name} has sat down.", name="Zacharias", more="about Zacharias!"))
    store.people.rename("zacharias", "Zach")
    store.people.rename("zacharias", "Quirinus")
    store.people.keep_figure("Quirinus", "fox")
    store.backup()
    (store.folder / "companion-replaced-x.db").write_bytes((store.folder / "backups").glob("*").__next__().read_bytes())
    before = games_of(host)
    assert b"acharias" in everything(store.folder).lower()
    assert forget(host, "Quirinus").status_code == 303
    after = games_of(host)
    left = everything(store.folder).lower()
    assert b"quirinus" not in left
    assert b"zach" not in left, "notes were written while it was theirs"
    assert len(backups(store.folder)) == 1, "a new one, in place of all others"
    assert sum(after.values()) == sum(before.values())
    assert [n for name, n in after.items() if name.startswith("Somebody ")] == [2]
    assert host.get(f"/book/evening/{code}-2026-01-02").text.count("someone") >= 1
    # Each record still folds, entry for entry.
    for table in store.tables.all():
        for row in store.games.of(table.id):
            game = all_games()[row.game]
            assert (
                Record.load(game, row.players, row.options, store.journal.read(row.id).entries).state.status == "over"
            )


@pytest.mark.parametrize(
    ("before", "after"),
    [("Anna told", "Zacharias told"), ('"note"', '"nute"'), ('said so"', "said so")],
)
def test_who_is_forgotten_goes_from_a_damaged_entry_too(before: str, after: str, store: Store) -> None:
    add(store, saboteur(ZACHARIAS, note="Anna told" if "told" in before else "Zacharias said so"))
    with closing(connect(store.folder / "companion.db")) as conn:
        conn.execute("UPDATE entries SET body = replace(body, ?, ?)", (before, after))
        assert [*find_damaged(conn)], "it is damaged"
    store.people.forget({"zacharias"})
    left = store.people.finish_forgetting()
    assert left
    assert ("damaged" in str(left.text), left.name_stays) == (True, False), "no new backup is made of it"
    assert b"zacharias" not in everything(store.folder).lower()
    with closing(connect(store.folder / "companion.db")) as conn:
        assert [*find_damaged(conn)], "and stays so"


def play_to_the_end(table: Table) -> None:
    table.run(rounds.choose, "saboteur", {})
    for _ in range(3):
        deals(table)
        ends(table)


def test_another_person_of_an_earlier_name_stays(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur(["Quirinus", *NAMES[1:]]))
    table = seated(app, ["Quirinus", *NAMES[1:]])
    store.backup()
    table.run(seating.rename_seat, table.state.seats[0].id, "Ida")
    play_to_the_end(table)
    forget(host, "Ida")
    assert games_of(host)["Quirinus"] == 1
    assert table.state.seats[0].name.startswith("Somebody ")


def test_who_played_on_a_chair_before_keeps_their_name(app: Any, store: Store, host: FlaskClient) -> None:
    """Somebody else takes over a chair, under a name of their own."""
    table = seated(app)
    play_to_the_end(table)
    table.run(rounds.open_lobby)
    table.run(seating.rename_seat, table.state.seats[0].id, "Ida")
    store.backup()
    play_to_the_end(table)
    forget(host, "Ida")
    assert games_of(host) == {"Anna": 1, "Ben": 2, "Cleo": 2, "Dora": 2, table.state.seats[0].name: 1}


def test_two_who_were_forgotten_stay_two(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    for name in ("Anna", "Ben"):
        forget(host, name)
    forgotten = [name for name in games_of(host) if name.startswith("Somebody ")]
    assert len(forgotten) == 2


def test_older_backups_go_although_no_new_one_can_be_made(
    store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, saboteur())
    store.backup()

    def full() -> None:
        raise StoreError(T("Couldn't make a backup: the disk is full. Fix that and try again."))

    monkeypatch.setattr(store, "backup", full)
    told = forget(host, "Anna")
    assert "No new backup could be made: Couldn't make a backup: the disk is full." in unescape(told.text)
    assert backups(store.folder) == []


def test_two_who_sit_at_one_table_are_two(app: Any, store: Store) -> None:
    table = seated(app, NAMES[:2])
    with pytest.raises(RuleError, match="they can't be the same person"):
        store.people.rename("anna", "Ben")
    assert [seat.name for seat in store.seats.of(table.state.row.id)] == NAMES[:2]


def forgot(app: Any) -> str:
    """By which a phone that comes to join knows that somebody was forgotten, and offers no name that it kept."""
    code = seated(app, []).code
    return str(re.findall(r'data-forgot="(\w*)"', app.test_client().get(f"/{code}").text)[0])


def test_who_left_before_a_game_can_be_forgotten(app: Any, store: Store, host: FlaskClient) -> None:
    table = seated(app, ["Quirinus", *NAMES])
    table.run(seating.remove_seat, table.state.seats[0].id)
    play_to_the_end(table)
    text = host.get("/book").text
    assert "Forget Quirinus" in text
    assert "Forget Anna" not in text
    assert host.post("/book/forget", data={"key": "anna", "sure": "1"}).status_code == 404
    assert host.post("/book/forget", data={"key": "quirinus"}).status_code == 422
    assert forgot(app) == ""
    assert host.post("/book/forget", data={"key": "quirinus", "sure": "1"}).status_code == 303
    assert forgot(app) != ""
    assert b"quirinus" not in everything(store.folder).lower()
    assert "Quirinus" not in host.get("/book").text


@pytest.mark.parametrize(
    ("name", "note", "goes"),
    [
        ("Zacharias", "zachariasses Karte", True),
        ("Zacharias", "Zachariassenbach", False),
        ("Zacharias", "the Hanszacharias", False),
        ("Jo", "Jo said so", True),
        ("Jo", "Jon said so", False),
    ],
)
def test_a_note_that_names_somebody_goes_as_a_whole(
    store: Store, host: FlaskClient, name: str, note: str, goes: bool
) -> None:
    add(store, saboteur([name, *NAMES[1:]], note=note))
    forget(host, name)
    assert store.journal.read(1).entries[-1]["note"] == ("" if goes else note)


def test_nobody_is_forgotten_in_the_middle_of_a_game(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    table = seated(app)
    deals(table)
    response = forget(host, "Anna")
    assert response.status_code == 422
    assert "End it first" in response.text
    with pytest.raises(RuleError):
        store.people.forget({"anna"})
    table.run(play.act, [{"kind": "stop"}], "table", "")
    assert forget(host, "Anna").status_code == 303
    assert "Anna" not in host.get(f"/{table.code}/table").text


# -- docs/history.md ---------------------------------------------------------------------------------------------------
GUIDE = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("column", export.COLUMNS)
def test_every_column_is_told(column: str) -> None:
    assert f"`{column}`" in GUIDE


# -- people at the table --------------------------------------------------------------------------------------------
def test_a_figure_is_remembered(app: Any) -> None:
    first, second = seated(app, ["Anna"]), seated(app, [])
    first.run(seating.choose_avatar, first.state.seats[0].id, "fox")
    second.run(seating.add_seat, "anna")
    assert second.state.seats[0].figure == "fox"


def test_the_same_people_as_last_time_sit_down_with_one_tap(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur(["Dora", "Anna", "Cleo", "Ben"]))
    table = seated(app, ["Zoe", "Anna"])
    assert "Same people as last time" in host.get(f"/{table.code}/table").text
    assert host.post(f"/{table.code}/host/same").status_code == 200
    assert [seat.name for seat in table.state.seats] == ["Dora", "Anna", "Cleo", "Ben", "Zoe"]
    assert "Same people as last time" not in host.get(f"/{table.code}/table").text
    phone = app.test_client()
    assert "I'm Cleo" in unescape(phone.get(f"/{table.code}").text)
    cleo = next(seat for seat in table.state.seats if seat.name == "Cleo")
    assert phone.post(f"/{table.code}/join", data={"seat": cleo.id}).status_code == 303
    assert "Cleo" in phone.get(f"/{table.code}").text
    other = app.test_client()
    assert 'data-name="Cleo"' not in other.get(f"/{table.code}").text
    assert other.post(f"/{table.code}/join", data={"seat": cleo.id}).status_code == 409


def test_no_chair_is_taken_while_a_game_is_played(app: Any) -> None:
    table = seated(app)
    deals(table)
    phone = app.test_client()
    assert phone.post(f"/{table.code}/join", data={"seat": table.state.seats[0].id}).status_code == 409
