"""A game whose rows are not as they were written is found, and no other."""

from faults.house import game_in

from companion.storage.checksums import find_damaged
from companion.storage.store import Store

CHANGES = (
    "UPDATE entries SET body = replace(body, 'x', 'y') WHERE seq = 1 AND game_id = ?",
    "UPDATE entries SET drawn = 'cards' WHERE seq = 1 AND game_id = ?",
    "UPDATE entries SET action_id = 'other' WHERE seq = 1 AND game_id = ?",
    "UPDATE entries SET seq = 7 WHERE seq = 2 AND game_id = ?",
    "DELETE FROM entries WHERE seq = 1 AND game_id = ?",
    "UPDATE games SET seat_ids = '[2,1]' WHERE id = ?",
    "UPDATE games SET players = '[1]' WHERE id = ?",
    "UPDATE games SET options = '{\"rounds\":9}' WHERE id = ?",
    "UPDATE games SET ahead = 60 WHERE id = ?",
)


def test_find_damaged_names_the_game_that_was_changed(store: Store) -> None:
    game = game_in(store, 3)
    other = game_in(store, 3)
    for change in CHANGES:
        with store.transaction() as db:
            db.execute("SAVEPOINT sound")
            assert find_damaged(db) == []
            db.execute(change, (game.id,))
            assert find_damaged(db) == [game.id], change
            db.execute("ROLLBACK TO sound")
    assert other.id != game.id


def test_find_damaged_leaves_alone_what_changes_while_a_game_is_played(store: Store) -> None:
    game_in(store, 3)
    with store.transaction() as db:
        db.execute("UPDATE games SET show = '{}', typed = '{}', looks = '{}', draft = '{}', over = 1, left_out = 1")
        assert find_damaged(db) == []


def test_find_damaged_passes_over_the_entries_of_a_game_that_is_marked(store: Store) -> None:
    game = game_in(store, 3)
    with store.transaction() as db:
        db.execute("DELETE FROM entries WHERE seq = 1")
        store.games.mark_damaged(game.id)
        assert find_damaged(db) == []
