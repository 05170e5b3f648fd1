"""The book for other programs: CSV, JSON, and the two forms of BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from companion import __version__
from companion.book.book import Book
from companion.games import all_games
from companion.rules.text import Text

SOURCE = "Companion"
PLAYS = (
    *("play_id", "played_at", "evening", "minutes", "game", "options", "players", "seat", "name", "role", "side"),
    *("score", "rank", "won"),
)
ROUNDS = ("play_id", "round", "seat", "name", "role", "side", "gain", "total", "won")
BGSTATS = "bgstats://app.bgstatsapp.com/createPlay.html?data="

_NAMED = "COALESCE(people.name, results.name) AS name"
_RESULTS = f"""
    SELECT plays.id, play_id, played_at, evening, minutes, game, options, plays.players, results.seat, {_NAMED},
        results.role, results.side, results.score, results.rank, results.won, results.person, first, "table", over_by,
        ended_at
    FROM results JOIN plays ON plays.id = play LEFT JOIN people ON people.id = person
    ORDER BY played_at, plays.id, results.seat
"""
_ROUNDS = f"""
    SELECT play_id, rounds.round, rounds.seat, {_NAMED}, rounds.role, rounds.side, rounds.gain, rounds.total, rounds.won
    FROM rounds JOIN results USING (play, seat) JOIN plays ON plays.id = play
    LEFT JOIN people ON people.id = results.person
    ORDER BY played_at, plays.id, rounds.round, rounds.seat
"""


def as_csv(book: Book, rounds: bool = False) -> str:
    """One line a person and game; with ``rounds`` one line a person and round."""
    columns, sql = (ROUNDS, _ROUNDS) if rounds else (PLAYS, _RESULTS)
    text = io.StringIO()
    table = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    for row in book.rows(sql):
        table.writerow({**row, "options": options_line(row)} if "options" in row else row)
    return text.getvalue()


def options_line(row: Mapping[str, Any]) -> str:
    """The options of a game that are not as in the box: ``competitive=true; rounds=3``."""
    changed = changed_options(row["game"], json.loads(row["options"]))
    return "; ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in changed)


def changed_options(game: str, options: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The options that are not as they are without anybody's choice."""
    known = all_games().get(game)
    usual = known.default_options() if known else {}
    return [(name, value) for name, value in sorted(options.items()) if usual.get(name) != value]


def as_json(book: Book, rounds: bool = False) -> dict[str, Any]:
    """The whole book as one object: people, evenings, plays with their results (and with ``rounds`` their rounds)."""
    plays: dict[str, dict[str, Any]] = {}
    for row in book.rows(_RESULTS):
        head = ("play_id", "played_at", "evening", "minutes", "game", "players", "over_by")
        play = plays.setdefault(
            row["play_id"], {**{name: row[name] for name in head}, "options": json.loads(row["options"]), "results": []}
        )
        own = ("seat", "name", "person", "role", "side", "score", "rank")
        play["results"].append({**{name: row[name] for name in own}, "won": bool(row["won"])})
    if rounds:
        for row in book.rows(_ROUNDS):
            one = {name: row[name] for name in ROUNDS if name not in ("play_id", "won")}
            plays[row["play_id"]].setdefault("rounds", []).append({**one, "won": bool(row["won"])})
    return {
        "format": "companion-book-1",
        "people": book.rows("SELECT id, name FROM people ORDER BY id"),
        "evenings": book.rows('SELECT id, "table", started, ended, games FROM evenings ORDER BY started, id'),
        "plays": list(plays.values()),
    }


# -- BG Stats -------------------------------------------------------------------------------------------------------
def game_name(game: str) -> str:
    """The box's name, in the words of the messages."""
    known = all_games().get(game)
    return str(known.title) if known else game


def role_name(game: str, role: str) -> str:
    """A role in words; "" where it is not known."""
    known = all_games().get(game)
    return str(known.roles[role].label) if known and role in known.roles else role


def side_name(game: str, card: str) -> Text | None:
    """The side of a role in words."""
    known = all_games().get(game)
    return known.side(card).label if known and card in known.roles else None


def _game_facts(game: str) -> dict[str, Any]:
    known = all_games().get(game)
    facts: dict[str, Any] = {"highestWins": bool(known and known.most_wins), "noPoints": False}
    return {**facts, "bggId": known.bgg} if known and known.bgg else facts


def play_rows(book: Book, play: int) -> list[dict[str, Any]]:
    """The results of one game with what the forms below want of it."""
    return book.rows(_RESULTS.replace("ORDER BY", "WHERE plays.id = ? ORDER BY"), play)


def as_bgstats(rows: Sequence[Mapping[str, Any]], comments: str = "", name: str = "") -> dict[str, Any]:
    """A game as the object that BG Stats takes from a link. ``name``: what the game is called, where not in English."""
    play = rows[0]
    game = {"name": name or game_name(play["game"]), "sourceGameId": play["game"], **_game_facts(play["game"])}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play["play_id"],
        "playDate": play["played_at"],
        "durationMin": play["minutes"],
        "board": options_line(play),
        "location": "",
        "comments": comments,
        "game": game,
        "players": [
            {
                "name": row["name"],
                "sourcePlayerId": player_id(row),
                "startPlayer": row["seat"] == row["first"],
                "rank": row["rank"],
                "role": role_name(row["game"], row["role"]),
                "score": row["score"],
                "winner": bool(row["won"]),
            }
            for row in rows
        ],
    }


def player_id(row: Mapping[str, Any]) -> str:
    """Who it is; who was forgotten is somebody else in every game."""
    return row["person"] or f"{row['play_id']}-{row['seat']}"


def bgstats_link(play: Mapping[str, Any]) -> str:
    """The link that opens the app with this game."""
    return BGSTATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def as_bgsplay(book: Book, play: int | None = None) -> dict[str, Any]:
    """All games, or one, as a ``.bgsplay`` file."""
    rows = book.rows(_RESULTS) if play is None else play_rows(book, play)
    players: dict[str, dict[str, Any]] = {}
    games: dict[str, dict[str, Any]] = {}
    plays: dict[str, dict[str, Any]] = {}
    counted = {row["play"]: row["n"] for row in book.rows("SELECT play, MAX(round) AS n FROM rounds GROUP BY play")}
    for row in rows:
        player = players.setdefault(
            player_id(row), {"id": len(players) + 1, "uuid": player_id(row), "name": row["name"], "isAnonymous": False}
        )
        game = games.setdefault(
            row["game"],
            {
                "id": len(games) + 1,
                "uuid": row["game"],
                "name": game_name(row["game"]),
                "sourceGameId": row["game"],
                **_game_facts(row["game"]),
            },
        )
        head = {
            "uuid": row["play_id"],
            "playDate": row["played_at"],
            "durationMin": row["minutes"],
            "rounds": counted.get(row["id"], 0),
            "gameRefId": game["id"],
            "board": options_line(row),
            "playerScores": [],
        }
        plays.setdefault(row["play_id"], head)["playerScores"].append(
            {
                "score": str(row["score"]),
                "winner": bool(row["won"]),
                "startPlayer": row["seat"] == row["first"],
                "playerRefId": player["id"],
                "role": role_name(row["game"], row["role"]),
                "team": str(side_name(row["game"], row["role"]) or ""),
                "rank": row["rank"],
                "seatOrder": row["seat"] + 1,
            }
        )
    return {
        "about": f"Games of {SOURCE} {__version__}",
        "players": list(players.values()),
        "locations": [],
        "games": list(games.values()),
        "plays": list(plays.values()),
        "userInfo": {"meRefId": 0},
    }
