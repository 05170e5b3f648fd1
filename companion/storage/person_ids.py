"""Person ids: the data file has a number wherever a person is meant, and names in one table only.

So a name can be removed in one place when someone is forgotten. Names become numbers here when they are written, and
numbers names when they are read; no other module sees numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlite_utils import Database

from companion.names import fold_name

PEOPLE_FORGOTTEN = "Somebody"
"""The name of a forgotten person in records; if there are several, with a number."""
_FORGOTTEN = re.compile(rf"{PEOPLE_FORGOTTEN.casefold()}( \d+)?")


def is_forgotten(name: str) -> bool:
    """Return whether this is the name of a forgotten person."""
    return _FORGOTTEN.fullmatch(fold_name(name)) is not None


def person_id(db: Database, name: str, typed: bool = False) -> int:
    """Return the number of the person with that name; a new one if needed.

    With ``typed`` the person's name is spelled that way from now on.
    """
    name = " ".join(name.split())
    key = None if is_forgotten(name) else fold_name(name)
    row = db.execute("SELECT id, name, same_as FROM people WHERE key = ?", (key,)).fetchone()
    if row is None:
        return int(db.execute("INSERT INTO people (key, name) VALUES (?, ?)", (key, name)).lastrowid or 0)
    number, called, same_as = row
    if typed and same_as is None and fold_name(called) == key:
        db.execute("UPDATE people SET name = ? WHERE id = ?", (name, number))
    return int(number)


def person_ids(db: Database, called: Mapping[int, str], people: Iterable[str]) -> list[int]:
    """Return person ids for the names (also of forgotten people). ``called`` maps id to name."""
    known = {fold_name(name): number for number, name in called.items()}
    return [known.get(fold_name(name)) or person_id(db, name) for name in people]


def change_joined(entry: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the entry with ``change`` applied to the person who joins in it."""
    joins = entry.get("kind") == "join" and "name" in entry
    return {**entry, "name": change(entry["name"])} if joins else dict(entry)


def names_to_ids(values: Mapping[str, Any], called: Mapping[int, str]) -> dict[str, Any]:
    """Replace the names in a note's values by numbers; ``called`` maps numbers to names."""
    numbers = {fold_name(name): number for number, name in called.items()}
    found = {name: numbers.get(fold_name(value)) for name, value in values.items() if isinstance(value, str)}
    return {**values, **{name: {"person": number} for name, number in found.items() if number}}


def ids_to_names(values: Mapping[str, Any], called: Mapping[int, str]) -> dict[str, Any]:
    """Replace the numbers in a note's values by names; ``called`` maps numbers to names."""
    people = {name: value["person"] for name, value in values.items() if isinstance(value, dict)}
    return {**values, **{name: called.get(number, "?") for name, number in people.items()}}
