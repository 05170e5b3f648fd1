"""Forgetting people: removing their names from the one table that has names, and from notes that people wrote.

The history's pages decide when someone can be forgotten, and what people read about it.
"""

# ruff: noqa: S608 - only names of columns are put into the SQL.

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable

from sqlite_utils import Database

from companion.names import fold_name
from companion.storage.checksums import ENTRY
from companion.storage.rows import loads

_EMPTIED = "UPDATE entries SET body = ? WHERE game_id = ? AND seq = ?"
_SUM = f"UPDATE entries SET checksum = {ENTRY} WHERE game_id = ? AND seq = ?"
SHORT = 4
"""From this many letters on, a name is also found with an ending behind it."""


def anonymise(db: Database, names: Collection[str]) -> None:
    """Replace these people's names (given as folded names) everywhere by "Somebody" and a number.

    Call it inside a transaction, and ``DataFile.overwrite`` afterwards.
    """
    for key in names:
        db.execute("UPDATE people SET name = 'Somebody ' || id, key = NULL, figure = NULL WHERE key = ?", (key,))
    db.execute("DELETE FROM outcomes")  # the history computes them again when someone opens it
    _empty_notes(db, names)


def _empty_notes(db: Database, names: Collection[str]) -> None:
    # A damaged entry stays damaged, but everything in it that could be a name is removed.
    db.execute(f"UPDATE entries SET body = '' WHERE checksum IS NOT {ENTRY}")
    for entry in list(db.query("SELECT * FROM entries WHERE body <> ''")):
        said = json.loads(entry["body"])
        place = (entry["game_id"], entry["seq"])
        if _stand_in(names, said.get("note")):
            db.execute(_EMPTIED, (json.dumps({**said, "note": ""}), *place))
            db.execute(_SUM, place)
    for note in list(db.query("SELECT * FROM notes")):
        said = {name: "" if _stand_in(names, value) else value for name, value in loads(note["values"], dict).items()}
        db.execute('UPDATE notes SET "values" = ? WHERE id = ?', (json.dumps(said), note["id"]))


def _stand_in(names: Iterable[str], said: object) -> bool:
    """Return whether one of the names is in a text that someone wrote.

    A name counts if a word starts with it and has at most three more letters; a short name only as a whole word, or
    with 's.
    """
    return isinstance(said, str) and any(re.search(_in_words(name), fold_name(said)) for name in names)


def _in_words(name: str) -> str:
    ending = r"\w{0,3}" if len(name) >= SHORT else r"(['’]s)?"
    return rf"(?<!\w){re.escape(name)}{ending}(?!\w)"
