"""The book for other programs: CSV, JSON, and the two forms of BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from companion import __version__
from companion.book.book import Book, Play, Played, utc
from companion.games import known_game
from companion.rules.text import Text

SOURCE = "Companion"
PLAYS = (
    *("play_id", "played_at", "evening", "minutes", "game", "options", "players", "seat", "name", "role", "side"),
    *("score", "rank", "won", "began"),
)
ROUNDS = ("play_id", "round", "seat", "name", "role", "side", "gain", "total", "won")
COMPUTED = tuple("=+-@\t\r＝＋－＠")
"""Begins what spreadsheets compute."""
BGSTATS = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def as_csv(book: Book, rounds: bool = False) -> str:
    """One line a person and game; with ``rounds`` one line a person and round."""
    rows = (row for play in book.plays for row in (_rounds(play) if rounds else _results(play)))
    text = io.StringIO()
    table = csv.DictWriter(text, ROUNDS if rounds else PLAYS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows({column: _harmless(value) for column, value in row.items()} for row in rows)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    """A cell that no spreadsheet computes: a name like ``=1+1`` gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in COMPUTED else value


def _results(play: Play) -> Iterable[dict[str, Any]]:
    head = {**_head(play), "options": options_line(play)}
    return ({**head, **_result(one)} for one in play.by_seat)


def _head(play: Play) -> dict[str, Any]:
    names = ("play_id", "played_at", "evening", "minutes", "game", "players")
    return {name: getattr(play, name) for name in names}


def _result(one: Played) -> dict[str, Any]:
    own = {name: getattr(one.result, name) for name in ("role", "side", "score")}
    whose = {"seat": one.result.seat, "name": one.name, "person": one.person.id}
    began = None if one.began is None else int(one.began)
    return {**whose, **own, "rank": one.result.rank or None, "won": int(one.won), "began": began}


def _rounds(play: Play) -> Iterable[dict[str, Any]]:
    for one in sorted(play.outcome.rounds, key=lambda one: (one.round, one.seat)):
        own = {name: getattr(one, name) for name in ROUNDS if name != "play_id"}
        yield {"play_id": play.play_id, **own, "name": play.people[one.seat].name, "won": int(one.won)}


def options_line(play: Play) -> str:
    """The options of a game that are not as in the box: ``competitive=true; rounds=3``."""
    changed = changed_options(play)
    return "; ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in changed)


def changed_options(play: Play) -> list[tuple[str, Any]]:
    """The options that are not as they are without anybody's choice."""
    known = known_game(play.game)
    usual = known.default_options() if known else {}
    return [(name, value) for name, value in sorted(play.outcome.options.items()) if usual.get(name) != value]


def as_json(book: Book, rounds: bool = False) -> dict[str, Any]:
    """The whole book as one object: people, evenings, plays with their results (and with ``rounds`` their rounds)."""
    plays = []
    for play in book.plays:
        results = [{**_result(one), "won": one.won, "began": one.began} for one in play.by_seat]
        options = dict(sorted(play.outcome.options.items()))
        told = {**_head(play), "over_by": play.outcome.over_by, "options": options, "results": results}
        if rounds and play.outcome.counts:
            told["rounds"] = [{**row, "won": bool(row["won"])} for row in _rounds(play)]
            for row in told["rounds"]:
                del row["play_id"]
        plays.append(told)
    evenings = sorted(book.evenings, key=lambda one: (one.began, one.id))
    return {
        "format": "companion-book-1",
        "people": [{"id": id, "name": person.name} for id, person in book.people.items()],
        "evenings": [
            {
                "id": one.id,
                "table": one.table,
                "started": one.began,
                "ended": utc(one.ended),
                "games": len(one.plays),
            }
            for one in evenings
        ],
        "plays": plays,
    }


# -- BG Stats -------------------------------------------------------------------------------------------------------
def game_name(game: str) -> Text | str:
    """The box's name."""
    known = known_game(game)
    return known.title if known else game


def role_name(game: str, role: str) -> Text | str:
    """A role in words; "" where it is not known."""
    known = known_game(game)
    return known.roles[role].label if known and role in known.roles else role


def side_name(game: str, card: str) -> Text | None:
    """The side of a role in words."""
    known = known_game(game)
    return known.side(card).label if known and card in known.roles else None


def _game_facts(game: str) -> dict[str, Any]:
    known = known_game(game)
    # No game has the lowest score win. Where a side wins together, no points say who has won.
    facts: dict[str, Any] = {"highestWins": True, "noPoints": bool(known and not known.most_wins)}
    return {**facts, "bggId": known.bgg} if known and known.bgg else facts


def as_bgstats(play: Play, names: Sequence[str], comments: str = "") -> dict[str, Any]:
    """A game as the object that BG Stats takes from a link. ``names`` are by seat."""
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play.play_id,
        "playDate": play.played_at,
        "durationMin": play.minutes,
        "board": options_line(play),
        "location": "",
        "comments": comments,
        "game": {"name": str(game_name(play.game)), "sourceGameId": play.game, **_game_facts(play.game)},
        "players": [
            {
                "name": names[one.result.seat],
                "sourcePlayerId": player_id(one),
                "startPlayer": one.result.seat == play.outcome.first,
                "rank": one.result.rank,
                "role": str(role_name(play.game, one.result.role)),
                "score": one.result.score,
                "winner": one.won,
            }
            for one in play.by_seat
        ],
    }


def player_id(one: Played) -> str:
    """The person; who was forgotten is somebody else in every game."""
    return one.person.id or f"{one.play.play_id}-{one.result.seat}"


def bgstats_link(play: Mapping[str, Any]) -> str:
    """The link that opens the app with this game."""
    return BGSTATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def as_bgsplay(given: Iterable[Play]) -> dict[str, Any]:
    """These games as a ``.bgsplay`` file."""
    players: dict[str, dict[str, Any]] = {}
    games: dict[str, dict[str, Any]] = {}
    plays = []
    for play in given:
        game = games.setdefault(
            play.game,
            {
                "id": len(games) + 1,
                "uuid": play.game,
                "name": str(game_name(play.game)),
                "sourceGameId": play.game,
                **_game_facts(play.game),
            },
        )
        scores = []
        for one in play.by_seat:
            id = player_id(one)
            player = players.setdefault(
                id, {"id": len(players) + 1, "uuid": id, "name": one.name, "isAnonymous": False}
            )
            scores.append(
                {
                    "score": str(one.result.score),
                    "winner": one.won,
                    "startPlayer": one.result.seat == play.outcome.first,
                    "playerRefId": player["id"],
                    "role": str(role_name(play.game, one.result.role)),
                    "team": str(side_name(play.game, one.result.role) or ""),
                    "rank": one.result.rank,
                    "seatOrder": one.result.seat + 1,
                }
            )
        plays.append(
            {
                "uuid": play.play_id,
                "playDate": play.played_at,
                "durationMin": play.minutes,
                "rounds": max(play.outcome.by_round, default=0),
                "gameRefId": game["id"],
                "board": options_line(play),
                "playerScores": scores,
            }
        )
    return {
        "about": f"Games of {SOURCE} {__version__}",
        "players": list(players.values()),
        "locations": [],
        "games": list(games.values()),
        "plays": plays,
        "userInfo": {"meRefId": 0},
    }
