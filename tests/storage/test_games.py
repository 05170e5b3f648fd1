"""Which games were played at which table, and how far each has come."""

from dataclasses import replace

from companion.storage.store import GameRow, RoundDraft, Store, TableRow


def test_new_game_has_the_next_number_of_its_table(store: Store, table: TableRow, game: GameRow) -> None:
    other = store.tables.create("FGHJ")
    assert store.games.current(other.id) is None
    again = store.games.new(table.id, "saboteur", {}, ["Ben", "Anna"], [2, 1])
    assert (game.number, again.number) == (1, 2)
    assert store.games.current(table.id) == again
    assert store.games.of(table.id) == [game, again]


def test_save_keeps_what_seats_have_looked_at_and_typed(store: Store, game: GameRow) -> None:
    own = replace(game, looks={"card:0": frozenset({0, 1})}, typed={"1.0": {"gold": 2}}, draft=RoundDraft(changed=[]))
    store.games.save(own)
    assert store.games.get(game.id) == own


def test_new_game_has_its_players_as_they_are_called_now(store: Store, table: TableRow) -> None:
    store.people.all()
    row = store.games.new(table.id, "saboteur", {"rounds": 2}, ["anna", "Ben"], [2, 1], "[game]")
    store.people.rename("anna", "Annabelle")
    again = store.games.get(row.id)
    assert (again.players, again.seat_ids, again.options, again.file) == (
        ["Annabelle", "Ben"],
        [2, 1],
        {"rounds": 2},
        "[game]",
    )


def test_who_joined_later_is_found_by_the_name_they_have(store: Store, game: GameRow) -> None:
    store.games.save(replace(game, joined={"cleo": 2}))
    store.people.rename("cleo", "Cleopatra")
    assert store.games.get(game.id).joined == {"cleopatra": 2}


def test_mark_damaged_keeps_the_rest_of_the_row(store: Store, game: GameRow) -> None:
    store.games.mark_damaged(game.id)
    assert store.games.get(game.id) == replace(game, damaged=True)


def test_list_marked_has_the_damaged_and_those_left_out(store: Store, table: TableRow, game: GameRow) -> None:
    assert store.games.list_marked() == []
    again = store.games.new(table.id, "saboteur", {}, ["Ben"], [1])
    store.games.new(table.id, "saboteur", {}, ["Ben"], [1])
    store.games.mark_damaged(game.id)
    store.people.leave_out(again.id)
    marked = [(row["number"], row["code"], row["damaged"], row["left_out"]) for row in store.games.list_marked()]
    assert marked == [(1, "ACDE", 1, 0), (2, "ACDE", 0, 1)]


def test_is_played_asks_for_a_game_under_way_that_was_not_imported(store: Store, game: GameRow) -> None:
    assert store.games.is_played()
    store.games.save(replace(game, over=True))
    assert not store.games.is_played()
    imported = store.tables.create("FGHJ", imported=True)
    store.games.new(imported.id, "saboteur", {}, [], [])
    assert not store.games.is_played()


def test_files_are_those_of_games_that_are_as_they_were_written(store: Store, table: TableRow) -> None:
    for name in ("village.1", "spies.2"):
        store.games.new(table.id, name, {}, [], [], f"text of {name}")
    with store.transaction() as db:
        db.execute("UPDATE games SET file = 'torn' WHERE game = 'spies.2'")
    assert store.games.files() == {"village.1": "text of village.1"}


def test_get_reads_columns_that_are_torn_as_if_nothing_was_there(store: Store, game: GameRow) -> None:
    torn = "{torn"
    with store.transaction() as db:
        db.execute("UPDATE games SET draft = ?1, show = ?1, looks = ?1, typed = ?1, joined = ?1", (torn,))
    assert replace(store.games.get(game.id), sound=True) == game
