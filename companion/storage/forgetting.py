"""Forgetting people: their names go from the one table that has them, and from what people wrote.

When somebody may be forgotten and what is said of it are the book's pages' to decide.
"""

# ruff: noqa: S608 - names of columns alone are put into the SQL.

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
"""Letters from which on an ending may stand behind a name in what people wrote."""


def anonymise(db: Database, names: Collection[str]) -> None:
    """Call the people of these folded names "Somebody" with their number from now on, wherever they stand.

    A transaction's part; ``DataFile.overwrite`` is to follow.
    """
    for key in names:
        db.execute("UPDATE people SET name = 'Somebody ' || id, key = NULL, figure = NULL WHERE key = ?", (key,))
    db.execute("DELETE FROM outcomes")  # made anew at the next look at the book
    _empty_notes(db, names)


def _empty_notes(db: Database, names: Collection[str]) -> None:
    # A damaged entry stays damaged, without anything that may be a name.
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
    """Tell whether one of the names stands in what somebody wrote.

    As the beginning of a word with at most three letters behind it; a short one as the whole word, or with an s after
    an apostrophe.
    """
    return isinstance(said, str) and any(re.search(_in_words(name), fold_name(said)) for name in names)


def _in_words(name: str) -> str:
    ending = r"\w{0,3}" if len(name) >= SHORT else r"(['’]s)?"
    return rf"(?<!\w){re.escape(name)}{ending}(?!\w)"
