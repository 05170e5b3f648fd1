"""What the pages of the book ask: evenings, people and games, each number with how many games stand behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.book.band import ENOUGH, Band
from companion.book.book import Book
from companion.book.career import Career, Game, Streak, plot_of, streak_of
from companion.rules.scoring import AGAINST, ALONE, WITH

Row = Mapping[str, Any]
EVENINGS = 12
"""As many on a page."""

_SHOWN = "COALESCE(people.name, results.name) AS shown"
_NAME = "COALESCE(people.name, results.name) AS name"
_PEOPLE = """
    SELECT person AS id, people.name, colour, figure, games, wins, last FROM person_totals
    JOIN people ON people.id = person WHERE person <> ''
"""


@dataclass(frozen=True)
class Somebody:
    """A person in a list."""

    id: str
    name: str
    colour: int | None
    figure: str | None
    band: Band


@dataclass(frozen=True)
class EveningLine:
    """An evening in a list: when, how many games, who was there, and who won most of them."""

    id: str
    table: str
    started: str
    minutes: int
    games: Sequence[str]
    names: Sequence[str]


@dataclass(frozen=True)
class Front:
    """The first page. ``older`` is where the next page of evenings begins; None where there is none."""

    evenings: Sequence[EveningLine]
    people: Sequence[Somebody]
    games: Sequence[Row]
    older: int | None


def front(book: Book, start: int = 0) -> Front:
    """The newest evenings from number ``start`` on, all people in the order of what is proved, all games."""
    evenings = book.rows(
        "SELECT * FROM evenings ORDER BY started DESC, id LIMIT ? OFFSET ?", EVENINGS + 1, max(0, start)
    )
    lines = [_line(book, row) for row in evenings[:EVENINGS]]
    games = book.rows("SELECT game, COUNT(*) AS games, MAX(played_at) AS last FROM plays WHERE scored GROUP BY game")
    more = start + EVENINGS if len(evenings) > EVENINGS else None
    return Front(lines, people(book), sorted(games, key=lambda row: -row["games"]), more)


def people(book: Book) -> list[Somebody]:
    """Everybody, by the lower end of the band; who has played too little comes last, by name."""
    found = [_somebody(row) for row in book.rows(_PEOPLE)]
    return sorted(found, key=lambda one: (one.band.order[:2] if not one.band.early else (True, 0.0), one.name))


def _somebody(row: Row) -> Somebody:
    return Somebody(row["id"], row["name"], row["colour"], row["figure"], Band(row["wins"], row["games"]))


def _line(book: Book, row: Row) -> EveningLine:
    plays = book.rows("SELECT id, game FROM plays WHERE evening = ? ORDER BY played_at, id", row["id"])
    names = book.rows(
        "SELECT "
        f"{_NAME}, person, MIN(play), MIN(seat) AS seat FROM results JOIN plays ON plays.id = play"
        " LEFT JOIN people ON people.id = person WHERE evening = ? GROUP BY person, CASE person WHEN '' THEN seat END"
        " ORDER BY MIN(play), seat",
        row["id"],
    )
    games = [play["game"] for play in plays]
    minutes = minutes_between(row["started"], row["ended"])
    return EveningLine(row["id"], row["table"], row["started"], minutes, games, [one["name"] for one in names])


def minutes_between(start: str, end: str) -> int:
    """Whole minutes between two moments of the book."""
    return round((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 60)


# -- an evening -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PlayPage:
    """A game of an evening: ``head`` is its row, ``results`` everybody's, best first; ``plot`` its plot."""

    head: Row
    results: Sequence[Row]
    plot: Sequence[tuple[int, tuple[int, ...]]]

    @property
    def names(self) -> list[str]:
        return [row["name"] for row in sorted(self.results, key=lambda row: row["seat"])]

    @property
    def winners(self) -> list[str]:
        return [row["name"] for row in self.results if row["won"]]


