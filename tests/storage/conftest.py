"""A table in the store, and a game at it."""

import pytest

from companion.storage.store import GameRow, Store, TableRow


@pytest.fixture
def table(store: Store) -> TableRow:
    return store.tables.create("ACDE")


@pytest.fixture
def game(store: Store, table: TableRow) -> GameRow:
    return store.games.new(table.id, "dark-cave", {"count_cards": True}, ["Anna", "Ben"], [1, 2])
