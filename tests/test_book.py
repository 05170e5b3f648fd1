"""The group's book: what comes into it and when, who may read it, people, evenings, and everything that goes out."""

from __future__ import annotations

import csv
import inspect
import io
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from playing import Play

from companion.book import badges, out
from companion.book.book import Band, Book, cut, wilson
from companion.book.keeping import Bookkeeper
from companion.command.cli import main
from companion.games import all_games
from companion.kept.store import Store, StoreError
from companion.record.record import Record
from companion.table import dealing, ending, playing, seating, settings
from companion.table.importing import imported
from companion.web.app import create_app

SABOTEUR = all_games()["saboteur"]
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
THEN = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)
DEAL = {"cards": ["gold-digger", "gold-digger", "saboteur", "gold-digger"], "aside": ["gold-digger"]}
OVER = {"kind": "end", "reason": "agreed"}


def saboteur(names: list[str] = NAMES, began: datetime = THEN, rounds: int = 3) -> dict[str, Any]:
    """A record of Saboteur in which the only saboteur wins every round."""
    entries: list[dict[str, Any]] = []
    for _ in range(rounds):
        entries += [{"kind": "deal", **DEAL, "first": 1}, {"kind": "discard", "by": 1}, dict(OVER)]
    for number, entry in enumerate(entries):
        entry["at"] = (began + timedelta(minutes=5 * number)).isoformat()
    return {"format": "companion-record-1", "game": "saboteur", "options": {}, "players": names, "entries": entries}


def add(store: Store, record: dict[str, Any]) -> str:
    game = all_games()[record["game"]]
    folded = Record.load(game, record["players"], record["options"], record["entries"])
    return imported(store, folded, record["players"], record["options"], record["entries"]).code


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "data")) as opened:
        yield opened


def book_of(store: Store) -> Book:
    """The book as a new process makes it."""
    return Bookkeeper(store).book()


@pytest.fixture
def app(store: Store) -> Any:
    return create_app(store)


@pytest.fixture
def host(app: Any, store: Store) -> FlaskClient:
    client: FlaskClient = app.test_client()
    client.get(f"/host/{store.host_key()}")
    return client


# -- what is proved -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_the_band_is_wilsons(wins: int, n: int, low: float, high: float) -> None:
    assert wilson(wins, n) == pytest.approx((low, high), abs=1e-4)


def test_nothing_is_said_below_eight_games() -> None:
    assert Band(7, 7).early
    assert not Band(0, 8).early
    assert wilson(0, 0) == (0.0, 1.0)


def test_five_games_turn_no_list() -> None:
    """Whoever has won four of five stands behind one who has won twenty of fifty."""
    assert sorted([Band(4, 5), Band(20, 50), Band(9, 10)], key=lambda band: band.order) == [
        Band(9, 10),
        Band(20, 50),
        Band(4, 5),
    ]


# -- what comes into it ---------------------------------------------------------------------------------------------
def test_a_game_is_in_the_book_when_it_is_over_and_told(app: Any, host: FlaskClient) -> None:
    context = app.extensions["context"]
    table = context.tables.create()
    for name in NAMES:
        table.do(seating.add_seat, name)
    table.do(settings.choose, "saboteur", {})
    for _ in range(3):
        table.do(dealing.deal, 0)
        table.do(dealing.start_early)
        assert "Anna" not in host.get("/book").text
        table.do(playing.act, [OVER], "table", "")
        while table.at.steps_told < len(table.at.steps):
            assert "Anna" not in host.get("/book").text
            assert host.get("/book/out/book.csv").text.count("\n") == 1
            table.do(ending.show_next)
    # No page was asked for: the table has told it to the book by itself.
    assert [one.name for play in context.book().plays for one in play.by_seat] == NAMES
    assert "Anna" in host.get("/book").text
    table.do(playing.undo, len(table.at.record.entries) - 1, "table", "")
    assert "Anna" not in host.get("/book").text


def test_a_correction_after_the_end_is_in_the_book(store: Store) -> None:
    add(store, saboteur())
    keeper = Bookkeeper(store)
    (before,) = keeper.book().plays
    game = store.journal.games(1)[0]
    store.journal.save_game(replace(game, over=True, score_round=3, score_steps=99))
    store.journal.append(game.id, 9, [{"kind": "correct", "seat": 0, "gold": 2}], "a", "", "table")
    (after,) = keeper.book().plays
    assert [one.outcome.results[0].score for one in (before, after)] == [0, 2]
    assert keeper.book().plays == [after]


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
    entries = store.journal.entries

    def counted(game: int) -> list[dict[str, Any]]:
        found.append(game)
        return entries(game)

    with monkeypatch.context() as here:
        here.setattr(store.journal, "entries", counted)
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
    monkeypatch.setattr("companion.book.keeping.FORMAT", 0)
    assert folded(store, monkeypatch) == [1]