@dataclass(frozen=True)
class EveningPage:
    """An evening: its games in order, and who was there with wins, and how long turns took (seconds)."""

    head: Row
    plays: Sequence[PlayPage]
    people: Sequence[Row]

    @property
    def minutes(self) -> int:
        return minutes_between(self.head["started"], self.head["ended"])


def evening(book: Book, id: str) -> EveningPage | None:
    """The page of an evening; None where there is none of that name."""
    head = book.row("SELECT * FROM evenings WHERE id = ?", id)
    if head is None:
        return None
    plays = [_play(book, row) for row in book.rows("SELECT * FROM plays WHERE evening = ? ORDER BY played_at, id", id)]
    who = book.rows(
        "SELECT person, "
        f"{_NAME}, people.colour, people.figure, COUNT(*) AS games, SUM(won) AS wins,"
        " SUM(turns) AS turns, SUM(seconds) AS seconds, MIN(seat) AS seat"
        " FROM results JOIN plays ON plays.id = play LEFT JOIN people ON people.id = person"
        " WHERE evening = ? GROUP BY person, CASE person WHEN '' THEN seat END ORDER BY wins DESC, seat",
        id,
    )
    return EveningPage(head, plays, who)


def _play(book: Book, row: Row) -> PlayPage:
    results = book.rows(
        "SELECT results.*, "
        f"{_SHOWN}, people.colour, people.figure FROM results LEFT JOIN people ON people.id = person"
        " WHERE play = ? ORDER BY rank, score DESC, seat",
        row["id"],
    )
    return PlayPage(row, [{**one, "name": one["shown"], "game_id": row["game"]} for one in results], plot_of(row))


def play(book: Book, play_id: str) -> PlayPage | None:
    """One game by its lasting id."""
    row = book.row("SELECT * FROM plays WHERE play_id = ?", play_id)
    return _play(book, row) if row else None


# -- a person -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Other:
    """Somebody in relation to a person: rounds on the same side and on another one, and how they went."""

    id: str
    name: str
    together: Band
    apart: int
    beat: Band
    beaten: Band


@dataclass(frozen=True)
class PersonPage:
    """A person. ``roles`` are rows by game, players and final role, ``digs`` bands of rounds by how they dug."""

    who: Somebody
    totals: Row
    games: Sequence[Row]
    roles: Sequence[Row]
    digs: Mapping[str, Band]
    streak: Streak
    partner: Other | None
    rival: Other | None
    nemesis: Other | None
    career: Career
    feats: Mapping[str, Game]


def career_of(book: Book, person: str) -> list[Game]:
    """All games of a person of which something was scored, the oldest first."""
    results = book.rows(
        "SELECT play, seat, won, game, evening, played_at FROM results JOIN plays ON plays.id = play"
        " WHERE person = ? AND rounds > 0 ORDER BY played_at, play, seat",
        person,
    )
    sides: dict[tuple[int, int], set[str]] = defaultdict(set)
    for row in book.rows("SELECT DISTINCT play, seat, side FROM rounds WHERE person = ? AND won", person):
        sides[row["play"], row["seat"]].add(row["side"])
    return [Game(row, frozenset(sides[row["play"], row["seat"]])) for row in results]


