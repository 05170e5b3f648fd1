"""The pages of the history: who can read them, and what the host corrects."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from history_records import (
    NAMES,
    THEN,
    ZACHARIAS,
    add,
    book_of,
    deals,
    everything,
    forget,
    games_of,
    person,
    play_to_the_end,
    rename,
    saboteur,
    seated,
    tells,
)

from companion.engine.text import RuleError, T
from companion.games import all_games
from companion.record.record import Record
from companion.storage.backups import backups
from companion.storage.store import Store, StoreError
from companion.table.commands import play, rounds, seating
from companion.web.app import create_app


def test_leave_out_and_take_in_change_what_the_history_shows(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    assert "Anna" in host.get("/book").text
    play = host.get("/book/out/book.json").get_json()["plays"][0]["play_id"]
    assert host.post(f"/book/play/{play}/leave-out").status_code == 303
    text = host.get("/book").text
    assert "/book/person" not in text
    assert "Forget Anna" in text  # a person who is there alone can be forgotten all the same
    assert "/book/take-in/1" in text
    host.post("/book/take-in/1")
    assert "Anna" in host.get("/book").text


def test_evening_page_tells_who_what_and_how_long(store: Store, host: FlaskClient) -> None:
    code = add(store, saboteur())
    text = host.get(f"/book/evening/{code}-2026-01-02").text
    for told in ("Friday 2 January 2026", "Cleo wins.", "40 min"):
        assert told in text
    assert 'class="highlight"' in text


def test_evening_page_tells_the_role_of_a_game_of_one_round_alone(store: Store, host: FlaskClient) -> None:
    three = host.get(f"/book/evening/{add(store, saboteur())}-2026-01-02").text
    assert "<small>saboteur</small>" not in three
    record = saboteur()
    record["options"] = {"rounds": 1}
    record["entries"] = record["entries"][:3]
    one = host.get(f"/book/evening/{add(store, record)}-2026-01-02").text
    assert "<small>saboteur</small>" in one


PAGES = ("/book", "/book/out/book.csv", "/book/game/saboteur")


@pytest.fixture
def guest(app: Any) -> FlaskClient:
    """A phone with a seat at a table where nothing was played yet."""
    client: FlaskClient = app.test_client()
    code = seated(app, []).code
    assert client.post(f"/{code}/join", data={"name": "Zoe"}).status_code == 303
    return client


@pytest.mark.parametrize("path", PAGES)
def test_history_is_whole_only_for_those_whom_the_host_lets(
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


def test_history_shows_a_seat_what_its_own_table_played(app: Any, store: Store, host: FlaskClient) -> None:
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


def test_history_is_corrected_by_the_host_alone(store: Store, host: FlaskClient, guest: FlaskClient) -> None:
    add(store, saboteur())
    host.post("/book/readers", data={"readers": "seats"})
    anna, id = person(guest, "Anna"), guest.get("/book/out/book.json").get_json()["plays"][0]["play_id"]
    paths = [f"/book/person/{anna}/{what}" for what in ("name", "forget")]
    for path in (*paths, f"/book/play/{id}/leave-out", "/book/take-in/1", "/book/readers", "/book/forget"):
        assert guest.post(path, data={"sure": "1", "name": "X"}).status_code == 403
    assert "Forget" not in guest.get(f"/book/person/{anna}").text


@pytest.mark.parametrize("path", PAGES)
def test_history_is_gone_where_it_is_turned_off(store: Store, path: str) -> None:
    client = create_app(store, BOOK=False).test_client()
    client.get(f"/host/{store.host_key}")
    assert client.get(path).status_code == 404
    assert "/book" not in client.get("/").text
    assert store.people.outcomes() == {}


def test_rename_changes_a_person_everywhere(store: Store, host: FlaskClient) -> None:
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


def test_rename_and_forget_reach_who_played_in_nothing_that_was_scored(
    app: Any, store: Store, host: FlaskClient
) -> None:
    """A game that was stopped at once has people, and no score; whatever its game night links to is there."""
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


def test_rename_to_a_name_that_exists_asks_first(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    add(store, saboteur(["Anna", "Benni", "Cleo", "Dora"], THEN + timedelta(days=7)))
    asked = rename(host, "Benni", "BEN")
    assert asked.status_code == 409
    assert "Are Benni and Ben the same person?" in asked.text
    assert games_of(host) == {"Anna": 2, "Ben": 1, "Benni": 1, "Cleo": 2, "Dora": 2}
    assert rename(host, "Benni", "Ben", sure="1").status_code == 303
    assert games_of(host) == {"Anna": 2, "Ben": 2, "Cleo": 2, "Dora": 2}
    assert "Benni" not in host.get("/book").text


def test_rename_to_a_name_of_who_never_played_asks_first(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    seated(app, ["Zoe"])
    assert "Are Anna and Zoe the same person?" in rename(host, "Anna", "zoe").text


def test_rename_refuses_to_join_two_of_one_game(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    refused = rename(host, "Anna", "ben", sure="1")
    assert refused.status_code == 422
    assert "These two have played at the same table, so they can't be the same person." in unescape(refused.text)
    assert games_of(host) == dict.fromkeys(NAMES, 1)


@pytest.mark.parametrize(("what", "data"), [("name", {"name": "  "}), ("name", {"name": "Somebody"}), ("forget", {})])
def test_rename_and_forget_refuse_what_cannot_be(
    store: Store, host: FlaskClient, what: str, data: dict[str, str]
) -> None:
    add(store, saboteur())
    assert host.post(f"/book/person/{person(host, 'Anna')}/{what}", data=data).status_code == 422
    assert games_of(host) == dict.fromkeys(NAMES, 1)


def test_forget_removes_a_person_from_everywhere(store: Store, host: FlaskClient) -> None:
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


def test_forget_leaves_another_person_of_an_earlier_name(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur(["Quirinus", *NAMES[1:]]))
    table = seated(app, ["Quirinus", *NAMES[1:]])
    store.backup()
    table.run(seating.rename_seat, table.state.seats[0].id, "Ida")
    play_to_the_end(table)
    forget(host, "Ida")
    assert games_of(host)["Quirinus"] == 1
    assert table.state.seats[0].name.startswith("Somebody ")


def test_forget_leaves_who_had_the_seat_before(app: Any, store: Store, host: FlaskClient) -> None:
    """Someone else takes over a seat, under their own name."""
    table = seated(app)
    play_to_the_end(table)
    table.run(rounds.open_lobby)
    table.run(seating.rename_seat, table.state.seats[0].id, "Ida")
    store.backup()
    play_to_the_end(table)
    forget(host, "Ida")
    assert games_of(host) == {"Anna": 1, "Ben": 2, "Cleo": 2, "Dora": 2, table.state.seats[0].name: 1}


def test_forget_keeps_two_people_two(store: Store, host: FlaskClient) -> None:
    add(store, saboteur())
    for name in ("Anna", "Ben"):
        forget(host, name)
    forgotten = [name for name in games_of(host) if name.startswith("Somebody ")]
    assert len(forgotten) == 2


def test_forget_deletes_older_backups_although_no_new_one_can_be_made(
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


def forgot(app: Any) -> str:
    """With this a phone that comes to join knows that someone was forgotten, and offers no name that it saved."""
    code = seated(app, []).code
    return str(re.findall(r'data-forgot="(\w*)"', app.test_client().get(f"/{code}").text)[0])


def test_forget_reaches_who_left_before_a_game(app: Any, store: Store, host: FlaskClient) -> None:
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
def test_forget_empties_a_note_that_names_somebody(
    store: Store, host: FlaskClient, name: str, note: str, goes: bool
) -> None:
    add(store, saboteur([name, *NAMES[1:]], note=note))
    forget(host, name)
    assert store.journal.read(1).entries[-1]["note"] == ("" if goes else note)


def test_forget_refuses_who_is_in_a_game(app: Any, store: Store, host: FlaskClient) -> None:
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
