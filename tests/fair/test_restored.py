"""A copy that was restored is said where a phone finds another promise than the one it had seen."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.kept.store import Store, restore_file
from companion.table import Tables
from companion.web.app import create_app


def test_a_restored_copy_says_of_which_day_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(Store(folder)) as store:
        code = Tables(store).create().code
        store.write_copy(tmp_path / "copy.db")
        assert "the host restored a copy" not in create_app(store).test_client().get(f"/{code}/fair").text
    restore_file(folder, tmp_path / "copy.db")
    with closing(Store(folder)) as store:
        page = create_app(store).test_client().get(f"/{code}/fair").text
        assert f"the host restored a copy of {store.get_meta('restored')}" in page
