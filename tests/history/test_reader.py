"""The history as it is read from the data file: what is in it and when, and what is computed again."""

from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from history_records import NAMES, OVER, THEN, add, book_of, deals, saboteur, seated

from companion.avatars import default_avatar
from companion.history import export
from companion.history.reader import HistoryReader, people_of, person_id
from companion.storage.store import JournalRead, PersonRow, RevealProgress, Store
from companion.table.commands import play, reveal_score


def test_read_book_has_a_game_when_it_is_over_and_revealed(app: Any, host: FlaskClient) -> None:
    table = seated(app)
    for _ in range(3):
        deals(table)
        assert "Anna" not in host.get("/book").text
        table.run(play.act, [OVER], "table", "")
        while not table.state.told:
            assert "Anna" not in host.get("/book").text
            assert host.get("/book/out/book.csv").text.count("\n") == 1
            table.run(reveal_score.reveal_next)
    # No page was asked for: the table has added it to the history automatically.
    assert [one.person.name for play in app.extensions["context"].read_book().plays for one in play.by_seat] == NAMES
    assert "Anna" in host.get("/book").text
    table.run(play.undo_tap, len(table.state.record.entries) - 1, "table", "")
    assert "Anna" not in host.get("/book").text


def test_read_book_has_a_correction_after_the_end(store: Store) -> None:
    add(store, saboteur())
    keeper = HistoryReader(store)
    (before,) = keeper.read_book().plays
    game = store.games.of(1)[0]
    store.games.save(replace(game, over=True, show=RevealProgress(3, 99)))
    store.journal.append(game.id, 9, [{"kind": "correct", "seat": 0, "gold": 2}], "a", "", "table")
    (after,) = keeper.read_book().plays
    assert [one.outcome.results[0].points for one in (before, after)] == [0, 2]
    assert keeper.read_book().plays == [after]


def folded(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that a new process has to fold for the history."""
    found: list[int] = []
    read = store.journal.read

    def counted(game: int) -> JournalRead:
        found.append(game)
        return read(game)

    with monkeypatch.context() as here:
        here.setattr(store.journal, "read", counted)
        book_of(store)
    return found


def test_read_book_computes_an_outcome_again_when_its_game_has_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(3):
        add(store, saboteur(began=THEN + timedelta(days=day)))
    assert folded(store, monkeypatch) == [1, 2, 3]
    assert folded(store, monkeypatch) == []
    store.journal.append(2, 9, [{"kind": "correct", "seat": 0, "gold": 2}], "a", "", "table")
    assert folded(store, monkeypatch) == [2]


def test_read_book_computes_outcomes_of_another_format_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, saboteur())
    assert folded(store, monkeypatch) == [1]
    monkeypatch.setattr("companion.history.reader.FORMAT", 0)
    assert folded(store, monkeypatch) == [1]


@pytest.mark.parametrize("change", ["mark = 'x'", "outcome = '{'"])
def test_read_book_computes_a_damaged_outcome_again(store: Store, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    add(store, saboteur())
    before = export.as_csv(book_of(store))
    store._db.execute(f"UPDATE outcomes SET {change}")  # noqa: S608 - the changes above
    assert export.as_csv(book_of(store)) == before
    assert folded(store, monkeypatch) == []


def test_read_book_goes_on_without_a_game_that_cannot_be_read(store: Store) -> None:
    add(store, saboteur())
    add(store, saboteur(began=THEN + timedelta(days=1)))
    store._db.execute('UPDATE entries SET body = \'{"kind": "odd"}\' WHERE game_id = 1 AND seq = 2')
    assert [play.id for play in book_of(store).plays] == [2]


def test_read_book_gives_the_same_ids_wherever_the_record_goes(store: Store, tmp_path: Path) -> None:
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


def test_people_of_calls_everybody_as_they_are_called_now() -> None:
    anna = PersonRow("anna", "Annabelle", "fox")
    rows = {"anna": anna, "annie": anna, "ben": PersonRow("ben", "Ben")}
    found = people_of([(0, "Anna"), (1, "Ben"), (3, "ANNIE"), (2, "Somebody 3")], rows)
    assert found.keys() == {"Anna", "Ben", "ANNIE"}
    assert found["Anna"] == found["ANNIE"]
    assert (found["Anna"].name, found["Anna"].figure) == ("Annabelle", "fox")
    assert found["Ben"].figure == default_avatar(1)[1]


def test_person_id_stays_and_names_nobody() -> None:
    assert person_id("anna") == person_id("anna") != person_id("ben")
    assert "anna" not in person_id("anna")


def test_read_evening_goes_back_to_the_last_gap_of_six_hours(store: Store) -> None:
    add(store, saboteur())
    for hours in (8, 12):
        game = store.games.new(1, "saboteur", {}, NAMES, [])
        store.journal.append_record(game.id, saboteur(began=THEN + timedelta(hours=hours))["entries"])
        store.games.save(replace(game, over=True))
    reader = HistoryReader(store)
    until = THEN + timedelta(hours=13)
    started = [game.started for game in reader.read_evening(1, until.timestamp(), keep=True).games]
    assert started == [(THEN + timedelta(hours=hours)).timestamp() for hours in (8, 12)]
    store.people.leave_out(game.id)
    assert len(reader.read_evening(1, until.timestamp(), keep=True).games) == 1
    later = until + timedelta(days=1)
    assert reader.read_evening(1, later.timestamp(), keep=True).games == ()


def test_read_anew_forgets_what_was_read(store: Store) -> None:
    add(store, saboteur())
    reader = HistoryReader(store)
    before = reader.read_book()
    assert reader.read_book() is before
    with reader.read_anew():
        store.people.rename("anna", "Annabelle")
    assert reader.read_book().plays[0].people[0].name == "Annabelle"
