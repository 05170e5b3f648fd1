"""The tables of the data file, as a list of steps that are applied once and never edited afterwards.

A new step is one more function at the end, and its name joins ``STEPS``: a file that has been through a step not named
there was made by a newer version.
"""

from __future__ import annotations

import json
import zlib

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

MIGRATIONS = Migrations("companion")
STEPS = (
    "0001_journal",
    "0002_score_steps",
    "0003_checksums",
    "0004_imported",
    "0005_people",
    "0006_pledges",
    "0007_thoughts",
    "0008_settings",
    "0009_outcomes",
    "0010_deals",
    "0011_checks",
    "0012_ways",
    "0013_drafts",
    "0014_shows",
    "0015_files",
    "0016_new_to",
    "0017_drawn",
)


@MIGRATIONS(name="0001_journal")
def journal(db: Database) -> None:
    """Tables, seats, games and their journal.

    ``entries`` holds the batch's action id and length on the first entry of a batch only, so that a repeated
    tap can be answered with the numbers it got the first time.
    """
    db.executescript("""
        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            address TEXT
        );
        CREATE TABLE seats (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            phone INTEGER NOT NULL,
            token_hash TEXT UNIQUE,
            pin TEXT NOT NULL,
            removed INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX seats_of_table ON seats(table_id, position);
        CREATE TABLE seat_links (
            secret_hash TEXT PRIMARY KEY,
            seat_id INTEGER NOT NULL REFERENCES seats(id),
            expires REAL NOT NULL,
            used INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID;
        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            number INTEGER NOT NULL,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            players TEXT NOT NULL,
            seat_ids TEXT NOT NULL,
            shown INTEGER NOT NULL DEFAULT 0,
            created TEXT NOT NULL,
            over INTEGER NOT NULL DEFAULT 0,
            UNIQUE (table_id, number)
        );
        CREATE TABLE entries (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            by_seat INTEGER,
            body TEXT NOT NULL,
            at TEXT NOT NULL,
            device TEXT NOT NULL,
            action_id TEXT,
            batch INTEGER,
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX action_once ON entries(game_id, action_id) WHERE action_id IS NOT NULL;
        CREATE TABLE looked (
            game_id INTEGER NOT NULL REFERENCES games(id),
            what TEXT NOT NULL,
            seat INTEGER NOT NULL,
            PRIMARY KEY (game_id, what, seat)
        ) WITHOUT ROWID;
        CREATE TABLE typed (
            game_id INTEGER NOT NULL REFERENCES games(id),
            round INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY (game_id, round, seat)
        ) WITHOUT ROWID;
        CREATE TABLE notes (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER REFERENCES games(id),
            seq INTEGER,
            message TEXT NOT NULL,
            "values" TEXT NOT NULL,
            at TEXT NOT NULL
        );
        CREATE INDEX notes_of_table ON notes(table_id, id);
    """)


@MIGRATIONS(name="0002_score_steps")
def score_steps(db: Database) -> None:
    """How much of a score has been told: the round, and the number of its steps, which shared one column before."""
    games = db.table("games")
    games.add_column("score_round", int, not_null_default=0)
    games.add_column("score_steps", int, not_null_default=0)
    db.execute("UPDATE games SET score_round = shown / 100, score_steps = shown % 100")
    games.transform(drop={"shown"})


@MIGRATIONS(name="0003_checksums")
def checksums(db: Database) -> None:
    """A checksum of each entry's text, so that a bit that turned over on the disk is noticed."""
    db.table("entries").add_column("checksum", int)
    db.register_function(checksum, deterministic=True)
    db.execute("UPDATE entries SET checksum = checksum(CAST(body AS BLOB))")


@MIGRATIONS(name="0004_imported")
def imported(db: Database) -> None:
    """Which tables were read in from a record: nobody has sat down there to play."""
    db.table("tables").add_column("imported", int, not_null_default=0)


@MIGRATIONS(name="0005_people")
def people(db: Database) -> None:
    """People, as they said themselves: who is the same, how somebody is spelled and looks, who sat on a
    seat where the name alone does not tell; and the games that are left out of the book."""
    db.executescript("""
        CREATE TABLE people (
            key TEXT PRIMARY KEY,
            name TEXT,
            same_as TEXT,
            colour INTEGER,
            figure TEXT
        ) WITHOUT ROWID;
        CREATE TABLE seat_people (
            seat_id INTEGER PRIMARY KEY REFERENCES seats(id),
            person TEXT NOT NULL
        );
        CREATE TABLE left_out (
            game_id INTEGER PRIMARY KEY REFERENCES games(id)
        );
    """)


@MIGRATIONS(name="0006_pledges")
def pledges(db: Database) -> None:
    """Secrets that draws are made with, apart from the entries: of a game, or (without one) of a table's next game."""
    db.executescript("""
        CREATE TABLE pledges (
            id INTEGER PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            game_id INTEGER UNIQUE REFERENCES games(id),
            secret TEXT NOT NULL,
            added TEXT NOT NULL,
            drawn TEXT NOT NULL,
            opened INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX pledges_of_table ON pledges(table_id);
    """)


@MIGRATIONS(name="0007_thoughts")
def thoughts(db: Database) -> None:
    """A seat's marks of others, from an entry on, and its own notes."""
    db.executescript("""
        CREATE TABLE marks (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seat INTEGER NOT NULL,
            about INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            mark TEXT NOT NULL,
            PRIMARY KEY (game_id, seat, about, seq)
        ) WITHOUT ROWID;
        CREATE TABLE own_notes (
            game_id INTEGER NOT NULL REFERENCES games(id),
            seat INTEGER NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (game_id, seat)
        ) WITHOUT ROWID;
    """)


