"""The tables of the book, and when they are made anew: whenever the code that fills them has changed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import companion

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE known (game_id INTEGER PRIMARY KEY, mark TEXT NOT NULL);
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    colour INTEGER,
    figure TEXT
) WITHOUT ROWID;
CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    "table" TEXT NOT NULL,
    table_id INTEGER NOT NULL,
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    games INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX evenings_of_table ON evenings(table_id);
CREATE INDEX evenings_by_time ON evenings(started);
CREATE TABLE plays (
    id INTEGER PRIMARY KEY,
    play_id TEXT NOT NULL UNIQUE,
    evening TEXT,
    "table" TEXT NOT NULL,
    table_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    players INTEGER NOT NULL,
    over_by TEXT NOT NULL,
    scored INTEGER NOT NULL,
    played_at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    first INTEGER NOT NULL,
    plot TEXT NOT NULL
);
CREATE INDEX plays_of_evening ON plays(evening);
CREATE INDEX plays_of_game ON plays(game);
CREATE INDEX plays_of_table ON plays(table_id, played_at);
CREATE INDEX plays_by_time ON plays(played_at);
CREATE TABLE results (
    play INTEGER NOT NULL REFERENCES plays(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    side TEXT NOT NULL,
    digs TEXT NOT NULL,
    score INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    won INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    robbed INTEGER NOT NULL,
    robbing INTEGER NOT NULL,
    first_out INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    PRIMARY KEY (play, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_person ON results(person);
CREATE INDEX results_of_key ON results(key);
CREATE TABLE rounds (
    play INTEGER NOT NULL REFERENCES plays(id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    side TEXT NOT NULL,
    digs TEXT NOT NULL,
    gain INTEGER NOT NULL,
    total INTEGER NOT NULL,
    won INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (play, round, seat)
) WITHOUT ROWID;
CREATE INDEX rounds_of_person ON rounds(person);
CREATE TABLE side_rounds (
    play INTEGER NOT NULL REFERENCES plays(id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    side TEXT NOT NULL,
    players INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (play, round, side)
) WITHOUT ROWID;
CREATE TABLE pairs (
    play INTEGER NOT NULL REFERENCES plays(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    other INTEGER NOT NULL,
    together INTEGER NOT NULL,
    together_won INTEGER NOT NULL,
    apart INTEGER NOT NULL,
    beat INTEGER NOT NULL,
    beaten INTEGER NOT NULL,
    PRIMARY KEY (play, seat, other)
) WITHOUT ROWID;
CREATE TABLE robberies (
    play INTEGER NOT NULL REFERENCES plays(id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    thief INTEGER NOT NULL,
    victim INTEGER NOT NULL
);
CREATE INDEX robberies_of_play ON robberies(play);
CREATE TABLE feats (
    play INTEGER NOT NULL REFERENCES plays(id) ON DELETE CASCADE,
    feat TEXT NOT NULL,
    seat INTEGER NOT NULL
);
CREATE INDEX feats_of_play ON feats(play);

-- What pages and questions ask: games of which something was scored, and who played in them.
CREATE VIEW played AS
    SELECT results.*, play_id, evening, game, players, played_at, minutes
    FROM results JOIN plays ON plays.id = play
    WHERE results.rounds > 0;
CREATE VIEW person_games AS
    SELECT person, game, COUNT(*) AS games, SUM(won) AS wins, SUM(score) AS score
    FROM played GROUP BY person, game;
CREATE VIEW person_totals AS
    SELECT person, COUNT(*) AS games, SUM(won) AS wins, SUM(robbed) AS robbed, SUM(robbing) AS robbing,
        SUM(first_out) AS first_out, SUM(turns) AS turns, SUM(seconds) AS seconds, MAX(played_at) AS last
    FROM played GROUP BY person;
CREATE VIEW person_roles AS
    SELECT person, game, players, role, COUNT(*) AS games, SUM(won) AS wins
    FROM played GROUP BY person, game, players, role;
CREATE VIEW person_sides AS
    SELECT person, digs, COUNT(*) AS rounds, SUM(won) AS wins FROM rounds GROUP BY person, digs;
CREATE VIEW side_wins AS
    SELECT game, side_rounds.players, side, COUNT(*) AS rounds, SUM(won) AS wins
    FROM side_rounds JOIN plays ON plays.id = play GROUP BY game, side_rounds.players, side;
"""
"""People who were forgotten are the person ''. Times are in UTC, ``yyyy-mm-dd hh:mm:ss``."""


@cache
def version() -> str:
    """Names the code that makes the tables: the book, the rules, the games and the fold."""
    root = Path(companion.__file__).parent
    parts = [root / "record.py", *(file for part in ("book", "rules", "games") for file in (root / part).rglob("*.py"))]
    digest = hashlib.sha256()
    for file in sorted(parts):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
