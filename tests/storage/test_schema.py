"""A release can follow a release: files of every older version are brought up, and judged by what their tables are."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from faults.house import NOTE, House, game_in
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations
from worked import run

from companion.storage import schema
from companion.storage.backups import backups, find_newest_good, is_good, open_readonly
from companion.storage.data_file import restore_file, restore_latest_backup
from companion.storage.store import Store, StoreError

NOW = schema.VERSION
STEPS: tuple[Callable[[Database], None], ...] = tuple(one.fn for one in schema.STEPS.pending(Database(memory=True)))
"""The version of Companion, and the steps that lead to it."""


def add_drink(db: Database) -> None:
    """What a later version could bring: each seat has a drink."""
    db.execute("ALTER TABLE seats ADD COLUMN drink TEXT NOT NULL DEFAULT 'water'")


def add_drinks(db: Database) -> None:
    """And there could be tables that are new."""
    db.execute("CREATE TABLE drinks (name TEXT PRIMARY KEY, strength INTEGER) STRICT")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Companion becomes a later version, which takes these steps more."""

    def become(*more: Callable[[Database], None]) -> None:
        steps = Migrations(schema.STEPS.name)
        for number, step in enumerate((*STEPS, *more), 1):
            steps(name=str(number))(step)
        monkeypatch.setattr(schema, "STEPS", steps)
        monkeypatch.setattr(schema, "VERSION", NOW + len(more))
        schema._read_wanted.cache_clear()

    return become


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    schema._read_wanted.cache_clear()


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A folder of this version with a game under way and a backup."""
    with House(tmp_path / "data") as house:
        house.deals()
        house.acts(NOTE)
        house.store.backup()
    return tmp_path / "data"


def rows(db: Database) -> dict[str, list[dict[str, object]]]:
    """What is in all tables."""
    names = [name for name in db.table_names() if name not in ("_sqlite_migrations", "drinks")]
    return {name: list(db.query(f'SELECT * FROM "{name}"')) for name in names}  # noqa: S608


def list_taken(db: Database) -> list[int]:
    """The steps that sqlite-utils lists as taken."""
    return [int(row["name"]) for row in db.query("SELECT name FROM _sqlite_migrations ORDER BY id")]


def written(file: Path) -> tuple[int, dict[str, list[dict[str, object]]]]:
    """The version of a file, and what is in it; nothing is changed by that."""
    with closing(open_readonly(file)) as db:
        return schema.read_version(db), rows(db)


def test_migrate_copies_an_older_file_and_updates_it(older: Path, later: Callable[..., None]) -> None:
    file, before, (first,) = older / "companion.db", written(older / "companion.db"), backups(older)
    later(add_drink, add_drinks)
    with House(older, ()) as house:
        assert house.state.status == "playing"
        assert [entry["kind"] for entry in house.entries()] == ["deal", "correct"]
        assert {row["drink"] for row in house.store._db.query("SELECT drink FROM seats")} == {"water"}
        house.acts(NOTE)
        house.store.backup()
    newest, copy, same = backups(older)
    assert same == first
    assert written(copy) == before, "as it was, before anything was changed"
    assert written(file)[0] == written(newest)[0] == NOW + 2
    assert all(map(is_good, (newest, copy, first)))
    with House(older, ()) as again:
        assert len(again.entries()) == 3, "it is brought up once"
        assert len(backups(older)) == 3


def test_migrate_makes_a_new_file_by_the_same_steps(tmp_path: Path, later: Callable[..., None], older: Path) -> None:
    later(add_drink)
    Store(older).close()
    Store(tmp_path / "new").close()
    files = [older / "companion.db", tmp_path / "new" / "companion.db"]
    found = []
    for file in files:
        with closing(open_readonly(file)) as db:
            found.append(schema._read_structure(db))
            assert list_taken(db) == list(range(1, NOW + 2))
    assert found[0] == found[1]


def test_older_backups_are_restored_and_read(older: Path, tmp_path: Path, later: Callable[..., None]) -> None:
    (backup,) = backups(older)
    said = run("export", "XXXX", "--data", str(backup)).stderr
    code = said.strip().rpartition(" ")[2]
    before = run("export", code, "--data", str(backup)).stdout
    content = backup.read_bytes()
    later(add_drink)
    assert run("export", code, "--data", str(backup)).stdout == before
    assert run("export", code, "--data", str(older)).stdout == before
    assert find_newest_good(older) == backup
    (older / "companion.db").write_bytes(b"torn" * 999)
    assert restore_latest_backup(older) == backup
    restore_file(tmp_path / "another", backup)
    for folder in (older, tmp_path / "another"):
        assert run("export", code, "--data", str(folder)).stdout == before
        with closing(Store(folder)) as store:
            assert schema.read_version(store._db) == NOW + 1
    assert backup.read_bytes() == content


def test_migrate_takes_all_steps_or_none(older: Path, later: Callable[..., None]) -> None:
    before = written(older / "companion.db")

    def breaks_off(db: Database) -> None:
        db.execute("CREATE TABLE half (a)")
        raise sqlite3.OperationalError("no such luck")

    later(add_drink, breaks_off)
    # A copy breaks off first: what would come of the file itself is tried without it.
    with closing(schema.connect(older / "companion.db")) as db, pytest.raises(sqlite3.OperationalError):
        schema.migrate(db)
    assert written(older / "companion.db") == before
    with pytest.raises(StoreError):
        Store(older)
    assert written(older / "companion.db") == before
    later(add_drink)
    Store(older).close()
    assert written(older / "companion.db")[0] == NOW + 1


@pytest.mark.parametrize(
    "harm",
    [
        "DROP TABLE _sqlite_migrations",
        "DELETE FROM _sqlite_migrations",
        f"UPDATE _sqlite_migrations SET name = {NOW + 1} WHERE name = {NOW}",  # noqa: S608 - numbers
        f"INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', {NOW + 1})",  # noqa: S608
    ],
)
def test_migrate_takes_the_steps_that_the_version_lacks(older: Path, later: Callable[..., None], harm: str) -> None:
    """What sqlite-utils lists with it is made again."""
    with closing(schema.connect(older / "companion.db")) as db:
        db.execute(harm)
    Store(older).close()
    later(add_drink)
    with closing(Store(older)) as store:
        assert list_taken(store._db) == list(range(1, NOW + 2))
        assert "drink" in store._db["seats"].columns_dict


def test_migrate_with_a_damaged_game_keeps_all_good_backups(older: Path, later: Callable[..., None]) -> None:
    (sound,) = backups(older)
    with closing(schema.connect(older / "companion.db")) as db:
        db.execute("UPDATE entries SET body = '{}' WHERE seq = 1")
    before = written(older / "companion.db")
    later(add_drink)
    with closing(Store(older)) as store:
        assert store.journal.read(1).damage is not None
    assert backups(older) == [sound]
    (aside,) = older.glob("companion-replaced-*.db")
    assert written(aside) == before


def test_need_this_version_refuses_a_newer_file_with_one_sentence(older: Path, later: Callable[..., None]) -> None:
    later(add_drink)
    Store(older).close()
    later()
    content = (older / "companion.db").read_bytes()
    with pytest.raises(StoreError, match=r"^This data was made by a newer version .* Nothing was changed\.$"):
        Store(older)
    assert (older / "companion.db").read_bytes() == content
    assert find_newest_good(older), "the copy from before it was brought up"


# -- what tables are, not how they were written down ------------------------------------------------------------------
def made_otherwise(folder: Path, old: str, new: str) -> Path:
    """An empty data file, whose tables were made by another text."""
    assert old in schema._FIRST
    folder.mkdir(exist_ok=True)
    with closing(schema.connect(folder / "companion.db")) as db:
        for statement in schema._FIRST.replace(old, new).split(";\n"):
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
    return folder


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("CREATE TABLE seats (", "CREATE TABLE seats ( -- who sits where\n"),
        ("CREATE TABLE games (\n        id INTEGER", "CREATE TABLE games (id /* one; each */ INTEGER"),
        ("CREATE VIEW called AS\n", "CREATE VIEW called AS -- by number\n"),
        ("ON notes(table_id, id)", "ON notes (table_id,  id)"),
    ],
)
def test_check_tables_takes_a_comment_for_no_damage(tmp_path: Path, old: str, new: str) -> None:
    made_otherwise(tmp_path, old, new)
    with closing(Store(tmp_path)) as store:
        assert len(store.journal.read(game_in(store, 2).id).entries) == 2
        store.backup()
    assert is_good(*backups(tmp_path))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("code TEXT NOT NULL UNIQUE", "code TEXT NOT NULL"),
        ("code TEXT NOT NULL", "code TEXT"),
        ("code TEXT NOT NULL", "codd TEXT NOT NULL"),
        ("link_until REAL", "link_until TEXT"),
        ("removed INTEGER NOT NULL DEFAULT 0", "removed INTEGER NOT NULL DEFAULT 1"),
        ("table_id INTEGER NOT NULL REFERENCES tables(id)", "table_id INTEGER NOT NULL"),
        ("game_id INTEGER PRIMARY KEY REFERENCES games(id),\n        mark", "game_id INTEGER,\n        mark"),
        (") STRICT, WITHOUT ROWID", ") STRICT"),
        ("figure TEXT\n    ) STRICT", "figure TEXT\n    )"),
        ("UNIQUE (table_id, number)", "UNIQUE (number, table_id)"),
        ("CREATE UNIQUE INDEX action_once", "CREATE INDEX action_once"),
        ("WHERE action_id IS NOT NULL", "WHERE action_id IS NULL"),
        ("ON seats(table_id, position)", "ON seats(position, table_id)"),
        ("COALESCE(people.same_as, people.id)", "COALESCE(people.id, people.same_as)"),
        ("CREATE INDEX notes_of_table", "CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM people; END;\n"
         "    CREATE INDEX notes_of_table"),
    ],
)  # fmt: skip
def test_check_tables_refuses_tables_that_are_otherwise(tmp_path: Path, old: str, new: str) -> None:
    folder = made_otherwise(tmp_path / "data", old, new)
    with pytest.raises(StoreError, match="is damaged"):
        Store(folder)
    assert not is_good(folder / "companion.db")
    shutil.copy(folder / "companion.db", tmp_path / "copy.db")
    with pytest.raises(StoreError, match="is not a Companion backup"):
        restore_file(tmp_path / "another", tmp_path / "copy.db")