@pytest.mark.parametrize("change", ["mark = 'x'", "outcome = '{'"])
def test_a_damaged_outcome_is_made_again(store: Store, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    add(store, saboteur())
    before = out.as_csv(book_of(store))
    store._db.execute(f"UPDATE outcomes SET {change}")  # noqa: S608 - the changes above
    assert out.as_csv(book_of(store)) == before
    assert folded(store, monkeypatch) == []


def test_who_can_only_read_has_the_book_too(store: Store) -> None:
    add(store, saboteur())
    with closing(Store.to_read(store.folder)) as reader:
        assert len(book_of(reader).plays) == 1
    assert store.people.outcomes() == {}


def test_a_game_that_cannot_be_read_stops_no_other(store: Store) -> None:
    add(store, saboteur())
    add(store, saboteur(began=THEN + timedelta(days=1)))
    store._db.execute('UPDATE entries SET body = \'{"kind": "odd"}\' WHERE game_id = 1 AND seq = 2')
    assert [play.id for play in book_of(store).plays] == [2]


# -- evenings -------------------------------------------------------------------------------------------------------
def test_an_evening_ends_after_six_hours(store: Store) -> None:
    def at(day: int, hour: int, minute: int = 0, second: int = 0) -> float:
        return datetime(2026, 1, day, hour, minute, second, tzinfo=UTC).timestamp()

    games = [
        (1, at(2, 10), at(2, 11)),
        (2, at(2, 16, 59, 59), at(2, 23)),
        (3, at(3, 1), at(3, 2)),
        (4, at(3, 8), at(3, 8, 30)),
    ]
    assert cut(games) == [[1, 2, 3], [4]]


def test_evenings_are_called_by_table_and_day(store: Store) -> None:
    first = imported_at(store, THEN, THEN + timedelta(hours=3), THEN + timedelta(hours=20))
    second = imported_at(store, THEN)
    assert sorted(one.id for one in book_of(store).evenings) == sorted(
        [f"{first}-2026-01-02", f"{first}-2026-01-03", f"{second}-2026-01-02"]
    )


def imported_at(store: Store, *times: datetime) -> str:
    """Games at one table, as ``companion import FOLDER`` puts them there."""
    code = add(store, saboteur(began=times[0]))
    table = store.tables.by_code(code)
    assert table
    for began in times[1:]:
        record = saboteur(began=began)
        game = store.journal.new_game(table.id, "saboteur", {}, record["players"], [])
        store.journal.append_record(game.id, record["entries"])
        store.journal.save_game(replace(game, over=True))
    return code


def test_the_page_of_an_evening_tells_who_what_and_how_long(store: Store, host: FlaskClient) -> None:
    code = add(store, saboteur())
    text = host.get(f"/book/evening/{code}-2026-01-02").text
    for told in (
        "Friday, January 2, 2026",
        "Cleo wins.",
        "40 min",
        "saboteur",
        "bgstats://app.bgstatsapp.com/",
        "<svg",
    ):
        assert told in text
    assert 0 < text.count("<figure>") <= text.count("<table")  # a table beside each picture
    assert text.count('class="highlight"') >= 3


def test_whoever_is_forgotten_is_retold_no_more(store: Store, host: FlaskClient) -> None:
    code = add(store, saboteur())
    path = f"/book/evening/{code}-2026-01-02"
    assert "Cleo" in host.get(path).text
    host.post(f"/book/person/{person(host, 'Cleo')}/forget", data={"sure": "1"})
    assert "Cleo" not in host.get(path).text


# -- out ------------------------------------------------------------------------------------------------------------
def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def folder(store: Store) -> str:
    add(store, saboteur())
    return str(store.folder)


def test_csv_has_a_line_for_each_person_and_game(folder: str) -> None:
    told = run("book", "--format", "csv", "--data", folder)
    assert told.splitlines()[0] == (
        "play_id,played_at,evening,minutes,game,options,players,seat,name,role,side,score,rank,won,began"
    )
    rows = list(csv.DictReader(io.StringIO(told)))
    assert {row["played_at"] for row in rows} == {"2026-01-02 19:00:00"}
    assert {row["minutes"] for row in rows} == {"40"}
    assert [(r["seat"], r["name"], r["role"], r["side"], r["score"], r["rank"], r["won"]) for r in rows] == [
        ("0", "Anna", "gold-digger", "diggers", "0", "2", "0"),
        ("1", "Ben", "gold-digger", "diggers", "0", "2", "0"),
        ("2", "Cleo", "saboteur", "saboteurs", "12", "1", "1"),
        ("3", "Dora", "gold-digger", "diggers", "0", "2", "0"),
    ]


def test_csv_with_rounds_has_a_line_for_each_person_and_round(folder: str) -> None:
    told = run("book", "--format", "csv", "--rounds", "--data", folder).splitlines()
    assert told[0] == "play_id,round,seat,name,role,side,gain,total,won"
    assert len(told) == 1 + 3 * 4
    assert told[3].endswith(",1,2,Cleo,saboteur,saboteurs,4,4,1")
    assert told[-2].endswith(",3,2,Cleo,saboteur,saboteurs,4,12,1")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|'/C calc'!A0", "＝1+1"])
def test_no_spreadsheet_computes_a_name(store: Store, host: FlaskClient, name: str) -> None:
    add(store, saboteur([name, "Ben", "Cleo", "Dora"]))
    files = [host.get(f"/book/out/{file}.csv").text for file in ("book", "rounds")]
    files += [run("book", "--data", str(store.folder)), run("book", "--rounds", "--data", str(store.folder))]
    for told in files:
        names = {row["name"] for row in csv.DictReader(io.StringIO(told))}
        assert names == {f"'{name}", "Ben", "Cleo", "Dora"}
    assert host.get("/book/out/book.json").get_json()["plays"][0]["results"][0]["name"] == name


def nobody_left() -> dict[str, Any]:
    """A record of The Dark Cave in which everybody is still inside at the end."""
    cards = ["yellow-loyal", "blue-loyal", "yellow-loyal", "blue-loyal", "yellow-saboteur"]
    deal = {"kind": "deal", "cards": cards, "aside": ["yellow-loyal", "blue-loyal", "blue-saboteur"], "first": 0}
    told = {"kind": "set", "goals": ["exit"], "out": []}
    entries: list[dict[str, Any]] = [deal, {"kind": "correct", "seat": 0, "gold": 3}, told]
    entries.append({"kind": "end", "reason": "agreed"})
    for number, entry in enumerate(entries):
        entry["at"] = (THEN + timedelta(minutes=number)).isoformat()
    names = [*NAMES, "Emil"]
    return {"format": "companion-record-1", "game": "dark-cave", "options": {}, "players": names, "entries": entries}


def test_where_nobody_has_won_nobody_is_first(store: Store, host: FlaskClient) -> None:
    code = add(store, nobody_left())
    rows = list(csv.DictReader(io.StringIO(host.get("/book/out/book.csv").text)))
    assert {(row["rank"], row["won"]) for row in rows} == {("", "0")}
    results = host.get("/book/out/book.json").get_json()["plays"][0]["results"]
    assert {row["rank"] for row in results} == {None}
    text = host.get(f"/book/evening/{code}-2026-01-02").text
    assert "Nobody has won." in text
    assert "1.</i>" not in text


def test_bg_stats_is_never_told_that_the_lowest_score_wins(store: Store, host: FlaskClient) -> None:
    add(store, nobody_left())
    add(store, saboteur())
    told = {one["name"]: one for one in host.get("/book/out/book.bgsplay").get_json()["games"]}
    cave, gold = told["Saboteur: The Dark Cave"], told["Saboteur"]
    assert (cave["highestWins"], cave["noPoints"]) == (True, True)
    assert (gold["highestWins"], gold["noPoints"]) == (True, False)


def test_json_has_all_of_it(folder: str) -> None:
    told = json.loads(run("book", "--format", "json", "--rounds", "--data", folder))
    assert sorted(one["name"] for one in told["people"]) == NAMES
    assert len(told["evenings"]) == 1
    (play,) = told["plays"]
    assert [one["won"] for one in play["results"]] == [False, False, True, False]
    assert len(play["rounds"]) == 12


def test_a_bgsplay_file_has_the_fields_of_the_app(folder: str) -> None:
    told = json.loads(run("book", "--format", "bgsplay", "--data", folder))
    assert set(told) == {"about", "players", "locations", "games", "plays", "userInfo"}
    (play,) = told["plays"]
    assert {"uuid", "playDate", "durationMin", "rounds", "gameRefId", "board", "playerScores"} == set(play)
    assert (play["playDate"], play["durationMin"], play["rounds"]) == ("2026-01-02 19:00:00", 40, 3)
    names = {one["id"]: one["name"] for one in told["players"]}
    assert [names[one["playerRefId"]] for one in play["playerScores"]] == NAMES
    fields = {"score", "winner", "startPlayer", "playerRefId", "role", "team", "rank", "seatOrder"}
    assert all(set(one) == fields for one in play["playerScores"])
    assert [one["startPlayer"] for one in play["playerScores"]] == [False, True, False, False]
    assert told["games"][0]["bggId"] == 9220


def test_the_link_for_bg_stats(store: Store) -> None:
    add(store, saboteur())
    (play,) = book_of(store).plays
    link = out.bgstats_link(out.as_bgstats(play, NAMES, "A comment & more"))
    assert link.startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=%7B")
    told = json.loads(unquote(link.partition("?data=")[2]))
    assert list(told) == [
        *("sourceName", "sourcePlayId", "playDate", "durationMin", "board", "location", "comments", "game", "players"),
    ]
    assert told["game"] == {
        "name": "Saboteur",
        "sourceGameId": "saboteur",
        "highestWins": True,
        "noPoints": False,
        "bggId": 9220,
    }
    assert [set(one) for one in told["players"]] == [
        {"name", "sourcePlayerId", "startPlayer", "rank", "role", "score", "winner"}
    ] * 4
    assert [one["winner"] for one in told["players"]] == [False, False, True, False]


def test_the_other_games_have_no_number_at_boardgamegeek() -> None:
    assert [id for id, game in all_games().items() if game.bgg] == ["saboteur"]


def test_ids_stay_the_same_wherever_the_record_goes(store: Store, tmp_path: Path) -> None:
    add(store, saboteur())
    store.people.change_person("anna", name="Annabelle")
    with closing(Store(tmp_path / "other")) as other:
        add(other, saboteur(began=THEN - timedelta(days=9)))
        add(other, saboteur())
        told = []
        for one in (store, other):
            plays = [play for play in book_of(one).plays if "-02 " in play.played_at]
            told.append([(play.play_id, person.id) for play in plays for person in play.people])
        assert told[0] == told[1] != []


def test_rounds_do_not_go_with_bgsplay(folder: str) -> None:
    result = CliRunner().invoke(main, ["book", "--format", "bgsplay", "--rounds", "--data", folder])
    assert (result.exit_code, result.stdout) == (2, "")


# -- in -------------------------------------------------------------------------------------------------------------
def test_a_folder_of_records_is_read_in_once(tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    data = str(tmp_path / "data")
    for number in range(3):
        record = saboteur(began=THEN + timedelta(hours=number))
        (records / f"{number}.json").write_text(json.dumps(record))
    (records / "9.json").write_text(json.dumps(saboteur(began=THEN + timedelta(days=9))))
    assert run("import", str(records), "--data", data).startswith("4 read in, 0 were there already")
    assert run("import", str(records), "--data", data).startswith("0 read in, 4 were there already")
    told = json.loads(run("book", "--format", "json", "--data", data))
    assert [evening["games"] for evening in told["evenings"]] == [3, 1]


def test_what_is_no_record_is_named_and_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "b.json").write_text(json.dumps(saboteur()))
    (tmp_path / "c.json").write_bytes(b"\xff\xfe")
    result = CliRunner().invoke(main, ["import", str(tmp_path), "--data", str(tmp_path / "data")])
    assert result.exit_code == 2
    assert result.stdout.startswith("1 read in, 0 were there already, 2 refused.")
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == ["a.json", "c.json"]


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["import", str(tmp_path), "--data", str(tmp_path / "data")])
    assert (result.exit_code, result.stdout) == (2, "")


