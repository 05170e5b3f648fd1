"""The data file has numbers wherever people are meant, and names in one table."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlite_utils import Database

from companion.storage.person_ids import (
    change_joined,
    ids_to_names,
    is_forgotten,
    names_to_ids,
    person_id,
    person_ids,
)
from companion.storage.schema import connect

CALLED = {1: "Anna", 2: "José", 3: "Somebody 3"}


@pytest.fixture
def db() -> Iterator[Database]:
    """The one table of names."""
    with closing(connect(":memory:")) as made:
        made.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, key TEXT UNIQUE, name TEXT, same_as INTEGER)")
        yield made


def names(db: Database) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM people ORDER BY id")]


@pytest.mark.parametrize(
    ("name", "forgotten"),
    [
        ("Somebody", True),
        ("somebody 3", True),
        ("SOMEBODY 12", True),
        ("Somebody Else", False),
        ("Somebody3", False),
        ("Somebody 3 ", True),
        ("Anna", False),
    ],
)
def test_is_forgotten_knows_the_names_of_forgotten_people(name: str, forgotten: bool) -> None:
    assert is_forgotten(name) == forgotten


def test_person_id_is_the_same_for_all_spellings_of_a_name(db: Database) -> None:
    anna = person_id(db, "Anna")
    assert person_id(db, "ANNA") == anna
    assert person_id(db, "  anna ") == anna
    assert person_id(db, "Ben") != anna
    assert names(db) == ["Anna", "Ben"]


def test_person_id_spells_a_name_as_it_was_typed_last(db: Database) -> None:
    person_id(db, "anna")
    person_id(db, "ANNA")
    assert names(db) == ["anna"]
    person_id(db, "Anna  Maria", typed=True)
    person_id(db, "Anna", typed=True)
    assert names(db) == ["Anna", "Anna Maria"]


def test_person_id_leaves_the_name_that_the_host_gave(db: Database) -> None:
    number = person_id(db, "Anna")
    db.execute("UPDATE people SET name = 'Annabelle' WHERE id = ?", (number,))
    assert person_id(db, "ANNA", typed=True) == number
    assert names(db) == ["Annabelle"]


def test_person_id_makes_each_forgotten_person_another_one(db: Database) -> None:
    assert person_id(db, "Somebody 3") != person_id(db, "Somebody 3")


def test_person_ids_find_forgotten_people_by_the_name_they_have(db: Database) -> None:
    db.execute("INSERT INTO people VALUES (3, NULL, 'Somebody 3', NULL)")
    numbers = person_ids(db, {3: "Somebody 3"}, ["SOMEBODY 3", "Anna"])
    assert numbers[0] == 3
    assert names(db) == ["Somebody 3", "Anna"]


def test_change_joined_changes_only_who_sits_down() -> None:
    assert change_joined({"kind": "join", "name": "Anna"}, str.upper) == {"kind": "join", "name": "ANNA"}
    for entry in ({"kind": "correct", "name": "Anna"}, {"kind": "join"}):
        assert change_joined(entry, str.upper) == entry


def test_names_in_a_note_are_numbers_in_the_file_and_names_again() -> None:
    values = {"name": "anna", "other": "José", "said": "Anna and José", "seat": 2}
    stored = names_to_ids(values, CALLED)
    assert stored == {"name": {"person": 1}, "other": {"person": 2}, "said": "Anna and José", "seat": 2}
    assert ids_to_names(stored, CALLED) == {**values, "name": "Anna"}


def test_ids_to_names_has_a_question_mark_for_a_number_that_is_nobody() -> None:
    assert ids_to_names({"name": {"person": 99}}, CALLED) == {"name": "?"}
