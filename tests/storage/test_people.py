"""People over many game nights: one name is one person, until someone is forgotten."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from history_records import ZACHARIAS, add, everything, saboteur

from companion.engine.text import RuleError
from companion.storage.backups import MARK
from companion.storage.checksums import find_damaged
from companion.storage.people import list_older
from companion.storage.schema import connect
from companion.storage.store import GameRow, RevealProgress, SeatRow, Store, TableRow


@pytest.mark.parametrize(
    ("before", "after"),
    [("Anna told", "Zacharias told"), ('"note"', '"nute"'), ('said so"', "said so")],
)
def test_forget_empties_damaged_entries_too(before: str, after: str, store: Store) -> None:
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


def sit(store: Store, table: TableRow, *names: str) -> list[SeatRow]:
    return [store.seats.add(table.id, name, phone=False)[0] for name in names]


def play(store: Store, table: TableRow, *names: str, game: str = "saboteur") -> GameRow:
    """A game that is over and whose score has been revealed."""
    row = store.games.new(table.id, game, {}, names, [])
    store.games.save(replace(row, over=True, show=RevealProgress(3, 9)))
    return store.games.get(row.id)


def test_rename_refuses_to_make_two_at_one_table_one(store: Store, table: TableRow) -> None:
    sit(store, table, "Anna", "Ben")
    with pytest.raises(RuleError, match="they can't be the same person"):
        store.people.rename("anna", "Ben")
    assert [seat.name for seat in store.seats.of(table.id)] == ["Anna", "Ben"]


def test_rename_refuses_to_make_two_of_one_game_one(store: Store, table: TableRow) -> None:
    play(store, table, "Anna", "Ben")
    with pytest.raises(RuleError, match="they can't be the same person"):
        store.people.rename("ben", "ANNA")


def test_rename_to_a_name_that_somebody_has_makes_them_one(store: Store, table: TableRow) -> None:
    play(store, table, "Anna", "Ben")
    play(store, table, "Benni", "Cleo")
    store.people.rename("benni", "Ben")
    everybody = store.people.all()
    assert everybody["ben"] == everybody["benni"]
    assert [row.players for row in store.games.of(table.id)] == [["Anna", "Ben"], ["Ben", "Cleo"]]


def test_of_finds_a_person_by_every_name_they_have_had(store: Store, table: TableRow) -> None:
    sit(store, table, "Anna")
    store.people.rename("anna", "Annabelle")
    store.people.keep_figure("anna", "fox")
    for name in ("Anna", "ANNABELLE"):
        found = store.people.of(name)
        assert found
        assert (found.name, found.figure) == ("Annabelle", "fox")
    assert store.people.of("Ben") is None


def test_last_players_are_those_of_the_newest_game_without_forgotten_people(store: Store, table: TableRow) -> None:
    assert store.people.last_players() == []
    play(store, table, "Cleo", "Dora")
    play(store, table, "Ben", "Anna")
    assert store.people.last_players() == ["Ben", "Anna"]
    store.people.forget({"ben"})
    assert store.people.last_players() == ["Anna"]


def test_have_played_names_the_seats_that_know_a_game(store: Store, table: TableRow) -> None:
    anna, ben = sit(store, table, "Anna", "Ben")
    game = play(store, table, "Anna", "Cleo")
    store.games.new(table.id, "saboteur", {}, ["Ben"], [])  # under way
    assert store.people.have_played("saboteur", table.id) == {anna.id}
    assert store.people.have_played("dark-cave", table.id) == frozenset()
    store.people.rename("cleo", "Ben")
    assert store.people.have_played("saboteur", table.id) == {anna.id, ben.id}
    store.people.leave_out(game.id)
    assert store.people.have_played("saboteur", table.id) == frozenset()


def test_never_played_names_who_sat_and_was_in_no_game_that_counts(store: Store, table: TableRow) -> None:
    sit(store, table, "Anna", "Ben", "Cleo")
    play(store, table, "Anna")
    game = play(store, table, "Ben")
    assert store.people.never_played() == {"cleo": "Cleo"}
    store.people.leave_out(game.id)
    assert store.people.never_played() == {"ben": "Ben", "cleo": "Cleo"}


def test_game_heads_have_another_mark_after_each_change(store: Store, table: TableRow) -> None:
    game = play(store, table, "Anna")
    marks = []

    def look() -> None:
        (head,) = store.people.game_heads()
        marks.append(head.mark)

    look()
    store.journal.append(game.id, 0, [{"kind": "correct"}], "tap", "", "phone")
    look()
    store.people.rename("anna", "Annabelle")
    look()
    store.games.save(replace(game, show=RevealProgress(3, 10)))
    look()
    assert len(set(marks)) == 4
    look()
    assert marks[-1] == marks[-2]


def test_game_heads_are_those_of_games_that_are_over_or_were_imported(store: Store, table: TableRow) -> None:
    over = play(store, table, "Anna")
    store.games.new(table.id, "saboteur", {}, ["Anna"], [])
    imported = store.tables.create("FGHJ", imported=True)
    whole = store.games.new(imported.id, "saboteur", {}, ["Ben"], [])
    found = [(head.id, head.over, head.whole) for head in store.people.game_heads()]
    assert found == [(over.id, 1, 0), (whole.id, 0, 1)]
    assert [head.id for head in store.people.game_heads(table.id)] == [over.id]


def test_forget_refuses_who_is_in_a_game_under_way(store: Store, table: TableRow) -> None:
    game = store.games.new(table.id, "saboteur", {}, ["Anna"], [])
    store.journal.append(game.id, 0, [{"kind": "deal"}], "tap", "", "phone")
    with pytest.raises(RuleError, match="End it first"):
        store.people.forget({"anna"})
    assert store.people.of("Anna")
    store.games.save(replace(game, over=True))
    store.people.forget({"anna"})
    assert store.people.of("Anna") is None
    assert store.games.get(game.id).players[0].startswith("Somebody ")


def test_list_older_has_the_backups_up_to_the_mark_and_files_set_aside(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    copies = [tmp_path / "backups" / f"companion-2026010{day}T000000Z.db" for day in (1, 2, 3)]
    aside = tmp_path / "companion-replaced-20260109T000000Z.db"
    for file in (*copies, aside, tmp_path / "companion.db"):
        file.touch()
    assert list_older(tmp_path, "20260102T000000Z") == [copies[1], copies[0], aside]
    assert list_older(tmp_path, "") == [aside]


def test_keep_outcomes_replaces_earlier_ones(store: Store, table: TableRow) -> None:
    games = [play(store, table, "Anna").id for _ in range(2)]
    store.people.keep_outcomes({games[0]: ("mark", "{}"), games[1]: ("mark", "{}")})
    store.people.keep_outcomes({games[1]: ("new", "[]")})
    assert store.people.outcomes() == {games[0]: ("mark", "{}"), games[1]: ("new", "[]")}


def test_finish_forgetting_deletes_older_copies_and_the_mark(store: Store, table: TableRow) -> None:
    assert store.people.finish_forgetting() is None
    sit(store, table, "Anna")
    aside = store.folder / "companion-replaced-20260102T030405Z.db"
    aside.touch()
    store.people.forget({"anna"})
    assert store.get_meta(MARK) is not None
    assert store.people.finish_forgetting() is None
    assert not aside.exists()
    assert store.get_meta(MARK) is None