@MIGRATIONS(name="0008_settings")
def settings(db: Database) -> None:
    """How a table is set, the cards told of a score, who sat down later and what seats look like: columns in place of
    keys like ``worn:1`` in ``meta``."""
    for table, column in (("tables", "chosen"), ("tables", "next_deal"), ("tables", "clock"), ("seats", "figure")):
        db.table(table).add_column(column, str)
    db.table("seats").add_column("colour", int)
    for table, column in (("tables", "turned"), ("tables", "thoughts"), ("games", "score_cards")):
        db.table(table).add_column(column, int, not_null_default=0)
    db.table("games").add_column("joined", str, not_null_default="{}")
    for key, value in db.execute("SELECT key, value FROM meta").fetchall():
        name, _, number = key.partition(":")
        if name in _SET and number.isdecimal():
            db.execute(_SET[name], (value, int(number)))
        elif name == "worn":
            worn = [(colour, figure, int(seat)) for seat, (colour, figure) in json.loads(value).items()]
            db.conn.executemany("UPDATE seats SET colour = ?, figure = ? WHERE id = ?", worn)
        elif name == "cards":
            played, step, cards = json.loads(value)
            sql = "UPDATE games SET score_cards = ? WHERE id = ? AND score_round = ? AND score_steps = ?"
            db.execute(sql, (cards, int(number), played, step))
            sql = "UPDATE games SET score_round = ?, score_steps = 0, score_cards = ? WHERE id = ? AND score_round < ?"
            if step == 0:
                db.execute(sql, (played, cards, int(number), played))
        else:
            continue
        db.execute("DELETE FROM meta WHERE key = ?", (key,))


_SET = {
    "chosen": "UPDATE tables SET chosen = ? WHERE id = ?",
    "coming": "UPDATE tables SET next_deal = ? WHERE id = ?",
    "clock": "UPDATE tables SET clock = ? WHERE id = ?",
    "turned": "UPDATE tables SET turned = CAST(? AS INTEGER) WHERE id = ?",
    "thoughts": "UPDATE tables SET thoughts = CAST(? AS INTEGER) WHERE id = ?",
    "joined": "UPDATE games SET joined = ? WHERE id = ?",
}


@MIGRATIONS(name="0009_outcomes")
def outcomes(db: Database) -> None:
    """Outcomes of games for the group's book, each beside a mark of the journal that it was made of."""
    db.executescript("""
        CREATE TABLE outcomes (
            game_id INTEGER PRIMARY KEY REFERENCES games(id),
            mark TEXT NOT NULL,
            outcome TEXT NOT NULL,
            checksum INTEGER NOT NULL
        );
    """)


@MIGRATIONS(name="0010_deals")
def deals(db: Database) -> None:
    """Phones commit to bits for each deal, whose terms are bound before any are opened. Games that were begun go on as
    they were; what had been added to the next one is dropped, and its secret stays."""
    pledges = db.table("pledges")
    pledges.add_column("commitments", str, not_null_default="{}")
    pledges.add_column("deals", str, not_null_default="[]")
    db.execute("UPDATE pledges SET added = 'null', drawn = '[]' WHERE game_id IS NULL")


@MIGRATIONS(name="0011_checks")
def checks(db: Database) -> None:
    """Checksums of the rows of all other tables: ``row_checks.py``."""
    db.executescript("""
        CREATE TABLE checks (
            name TEXT NOT NULL,
            key BLOB NOT NULL,
            sum INTEGER NOT NULL,
            PRIMARY KEY (name, key)
        ) WITHOUT ROWID;
    """)


@MIGRATIONS(name="0012_ways")
def ways(db: Database) -> None:
    """How the last game at a table was followed; "" where none was dealt yet. Until then every turn was."""
    db.table("tables").add_column("follow", str, not_null_default="")
    db.execute("UPDATE tables SET follow = 'turns' WHERE id IN (SELECT table_id FROM games)")


@MIGRATIONS(name="0013_drafts")
def drafts(db: Database) -> None:
    """The unfinished page of facts of a round."""
    db.table("games").add_column("draft", str, not_null_default="{}")


@MIGRATIONS(name="0014_shows")
def shows(db: Database) -> None:
    """Since when the beat of a score stands that is told, and for how long it had stood before it was stopped."""
    db.table("games").add_column("shown_since", float)
    db.table("games").add_column("shown_for", float)


@MIGRATIONS(name="0015_files")
def files(db: Database) -> None:
    """The text that a game is read from, as it was when it was dealt; "" for games in Python."""
    db.table("games").add_column("file", str, not_null_default="")


@MIGRATIONS(name="0016_new_to")
def new_to(db: Database) -> None:
    """The game that is new to whoever sits on a seat, as they said; "" for none."""
    db.table("seats").add_column("new_to", str, not_null_default="")


@MIGRATIONS(name="0017_drawn")
def drawn(db: Database) -> None:
    """Beside each entry which of its fields chance filled, in place of what was promised of them."""
    db.executescript("DROP TABLE pledges")
    db.table("entries").add_column("drawn", str, not_null_default="")


def checksum(body: bytes) -> int:
    """The checksum kept beside an entry's text."""
    return zlib.crc32(body)


def from_the_future(db: Database) -> list[str]:
    """The steps a file has been through that this version does not know; empty for a file we can read."""
    return [step.name for step in MIGRATIONS.applied(db) if step.name not in STEPS]