def person(book: Book, id: str) -> PersonPage | None:
    """The page of a person; None where there is nobody of that address."""
    head = book.row(f"{_PEOPLE} AND person = ?", id) if id else None
    totals = book.row("SELECT * FROM person_totals WHERE person = ?", id)
    if head is None or totals is None:
        return None
    games = [
        {**row, "band": Band(row["wins"], row["games"])}
        for row in book.rows("SELECT * FROM person_games WHERE person = ? ORDER BY games DESC, game", id)
    ]
    roles = [
        {**row, "band": Band(row["wins"], row["games"])}
        for row in book.rows("SELECT * FROM person_roles WHERE person = ? ORDER BY game, players, role", id)
    ]
    dug = {row["digs"]: Band(row["wins"], row["rounds"]) for row in book.rows(_DUG, id)}
    known = others(book, id)
    career = career_of(book, id)
    return PersonPage(
        _somebody(head),
        totals,
        games,
        sorted(roles, key=lambda row: (row["game"], row["players"], row["band"].order)),
        {digs: dug.get(digs, Band(0, 0)) for digs in (WITH, AGAINST, ALONE)},
        streak_of([one.won for one in career]),
        _best(known, lambda one: one.together),
        max((one for one in known if one.apart >= ENOUGH), key=lambda one: one.apart, default=None),
        _best([one for one in known if one.beaten.wins > one.beat.wins], lambda one: one.beaten),
        career,
        {row["feat"]: Game(row, frozenset()) for row in book.rows(_FEATS, id)},
    )


_DUG = "SELECT digs, rounds, wins FROM person_sides WHERE person = ?"
_OTHERS = """
    SELECT o.person AS id, people.name, SUM(together) AS together, SUM(together_won) AS together_won,
        SUM(apart) AS apart, SUM(beat) AS beat, SUM(beaten) AS beaten
    FROM results AS m JOIN pairs ON pairs.play = m.play AND pairs.seat = m.seat
    JOIN results AS o ON o.play = m.play AND o.seat = pairs.other
    JOIN people ON people.id = o.person
    WHERE m.person = ?
    GROUP BY o.person
"""
_FEATS = """
    SELECT feat, results.play, results.seat, evening, played_at, MIN(played_at || '.' || results.play)
    FROM results JOIN feats ON feats.play = results.play AND feats.seat = results.seat
    JOIN plays ON plays.id = results.play
    WHERE person = ? GROUP BY feat
"""


def others(book: Book, id: str) -> list[Other]:
    """Everybody who has played rounds with this person. Who digs for itself is on nobody's side."""
    found = []
    for row in book.rows(_OTHERS, id):
        together, apart = Band(row["together_won"], row["together"]), row["apart"]
        found.append(
            Other(row["id"], row["name"], together, apart, Band(row["beat"], apart), Band(row["beaten"], apart))
        )
    return sorted(found, key=lambda one: one.name)


def _best(known: Sequence[Other], band: Any) -> Other | None:
    """Who is first by the lower end of a band, among those of whom something can be said."""
    enough = [one for one in known if not band(one).early and band(one).wins]
    return min(enough, key=lambda one: band(one).order, default=None)


# -- a game ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class GamePage:
    """A game: how often it was played, ``sides`` by number of players, and who is good at it."""

    game: str
    plays: int
    minutes: int | None
    sides: Sequence[tuple[int, Sequence[Row]]]
    people: Sequence[Somebody]


def game(book: Book, id: str) -> GamePage | None:
    """The page of a game; None where it was never played to an end."""
    head = book.row("SELECT COUNT(*) AS n, AVG(NULLIF(minutes, 0)) AS minutes FROM plays WHERE game = ? AND scored", id)
    if head is None or not head["n"]:
        return None
    by_players: dict[int, list[Row]] = {}
    for row in book.rows("SELECT * FROM side_wins WHERE game = ? ORDER BY players, side", id):
        by_players.setdefault(row["players"], []).append({**row, "band": Band(row["wins"], row["rounds"])})
    sql = _PEOPLE.replace("person_totals", "(SELECT *, '' AS last FROM person_games WHERE game = ?)")
    found = [_somebody(row) for row in book.rows(sql, id)]
    ordered = sorted(found, key=lambda one: (one.band.order[:2] if not one.band.early else (True, 0.0), one.name))
    sides = [(n, sorted(rows, key=lambda row: row["band"].order)) for n, rows in by_players.items()]
    minutes = round(head["minutes"]) if head["minutes"] else None
    return GamePage(id, head["n"], minutes, sides, ordered)
