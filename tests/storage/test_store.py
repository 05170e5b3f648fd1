"""The store: its settings, the host's key, and what is not there."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.store import Store, StoreError


def test_host_key_is_made_once_and_saved(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        key = store.host_key
        assert len(key) >= 22
        store.set_meta("language", "de")
    with closing(Store(tmp_path)) as store:
        assert store.host_key == key
        assert store.get_meta("language") == "de"
        assert store.get_meta("nothing") is None


def test_get_and_change_say_that_a_row_is_gone(store: Store) -> None:
    for ask in (
        store.tables.get,
        store.seats.get,
        store.games.get,
        store.seats.release,
        store.seats.remove,
        store.seats.claim,
    ):
        with pytest.raises(StoreError, match="This is gone"):
            ask(99)