# -- from one machine to another ------------------------------------------------------------------------------------
def test_a_group_moves_by_one_file(folder: str, store: Store, tmp_path: Path) -> None:
    before = run("book", "--data", folder)
    file, there = str(tmp_path / "group.db"), str(tmp_path / "there")
    for at, name, text in (folder, "ours", "[game]\r\n"), (folder, "both", "a = 1"), (there, "both", "a = 2"):
        (Path(at) / "games").mkdir(parents=True, exist_ok=True)
        (Path(at) / "games" / f"{name}.toml").write_bytes(text.encode())
    (Path(folder) / "games" / "Not an id.toml").write_text("x")
    run("backup", file, "--data", folder)
    assert run("restore", file, "--data", there).startswith(f"Brought back: {file}\n")
    assert run("book", "--data", there) == before
    games = {one.name: one.read_bytes() for one in (Path(there) / "games").iterdir()}
    assert games == {"ours.toml": b"[game]\r\n", "both.toml": b"a = 2"}, (
        "added games come along, over none that is there"
    )
    with closing(sqlite3.connect(Path(there) / "companion.db")) as conn:
        assert not conn.execute("SELECT key FROM meta WHERE key LIKE 'files%'").fetchall()


def test_a_backup_is_never_written_over_a_file(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "group.db"
    file.write_text("mine")
    result = CliRunner().invoke(main, ["backup", str(file), "--data", folder])
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
    result = CliRunner().invoke(main, ["restore", str(file), "--data", str(store.folder)])
    assert result.exit_code == 2
    assert "is not a backup" in result.stderr
    with closing(Store(store.folder)) as again:
        assert len(again.tables.all()) == 1


# -- who may see it -------------------------------------------------------------------------------------------------
PAGES = ("/book", "/book/out/book.csv", "/book/game/saboteur")


@pytest.fixture
def guest(app: Any) -> FlaskClient:
    """A phone with a seat at a table where nothing was played yet."""
    client: FlaskClient = app.test_client()
    code = app.extensions["context"].tables.create().code
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
    theirs, mine = (play["play_id"] for play in plays)
    phone = app.test_client()
    assert phone.post(f"/{own}/join", data={"name": "Zoe"}).status_code == 303
    assert "Cleo" in phone.get("/book").text
    assert "Cleo" in phone.get(f"/book/evening/{own}-2026-01-02").text
    assert phone.get(f"/book/play/{mine}.bgsplay").status_code == 200
    assert [play["play_id"] for play in phone.get("/book/out/book.json").get_json()["plays"]] == [mine]
    everything = [phone.get(path).text for path in ("/book", "/book/game/saboteur", *PAGES)]
    assert not [text for text in everything if "Ida" in text or "Kai" in text]
    assert phone.get(f"/book/evening/{other}-2026-01-02").status_code == 404
    assert phone.get(f"/book/person/{person(host, 'Ida')}").status_code == 404
    assert phone.get(f"/book/play/{theirs}.bgsplay").status_code == 404


def test_the_lobby_knows_people_without_the_switch(app: Any, store: Store, guest: FlaskClient) -> None:
    add(store, saboteur())
    table = app.extensions["context"].tables.create()
    anna = joined(app, table.code, "Anna")
    assert "Are you the Anna of Friday, January 2, 2026?" in anna.get(f"/{table.code}").text


def test_only_the_host_puts_right(store: Store, host: FlaskClient, guest: FlaskClient) -> None:
    add(store, saboteur())
    host.post("/book/readers", data={"readers": "seats"})
    play = guest.get("/book/out/book.json").get_json()
    person, id = play["people"][0]["id"], play["plays"][0]["play_id"]
    paths = [f"/book/person/{person}/{what}" for what in ("name", "join", "part", "another", "forget")]
    for path in (*paths, f"/book/play/{id}/leave-out", "/book/take-in/1", "/book/readers", "/book/forget"):
        assert guest.post(path, data={"sure": "1", "name": "X"}).status_code == 403
    assert "Forget" not in guest.get(f"/book/person/{person}").text


@pytest.mark.parametrize("path", PAGES)
def test_without_a_book_there_is_none(store: Store, path: str) -> None:
    client = create_app(store, BOOK=False).test_client()
    client.get(f"/host/{store.host_key()}")
    assert client.get(path).status_code == 404
    assert "/book" not in client.get("/").text
    assert store.people.outcomes() == {}


# -- people ---------------------------------------------------------------------------------------------------------
def person(host: FlaskClient, name: str) -> str:
    told = host.get("/book/out/book.json").get_json()
    return next(str(one["id"]) for one in told["people"] if one["name"] == name)


def games_of(host: FlaskClient) -> dict[str, int]:
    told = host.get("/book/out/book.csv").text
    found: dict[str, int] = {}
    for row in csv.DictReader(io.StringIO(told)):
        found[row["name"]] = found.get(row["name"], 0) + 1
    return found


def test_a_name_that_sits_down_again_is_the_same_person(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    add(store, saboteur(["anna", "Bob", "CLEO", "Dora"], THEN + timedelta(days=7)))
    assert games_of(host) == {"anna": 2, "Ben": 1, "Bob": 1, "CLEO": 2, "Dora": 2}


def test_two_names_are_joined_corrected_and_parted(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    add(store, saboteur(["Anna", "Benni", "Cleo", "Dora"], THEN + timedelta(days=7)))
    ben, benni = person(host, "Ben"), person(host, "Benni")
    assert host.post(f"/book/person/{ben}/join", data={"other": benni}).status_code == 303
    assert games_of(host)["Ben"] == 2
    host.post(f"/book/person/{ben}/name", data={"name": "Benjamin"})
    assert games_of(host) == {"Anna": 2, "Benjamin": 2, "Cleo": 2, "Dora": 2}
    assert person(host, "Benjamin") == ben
    host.post(f"/book/person/{ben}/part", data={"key": "benni"})
    assert games_of(host) == {"Anna": 2, "Benjamin": 1, "Benni": 1, "Cleo": 2, "Dora": 2}


def test_somebody_else_of_the_same_name_is_parted_by_evening(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    code = add(store, saboteur(began=THEN + timedelta(days=7)))
    anna = person(host, "Anna")
    host.post(f"/book/person/{anna}/another", data={"evening": f"{code}-2026-01-09"})
    people = host.get("/book/out/book.json").get_json()["people"]
    assert [one["name"] for one in people].count("Anna") == 2


@pytest.mark.parametrize(
    ("what", "data", "status"),
    [
        ("name", {"name": "  "}, 422),
        ("name", {"name": "x" * 25}, 422),
        ("join", {"other": "none"}, 404),
        ("part", {"key": "none"}, 422),
        ("another", {"evening": "none"}, 422),
        ("forget", {}, 422),
    ],
)
def test_what_can_not_be_of_people(
    store: Store, host: FlaskClient, what: str, data: dict[str, str], status: int
) -> None:
    add(store, saboteur())
    assert host.post(f"/book/person/{person(host, 'Anna')}/{what}", data=data).status_code == status
    assert games_of(host) == dict.fromkeys(NAMES, 1)


def everything(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_who_is_forgotten_is_nowhere_any_more(store: Store, host: FlaskClient) -> None:
    record = saboteur(["Zacharias", "Ben", "Cleo", "Dora"])
    record["entries"].append(
        {"kind": "correct", "seat": 1, "gold": 1, "note": "zacharias said so", "at": record["entries"][-1]["at"]}
    )
    code = add(store, record)
    add(store, saboteur(["Ben", "ZACHARIAS", "Cleo", "Dora"], THEN + timedelta(days=7)))
    played = store.tables.by_code(code)
    assert played
    store.journal.note(played.id, 1, 0, "{name} has sat down.", {"name": "Zacharias", "more": ["about Zacharias!"]}, "")
    store.people.change_person("zacharias", name="Zacharias", figure="fox")
    store.people.change_person("zach", same_as="zacharias")
    store.backup()
    (store.folder / "companion-replaced-x.db").write_bytes((store.folder / "backups").glob("*").__next__().read_bytes())
    before = games_of(host)
    assert b"acharias" in everything(store.folder).lower()
    assert host.post(f"/book/person/{person(host, 'Zacharias')}/forget", data={"sure": "1"}).status_code == 303
    after = games_of(host)
    assert b"acharias" not in everything(store.folder).lower()
    assert sum(after.values()) == sum(before.values())
    assert after["Somebody"] == 2
    assert host.get(f"/book/evening/{code}-2026-01-02").text.count("somebody") >= 1
    # Each record still folds, entry for entry.
    for table in store.tables.all():
        for row in store.journal.games(table.id):
            game = all_games()[row.game]
            assert Record.load(game, row.players, row.options, store.journal.entries(row.id)).state.status == "over"


def play_to_the_end(table: Any) -> None:
    table.do(settings.choose, "saboteur", {})
    for _ in range(3):
        table.do(dealing.deal, 0)
        table.do(dealing.start_early)
        table.do(playing.act, [OVER], "table", "")
        while not table.at.told:
            table.do(ending.show_next)


def test_another_person_of_an_earlier_name_stays(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur(["Quirinus", "Ben", "Cleo", "Dora"]))
    table = app.extensions["context"].tables.create()
    seat = table.do(seating.add_seat, "Quirinus")
    for name in NAMES[1:]:
        table.do(seating.add_seat, name)
    store.backup()
    table.do(seating.rename_seat, seat.id, "Ida")
    play_to_the_end(table)
    host.post(f"/book/person/{person(host, 'Ida')}/forget", data={"sure": "1"})
    assert games_of(host)["Quirinus"] == 1
    assert [table.at.seats[0].name] == ["Somebody"]


def test_who_played_on_a_chair_before_keeps_their_name(app: Any, store: Store, host: FlaskClient) -> None:
    """Somebody else takes over a chair, under a name of their own."""
    table = app.extensions["context"].tables.create()
    seats = [table.do(seating.add_seat, name) for name in NAMES]
    play_to_the_end(table)
    table.do(seating.rename_seat, seats[0].id, "Ida")
    store.backup()
    play_to_the_end(table)
    host.post(f"/book/person/{person(host, 'Ida')}/forget", data={"sure": "1"})
    assert games_of(host) == {"Anna": 1, "Ben": 2, "Cleo": 2, "Dora": 2, "Somebody": 1}


def forgot(app: Any) -> str:
    """By which a phone that comes to join knows that somebody was forgotten, and offers no name that it kept."""
    code = app.extensions["context"].tables.create().code
    return str(re.findall(r'data-forgot="(\w*)"', app.test_client().get(f"/{code}").text)[0])


def test_who_left_before_a_game_can_be_forgotten(app: Any, store: Store, host: FlaskClient) -> None:
    table = app.extensions["context"].tables.create()
    gone = table.do(seating.add_seat, "Quirinus")
    table.do(seating.remove_seat, gone.id)
    for name in NAMES:
        table.do(seating.add_seat, name)
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
        ("Zacharias", "it was Zacharias's turn", True),
        ("Zacharias", "zachariasses Karte", True),
        ("Zacharias", "ZACHARIASSE", True),
        ("Zacharias", "Zachariassenbach", False),
        ("Zacharias", "the Hanszacharias", False),
        ("Jo", "Jo said so", True),
        ("Jo", "jo's turn", True),
        ("Jo", "he was joking", False),
        ("Jo", "Jon said so", False),
    ],
)
def test_a_note_that_names_somebody_goes_as_a_whole(
    store: Store, host: FlaskClient, name: str, note: str, goes: bool
) -> None:
    record = saboteur([name, "Ben", "Cleo", "Dora"])
    at = record["entries"][-1]["at"]
    record["entries"].append({"kind": "correct", "seat": 1, "gold": 1, "note": note, "at": at})
    add(store, record)
    host.post(f"/book/person/{person(host, name)}/forget", data={"sure": "1"})
    assert store.journal.entries(1)[-1]["note"] == ("" if goes else note)


def test_nobody_is_forgotten_in_the_middle_of_a_game(app: Any, host: FlaskClient) -> None:
    context = app.extensions["context"]
    add(context.store, saboteur())
    table = context.tables.create()
    for name in NAMES:
        table.do(seating.add_seat, name)
    table.do(settings.choose, "saboteur", {})
    table.do(dealing.deal, 0)
    table.do(dealing.start_early)
    response = host.post(f"/book/person/{person(host, 'Anna')}/forget", data={"sure": "1"})
    assert response.status_code == 503
    assert "end it first" in response.text
    with pytest.raises(StoreError):
        context.store.people.forget({"anna"})
    table.do(playing.act, [{"kind": "stop"}], "table", "")
    assert host.post(f"/book/person/{person(host, 'Anna')}/forget", data={"sure": "1"}).status_code == 303
    assert "Anna" not in host.get(f"/{table.code}/table").text


# -- badges ---------------------------------------------------------------------------------------------------------
def test_there_are_at_least_fifteen_badges_each_with_its_rule() -> None:
    assert len(badges.BADGES) >= 15
    assert len({one.id for one in badges.BADGES}) == len(badges.BADGES)
    assert all(one.name and one.rule for one in badges.BADGES)
    for game in all_games().values():
        for feat in game.feats:
            assert inspect.getdoc(feat.by)


def test_random_games_are_all_in_the_book(store: Store) -> None:
    for number, game in enumerate(all_games().values()):
        play = Play(game, max(game.least, 4), seed=number).run()
        imported(store, play.record, play.record.players, dict(play.record.given_options), play.record.entries)
    assert len(book_of(store).plays) == len(all_games())


# -- docs/book.md ---------------------------------------------------------------------------------------------------
GUIDE = (Path(__file__).parent.parent / "docs" / "book.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [out.PLAYS, out.ROUNDS])
def test_every_column_is_told(columns: tuple[str, ...]) -> None:
    for column in columns:
        assert f"`{column}`" in GUIDE


# -- people at the table --------------------------------------------------------------------------------------------
def joined(app: Any, code: str, name: str) -> FlaskClient:
    client: FlaskClient = app.test_client()
    assert client.post(f"/{code}/join", data={"name": name}).status_code == 303
    return client


def test_a_name_of_before_is_offered_once(app: Any, store: Store) -> None:
    add(store, saboteur())
    table = app.extensions["context"].tables.create()
    anna, zoe = joined(app, table.code, "ANNA"), joined(app, table.code, "Zoe")
    assert "Are you the ANNA of Friday, January 2, 2026?" in anna.get(f"/{table.code}").text
    assert "Are you the" not in zoe.get(f"/{table.code}").text
    assert anna.post(f"/{table.code}/known", data={"same": "1"}).status_code == 303
    assert "Are you the" not in anna.get(f"/{table.code}").text
    assert store.people.seat_people() == {}


def test_who_is_somebody_else_is_a_person_of_their_own(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    table = app.extensions["context"].tables.create()
    anna = joined(app, table.code, "Anna")
    anna.post(f"/{table.code}/known", data={"same": "0"})
    assert "Are you the" not in anna.get(f"/{table.code}").text
    for name in NAMES[1:]:
        table.do(seating.add_seat, name)
    table.do(settings.choose, "saboteur", {})
    table.do(dealing.deal, 0)
    table.do(dealing.start_early)
    table.do(playing.act, [{"kind": "stop"}], "table", "")
    while table.at.steps_told < len(table.at.steps):
        table.do(ending.show_next)
    people = host.get("/book/out/book.json").get_json()["people"]
    assert [one["name"] for one in people].count("Anna") == 2


def test_colour_and_figure_are_remembered(app: Any) -> None:
    tables = app.extensions["context"].tables
    first, second = tables.create(), tables.create()
    anna = first.do(seating.add_seat, "Anna")
    first.do(seating.dress_seat, anna.id, 7, "fox")
    again = second.do(seating.add_seat, "anna")
    seat = seating.seat_of(second.at, again.id)
    assert (seat.colour, seat.figure) == (7, "fox")


def test_the_same_people_as_last_time_sit_down_with_one_tap(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur(["Dora", "Anna", "Cleo", "Ben"]))
    table = app.extensions["context"].tables.create()
    table.do(seating.add_seat, "Zoe")
    table.do(seating.add_seat, "Anna")
    assert "The same people as last time" in host.get(f"/{table.code}/table").text
    assert host.post(f"/{table.code}/host/same").status_code == 303
    assert [seat.name for seat in table.at.seats] == ["Dora", "Anna", "Cleo", "Ben", "Zoe"]
    assert "The same people as last time" not in host.get(f"/{table.code}/table").text
    phone = app.test_client()
    assert "I am Cleo" in phone.get(f"/{table.code}").text
    cleo = next(seat for seat in table.at.seats if seat.name == "Cleo")
    assert phone.post(f"/{table.code}/take", data={"seat": str(cleo.id)}).status_code == 303
    assert "Cleo" in phone.get(f"/{table.code}").text
    other = app.test_client()
    assert f'name="seat" value="{cleo.id}"' not in other.get(f"/{table.code}").text
    assert other.post(f"/{table.code}/take", data={"seat": str(cleo.id)}).status_code == 409


def test_no_chair_is_taken_while_a_game_is_played(app: Any) -> None:
    table = app.extensions["context"].tables.create()
    for name in NAMES:
        seat = table.do(seating.add_seat, name)
    table.do(settings.choose, "saboteur", {})
    table.do(dealing.deal, 0)
    phone = app.test_client()
    assert "/take" not in phone.get(f"/{table.code}").text
    assert phone.post(f"/{table.code}/take", data={"seat": str(seat.id)}).status_code == 409
